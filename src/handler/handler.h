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

/* A secret as the server resolved it. */
struct handler_secret {
	str name;
	str value;
};

/* An order to a handler. Everything is copied. */
struct handler_order {
	const struct lease *lease;
	str tenant; /* its and its type's names */
	str type;
	str handler; /* the type's description (handler/spec.h) */
	/* Secrets that the description names (spec_secrets); a missing one fails the run. Where
	 * they turn up in what the other side says, they are blotted out. */
	const struct handler_secret *secrets;
	u32 secrets_len;
	u32 hops;        /* servers of ours it came through already */
	msec timeout_ms; /* from now; its hard end */
};

/* How it ended. Borrowed: valid during the call. */
struct handler_report {
	/* As a worker would report it. Its output is what a program wrote, of each stream at most
	 * HANDLER_OUTPUT_BYTES; or a webhook's body when it was no success, which is not for
	 * everybody's eyes. */
	struct report report;
	struct rate_facts rate; /* of a webhook's answer */
};

/* Texts are borrowed for as long as the set lives. */
struct handlers_config {
	struct loop *loop;
	u32 at_once;       /* runs at once, 1 to HANDLER_AT_ONCE_MAX; SCHEDULER_WORKER_COUNT */
	u64 seed;          /* of tables; a secret */
	str webhook_allow; /* BELFRY_WEBHOOK_ALLOW */
	const struct address *own; /* where the server listens: no webhook goes there */
	u32 own_len;
	str smtp_url;          /* BELFRY_SMTP_URL; empty: no mail */
	str smtp_from;         /* BELFRY_SMTP_FROM */
	struct broker *broker; /* NULL: no programs */
	/* Spans; 0: the default behind it. */
	msec http_ms_max; /* a webhook in all; 30 s */
	msec connect_ms;  /* until it is connected; 5 s */
	struct hosts_config hosts;
	/* For tests. */
	resolver_function *resolve; /* NULL: the system's */
	void *resolve_context;
	str ca_file; /* whom to trust instead of the system's authorities; empty: those */
	/* Messages of the set. */
	void *context;
	void (*ended)(void *context, const struct handler_report *report);
	void (*progress)(void *context, struct uuid execution, u32 percent, str message);
	/* One JSON object, without time; the sink adds that. */
	void (*log)(void *context, str line);
};

MUST_USE enum err handlers_new(const struct handlers_config *config, struct handlers **out_handlers,
			       struct why *why);
/* Cancels what runs, without a word about it; programs are ended by the broker. */
void handlers_free(struct handlers *handlers); /* NULL: nothing */

/* ERR_BUSY: as many run as may. ERR_MEMORY. Else it is taken, and `ended` follows: also a
 * description that makes no sense is a failed run. */
MUST_USE enum err handlers_start(struct handlers *handlers, const struct handler_order *order);
/* It should stop; `ended` follows (its report will be refused: somebody ended the run). Nothing for
 * an execution that is not here. */
void handlers_cancel(struct handlers *handlers, struct uuid execution);

/* How many run, and how many more may be started. */
u32 handlers_running(const struct handlers *handlers);
u32 handlers_room(const struct handlers *handlers);

/* Whether a type's handler is acceptable: for whoever stores it. Webhooks are judged by the
 * allow-list, programs must be in the programs file. */
MUST_USE enum err handlers_check(const struct handlers *handlers, str handler, struct why *why);

#endif
