/* Many commands of one call: they are submitted some at a time, so that no turn grows with the
 * call, and each has its own verdict. The route's command sets `request->wave`. */
#ifndef BELFRY_API_WAVE_H
#define BELFRY_API_WAVE_H

#include "api/request.h"

enum { WAVE_COMMANDS = 256 };

/* A command that is under way, and its verdict. */
struct wave_slot {
	struct reply reply;
	struct command command;
	struct request *request;
	enum err err;
	struct why why;
	struct daily_answer daily;
};

struct wave {
	u32 len;  /* of the items */
	u32 next; /* the first that was not submitted */
	/* Fills in the command of an item; who asks and whose it is stands there already. */
	void (*fill)(struct request *request, u32 index, struct command *command);
	/* Takes the verdict of an item. */
	void (*take)(struct request *request, u32 index, const struct wave_slot *slot);
	u32 first; /* of those under way */
	u32 under_way;
	u32 carried_out; /* without an error */
	struct wave_slot slots[WAVE_COMMANDS];
};

/* Submits the next commands; false: there are none left, or the pump takes none. */
MUST_USE bool wave_submit(struct request *request);
/* All that was under way is over: takes the verdicts, and submits more. False: the call has ended,
 * with `request->err` when the server could carry out nothing of it. */
MUST_USE bool wave_goes_on(struct request *request);

#endif
