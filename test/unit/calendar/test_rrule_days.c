/* Stories about the days of one month, week or year that a rule means, as sets. */
#include "calendar/rrule_days.h"

#include "support.h"

/* The rule, with what binding would fill in left open. */
static struct rrule parsed(const char *text)
{
	struct rrule rule = { 0 };
	struct why why;
	if (rrule_parse(str_from(text), &rule, &why)) fail_msg("%s: %s", text, why.text);
	return rule;
}

/* `expected` has dates with blanks between, ascending: all of them. */
static void expect_days(const struct dayset *days, const char *what, const char *expected)
{
	str rest = str_from(expected), word;
	i32 at = 0;
	while (next_word(&rest, &word)) {
		wall wanted = 0;
		assert_int_equal(wall_parse(word, &wanted, NULL), ERR_OK);
		i32 next = dayset_next(days, at);
		if (next < 0 || days->base + next != wall_day_number(wanted))
			fail_msg("%s: not %.*s", what, STR_ARG(word));
		at = next + 1;
	}
	if (dayset_next(days, at) >= 0) fail_msg("%s: more than %s", what, expected);
}

static void the_days_of_a_month(void **state)
{
	(void)state;
	static const struct {
		const char *rule;
		i32 year, month;
		const char *expected;
	} rows[] = {
		{ "FREQ=MONTHLY;BYMONTHDAY=1,15,31", 2025, 1, "20250101 20250115 20250131" },
		{ "FREQ=MONTHLY;BYMONTHDAY=1,15,31", 2025, 2, "20250201 20250215" },
		{ "FREQ=MONTHLY;BYMONTHDAY=-1,-28,-29", 2024, 2, "20240201 20240202 20240229" },
		{ "FREQ=MONTHLY;BYMONTHDAY=-1,-28,-29", 2025, 2, "20250201 20250228" },
		{ "FREQ=MONTHLY;BYDAY=MO", 2025, 6,
		  "20250602 20250609 20250616 20250623 20250630" },
		{ "FREQ=MONTHLY;BYDAY=1MO,-1MO,3TU,5SU", 2025, 6,
		  "20250602 20250617 20250629 20250630" },
		{ "FREQ=MONTHLY;BYDAY=5MO", 2025, 7, "" },
		{ "FREQ=MONTHLY;BYDAY=-5SU,-4SU", 2025, 6, "20250601 20250608" },
		{ "FREQ=MONTHLY;BYDAY=-5MO", 2025, 7, "" },
		{ "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", 2025, 6, "20250613" },
		{ "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13", 2025, 7, "" },
		{ "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=30,31;SKIP=BACKWARD", 2025, 2,
		  "20250228" },
		{ "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=30,31;SKIP=FORWARD", 2025, 2,
		  "20250301" },
		{ "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=-30;SKIP=BACKWARD", 2025, 2,
		  "20250131" },
		{ "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=-30;SKIP=FORWARD", 2025, 2,
		  "20250201" },
		{ "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=5;SKIP=FORWARD", 2025, 2, "20250205" },
		{ "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=-5;SKIP=BACKWARD", 2025, 2,
		  "20250224" },
		{ "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=-30;BYDAY=FR;SKIP=BACKWARD", 2025, 2,
		  "20250131" },
		{ "RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=-30;BYDAY=SA;SKIP=BACKWARD", 2025, 2,
		  "" },
	};
	for (size_t i = 0; i < countof(rows); i++) {
		struct rrule rule = parsed(rows[i].rule);
		struct dayset days;
		rrule_month_days(&rule, rows[i].year, rows[i].month, &days);
		expect_days(&days, rows[i].rule, rows[i].expected);
	}
}

static void all_days_of_a_month_when_no_part_names_any(void **state)
{
	(void)state;
	struct rrule rule = parsed("FREQ=DAILY");
	for (i32 month = 1; month <= 12; month++) {
		struct dayset days;
		i32 count = 0;
		rrule_month_days(&rule, 2024, month, &days);
		for (i32 at = dayset_next(&days, 0); at >= 0; at = dayset_next(&days, at + 1))
			count++;
		assert_int_equal(count, civil_month_days(2024, month));
		assert_int_equal(days.base + dayset_next(&days, 0),
				 civil_day_number(2024, month, 1));
	}
}

static void the_days_of_a_week(void **state)
{
	(void)state;
	static const struct {
		const char *rule, *first, *expected;
	} rows[] = {
		{ "FREQ=WEEKLY;BYDAY=MO,SU", "2025-06-02", "20250602 20250608" },
		{ "FREQ=WEEKLY;BYDAY=MO,SU;WKST=SU", "2025-06-01", "20250601 20250602" },
		{ "FREQ=WEEKLY;BYDAY=MO,SU;WKST=TH", "2025-06-05", "20250608 20250609" },
		/* The week of 2025-06-30 lies in two months. */
		{ "FREQ=WEEKLY;BYDAY=MO,TU,SU;BYMONTH=6", "2025-06-30", "20250630" },
		{ "FREQ=WEEKLY;BYDAY=MO,TU,SU;BYMONTH=7", "2025-06-30", "20250701 20250706" },
		{ "FREQ=WEEKLY;BYDAY=MO,TU,SU;BYMONTH=6,7", "2025-06-30",
		  "20250630 20250701 20250706" },
		{ "FREQ=WEEKLY;BYDAY=MO,TU,SU;BYMONTH=8", "2025-06-30", "" },
		/* And that of 2025-12-29 in two years. */
		{ "FREQ=WEEKLY;BYDAY=MO,TH;BYMONTH=1", "2025-12-29", "20260101" },
		{ "FREQ=WEEKLY;BYDAY=MO,TH;BYMONTH=12", "2025-12-29", "20251229" },
		{ "FREQ=WEEKLY;BYDAY=MO,TH;BYMONTH=6", "2025-06-09", "20250609 20250612" },
	};
	for (size_t i = 0; i < countof(rows); i++) {
		struct rrule rule = parsed(rows[i].rule);
		struct dayset days;
		rrule_week_days(&rule, wall_day_number(seconds_of(rows[i].first)), &days);
		expect_days(&days, rows[i].rule, rows[i].expected);
	}
}

static void the_days_of_a_year(void **state)
{
	(void)state;
	static const struct {
		const char *rule;
		i32 year;
		const char *expected;
	} rows[] = {
		{ "FREQ=YEARLY;BYYEARDAY=1,60,365,366", 2024,
		  "20240101 20240229 20241230 20241231" },
		{ "FREQ=YEARLY;BYYEARDAY=1,60,365,366", 2025, "20250101 20250301 20251231" },
		{ "FREQ=YEARLY;BYYEARDAY=-1,-365,-366", 2024, "20240101 20240102 20241231" },
		{ "FREQ=YEARLY;BYYEARDAY=-1,-365,-366", 2025, "20250101 20251231" },
		{ "FREQ=YEARLY;BYYEARDAY=64,65,128,129", 2025,
		  "20250305 20250306 20250508 20250509" },
		{ "FREQ=YEARLY;BYDAY=1MO,20MO,-1MO", 2025, "20250106 20250519 20251229" },
		{ "FREQ=YEARLY;BYDAY=53WE,-53WE", 2025, "20250101 20251231" },
		{ "FREQ=YEARLY;BYDAY=53TH,-53TH", 2025, "" },
		{ "FREQ=YEARLY;BYMONTH=2,12;BYDAY=1MO,-1SU", 2025,
		  "20250203 20250223 20251201 20251228" },
		{ "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29,28", 2025, "20250228" },
		{ "FREQ=YEARLY;BYMONTHDAY=31;BYDAY=FR", 2025, "20250131 20251031" },
		{ "FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO,SU", 2026, "20251229 20260104" },
		{ "FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO,SU", 2026, "20261228 20270103" },
		{ "FREQ=YEARLY;BYWEEKNO=53;BYDAY=MO,SU", 2025, "" },
		{ "FREQ=YEARLY;BYWEEKNO=-1,-52;BYDAY=WE", 2025, "20250101 20251224" },
		{ "FREQ=YEARLY;BYWEEKNO=-53;BYDAY=WE", 2025, "" },
		{ "FREQ=YEARLY;BYWEEKNO=1;BYDAY=SU;WKST=SU", 2025, "20241229" },
		{ "FREQ=YEARLY;BYWEEKNO=1;BYMONTH=12;BYDAY=MO,SU", 2026, "20251229" },
		{ "FREQ=YEARLY;BYWEEKNO=1;BYMONTHDAY=31;BYDAY=WE,TH", 2026, "20251231" },
		{ "FREQ=YEARLY;BYWEEKNO=53;BYMONTH=1;BYDAY=MO,SU", 2026, "20270103" },
		{ "FREQ=YEARLY;BYWEEKNO=53;BYMONTHDAY=2;BYDAY=SA", 2026, "20270102" },
		{ "RSCALE=GREGORIAN;FREQ=YEARLY;BYYEARDAY=366,1;SKIP=FORWARD", 2025,
		  "20250101 20260101" },
		{ "RSCALE=GREGORIAN;FREQ=YEARLY;BYYEARDAY=-366,1;SKIP=BACKWARD", 2025,
		  "20241231 20250101" },
		{ "RSCALE=GREGORIAN;FREQ=YEARLY;BYYEARDAY=366;SKIP=BACKWARD", 2025, "20251231" },
		{ "RSCALE=GREGORIAN;FREQ=YEARLY;BYYEARDAY=-366;SKIP=FORWARD", 2025, "20250101" },
		{ "RSCALE=GREGORIAN;FREQ=YEARLY;BYYEARDAY=366;SKIP=FORWARD", 2024, "20241231" },
		{ "RSCALE=GREGORIAN;FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30;SKIP=FORWARD", 2025,
		  "20250301" },
		{ "RSCALE=GREGORIAN;FREQ=YEARLY;BYMONTH=12,1;BYMONTHDAY=31,1;SKIP=FORWARD", 2025,
		  "20250101 20250131 20251201 20251231" },
	};
	for (size_t i = 0; i < countof(rows); i++) {
		struct rrule rule = parsed(rows[i].rule);
		struct dayset days;
		rrule_year_days(&rule, rows[i].year, &days);
		expect_days(&days, rows[i].rule, rows[i].expected);
	}
}

/* ISO 8601: the year of a week is the year of its fourth day. */
static void every_day_of_400_years_belongs_to_the_year_of_its_week(void **state)
{
	(void)state;
	for (u32 week_start = 0; week_start < 7; week_start++) {
		struct rrule rule = { .week_start = (u8)week_start };
		i32 first = civil_day_number(1901, 1, 1);
		for (i32 day = first; day < first + CYCLE_DAYS; day++) {
			struct civil fourth;
			i32 into_week = (i32)((civil_weekday(day) + 7 - week_start) % 7);
			civil_from_day_number(day - into_week + 3, &fourth);
			if (rrule_week_year(&rule, day) != fourth.year)
				fail_msg("day %d, weeks from %u", day, week_start);
		}
	}
}

static void the_next_day_that_no_part_takes_out(void **state)
{
	(void)state;
	static const struct {
		const char *rule, *from, *expected; /* "": none */
	} rows[] = {
		{ "FREQ=DAILY", "2025-06-15", "2025-06-15" },
		{ "FREQ=DAILY;BYHOUR=1", "2025-06-15", "2025-06-15" },
		{ "FREQ=DAILY;BYMONTH=3", "2025-06-15", "2026-03-01" },
		{ "FREQ=DAILY;BYMONTH=6", "2025-06-15", "2025-06-15" },
		{ "FREQ=DAILY;BYMONTHDAY=1", "2025-12-15", "2026-01-01" },
		{ "FREQ=DAILY;BYMONTHDAY=-1", "2025-06-15", "2025-06-30" },
		{ "FREQ=DAILY;BYDAY=SA", "2025-06-15", "2025-06-21" },
		{ "FREQ=DAILY;BYDAY=SU", "2025-06-15", "2025-06-15" },
		{ "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO", "2025-06-15", "2044-02-29" },
		{ "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "2025-06-15", "" },
		{ "FREQ=HOURLY;BYYEARDAY=100", "2025-06-15", "2026-04-10" },
		{ "FREQ=HOURLY;BYYEARDAY=-1", "2025-06-15", "2025-12-31" },
		{ "FREQ=HOURLY;BYYEARDAY=366", "2025-06-15", "2028-12-31" },
		{ "FREQ=HOURLY;BYYEARDAY=-366", "2025-06-15", "2028-01-01" },
		{ "FREQ=HOURLY;BYYEARDAY=1;BYMONTH=2", "2025-06-15", "" },
		{ "FREQ=DAILY;BYMONTH=1", "9999-06-15", "" },
		{ "RSCALE=GREGORIAN;FREQ=DAILY;BYMONTHDAY=31;SKIP=BACKWARD", "2025-06-15",
		  "2025-07-31" },
		{ "RSCALE=GREGORIAN;FREQ=DAILY;BYMONTHDAY=-31;SKIP=FORWARD", "2025-06-15",
		  "2025-07-01" },
	};
	for (size_t i = 0; i < countof(rows); i++) {
		struct rrule rule = parsed(rows[i].rule);
		i32 from = wall_day_number(seconds_of(rows[i].from)), day = -7;
		bool found = rrule_next_day(&rule, from, &day);
		assert_int_equal(found, rows[i].expected[0] != '\0');
		assert_int_equal(day, found ? wall_day_number(seconds_of(rows[i].expected)) : -7);
	}
}

static void a_set_of_days_is_walked_over_its_words(void **state)
{
	(void)state;
	struct dayset days = { .base = 100, .words = 3, .bits = { 1, 0, (u64)1 << 63 } };
	assert_int_equal(dayset_next(&days, -500), 0);
	assert_int_equal(dayset_next(&days, 0), 0);
	assert_int_equal(dayset_next(&days, 1), 191);
	assert_int_equal(dayset_next(&days, 64), 191);
	assert_int_equal(dayset_next(&days, 191), 191);
	assert_int_equal(dayset_next(&days, 192), -1);
	assert_int_equal(dayset_next(&days, 100000), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_days_of_a_month),
		cmocka_unit_test(all_days_of_a_month_when_no_part_names_any),
		cmocka_unit_test(the_days_of_a_week),
		cmocka_unit_test(the_days_of_a_year),
		cmocka_unit_test(every_day_of_400_years_belongs_to_the_year_of_its_week),
		cmocka_unit_test(the_next_day_that_no_part_takes_out),
		cmocka_unit_test(a_set_of_days_is_walked_over_its_words),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
