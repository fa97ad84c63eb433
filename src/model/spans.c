#include "model/spans.h"

#include "base/must.h"

static const msec bounds[] = { 5,    10,   25,    50,    100,   250,    500,    1000,
			       2500, 5000, 10000, 30000, 60000, 300000, 1800000 };

_Static_assert(countof(bounds) == SPAN_BOUNDS, "each bound has its bucket");

msec span_bound(u32 bucket)
{
	must(bucket < SPAN_BOUNDS);
	return bounds[bucket];
}

u32 span_bucket(msec span)
{
	u32 bucket = 0;
	while (bucket < SPAN_BOUNDS && span > bounds[bucket]) bucket++;
	return bucket;
}

void spans_add(struct spans *spans, msec span)
{
	if (span < 0) span = 0;
	spans->count++;
	spans->sum += (u64)span;
	for (u32 i = span_bucket(span); i < SPAN_BOUNDS; i++) spans->below[i]++;
}

void spans_join(struct spans *spans, const struct spans *more)
{
	spans->count += more->count;
	spans->sum += more->sum;
	for (u32 i = 0; i < SPAN_BOUNDS; i++) spans->below[i] += more->below[i];
}

msec spans_quantile(const struct spans *spans, u32 percent)
{
	/* The nth one, counted from 1. */
	u64 nth = (spans->count / 100) * percent + (spans->count % 100 * percent + 99) / 100;
	u64 before = 0;
	must(percent > 0 && percent <= 100);
	if (!spans->count) return 0;
	for (u32 i = 0; i < SPAN_BOUNDS; i++) {
		u64 here = spans->below[i] - before;
		msec floor = i ? bounds[i - 1] : 0;
		if (nth <= spans->below[i])
			return floor + (msec)((u64)(bounds[i] - floor) * (nth - before) / here);
		before = spans->below[i];
	}
	return bounds[SPAN_BOUNDS - 1];
}
