/* Reminders as a calendar that other programs read (RFC 5545): an event each, a series with its
 * rule, in the zone of the reminder with that zone's own description. Pure: the same rows and the
 * same instant give the same bytes. */
#ifndef BELFRY_MODEL_ICS_H
#define BELFRY_MODEL_ICS_H

#include "model/reminder.h"

struct zone;

struct ics_item {
	const struct reminder_row *row; /* with its texts */
	const struct zone *zone;        /* of the row; NULL: not known any more, so UTC is used */
};

/* How far ahead the clock changes of a zone are listed. */
#define ICS_ZONE_AHEAD_MS (10 * 366 * MSEC_DAY)

void ics_write(struct buf *out, const struct ics_item *items, u32 len, msec now);

#endif
