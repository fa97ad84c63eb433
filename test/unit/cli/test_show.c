#include "cli/show.h"

#include "stage.h"

static struct zones *zones;
static struct plan plan;
static struct runs runs;

static void given_runs(struct stage *stage, const char *rule, const char *zone, const char *after,
		       u32 count)
{
	const struct plan_request request = {
		.rule = str_from(rule),
		.zone = str_from(zone),
		.after = str_from(after),
		.start = after ? STR("2025-01-01T01:30") : (str){ 0 },
		.now = stage->doors.now,
	};
	enum plan_part part;
	struct why why;
	assert_int_equal(zones_new(stage->doors.zone_source, &zones), ERR_OK);
	assert_int_equal(plan_init(&plan, &request, zones, &part, &why), ERR_OK);
	assert_int_equal(plan_bind(&plan, &why), ERR_OK);
	runs_find(&runs, &plan, count);
}

static void expect_table(struct stage *stage, bool from_now, const char *expected)
{
	const struct show show = { &plan, &runs, stage->doors.now, from_now };
	struct output output;
	output_init(&output, &stage->doors, STREAM_OUT);
	show_table(&show, 0, &output);
	buf_clear(&stage->out);
	assert_true(output_flush(&output));
	assert_str(buf_view(&stage->out), str_from(expected));
	output_done(&output);
	plan_done(&plan);
	zones_free(zones);
}

static void runs_are_shown_in_local_time_and_utc(void **state)
{
	STAGE(stage);
	given_runs(&stage, "0 9 * * 1", "America/New_York", "2025-03-01", 2);
	expect_table(&stage, false,
		     "#  America/New_York          UTC\n"
		     "1  Mon 2025-03-03 09:00 EST  2025-03-03T14:00:00Z\n"
		     "2  Mon 2025-03-10 09:00 EDT  2025-03-10T13:00:00Z\n");
	stage_done(&stage);
}

static void in_utc_one_time_is_enough(void **state)
{
	STAGE(stage);
	given_runs(&stage, "@daily", "UTC", "2025-03-01", 1);
	expect_table(&stage, false, "#  UTC\n1  Sun 2025-03-02 00:00 UTC\n");
	stage_done(&stage);
}

static void clock_changes_are_noted_beside_their_run(void **state)
{
	STAGE(stage);
	given_runs(&stage, "30 1 * * *", "Europe/London", "2025-03-29T12:00", 2);
	expect_table(&stage, false,
		     "#  Europe/London             UTC                   clock change\n"
		     "1  Sun 2025-03-30 02:30 BST  2025-03-30T01:30:00Z  clocks go forward: 01:30 "
		     "does not exist, runs at 02:30 BST\n"
		     "2  Mon 2025-03-31 01:30 BST  2025-03-31T00:30:00Z\n");
	stage_done(&stage);
}

static void seconds_show_in_all_rows_if_one_needs_them(void **state)
{
	STAGE(stage);
	given_runs(&stage, "*/30 * * * * *", "UTC", "2025-03-01", 2);
	expect_table(&stage, false,
		     "#  UTC\n"
		     "1  Sat 2025-03-01 00:00:30 UTC\n"
		     "2  Sat 2025-03-01 00:01:00 UTC\n");
	stage_done(&stage);
}

static void runs_after_now_say_how_far_away_they_are(void **state)
{
	STAGE(stage);
	static const char expected[] = "#  UTC                       from now\n"
				       "1  Sun 2025-11-16 10:01 UTC  in 30 s\n"
				       "2  Sun 2025-11-16 10:32 UTC  in 31 min 30 s\n"
				       "3  Mon 2025-11-17 10:02 UTC  in 1 d\n"
				       "4  Tue 2025-11-18 12:02 UTC  in 2 d 2 h\n"
				       "5  Thu 2026-11-19 10:02 UTC  in 1 y 3 d\n";
	static const char *const dates[] = { "2025-11-16T10:01:00", "2025-11-16T10:32:00",
					     "2025-11-17T10:02:00", "2025-11-18T12:02:00",
					     "2026-11-19T10:02:00" };
	given_runs(&stage, "@yearly", "UTC", NULL, 1);
	for (u32 i = 0; i < countof(dates); i++) {
		runs.at[i] = (struct occurrence){ .at = seconds_of(dates[i]) * 1000,
						  .shown = seconds_of(dates[i]) };
	}
	runs.len = countof(dates);
	expect_table(&stage, true, expected);
	stage_done(&stage);
}

static void a_rule_that_ends_says_so(void **state)
{
	STAGE(stage);
	given_runs(&stage, "FREQ=DAILY;COUNT=2", "UTC", "2024-12-31", 3);
	assert_true(runs.ended);
	assert_int_equal(runs.len, 2);
	runs_find(&runs, &plan, 2);
	assert_false(runs.ended);
	plan.after = runs.at[1].at;
	runs_find(&runs, &plan, 2);
	assert_true(runs.ended);
	assert_int_equal(runs.len, 0);
	plan_done(&plan);
	zones_free(zones);
	stage_done(&stage);
}

static void local_times_for_programs_have_their_offset(void **state)
{
	STAGE(stage);
	static const struct {
		const char *zone;
		const char *at;
		const char *local;
	} rows[] = {
		{ "Asia/Kathmandu", "2025-01-01T00:00:00", "2025-01-01T05:45:00+05:45" },
		{ "America/New_York", "2025-01-01T00:00:00", "2024-12-31T19:00:00-05:00" },
		{ "UTC", "2025-01-01T00:00:00", "2025-01-01T00:00:00+00:00" },
		{ "Europe/Paris", "1900-01-01T00:00:00", "1900-01-01T00:09:21+00:09:21" },
		{ "Pacific/Kiritimati", "9999-12-31T12:00:00", "10000-01-01T02:00:00+14:00" },
	};
	struct buf local;
	buf_init(&local, 100);
	for (size_t i = 0; i < countof(rows); i++) {
		given_runs(&stage, "@daily", rows[i].zone, "2025-01-01", 1);
		buf_clear(&local);
		show_local_iso(&plan, seconds_of(rows[i].at) * 1000, &local);
		assert_str(buf_view(&local), str_from(rows[i].local));
		plan_done(&plan);
		zones_free(zones);
	}
	buf_done(&local);
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(runs_are_shown_in_local_time_and_utc),
		cmocka_unit_test(in_utc_one_time_is_enough),
		cmocka_unit_test(clock_changes_are_noted_beside_their_run),
		cmocka_unit_test(seconds_show_in_all_rows_if_one_needs_them),
		cmocka_unit_test(runs_after_now_say_how_far_away_they_are),
		cmocka_unit_test(a_rule_that_ends_says_so),
		cmocka_unit_test(local_times_for_programs_have_their_offset),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
