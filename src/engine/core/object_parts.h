/* The objects in the engine's memory; for the files of engine/ alone.
 *
 * Dispatch has three levels. A lane (tenant, queue, type, route that the runs name themselves)
 * holds due runs in ten bands, one a priority, each by (run_at, id). A share (tenant, queue) holds
 * its open lanes in ten bands by the head of that band, and its vtime. A queue holds its open
 * shares by turn, and for each type a lane index of open lanes by their share's virtual time; all
 * of that twice, once for workers and once for the server's own handlers (CARRIER_NODE), who never
 * see each other's. What is full or paused leaves the level above at once and comes back when that
 * changes, so what is held back is never looked at.
 *
 * A job's own limit stands before all that: of its due runs it offers to their lanes only as many
 * as may run, and parks the others on itself (jobs.c).
 *
 * Gates (maintenance, quiet hours) close the lanes of whole types: lane_is_closed asks them
 * beside the type's own pause and limit, and whoever changes what they say calls gates_apply
 * (gates.c).
 *
 * A run is in memory while it is processing, or while it is queued and its (run_at, id) is not past
 * `loaded`. The rest is in the store and comes in as time moves. */
#ifndef BELFRY_ENGINE_CORE_OBJECT_PARTS_H
#define BELFRY_ENGINE_CORE_OBJECT_PARTS_H

#include "base/heap.h"
#include "base/list.h"
#include "base/map.h"
#include "base/pairing.h"
#include "engine/core/timer.h"
#include "model/catalog.h"
#include "model/turn.h"

struct batch;      /* engine/together/batch_parts.h */
struct await;      /* engine/schedule/depend_parts.h */
struct daily;      /* engine/people/daily_parts.h */
struct reminder;   /* engine/people/remind_parts.h */
struct job;        /* engine/schedule/job_parts.h */
struct gatekeeper; /* engine/gates/gate_parts.h */
struct route;      /* engine/gates/route_parts.h */

enum { BANDS = LIMIT_PRIORITY_MAX, QUEUE_DEFAULT = 1 /* the queue that the first step makes */ };

struct place { /* of a run in line */
	msec run_at;
	struct uuid id;
};

#define VTIME_SCALE ((u64)1 << 20) /* virtual time: a run costs a share or queue this / weight */
enum { WEIGHT_MAX = 1000 };

/* Where `in_band` stands. */
enum run_line {
	LINE_LANE,   /* in a band of its lane */
	LINE_PARKED, /* on its job, which is paused or at its limit */
	LINE_HELD,   /* with the engine: the clock has to settle before it is judged */
	LINE_PAUSED, /* on its job: its time came while that is paused, it is judged afterwards */
};

struct engine_run {
	struct uuid id;
	struct pairing_node in_band; /* while it is due */
	struct timer due;            /* while its run_at is to come */
	struct timer deadline;
	struct lane *lane;
	struct execution *execution; /* while it is processing */
	msec run_at;
	msec deadline_at;
	msec created_at;
	msec deferred_until;
	u32 timeout_ms; /* 0: by policy */
	u32 payload_len;
	u32 fence;
	u32 deferred_count;
	u16 attempts;
	u16 max_attempts;
	u8 priority;
	u8 scope; /* enum unique_scope */
	u8 free_429_streak;
	u8 plan_state;  /* enum plan_state */
	u8 cause;       /* enum run_cause */
	u8 line;        /* enum run_line */
	u8 deferred_by; /* enum gate */
	bool is_asked;  /* set aside: its tenant's policy hook is asked about it (policy_hook.c) */
	bool has_user;
	bool has_entity;
	bool is_critical;  /* of a ladder's last rungs */
	bool is_waiting;   /* of a job that depends on others: what it waits for is not there yet */
	bool is_overtaken; /* a later one fell due while it asked what it waits for */
	u8 hops;           /* of a fallback */
	u8 owner;          /* place in hooks->owners (core/owner.h); 0: a task */
	u64 alert;         /* what it is about; 0: its key says */
	u32 cleared_epoch; /* gates that look at one run let it pass: see policy_guard.c */
	u16 guarded_at;    /* place among those that were looked at in this turn, and 1 */
	bool is_noted;     /* it is to be looked at in the next one */
	bool is_taken_back; /* cancelled by a caller before anything began: its key comes free */
	msec cleared_until;
	i64 bucket; /* of a job's occurrence: its planned instant */
	struct digest key;
	u64 journal_turn;
	struct batch *batch;       /* NULL: it is no child, or its batch is gone */
	struct job *job;           /* NULL: a task */
	struct await *awaits;      /* while it is due, and waiting */
	struct daily *daily;       /* NULL: it is nobody's daily window */
	struct reminder *reminder; /* NULL: none stands as it */
	struct list_node in_job;
};

struct execution {
	struct uuid id;
	struct engine_run *run;
	struct worker *worker;
	struct timer timer; /* boot: min(lease_until, timeout_at) */
	msec lease_ms;
	msec lease_until; /* boot */
	msec timeout_at;  /* boot */
	msec started_at;  /* wall */
	u32 attempt;
	u32 number;                     /* which one of its job's, or its run's; 0: not known */
	u32 progress_percent;           /* as it was written last */
	struct digest progress_message; /* of it */
	msec progress_at;               /* boot: when that was */
	bool has_progress;
	bool had_grace;
};

struct pause {
	struct timer timer;
	struct pause_key key;
	msec since;
	msec until;
	u16 reason_len;
	u16 author_len;
	char text[2 * LIMIT_REASON_BYTES]; /* reason, then author */
};

/* The settings that types inherit; never changed. */
struct base_policy {
	u32 users;
	struct type_policy policy;
};

/* The types of one name, in all tenants: those with an outdated base stand in front. */
struct namesakes {
	type_no no;
	struct base_policy *bases[PROFILE_COUNT]; /* NULL: the tenant system says nothing */
	struct list types;                        /* of struct type, in_namesakes */
	struct list_node in_stale;
	struct scope_said scopes_before[PROFILE_COUNT]; /* keys of that turn were looked up by it */
	u64 scopes_turn;
};

/* A tenant's policy for one type, and its places. */
struct type {
	struct tenant *tenant;
	type_no no;
	enum carrier carrier_by_name; /* where no policy says */
	bool notifies_by_name;        /* whatever a policy says */
	u32 running;
	msec lacking_since; /* boot: due work of it waits, and nobody asks; 0: not so */
	struct pause *pause;
	bool is_unnamed;      /* the list of the tenant's types may lack it */
	struct list lanes;    /* of struct lane, in_type: one a queue, and one a route and queue */
	struct type_row *row; /* NULL: no policy of its own */
	/* In force: of its own, else of its base, field by field; NULL: nobody says anything. */
	const struct type_policy *policy;
	const struct type_policy *base; /* NULL: it inherits nothing (namesakes.c) */
	struct base_policy *held;       /* the base is in it; NULL: the base is the catalog's */
	struct base_policy *merged;     /* where both say something */
	u8 profile;                     /* of its tenant, when it took its base */
	struct list_node in_namesakes, in_tenant;
	struct scope_said scope_before; /* keys of that turn were looked up by it */
	u64 scope_turn;
	struct route *route; /* NULL: it names none */
	struct list_node in_route;
};

struct tenant {
	tenant_no no;
	u32 running;
	u32 types;
	u32 types_named;  /* that nobody had named before, since the process began */
	u32 routes_named; /* likewise, by runs */
	u32 own_lanes;    /* of runs that name their route, with runs in them */
	bool has_row;
	bool is_system;
	bool is_leaving; /* it is being deleted: it takes nothing, and nothing of it runs */
	struct pause *pause;
	struct list shares; /* in_tenant: at most one for each side of a queue */
	struct tenant_policy policy;
	struct daily_policy daily;
	struct tenant_defaults defaults;
	struct tenant_defaults defaults_before; /* keys of that turn were looked up by them */
	u32 profile_before;
	u64 defaults_turn;
	struct list all_types;     /* of struct type, in_tenant: outdated bases in front */
	struct list_node in_stale; /* of the engine: some of its types have outdated bases */
	struct gatekeeper *gates;  /* NULL: it says nothing about gates */
	struct list routes;        /* of struct route, in_list */
	struct list gated;         /* lanes with work that a gate holds back, in_gated */
	struct list_node in_gated; /* of the engine, while `gated` is not empty */
	u32 guard_epoch;
	u32 asked;        /* runs that are set aside */
	msec notified_at; /* boot: when the journal was told that maintenance holds it */
};

/* A queue's work for one carrier, workers or the server's own handlers: turns are taken among the
 * tenants that want the same carrier. Limits and pauses are the queue's. */
struct side {
	u64 vtime;
	u64 share_vtime; /* of the share that was served last: where one that comes back begins */
	struct pairing_node *shares; /* the open ones */
};

struct queue {
	queue_no no;
	bool exists;
	u32 running;
	struct pause *pause; /* for every tenant */
	struct queue_policy policy;
	struct side sides[CARRIERS];
};

struct share {
	struct tenant *tenant;
	struct queue *queue;
	enum carrier carrier;
	struct pairing_node in_queue; /* while it is open */
	struct list_node in_tenant;
	struct list_node in_opened; /* opened in this step */
	struct pause *pause;        /* of this tenant's share of the queue */
	struct list lanes;          /* open ones, in_share_list */
	struct list dropped; /* open lanes that left their lane index because the share is closed */
	u64 vtime;
	u64 served; /* number of its last claim */
	u32 all_lanes;
	u32 open_lanes;
	u32 blind_lanes; /* of these: a more urgent run may be in the store alone */
	bool is_open;
	struct pairing_node *bands[BANDS];
};

/* Which of a lane's bands have a part that is in the store alone. A band's runs up to its mark are
 * all in memory; behind it some may be, the others are marked as spilled. So a band's head is right
 * iff it is not behind the mark, and a band without such a head is blind until it is refilled. */
struct spill {
	u16 bands;
	u16 blind; /* of these */
	struct place marks[BANDS];
};

struct lane {
	struct type *type;
	struct share *share;
	route_no own;        /* what its runs say; 0: nothing, and their type's route counts */
	bool is_used;        /* counted in its tenant's own_stands */
	struct route *route; /* the one that counts; NULL: none */
	struct list_node in_type;
	struct list_node in_route; /* with a route of its own */
	struct list_node in_share_list;
	struct list_node in_dropped;
	struct list_node in_opened;
	struct lane_index *lane_index;
	struct pairing_node in_index;  /* while it is open, unless it was set aside */
	u64 index_vtime, index_served; /* as its share's were when it was put into the lane index */
	u32 due;                       /* runs in its bands */
	u32 runs;                      /* all runs in memory that belong to it */
	u32 running;                   /* of these */
	bool is_open;
	u16 share_bands;     /* bands it is listed in at its share */
	struct spill *spill; /* NULL: all its runs are in memory */
	struct list_node in_idle;
	struct list_node in_thirsty;       /* it wants to be refilled */
	struct list_node in_gated;         /* of its tenant: it has work, and a gate is closed */
	struct pairing_node *bands[BANDS]; /* of runs */
	struct pairing_node in_share[BANDS];
};

/* The open lanes of one type in one queue, of those who have it carried out alike. */
struct lane_index {
	u64 key; /* carrier, queue, type */
	u32 all; /* lanes that belong to it */
	struct pairing_node *lanes;
};

/* Where lease calls of workers, or of the server itself, wait for (tenant or any, queue or any,
 * type or any). */
struct post {
	u64 key;
	struct list waits; /* of struct wait, in_post */
};

struct wait {
	struct list_node in_post;
	struct list_node in_call;
	struct post *post;
	struct call *call;
};

struct call {
	struct reply *reply;
	u64 turn;                 /* in which it came */
	u64 number;               /* grows: older calls are served first */
	struct list_node in_list; /* fresh or waiting */
	struct timer timer;
	struct list waits;
	struct worker *worker;
	msec lease_ms;
	msec ends_at; /* boot: it waits no longer, in however many turns it is not looked at */
	u32 max;
	bool is_waiting;
	bool with_report; /* its answer belongs to a report */
	enum carrier carrier;
	struct answer *answer; /* of the report it came with, in this turn */
	u16 queues_len;
	u16 types_len;
	u16 tenants_len;
	queue_no queues[LIMIT_LEASE_QUEUES];
	type_no types[LIMIT_LEASE_TYPES];
	tenant_no tenants[LIMIT_LEASE_TENANTS];
};

/* The tenant that workers belong to, by their token; "" is the system's, which leases for all. */
struct worker_owner {
	u32 workers;
	u32 len;
	struct list idle; /* of struct worker, in_owner: the longest idle first */
	char text[LIMIT_TENANT_NAME_BYTES];
};

struct worker {
	worker_no no; /* 0: it never had a run, and its name has no row */
	struct list_node in_engine;
	struct list_node in_owner; /* while it is idle */
	struct list_node in_idle;  /* likewise, among those of all */
	struct worker_owner *owner;
	bool is_recalled; /* of a process before this one: its owner is not known yet */
	struct timer timer;
	msec seen; /* boot */
	u32 running;
	u32 calls; /* of its own that are not answered yet */
	u32 len;
	u32 host_len;
	char text[LIMIT_WORKER_NAME_BYTES];
	char host[LIMIT_WORKER_HOST_BYTES];
};

struct operation {
	struct list_node in_engine;
	struct operation_row row;
	char text[LIMIT_ENTITY_BYTES + LIMIT_REASON_BYTES + LIMIT_KEY_BYTES];
};

struct name_entry {
	u32 no;
	u32 borrowed; /* by so many lease calls */
	u16 len;
	bool is_kept; /* has a row */
	char text[LIMIT_TYPE_NAME_BYTES];
};

_Static_assert(LIMIT_WORKER_NAME_BYTES <= LIMIT_TYPE_NAME_BYTES, "the longest name fits an entry");

struct names {
	struct map by_text;
	struct name_entry **entries; /* by number; [0] unused */
	u32 len;                     /* the next number */
	u32 capacity;
	u32 kept;       /* names with rows */
	u32 free_first; /* numbers that may be given again, chained; 0: none */
};

/* A key that this turn has looked up, as the step has changed it so far. */
struct key_state {
	struct unique_key key;
	bool found;
	struct unique_row row;
	bool run_exists;
	enum run_state run_state;
	const struct run_row *made; /* the run, if this turn has made it; it may be outdated */
};

/* An execution that ended in this turn: the same report may come twice in one. */
struct ended {
	struct uuid id;
	struct ended *before; /* of this turn */
	struct uuid run;
	tenant_no tenant;
	enum outcome outcome;
	struct digest report;
};

static inline tenant_no run_tenant(const struct engine_run *run)
{
	return run->lane->type->tenant->no;
}

static inline type_no run_type(const struct engine_run *run)
{
	return run->lane->type->no;
}

static inline bool run_is_internal(const struct engine_run *run)
{
	return run_cause_is_internal((enum run_cause)run->cause);
}

#endif
