/* When things happen, by counting: a second model of schedules for the oracle of jobs. It shares
 * nothing with src/calendar. A rule is a set of local minutes, given by hand; what a local minute
 * means in a zone is found by trying every offset the zone ever has. Slow, and plain.
 *
 * The zones are invented, with changes close together, so that a history of a day meets several;
 * each has two versions of its data, so that they can change under way. */
#ifndef BELFRY_TEST_SIM_ALMANAC_H
#define BELFRY_TEST_SIM_ALMANAC_H

#include "model/job.h"

struct zone;

enum {
	ALMANAC_ZONES = 4,    /* the first is UTC */
	ALMANAC_VERSIONS = 2, /* of their data */
	ALMANAC_CALENDARS = 6,
	ALMANAC_TEXT_BYTES = 96,
};

/* How close together a rule's instants may be: every minute, quarter of an hour, hours. */
enum almanac_pace { ALMANAC_MINUTES, ALMANAC_QUARTERS, ALMANAC_HOURS, ALMANAC_PACES };

struct almanac_rule {
	enum job_kind kind;
	u32 zone;
	u64 minutes; /* bit each */
	u32 hours;
	u32 weekdays;  /* bit 0: Sunday; all: any */
	u32 monthdays; /* bit 1 to 31; 0: any. Both given: either will do */
	bool is_interval_like;
	u32 step;   /* minutes of the wall from the start on; 0: not by steps */
	i64 start;  /* a wall, in minutes; RRULE only */
	i64 last;   /* COUNT ends here: a wall, in minutes; 0: it has none */
	i64 until;  /* UNTIL: a minute of UTC; 0: it has none */
	i64 extra;  /* a minute of UTC that comes as well; 0: none */
	i64 except; /* one that does not come; 0: none */
	msec first; /* INTERVAL: an instant it counts from; ONCE: its instant */
	msec interval;
	enum dst_gap gap;
	enum dst_overlap overlap;
	char text[ALMANAC_TEXT_BYTES];       /* as a user would give it */
	char start_text[ALMANAC_TEXT_BYTES]; /* empty: none */
	char extra_text[ALMANAC_TEXT_BYTES];
	char except_text[ALMANAC_TEXT_BYTES];
};

/* The rule of a number; the same number always gives the same one. `number % ALMANAC_PACES` is its
 * pace. */
struct almanac_rule almanac_rule(u32 number);

const char *almanac_zone_name(u32 zone);
/* Zones without changes, for hours of the day: offsets in minutes. The last is for daily windows
 * alone: its midnight comes soon after the beginning. */
enum { ALMANAC_STEADY = 2, ALMANAC_STEADY_ALL = 3 };
const char *almanac_steady_name(u32 zone);
i32 almanac_steady_offset(str name); /* of UTC, too */
struct zone *almanac_steady_new(u32 zone);

/* The zone as the engine knows it. UTC has none. */
struct zone *almanac_zone_new(u32 zone, u32 version);

/* The days that a calendar leaves out, as its body. Number 0 leaves none out. */
str almanac_calendar(u32 number);
u32 almanac_calendar_of(str body);

/* Days of a zone by its name, empty for UTC; of one whose clock changes by these data. Dates are
 * days since 1970. The instant of a time of day is the first that has it; of one that the clock
 * leaves out, as much later as the gap is long. */
msec almanac_due(str zone, u32 version, i64 date, u32 minute);
i64 almanac_date(str zone, u32 version, msec at);
u32 almanac_minute(str zone, u32 version, msec at); /* of the day */

/* The first instant later than `after`; false: none within some 14 months. `version` is of the
 * zones, `calendar` of the days that are left out. */
bool almanac_next(const struct almanac_rule *rule, u32 version, u32 calendar, msec after,
		  msec *out_at);
/* How many in (after, until], up to `most`. */
u32 almanac_count(const struct almanac_rule *rule, u32 version, u32 calendar, msec after,
		  msec until, u32 most);
bool almanac_has(const struct almanac_rule *rule, u32 version, u32 calendar, msec at);

#endif
