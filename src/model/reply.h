/* A reply: the callbacks by which the pump reports what became of a command. The caller owns it,
 * beside the command or around it, and keeps it until it is over. The engine passes its address
 * from the command to the answer and never looks inside. */
#ifndef BELFRY_MODEL_REPLY_H
#define BELFRY_MODEL_REPLY_H

#include "base/must.h"
#include "base/types.h"

struct answer;

struct reply {
	/* Called once with the answer, which is valid during the call. NULL: the caller does not
	 * want the answer. */
	void (*answered)(struct reply *reply, const struct answer *answer);
	/* Called once when the command's memory is not needed any more; for a lease call that
	 * waits, this may be long before the answer. NULL: the caller keeps that memory until the
	 * reply is over. */
	void (*closed)(struct reply *reply);
	/* Called once, after both: the pump does not use the reply or the command any more. */
	void (*over)(struct reply *reply);
	bool is_answered; /* both belong to the pump, from the submission until the reply is over */
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
