/* Calendars as sets of days: their bodies read, and found by name for as long as a schedule needs
 * them. */
#ifndef BELFRY_MODEL_BOOKS_H
#define BELFRY_MODEL_BOOKS_H

#include "calendar/next.h"
#include "model/job.h"
#include "model/timetable.h"

struct daybook;

/* A calendar's body (struct calendar_row): a date a line, or a start and a rule. The message names
 * the line. */
MUST_USE enum err calendar_read(struct daybook *book, str body, struct why *why);

/* Where zones and calendars come from. */
struct books_sources {
	void *context;
	enum err (*zone)(void *context, str name, const struct zone **out_zone, struct why *why);
	const struct calendar_row *calendars; /* the calendars that a row may exclude */
	u32 calendars_len;
};

/* The books of the calendars that were handed in, made when they are asked for. */
struct books {
	const struct books_sources *sources;
	struct daybook *all[SCHEDULE_DAYBOOKS_MAX];
	u32 len;
	enum err err; /* the error of reading one of them */
	struct why why;
};

void books_init(struct books *books, const struct books_sources *sources);
void books_done(struct books *books);

/* For timetable_new; valid as long as the books. */
struct timetable_sources books_timetable_sources(struct books *books);

#endif
