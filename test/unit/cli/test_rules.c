/* The options that `next` and `explain` share, seen from outside: what they do, and what is said of
 * a wrong one. */
#include "cli/rules.h"

#include "stage.h"

static void every_option_shapes_the_answer(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "next", "30 1 * * *", "--tz", "Europe/London", "--after",
				   "2025-03-29T12:00:00Z", "--count", "1", "--json"),
			 0);
	assert_has(&stage.out, "\"next\":[\"2025-03-30T01:30:00Z\"]");
	assert_int_equal(stage_run(&stage, "next", "30 1 * * *", "--tz", "Europe/London", "--after",
				   "2025-03-29T12:00:00Z", "-n1", "--json", "--dst-gap", "next"),
			 0);
	assert_has(&stage.out, "\"next\":[\"2025-03-30T01:00:00Z\"]");
	assert_int_equal(stage_run(&stage, "next", "30 1 * * *", "--tz", "Europe/London", "--after",
				   "2025-03-29T12:00:00Z", "-n1", "--json", "--dst-gap=skip"),
			 0);
	assert_has(&stage.out, "\"next\":[\"2025-03-31T00:30:00Z\"]");
	assert_int_equal(stage_run(&stage, "next", "30 1 * * *", "--tz", "Europe/London", "--after",
				   "2025-10-25T12:00:00Z", "-n2", "--json", "--dst-overlap=both"),
			 0);
	assert_has(&stage.out, "\"next\":[\"2025-10-26T00:30:00Z\",\"2025-10-26T01:30:00Z\"]");
	assert_int_equal(stage_run(&stage, "next", "30 1 * * *", "--tz", "Europe/London", "--after",
				   "2025-10-25T12:00:00Z", "-n1", "--json", "--dst-overlap=second"),
			 0);
	assert_has(&stage.out, "\"next\":[\"2025-10-26T01:30:00Z\"]");
	assert_int_equal(stage_run(&stage, "next", "*/30 * * * *", "--tz", "Europe/London",
				   "--after", "2025-10-26T00:30:00Z", "-n1", "--json",
				   "--dst-overlap=first"),
			 0);
	assert_has(&stage.out, "\"next\":[\"2025-10-26T02:00:00Z\"]");
	stage_done(&stage);
}

static void extra_dates_and_dates_to_leave_out(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "next", "0 9 * * *", "--after", "2025-12-24T00:00:00Z",
				   "-n4", "--json", "--rdate", "2025-12-24T10:00,2025-12-26T10:00",
				   "--rdate", "2025-12-26T11:00:00Z", "--exdate",
				   "2025-12-26T09:00", "--exclude", "2025-12-25"),
			 0);
	assert_has(&stage.out, "\"next\":[\"2025-12-24T09:00:00Z\",\"2025-12-24T10:00:00Z\","
			       "\"2025-12-26T10:00:00Z\",\"2025-12-26T11:00:00Z\"]");
	stage_done(&stage);
}

static void a_start_that_was_chosen_is_told(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "next", "FREQ=DAILY", "-n1", "--json"), 0);
	assert_has(&stage.out, "\"next\":[\"2025-11-16T10:01:00Z\"]");
	assert_str(buf_view(&stage.err), STR("note: no --start, so the rule starts at "
					     "2025-11-16T10:01:00, the next full minute\n"));
	assert_int_equal(stage_run(&stage, "next", "FREQ=DAILY", "--start", "2025-01-01T09:00"), 0);
	assert_int_equal(stage.err.len, 0);
	stage_done(&stage);
}

struct refusal {
	const char *words[6];
	const char *said;
};

static void a_wrong_option_is_named(void **state)
{
	STAGE(stage);
	static const struct refusal rows[] = {
		{ { "--tz", "Mars/Phobos" }, "--tz: \"Mars/Phobos\" is not a time zone" },
		{ { "--tz", "" }, "--tz: a time zone name is required" },
		{ { "--tz", "../etc/passwd" }, "--tz: " },
		{ { "--start", "soon" }, "--start: a local time must be written" },
		{ { "--after", "soon" }, "--after: a local time must be written" },
		{ { "--after", "2025-01-01T00:00Z!" }, "--after: " },
		{ { "--count", "0" }, "--count: \"0\" is not a number from 1 to 1000" },
		{ { "--count", "1001" }, "--count: \"1001\" is not a number from 1 to 1000" },
		{ { "--count", "-1" }, "--count: \"-1\" is not a number from 1 to 1000" },
		{ { "--count", "" }, "--count: \"\" is not a number from 1 to 1000" },
		{ { "--kind", "at" }, "--kind: \"at\" is not cron, rrule or interval" },
		{ { "--rdate", "x" }, "--rdate: a local time must be written" },
		{ { "--exdate", "2025-02-30" }, "--exdate: the day must be 01 to 28 in 2025-02" },
		{ { "--exclude", "x" }, "--exclude: \"x\" is not a date" },
		{ { "--dst-gap", "jump" }, "--dst-gap: \"jump\" is not shift, next or skip" },
		{ { "--dst-overlap", "all" },
		  "--dst-overlap: \"all\" is not first, second or both" },
	};
	for (size_t i = 0; i < countof(rows); i++) {
		assert_int_equal(
			stage_run(&stage, "next", "0 9 * * *", rows[i].words[0], rows[i].words[1]),
			2);
		assert_int_equal(stage.out.len, 0);
		assert_has(&stage.err, "belfry next: ");
		assert_has(&stage.err, rows[i].said);
	}
	stage_done(&stage);
}

static void one_rule_is_needed(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "explain"), 2);
	assert_has(&stage.err, "belfry explain: a rule is needed, such as '0 9 * * 1-5'");
	assert_has(&stage.err, "try: belfry help explain\n");
	assert_int_equal(stage_run(&stage, "next", "0", "9", "a", "b"), 2);
	assert_has(&stage.err, "expected one rule, got 4 arguments: put the rule into quotes");
	stage_done(&stage);
}

static void dates_that_leave_nothing_are_refused(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "next", "FREQ=DAILY;COUNT=1", "--start", "2025-01-01",
				   "--exdate", "2025-01-01"),
			 2);
	assert_has(&stage.err, "never fires");
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_option_shapes_the_answer),
		cmocka_unit_test(extra_dates_and_dates_to_leave_out),
		cmocka_unit_test(a_start_that_was_chosen_is_told),
		cmocka_unit_test(a_wrong_option_is_named),
		cmocka_unit_test(one_rule_is_needed),
		cmocka_unit_test(dates_that_leave_nothing_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
