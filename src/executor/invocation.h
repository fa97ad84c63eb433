/* The invocation: what a handler has to do for a leased run, from the type's document and the run's
 * payload. Pure. */
#ifndef BELFRY_EXECUTOR_INVOCATION_H
#define BELFRY_EXECUTOR_INVOCATION_H

#include "base/arena.h"
#include "base/err.h"
#include "handler/spec.h"
#include "model/action.h"

struct invocation_target {
	str handler; /* the handler, in the form of handler/spec.h */
	str payload; /* the payload to send */
	/* The secrets that handler and payload name. The first `foreign_len` belong to the tenant
	 * that wrote the handler, if that is another tenant than the run's; each tenant's part may
	 * use its own secrets alone. */
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
