/* Stories about `belfry forecast`: the map, the numbers, what is refused. */
#include "model/forecast.h"

#include "stage.h"

static enum err two_busy_hours(void *context, const struct forecast_wish *wish, struct arena *arena,
			       struct forecast *out_forecast, struct why *why)
{
	(void)context;
	if (str_eq(wish->text, STR("wrong"))) return fail(why, ERR_INVALID, "tale:1:1: no");
	enum err err = forecast_init(out_forecast, seconds_of("2025-03-29T23:00:00") * 1000,
				     wish->step, wish->len, arena);
	if (err) return err;
	for (u32 i = 0; i < 8; i++) forecast_add(out_forecast, out_forecast->from);
	forecast_add(out_forecast, out_forecast->from + MSEC_HOUR);
	out_forecast->jobs = 3;
	out_forecast->left_out = 1;
	return ERR_OK;
}

static void days_are_lines_and_hours_are_columns(void **state)
{
	STAGE(stage);
	stage.doors.forecast = two_busy_hours;
	stage.input = STR("jobs");
	assert_int_equal(stage_run(&stage, "forecast", "-", "--days", "1"), 0);
	assert_has(&stage.out, "2025-03-29 \u00b7");
	assert_has(&stage.out, " \u2588       8  most at 23: 8\n2025-03-30 \u2591");
	assert_has(&stage.out, "9 runs of 3 jobs in 24 hours, UTC; the busiest hour has 8\n");
	assert_has(&stage.out, "left out: 1 jobs");
	stage_done(&stage);
}

static void hours_are_those_of_the_zone(void **state)
{
	STAGE(stage);
	stage.doors.forecast = two_busy_hours;
	stage.input = STR("jobs");
	assert_int_equal(stage_run(&stage, "forecast", "-", "--days", "1", "--tz", "Europe/Berlin"),
			 0);
	assert_has(&stage.out, "2025-03-30 \u2588 \u2591");
	stage_done(&stage);
}

static const char answer[] = "{\"from\":\"2025-03-29T23:00:00Z\",\"step_seconds\":3600,\"total\":9,"
			     "\"peak\":8,\"jobs\":3,\"left_out\":0,\"tasks\":0,\"is_cut\":true,"
			     "\"counts\":[8,1]}";

static void without_a_file_the_server_is_asked(void **state)
{
	STAGE(stage);
	stage_expect(&stage, "GET forecast?hours=48&tenant_id=t", 200, answer);
	assert_int_equal(stage_run(&stage, "forecast", "--days", "2", "--tenant", "t"), 0);
	assert_has(&stage.out, " \u2588       8  most at 23: 8\n2025-03-30 \u2591");
	assert_has(&stage.out, "9 runs of 3 jobs in 2 hours, UTC; the busiest hour has 8\ncut");
	stage_expect(&stage, "GET forecast?hours=168", 200, answer);
	assert_int_equal(stage_run(&stage, "forecast", "--json"), 0);
	assert_has(&stage.out, answer);
	stage_expect(&stage, "GET forecast?hours=168", 200, "{\"counts\":[]}");
	assert_int_equal(stage_run(&stage, "forecast"), 2);
	assert_has(&stage.err, "the server's answer is no forecast");
	assert_int_equal(stage_run(&stage, "forecast", "--days", "8"), 2);
	assert_has(&stage.err, "--days must be 1 to 7");
	assert_int_equal(stage_run(&stage, "forecast", "--tz", "Mars/Phobos"), 2);
	stage_done(&stage);
}

static void json_for_a_program(void **state)
{
	STAGE(stage);
	stage.doors.forecast = two_busy_hours;
	stage.input = STR("jobs");
	assert_int_equal(stage_run(&stage, "forecast", "-", "--days", "1", "--json"), 0);
	assert_has(&stage.out, "{\"from\":\"2025-03-29T23:00:00Z\",\"step_seconds\":3600,"
			       "\"total\":9,\"jobs\":3,\"left_out\":1,\"cut\":false,"
			       "\"counts\":[8,1,0,");
	stage_done(&stage);
}

static void what_cannot_be_done_is_said(void **state)
{
	STAGE(stage);
	stage.doors.forecast = two_busy_hours;
	stage.input = STR("wrong");
	assert_int_equal(stage_run(&stage, "forecast", "-"), 2);
	assert_has(&stage.err, "belfry forecast: tale:1:1: no\n");
	assert_int_equal(stage_run(&stage, "forecast", "-", "-"), 2);
	assert_int_equal(stage_run(&stage, "forecast", "-", "--days", "32"), 2);
	assert_has(&stage.err, "--days must be 1 to 31, got \"32\"");
	assert_int_equal(stage_run(&stage, "forecast", "-", "--tz", "Mars/Phobos"), 2);
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(days_are_lines_and_hours_are_columns),
		cmocka_unit_test(hours_are_those_of_the_zone),
		cmocka_unit_test(without_a_file_the_server_is_asked),
		cmocka_unit_test(json_for_a_program),
		cmocka_unit_test(what_cannot_be_done_is_said),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
