/* Civil dates as whole-number arithmetic. Years are counted from March, so that the leap day is the
 * last of its year and every formula below is exact without a table. */
#include "calendar/civil.h"

#include "base/must.h"

enum {
	DAYS_TO_1970 = 719468, /* from 0000-03-01 to 1970-01-01 */
	DAYS_PER_CENTURY = 36524,
	DAYS_PER_FOUR_YEARS = 1461,
	DAYS_PER_YEAR = 365,
};

/* Days from March 1 to the first of the month, March counted as 0. Months from March on run
 * 31 30 31 30 31 31 30 31 30 31 31, which this line of slope 30.6 reproduces. */
static i32 days_before_month(i32 month_from_march)
{
	return (153 * month_from_march + 2) / 5;
}

i32 civil_day_number(i32 year, i32 month, i32 day)
{
	i32 march_year = year - (month <= 2);
	i32 cycle = (march_year >= 0 ? march_year : march_year - (CYCLE_YEARS - 1)) / CYCLE_YEARS;
	i32 year_of_cycle = march_year - cycle * CYCLE_YEARS;
	i32 month_from_march = month + (month > 2 ? -3 : 9);
	i32 day_of_year = days_before_month(month_from_march) + day - 1;
	i32 leap_days = year_of_cycle / 4 - year_of_cycle / 100;
	return cycle * CYCLE_DAYS + year_of_cycle * DAYS_PER_YEAR + leap_days + day_of_year -
	       DAYS_TO_1970;
}

void civil_from_day_number(i32 day_number, struct civil *out_date)
{
	i32 days = day_number + DAYS_TO_1970;
	i32 cycle = (days >= 0 ? days : days - (CYCLE_DAYS - 1)) / CYCLE_DAYS;
	i32 day_of_cycle = days - cycle * CYCLE_DAYS;
	/* Take the leap days out, then a plain division by 365 finds the year. */
	i32 year_of_cycle = (day_of_cycle - day_of_cycle / (DAYS_PER_FOUR_YEARS - 1) +
			     day_of_cycle / DAYS_PER_CENTURY - day_of_cycle / (CYCLE_DAYS - 1)) /
			    DAYS_PER_YEAR;
	i32 day_of_year = day_of_cycle -
			  (DAYS_PER_YEAR * year_of_cycle + year_of_cycle / 4 - year_of_cycle / 100);
	i32 month_from_march = (5 * day_of_year + 2) / 153;
	out_date->day = day_of_year - days_before_month(month_from_march) + 1;
	out_date->month = month_from_march + (month_from_march < 10 ? 3 : -9);
	out_date->year = year_of_cycle + cycle * CYCLE_YEARS + (out_date->month <= 2);
	must(out_date->month >= 1 && out_date->month <= 12);
}

wall wall_from_civil(const struct civil *civil)
{
	i64 day = civil_day_number(civil->year, civil->month, civil->day);
	return day * DAY_SECONDS + civil->hour * 3600 + civil->minute * 60 + civil->second;
}

void wall_to_civil(wall at, struct civil *out_civil)
{
	i32 day_number = wall_day_number(at);
	i32 second_of_day = wall_second_of_day(at);
	civil_from_day_number(day_number, out_civil);
	out_civil->hour = second_of_day / 3600;
	out_civil->minute = second_of_day / 60 % 60;
	out_civil->second = second_of_day % 60;
}
