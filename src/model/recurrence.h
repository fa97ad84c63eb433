/* RFC 5545 text as the fields of a job: what DTSTART, RRULE, RDATE and EXDATE lines say. Pure. */
#ifndef BELFRY_MODEL_RECURRENCE_H
#define BELFRY_MODEL_RECURRENCE_H

#include "base/arena.h"
#include "base/err.h"

struct recurrence {
	str rule;
	str zone;    /* empty: the text names none */
	str start;   /* empty: no DTSTART */
	str rdates;  /* separated by commas */
	str exdates; /* separated by commas */
};

/* False for a rule alone, which needs no reading. */
bool recurrence_has_lines(str text);
/* The texts stand in the arena or in `text`. ERR_MEMORY, or what is wrong with the text. */
MUST_USE enum err recurrence_read(str text, struct arena *arena, struct recurrence *out_recurrence,
				  struct why *why);

#endif
