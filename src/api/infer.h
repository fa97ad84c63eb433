/* What an answer is like, told from an example of it: a JSON Schema. */
#ifndef BELFRY_API_INFER_H
#define BELFRY_API_INFER_H

#include "base/buf.h"
#include "base/str.h"

/* `example`: JSON of our own, at most so deep. What is null may be anything. */
enum { INFER_DEPTH_MAX = 16 };
void infer_schema(struct buf *out, str example);

#endif
