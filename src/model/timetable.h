/* A job's schedule, read from its row once and then asked: when is its next occurrence? Engine,
 * preview and forecast all ask here. */
#ifndef BELFRY_MODEL_TIMETABLE_H
#define BELFRY_MODEL_TIMETABLE_H

#include "calendar/next.h"
#include "model/job.h"

struct daybook;
struct timetable;

/* Where zones and calendars come from. Both stay the source's, and valid as long as a timetable
 * that was made from them is asked. */
struct timetable_sources {
	void *context;
	enum err (*zone)(void *context, str name, const struct zone **out_zone, struct why *why);
	/* NULL: no such calendar. The callback itself may be NULL: there are none. */
	const struct daybook *(*calendar)(void *context, str name);
};

/* Reads kind, rule, zone, start, dates and exclusions of a row; keeps none of its texts. The
 * message names the field. ERR_RULE_NEVER: it would never fire. */
MUST_USE enum err timetable_new(const struct job_row *row, const struct timetable_sources *sources,
				struct timetable **out_timetable, struct why *why);
void timetable_free(struct timetable *timetable); /* NULL: nothing */

/* The first occurrence later than `after`; false: there is none. */
MUST_USE bool timetable_next(const struct timetable *timetable, msec after, msec *out_at);
/* The same with its local time and what a clock change did. */
MUST_USE bool timetable_next_noted(const struct timetable *timetable, msec after,
				   struct occurrence *out_occurrence);

/* Its rule in plain English; nothing for a job that runs once. */
void timetable_words(const struct timetable *timetable, struct buf *out);
/* The same without zones and calendars, on any thread; nothing where a zone would be needed: of a
 * recurrence whose start is an instant. */
void timetable_words_of(const struct job_row *row, struct buf *out);

bool timetable_excludes(const struct timetable *timetable, const struct daybook *book);
/* Whether its calendars leave no day after this instant, though its rule goes on. */
bool timetable_is_blocked(const struct timetable *timetable, msec after);
#define TIMETABLE_BLOCKED "exclude: the calendars leave no day for this schedule"
/* Asks another book instead of `old` from now on. */
void timetable_swap(struct timetable *timetable, const struct daybook *old,
		    const struct daybook *book);

/* How many occurrences there are in (after, until], counted up to `most`; more: `out_more`. */
u32 timetable_count(const struct timetable *timetable, msec after, msec until, u32 most,
		    bool *out_more);

/* The shortest distance between two of the first 100 occurrences after an instant; MSEC_MAX: there
 * are not two. */
msec timetable_shortest(const struct timetable *timetable, msec after);

/* The start of a job that has none: the first full minute after now, on the wall of its zone, for
 * an RRULE; an interval from now for an interval. In `room`; empty: no memory. */
enum { TIMETABLE_START_BYTES = 32 };
str timetable_start(const struct job_row *row, const struct zone *zone, msec now,
		    char room[TIMETABLE_START_BYTES]);

/* By how much the run of an occurrence is shifted: the same for the same job and occurrence on
 * every node and after every restart, below `span`. */
msec timetable_jitter(const struct uuid *job, msec planned_at, msec span);
/* When the run of an occurrence is due: up to `jitter_ms` later, and before the next occurrence, so
 * that their order stays. */
msec timetable_run_at(const struct timetable *timetable, const struct uuid *job, msec jitter_ms,
		      msec planned_at);

#endif
