/* Rules in plain English, for the command line, the API and the dashboard alike: "at 09:00 on
 * Monday, every second week". The words say exactly when the rule fires, in the zone's local time,
 * and name no zone: whoever shows them knows it. Nothing here fails but the buf, when it is full.
 */
#ifndef BELFRY_CALENDAR_WORDS_H
#define BELFRY_CALENDAR_WORDS_H

#include "base/buf.h"
#include "calendar/next.h"

void words_cron(const struct cron *cron, struct buf *out);
/* The rule must be bound: what it leaves open comes from its start. */
void words_rrule(const struct rrule *rule, struct buf *out);
/* The rule of a schedule after schedule_bind. */
void words_rule(const struct rule *rule, struct buf *out);

/* "30 March 2025". */
void words_date(wall at, struct buf *out);

/* The effect of a clock change on an occurrence of `schedule` in words, nothing for NOTE_NONE:
 * "clocks go forward: 01:30 does not exist, runs at 02:30 BST". */
void words_note(const struct schedule *schedule, const struct occurrence *occurrence,
		struct buf *out);

/* The coming effect of a change of the zone's clocks on a bound schedule, in the same words; false
 * when it touches none of its times. */
bool words_change(const struct schedule *schedule, const struct zone_change *change,
		  struct buf *out);

#endif
