/* Recurrence rules: RFC 5545 section 3.3.10 in full, and SKIP of RFC 7529 for the Gregorian
 * calendar. This module knows walls only; clock changes, UNTIL's instant, RDATE and EXDATE are
 * next.h's.
 *
 * A rule is parsed, then bound to its start, which fills in what the rule leaves open and finds
 * the wall of the last instance when there is a COUNT. */
#ifndef BELFRY_CALENDAR_RRULE_H
#define BELFRY_CALENDAR_RRULE_H

#include "base/buf.h"
#include "base/err.h"
#include "calendar/civil.h"

enum {
	RRULE_TEXT_MAX = 4000,
	RRULE_INTERVAL_MAX = 1000000,
	RRULE_COUNT_MAX = 1000000,
	/* Above this COUNT only rules whose last instance is a multiplication away are accepted. */
	RRULE_COUNT_WALK_MAX = 50000,
	RRULE_STEPS_MAX = 200000,
};

/* In order of size; the order is used. */
enum rrule_freq {
	FREQ_SECONDLY,
	FREQ_MINUTELY,
	FREQ_HOURLY,
	FREQ_DAILY,
	FREQ_WEEKLY,
	FREQ_MONTHLY,
	FREQ_YEARLY,
	FREQ_COUNT
};

enum rrule_skip { SKIP_OMIT, SKIP_BACKWARD, SKIP_FORWARD, SKIP_KINDS };

/* UNTIL_DATE: the whole of that day, in the rule's zone. */
enum rrule_until { UNTIL_NONE, UNTIL_UTC, UNTIL_LOCAL, UNTIL_DATE };

/* The parts of a rule, in the order of the normal form. */
enum rrule_part {
	PART_RSCALE,
	PART_FREQ,
	PART_INTERVAL,
	PART_BYMONTH,
	PART_BYWEEKNO,
	PART_BYYEARDAY,
	PART_BYMONTHDAY,
	PART_BYDAY,
	PART_BYHOUR,
	PART_BYMINUTE,
	PART_BYSECOND,
	PART_BYSETPOS,
	PART_SKIP,
	PART_WKST,
	PART_COUNT,
	PART_UNTIL,
	PART_KINDS
};

/* 366 numbers counted from the front (bit n is n) and as many from the back (bit n is -n). */
enum { ORDINAL_WORDS = 6, ORDINALS_END = ORDINAL_WORDS * 64 };
struct ordinals {
	u64 front[ORDINAL_WORDS];
	u64 back[ORDINAL_WORDS];
};

struct rrule {
	u64 seconds;
	u64 minutes;
	u32 hours;
	u32 days_front;       /* BYMONTHDAY, bit n: n */
	u32 days_back;        /* bit n: -n */
	u16 months;           /* bit 1: January */
	u8 weekdays;          /* BYDAY without a number; bit 0: Sunday */
	u8 week_start;        /* enum weekday */
	u8 numbered;          /* weekdays that BYDAY gives a number */
	u64 weekday_front[7]; /* BYDAY with a number, by weekday: bit n is n */
	u64 weekday_back[7];
	u64 weeks_front; /* BYWEEKNO */
	u64 weeks_back;
	struct ordinals year_days; /* BYYEARDAY */
	struct ordinals positions; /* BYSETPOS */
	u32 interval;
	u32 count; /* 0: none */
	enum rrule_freq freq;
	enum rrule_skip skip;
	enum rrule_until until_kind;
	wall until; /* a wall in UTC or in the rule's zone; of a date its last second */
	u16 parts;  /* bit per enum rrule_part that was written */
	wall start; /* set by rrule_bind */
	wall last;  /* set by rrule_bind: no instance after it */
};

static inline bool rrule_has(const struct rrule *rule, enum rrule_part part)
{
	return rule->parts >> part & 1;
}

/* `why` names the part and the place in the text. An "RRULE:" in front is accepted. */
MUST_USE enum err rrule_parse(str text, struct rrule *out_rule, struct why *why);

/* ERR_RULE_NEVER when there is no instance up to the year 9999, ERR_RRULE_RANGE when the last one
 * of a COUNT is not found within RRULE_STEPS_MAX tries in all. Bind again for another start: what
 * an earlier binding filled in is forgotten. */
MUST_USE enum err rrule_bind(struct rrule *rule, wall start, struct why *why);

/* The normal form of what was written (not what binding filled in). */
void rrule_print(const struct rrule *rule, struct buf *out);

/* The first instance of a bound rule later than `after`. UNTIL is not looked at. The search is
 * bounded by one turn of the calendar in steps of the rule, by the year 9999, and for rules below a
 * day by RRULE_STEPS_MAX tries. */
MUST_USE bool rrule_next_wall(const struct rrule *rule, wall after, wall *out_wall);

#endif
