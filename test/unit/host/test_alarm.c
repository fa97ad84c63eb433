/* A descriptor that becomes readable when its span is over. */
#include "host/alarm.h"

#include "base/check.h"

#include <poll.h>
#include <unistd.h>

static bool is_readable(int fd)
{
	struct pollfd poll_fd = { .fd = fd, .events = POLLIN };
	return poll(&poll_fd, 1, 0) == 1;
}

static void wait_for(int fd)
{
	struct pollfd poll_fd = { .fd = fd, .events = POLLIN };
	assert_int_equal(1, poll(&poll_fd, 1, -1));
}

static void alarm_rings_at_once_and_is_put_off(void **state)
{
	(void)state;
	int fd = alarm_new();
	assert_true(fd >= 0);
	assert_false(is_readable(fd));
	alarm_set(fd, 0);
	wait_for(fd);
	alarm_set(fd, MSEC_DAY);
	assert_false(is_readable(fd));
	alarm_set(fd, -5);
	wait_for(fd);
	close(fd);
}

static void alarm_rings_after_its_span(void **state)
{
	(void)state;
	int fd = alarm_new();
	alarm_set(fd, 3);
	wait_for(fd);
	assert_true(is_readable(fd)); /* until it is set anew */
	close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(alarm_rings_at_once_and_is_put_off),
		cmocka_unit_test(alarm_rings_after_its_span),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
