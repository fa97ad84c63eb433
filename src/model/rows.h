/* The rows that the store keeps and the engine decides about. Texts borrow: from the command, from
 * the turn's arena, or from the store's answer; a row is only read while its turn lives. */
#ifndef BELFRY_MODEL_ROWS_H
#define BELFRY_MODEL_ROWS_H

#include "base/msec.h"
#include "base/str.h"
#include "base/uuid.h"
#include "model/alert.h"
#include "model/daily.h"
#include "model/documents.def"
#include "model/gate.h"
#include "model/job.h"
#include "model/lint.h"
#include "model/names.h"
#include "model/policy.h"
#include "model/reminder.h"
#include "model/state.h"

/* ---- uniqueness --------------------------------------------------------------------------- */

/* 128 bits of a text: keys are compared by it, in tables that outlive the runs. */
struct digest {
	u64 a;
	u64 b;
};
struct digest digest_of(str text);
/* Of a tenant and texts that belong together, DIGEST_TEXTS_BYTES at most with two for each: "ab"
 * and "c" are not "a" and "bc". */
enum { DIGEST_TEXTS_BYTES = 1024 };
struct digest digest_of_texts(tenant_no tenant, const str *texts, u32 len);

static inline bool digest_eq(struct digest x, struct digest y)
{
	return x.a == y.a && x.b == y.b;
}

/* The key that must be unique. `bucket` is 0 for ACTIVE, SUCCEEDED and FOREVER. */
struct unique_key {
	i64 bucket;
	tenant_no tenant;
	type_no type;
	enum unique_scope scope;
	struct digest key;
};

struct unique_row {
	struct unique_key key;
	struct uuid run;
	/* After it the row may be removed and counts no more; MSEC_MAX: never. A bucket's counts
	 * at least as long as its run is there. */
	msec until;
};

/* ---- runs --------------------------------------------------------------------------------- */

/* The members that change in the life of a run. */
struct run_hot {
	enum run_state state; /* never PROCESSING: a queued run with an open execution is that */
	u32 priority;
	queue_no queue;
	u32 attempts; /* that ended and count */
	u32 max_attempts;
	u32 deferred_count;
	u32 free_429_streak; /* 429s in a row that cost no attempt */
	u32 fence;           /* of the last lease */
	msec run_at;
	msec deferred_until; /* 0: not deferred */
	msec updated_at;
	msec finished_at; /* 0: not finished */
	i64 bucket;       /* of a job's occurrence: its planned instant, whatever happens */
	u64 journal_turn; /* the turn of its last journal entry */
	enum plan_state plan_state;
	bool spilled; /* queued, and memory had no room: found by its band, not by its time */
	enum gate deferred_by; /* with deferred_until: which gate; NONE: its handler */
};

/* Where a queued run stands in line: the runs of one tenant, queue, type, route of their own and
 * priority. */
struct band_row {
	tenant_no tenant;
	queue_no queue;
	type_no type;
	route_no route;
	u32 priority;
};

struct run_row {
	struct uuid id;
	tenant_no tenant;
	type_no type;
	struct run_hot hot;
	msec created_at;
	msec deadline_at; /* 0: none */
	msec timeout_ms;  /* 0: by policy */
	msec unique_ttl;
	enum unique_scope scope;
	struct digest key_digest; /* with scope NONE and no key: zero */
	u32 payload_len;
	route_no route; /* its own; 0: its type's */
	/* Of a fallback: the run that failed, and how many there are before it. What `alert` it is
	 * about, where its type says how to tell; 0: its key, else itself. */
	struct uuid fallback_of;
	u32 hops;
	u64 alert;
	str alert_key; /* the same in words, for the delivery log; not loaded for the engine */
	enum lint_kind flagged; /* its payload has a key that looks like this */
	u32 is_critical;        /* 1: of a ladder's last rungs, which may use their type's opt-in */
	struct uuid parent;     /* of a batch's child: the batch; nil: none */
	struct uuid job;        /* nil: a task */
	enum run_cause cause;
	struct uuid
		copied_from; /* the dead letter it is a copy of, with another payload; nil: none */
	msec planned_at;     /* 0: none (a task, a manual run) */
	/* To write, in CHANGE_RUN_NEW: the payload is a copy of the job's parameters, as they are
	 * after the changes before this one; `payload` is empty, payload_len is theirs. */
	bool payload_is_jobs;
	/* The same of a ladder, by its key; zero: not. */
	struct digest payload_of_ladder;
	/* Its texts are copies of those of `fallback_of`, but for who made it and its details. */
	bool texts_are_of_failed_parent;
	/* In rows that were loaded for the engine: the row of its job, without parameters and
	 * details; NULL: it has none. Rows of one answer may share it. Never written. */
	const struct job_row *definition;
	/* The same of a run that is somebody's daily window: their row, with its texts. */
	struct daily_row *daily;
	/* And of one that a reminder stands as: its row, without what is only shown. */
	struct reminder_row *reminder;
	/* In rows that were loaded for the engine: `user`, and `entity`, are not empty. Never
	 * written. */
	bool has_user;
	bool has_entity;
	/* Texts; empty where not given. In rows that were loaded for the engine they are left out.
	 */
	str key;
	str entity;
	str user;
	str payload;
	str trace;
	str created_by; /* who made it; empty: SYSTEM */
	str details;    /* JSON object: what it says of itself and nothing decides on */
};

/* The members of a run's row that another enqueue with its key may replace before it begins, beside
 * those in its run_hot. */
struct run_replaced {
	struct uuid id;
	tenant_no tenant;
	msec deadline_at;
	enum lint_kind flagged;
	u64 alert;
	str alert_key;
	str payload;
};

/* ---- executions --------------------------------------------------------------------------- */

struct execution_row {
	struct uuid id; /* the lease's token */
	struct uuid run;
	tenant_no tenant;
	worker_no worker;
	u32 attempt;
	u32 fence;
	msec started_at; /* wall */
	msec lease_ms;
	msec lease_until; /* wall, for a restart; memory goes by the boot clock */
	msec timeout_at;  /* wall */
	u64 turn;
	msec scheduled_at;    /* when it was to begin: its run's run_at; 0: written long ago */
	u32 number;           /* which one of its job's, or its run's; 0: written long ago */
	enum run_cause cause; /* of its run; TASK: or written long ago */
};

struct execution_end {
	struct uuid id;
	struct uuid run;
	enum outcome outcome;
	msec ended_at;
	struct digest
		report; /* of outcome and result, so that the same report again is told apart */
	u32 unchanged;  /* 1: its result has the hash of the one before */
	str error_class;
	str error_message;
	str error_stack;
	str result;
	str result_hash;
};

/* An execution as loaded: open or ended. */
struct execution_seen {
	bool found;
	struct execution_row row;
	struct execution_end end;
};

/* How far an execution is, as its holder told last. Kept apart from its row, which a claim appends
 * and an end completes. */
struct progress_row {
	struct uuid execution;
	u32 percent; /* above 100: not told */
	msec at;
	str message;
};

enum output_kind {
	OUTPUT_NONE,
	OUTPUT_PROGRAM, /* what it wrote to stdout and stderr */
	OUTPUT_RESPONSE /* what a webhook that failed was answered, in `out` */
};

/* The output of an attempt beside its result: bytes as they came, up to a bound. */
struct attempt_output {
	enum output_kind kind;
	u64 out_len; /* in all; `out` is how it began */
	u64 err_len;
	str out;
	str err;
};

/* Kept apart from the execution's row: lists need not read it. */
struct output_row {
	struct uuid execution;
	tenant_no tenant;
	struct attempt_output output;
};

/* The group whose results are compared with each other: runs of a job, else of a tenant's type and
 * key. */
struct result_key {
	tenant_no tenant;
	type_no type;      /* 0: of a job */
	struct digest key; /* of the key, or of the job's id; zero: nothing is compared */
};

/* The hash of the last result of a run that was done. */
struct result_row {
	struct result_key key;
	msec at;
	str hash;
};

static inline bool result_key_is_none(const struct result_key *key)
{
	return !key->key.a && !key->key.b;
}

/* ---- batches ------------------------------------------------------------------------------ */

/* A run that waits for its children, and how they stand. While it waits nothing of the run itself
 * changes: what its row needs in the end stands here. */
struct batch_row {
	struct uuid id; /* the parent's */
	tenant_no tenant;
	type_no type;
	queue_no queue;
	u32 priority;
	u32 max_attempts;
	msec run_at;
	msec created_at;
	u64 journal_turn;     /* of the parent's last entry */
	enum run_state state; /* WAITING, DONE or CANCELLED: the parent's */
	bool is_sweeping;     /* cancelled, and some children may not be yet */
	bool is_live;         /* has children that have not ended, or waits */
	u32 total;
	u32 done;
	u32 failed;    /* dead letters */
	u32 cancelled; /* or discarded */
	msec finished_at;
	/* Of the parent's key, as its run has them; scope NONE: it has none. */
	enum unique_scope scope;
	i64 bucket;
	struct digest key;
	u32 has_begun;    /* 1: a child has had an attempt */
	u32 items_failed; /* that children who are done have named */
};

static inline u32 batch_left(const struct batch_row *row)
{
	return row->total - row->done - row->failed - row->cancelled;
}

/* ---- tasks after tasks -------------------------------------------------------------------- */

/* A run that a task waits for, or has waited for: one of those it was asked for with. */
struct after_row {
	struct uuid run; /* the task's */
	u32 place;       /* in the caller's order */
	tenant_no tenant;
	struct uuid awaited;
	enum dependency_kind needs; /* SUCCESS or COMPLETE */
	bool is_live;     /* it has not come; of the last one: the task has not moved yet */
	msec deadline_at; /* of the task; 0: none */
};

/* ---- ladders ------------------------------------------------------------------------------ */

enum rung_state {
	RUNG_PASSED, /* its time was over, and nothing was sent */
	RUNG_MADE,   /* it has a run, whatever became of that */
};

struct rung {
	msec offset; /* from the anchor */
	struct uuid run;
	enum rung_state state;
};

/* Runs around an instant of an entity. There is one for each (tenant, entity, user, name). */
struct ladder_row {
	struct digest key; /* of these four: what it is found by */
	struct uuid id;    /* of whoever made it last */
	tenant_no tenant;
	type_no type;
	msec anchor;
	msec created_at;
	msec updated_at;
	msec stopped_at; /* 0: it goes on */
	msec until;      /* then it may be forgotten */
	u32 payload_len;
	struct digest payload_digest;
	u64 alert; /* as a rung's run has it; 0: each has its own */
	str alert_key;
	str rungs; /* by offset, packed: see model/ladder.h */
	str entity;
	str user;
	str name;
	str reason;  /* why it was stopped */
	str payload; /* left out where rows are loaded for the engine */
};

/* ---- deliveries --------------------------------------------------------------------------- */

/* The last fallback of one type for one alert. While its run is live no other is made, and for a
 * while after its end none begins. */
struct cooldown_row {
	tenant_no tenant;
	type_no type; /* of the fallback */
	u64 alert;
	struct uuid run;
	msec window_ms;
	bool is_live;
	msec until; /* not live: none begins before it, and then it is forgotten */
};

enum delivery_next {
	NEXT_NONE,     /* nothing follows */
	NEXT_RETRY,    /* another attempt of the same run */
	NEXT_FALLBACK, /* another way, at once */
	NEXT_LATER,    /* another way, when its alert may be told again */
	NEXT_COVERED,  /* another way is under way for this alert already */
	DELIVERY_NEXTS
};

/* A try to reach somebody, and what follows from it. */
struct delivery_row {
	struct uuid id;
	tenant_no tenant;
	type_no type;
	struct uuid run;
	msec at;
	u32 attempt;
	enum outcome outcome;
	enum run_state state; /* of the run, after it */
	enum delivery_next next;
	struct uuid next_run; /* nil: none */
	type_no next_type;    /* 0: none */
	msec next_at;         /* 0: not known */
	str error_class;
	str message; /* of the error, or who denied it */
	str channel; /* where, as its handler says */
	str entity;  /* of its run: filled in by the store, as are these: */
	str user;
	str alert_key;
};

/* ---- effects ------------------------------------------------------------------------------ */

enum effect_state {
	EFFECT_OPEN,
	EFFECT_DONE,
	EFFECT_RELEASED,
	EFFECT_IN_DOUBT, /* an open one that nobody holds any more; no row says so */
	EFFECT_STATES
};

/* An outside change that is to happen once, and who may carry it out. Kept for good. */
struct effect_row {
	struct uuid id; /* without the number of its claim, see model/effect.h */
	tenant_no tenant;
	struct digest key; /* of tenant, action, key and scope */
	u32 claims;        /* so often it was claimed; the last one counts */
	enum effect_state state;
	bool reopens;
	struct uuid execution; /* whose claim it is; nil: of nobody in particular */
	struct uuid run;       /* of that execution */
	msec claimed_at;
	msec until;    /* then the claim is in doubt */
	msec ended_at; /* completed or released; 0: neither */
	str action_key;
	str idempotency_key;
	str scope;
	str result;
	str reason; /* why it was released */
};

/* ---- the rest ----------------------------------------------------------------------------- */

struct name_row {
	enum name_kind kind;
	u32 no;
	str text;
	str host; /* of a worker: where it runs, as it said; empty: it did not */
};

struct type_row {
	tenant_no tenant;
	type_no type;
	struct type_policy policy;
};

struct queue_row {
	queue_no queue;
	struct queue_policy policy;
};

struct tenant_row {
	tenant_no tenant;
	struct tenant_policy policy;
};

/* A tenant's defaults for runs, jobs and types that do not say. Zero says nothing. */
struct tenant_defaults {
	u32 priority;
	u32 priority_steps; /* of the scale that callers' priorities are on; 0: ten */
	u32 misfire;        /* an enum misfire and one */
	msec grace_ms;
	enum unique_scope scope;
	msec unique_ttl;
};

struct defaults_row {
	tenant_no tenant;
	struct tenant_defaults defaults;
};

/* A route's declared rate. The tenant system's counts for every tenant that has none of its own. */
struct rate_row {
	tenant_no tenant;
	str route;
	struct rate_policy policy;
};

enum pause_scope { PAUSE_TENANT, PAUSE_TYPE, PAUSE_QUEUE, PAUSE_SCOPES };

/* tenant 0 (PAUSE_QUEUE only): for every tenant. */
struct pause_key {
	enum pause_scope scope;
	tenant_no tenant;
	u32 no; /* of the type or queue; 0 for PAUSE_TENANT */
};

struct pause_row {
	struct pause_key key;
	msec since;
	msec until; /* MSEC_MAX: until resumed */
	str reason;
	str author;
};

enum operation_kind {
	OPERATION_CANCEL,
	OPERATION_RETRY,
	OPERATION_DISCARD,
	OPERATION_REPLAN, /* over jobs: of filter.tenant (0: all), that exclude the calendar named
			   * in filter.entity (empty: any); the cursor is a job's id */
	OPERATION_DROP,   /* of filter.tenant: all that is its own */
	OPERATION_KINDS
};

/* Which runs an operation is about. Zero fields do not restrict. */
struct run_filter {
	tenant_no tenant;
	type_no type;
	queue_no queue;
	u32 states; /* bit per enum run_state; PROCESSING counts as itself */
	struct digest key_digest;
	bool by_key;
	str key;         /* the text behind the digest, for those who look */
	struct uuid job; /* nil: any */
	str entity;      /* empty: any */
};

enum operation_state { OPERATION_RUNNING, OPERATION_DONE, OPERATION_STOPPED };

struct operation_row {
	struct uuid id;
	enum operation_kind kind;
	enum operation_state state;
	struct run_filter filter;
	struct uuid cursor; /* the last run that was looked at */
	u64 seen;
	u64 changed;
	msec started_at;
	u64 started_turn; /* runs that were made in a later turn are none of its business */
	msec ended_at;
	str reason;
};

/* ---- documents: kept, versioned, not decided about --------------------------------------------
 */

enum document_kind {
#define X(name, word, most, sentence) DOCUMENT_##name,
	DOCUMENTS(X)
#undef X
		DOCUMENT_KINDS
};

/* Read-only facts about a kind. */
str document_kind_name(enum document_kind kind);
u32 document_most(enum document_kind kind); /* of one tenant; 0: any number */

struct document_key {
	enum document_kind kind;
	tenant_no tenant;
	str name;
};

struct document_row {
	struct document_key key;
	u64 version; /* above 0; grows with each change, also over a delete */
	msec created_at;
	msec updated_at;
	msec until; /* after it, it counts as gone and may be removed; MSEC_MAX: for good */
	str body;
};

/* The objects that a call with an Idempotency-Key has made. `key` is of tenant, route and the
 * caller's key; `body` of what was sent. */
struct replay_row {
	struct digest key;
	struct digest body;
	msec until;
	str made; /* see model/replay.h */
};

#endif
