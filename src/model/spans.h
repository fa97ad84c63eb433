/* Spans of time, sorted into the buckets of a histogram: how long attempts took, how late they
 * began. Metrics and statistics have the same buckets, so that one can be held against the other.
 */
#ifndef BELFRY_MODEL_SPANS_H
#define BELFRY_MODEL_SPANS_H

#include "base/msec.h"
#include "base/types.h"

enum { SPAN_BOUNDS = 15 };

struct spans {
	u64 count;
	u64 sum;                /* milliseconds */
	u64 below[SPAN_BOUNDS]; /* at or below its bound */
};

/* The upper bound of a bucket, in milliseconds; behind the last one is a bucket without. */
msec span_bound(u32 bucket);
/* The bucket of a span: SPAN_BOUNDS for one that is longer than all bounds. */
u32 span_bucket(msec span);

/* One that is below 0 counts as 0. */
void spans_add(struct spans *spans, msec span);

/* Adds the spans of another histogram. */
void spans_join(struct spans *spans, const struct spans *more);

/* The span that `percent` of all are not above, guessed within its bucket as if they lay there
 * evenly; those behind the last bound are told as that bound. None: 0. */
msec spans_quantile(const struct spans *spans, u32 percent);

#endif
