/* Stories about the next instant of a schedule with extra dates, dates taken away and days
 * excluded. */
#include "calendar/daybook.h"
#include "calendar/next.h"

#include "support.h"

/* Instants with blanks between; returns how many. */
static u32 instants_of(const char *text, msec *out, u32 max)
{
	str rest = str_from(text), word;
	u32 len = 0;
	while (next_word(&rest, &word)) {
		assert_true(len < max);
		out[len++] = instant_like(word, 0);
	}
	return len;
}

struct dated_plan {
	struct plan plan;
	const char *rdates;
	const char *exdates;
	const char *excluded; /* dates of a daybook */
	const char *excluded_rule;
};

static struct daybook *given_daybook(const struct dated_plan *row)
{
	struct daybook *book = NULL;
	str rest = str_from(row->excluded), word;
	struct why why;
	assert_int_equal(daybook_new(&book), ERR_OK);
	while (rest.len && next_word(&rest, &word))
		assert_int_equal(daybook_add_date(book, word, &why), ERR_OK);
	if (row->excluded_rule)
		assert_int_equal(daybook_add_rule(book, str_from(row->excluded_rule),
						  STR("2020-01-01"), &why),
				 ERR_OK);
	return book;
}

static void expect_dated_plan(const struct dated_plan *row)
{
	msec rdates[10], exdates[10];
	struct why why;
	struct zone *zone = row->plan.zone ? load_zone(row->plan.zone) : NULL;
	struct schedule schedule = given_schedule(&row->plan, zone ? zone : zone_utc());
	struct daybook *book = given_daybook(row);
	const struct daybook *books[] = { book };
	schedule.rdates = rdates;
	schedule.exdates = exdates;
	schedule.excluded = books;
	if (row->rdates) schedule.rdates_len = instants_of(row->rdates, rdates, countof(rdates));
	if (row->exdates)
		schedule.exdates_len = instants_of(row->exdates, exdates, countof(exdates));
	if (row->excluded || row->excluded_rule) schedule.excluded_len = 1;
	if (schedule_bind(&schedule, &why)) fail_msg("%s: %s", row->plan.rule, why.text);
	msec after = row->plan.after ? instant_of(row->plan.after) : MSEC_MIN;
	expect_next(&schedule, row->plan.rule, after, row->plan.expected);
	daybook_free(book);
	zone_free(zone);
}

static void expect_dated_plans(const struct dated_plan *rows, size_t len)
{
	for (size_t i = 0; i < len; i++) expect_dated_plan(&rows[i]);
}

static void extra_dates_are_added_in_their_place(void **state)
{
	(void)state;
	static const struct dated_plan rows[] = {
		{ { "FREQ=DAILY;COUNT=3", NULL, "2025-01-01T09:00", NULL, 0, 0,
		    "2024-12-31T00:00:00Z 2025-01-01T09:00:00Z 12:00:00Z 2025-01-02T09:00:00Z "
		    "2025-01-03T09:00:00Z 2030-01-01T00:00:00Z ." },
		  .rdates = "2024-12-31T00:00:00Z 2025-01-01T12:00:00Z 2025-01-02T09:00:00Z "
			    "2030-01-01T00:00:00Z" },
		{ { "FREQ=DAILY;UNTIL=20250101", NULL, "2025-01-01T09:00", "2025-01-01T09:00:00Z",
		    0, 0, "2025-01-01T09:00:00.500Z ." },
		  .rdates = "2025-01-01T09:00:00.500Z" },
		{ { "1h", NULL, "2025-01-01T00:00:00Z", "2025-01-01T00:00:00Z", 0, 0,
		    "2025-01-01T00:30:00Z 01:00:00Z 02:00:00Z" },
		  .rdates = "2025-01-01T00:30:00Z 2025-01-01T01:00:00Z" },
	};
	expect_dated_plans(rows, countof(rows));
}

static void dates_are_taken_away_by_their_instant(void **state)
{
	(void)state;
	static const struct dated_plan rows[] = {
		{ { "FREQ=DAILY;COUNT=4", NULL, "2025-01-01T09:00", NULL, 0, 0,
		    "2025-01-01T09:00:00Z 2025-01-04T09:00:00Z ." },
		  .exdates = "2025-01-02T09:00:00Z 2025-01-03T09:00:00Z" },
		/* A millisecond beside it takes nothing away. */
		{ { "FREQ=DAILY;COUNT=1", NULL, "2025-01-01T09:00", NULL, 0, 0,
		    "2025-01-01T09:00:00Z ." },
		  .exdates = "2025-01-01T08:59:59.999Z 2025-01-01T09:00:00.001Z" },
		/* An extra date may be taken away too. */
		{ { "0 0 1 1 *", NULL, NULL, "2025-06-01T00:00:00Z", 0, 0, "2026-01-01T00:00:00Z" },
		  .rdates = "2025-07-01T00:00:00Z",
		  .exdates = "2025-07-01T00:00:00Z" },
		/* The shifted instant is the one to name. */
		{ { "30 1 * * *", "Europe/London", NULL, "2025-03-29T12:00:00Z", 0, 0,
		    "2025-03-31T00:30:00Z" },
		  .exdates = "2025-03-30T01:30:00Z" },
		{ { "1h", NULL, "2025-01-01T00:00:00Z", "2025-01-01T00:00:00Z", 0, 0,
		    "2025-01-01T02:00:00Z" },
		  .exdates = "2025-01-01T01:00:00Z" },
	};
	expect_dated_plans(rows, countof(rows));
}

static void excluded_days_are_those_on_the_wall_of_the_zone(void **state)
{
	(void)state;
	static const struct dated_plan rows[] = {
		{ { "0 9 * * *", NULL, NULL, "2025-12-23T12:00:00Z", 0, 0,
		    "2025-12-24T09:00:00Z 2025-12-27T09:00:00Z" },
		  .excluded = "2025-12-25 2025-12-26" },
		/* 08:00 in Tokyo on the 25th is the 24th in UTC. */
		{ { "0 8 * * *", "Asia/Tokyo", NULL, "2025-12-23T12:00:00Z", 0, 0,
		    "2025-12-23T23:00:00Z 2025-12-25T23:00:00Z" },
		  .excluded = "2025-12-25" },
		{ { "0 9 * * *", NULL, NULL, "2025-01-03T00:00:00Z", 0, 0,
		    "2025-01-03T09:00:00Z 2025-01-06T09:00:00Z" },
		  .excluded_rule = "FREQ=WEEKLY;BYDAY=SA,SU" },
		{ { "FREQ=DAILY;COUNT=3", NULL, "2025-12-24T09:00", NULL, 0, 0,
		    "2025-12-24T09:00:00Z 2025-12-26T09:00:00Z ." },
		  .excluded = "2025-12-25" },
		/* An extra date on such a day is left out as well. */
		{ { "0 0 1 1 *", NULL, NULL, "2025-06-01T00:00:00Z", 0, 0,
		    "2025-08-01T00:00:00Z 2026-01-01T00:00:00Z" },
		  .rdates = "2025-07-01T12:00:00Z 2025-08-01T00:00:00Z",
		  .excluded = "2025-07-01" },
		/* An interval goes on at the first beat of the day after. */
		{ { "7h", "Asia/Tokyo", "2025-12-24T00:00:00Z", "2025-12-24T12:00:00Z", 0, 0,
		    "2025-12-24T14:00:00Z 2025-12-25T18:00:00Z" },
		  .excluded = "2025-12-25" },
	};
	expect_dated_plans(rows, countof(rows));
}

static void an_excluded_day_is_passed_in_one_step_however_dense_the_rule(void **state)
{
	(void)state;
	static const char three_years[] = "FREQ=DAILY;UNTIL=20221231";
	static const struct dated_plan rows[] = {
		{ { "* * * * * *", NULL, NULL, "2019-12-31T23:59:58Z", 0, 0,
		    "2019-12-31T23:59:59Z 2023-01-01T00:00:00Z" },
		  .excluded_rule = three_years },
		{ { "FREQ=SECONDLY", NULL, "2019-01-01T00:00", "2019-12-31T23:59:58Z", 0, 0,
		    "2019-12-31T23:59:59Z 2023-01-01T00:00:00Z" },
		  .excluded_rule = three_years },
		{ { "1s", "Europe/London", "2019-01-01T00:00:00Z", "2019-12-31T23:59:58Z", 0, 0,
		    "2019-12-31T23:59:59Z 2023-01-01T00:00:00Z" },
		  .excluded_rule = three_years },
	};
	expect_dated_plans(rows, countof(rows));
}

/* The planned day counts, also where a clock change moves the run to another. */
static void a_day_is_excluded_by_what_was_planned(void **state)
{
	(void)state;
	static const struct dated_plan rows[] = {
		/* Nuuk skips 23:00 to 24:00 of Saturday 2025-03-29: 23:30 would run at Sunday
		   00:30. */
		{ { "30 23 * * *", "America/Nuuk", NULL, "2025-03-28T12:00:00Z", 0, 0,
		    "2025-03-29T01:30:00Z 2025-03-31T00:30:00Z" },
		  .excluded = "2025-03-29" },
		{ { "30 23 * * *", "America/Nuuk", NULL, "2025-03-29T12:00:00Z", 0, 0,
		    "2025-03-30T01:30:00Z 2025-04-01T00:30:00Z" },
		  .excluded = "2025-03-30" },
		/* What is planned for Sunday runs, although Saturday's would be at the same
		   instant. */
		{ { "30 23,0 * * *", "America/Nuuk", NULL, "2025-03-29T12:00:00Z", 0, 0,
		    "2025-03-30T01:30:00Z 2025-03-31T00:30:00Z" },
		  .excluded = "2025-03-29" },
		{ { "0 9 * * *", "Pacific/Apia", NULL, "2011-12-29T00:00:00Z", 0, 0,
		    "2011-12-29T19:00:00Z 2011-12-30T19:00:00Z 2011-12-31T19:00:00Z" },
		  .excluded = "2011-12-30" },
		/* In an overlap over midnight an interval's day is left out twice. */
		{ { "15m", "America/Havana", "2025-11-01T00:00:00Z", "2025-11-02T03:40:00Z", 0, 0,
		    "2025-11-02T03:45:00Z 2025-11-03T05:00:00Z" },
		  .excluded = "2025-11-02" },
	};
	expect_dated_plans(rows, countof(rows));
}

/* The clock changes by an hour at 2025-01-01T00:00:00Z, which is half an hour beside midnight. */
static void expect_around_midnight(bool goes_back, const char *excluded, const char *after,
				   const char *expected)
{
	static const i64 times[] = { 1735689600 };
	static const struct zone_bytes_type types[] = { { 1800, 1, 0 }, { -1800, 0, 4 } };
	const struct zone_bytes_type swapped[] = { types[1], types[0] };
	const struct zone_bytes_block block = { .times_len = 1,
						.times = times,
						.indexes = (const u8[]){ 1 },
						.types_len = 2,
						.types = goes_back ? types : swapped,
						.letters = { "ONE\0TWO\0", 8 } };
	struct zone *zone = make_zone(&block, goes_back ? "TWO0:30" : "ONE-0:30");
	struct plan plan = { .rule = "10m", .start = "2024-12-31T00:00:00Z" };
	struct schedule schedule = given_schedule(&plan, zone);
	struct dated_plan row = { .excluded = excluded };
	struct daybook *book = given_daybook(&row);
	const struct daybook *books[] = { book };
	schedule.excluded = books;
	schedule.excluded_len = 1;
	assert_int_equal(schedule_bind(&schedule, NULL), ERR_OK);
	expect_next(&schedule, plan.rule, instant_of(after), expected);
	daybook_free(book);
	zone_free(zone);
}

/* The first pass of midnight is at 23:30Z, the second at 00:30Z. */
static void an_interval_leaves_out_a_day_that_comes_back_after_midnight(void **state)
{
	(void)state;
	expect_around_midnight(true, "2024-12-31", "2024-12-31T00:00:00Z",
			       "2024-12-31T23:30:00Z 23:40:00Z 23:50:00Z 2025-01-01T00:30:00Z");
}

static void an_interval_goes_on_where_the_day_before_comes_back(void **state)
{
	(void)state;
	expect_around_midnight(true, "2025-01-01", "2024-12-31T23:10:00Z",
			       "2024-12-31T23:20:00Z 2025-01-01T00:00:00Z 00:10:00Z 00:20:00Z "
			       "2025-01-02T00:30:00Z");
}

/* 23:30 to 00:30 does not happen. */
static void an_interval_goes_on_at_once_where_the_clock_leaps_over_midnight(void **state)
{
	(void)state;
	expect_around_midnight(false, "2024-12-31", "2024-12-31T00:30:00Z",
			       "2025-01-01T00:00:00Z 00:10:00Z 00:20:00Z 00:30:00Z");
	expect_around_midnight(false, "2025-01-01", "2024-12-31T23:40:00Z",
			       "2024-12-31T23:50:00Z 2025-01-01T23:30:00Z");
}

static void a_schedule_whose_every_day_is_excluded_comes_to_an_end(void **state)
{
	(void)state;
	static const struct dated_plan rows[] = {
		{ { "0 9 * * *", NULL, NULL, "2020-01-01T00:00:00Z", 0, 0, "." },
		  .excluded_rule = "FREQ=DAILY" },
		{ { "1h", NULL, "2019-12-31T23:00:00Z", "2019-12-31T23:00:00Z", 0, 0, "." },
		  .excluded_rule = "FREQ=DAILY" },
		{ { "0 9 * * 6", NULL, NULL, "2020-01-01T00:00:00Z", 0, 0, "." },
		  .excluded_rule = "FREQ=WEEKLY;BYDAY=SA,SU" },
	};
	expect_dated_plans(rows, countof(rows));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(extra_dates_are_added_in_their_place),
		cmocka_unit_test(dates_are_taken_away_by_their_instant),
		cmocka_unit_test(excluded_days_are_those_on_the_wall_of_the_zone),
		cmocka_unit_test(an_excluded_day_is_passed_in_one_step_however_dense_the_rule),
		cmocka_unit_test(a_day_is_excluded_by_what_was_planned),
		cmocka_unit_test(an_interval_leaves_out_a_day_that_comes_back_after_midnight),
		cmocka_unit_test(an_interval_goes_on_where_the_day_before_comes_back),
		cmocka_unit_test(an_interval_goes_on_at_once_where_the_clock_leaps_over_midnight),
		cmocka_unit_test(a_schedule_whose_every_day_is_excluded_comes_to_an_end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
