/* The objects in the engine's memory; for the files of engine/ alone.
 *
 * Dispatch has three levels. A lane (tenant, queue, type, route that the runs name themselves)
 * holds due runs in ten bands, one a priority, each by (run_at, id). A share (tenant, queue) holds
 * its open lanes in ten bands by the head of that band, and its vtime. A queue holds its open
 * shares by turn, and for each type a lane index of open lanes by their share's virtual time; all
 * of that exists twice, once for workers and once for the server's own handlers (CARRIER_NODE);
 * neither sees the other's runs. A lane or share that is full or paused is removed from the level
 * above at once, and put back when that changes. So a pick never meets a run that is held back.
 *
 * A job's own limit comes first: the job offers only as many of its due runs to their lanes as may
 * run, and parks the others (job_lanes.c).
 *
 * Gates (maintenance, quiet hours) close the lanes of whole types: lane_is_closed checks the gates
 * beside the type's own pause and limit, and every change of a gate calls gates_apply (gates.c).
 *
 * A run is in memory while it is processing, or while it is queued and its (run_at, id) is not past
 * `loaded`. All other runs are in the store and are loaded as time passes. */
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

struct place { /* Where a run is in line: runs are ordered by these two. */
	msec run_at;
	struct uuid id;
};

/* virtual time: a started run costs its share and its queue this number / weight */
#define VTIME_SCALE ((u64)1 << 20)
enum { WEIGHT_MAX = 1000 };

/* Which heap or list `in_band` is a node of. */
enum run_line {
	LINE_LANE,   /* in a band of its lane */
	LINE_PARKED, /* on its job, which is paused or at its limit */
	LINE_HELD,   /* of the engine, until a jumped clock has settled */
	/* of its job, which was paused when the run's time came; the job decides about it later */
	LINE_PAUSED,
};

struct engine_run {
	struct uuid id;
	struct pairing_node in_band; /* while the run is due */
	struct timer due;            /* while run_at is in the future */
	struct timer deadline;
	struct lane *lane;
	struct execution *execution; /* while the run is processing */
	msec run_at;
	msec deadline_at;
	msec created_at;
	msec deferred_until;
	u32 timeout_ms; /* 0: as the policy says */
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
	bool is_asked;  /* its tenant's policy hook is being asked about it (policy_hook.c) */
	bool has_user;
	bool has_entity;
	bool is_critical; /* of a ladder's last rungs */
	bool is_waiting;  /* of a job with dependencies: these are not met yet */
	/* a later occurrence fell due while this one waited for its dependencies */
	bool is_overtaken;
	u8 hops;           /* how many fallbacks came before it */
	u8 owner;          /* index in hooks->owners (core/owner.h); 0: a task */
	u64 alert;         /* the alert that it notifies of; 0: given by its key */
	u32 cleared_epoch; /* the guard's epoch in which the run was cleared (policy_guard.c) */
	u16 guarded_at;    /* index, from 1, among the runs that the guard checked in this turn */
	bool is_noted;     /* the guard is to check it in the next turn */
	/* a caller cancelled it before its first attempt: its key is free again */
	bool is_taken_back;
	msec cleared_until;
	i64 bucket; /* of a job's occurrence: its planned instant */
	struct digest key;
	u64 journal_turn;
	struct batch *batch;       /* NULL: it is no child, or its batch is gone */
	struct job *job;           /* NULL: a task */
	struct await *awaits;      /* while it is due and waits for other runs */
	struct daily *daily;       /* NULL: not the run of a daily window */
	struct reminder *reminder; /* NULL: not the run of a reminder */
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
	/* of the job's runs, or of the run's attempts; 0: not known */
	u32 number;
	u32 progress_percent;           /* as it was last written */
	struct digest progress_message; /* of the message that was last written */
	msec progress_at;               /* boot: when the progress was last written */
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
	char text[2 * LIMIT_REASON_BYTES]; /* the reason, then the author */
};

/* The policy that types of one name inherit; never changed after it was made. */
struct base_policy {
	u32 users;
	struct type_policy policy;
};

/* The types of one name in all tenants; those with an outdated base come first. */
struct namesakes {
	type_no no;
	/* NULL: the tenant system has no policy for the name */
	struct base_policy *bases[PROFILE_COUNT];
	struct list types; /* of struct type, in_namesakes */
	struct list_node in_stale;
	/* the scope before this turn, by which the turn's keys were looked up */
	struct scope_said scopes_before[PROFILE_COUNT];
	u64 scopes_turn;
};

/* A tenant's policy for one type, and the slots it uses. */
struct type {
	struct tenant *tenant;
	type_no no;
	enum carrier carrier_by_name; /* used where no policy names a carrier */
	bool notifies_by_name;        /* it notifies people whatever its policy says */
	u32 running;
	/* boot: since when due runs have waited while no worker asks for them; 0: not so */
	msec lacking_since;
	struct pause *pause;
	bool is_unnamed; /* it may be missing in the list of the tenant's types */
	/* of struct lane, in_type: one for each queue, and one for each (route, queue) */
	struct list lanes;
	struct type_row *row; /* NULL: no policy of its own */
	/* The policy in force: the type's own, completed from its base field by field; NULL:
	 * none. */
	const struct type_policy *policy;
	const struct type_policy *base; /* NULL: the type inherits nothing (namesakes.c) */
	struct base_policy *held;       /* the owner of `base`; NULL: the base is the catalog's */
	struct base_policy *merged;     /* made where both the type and its base have settings */
	u8 profile;                     /* the tenant's profile when the base was taken */
	struct list_node in_namesakes, in_tenant;
	/* the scope before this turn, by which the turn's keys were looked up */
	struct scope_said scope_before;
	u64 scope_turn;
	struct route *route; /* NULL: the policy names none */
	struct list_node in_route;
};

struct tenant {
	tenant_no no;
	u32 running;
	u32 types;
	u32 types_named;  /* new names of types, since the process began */
	u32 routes_named; /* new names of routes in runs, likewise */
	u32 own_lanes;    /* lanes of runs that name their own route, with runs in them */
	bool has_row;
	bool is_system;
	/* it is being deleted: it accepts no commands, and none of its runs start */
	bool is_leaving;
	struct pause *pause;
	struct list shares; /* in_tenant: at most one for each side of a queue */
	struct tenant_policy policy;
	struct daily_policy daily;
	struct tenant_defaults defaults;
	/* the defaults before this turn, by which the turn's keys were looked up */
	struct tenant_defaults defaults_before;
	u32 profile_before;
	u64 defaults_turn;
	struct list all_types; /* of struct type, in_tenant: outdated bases in front */
	/* in the engine's list of tenants with types whose base is outdated */
	struct list_node in_stale;
	struct gatekeeper *gates;  /* NULL: no gate settings */
	struct list routes;        /* of struct route, in_list */
	struct list gated;         /* lanes whose runs a gate holds back, in_gated */
	struct list_node in_gated; /* in the engine's list, while `gated` is not empty */
	u32 guard_epoch;
	u32 asked;        /* runs about which its policy hook is being asked */
	msec notified_at; /* boot: when the journal last got an event that maintenance holds runs */
};

/* A queue's runs for one carrier (workers, or the server's own handlers). Shares take turns on each
 * side separately. Limits and pauses are the queue's, for both sides together. */
struct side {
	u64 vtime;
	/* virtual time of the share that was served last: a share that opens starts from there */
	u64 share_vtime;
	struct pairing_node *shares; /* the open shares */
};

struct queue {
	queue_no no;
	bool exists;
	u32 running;
	struct pause *pause; /* for all tenants */
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
	struct pause *pause;        /* of this tenant in this queue */
	struct list lanes;          /* the open lanes, in_share_list */
	/* lanes that were taken out of their lane index when the share closed */
	struct list dropped;
	u64 vtime;
	u64 served; /* number of its last claim */
	u32 all_lanes;
	u32 open_lanes;
	u32 blind_lanes; /* how many of `lanes`: a more urgent run may be in the store alone */
	bool is_open;
	struct pairing_node *bands[BANDS];
};

/* Which bands of a lane have runs that are in the store alone. Runs of a band up to its mark are
 * all in memory. Beyond the mark some may be in memory; the others are marked as spilled in the
 * store. The head of a band is correct if it is not beyond the mark. A band without such a head is
 * blind until it is refilled. */
struct spill {
	u16 bands;
	u16 blind; /* bands of these that are blind */
	struct place marks[BANDS];
};

struct lane {
	struct type *type;
	struct share *share;
	route_no own;        /* the route that its runs name; 0: none, the type's route counts */
	bool is_used;        /* counted in the tenant's own_lanes */
	struct route *route; /* the route that counts; NULL: none */
	struct list_node in_type;
	struct list_node in_route; /* in the list of its route, if its runs name one */
	struct list_node in_share_list;
	struct list_node in_dropped;
	struct list_node in_opened;
	struct lane_index *lane_index;
	struct pairing_node in_index; /* in its lane index, while it is open and not dropped */
	/* copied from the share when the lane was put into the index */
	u64 index_vtime, index_served;
	u32 due;     /* runs in its bands, that is due runs */
	u32 runs;    /* all runs of the lane that are in memory */
	u32 running; /* of `runs`: processing */
	bool is_open;
	u16 share_bands;     /* a bit for each band that the share lists it in */
	struct spill *spill; /* NULL: all its runs are in memory */
	struct list_node in_idle;
	struct list_node in_thirsty; /* in the list of lanes to be refilled */
	/* in its tenant's list `gated`: it has due runs, and a gate is closed */
	struct list_node in_gated;
	struct pairing_node *bands[BANDS]; /* of struct engine_run */
	struct pairing_node in_share[BANDS];
};

/* The open lanes of one type in one queue, for one carrier. */
struct lane_index {
	u64 key; /* carrier, queue, type */
	u32 all; /* all lanes of that key, open or not */
	struct pairing_node *lanes;
};

/* Where lease calls wait: one post for each (tenant or any, queue or any, type or any) that calls
 * ask for. */
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
	u64 turn;                 /* the turn in which the call came */
	u64 number;               /* grows from call to call: older calls are served first */
	struct list_node in_list; /* of fresh calls, or of waiting calls */
	struct timer timer;
	struct list waits;
	struct worker *worker;
	msec lease_ms;
	msec ends_at; /* boot: when the wait ends, even if no run was found in many turns */
	u32 max;
	bool is_waiting;
	bool with_report; /* its leases are part of a report's answer */
	enum carrier carrier;
	struct answer *answer; /* the answer of that report, in this turn */
	u16 queues_len;
	u16 types_len;
	u16 tenants_len;
	queue_no queues[LIMIT_LEASE_QUEUES];
	type_no types[LIMIT_LEASE_TYPES];
	tenant_no tenants[LIMIT_LEASE_TENANTS];
};

/* The tenant that workers belong to, given by their token; "": the system's workers, which lease
 * runs of all tenants. */
struct worker_owner {
	u32 workers;
	u32 len;
	struct list idle; /* of struct worker, in_owner: the one that has been idle longest first */
	char text[LIMIT_TENANT_NAME_BYTES];
};

struct worker {
	worker_no no; /* 0: it never had a run, so it has no row */
	struct list_node in_engine;
	struct list_node in_owner; /* while it is idle */
	struct list_node in_idle;  /* in the engine's list of all idle workers */
	struct worker_owner *owner;
	bool is_recalled; /* known from an earlier process: its owner is not known yet */
	struct timer timer;
	msec seen; /* boot: when the worker last called */
	u32 running;
	u32 calls; /* calls of the worker that are not answered yet */
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
	u32 borrowed; /* how many lease calls use it */
	u16 len;
	bool is_kept; /* it has a row in the store */
	char text[LIMIT_TYPE_NAME_BYTES];
};

_Static_assert(LIMIT_WORKER_NAME_BYTES <= LIMIT_TYPE_NAME_BYTES, "the longest name fits an entry");

struct names {
	struct map by_text;
	struct name_entry **entries; /* by number; [0] is unused */
	u32 len;                     /* the next new number */
	u32 capacity;
	u32 kept;       /* names with rows */
	u32 free_first; /* numbers that are free for reuse, as a chain; 0: none */
};

/* A key that this turn looked up, with the changes that the step has made to it so far. */
struct key_state {
	struct unique_key key;
	bool found;
	struct unique_row row;
	bool run_exists;
	enum run_state run_state;
	/* the run, if it was made in this turn; the row may be outdated */
	const struct run_row *made;
};

/* An execution that ended in this turn: the same report may come twice in one turn. */
struct ended {
	struct uuid id;
	struct ended *before; /* the one that ended before it in this turn */
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
