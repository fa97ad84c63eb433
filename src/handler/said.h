/* A handler's requests to the scheduler in its result: `"schedule": "pause"` and `"audit": [...]`,
 * as in a worker's report. */
#ifndef BELFRY_HANDLER_SAID_H
#define BELFRY_HANDLER_SAID_H

#include "base/arena.h"
#include "model/command.h"

/* Of a result that is a JSON object; from any other nothing is read. Events past their bounds are
 * left out: the work is done, whatever is said of it. Texts live in the arena. */
void said_read(str result, struct arena *arena, struct report *report);

#endif
