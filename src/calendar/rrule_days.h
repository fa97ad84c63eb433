/* Inside the recurrence module only: which days a bound rule means, as sets of bits. */
#ifndef BELFRY_CALENDAR_RRULE_DAYS_H
#define BELFRY_CALENDAR_RRULE_DAYS_H

#include "calendar/rrule.h"
#include "calendar/times.h"

static inline i64 greatest_common_divisor(i64 a, i64 b)
{
	while (b) {
		i64 rest = a % b;
		a = b;
		b = rest;
	}
	return a;
}

/* A bound rule's times of day. A second 60 is only ever a leap second, which civil clocks here do
 * not show. */
static inline struct times rrule_times(const struct rrule *rule)
{
	return (struct times){ rule->seconds & bits_range(0, 59), rule->minutes, rule->hours };
}

/* The length of the units that FREQ=SECONDLY, MINUTELY and HOURLY step by. */
static inline i32 rrule_unit_seconds(enum rrule_freq freq)
{
	return freq == FREQ_HOURLY ? 3600 : freq == FREQ_MINUTELY ? 60 : 1;
}

/* A set of days near each other: bit n is day number `base + n`. */
enum { DAYSET_WORDS = 6 };
struct dayset {
	i32 base;
	u32 words;
	u64 bits[DAYSET_WORDS];
};

/* The days of one month. SKIP may move one to the day before the month or the day after it. */
void rrule_month_days(const struct rrule *rule, i32 year, i32 month, struct dayset *out_days);

/* The days of one year; with BYWEEKNO those of its weeks, which may lie in the years beside it. */
void rrule_year_days(const struct rrule *rule, i32 year, struct dayset *out_days);

/* The year whose weeks hold this day: at the turn of the year not always the day's own. */
i32 rrule_week_year(const struct rrule *rule, i32 day_number);

/* The days of the week that begins on day number `first`. */
void rrule_week_days(const struct rrule *rule, i32 first, struct dayset *out_days);

/* For FREQ=DAILY and below, whose BY parts only limit: the first day >= from that none of them
 * takes out; false when there is none within 400 years. */
MUST_USE bool rrule_next_day(const struct rrule *rule, i32 from, i32 *out_day);

/* rrule_next_wall for one who asks often: every try of a rule below a day that is in vain is taken
 * from `tries_left`, and at 0 the search is given up. */
MUST_USE bool rrule_next_wall_within(const struct rrule *rule, wall after, u32 *tries_left,
				     wall *out_wall);

/* The smallest member >= from (counted from base), or -1. */
i32 dayset_next(const struct dayset *days, i32 from);

#endif
