#include "base/msec.h"

#include "check.h"

static void sums_within_range_are_exact(void **state)
{
	(void)state;
	assert_int_equal(msec_add(40, 2), 42);
	assert_int_equal(msec_add(-40, -2), -42);
	assert_int_equal(msec_sub(40, 42), -2);
	assert_int_equal(msec_mul(-6, 7), -42);
	assert_int_equal(msec_add(MSEC_MAX, MSEC_MIN), -1);
	assert_int_equal(msec_add(MSEC_MAX, -1), MSEC_MAX - 1);
	assert_int_equal(msec_sub(-1, MSEC_MIN), MSEC_MAX);
	assert_int_equal(msec_sub(MSEC_MIN, MSEC_MIN), 0);
}

static void a_sum_past_an_end_stays_at_that_end(void **state)
{
	(void)state;
	assert_int_equal(msec_add(MSEC_MAX, 1), MSEC_MAX);
	assert_int_equal(msec_add(1, MSEC_MAX), MSEC_MAX);
	assert_int_equal(msec_add(MSEC_MAX, MSEC_MAX), MSEC_MAX);
	assert_int_equal(msec_add(MSEC_MIN, -1), MSEC_MIN);
	assert_int_equal(msec_add(-1, MSEC_MIN), MSEC_MIN);
	assert_int_equal(msec_add(MSEC_MIN, MSEC_MIN), MSEC_MIN);
}

static void a_difference_past_an_end_stays_at_that_end(void **state)
{
	(void)state;
	assert_int_equal(msec_sub(MSEC_MIN, 1), MSEC_MIN);
	assert_int_equal(msec_sub(MSEC_MIN, MSEC_MAX), MSEC_MIN);
	assert_int_equal(msec_sub(-2, MSEC_MAX), MSEC_MIN);
	assert_int_equal(msec_sub(MSEC_MAX, -1), MSEC_MAX);
	assert_int_equal(msec_sub(MSEC_MAX, MSEC_MIN), MSEC_MAX);
	assert_int_equal(msec_sub(0, MSEC_MIN), MSEC_MAX);
}

static void a_product_past_an_end_stays_at_that_end(void **state)
{
	(void)state;
	assert_int_equal(msec_mul(MSEC_MAX, 2), MSEC_MAX);
	assert_int_equal(msec_mul(MSEC_MIN, 2), MSEC_MIN);
	assert_int_equal(msec_mul(MSEC_MAX, -2), MSEC_MIN);
	assert_int_equal(msec_mul(-2, MSEC_MAX), MSEC_MIN);
	assert_int_equal(msec_mul(MSEC_MIN, -1), MSEC_MAX);
	assert_int_equal(msec_mul(MSEC_MIN, MSEC_MIN), MSEC_MAX);
	assert_int_equal(msec_mul(MSEC_MAX, 0), 0);
	assert_int_equal(msec_mul(0, MSEC_MIN), 0);
}

static void seconds_round_towards_the_past(void **state)
{
	(void)state;
	assert_int_equal(msec_to_seconds(0), 0);
	assert_int_equal(msec_to_seconds(999), 0);
	assert_int_equal(msec_to_seconds(1000), 1);
	assert_int_equal(msec_to_seconds(-1), -1);
	assert_int_equal(msec_to_seconds(-1000), -1);
	assert_int_equal(msec_to_seconds(-1001), -2);
	assert_int_equal(msec_to_seconds(MSEC_MAX), INT64_MAX / 1000);
	assert_int_equal(msec_to_seconds(MSEC_MIN), INT64_MIN / 1000 - 1);
}

static void seconds_become_milliseconds_and_saturate(void **state)
{
	(void)state;
	assert_int_equal(msec_from_seconds(-3), -3000);
	assert_int_equal(msec_from_seconds(253402300800), MSEC_YEAR_9999_END + 1);
	assert_int_equal(msec_from_seconds(INT64_MAX / 1000), INT64_MAX / 1000 * 1000);
	assert_int_equal(msec_from_seconds(INT64_MAX / 1000 + 1), MSEC_MAX);
	assert_int_equal(msec_from_seconds(INT64_MIN / 1000 - 1), MSEC_MIN);
}

static void units_build_on_each_other(void **state)
{
	(void)state;
	assert_int_equal(MSEC_DAY, 86400000);
	assert_int_equal(MSEC_DAY / MSEC_HOUR, 24);
	assert_int_equal(MSEC_HOUR / MSEC_MINUTE, 60);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sums_within_range_are_exact),
		cmocka_unit_test(a_sum_past_an_end_stays_at_that_end),
		cmocka_unit_test(a_difference_past_an_end_stays_at_that_end),
		cmocka_unit_test(a_product_past_an_end_stays_at_that_end),
		cmocka_unit_test(seconds_round_towards_the_past),
		cmocka_unit_test(seconds_become_milliseconds_and_saturate),
		cmocka_unit_test(units_build_on_each_other),
	};
	return cmocka_run_group_tests_name("base/msec", tests, NULL, NULL);
}
