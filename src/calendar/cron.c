/* Which walls a cron expression matches. The days of a month are computed as one 31-bit set, so a
 * month costs a few shifts whatever the expression; parsing is in cron_text.c. */
#include "calendar/cron.h"

#include "base/must.h"
#include "calendar/bits.h"
#include "calendar/cron_days.h"
#include "calendar/times.h"

/* The weekday nearest to `day` that is not Saturday or Sunday, without leaving the month. */
static u32 nearest_workday(u32 day, u32 first_weekday, i32 month_days)
{
	u32 weekday = (first_weekday + day - 1) % 7;
	if (weekday == SATURDAY) return day > 1 ? day - 1 : day + 2;
	if (weekday == SUNDAY) return (i32)day < month_days ? day + 1 : day - 2;
	return day;
}

static u64 days_by_date(const struct cron *cron, u32 first_weekday, i32 month_days)
{
	u64 days = cron->days;
	for (u64 set = cron->days_last; set; set &= set - 1) {
		i32 day = month_days - (i32)bits_next(set, 0);
		if (day >= 1) days |= (u64)1 << day;
	}
	for (u64 set = cron->days_nearest; set; set &= set - 1) {
		u32 day = bits_next(set, 0);
		if ((i32)day > month_days) break;
		days |= (u64)1 << nearest_workday(day, first_weekday, month_days);
	}
	if (cron->last_weekday)
		days |= (u64)1 << nearest_workday((u32)month_days, first_weekday, month_days);
	return days;
}

static u64 days_by_weekday(const struct cron *cron, u32 first_weekday, i32 month_days)
{
	u64 days = month_weekdays(cron->weekdays, first_weekday);
	if (cron->weekdays_last)
		days |= month_weekdays(cron->weekdays_last, first_weekday) &
			month_last_week(month_days);
	for (u32 n = 1; n <= countof(cron->weekdays_nth); n++) {
		u8 weekdays = cron->weekdays_nth[n - 1];
		if (weekdays) days |= month_weekdays(weekdays, first_weekday) & month_nth_week(n);
	}
	return days;
}

u32 cron_days(const struct cron *cron, u32 first_weekday, i32 month_days)
{
	u64 days = 0;
	if (cron->any_day && cron->any_weekday) return month_all_days(month_days);
	if (!cron->any_day) days |= days_by_date(cron, first_weekday, month_days);
	if (!cron->any_weekday) days |= days_by_weekday(cron, first_weekday, month_days);
	return (u32)days & month_all_days(month_days);
}

/* The first matching day on or after `date`; its fields are moved there. */
static bool next_day(const struct cron *cron, struct civil *date, i32 *out_day_number)
{
	for (u32 months = 0; months <= CYCLE_MONTHS; months++) {
		if (date->year > CIVIL_YEAR_MAX) return false;
		if (bits_has(cron->months, (u32)date->month)) {
			i32 first = civil_day_number(date->year, date->month, 1);
			i32 length = civil_month_days(date->year, date->month);
			u32 days = cron_days(cron, civil_weekday(first), length);
			u32 day = bits_next(days, (u32)date->day);
			if (day != BIT_NONE) {
				*out_day_number = first + (i32)day - 1;
				return true;
			}
		}
		u32 month = bits_next(cron->months, (u32)date->month + 1);
		date->year += month == BIT_NONE;
		date->month = (i32)(month == BIT_NONE ? bits_next(cron->months, 1) : month);
		date->day = 1;
	}
	return false;
}

bool cron_next_wall(const struct cron *cron, wall after, wall *out_wall)
{
	struct times times = { cron->seconds, cron->minutes, cron->hours };
	struct civil date;
	i32 day_number, found;
	if (after >= WALL_MAX) return false;
	wall from = after < WALL_MIN ? WALL_MIN : after + 1;
	day_number = wall_day_number(from);
	i32 second = times_next(times, wall_second_of_day(from));
	/* Nothing is left of this day: any time of a later one will do. */
	if (second == DAY_SECONDS) day_number++;
	civil_from_day_number(day_number, &date);
	if (!next_day(cron, &date, &found)) return false;
	if (found != day_number || second == DAY_SECONDS) second = times_next(times, 0);
	*out_wall = (wall)found * DAY_SECONDS + second;
	must(*out_wall > after);
	return true;
}
