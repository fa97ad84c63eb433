/* The members of a worker's report about an ended program, each with a comma before it. A member
 * without content is left out. */
#ifndef BELFRY_CLIENT_WORKER_WORDS_H
#define BELFRY_CLIENT_WORKER_WORDS_H

#include "client/child.h"

/* `"result"`: JSON as it is, other text as a JSON string; cut if it is too long. */
void words_result(struct buf *out, str text, u64 bytes);

/* `"output"`: the output of the program, up to its bound. */
void words_output(struct buf *out, const struct child *child);

#endif
