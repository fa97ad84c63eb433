/* When the pump is looked at next, and what a driver does in between. */
#include "pump/pace.h"

#include "engine/desk.h"

static const struct now never = { MSEC_MAX, MSEC_MAX };

static void a_store_that_fails_again_rests_twice_as_long(void **state)
{
	(void)state;
	struct pace pace = { 0 };
	assert_int_equal(100, pace_after(&pace, ERR_STORE));
	assert_int_equal(200, pace_after(&pace, ERR_STORE));
	for (u32 i = 0; i < 10; i++) (void)pace_after(&pace, ERR_MEMORY);
	assert_int_equal(2000, pace_after(&pace, ERR_STORE_UNKNOWN));
	assert_int_equal(0, pace_after(&pace, ERR_OK));
	assert_int_equal(100, pace_after(&pace, ERR_STORE));
}

static void sleep_ends_with_the_first_that_time_brings(void **state)
{
	(void)state;
	struct pace pace = { .tend_at = 9000 };
	struct now now = { 1700000000000, 5000 };
	assert_int_equal(4000, pace_sleep(&pace, never, now, 10000));
	assert_int_equal(9000, pace.look_by);
	assert_int_equal(3000, pace_sleep(&pace, never, now, 3000));
	struct now wake = { now.wall + 2000, MSEC_MAX };
	assert_int_equal(2000, pace_sleep(&pace, wake, now, 10000));
	wake.boot = now.boot + 1000;
	assert_int_equal(1000, pace_sleep(&pace, wake, now, 10000));
	wake.boot = now.boot - 1;
	assert_true(pace_sleep(&pace, wake, now, 10000) < 0);
}

static void what_is_past_its_time_is_removed_every_half_minute(void **state)
{
	(void)state;
	struct pace pace = { 0 };
	struct desk desk;
	desk_open(&desk);
	for (u32 steps = 0; pace.tend_at < desk.now.boot + 30000; steps++) {
		assert_true(steps < 100);
		desk.now.boot = pace.tend_at > desk.now.boot ? pace.tend_at : desk.now.boot;
		assert_int_equal(ERR_OK, pace_tend(&pace, desk.pump, desk.now));
	}
	msec before = pace.tend_at;
	desk.now.boot += 29999;
	assert_int_equal(ERR_OK, pace_tend(&pace, desk.pump, desk.now));
	assert_int_equal(before, pace.tend_at);
	desk.now.boot += 1;
	assert_int_equal(ERR_OK, pace_tend(&pace, desk.pump, desk.now));
	assert_true(pace.tend_at > before);
	desk_close(&desk);
}

/* The worker could not be heard, so its lease does not end with the silence. */
static bool lease_outlives(msec planned)
{
	struct pace pace = { .tend_at = MSEC_MAX };
	struct desk desk;
	desk_open(&desk);
	pace_look(&pace, desk.pump, desk.now);
	struct uuid run = desk_run(&desk, "acme",
				   (struct enqueue_item){ .type = STR("t"),
							  .payload = STR("{}"),
							  .timeout_ms = MSEC_HOUR });
	(void)desk_claim(&desk);
	(void)pace_sleep(&pace, never, desk.now, planned);
	desk.now.boot += DEFAULT_LEASE_MS + 1;
	desk.now.wall += DEFAULT_LEASE_MS + 1;
	pace_look(&pace, desk.pump, desk.now);
	assert_int_equal(desk.now.boot, pace.look_by);
	assert_int_equal(ERR_OK, pump_turn(desk.pump));
	bool outlives = desk_state(&desk, run) == RUN_PROCESSING;
	desk_close(&desk);
	return outlives;
}

static void driver_that_comes_late_was_not_there_to_hear(void **state)
{
	(void)state;
	assert_true(lease_outlives(10000));
	assert_false(lease_outlives(DEFAULT_LEASE_MS));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_store_that_fails_again_rests_twice_as_long),
		cmocka_unit_test(sleep_ends_with_the_first_that_time_brings),
		cmocka_unit_test(what_is_past_its_time_is_removed_every_half_minute),
		cmocka_unit_test(driver_that_comes_late_was_not_there_to_hear),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
