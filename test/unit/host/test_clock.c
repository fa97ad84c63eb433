#include "host/clock.h"

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

static void a_demo_may_move_both_clocks(void **state)
{
	(void)state;
	struct clock_shift shift;
	struct now before = clock_now();
	atomic_store(&shift.wall, -MSEC_DAY);
	atomic_store(&shift.boot, 0);
	clock_set_shift(&shift);
	struct now behind = clock_now();
	assert_true(behind.wall <= before.wall - MSEC_DAY + MSEC_MINUTE);
	assert_true(behind.boot >= before.boot);
	atomic_fetch_add(&shift.wall, MSEC_HOUR);
	atomic_fetch_add(&shift.boot, MSEC_HOUR);
	struct now later = clock_now();
	assert_true(later.wall >= behind.wall + MSEC_HOUR);
	assert_true(later.boot >= behind.boot + MSEC_HOUR);
	clock_set_shift(NULL);
	assert_true(clock_now().wall >= before.wall);
}

static void a_deadline_is_so_much_later_with_its_second_carried(void **state)
{
	(void)state;
	for (msec span = 0; span < 5000; span += 499) {
		struct timespec before, deadline;
		clock_deadline(0, &before);
		clock_deadline(span, &deadline);
		assert_in_range(deadline.tv_nsec, 0, 999999999);
		msec apart = (deadline.tv_sec - before.tv_sec) * 1000 +
			     (deadline.tv_nsec - before.tv_nsec) / 1000000;
		assert_true(apart >= span - 1);
	}
	struct timespec now, past;
	clock_deadline(-5, &past);
	clock_deadline(0, &now);
	assert_true(past.tv_sec <= now.tv_sec);
	assert_true(past.tv_nsec >= 0);
}

static void ticks_only_grow_and_a_deadline_in_them_lies_ahead(void **state)
{
	(void)state;
	for (i64 span = 0; span < 3000000000; span += 499999999) {
		struct timespec deadline;
		i64 before = clock_ticks();
		clock_deadline_ns(span, &deadline);
		assert_in_range(deadline.tv_nsec, 0, 999999999);
		assert_true(deadline.tv_sec * 1000000000 + deadline.tv_nsec >= before + span);
		assert_true(clock_ticks() >= before);
	}
	struct timespec far;
	clock_deadline(INT64_MAX, &far);
	assert_true(far.tv_sec > 1000000000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ticks_only_grow_and_a_deadline_in_them_lies_ahead),
		cmocka_unit_test(both_clocks_tell_a_plausible_time_and_boot_never_goes_back),
		cmocka_unit_test(a_demo_may_move_both_clocks),
		cmocka_unit_test(a_deadline_is_so_much_later_with_its_second_carried),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
