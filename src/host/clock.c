#include "host/clock.h"

#include "base/must.h"

#define NS_A_SECOND ((i64)1000000000)

static msec read_clock(clockid_t id)
{
	struct timespec at;
	int failed = clock_gettime(id, &at);
	must(!failed);
	return msec_add(msec_from_seconds(at.tv_sec), at.tv_nsec / 1000000);
}

static const struct clock_shift *_Atomic shifted;

void clock_set_shift(const struct clock_shift *shift)
{
	atomic_store(&shifted, shift);
}

struct now clock_now(void)
{
	const struct clock_shift *shift = atomic_load_explicit(&shifted, memory_order_acquire);
	struct now now = { .wall = read_clock(CLOCK_REALTIME), .boot = read_clock(CLOCK_BOOTTIME) };
	if (!shift) return now;
	now.wall = msec_add(now.wall, atomic_load(&shift->wall));
	now.boot = msec_add(now.boot, atomic_load(&shift->boot));
	return now;
}

i64 clock_ticks(void)
{
	struct timespec at;
	int failed = clock_gettime(CLOCK_MONOTONIC, &at);
	must(!failed);
	return (i64)at.tv_sec * NS_A_SECOND + at.tv_nsec;
}

void clock_deadline_ns(i64 span, struct timespec *out_deadline)
{
	i64 at = clock_ticks() + (span < 0 ? 0 : span);
	*out_deadline = (struct timespec){ .tv_sec = at / NS_A_SECOND,
					   .tv_nsec = at % NS_A_SECOND };
}

void clock_deadline(msec span, struct timespec *out_deadline)
{
	msec most = INT64_MAX / 4 / 1000000;
	clock_deadline_ns((span < most ? span : most) * 1000000, out_deadline);
}
