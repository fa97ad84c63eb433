/* The executor carries out the runs that the server handles itself. It leases runs as a worker does
 * (one call waits, for as many runs as may still start), has the handlers start them after their
 * claim is committed, sends heartbeats while they run, and reports their ends.
 *
 * It lives on the loop's thread. The pump's thread tells it answers, closed commands and executions
 * that should stop; what these bring is posted to the loop. parts.h says which file does what. */
#ifndef BELFRY_EXECUTOR_EXECUTOR_H
#define BELFRY_EXECUTOR_EXECUTOR_H

#include "deliver/notification.h"
#include "handler/handler.h"
#include "model/turn.h"

struct executor;

/* The data that a run needs before it can start. Read on any thread, for one run at a time. */
struct invocation_wants {
	str tenant;
	str names[HANDLER_SECRETS_MAX]; /* names of secrets */
	u32 len;
	str foreign; /* the tenant that owns the first `foreign_len` secrets */
	u32 foreign_len;
	struct arena *arena; /* for the values; wiped when it is freed */
	struct handler_secret *found;
	u32 found_len;
	enum err err; /* why they cannot be read */
	/* For the run of a reminder: the plan of its notification, made by the reader, with the
	 * secrets for it. NULL: another kind of run. */
	struct notification *notification;
	struct uuid run;
};

struct executor_config {
	struct loop *loop;
	struct handlers *handlers; /* set by executor_serve */
	u32 at_once;
	str node;       /* the worker name for its leases; borrowed */
	str host;       /* the machine's name; borrowed */
	msec lease_ms;  /* 0: as the policy says */
	str sentry_dsn; /* where errors are sent; empty: not sent; borrowed */
	msec beat_ms;   /* between heartbeats; 0: 15 s */
	void *context;
	enum err (*submit)(void *context, struct command *command);
	/* On the pump's thread, inside executor_answer. */
	str (*name)(void *context, enum name_kind kind, u32 no);
	/* Reads the secrets, and plans a reminder's notification, on a thread that may wait; then
	 * calls executor_brought there. ERR_BUSY: too many reads. */
	enum err (*read)(void *context, void *invocation);
	/* Makes the runs or events that a run of MAKER_TYPE asks for; executor_ended follows, maybe
	 * at once. */
	void (*make)(void *context, const struct lease *lease, str tenant);
};

MUST_USE enum err executor_new(const struct executor_config *config, struct executor **out);
/* To be called when the pump has ended and nothing is open. NULL: does nothing. */
void executor_free(struct executor *executor);

/* The handlers are ready: starts to lease. */
void executor_serve(struct executor *executor, struct handlers *handlers);
/* Leases nothing more and waits for open runs. After `patience` these are stopped and released,
 * which costs no attempt. Then `done` is called. */
void executor_end(struct executor *executor, msec patience, loop_function *done, void *context);
/* The pump ends: no command is sent any more, and open runs are not waited for. */
void executor_abandon(struct executor *executor); /* NULL: does nothing */
/* Whether it still waits for the pump, a reader or a handler. */
bool executor_under_way(const struct executor *executor);
/* Whether the pump still has a command of the executor. */
bool executor_has_asked(const struct executor *executor);

/* Callbacks of the handlers; the context is the executor. */
void executor_ended(void *context, const struct handler_report *report);
void executor_progress(void *context, struct uuid execution, u32 percent, str message);

/* On the pump's thread. */
void executor_stop(struct executor *executor, struct uuid execution);

/* On a reader's thread: executor_wants returns what an invocation needs; executor_brought says that
 * the data was read. */
struct invocation_wants *executor_wants(void *invocation);
void *executor_context(void *invocation); /* the context of the config */
void executor_brought(void *invocation);

#endif
