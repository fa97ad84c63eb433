/* Errors as Sentry takes them: an envelope of one event, made of a run of SENTRY_TYPE. Pure.
 *
 * The DSN is a secret: no message, log line or answer contains it; its key is sent in a header of
 * the call alone. The event has the run's place and outcome, but nothing of its payload or
 * result. */
#ifndef BELFRY_EXECUTOR_SENTRY_H
#define BELFRY_EXECUTOR_SENTRY_H

#include "base/arena.h"
#include "base/err.h"
#include "executor/invocation.h"
#include "model/action.h"

/* The parts of "https://KEY@HOST/PROJECT", borrowed from it. */
struct sentry {
	str scheme; /* including "://" */
	str key;
	str host;    /* with port, and the path before the project */
	str project; /* digits */
};

/* ERR_INVALID; the message does not repeat it. */
MUST_USE enum err sentry_parse(str dsn, struct sentry *out_sentry, struct why *why);
/* The call: its handler and the envelope. `dsn` empty: none is configured. ERR_INVALID,
 * ERR_MEMORY. */
MUST_USE enum err sentry_describe(str dsn, const struct lease *lease, str tenant, msec now,
				  struct arena *arena, struct invocation_target *out_target,
				  struct why *why);
/* Likewise for a run of SENTRY_TYPE without a handler of its own; any other run as
 * invocation_describe. */
MUST_USE enum err report_describe(str dsn, const struct lease *lease, str tenant, msec now,
				  struct arena *arena, struct invocation_target *out_target,
				  struct why *why);

#endif
