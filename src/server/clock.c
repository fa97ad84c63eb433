#include "server/clock.h"

#include "base/must.h"

#include <time.h>

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
