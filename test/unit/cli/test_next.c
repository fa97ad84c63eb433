#include "stage.h"

static void a_table_for_a_person(void **state)
{
	STAGE(stage);
	assert_int_equal(
		stage_run(&stage, "next", "0 9 * * 1-5", "--tz", "Europe/London", "--count", "3"),
		0);
	assert_str(buf_view(&stage.out),
		   STR("#  Europe/London             UTC                   from now\n"
		       "1  Mon 2025-11-17 09:00 GMT  2025-11-17T09:00:00Z  in 22 h 59 min\n"
		       "2  Tue 2025-11-18 09:00 GMT  2025-11-18T09:00:00Z  in 1 d 22 h\n"
		       "3  Wed 2025-11-19 09:00 GMT  2025-11-19T09:00:00Z  in 2 d 22 h\n"));
	assert_int_equal(stage.err.len, 0);
	stage_done(&stage);
}

static void json_for_a_program(void **state)
{
	STAGE(stage);
	assert_int_equal(
		stage_run(&stage, "next", "0 9 * * MON", "--tz=Europe/London", "-n2", "-j"), 0);
	assert_str(buf_view(&stage.out),
		   STR("{\"kind\":\"cron\",\"rule\":\"0 9 * * MON\",\"timezone\":\"Europe/London\","
		       "\"next\":[\"2025-11-17T09:00:00Z\",\"2025-11-24T09:00:00Z\"]}\n"));
	assert_int_equal(stage_run(&stage, "next", "1h30m", "--start", "2025-01-01", "-n1", "-j"),
			 0);
	assert_str(buf_view(&stage.out),
		   STR("{\"kind\":\"interval\",\"rule\":\"1h30m\",\"timezone\":\"UTC\","
		       "\"next\":[\"2025-11-16T10:30:00Z\"]}\n"));
	stage_done(&stage);
}

static void ten_are_shown_unless_asked_otherwise(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "next", "* * * * *"), 0);
	assert_has(&stage.out, "\n10  Sun 2025-11-16 10:10 UTC");
	assert_false(has_text(&stage.out, "\n11  "));
	assert_int_equal(stage_run(&stage, "next", "* * * * *", "-n", "1000"), 0);
	assert_has(&stage.out, "\n1000  Mon 2025-11-17 02:40 UTC");
	stage_done(&stage);
}

static void with_another_after_nothing_is_said_of_now(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "next", "@daily", "--after", "2020-01-01", "-n1"), 0);
	assert_str(buf_view(&stage.out), STR("#  UTC\n1  Thu 2020-01-02 00:00 UTC\n"));
	stage_done(&stage);
}

static void the_end_of_a_rule_is_told(void **state)
{
	STAGE(stage);
	assert_int_equal(
		stage_run(&stage, "next", "FREQ=DAILY;COUNT=2", "--start", "2025-11-16T12:00"), 0);
	assert_has(&stage.out, "\n2  Mon 2025-11-17 12:00 UTC");
	assert_str(buf_view(&stage.err), STR("note: these are all: the rule ends there\n"));
	assert_int_equal(stage_run(&stage, "next", "FREQ=DAILY;COUNT=2", "--start", "2024-01-01"),
			 0);
	assert_int_equal(stage.out.len, 0);
	assert_str(buf_view(&stage.err), STR("note: the rule has ended: there are no more runs\n"));
	assert_int_equal(
		stage_run(&stage, "next", "FREQ=DAILY;COUNT=2", "--start", "2024-01-01", "--json"),
		0);
	assert_has(&stage.out, "\"next\":[]}");
	assert_int_equal(stage.err.len, 0);
	stage_done(&stage);
}

static void a_wrong_rule_is_shown_with_the_mistake(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "next", "0 9 * * FUN"), 2);
	assert_has(&stage.err, "belfry next: day of week: \"FUN\"");
	assert_has(&stage.err, "\n          ^~~\n");
	assert_int_equal(stage_run(&stage, "next", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"), 2);
	assert_has(&stage.err, "never fires");
	stage_done(&stage);
}

static void utc_needs_no_zone_database(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "next", "@daily"), 0);
	assert_int_equal(stage_run(&stage, "next", "@daily", "--tz", "UTC"), 0);
	assert_int_equal(stage.zones_read, 0);
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_table_for_a_person),
		cmocka_unit_test(json_for_a_program),
		cmocka_unit_test(ten_are_shown_unless_asked_otherwise),
		cmocka_unit_test(with_another_after_nothing_is_said_of_now),
		cmocka_unit_test(the_end_of_a_rule_is_told),
		cmocka_unit_test(a_wrong_rule_is_shown_with_the_mistake),
		cmocka_unit_test(utc_needs_no_zone_database),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
