#include "server/clock.h"

#include "base/check.h"

static void both_clocks_tell_a_plausible_time_and_boot_never_goes_back(void **state)
{
	(void)state;
	static const msec year_2025 = 1735689600000;
	struct now before = clock_now();
	struct now after = clock_now();
	assert_true(before.wall > year_2025);
	assert_true(before.wall < MSEC_YEAR_9999_END);
	assert_true(before.boot > 0);
	assert_true(after.boot >= before.boot);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_clocks_tell_a_plausible_time_and_boot_never_goes_back),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
