#define _GNU_SOURCE
#include "host/alarm.h"

#include "base/must.h"

#include <sys/timerfd.h>

int alarm_new(void)
{
	return timerfd_create(CLOCK_BOOTTIME, TFD_CLOEXEC | TFD_NONBLOCK);
}

/* Of all zeros a timer means that it is off: at once is a nanosecond. */
void alarm_set(int fd, msec span)
{
	struct itimerspec when = { .it_value.tv_nsec = 1 };
	if (span > 0) {
		when.it_value.tv_sec = span / 1000;
		when.it_value.tv_nsec = span % 1000 * 1000000;
	}
	int failed = timerfd_settime(fd, 0, &when, NULL);
	must(!failed);
}
