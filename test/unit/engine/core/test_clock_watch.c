/* What two clocks say about each other. */
#include "base/check.h"
#include "engine/core/clock_watch.h"

static const struct now noon = { .wall = 1700000000000, .boot = 5000 };

static struct now later(struct now from, msec span, msec step)
{
	return (struct now){ from.wall + span + step, from.boot + span };
}

static void clocks_that_go_on_together_have_not_stepped(void **state)
{
	static const msec spans[] = { 0, 1, MSEC_SECOND, MSEC_HOUR, 400 * MSEC_DAY };
	(void)state;
	for (u32 i = 0; i < countof(spans); i++) {
		struct now at = later(noon, spans[i], 0); /* a suspend, too, moves both */
		assert_int_equal(0, clock_step(&noon, &at));
	}
}

static void a_step_of_more_than_two_seconds_is_one_either_way(void **state)
{
	static const msec rows[][2] = {
		{ 2000, 0 },      { -2000, 0 },           { 2001, 2001 },
		{ -2001, -2001 }, { MSEC_DAY, MSEC_DAY }, { -400 * MSEC_DAY, -400 * MSEC_DAY },
	};
	(void)state;
	for (u32 i = 0; i < countof(rows); i++) {
		struct now at = later(noon, MSEC_MINUTE, rows[i][0]);
		assert_int_equal(rows[i][1], clock_step(&noon, &at));
	}
}

static void a_step_is_told_once(void **state)
{
	struct clock_watch watch = { 0 };
	(void)state;
	assert_int_equal(0, clock_watch_look(&watch, &noon)); /* there was nothing before */
	struct now at = later(noon, MSEC_SECOND, MSEC_MINUTE);
	assert_int_equal(MSEC_MINUTE, clock_watch_look(&watch, &at));
	at = later(at, MSEC_SECOND, 0);
	assert_int_equal(0, clock_watch_look(&watch, &at));
}

static void a_leap_ahead_is_doubted_for_an_hour_of_the_boot_clock(void **state)
{
	struct clock_watch watch = { 0 };
	(void)state;
	(void)clock_watch_look(&watch, &noon);
	struct now leapt = later(noon, MSEC_SECOND, 400 * MSEC_DAY);
	assert_false(clock_watch_doubts(&watch, &leapt)); /* nobody has looked yet */
	(void)clock_watch_look(&watch, &leapt);
	struct now at = later(leapt, MSEC_HOUR - 1, 0);
	assert_true(clock_watch_doubts(&watch, &leapt));
	(void)clock_watch_look(&watch, &at);
	assert_true(clock_watch_doubts(&watch, &at));
	at = later(leapt, MSEC_HOUR, 0);
	assert_false(clock_watch_doubts(&watch, &at));
}

static void a_small_step_and_one_back_are_believed(void **state)
{
	static const msec steps[] = { CLOCK_LEAP_MS, MSEC_MINUTE, -MSEC_DAY };
	(void)state;
	for (u32 i = 0; i < countof(steps); i++) {
		struct clock_watch watch = { 0 };
		(void)clock_watch_look(&watch, &noon);
		struct now at = later(noon, 0, steps[i]);
		(void)clock_watch_look(&watch, &at);
		assert_false(clock_watch_doubts(&watch, &at));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(clocks_that_go_on_together_have_not_stepped),
		cmocka_unit_test(a_step_of_more_than_two_seconds_is_one_either_way),
		cmocka_unit_test(a_step_is_told_once),
		cmocka_unit_test(a_leap_ahead_is_doubted_for_an_hour_of_the_boot_clock),
		cmocka_unit_test(a_small_step_and_one_back_are_believed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
