/* Civil dates: the Gregorian calendar without zones, before and after 1970 alike.
 *
 * A `wall` is what a clock on the wall shows, as seconds on an axis without a zone: 0 is
 * 1970-01-01 00:00:00, whatever the zone. Walls are compared and stepped like civil dates; only
 * zone.h turns a wall into an instant. */
#ifndef BELFRY_CALENDAR_CIVIL_H
#define BELFRY_CALENDAR_CIVIL_H

#include "base/buf.h"
#include "base/err.h"
#include "base/msec.h"

typedef i64 wall;

enum { DAY_SECONDS = 86400, CYCLE_YEARS = 400, CYCLE_DAYS = 146097, CYCLE_MONTHS = 4800 };
enum { CIVIL_YEAR_MIN = 1, CIVIL_YEAR_MAX = 9999 };

struct civil {
	i32 year;
	i32 month; /* 1 to 12 */
	i32 day;   /* 1 to 31 */
	i32 hour;
	i32 minute;
	i32 second;
};

/* 0 is Sunday, as in cron. */
enum weekday { SUNDAY, MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY };

static inline bool civil_is_leap(i32 year)
{
	/* Divisible by 4, and by 16 where divisible by 25: the same years as the usual rule. */
	return (year & (year % 25 == 0 ? 15 : 3)) == 0;
}

static inline i32 civil_month_days(i32 year, i32 month)
{
	if (month == 2) return civil_is_leap(year) ? 29 : 28;
	return 30 + ((month ^ month >> 3) & 1);
}

/* Days since 1970-01-01. */
i32 civil_day_number(i32 year, i32 month, i32 day);
void civil_from_day_number(i32 day_number, struct civil *out_date);

static inline enum weekday civil_weekday(i32 day_number)
{
	i32 weekday = (day_number + THURSDAY) % 7;
	return (enum weekday)(weekday < 0 ? weekday + 7 : weekday);
}

/* Day 1 is January 1. */
static inline i32 civil_day_of_year(const struct civil *date)
{
	return civil_day_number(date->year, date->month, date->day) -
	       civil_day_number(date->year, 1, 1) + 1;
}

static inline i32 wall_day_number(wall at)
{
	i64 day = at / DAY_SECONDS - (at % DAY_SECONDS < 0);
	return (i32)day;
}

static inline i32 wall_second_of_day(wall at)
{
	return (i32)(at - (i64)wall_day_number(at) * DAY_SECONDS);
}

wall wall_from_civil(const struct civil *civil);
void wall_to_civil(wall at, struct civil *out_civil);

#define WALL_MIN ((wall)-62135596800) /* 0001-01-01 00:00:00 */
#define WALL_MAX ((wall)253402300799) /* 9999-12-31 23:59:59 */

/* A local time without offset: 2025-03-30T01:30:00, 2025-03-30T01:30, 2025-03-30 (midnight), a
 * space instead of the T, or the basic form 20250330T013000 and 20250330. Refuses dates that no
 * calendar has, seconds above 59, years outside 1 to 9999. */
MUST_USE enum err wall_parse(str text, wall *out_wall, struct why *why);
/* 2025-03-30T01:30:00 */
void wall_print(wall at, struct buf *out);

/* RFC 3339 with Z or an offset, fraction cut to milliseconds. */
MUST_USE enum err instant_parse(str text, msec *out_instant, struct why *why);
/* 2025-03-30T01:30:00Z, with .mmm only where it is not a whole second. */
void instant_print(msec at, struct buf *out);

#endif
