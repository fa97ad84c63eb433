/* Spans of time as people write them: 90s, 15m, 6h, 1d, 2w, 1h30m, 250ms; a bare number means
 * seconds. Days are 24 hours and weeks seven days: for days of the calendar there are cron and
 * RRULE. */
#ifndef BELFRY_CALENDAR_DURATION_H
#define BELFRY_CALENDAR_DURATION_H

#include "base/buf.h"
#include "base/err.h"
#include "base/msec.h"

/* A thousand years and a bit: what is longer is refused. */
#define DURATION_MAX (366000 * MSEC_DAY)

MUST_USE enum err duration_parse(str text, msec *out_span, struct why *why);

/* The shortest form that parses to the same: "1h30m". */
void duration_print(msec span, struct buf *out);

#endif
