/* The server's own questions to the pump, asked from any thread but the pump's and waited for.
 * Their tickets are odd, so that answers can be told from those to the API, whose tickets are
 * addresses. */
#ifndef BELFRY_PUMP_ASKING_H
#define BELFRY_PUMP_ASKING_H

#include "pump/pump_thread.h"

static inline bool ticket_is_own(u64 ticket)
{
	return ticket & 1;
}

/* Waits for the answer; only its error, its reason and its version are of use afterwards. */
MUST_USE enum err ask_pump(struct pump_thread *pump, struct command *command, struct why *why);

/* What the pump's host is told about own tickets. On the pump's thread. */
void asking_answer(const struct answer *answer);
void asking_closed(const struct command *command);

#endif
