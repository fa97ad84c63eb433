/* The call of a handler for a leased run, from its type's details and its payload. Pure. */
#ifndef BELFRY_EXECUTOR_INVOCATION_H
#define BELFRY_EXECUTOR_INVOCATION_H

#include "base/arena.h"
#include "base/err.h"
#include "handler/spec.h"
#include "model/action.h"

struct invocation_target {
	str handler; /* the description, as handler/spec.h reads it */
	str payload; /* what is sent */
	/* Secrets that description and payload name: the first so many are those of the tenant that
	 * wrote the description, where that is another than the run's; each side gets its own
	 * alone. */
	str secrets[HANDLER_SECRETS_MAX];
	u32 secrets_len;
	u32 foreign_len;
};

/* A type's own handler; without one those that are built in: EMAIL is a mail made from the payload,
 * WEBHOOK a call of the payload's `url` with its `headers`, of its `body` or, without one, of all
 * of it; ping.send goes as a WEBHOOK does. Such runs say themselves where they go, and name no
 * secrets: whoever may create a run could have them sent to himself. ERR_INVALID, ERR_MEMORY. */
MUST_USE enum err invocation_describe(const struct lease *lease, struct arena *arena,
				      struct invocation_target *out_target, struct why *why);

#endif
