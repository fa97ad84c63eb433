/* Actions: effects of a turn on the outside. They are carried out after its commit, never
 * before. */
#ifndef BELFRY_MODEL_ACTION_H
#define BELFRY_MODEL_ACTION_H

#include "model/reply.h"
#include "model/rows.h"
#include "model/whys.h"

/* A leased run, as a worker gets it. The commit loads the payload, unless it was read in the same
 * turn. */
struct lease {
	struct uuid execution;
	struct uuid run;
	tenant_no tenant;
	type_no type;
	u32 attempt;
	u32 priority;
	u32 fence;
	msec lease_ms;
	msec run_at;
	msec timeout_at;
	enum carrier carrier; /* NODE: `type_name` is set, and the commit loads `details` */
	str type_name;
	/* NODE: the tenant that set the handler, and whose secrets the handler may name */
	tenant_no handler_tenant;
	/* of the run: no attempt starts at or after this; of a daily window: its cutoff; 0: none */
	msec deadline_at;
	struct uuid job;    /* nil: a task */
	struct uuid parent; /* of a batch's child: the batch; nil: none */
	enum run_cause cause;
	msec planned_at; /* the occurrence's instant; 0: none */
	u32 hops;        /* of a fallback: how many types were tried before */
	/* of a fallback: the run that failed; the commit loads its texts */
	struct uuid fallback_of;
	enum unique_scope scope;
	msec bucket;    /* with scope BUCKET: the minute of the key; 0 or below: none */
	bool has_about; /* the run has a user or an entity, which the commit loads */
	str user;       /* filled in by store_commit; empty: none */
	str entity;     /* likewise */
	/* the group of runs whose last result this run's result is compared with */
	struct result_key result;
	bool has_body; /* the next three members are set; else store_commit sets them */
	str payload;
	str key;
	str trace;
	str last_result_hash; /* filled in by store_commit; empty: there is none */
	str details;          /* the type's document in `handler_tenant`; empty: none */
	/* set by store_commit: do not hand the lease out, and report a DAMAGED command */
	bool damaged;
};

struct enqueue_answer {
	enum err err; /* of this item */
	struct why why;
	struct uuid run;
	bool duplicate;
	bool replaced; /* a duplicate whose run was replaced by this item */
	bool purged;   /* a duplicate whose run has been removed by retention */
	enum run_state state;
};

/* One for each report or heartbeat, in their order. */
enum holder_code { HOLDER_OK, HOLDER_LEASE_LOST, HOLDER_CANCELLED, HOLDER_FINISHED };

struct holder_answer {
	struct uuid execution;
	enum holder_code code;
};

/* A reason that keeps a run from running. The kind is stable (whys.def); its sentence is for
 * people. */
struct why_reason {
	enum why_kind kind;
	msec until; /* 0: not known */
	str ref;
	/* DEPENDENCY: the run that it waits for; nil: being looked up. LIMIT, JOB_LIMIT: a run that
	 * has a slot and leaves it by `until`; nil: not known. */
	struct uuid run;
	str worker;      /* of the run that has the slot */
	msec planned_at; /* of that run */
	enum dependency_kind needs;
	enum run_state run_state; /* of that run */
	/* PAUSED: since when, why, and by which user. */
	msec since;
	str words;
	str author;
};

struct why_answer {
	bool found;
	enum run_state state;
	u32 len;
	struct why_reason reasons[LIMIT_REASONS_MAX];
};

/* A person's daily window, as it is now. */
struct daily_answer {
	i64 date;
	msec starts_at;
	msec cutoff;
	struct uuid run;
	bool is_new;     /* the person had no window before */
	bool is_changed; /* it differs from the window before */
};

struct reminder_answer {
	struct uuid id;
	u64 version;
	enum reminder_status status;
	bool is_new;
};

/* A refused member of an apply, counted from 0, and the reason. */
struct apply_fault {
	u32 member;
	struct why why;
};

struct apply_answer {
	const struct uuid *jobs; /* one for each member; nil where nothing was done */
	u32 jobs_len;
	const struct apply_fault *faults; /* the first faults */
	u32 faults_len;
};

struct batch_answer {
	struct uuid id;
	u32 total;
	enum run_state state;
	/* the key was taken: `id` names the run that has it, and there is no total */
	bool is_duplicate;
	bool is_purged; /* the run of that key was removed by retention */
};

struct ladder_answer {
	bool is_duplicate; /* create: the same ladder existed already */
	u32 ladders;       /* ladders that were made, moved or stopped */
	u32 made;          /* runs */
	u32 moved;
	u32 passed; /* rungs whose time has passed without being sent */
	u32 cancelled;
	/* The last of these ladders; its texts live as long as the turn. */
	struct ladder_row row;
};

struct effect_answer {
	bool is_first; /* the caller may go ahead: no other caller was or will be allowed to */
	struct uuid claim;
	enum effect_state state;
	str result;
	msec claimed_at;
	msec until;
	msec ended_at;   /* 0: it has not ended */
	struct uuid run; /* nil: not known */
};

/* The state of a route. */
struct route_state {
	str tenant; /* the tenant; a route of all tenants: system */
	str route;
	struct rate_policy rate; /* in force; rate 0: none is declared */
	u32 tokens;              /* tokens that may be used now */
	msec closed_until;       /* wall; 0: it is open */
	u32 running;
	u32 waiting; /* due runs in memory */
	/* As the other side has last reported: */
	str bucket; /* empty: not reported */
	bool has_remaining;
	u32 remaining;
	u64 refused; /* 429s since the process began */
	u32 streak;  /* how many of the last attempts in a row */
};

struct routes_answer {
	struct route_state *items;
	u32 len;
	u32 most;
};

/* Of a tenant, by kind. */
struct quotas_answer {
	struct quota_state states[QUOTA_KINDS];
};

/* How much was planned again since this process started, because a clock that was ahead had decided
 * it too early. */
struct set_back_report {
	msec at; /* wall: when something was last planned again; 0: never */
	u32 jobs, dailies, reminders;
};

struct status_answer {
	struct routes_answer refused; /* routes that were refused, the most recent first */
	u64 runs_in_memory;
	u64 due;
	u64 running;
	u64 waiting_calls;
	u64 workers;
	u64 tenants;
	msec loaded_until;
	bool is_idle; /* the server leases nothing */
	/* wall: until when it waits at most for a clock that leapt ahead; 0: it does not wait */
	msec clock_held_until;
	/* the leases in the answer, and their number below: the pump */
	msec clock_looked_at;
	struct set_back_report report;
};

struct answer {
	struct reply *reply; /* of the command; NULL: nobody waits for the answer */
	bool is_late;        /* answers a lease call of an earlier turn */
	/* The leases in the answer, and the place of their number: the pump takes damaged ones
	 * out. */
	struct lease *claimed;
	u32 *claimed_len;
	enum err err; /* of the command as a whole */
	struct why why;
	/* the call is a repetition: the result is that of the first call (model/replay.h) */
	bool is_replayed;
	str replay;
	u64 version;    /* of the document that was stored, alone or beside a policy */
	u64 number;     /* a pause or a document: its start; a replay repeats it */
	struct uuid id; /* a replay: the id of the stored object, if it has one */
	union {
		struct {
			struct enqueue_answer *items;
			u32 len;
		} enqueue;
		struct {
			struct lease *leases;
			u32 len;
		} lease;
		struct { /* beats and reports; a report that leases again has both */
			struct holder_answer *items;
			u32 len;
			struct lease *leases;
			u32 leases_len;
		} held;
		struct { /* cancel, retry, discard, reschedule */
			struct uuid run;
			enum run_state state;
			msec run_at;
			struct uuid other; /* a conflict: the run that has the key */
		} run;
		struct operation_row
			operation; /* also of calendar_put and tz_changed: the replanning */
		struct {           /* what is about a job */
			struct uuid job;
			u64 version;
			/* run: the run that was made; else the next run; nil: none */
			struct uuid run;
			msec run_at;       /* of it */
			struct uuid other; /* a conflict: the job that has the code */
			u32 made;          /* backfill: how many runs were made */
		} job;
		struct apply_answer apply;
		struct effect_answer effect;
		struct batch_answer batch;
		struct ladder_answer ladder;
		struct daily_answer daily;
		struct reminder_answer reminder;
		struct why_answer reasons;
		struct status_answer status;
		struct routes_answer routes;
		struct quotas_answer quotas;
	};
};

enum action_kind {
	ACTION_ANSWER, /* answer */
	/* asks a policy hook; a HOOK_SAID command follows, or the question times out */
	ACTION_ASK_HOOK,
	/* asks the worker of an execution to stop: the execution was cancelled or timed out */
	ACTION_STOP,
	ACTION_PUBLISH, /* the turn's journal may be read */
};

/* The question to a policy hook. Texts are borrowed: valid while the action leaves. */
struct policy_hook_ask {
	struct uuid run;
	u64 number;
	str tenant;
	str type;
	str entity;
	str user;
	str payload;
	msec run_at;
	u32 attempt; /* the number of the attempt that would start */
	str url;
	str secret;
	msec deadline;
};

struct action {
	enum action_kind kind;
	union {
		const struct policy_hook_ask *hook;
		struct answer *answer;
		struct uuid execution;
		u64 turn;
	};
};

#endif
