/* Errors as Sentry takes them: an envelope of one event, made of a run of SENTRY_TYPE. Pure.
 *
 * The DSN is a secret: it stands in no message, log line or answer; its key leaves in a header of
 * the call alone. What is told of a run is where it belongs and how it fared, nothing of what it
 * carried. */
#ifndef BELFRY_EXECUTOR_SENTRY_H
#define BELFRY_EXECUTOR_SENTRY_H

#include "base/arena.h"
#include "base/err.h"
#include "executor/invocation.h"
#include "model/action.h"

/* "https://KEY@HOST/PROJECT", read: both borrow from it. */
struct sentry {
	str scheme; /* with "://" */
	str key;
	str host;    /* with its port, and a path before the project */
	str project; /* digits */
};

/* ERR_INVALID; the message does not repeat it. */
MUST_USE enum err sentry_parse(str dsn, struct sentry *out_sentry, struct why *why);
/* How the call is made: what it is sent to, and the envelope. `dsn` empty: none is configured.
 * ERR_INVALID, ERR_MEMORY. */
MUST_USE enum err sentry_describe(str dsn, const struct lease *lease, str tenant, msec now,
				  struct arena *arena, struct invocation_target *out_target,
				  struct why *why);
/* The same for a run of SENTRY_TYPE that has no handler of its own; any other by
 * invocation_describe.
 */
MUST_USE enum err report_describe(str dsn, const struct lease *lease, str tenant, msec now,
				  struct arena *arena, struct invocation_target *out_target,
				  struct why *why);

#endif
