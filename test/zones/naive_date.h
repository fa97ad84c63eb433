/* Dates the slow, plain way, for the models only; nothing is shared with the product. Days are
 * counted from 1970-01-01, walls in seconds from its midnight. */
#ifndef BELFRY_TEST_NAIVE_DATE_H
#define BELFRY_TEST_NAIVE_DATE_H

#include <stdbool.h>
#include <stdint.h>

struct naive_date {
	int year, month, day;
	int weekday;  /* 0 is Sunday */
	int year_day; /* 1 is January 1 */
	int month_len, year_len;
};

static inline bool naive_is_leap(int year)
{
	return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static inline int naive_year_len(int year)
{
	return naive_is_leap(year) ? 366 : 365;
}

static inline int naive_month_len(int year, int month)
{
	switch (month) {
	case 2: return naive_is_leap(year) ? 29 : 28;
	case 4:
	case 6:
	case 9:
	case 11: return 30;
	default: return 31;
	}
}

static inline int64_t naive_floor_div(int64_t a, int64_t b)
{
	int64_t quotient = a / b;
	return a % b < 0 ? quotient - 1 : quotient;
}

static inline int64_t naive_floor_mod(int64_t a, int64_t b)
{
	return a - naive_floor_div(a, b) * b;
}

/* January 1: 365 days for every year before and one for every leap year among them. */
static inline int64_t naive_year_start(int year)
{
	int64_t before = (int64_t)year - 1;
	int64_t leaps = naive_floor_div(before, 4) - naive_floor_div(before, 100) +
			naive_floor_div(before, 400);
	return 365 * before + leaps - 719162; /* days from 0001-01-01 to 1970-01-01 */
}

static inline int64_t naive_day_number(int year, int month, int day)
{
	int64_t number = naive_year_start(year);
	for (int m = 1; m < month; m++) number += naive_month_len(year, m);
	return number + day - 1;
}

static inline int naive_weekday(int64_t day_number)
{
	return (int)naive_floor_mod(day_number + 4, 7); /* 1970-01-01 was a Thursday */
}

static inline struct naive_date naive_date_of(int64_t day_number)
{
	struct naive_date date = { .weekday = naive_weekday(day_number) };
	date.year = 1970 + (int)naive_floor_div(day_number, 366);
	while (naive_year_start(date.year) > day_number) date.year--;
	while (naive_year_start(date.year + 1) <= day_number) date.year++;
	int64_t rest = day_number - naive_year_start(date.year);
	date.year_len = naive_year_len(date.year);
	date.year_day = (int)rest + 1;
	date.month = 1;
	while (rest >= naive_month_len(date.year, date.month))
		rest -= naive_month_len(date.year, date.month++);
	date.month_len = naive_month_len(date.year, date.month);
	date.day = (int)rest + 1;
	return date;
}

#endif
