/* The rule in the footer of zone data: "GMT0BST,M3.5.0/1,M10.5.0". Parsed once into two changes a
 * year, then looked up with a few multiplications. Used by zone*.c alone.
 *
 * A rule's changes depend only on the kind of year: leap or not, and the weekday of January 1. So
 * the rule is kept as a table over the kinds, and no rule is evaluated when an instant is asked
 * for. Changes are numbered through all years: 2 * year + 0 or 1. */
#ifndef BELFRY_CALENDAR_ZONE_RULE_H
#define BELFRY_CALENDAR_ZONE_RULE_H

#include "base/err.h"
#include "base/str.h"
#include "calendar/civil.h"

/* Common years, common years before a leap year, leap years; each with seven weekdays. */
enum { YEAR_KINDS = 21 };

/* The rule's first and last year; past them the clock stands still. One year more on either side
 * than civil dates have, so that an offset cannot carry a civil date out of the rule. */
enum { RULE_YEAR_MIN = CIVIL_YEAR_MIN - 1, RULE_YEAR_MAX = CIVIL_YEAR_MAX + 1 };
enum { RULE_CHANGE_MIN = 2 * RULE_YEAR_MIN, RULE_CHANGE_MAX = 2 * RULE_YEAR_MAX + 1 };

/* No offset of the real world comes near these bounds of RFC 9636, both inside. */
enum { ZONE_OFFSET_MIN = -(25 * 3600 - 1), ZONE_OFFSET_MAX = 26 * 3600 - 1 };
enum { ABBREVIATION_LEN_MAX = 31 };

struct zone_rule {
	/* Seconds from the first second of the year in UTC to its two changes, in ascending order,
	 * and to the next year's first one. */
	i32 at[YEAR_KINDS][3];
	/* A change may lie in a neighbouring year: rule times reach a week to either side. */
	bool spills;
	i64 first; /* the instant of RULE_CHANGE_MIN */
	i64 last;  /* the instant of RULE_CHANGE_MAX */
};

struct zone_local {
	i32 offset;
	str name; /* borrowed from the footer's text */
};

struct zone_footer {
	u32 locals_len;              /* 0: says nothing; 1: one local time for ever; 2: in turn */
	struct zone_local locals[2]; /* of two, what holds after a year's first and second change */
	struct zone_rule rule;       /* set when there are two */
};

/* The footer's text without its newlines. Understands all of POSIX and the extension of version 3
 * (hours -167 to 167). Daylight saving all year round comes out as one local time. Refuses a rule
 * whose changes do not come in turn. */
MUST_USE enum err zone_footer_parse(str text, struct zone_footer *out_footer, struct why *why);

/* A year of the calendar. Years are counted from the year -400 here, and so are days and seconds,
 * so that no division meets a negative number; leap years and weekdays repeat after 400 years. */
struct shifted_year {
	u32 year;
	u32 first_day;
	u32 kind;
};

enum { SHIFTED_EPOCH_DAY = 719528 + CYCLE_DAYS, CYCLE_YEAR_SECONDS = 31556952 };
#define SHIFTED_EPOCH_SECOND ((i64)SHIFTED_EPOCH_DAY * DAY_SECONDS)

static inline u32 shifted_first_day(u32 year)
{
	u32 century = (year - 1) / 100;
	return 365 * year + (year - 1) / 4 - century + century / 4 + 1;
}

static inline struct shifted_year shifted_year(u32 year)
{
	u32 first_day = shifted_first_day(year);
	u32 shape = civil_is_leap((i32)year) ? 2 : civil_is_leap((i32)year + 1);
	/* Day 0 was a Saturday. */
	return (struct shifted_year){ year, first_day, shape * 7 + (first_day + SATURDAY) % 7 };
}

static inline struct shifted_year shifted_year_of(u64 second)
{
	/* The mean year places January 1 up to 18 hours late or 35 early; with a day's advance the
	 * estimate is never too low, and too high only in the last days of a year. */
	u32 year = (u32)((second + DAY_SECONDS) / CYCLE_YEAR_SECONDS);
	if ((u64)shifted_first_day(year) * DAY_SECONDS > second) year--;
	return shifted_year(year);
}

/* The instant of a numbered change. */
static inline i64 rule_change_at(const struct zone_rule *rule, i32 change)
{
	struct shifted_year year = shifted_year((u32)((change >> 1) + CYCLE_YEARS));
	i64 second = (i64)year.first_day * DAY_SECONDS + rule->at[year.kind][change & 1];
	return second - SHIFTED_EPOCH_SECOND;
}

/* Steps from a near change to the last one at or before utc: at most three, as a change strays at
 * most eight days from its year. For rules that spill. */
static inline i32 rule_step(const struct zone_rule *rule, i32 change, i64 utc)
{
	while (rule_change_at(rule, change) > utc) change--;
	while (rule_change_at(rule, change + 1) <= utc) change++;
	return change;
}

/* The last change at or before utc, RULE_CHANGE_MIN - 1 before the first; and the instant of the
 * one after it, INT64_MAX after the last. No branch depends on the season: instants in any order
 * cost the same. */
static inline i32 rule_change_before(const struct zone_rule *rule, i64 utc, i64 *out_until)
{
	if (utc < rule->first) {
		*out_until = rule->first;
		return RULE_CHANGE_MIN - 1;
	}
	if (utc >= rule->last) {
		*out_until = INT64_MAX;
		return RULE_CHANGE_MAX;
	}
	u64 second = (u64)(utc + SHIFTED_EPOCH_SECOND);
	struct shifted_year year = shifted_year_of(second);
	const i32 *at = rule->at[year.kind];
	i32 in_year = (i32)(second - (u64)year.first_day * DAY_SECONDS);
	i32 passed = (in_year >= at[0]) + (in_year >= at[1]);
	i32 change = 2 * ((i32)year.year - CYCLE_YEARS) - 1 + passed;
	*out_until = utc - in_year + at[passed];
	if (!rule->spills) return change;
	change = rule_step(rule, change, utc);
	*out_until = rule_change_at(rule, change + 1);
	return change;
}

#endif
