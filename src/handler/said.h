/* Requests of a handler to the scheduler, in its result: `"schedule": "pause"` and `"audit":
 * [...]`, as in a worker's report. */
#ifndef BELFRY_HANDLER_SAID_H
#define BELFRY_HANDLER_SAID_H

#include "base/arena.h"
#include "model/command.h"

/* Reads them from a result that is a JSON object. Events beyond the bounds are left out, since the
 * work is done anyway. The texts are in the arena. */
void said_read(str result, struct arena *arena, struct report *report);

#endif
