/* Stories about dates as numbers: against a calendar that counts its days one by one. */
#include "calendar/civil.h"

#include "support.h"

/* The rule as it is taught. */
static bool is_leap_year(i32 year)
{
	if (year % 400 == 0) return true;
	if (year % 100 == 0) return false;
	return year % 4 == 0;
}

static i32 days_of_month(i32 year, i32 month)
{
	static const i32 days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
	return days[month - 1] + (month == 2 && is_leap_year(year));
}

static void expect_day(i32 number, const struct civil *date, i32 day_of_year, u32 weekday)
{
	struct civil found = { 0 };
	civil_from_day_number(number, &found);
	bool right = civil_day_number(date->year, date->month, date->day) == number &&
		     found.year == date->year && found.month == date->month &&
		     found.day == date->day && civil_day_of_year(date) == day_of_year &&
		     civil_weekday(number) == weekday;
	if (!right) fail_msg("%d-%d-%d is day %d", date->year, date->month, date->day, number);
}

/* Returns the number of the day after. */
static i32 expect_year(i32 year, i32 number, u32 *weekday)
{
	i32 day_of_year = 1;
	assert_int_equal(civil_is_leap(year), is_leap_year(year));
	for (i32 month = 1; month <= 12; month++) {
		assert_int_equal(civil_month_days(year, month), days_of_month(year, month));
		for (i32 day = 1; day <= days_of_month(year, month); day++) {
			struct civil date = { .year = year, .month = month, .day = day };
			expect_day(number++, &date, day_of_year++, *weekday);
			*weekday = (*weekday + 1) % 7;
		}
	}
	return number;
}

static void every_day_of_ten_thousand_years_round_trips(void **state)
{
	(void)state;
	i32 number = -719162; /* 0001-01-01, a Monday */
	u32 weekday = MONDAY;
	for (i32 year = 1; year <= 10000; year++) number = expect_year(year, number, &weekday);
	assert_int_equal(number - 1, civil_day_number(10000, 12, 31));
}

/* Walls of the year 1 reach into the year 0 in zones west of Greenwich. */
static void days_before_the_year_one_are_counted_the_same_way(void **state)
{
	(void)state;
	i32 first = -719162 - 2 * CYCLE_DAYS;
	i32 number = first;
	u32 weekday = MONDAY;
	for (i32 year = 1 - 2 * CYCLE_YEARS; year < 1; year++)
		number = expect_year(year, number, &weekday);
	assert_int_equal(number, -719162);
}

static void the_calendar_repeats_after_400_years(void **state)
{
	(void)state;
	for (i32 year = 1601; year <= 2000; year++) {
		i32 days = civil_day_number(year + CYCLE_YEARS, 3, 1) -
			   civil_day_number(year, 3, 1);
		assert_int_equal(days, CYCLE_DAYS);
	}
	assert_int_equal(CYCLE_DAYS % 7, 0);
	assert_int_equal(CYCLE_MONTHS, CYCLE_YEARS * 12);
}

static void centuries_are_leap_years_only_every_fourth_time(void **state)
{
	(void)state;
	static const i32 leap[] = { 4, 400, 1600, 2000, 2024, 2400, 9996 };
	static const i32 plain[] = { 1, 100, 1700, 1800, 1900, 2023, 2025, 2100, 9999 };
	for (size_t i = 0; i < countof(leap); i++) assert_true(civil_is_leap(leap[i]));
	for (size_t i = 0; i < countof(plain); i++) assert_false(civil_is_leap(plain[i]));
}

static void weekdays_are_those_of_history(void **state)
{
	(void)state;
	static const struct {
		i32 year, month, day;
		enum weekday weekday;
	} rows[] = {
		{ 1, 1, 1, MONDAY },      { 1582, 10, 15, FRIDAY },  { 1600, 2, 29, TUESDAY },
		{ 1900, 1, 1, MONDAY },   { 1969, 7, 20, SUNDAY },   { 1970, 1, 1, THURSDAY },
		{ 2000, 2, 29, TUESDAY }, { 2024, 2, 29, THURSDAY }, { 2025, 3, 30, SUNDAY },
		{ 2011, 12, 30, FRIDAY }, { 2038, 1, 19, TUESDAY },  { 9999, 12, 31, FRIDAY },
		{ 1999, 12, 31, FRIDAY }, { 2026, 7, 4, SATURDAY },  { 2027, 6, 16, WEDNESDAY },
	};
	for (size_t i = 0; i < countof(rows); i++) {
		i32 day = civil_day_number(rows[i].year, rows[i].month, rows[i].day);
		assert_int_equal(civil_weekday(day), rows[i].weekday);
	}
}

static void a_wall_counts_seconds_from_1970_in_both_directions(void **state)
{
	(void)state;
	struct civil eve = { 1969, 12, 31, 23, 59, 59 };
	struct civil epoch = { 1970, 1, 1, 0, 0, 0 };
	struct civil first = { 1, 1, 1, 0, 0, 0 };
	struct civil last = { 9999, 12, 31, 23, 59, 59 };
	assert_int_equal(wall_from_civil(&eve), -1);
	assert_int_equal(wall_from_civil(&epoch), 0);
	assert_int_equal(wall_from_civil(&first), WALL_MIN);
	assert_int_equal(wall_from_civil(&last), WALL_MAX);
}

static void a_wall_is_a_day_and_a_second_of_it_also_before_1970(void **state)
{
	(void)state;
	static const struct {
		wall at;
		i32 day, second;
	} rows[] = {
		{ 0, 0, 0 },
		{ 86399, 0, 86399 },
		{ 86400, 1, 0 },
		{ -1, -1, 86399 },
		{ -86400, -1, 0 },
		{ -86401, -2, 86399 },
		{ WALL_MIN, -719162, 0 },
		{ WALL_MAX, 2932896, 86399 },
	};
	for (size_t i = 0; i < countof(rows); i++) {
		assert_int_equal(wall_day_number(rows[i].at), rows[i].day);
		assert_int_equal(wall_second_of_day(rows[i].at), rows[i].second);
	}
}

static void any_wall_becomes_a_date_and_the_same_wall_again(void **state)
{
	(void)state;
	struct prng prng = prng_init(check_seed());
	for (u32 i = 0; i < 200000; i++) {
		wall at = prng_between(&prng, WALL_MIN, WALL_MAX);
		struct civil civil;
		wall_to_civil(at, &civil);
		assert_int_equal(wall_from_civil(&civil), at);
		assert_in_range(civil.hour, 0, 23);
		assert_in_range(civil.minute, 0, 59);
		assert_in_range(civil.second, 0, 59);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_day_of_ten_thousand_years_round_trips),
		cmocka_unit_test(days_before_the_year_one_are_counted_the_same_way),
		cmocka_unit_test(the_calendar_repeats_after_400_years),
		cmocka_unit_test(centuries_are_leap_years_only_every_fourth_time),
		cmocka_unit_test(weekdays_are_those_of_history),
		cmocka_unit_test(a_wall_counts_seconds_from_1970_in_both_directions),
		cmocka_unit_test(a_wall_is_a_day_and_a_second_of_it_also_before_1970),
		cmocka_unit_test(any_wall_becomes_a_date_and_the_same_wall_again),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
