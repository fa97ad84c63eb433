/* Runs that Belfry carries out itself: webhooks, programs, mails, log lines. A set of handlers
 * lives on the loop; it is given leased runs, does what their types' handlers say without ever
 * making the loop wait, and tells the outcome of each exactly once, by `ended`.
 *
 * All of it on the loop's thread. `ended` and `progress` are called from the loop, never from
 * within handlers_start or handlers_cancel. */
#ifndef BELFRY_HANDLER_HANDLER_H
#define BELFRY_HANDLER_HANDLER_H

#include "handler/broker.h"
#include "handler/hosts.h"
#include "handler/http_reply.h"
#include "handler/resolver.h"
#include "model/action.h"
#include "model/command.h"
#include "net/loop.h"

struct handlers;

/* The value of a secret that the server has looked up. */
struct handler_secret {
	str name;
	str value;
};

/* An invocation for the handlers. Everything is copied. */
struct handler_order {
	const struct lease *lease;
	str tenant; /* the tenant's and the type's name */
	str type;
	str handler; /* the handler of the type (handler/spec.h) */
	/* The secrets that the handler names (spec_secrets); a missing one fails the run. They are
	 * removed from everything that the other side sends. */
	const struct handler_secret *secrets;
	u32 secrets_len;
	u32 hops;        /* how many Belfry servers it has passed already */
	msec timeout_ms; /* the hard limit, from now on */
};

/* The end of a run. Borrowed: valid during the call. */
struct handler_report {
	/* As a worker would report it. The output: what a program wrote, of each stream at most
	 * HANDLER_OUTPUT_BYTES; or the body of a failed webhook, which only some roles may see. */
	struct report report;
	struct rate_facts rate; /* from a webhook's answer */
};

/* The texts are borrowed as long as the set exists. */
struct handlers_config {
	struct loop *loop;
	/* how many runs at once, 1 to HANDLER_AT_ONCE_MAX; SCHEDULER_WORKER_COUNT */
	u32 at_once;
	u64 seed;                  /* for hash tables; a secret */
	str webhook_allow;         /* BELFRY_WEBHOOK_ALLOW */
	const struct address *own; /* where the server listens: webhooks must not call it */
	u32 own_len;
	str smtp_url;          /* BELFRY_SMTP_URL; empty: no mail */
	str smtp_from;         /* BELFRY_SMTP_FROM */
	struct broker *broker; /* NULL: no programs */
	/* Durations; 0: the default after the semicolon. */
	msec http_ms_max; /* a whole webhook call; 30 s */
	msec connect_ms;  /* connecting; 5 s */
	struct hosts_config hosts;
	/* For tests. */
	resolver_function *resolve; /* NULL: the system's */
	void *resolve_context;
	str ca_file; /* certificates to trust instead of the system's; empty: the system's */
	/* Callbacks. */
	void *context;
	void (*ended)(void *context, const struct handler_report *report);
	void (*progress)(void *context, struct uuid execution, u32 percent, str message);
	/* A JSON object without the time, which the log adds. */
	void (*log)(void *context, str line);
};

MUST_USE enum err handlers_new(const struct handlers_config *config, struct handlers **out_handlers,
			       struct why *why);
/* Cancels open runs without calling `ended`; the broker ends programs. */
void handlers_free(struct handlers *handlers); /* NULL: does nothing */

/* ERR_BUSY: the limit of open runs is reached. ERR_MEMORY. Else accepted, and `ended` follows, also
 * for an invalid handler, which fails the run. */
MUST_USE enum err handlers_start(struct handlers *handlers, const struct handler_order *order);
/* Asks the handler to stop; `ended` follows, though its report will be refused, since the execution
 * has ended. Does nothing for an unknown execution. */
void handlers_cancel(struct handlers *handlers, struct uuid execution);

/* How many runs are open, and how many more may start. */
u32 handlers_running(const struct handlers *handlers);
u32 handlers_room(const struct handlers *handlers);

/* Whether a type's handler is valid, before it is stored. Webhooks are checked against the
 * allow-list; programs must be in the programs file. */
MUST_USE enum err handlers_check(const struct handlers *handlers, str handler, struct why *why);

#endif
