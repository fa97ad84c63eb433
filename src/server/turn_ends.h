/* The end of an attempt that a journal entry tells of, as the same turn writes it: the journal has
 * the outcome alone, the end also the error. */
#ifndef BELFRY_SERVER_TURN_ENDS_H
#define BELFRY_SERVER_TURN_ENDS_H

#include "base/must.h"
#include "model/turn.h"

/* Entries and ends stand in the same order, so a search goes on where the last one ended. */
struct turn_ends {
	const struct turn *turn; /* NULL: it is not known, and no end is found */
	u32 next;
};

static inline const struct execution_end *turn_end_of(struct turn_ends *ends,
						      const struct uuid *execution)
{
	u32 len = ends->turn ? ends->turn->changes_len : 0;
	for (u32 i = 0; i < len; i++) {
		const struct change *change = &ends->turn->changes[(ends->next + i) % len];
		if (change->kind != CHANGE_EXECUTION_END) continue;
		if (!uuid_eq(&change->end->id, execution)) continue;
		ends->next = (ends->next + i + 1) % len;
		return change->end;
	}
	return NULL;
}

#endif
