#include "engine/core/clock_watch.h"

msec clock_watch_look(struct clock_watch *watch, const struct now *now)
{
	msec step = watch->has_looked ? clock_step(&watch->last, now) : 0;
	if (step > CLOCK_LEAP_MS) {
		watch->leapt_at = now->boot;
		watch->has_leapt = true;
	}
	watch->last = *now;
	watch->has_looked = true;
	return step;
}

bool clock_watch_went_back(const struct clock_watch *watch, const struct now *now)
{
	return watch->has_looked && clock_step(&watch->last, now) < -CLOCK_LEAP_MS;
}

bool clock_watch_doubts(const struct clock_watch *watch, const struct now *now)
{
	return watch->has_leapt && msec_sub(now->boot, watch->leapt_at) < CLOCK_DOUBT_MS;
}
