/* A sentence about a recurrence rule while it is put together. */
#ifndef BELFRY_CALENDAR_WORDS_SENTENCE_H
#define BELFRY_CALENDAR_WORDS_SENTENCE_H

#include "calendar/rrule.h"
#include "calendar/words_parts.h"

/* The parts of a sentence while it is put together. */
struct sentence {
	const struct rrule *rule;
	struct buf days;       /* goes with the times: "on the 1st of every month" */
	struct pieces filters; /* each narrows down what was said: "in June", "on Friday" */
	bool says_months;      /* `days` has told the months already */
	bool says_month_days;
	bool says_weekdays;
	bool says_positions;
};

/* ---- words_days.c, words_rrule.c ------------------------------------------------------------- */
u32 words_months_of(const struct rrule *rule);
bool words_has_month_days(const struct rrule *rule);
bool words_has_ordinals(const struct ordinals *ordinals);
bool words_has_weeks(const struct rrule *rule);
void words_add_positions(struct pieces *pieces, const struct ordinals *ordinals);
void words_say_days_of_period(struct sentence *sentence);
void words_say_days_among_all(struct sentence *sentence);
void words_filter_by_days(struct sentence *sentence);

#endif
