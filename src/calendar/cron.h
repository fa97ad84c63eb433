/* Cron expressions: five fields, or six with seconds first. This module knows walls only; clock
 * changes are next.h's. */
#ifndef BELFRY_CALENDAR_CRON_H
#define BELFRY_CALENDAR_CRON_H

#include "base/buf.h"
#include "base/err.h"
#include "calendar/civil.h"

enum { CRON_TEXT_MAX = 1000 };

/* Which field an error or a word is about; also the order of the six-field form. */
enum cron_field {
	CRON_SECOND,
	CRON_MINUTE,
	CRON_HOUR,
	CRON_DAY_OF_MONTH,
	CRON_MONTH,
	CRON_DAY_OF_WEEK,
	CRON_FIELD_COUNT
};

/* Sets as bits. A parsed expression always matches some day of the calendar. */
struct cron {
	u64 seconds;
	u64 minutes;
	u32 hours;
	u32 days;         /* bit n: day n of the month */
	u32 days_nearest; /* bit n: nW */
	u32 days_last;    /* bit n: L-n; bit 0: L */
	u16 months;       /* bit 1: January */
	u8 weekdays;      /* bit 0: Sunday */
	u8 weekdays_last; /* 5L */
	u8 weekdays_nth[5];
	bool last_weekday : 1; /* LW */
	bool any_day : 1;      /* day of month is exactly * or ? */
	bool any_weekday : 1;  /* day of week is exactly * or ? */
	bool has_seconds : 1;  /* six fields */
	bool interval_like : 1;
};

/* `why` names the field and the place in the text. */
MUST_USE enum err cron_parse(str text, struct cron *out_cron, struct why *why);

/* The normal form: parsing it gives the same struct again (fields, not spelling). */
void cron_print(const struct cron *cron, struct buf *out);

/* The first matching wall later than `after`; false past the year 9999. */
MUST_USE bool cron_next_wall(const struct cron *cron, wall after, wall *out_wall);

const char *cron_field_name(enum cron_field field); /* "day of month" */

#endif
