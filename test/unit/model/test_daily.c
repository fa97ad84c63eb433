/* When a person's day is due, by the clock on their wall; and how dates and times are written. */
#include "model/daily.h"

#include "base/check.h"
#include "calendar/civil.h"
#include "calendar/zone.h"
#include "zones/zone_files.h"

static const struct zone *berlin(void)
{
	static struct zone *zone;
	if (!zone) zone = zone_file_load(STR("Europe/Berlin"));
	assert_non_null(zone);
	return zone;
}

static msec instant(const char *text)
{
	msec at;
	assert_int_equal(ERR_OK, instant_parse(str_from(text), &at, NULL));
	return at;
}

static i64 date(const char *text)
{
	i64 number;
	assert_true(daily_parse_date(str_from(text), &number));
	return number;
}

static void expect_cutoff(const struct zone *zone, const char *day, u32 minute, const char *at)
{
	assert_true(daily_cutoff(zone, date(day), minute) == instant(at));
}

static void a_cutoff_is_a_time_on_the_wall(void **state)
{
	(void)state;
	expect_cutoff(zone_utc(), "2026-03-02", 9 * 60, "2026-03-02T09:00:00Z");
	expect_cutoff(berlin(), "2026-03-02", 9 * 60, "2026-03-02T08:00:00Z");
	expect_cutoff(berlin(), "2026-07-02", 9 * 60, "2026-07-02T07:00:00Z");
	expect_cutoff(berlin(), "2026-03-29", 150, "2026-03-29T01:30:00Z"); /* 03:30: a gap */
	expect_cutoff(berlin(), "2026-10-25", 150, "2026-10-25T00:30:00Z"); /* the first */
}

static void the_next_day_is_the_first_whose_cutoff_is_to_come(void **state)
{
	(void)state;
	const struct zone *utc = zone_utc();
	msec now = instant("2026-03-02T09:00:00Z");
	i64 today = date("2026-03-02");
	assert_true(daily_next_date(utc, 9 * 60, 0, now) == today + 1);
	assert_true(daily_next_date(utc, 9 * 60, 0, now - 1) == today);
	assert_true(daily_next_date(utc, 9 * 60, today, now - 1) == today + 1);
	assert_true(daily_next_date(utc, 9 * 60, today + 30, now) == today + 31);
	assert_true(daily_date_at(berlin(), instant("2026-03-02T23:30:00Z")) == today + 1);
	assert_true(daily_date_at(utc, -1) == -1);
}

/* From one to the next there are 23, 24 or 25 hours; each day once, none left out. */
static void a_year_of_days_is_a_year_of_civil_days(void **state)
{
	(void)state;
	msec now = instant("2026-01-01T00:00:00Z");
	i64 last = date("2025-12-31");
	u32 short_days = 0, long_days = 0;
	msec before = daily_cutoff(berlin(), last, 9 * 60);
	for (u32 i = 0; i < 365; i++) {
		i64 next = daily_next_date(berlin(), 9 * 60, last, now);
		msec cutoff = daily_cutoff(berlin(), next, 9 * 60);
		assert_true(next == last + 1);
		assert_true(daily_date_at(berlin(), cutoff) == next);
		short_days += cutoff - before == 23 * MSEC_HOUR;
		long_days += cutoff - before == 25 * MSEC_HOUR;
		before = cutoff;
		last = next;
		now = cutoff;
	}
	assert_int_equal(short_days, 1);
	assert_int_equal(long_days, 1);
}

static void dates_and_times_are_read_as_they_are_written(void **state)
{
	(void)state;
	static const char *const bad[] = { "",         "9:00", "24:00", "09:60",
					   "09:00:00", "0900", "a9:00", "-1:00" };
	char day[DAILY_DATE_LEN], time[DAILY_TIME_LEN];
	struct why why;
	u32 minute;
	i64 number;
	daily_print_date(date("2024-02-29"), day);
	assert_str(((str){ day, sizeof day }), STR("2024-02-29"));
	for (u32 i = 0; i < DAY_MINUTES; i++) {
		daily_print_time(i, time);
		assert_int_equal(ERR_OK, daily_parse_time((str){ time, 5 }, &minute, &why));
		assert_int_equal(minute, i);
	}
	for (u32 i = 0; i < countof(bad); i++)
		assert_int_equal(ERR_INVALID, daily_parse_time(str_from(bad[i]), &minute, &why));
	assert_false(daily_parse_date(STR("2026-02-30"), &number));
	assert_false(daily_parse_date(STR("20260302"), &number));
}

static void statuses_have_words(void **state)
{
	(void)state;
	enum day_status status;
	assert_str(day_status_name(DAY_CUTOFF_REACHED), STR("cutoff_reached"));
	assert_true(day_status_parse(STR("missed"), &status));
	assert_int_equal(status, DAY_MISSED);
	assert_false(day_status_parse(STR(""), &status));
	assert_false(day_status_parse(STR("gone"), &status));
	assert_int_equal(0, day_status_name(DAY_STATUS_COUNT).len);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_cutoff_is_a_time_on_the_wall),
		cmocka_unit_test(the_next_day_is_the_first_whose_cutoff_is_to_come),
		cmocka_unit_test(a_year_of_days_is_a_year_of_civil_days),
		cmocka_unit_test(dates_and_times_are_read_as_they_are_written),
		cmocka_unit_test(statuses_have_words),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
