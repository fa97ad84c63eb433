/* A daybook is a named set of days to leave out of a schedule (holidays, blackout days): single
 * dates and rules. A rule is an RRULE of whole days with a start date; the days it falls on are in
 * the set. Days are civil dates in the zone of the schedule that uses the book. */
#ifndef BELFRY_CALENDAR_DAYBOOK_H
#define BELFRY_CALENDAR_DAYBOOK_H

#include "base/err.h"
#include "base/str.h"
#include "calendar/civil.h"

struct daybook;

enum { DAYBOOK_DATES_MAX = 4000, DAYBOOK_RULES_MAX = 64 };

MUST_USE enum err daybook_new(struct daybook **out_book);
void daybook_free(struct daybook *book);

/* "2025-12-25". */
MUST_USE enum err daybook_add_date(struct daybook *book, str date, struct why *why);
/* An RRULE with FREQ of DAILY or coarser and no BYHOUR, BYMINUTE, BYSECOND, and its start date. */
MUST_USE enum err daybook_add_rule(struct daybook *book, str rule, str start, struct why *why);

bool daybook_has_day(const struct daybook *book, i32 day_number);

#endif
