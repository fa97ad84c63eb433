#include "server/clock.h"

#include "base/must.h"

static msec read_clock(clockid_t id)
{
	struct timespec at;
	int failed = clock_gettime(id, &at);
	must(!failed);
	return msec_add(msec_from_seconds(at.tv_sec), at.tv_nsec / 1000000);
}

struct now clock_now(void)
{
	return (struct now){
		.wall = read_clock(CLOCK_REALTIME),
		.boot = read_clock(CLOCK_BOOTTIME),
	};
}

void clock_deadline(msec span, struct timespec *out_deadline)
{
	struct timespec at;
	int failed = clock_gettime(CLOCK_MONOTONIC, &at);
	must(!failed);
	if (span < 0) span = 0;
	at.tv_sec += span / 1000;
	at.tv_nsec += span % 1000 * 1000000;
	if (at.tv_nsec >= 1000000000) {
		at.tv_sec++;
		at.tv_nsec -= 1000000000;
	}
	*out_deadline = at;
}
