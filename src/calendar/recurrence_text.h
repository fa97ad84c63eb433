/* A recurrence as calendars export it (RFC 5545): lines with DTSTART, RRULE, RDATE and EXDATE. This
 * module takes the lines apart; the rule itself is read by rrule.h. */
#ifndef BELFRY_CALENDAR_RECURRENCE_TEXT_H
#define BELFRY_CALENDAR_RECURRENCE_TEXT_H

#include "base/buf.h"
#include "base/err.h"

enum { RECURRENCE_ZONE_BYTES = 255 };

/* The buffers are the caller's, initialised and empty. Times are written 2026-01-05T09:00:00, with
 * a Z when the text gives them in UTC, or 2026-01-05. */
struct recurrence_text {
	str rule; /* points into the text; empty: no RRULE line */
	str zone; /* of the TZID parameters; points into the text; empty: none */
	struct buf start;
	struct buf rdates; /* separated by commas */
	struct buf exdates;
};

/* True for text of several lines, and for a line that begins with another name than RRULE. Such
 * text is for recurrence_text_parse; anything else is for rrule_parse. */
bool recurrence_text_has_lines(str text);

/* Lines end with LF or CRLF and are not folded. Refused with a reason: a second DTSTART or RRULE,
 * EXRULE, periods, zones that differ, a date where DTSTART has a time. */
MUST_USE enum err recurrence_text_parse(str text, struct recurrence_text *out_text,
					struct why *why);

#endif
