/* The executor's own parts, shared by its files. An invocation is a leased run on its way through
 * the handlers (carry.c); an ask is a command on its way through the pump (asks.c). Both are the
 * loop's, but for the time that the pump, or a reader, has them. */
#ifndef BELFRY_EXECUTOR_PARTS_H
#define BELFRY_EXECUTOR_PARTS_H

#include "base/list.h"
#include "executor/executor.h"
#include "executor/invocation.h"

#include <pthread.h>

enum { EXECUTOR_RETRY_MS = 1000 }; /* the pump, or a reader, is busy */

enum invocation_stage { INVOCATION_NEW, INVOCATION_READING, INVOCATION_RUNNING };

struct invocation {
	struct list_node node;
	struct executor *executor;
	struct arena arena;
	struct lease lease; /* its texts in the arena */
	str tenant;
	str handler_tenant; /* who said how it is carried out */
	enum invocation_stage stage;
	bool is_over;       /* the engine has ended it: nobody waits for a report */
	bool is_given_back; /* we stop it, and somebody else shall do it */
	bool has_progress;  /* that nobody was told yet */
	u32 percent;
	u32 message_len;
	char message[LIMIT_PROGRESS_BYTES];
	struct invocation_target target;
	struct invocation_wants wants;
};

enum ask_kind { ASK_LEASE, ASK_LEAVE, ASK_BEAT, ASK_REPORT };

struct executor_ask {
	struct list_node node; /* while it is with the pump, or waits to be told again */
	struct executor *executor;
	struct reply reply;
	struct command command;
	enum ask_kind kind;
	struct arena arena;
	struct report report;
	/* The pump's, while it has it. */
	enum err err;
	struct list invocations; /* of a lease call */
	struct holder_answer *held;
	u32 held_len;
};

struct executor {
	struct executor_config config;
	struct list invocations;
	u32 invocations_len;
	struct list asks;  /* with the pump */
	struct list again; /* reports that the pump did not take */
	u32 reports;
	struct executor_ask *lease; /* the call that waits; NULL: none */
	bool is_beating;            /* a beat is with the pump */
	struct loop_timer *beat;
	struct loop_timer *retry;
	struct loop_timer *patience;
	bool is_serving;
	bool is_ending;
	bool is_abandoned; /* there is no pump any more */
	loop_function *done;
	void *done_context;

	pthread_mutex_t lock; /* of all below */
	struct uuid held[HANDLER_AT_ONCE_MAX];
	u32 held_len;
	struct uuid stops[HANDLER_AT_ONCE_MAX];
	u32 stops_len;
	bool is_posted;
};

/* ---- which executions are ours (held.c); an execution that is held may be stopped ----------- */

/* On the pump's thread: a stop may come in the next turn. */
void executor_hold(struct executor *executor, const struct uuid *execution);
void executor_let_go(struct executor *executor, const struct uuid *execution);

/* ---- invocations (carry.c) ----------------------------------------------------------------- */

/* NULL: it is none of ours, or not any more. */
struct invocation *executor_invocation(const struct executor *executor,
				       const struct uuid *execution);
void invocation_begin(struct invocation *invocation);
/* The engine has ended it: stops the handler; nobody waits for a report. */
void invocation_stop(struct invocation *invocation);
void invocation_free(struct invocation *invocation);

/* ---- asking the pump (asks.c) -------------------------------------------------------------- */

/* NULL: no memory. */
struct executor_ask *executor_ask_new(struct executor *executor, enum ask_kind kind);
void executor_ask_free(struct executor_ask *ask);
/* False: the pump does not take it; it stays the caller's. */
MUST_USE bool executor_ask_send(struct executor_ask *ask);
/* One call waits, for as many as may be started when it is made. */
void executor_lease_more(struct executor *executor);
void executor_report_end(struct executor *executor, const struct report *report);
/* Tells whoever waits for the executor's end, once nothing is under way. */
void executor_look_whether_done(struct executor *executor);
/* The timer of EXECUTOR_RETRY_MS. */
void executor_on_retry(void *context);

/* ---- beats (beats.c) ----------------------------------------------------------------------- */

/* The timer of the next beat. */
void executor_on_beat(void *context);
/* Stops what is over by the answer to a beat. */
void executor_heed_beat(struct executor *executor, const struct executor_ask *ask);

#endif
