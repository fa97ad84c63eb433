/* The only place that asks what time it is. */
#ifndef BELFRY_HOST_CLOCK_H
#define BELFRY_HOST_CLOCK_H

#include "base/msec.h"

#include <stdatomic.h>
#include <time.h>

/* Both clocks, read together. */
struct now clock_now(void);

/* How much more than they show the clocks tell: in the demo, which lives through a day before it
 * begins. Another process may change it meanwhile. */
struct clock_shift {
	_Atomic msec wall;
	_Atomic msec boot; /* only grows, like the clock */
};

/* For this process, from now on; borrowed. NULL: as they are. */
void clock_set_shift(const struct clock_shift *shift);

/* Nanoseconds that only grow, for spans within this process. */
i64 clock_ticks(void);

/* The instant `span` (0 or more) from now on CLOCK_MONOTONIC: what a condition waits for. */
void clock_deadline(msec span, struct timespec *out_deadline);
void clock_deadline_ns(i64 span, struct timespec *out_deadline);

#endif
