/* What a tenant's settings say of daily windows. */
#include "api/daily.h"

#include "api/stage.h"

static struct daily_settings read(str details, enum err expected)
{
	struct request request = { 0 };
	struct daily_settings settings;
	arena_init(&request.arena, 1 << 20);
	request.faults.arena = &request.arena;
	assert_int_equal(expected, daily_of_tenant(&request, details, &settings));
	/* Its texts borrow from `details`, which the caller holds. */
	arena_done(&request.arena);
	return settings;
}

static void who_says_nothing_has_the_defaults(void **state)
{
	(void)state;
	struct daily_settings settings = read(STR("{\"name\":\"Acme\"}"), ERR_OK);
	assert_true(settings.window_ms == 0 && settings.retry_delay_ms == 0);
	assert_int_equal(0, settings.type.len);
}

static void each_field_is_taken(void **state)
{
	(void)state;
	struct daily_settings settings = read(
		STR("{\"daily\":{\"type\":\"news\",\"window_minutes\":30,\"retry_delay_minutes\":5,"
		    "\"job_timeout_ms\":20000,\"on_cutoff\":\"chat.reset\",\"keep_days\":31}}"),
		ERR_OK);
	assert_true(settings.window_ms == 30 * MSEC_MINUTE);
	assert_true(settings.retry_delay_ms == 5 * MSEC_MINUTE);
	assert_true(settings.timeout_ms == 20000);
	assert_int_equal(31, settings.keep_days);
	assert_int_equal(4, settings.type.len);
	assert_int_equal(10, settings.on_cutoff.len);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_says_nothing_has_the_defaults),
		cmocka_unit_test(each_field_is_taken),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
