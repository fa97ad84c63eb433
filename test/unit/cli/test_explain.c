#include "stage.h"

static void a_rule_is_explained(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "explain", "30 1 * * *", "--tz", "Europe/London", "-n2"),
			 0);
	assert_str(
		buf_view(&stage.out),
		STR("  at 01:30 every day, Europe/London\n"
		    "\n"
		    "  kind        cron\n"
		    "  normal form 30 1 * * *\n"
		    "\n"
		    "  #  Europe/London             UTC                   from now\n"
		    "  1  Mon 2025-11-17 01:30 GMT  2025-11-17T01:30:00Z  in 15 h 29 min\n"
		    "  2  Tue 2025-11-18 01:30 GMT  2025-11-18T01:30:00Z  in 1 d 15 h\n"
		    "\n"
		    "  clock changes in the year ahead that touch it\n"
		    "    29 March 2026      clocks go forward: 01:30 does not exist, runs at 02:30 "
		    "BST\n"
		    "    25 October 2026    clocks go back: 01:30 happens twice, runs the first "
		    "time only, in BST\n"));
	stage_done(&stage);
}

static void five_are_shown_unless_asked_otherwise(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "explain", "@hourly"), 0);
	assert_has(&stage.out, "\n  5  Sun 2025-11-16 15:00 UTC");
	assert_false(has_text(&stage.out, "\n  6  "));
	stage_done(&stage);
}

static void the_normal_form_and_the_start_are_shown(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "explain", "byday=FR,MO;interval=2;freq=weekly",
				   "--start", "2025-01-06T09:00"),
			 0);
	assert_has(&stage.out, "  at 09:00 on Monday and Friday, every second week, UTC\n");
	assert_has(&stage.out, "  kind        rrule\n");
	assert_has(&stage.out, "  normal form FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR\n");
	assert_has(&stage.out, "  start       2025-01-06T09:00:00\n");
	assert_int_equal(stage_run(&stage, "explain", "@weekly"), 0);
	assert_has(&stage.out, "  normal form 0 0 * * 0\n");
	stage_done(&stage);
}

static void a_rule_clear_of_clock_changes_says_so(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "explain", "0 9 * * *", "--tz", "Europe/London"), 0);
	assert_has(&stage.out, "\n  no clock change in the year ahead touches it\n");
	assert_int_equal(stage_run(&stage, "explain", "0 9 * * *", "--tz", "Asia/Tokyo"), 0);
	assert_false(has_text(&stage.out, "clock change"));
	assert_int_equal(stage_run(&stage, "explain", "0 9 * * *"), 0);
	assert_false(has_text(&stage.out, "clock change"));
	stage_done(&stage);
}

static void a_rule_that_has_ended_is_still_explained(void **state)
{
	STAGE(stage);
	assert_int_equal(
		stage_run(&stage, "explain", "FREQ=DAILY;COUNT=2", "--start", "2024-01-01"), 0);
	assert_has(&stage.out, "  at 00:00 every day, 2 times in all, UTC\n");
	assert_has(&stage.out, "  no more runs: the rule has ended\n");
	assert_int_equal(
		stage_run(&stage, "explain", "FREQ=DAILY;COUNT=2", "--start", "2025-12-01"), 0);
	assert_has(&stage.out, "  these are all: the rule ends there\n");
	stage_done(&stage);
}

static void json_has_all_of_it(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "explain", "30 1 * * *", "--tz", "Europe/London", "-n2",
				   "--json", "--after", "2026-03-28T12:00:00Z"),
			 0);
	assert_str(
		buf_view(&stage.out),
		STR("{\"kind\":\"cron\",\"rule\":\"30 1 * * *\",\"normal\":\"30 1 * * *\","
		    "\"words\":\"at 01:30 every day\",\"timezone\":\"Europe/London\","
		    "\"start\":null,\"next\":["
		    "{\"at\":\"2026-03-29T01:30:00Z\",\"local\":\"2026-03-29T02:30:00+01:00\","
		    "\"note\":\"clocks go forward: 01:30 does not exist, runs at 02:30 BST\"},"
		    "{\"at\":\"2026-03-30T00:30:00Z\",\"local\":\"2026-03-30T01:30:00+01:00\","
		    "\"note\":null}],\"clock_changes\":["
		    "{\"at\":\"2026-03-29T01:00:00Z\",\"note\":\"clocks go forward: 01:30 does not "
		    "exist, runs at 02:30 BST\"},"
		    "{\"at\":\"2026-10-25T01:00:00Z\",\"note\":\"clocks go back: 01:30 happens "
		    "twice, runs the first time only, in BST\"},"
		    "{\"at\":\"2027-03-28T01:00:00Z\",\"note\":\"clocks go forward: 01:30 does not "
		    "exist, runs at 02:30 BST\"}]}\n"));
	assert_int_equal(
		stage_run(&stage, "explain", "FREQ=DAILY", "--start", "2025-01-01T09:00", "--json"),
		0);
	assert_has(&stage.out, "\"start\":\"2025-01-01T09:00:00\"");
	stage_done(&stage);
}

static void a_wrong_rule_is_shown_with_its_field(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "explain", "0 9 * 13 *"), 2);
	assert_int_equal(stage.out.len, 0);
	assert_has(&stage.err, "belfry explain: month: \"13\" is not 1 to 12\n"
			       "  0 9 * 13 *\n"
			       "        ^~\n"
			       "  field: month\n"
			       "  allowed: 1-12 or JAN-DEC");
	stage_done(&stage);
}

static void colour_is_used_where_it_is_wanted(void **state)
{
	STAGE(stage);
	stage.color = true;
	assert_int_equal(stage_run(&stage, "explain", "30 1 * * *", "--tz", "Europe/London"), 0);
	assert_has(&stage.out, "\x1b[1mat 01:30 every day, Europe/London\x1b[0m");
	assert_has(&stage.out, "\x1b[33mclocks go forward");
	assert_int_equal(stage_run(&stage, "explain", "30 1 * * *", "--no-color"), 0);
	assert_false(has_text(&stage.out, "\x1b"));
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_rule_is_explained),
		cmocka_unit_test(five_are_shown_unless_asked_otherwise),
		cmocka_unit_test(the_normal_form_and_the_start_are_shown),
		cmocka_unit_test(a_rule_clear_of_clock_changes_says_so),
		cmocka_unit_test(a_rule_that_has_ended_is_still_explained),
		cmocka_unit_test(json_has_all_of_it),
		cmocka_unit_test(a_wrong_rule_is_shown_with_its_field),
		cmocka_unit_test(colour_is_used_where_it_is_wanted),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
