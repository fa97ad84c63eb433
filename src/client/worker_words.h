/* A worker's words about a program that has ended: members of its report, each with the comma
 * before it. Nothing is added where there is nothing to say. */
#ifndef BELFRY_CLIENT_WORKER_WORDS_H
#define BELFRY_CLIENT_WORKER_WORDS_H

#include "client/child.h"

/* `"result"`: JSON as it is, other text as a text; longer than is kept is cut. */
void words_result(struct buf *out, str text, u64 bytes);

/* `"output"`: all that it wrote, as far as it is kept. */
void words_output(struct buf *out, const struct child *child);

#endif
