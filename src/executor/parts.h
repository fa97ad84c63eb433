/* The executor's own parts, shared by its files. An invocation is a leased run that the handlers
 * carry out (carry.c); an ask is a command of the executor to the pump (asks.c). Both belong to the
 * loop's thread, except while the pump or a reader has them. */
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
	struct lease lease; /* its texts are in the arena */
	str tenant;
	str handler_tenant; /* the tenant that wrote the handler */
	enum invocation_stage stage;
	bool is_over;       /* the engine has ended the execution: no report is needed */
	bool is_given_back; /* stopped here, to be carried out elsewhere */
	bool has_progress;  /* not reported yet */
	u32 percent;
	u32 message_len;
	char message[LIMIT_PROGRESS_BYTES];
	struct invocation_target target;
	struct invocation_wants wants;
};

enum ask_kind { ASK_LEASE, ASK_LEAVE, ASK_BEAT, ASK_REPORT };

struct executor_ask {
	struct list_node node; /* of the asks at the pump, or of the reports to be sent again */
	struct executor *executor;
	struct reply reply;
	struct command command;
	enum ask_kind kind;
	struct arena arena;
	struct report report;
	/* Owned by the pump while it has the ask. */
	enum err err;
	struct list invocations; /* for a lease call */
	struct holder_answer *held;
	u32 held_len;
};

struct executor {
	struct executor_config config;
	struct list invocations;
	u32 invocations_len;
	struct list asks;  /* asks that the pump has */
	struct list again; /* reports that the pump did not accept */
	u32 reports;
	struct executor_ask *lease; /* the waiting lease call; NULL: none */
	bool is_beating;            /* the pump has a heartbeat */
	struct loop_timer *beat;
	struct loop_timer *retry;
	struct loop_timer *patience;
	bool is_serving;
	bool is_ending;
	bool is_abandoned; /* the pump has ended */
	loop_function *done;
	void *done_context;

	pthread_mutex_t lock; /* protects everything below */
	struct uuid held[HANDLER_AT_ONCE_MAX];
	u32 held_len;
	struct uuid stops[HANDLER_AT_ONCE_MAX];
	u32 stops_len;
	bool is_posted;
};

/* ---- which executions are ours (held.c); an execution that is held may be stopped ----------- */

/* On the pump's thread, since a stop may come in the next turn. */
void executor_hold(struct executor *executor, const struct uuid *execution);
void executor_let_go(struct executor *executor, const struct uuid *execution);

/* ---- invocations (carry.c) ----------------------------------------------------------------- */

/* NULL: not an execution of the executor, or not any more. */
struct invocation *executor_invocation(const struct executor *executor,
				       const struct uuid *execution);
void invocation_begin(struct invocation *invocation);
/* The engine has ended the execution: stops the handler; no report is needed. */
void invocation_stop(struct invocation *invocation);
void invocation_free(struct invocation *invocation);

/* ---- asking the pump (asks.c) -------------------------------------------------------------- */

/* NULL: out of memory. */
struct executor_ask *executor_ask_new(struct executor *executor, enum ask_kind kind);
void executor_ask_free(struct executor_ask *ask);
/* False: the pump did not accept the ask, which stays the caller's. */
MUST_USE bool executor_ask_send(struct executor_ask *ask);
/* Makes one waiting lease call, for as many runs as may be started now. */
void executor_lease_more(struct executor *executor);
void executor_report_end(struct executor *executor, const struct report *report);
/* Calls `done` of executor_end if nothing is open any more. */
void executor_look_whether_done(struct executor *executor);
/* Timer callback after EXECUTOR_RETRY_MS. */
void executor_on_retry(void *context);

/* ---- beats (beats.c) ----------------------------------------------------------------------- */

/* Timer callback for the next heartbeat. */
void executor_on_beat(void *context);
/* Stops the invocations that the answer to a heartbeat names as lost or cancelled. */
void executor_heed_beat(struct executor *executor, const struct executor_ask *ask);

#endif
