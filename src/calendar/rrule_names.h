/* The names of RFC 5545, once, for parsing, printing and error texts. */
#ifndef BELFRY_CALENDAR_RRULE_NAMES_H
#define BELFRY_CALENDAR_RRULE_NAMES_H

#include "base/str.h"
#include "calendar/rrule.h"

str rrule_part_name(enum rrule_part part); /* "BYMONTHDAY" */
str rrule_freq_name(enum rrule_freq freq); /* "WEEKLY" */
str rrule_skip_name(enum rrule_skip skip); /* "BACKWARD" */
str rrule_weekday_name(u32 weekday);       /* "MO" */

/* In any case of letters. PART_KINDS, or 7: there is none of that name. */
enum rrule_part rrule_part_by_name(str name);
u32 rrule_weekday_by_name(str name);

#endif
