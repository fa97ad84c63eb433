/* The names of RFC 5545, once, for parsing, printing and error texts. */
#ifndef BELFRY_CALENDAR_RRULE_NAMES_H
#define BELFRY_CALENDAR_RRULE_NAMES_H

#include "base/str.h"
#include "calendar/rrule.h"

str rrule_part_name(enum rrule_part part); /* "BYMONTHDAY" */
str rrule_freq_name(enum rrule_freq freq); /* "WEEKLY" */
str rrule_skip_name(enum rrule_skip skip); /* "BACKWARD" */
str rrule_weekday_name(u32 weekday);	   /* "MO" */

#endif
