/* Actions: they leave a turn after its commit and never before. */
#ifndef BELFRY_MODEL_ACTION_H
#define BELFRY_MODEL_ACTION_H

#include "model/reply.h"
#include "model/rows.h"
#include "model/whys.h"

/* A claimed run, as a worker gets it. The payload is brought by the commit, unless it was
 * read in the same turn. */
struct lease {
	struct uuid execution;
	struct uuid run;
	tenant_no tenant;
	type_no type;
	u32 attempt;
	u32 fence;
	msec lease_ms;
	msec run_at;
	msec timeout_at;
	enum carrier carrier; /* NODE: `type_name` is its type's, and the commit brings `details` */
	str type_name;
	tenant_no handler_tenant; /* with it: who said the handler, and whose secrets it names */
	msec deadline_at;   /* of the run: no attempt starts at or after it; of a daily window: its
			     * cutoff;   0: none */
	struct uuid job;    /* nil: a task */
	struct uuid parent; /* of a batch's child: the batch; nil: none */
	enum run_cause cause;
	msec planned_at;         /* the occurrence's instant; 0: none */
	u32 hops;                /* of a fallback: how many ways were tried before */
	struct uuid fallback_of; /* with it; the commit brings it */
	enum unique_scope scope;
	msec bucket;              /* with scope BUCKET: its minute; not above 0: none */
	bool has_about;           /* the run has a user or an entity: the commit brings them */
	str user;                 /* filled in by store_commit; empty: none */
	str entity;               /* the same */
	struct result_key result; /* whose last result the run is compared with */
	bool has_body;            /* the next three are there; else store_commit fills them in */
	str payload;
	str key;
	str trace;
	str last_result_hash; /* filled in by store_commit; empty: there is none */
	str details;          /* of its type, by `handler_tenant`; empty: it has none */
	bool damaged; /* set by store_commit: withhold it, and say so with a DAMAGED command */
};

struct enqueue_answer {
	enum err err; /* of this item */
	struct why why;
	struct uuid run;
	bool duplicate;
	bool replaced; /* a duplicate that has what was asked for from now on */
	bool purged;   /* a duplicate whose run has been removed by retention */
	enum run_state state;
};

/* One per report or beat, in their order. */
enum holder_code { HOLDER_OK, HOLDER_LEASE_LOST, HOLDER_CANCELLED, HOLDER_FINISHED };

struct holder_answer {
	struct uuid execution;
	enum holder_code code;
};

/* A reason that keeps a run from running: the kind is stable (whys.def), its sentence is for
 * people. */
struct why_reason {
	enum why_kind kind;
	msec until; /* 0: not known */
	str ref;
	/* DEPENDENCY: that it waits for; nil: it is being looked up. LIMIT, JOB_LIMIT: one that has
	 * a place, and leaves it by `until`; nil: not known. */
	struct uuid run;
	str worker;      /* of that run with a place */
	msec planned_at; /* of that run */
	enum dependency_kind needs;
	enum run_state run_state; /* of that run */
	/* PAUSED: since when, why and by whom. */
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

/* A person's window, as it stands now. */
struct daily_answer {
	i64 date;
	msec starts_at;
	msec cutoff;
	struct uuid run;
	bool is_new;     /* there was none before */
	bool is_changed; /* it was another before, or none */
};

struct reminder_answer {
	struct uuid id;
	u64 version;
	enum reminder_status status;
	bool is_new;
};

/* A member of an apply that was refused, counted from 0, and why. */
struct apply_fault {
	u32 member;
	struct why why;
};

struct apply_answer {
	const struct uuid *jobs; /* of each member; nil where nothing was done */
	u32 jobs_len;
	const struct apply_fault *faults; /* the first of them */
	u32 faults_len;
};

struct batch_answer {
	struct uuid id;
	u32 total;
	enum run_state state;
	bool is_duplicate; /* its key was taken: `id` names the run that has it; no total */
	bool is_purged;    /* of a duplicate: its run is gone */
};

struct ladder_answer {
	bool is_duplicate; /* create: it was there already, and is the same */
	u32 ladders;       /* that were made, moved or stopped */
	u32 made;          /* runs */
	u32 moved;
	u32 passed; /* rungs whose time is over, and that were not sent */
	u32 cancelled;
	/* Of the last of them; its texts live as long as the turn. */
	struct ladder_row row;
};

struct effect_answer {
	bool is_first; /* go ahead: nobody else was or will be told so */
	struct uuid claim;
	enum effect_state state;
	str result;
	msec claimed_at;
	msec until;
	msec ended_at;   /* 0: it has not ended */
	struct uuid run; /* nil: none is known */
};

/* How a route stands. */
struct route_state {
	str tenant; /* whose; of all tenants together: system */
	str route;
	struct rate_policy rate; /* in force; rate 0: none is declared */
	u32 tokens;              /* that may be used now */
	msec closed_until;       /* wall; 0: it is open */
	u32 running;
	u32 waiting; /* due runs in memory */
	/* As the other side said last. */
	str bucket; /* empty: not said */
	bool has_remaining;
	u32 remaining;
	u64 refused; /* 429s since the process began */
	u32 streak;  /* of them in a row */
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

/* How much was planned again since this process began, because a clock ahead had decided it. */
struct set_back_report {
	msec at; /* wall: when the last of it was; 0: never */
	u32 jobs, dailies, reminders;
};

struct status_answer {
	struct routes_answer refused; /* those that were, lately first */
	u64 runs_in_memory;
	u64 due;
	u64 running;
	u64 waiting_calls;
	u64 workers;
	u64 tenants;
	msec loaded_until;
	bool is_idle;          /* nothing is handed out */
	msec clock_held_until; /* wall: a leap ahead is waited for at most so long; 0: none */
	msec clock_looked_at;  /* wall: what a clock ahead decided is looked for then; 0: never */
	struct set_back_report report;
};

struct answer {
	struct reply *reply; /* of the command that it answers; NULL: nobody asked */
	bool is_late;        /* answers a lease call of an earlier turn */
	struct lease
		*claimed; /* the leases in it, and where it says how many: the pump takes the */
	u32 *claimed_len; /* damaged ones out again */
	enum err err;     /* of the command as a whole */
	struct why why;
	bool is_replayed; /* the call came before: what that one made (model/replay.h) */
	str replay;
	u64 version;    /* of the thing that was put, by itself or beside a policy */
	u64 number;     /* a pause, a thing: since when; a replay tells it again */
	struct uuid id; /* a replay: of the thing that was put, where it has one */
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
			struct uuid other; /* a conflict: who has the key */
		} run;
		struct operation_row
			operation; /* also of calendar_put and tz_changed: the replanning */
		struct {           /* what is about a job */
			struct uuid job;
			u64 version;
			struct uuid run;   /* run: that was made; else the next one; nil: none */
			msec run_at;       /* of it */
			struct uuid other; /* a conflict: the job that has the code */
			u32 made;          /* backfill: runs that were made */
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
	ACTION_ANSWER,   /* answer */
	ACTION_ASK_HOOK, /* a policy hook is asked; HOOK_SAID follows, or its deadline passes */
	ACTION_STOP,     /* an execution's holder should stop: cancelled or timed out */
	ACTION_PUBLISH,  /* the turn's journal is there to be read */
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
	u32 attempt; /* the one that would begin */
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
