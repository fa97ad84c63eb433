/* "When is next?": the one door. A schedule is a rule, a zone and what a job may choose about clock
 * changes, extra dates and dates left out; schedule_next gives the first instant after another.
 *
 * The policy for clock changes, in short (doc/internals/calendar.md has it in full): a wall that
 * does not exist runs at the instant it would have had with the offset before the gap; a wall that
 * happens twice means the first pass, but for interval-like cron every matching instant of both
 * passes; equal instants are one. */
#ifndef BELFRY_CALENDAR_NEXT_H
#define BELFRY_CALENDAR_NEXT_H

#include "base/err.h"
#include "base/msec.h"
#include "calendar/cron.h"
#include "calendar/dst.h"
#include "calendar/rrule.h"
#include "calendar/zone.h"

struct daybook; /* daybook.h: a set of days to leave out */

enum rule_kind { RULE_CRON, RULE_RRULE, RULE_INTERVAL };

struct rule {
	enum rule_kind kind;
	union {
		struct cron cron;
		struct rrule rrule;
		msec interval;
	};
};

enum { SCHEDULE_DATES_MAX = 1000, SCHEDULE_DAYBOOKS_MAX = 8 };

/* A schedule borrows everything it points to. Fields left zero take the defaults. */
struct schedule {
	struct rule rule;
	const struct zone *zone;
	enum dst_gap gap;
	enum dst_overlap overlap;
	wall start;    /* RRULE: DTSTART. CRON: not before; INTERVAL: the anchor is start_at */
	msec start_at; /* INTERVAL: the first planned instant */
	bool has_start;
	msec until;         /* RRULE's UNTIL as an instant, set by schedule_bind; MSEC_MAX: none */
	const msec *rdates; /* ascending instants that are added */
	u32 rdates_len;
	const msec *exdates; /* ascending instants that are taken away */
	u32 exdates_len;
	const struct daybook *const *excluded; /* days in the zone that are left out */
	u32 excluded_len;
};

/* Which kind a rule's text is, by itself: RRULE when it has an '=' or starts with "RRULE:". */
enum rule_kind rule_kind_guess(str text);

/* Parses text of the given kind (RULE_INTERVAL: a duration such as 90s, 15m, 6h, 1d, or seconds).
 */
MUST_USE enum err rule_parse(enum rule_kind kind, str text, struct rule *out_rule, struct why *why);
void rule_print(const struct rule *rule, struct buf *out);

/* Call once after the fields are filled in, and again after any of them changed. Binds an RRULE to
 * its start and refuses a schedule that can never fire. */
MUST_USE enum err schedule_bind(struct schedule *schedule, struct why *why);

/* The effect of a clock change on an occurrence. */
enum clock_note {
	NOTE_NONE,
	NOTE_GAP_SHIFTED,   /* the planned wall does not exist; it runs `shift_seconds` later on the
			       wall */
	NOTE_GAP_NEXT,      /* ... it runs at the end of the gap */
	NOTE_OVERLAP_FIRST, /* the wall happens twice; this is the first pass */
	NOTE_OVERLAP_SECOND,
};

struct occurrence {
	msec at;
	wall planned; /* the wall the rule asked for */
	wall shown;   /* what the wall clock shows at that instant */
	enum clock_note note;
	i32 shift_seconds; /* size of the change for notes other than NONE */
};

/* The first occurrence later than `after`; false when there is none up to the year 9999 or within
 * the search bound. */
MUST_USE bool schedule_next(const struct schedule *schedule, msec after, msec *out_at);
/* The same, saying what a clock change did. */
MUST_USE bool schedule_next_noted(const struct schedule *schedule, msec after,
				  struct occurrence *out_occurrence);

#endif
