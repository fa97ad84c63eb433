/* A ticket: whom the pump tells what became of a command. It lies in whoever asks, beside the
 * command or around it, and stays there until it is over. The engine carries its address from the
 * command to the answer and never looks inside. */
#ifndef BELFRY_MODEL_TICKET_H
#define BELFRY_MODEL_TICKET_H

#include "base/must.h"
#include "base/types.h"

struct answer;

struct ticket {
	/* Called once. The answer is borrowed: valid during the call. NULL: nobody wants to know.
	 */
	void (*answered)(struct ticket *ticket, const struct answer *answer);
	/* Called once: the command's memory is not needed any more, perhaps long before the answer
	 * to a lease call that waits. NULL: who asked keeps it until it is over. */
	void (*closed)(struct ticket *ticket);
	/* Called once, when it is answered and the command is closed: the last word about it. */
	void (*over)(struct ticket *ticket);
	bool is_answered; /* both are the pump's, from its submission until it is over */
	bool is_closed;
};

static inline void ticket_open(struct ticket *ticket)
{
	ticket->is_answered = ticket->is_closed = false;
}

static inline void ticket_answer(struct ticket *ticket, const struct answer *answer)
{
	must(!ticket->is_answered);
	if (ticket->answered) ticket->answered(ticket, answer);
	ticket->is_answered = true;
	if (ticket->is_closed) ticket->over(ticket);
}

static inline void ticket_close(struct ticket *ticket)
{
	must(!ticket->is_closed);
	if (ticket->closed) ticket->closed(ticket);
	ticket->is_closed = true;
	if (ticket->is_answered) ticket->over(ticket);
}

#endif
