/* The rule in the footer of zone data: "GMT0BST,M3.5.0/1,M10.5.0". Parsed once into two changes a
 * year, then looked up with a few multiplications. Used by zone*.c alone.
 *
 * A rule's changes depend only on the kind of year: leap or not, and the weekday of January 1. So
 * the rule is kept as a table over the 14 kinds, and no rule is evaluated when an instant is asked
 * for. Changes are numbered through all years: 2 * year + 0 or 1. */
#ifndef BELFRY_CALENDAR_ZONE_RULE_H
#define BELFRY_CALENDAR_ZONE_RULE_H

#include "base/err.h"
#include "base/str.h"
#include "calendar/civil.h"

enum { YEAR_KINDS = 14 };

/* The rule's first and last year; past them the clock stands still. One year more on either side
 * than civil dates have, so that an offset cannot carry a civil date out of the rule. */
enum { RULE_YEAR_MIN = CIVIL_YEAR_MIN - 1, RULE_YEAR_MAX = CIVIL_YEAR_MAX + 1 };
enum { RULE_CHANGE_MIN = 2 * RULE_YEAR_MIN, RULE_CHANGE_MAX = 2 * RULE_YEAR_MAX + 1 };

/* No offset of the real world comes near these bounds of RFC 9636, both inside. */
enum { ZONE_OFFSET_MIN = -(25 * 3600 - 1), ZONE_OFFSET_MAX = 26 * 3600 - 1 };
enum { ABBREVIATION_LEN_MAX = 31 };

struct zone_rule {
	/* Seconds from the first second of the year in UTC to its two changes, in ascending order. */
	i32 at[YEAR_KINDS][2];
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

/* Years counted from the year -400, so that no division here meets a negative number; the calendar
 * repeats after 400 years, so leap years and weekdays are the same. */
enum { SHIFTED_EPOCH_DAY = 719528 + CYCLE_DAYS };

/* The day number of January 1, from the shifted epoch. */
static inline u32 shifted_year_day(u32 year)
{
	return 365 * year + (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400;
}

static inline u32 shifted_year_of(u32 day)
{
	/* 400 years have 146097 days. The estimate is right or off by one, near New Year. */
	u32 year = day * 400 / CYCLE_DAYS;
	if (shifted_year_day(year) > day) return year - 1;
	return shifted_year_day(year + 1) <= day ? year + 1 : year;
}

/* Its day 0 was a Saturday. */
static inline u32 shifted_year_kind(u32 year, u32 first_day)
{
	return (civil_is_leap((i32)year) ? 7 : 0) + (first_day + SATURDAY) % 7;
}

/* The instant of a numbered change. */
static inline i64 rule_change_at(const struct zone_rule *rule, i32 change)
{
	u32 year = (u32)((change >> 1) + CYCLE_YEARS);
	u32 first_day = shifted_year_day(year);
	u32 kind = shifted_year_kind(year, first_day);
	return ((i64)first_day - SHIFTED_EPOCH_DAY) * DAY_SECONDS + rule->at[kind][change & 1];
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
	u64 second = (u64)(utc + (i64)SHIFTED_EPOCH_DAY * DAY_SECONDS);
	u32 year = shifted_year_of((u32)(second / DAY_SECONDS));
	u32 first_day = shifted_year_day(year);
	u32 next_first_day = first_day + (civil_is_leap((i32)year) ? 366 : 365);
	u64 year_start = (u64)first_day * DAY_SECONDS;
	i32 in_year = (i32)(second - year_start);
	const i32 *at = rule->at[shifted_year_kind(year, first_day)];
	const i32 *at_next = rule->at[shifted_year_kind(year + 1, next_first_day)];
	i32 next_year = (i32)(next_first_day - first_day) * DAY_SECONDS + at_next[0];
	i32 change = 2 * ((i32)year - CYCLE_YEARS) - 1 + (in_year >= at[0]) + (in_year >= at[1]);
	i32 next = in_year >= at[0] ? at[1] : at[0];
	next = in_year >= at[1] ? next_year : next;
	*out_until = utc - in_year + next;
	if (!rule->spills) return change;
	change = rule_step(rule, change, utc);
	*out_until = rule_change_at(rule, change + 1);
	return change;
}

#endif
