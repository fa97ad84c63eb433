/* A reply: whom the pump tells what became of a command. It lies in whoever asks, beside the
 * command or around it, and stays there until it is over. The engine carries its address from the
 * command to the answer and never looks inside. */
#ifndef BELFRY_MODEL_REPLY_H
#define BELFRY_MODEL_REPLY_H

#include "base/must.h"
#include "base/types.h"

struct answer;

struct reply {
	/* Called once. The answer is borrowed: valid during the call. NULL: nobody wants to know.
	 */
	void (*answered)(struct reply *reply, const struct answer *answer);
	/* Called once: the command's memory is not needed any more, perhaps long before the answer
	 * to a lease call that waits. NULL: who asked keeps it until it is over. */
	void (*closed)(struct reply *reply);
	/* Called once, when it is answered and the command is closed: the last word about it. */
	void (*over)(struct reply *reply);
	bool is_answered; /* both are the pump's, from its submission until it is over */
	bool is_closed;
};

static inline void reply_open(struct reply *reply)
{
	reply->is_answered = reply->is_closed = false;
}

static inline void reply_answer(struct reply *reply, const struct answer *answer)
{
	must(!reply->is_answered);
	if (reply->answered) reply->answered(reply, answer);
	reply->is_answered = true;
	if (reply->is_closed) reply->over(reply);
}

static inline void reply_close(struct reply *reply)
{
	must(!reply->is_closed);
	if (reply->closed) reply->closed(reply);
	reply->is_closed = true;
	if (reply->is_answered) reply->over(reply);
}

#endif
