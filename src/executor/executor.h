/* The executor carries out the runs that the server handles itself. It leases runs by calls like a
 * worker's (one that waits, for as many as may still be started), has the handlers start them once
 * their claim is committed, beats while they run, and reports how they ended.
 *
 * It lives on the loop's thread. The pump's thread tells it answers, closed commands and executions
 * that should stop; what these bring is posted to the loop. parts.h says which file does what. */
#ifndef BELFRY_EXECUTOR_EXECUTOR_H
#define BELFRY_EXECUTOR_EXECUTOR_H

#include "deliver/notification.h"
#include "handler/handler.h"
#include "model/turn.h"

struct executor;

/* The facts that a run needs before it can start. Read on any thread, one at a time. */
struct invocation_wants {
	str tenant;
	str names[HANDLER_SECRETS_MAX]; /* of secrets */
	u32 len;
	str foreign; /* the tenant whose secrets the first `foreign_len` are */
	u32 foreign_len;
	struct arena *arena; /* for the values, which are wiped with it */
	struct handler_secret *found;
	u32 found_len;
	enum err err; /* they cannot be read */
	/* Of a reminder's own run: what the reader plans, with the secrets that needs. NULL: it is
	 * none. */
	struct notification *notification;
	struct uuid run;
};

struct executor_config {
	struct loop *loop;
	struct handlers *handlers; /* set by executor_serve */
	u32 at_once;
	str node;       /* the name it leases under; borrowed */
	str host;       /* the machine's name; borrowed */
	msec lease_ms;  /* 0: by policy */
	str sentry_dsn; /* where errors are reported; empty: nowhere; borrowed */
	msec beat_ms;   /* between heartbeats; 0: 15 s */
	void *context;
	enum err (*submit)(void *context, struct command *command);
	/* On the pump's thread, inside executor_answer. */
	str (*name)(void *context, enum name_kind kind, u32 no);
	/* Reads the secrets, and of a reminder how it is told, on a thread that may wait, and has
	 * executor_brought called there. ERR_BUSY: not now. */
	enum err (*read)(void *context, void *invocation);
	/* Makes what a run of MAKER_TYPE says; executor_ended follows, maybe at once. */
	void (*make)(void *context, const struct lease *lease, str tenant);
};

MUST_USE enum err executor_new(const struct executor_config *config, struct executor **out);
/* The pump has ended, and nothing is under way. NULL: nothing. */
void executor_free(struct executor *executor);

/* The handlers are there: begins to lease. */
void executor_serve(struct executor *executor, struct handlers *handlers);
/* Leases no more and waits for what runs; after `patience` it is stopped and given back, which
 * costs no attempt. Then `done` is called. */
void executor_end(struct executor *executor, msec patience, loop_function *done, void *context);
/* The pump ends: nothing is asked of it any more, and what runs is not waited for. */
void executor_abandon(struct executor *executor); /* NULL: nothing */
/* Whether it still waits for the pump, a reader or a handler. */
bool executor_under_way(const struct executor *executor);
/* Whether the pump still has something of it. */
bool executor_has_asked(const struct executor *executor);

/* Messages of handlers; the context is the executor. */
void executor_ended(void *context, const struct handler_report *report);
void executor_progress(void *context, struct uuid execution, u32 percent, str message);

/* On the pump's thread. */
void executor_stop(struct executor *executor, struct uuid execution);

/* On a reader's thread: what an invocation wants; then, once it was looked for, that it is there.
 */
struct invocation_wants *executor_wants(void *invocation);
void *executor_context(void *invocation); /* the config's */
void executor_brought(void *invocation);

#endif
