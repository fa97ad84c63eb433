/* The engine's memory as a whole, and the functions that its files offer each other; for engine/
 * alone. object_parts.h defines the objects in that memory. */
#ifndef BELFRY_ENGINE_CORE_PARTS_H
#define BELFRY_ENGINE_CORE_PARTS_H

#include "base/heap.h"
#include "base/list.h"
#include "base/map.h"
#include "base/must.h"
#include "base/pairing.h"
#include "engine/core/beside_parts.h"
#include "engine/core/object_parts.h"
#include "engine/core/own_parts.h"
#include "engine/core/quota_parts.h"
#include "engine/core/timer.h"
#include "engine/engine.h"
#include "engine/memory/pool.h"
#include "engine/memory/room.h"
#include "engine/people/daily_parts.h"
#include "engine/people/remind_parts.h"
#include "engine/schedule/depend_parts.h"
#include "engine/together/batch_parts.h"
#include "engine/watch/alert_parts.h"
#include "model/journal.h"
#include "model/replay.h"
#include "model/turn.h"

struct hooks; /* engine/core/owner.h */

/* engine/schedule/job_parts.h */
struct job;
struct draft;
struct effect_seen; /* effects.c */
struct guarded;

/* Runs, executions and operations, and the names of everything. */
struct core_memory {
	struct names names[NAME_KINDS];
	struct pool name_pool;
	struct hash_key hash_key;
	struct uuid7_clock ids;
	struct uuid_map runs;
	struct uuid_map executions;
	struct pool run_pool, execution_pool;
	struct list operations;
	struct pool operation_pool;
	u32 operations_len;
};

/* People come first: their pages are short, and people wait for them. */
enum set_back_stage { SET_BACK_DAILIES, SET_BACK_REMINDERS, SET_BACK_JOBS, SET_BACK_STAGES };

/* After the clock was set back, or at a start: looks for decisions that a clock which was ahead has
 * made too early, stage by stage (schedule/set_back.c, people/set_back.c). */
struct set_back {
	msec at; /* boot: when the search begins; 0: never */
	/* the clock was set back while this process ran, so the reason is not a start */
	bool was_seen;
	enum set_back_stage stage;
	struct uuid through; /* jobs, or reminders, up to this id are done */
	tenant_no tenant;    /* daily windows up to this tenant and user are done */
	u8 user_len;
	char user[LIMIT_TENANT_NAME_BYTES];
	struct set_back_report report;
};

/* Runs, pauses and leases that wait for an instant, and the state of both clocks. */
struct clock_memory {
	struct heap wall;
	struct heap boot;
	struct now seen; /* of the last turn */
	msec gap_at;     /* boot: when the last long gap between two turns ended */
	u32 timers_left; /* that may still act in this turn */

	/* After a jump of the wall clock, until the clock has settled (clock_hold.c). */
	struct pairing_node *held; /* runs that wait until then */
	msec hold_since;           /* boot */
	msec hold_until;           /* boot; 0: the clock is settled */

	msec recalled_at; /* boot: when this memory was made from the store */
	struct set_back back;
	/* boot: before it nothing is removed for good, see clock_watch_doubts */
	msec leapt_until;
};

/* Which queued runs are in memory: those up to (loaded_at, loaded_id), ordered by (run_at, id). */
struct reach_memory {
	msec loaded_at;
	struct uuid loaded_id;
	/* the last page was full, so the store has more runs that belong in memory */
	bool loading_lags;
	msec scan_at;    /* wall: when to load more runs from the store */
	msec overdue_at; /* wall: no spilled run has a deadline before this */
	/* boot: since when runs that are due have been missing in memory; 0: none are missing */
	msec behind_since;
};

struct dispatch_memory {
	struct u64_map tenants;
	struct u64_map types;        /* tenant, type */
	struct u64_map shares;       /* tenant, carrier, queue */
	struct u64_map lane_indexes; /* carrier, queue, type */
	struct u64_map posts;
	struct u64_map calls; /* by reply */
	struct queue queues[LIMIT_QUEUES_MAX + 1];
	struct pool tenant_pool, type_pool, type_row_pool, share_pool, lane_pool, spill_pool,
		lane_index_pool, post_pool, wait_pool, call_pool, namesakes_pool, base_pool;
	struct u64_map namesakes; /* by type */
	struct list stale_namesakes, stale_tenants;
	u32 base_routes;           /* base policies that name a route, and types of the catalog */
	struct list fresh_calls;   /* that came in this turn and are not served yet */
	struct list waiting_calls; /* oldest first */
	struct list opened_lanes, opened_shares;
	/* lanes without runs, in_idle: the one that has been empty longest first */
	struct list idle;
	u32 idle_len;
	/* lanes with a blind or short band, in_thirsty: to be refilled from the store */
	struct list thirsty;
	/* runs_asked: the most that the present calls may lease */
	u64 calls_made, claims_made, runs_asked;
	struct gatekeeper
		/* the gates of the tenant `system`, which hold for every tenant */
		*system_gates;
	/* shares are closed because a route of all tenants is full: they keep their virtual time */
	bool keeps_vtime;
	u64 sweep_from;            /* number of the next waiting call to try; 0: no sweep */
	bool sweep_again;          /* a slot came free during a sweep: another sweep follows */
	u64 queue_vtime[CARRIERS]; /* of the queue that was served last */
	u32 running, due;

	/* For the turn under way: */
	u32 bases_left; /* how many types may still take a new base policy */
	u32 claims_left;
	struct lease *leases; /* reserved memory: for claims_left leases at the start of the step */
	u32 leases_used;
	u32 claimed_bytes;
};

struct worker_memory {
	struct u64_map by_number; /* entries that have a number */
	struct map by_text;       /* one entry for each text and owner */
	struct map owners;        /* by text */
	struct pool pool, owner_pool;
	struct list all, idle;
};

struct schedule_memory {
	struct backoff job_backoff; /* for jobs whose settings name none */
	struct uuid_map jobs;
	struct pool job_pool, job_lane_pool;
	struct list touched_jobs;
	struct map calendars;   /* of struct calendar */
	struct waiting waiting; /* runs that wait for runs of other jobs */
	u32 heavy_jobs;         /* jobs that may plan more than one run at once */
	u32 replace_jobs;       /* jobs whose occurrences may cancel running ones */
	u32 undecided;          /* runs in memory that are PLANNED or MOVED */

	/* For the turn under way: */
	struct draft *drafts;
	u32 drafts_len;
	/* decisions about occurrences that may still be made; each may plan one run */
	u32 judged_left;
	u32 plans_left; /* runs that may be planned beyond one for each decision */
};

struct gate_memory {
	struct u64_map tallies; /* of struct quota_tally, by tenant */
	struct map pauses_by_key;
	u32 pauses_len;
	struct map rates, routes;   /* of struct rate, struct route */
	struct list shared_routes;  /* in_list */
	struct list refused_routes; /* in_refused */
	struct pool tally_pool, pause_pool, rate_pool, route_pool, asked_pool;
	struct list gatekeepers; /* in_engine */
	u32 gatekeepers_len;
	u32 pingers;               /* how many of them have pings (watch/pings.c) */
	size_t ping_longest;       /* the longest that any ping had: its group and URL */
	struct list gated_tenants; /* in_gated */
	msec defer_at;             /* boot: when to look at closed lanes next */
	msec deferred_at;          /* boot: when closed lanes were looked at last */
	u32 guard_epoch;
	struct uuid_map asked; /* of struct asked, by run (policy_hook.c) */
	/* runs that a pick met and that the guard has to check */
	struct to_guard to_guard[LIMIT_TURN_GUARDED];
	u32 to_guard_len;
	u32 to_guard_bytes; /* of their payloads */

	/* For the turn under way: */
	u32 defers_left;
	struct guarded *guarded; /* what the store returned for to_guard */
	u32 guarded_len;
};

struct together_memory {
	struct uuid_map batches; /* of struct batch */
	struct pool batch_pool;
	struct list dirty_batches, sweeping_batches;
	struct map cooldowns; /* of struct cooldown, see fallbacks.c */
	struct pool cooldown_pool;
	u32 fallbacks; /* types that have a fallback */

	/* For the turn under way: */
	struct uuid_map effects; /* of struct effect_seen (effects.c) */
	struct uuid_map effects_by_key;
	struct effect_seen *effect_room; /* reserved memory for new ones */
	struct ladders_known ladders;    /* see ladders.c */
};

struct people_memory {
	struct dailies dailies;
	struct reminders reminders;
};

struct watch_memory {
	struct alerts alerts;
	u32 pings_left; /* for which this turn has reserved memory */
};

/* Used within one turn. */
struct step_memory {
	struct turn *turn;
	struct prng jitter;
	bool has_work;   /* the turn's bounds left work for the next turn */
	struct map keys; /* unique_key -> struct key_state */
	struct key_state *key_first;
	struct key_state *key_room; /* reserved memory for keys whose names are new in this turn */
	u32 new_keys;
	/* executions that ended in this turn; the last of them that is in the map `ended` */
	struct ended *ended_last, *ended_indexed;
	struct uuid_map ended; /* filled on first use */
	/* of struct run_seen: rows that were loaded, kept up to date during the step */
	struct uuid_map wanted;
	struct uuid_map wanted_executions; /* of struct want */
	struct map results;                /* of struct want: WANT_RESULT */
	struct uuid_map replays;           /* of struct replay_state, see replay.c */
	struct map documents;              /* of struct document_state, see documents.c */
	/* versions given to documents, and rows written for the audit */
	u32 versions_given, audit_rows;
	u32 wanted_kinds; /* bits by enum want_kind: of the turn's wants */
};

struct engine {
	struct engine_config config;
	const struct hooks *hooks; /* features.c */
	struct core_memory core;
	struct clock_memory clock;
	struct reach_memory reach;
	struct dispatch_memory dispatch;
	struct worker_memory workers;
	struct schedule_memory schedule;
	struct gate_memory gates;
	struct together_memory together;
	struct people_memory people;
	struct watch_memory watch;
	struct step_memory step;
};

/* The turn whose step is being carried out. */
static inline struct turn *now_turn(const struct engine *engine)
{
	must(engine->step.turn != NULL);
	return engine->step.turn;
}

static inline msec wall_now(const struct engine *engine)
{
	return now_turn(engine)->now.wall;
}

static inline msec boot_now(const struct engine *engine)
{
	return now_turn(engine)->now.boot;
}

#define SYSTEM_NAME STR("system")

static inline u64 pair_key(u32 high, u32 low)
{
	return (u64)high << 32 | low;
}

/* ---- recall.c ------------------------------------------------------------------------------ */
/* Reserves memory for one object and all that belongs to it. */
MUST_USE enum err reserve_tenant(struct engine *engine);
MUST_USE enum err reserve_type(struct engine *engine);
MUST_USE enum err reserve_lane(struct engine *engine);

/* ---- names.c ------------------------------------------------------------------------------ */
void names_init(struct engine *engine);
void names_done(struct engine *engine);
u32 name_find(const struct engine *engine, enum name_kind kind, str text); /* 0: unknown */
/* Likewise, for a number that goes into a row: a borrowed number is not returned, since another
 * name may soon have it. */
u32 name_find_kept(const struct engine *engine, enum name_kind kind, str text);
/* The number of a text. A new text gets a number and a row; the memory was reserved before. */
u32 name_intern(struct engine *engine, enum name_kind kind, str text);
/* Likewise, without a row: the number lasts until it is given back as often as it was borrowed. */
u32 name_borrow(struct engine *engine, enum name_kind kind, str text);
void name_give_back(struct engine *engine, enum name_kind kind, u32 no);
/* Frees the text for a new number. The old number keeps its row, under a text that no name can
 * have. */
str name_retire(struct engine *engine, enum name_kind kind, u32 no);
/* ERR_QUOTA: the text is new, and the number of names is at its limit. */
MUST_USE enum err name_check_room(const struct engine *engine, enum name_kind kind, str text,
				  struct why *why);
MUST_USE enum err names_reserve(struct engine *engine, u32 more, u32 routes); /* of each kind */
MUST_USE enum err name_recall(struct engine *engine, const struct name_row *row);
str name_text(const struct engine *engine, enum name_kind kind, u32 no);

/* ---- objects.c ---------------------------------------------------------------------------- */
struct tenant *tenant_find(const struct engine *engine, tenant_no no);
struct tenant *tenant_get(struct engine *engine, tenant_no no); /* made when it is new */
struct type *type_find(const struct engine *engine, tenant_no tenant, type_no no);
struct type *type_get(struct engine *engine, struct tenant *tenant, type_no no);
struct share *share_find(const struct engine *engine, tenant_no tenant, queue_no queue,
			 enum carrier carrier);
/* `own`: the route that the runs of the lane name; 0: none. */
struct lane *lane_find(const struct type *type, const struct queue *queue, route_no own);
struct lane *lane_get(struct engine *engine, struct type *type, struct queue *queue, route_no own);
void lane_note_used(struct lane *lane, bool is_used);
enum carrier type_carrier(const struct type *type);
/* The type's policy may have changed: moves its lanes to the workers or to the server, whichever
 * carries the type out now. */
void type_change_hands(struct engine *engine, struct type *type);
u64 lane_index_key(enum carrier carrier, queue_no queue, type_no type);
struct queue *queue_of(struct engine *engine, queue_no no);
struct worker *worker_known(const struct engine *engine, str owner, str text);
/* `host`: where the worker runs, if it has reported that. NULL: there are too many workers. */
struct worker *worker_get(struct engine *engine, str owner, str name, str host);
/* Counts a call or a run of the worker. The worker is not idle until the count is given back. */
void worker_take(struct engine *engine, struct worker *worker, u32 *count);
void worker_give(struct engine *engine, struct worker *worker, u32 *count);
bool worker_is_idle(const struct worker *worker);
MUST_USE enum err workers_reserve(struct engine *engine, u32 calls, u32 claims);
/* the worker's row is written with its first run */
worker_no worker_number(struct engine *engine, struct worker *worker);
void worker_seen(struct engine *engine, struct worker *worker);
void worker_forget(struct engine *engine, struct worker *worker);
MUST_USE enum err worker_recall(struct engine *engine, const struct name_row *row);
str worker_text(const struct engine *engine, u32 no);
bool worker_is_named(const void *item, const void *name);
bool worker_owner_is_named(const void *item, const void *text);
/* Removes a type that has no policy, pause and lanes, then its tenant if that is empty. */
void type_release(struct engine *engine, struct type *type);
/* The type of that name, made when the tenant has none. ERR_QUOTA: the tenant has as many types as
 * allowed. */
MUST_USE enum err type_named(struct engine *engine, struct tenant *tenant, str name,
			     struct type **out_type, struct why *why);
void type_note_named(struct engine *engine, struct type *type, bool is_named);
/* The route of that name; no name: 0. ERR_QUOTA: the tenant's runs name as many routes as
 * allowed. */
MUST_USE enum err route_named(struct engine *engine, struct type *type, const struct queue *queue,
			      str name, route_no *out_route, struct why *why);
/* The tenant of that name, made when it is new. */
MUST_USE enum err tenant_named(struct engine *engine, str name, struct tenant **out_tenant,
			       struct why *why);
/* The tenant that a command is for. */
MUST_USE enum err tenant_of_command(struct engine *engine, const struct command *command,
				    struct tenant **out_tenant, struct why *why);
void tenant_release(struct engine *engine, struct tenant *tenant);
void lane_note_idle(struct engine *engine, struct lane *lane);
void idle_release(struct engine *engine); /* at the end of a step */

/* ---- namesakes.c -------------------------------------------------------------------------- */
/* type_join: a type was made. The others: a type, or its tenant, is about to be removed. */
void type_join(struct engine *engine, struct type *type);
void type_part(struct engine *engine, struct type *type);
/* Computes the policy in force after the type's own policy or its base has changed. */
void type_settle_policy(struct engine *engine, struct type *type);
/* The policy in force for a type that may not be in memory; NULL: neither tenant nor system has set
 * one. */
const struct type_policy *type_policy_of(const struct engine *engine, const struct tenant *tenant,
					 type_no no);
/* The tenant whose policy names the type's handler. */
tenant_no type_handler_tenant(const struct engine *engine, const struct type *type);
bool type_is_stale(const struct engine *engine, const struct type *type);
void type_take_base(struct engine *engine, struct type *type);
/* The tenant system has another policy for a type; a tenant has another profile. */
void system_type_set(struct engine *engine, type_no no, const struct type_policy *policy);
void profile_set(struct engine *engine, struct tenant *tenant);
static inline bool bases_are_stale(const struct engine *engine)
{
	return !list_is_empty(&engine->dispatch.stale_namesakes) ||
	       !list_is_empty(&engine->dispatch.stale_tenants);
}
struct type *type_next_stale(struct engine *engine); /* A type with an outdated base; NULL: none. */
/* The scope of keys that a tenant's type inherits, as it was when this turn looked up its keys. */
struct scope_said base_scope(const struct engine *engine, const struct turn *turn,
			     const struct tenant *tenant, str name);
/* How many types may take a new base in a turn, and how many bases that may need. */
u32 bases_inheriting(const struct engine *engine, const struct turn *turn);
u32 bases_needed(const struct engine *engine, const struct turn *turn);

/* ---- lanes.c: lanes, shares, queues; who is open ------------------------------------------ */
void lane_push(struct engine *engine, struct engine_run *run);   /* it became due */
void lane_remove(struct engine *engine, struct engine_run *run); /* it is due no more */
/* opens or closes it by limits and gates */
void lane_update(struct engine *engine, struct lane *lane);
/* removes it from its share before it moves */
void lane_shut(struct engine *engine, struct lane *lane);
void share_update(struct engine *engine, struct share *share);
void type_update(struct engine *engine, struct type *type);
void tenant_update(struct engine *engine, struct tenant *tenant);
bool type_is_closed(const struct type *type);
/* by its type or a gate */
bool lane_is_closed(const struct engine *engine, const struct lane *lane);
bool tenant_is_closed(const struct tenant *tenant);
bool queue_is_closed(const struct queue *queue);
bool engine_is_full(const struct engine *engine);
void queue_comes_back(struct engine *engine, struct queue *queue); /* after a pause */
/* places_take, places_give: one slot less, or more, in every limit that counts the run. */
void places_take(struct engine *engine, struct lane *lane);
void places_give(struct engine *engine, struct lane *lane);
/* The run that `call` gets next; NULL: none. */
struct engine_run *pick_for_call(struct engine *engine, const struct call *call);
/* The first runs of a band, in order. */
u32 band_peek(struct lane *lane, u32 band, struct engine_run **out_runs, u32 most);
/* Charges the share and the queue for a run that starts. A run that only ends costs nothing. */
void share_charge(struct engine *engine, const struct engine_run *run);
struct engine_run *run_of_band(struct pairing_node *node);
struct lane *lane_of_band(struct pairing_node *node, u32 band);

/* ---- spill.c: what memory has no room for -------------------------------------------------- */
/* How many more runs memory may hold. */
static inline u32 room_left(const struct engine *engine)
{
	u32 count = engine->core.runs.table.count;
	return count < engine->config.runs_max ? engine->config.runs_max - count : 0;
}

/* Memory is nearly full: runs that are not due yet stay in the store. */
static inline bool engine_is_crowded(const struct engine *engine)
{
	u32 max = engine->config.runs_max;
	return max && room_left(engine) <= max / 4;
}

/* Whether some runs of a band, or of a lane, are in the store alone; and whether the most urgent
 * run may be among them. */
static inline bool band_has_part(const struct lane *lane, u32 band)
{
	return lane->spill && lane->spill->bands >> band & 1;
}

static inline bool lane_has_part(const struct lane *lane)
{
	return lane->spill && lane->spill->bands;
}

static inline bool lane_is_blind(const struct lane *lane)
{
	return lane->spill && lane->spill->blind;
}

/* Whether a due run has to stay in the store. `is_loaded`: the run was just loaded, so its position
 * behind the mark does not matter. The run may displace the head of its band instead. */
bool run_has_no_room(struct engine *engine, const struct engine_run *run, bool is_loaded);
/* Notes that the run is, or will be, marked as spilled in its row, so that its band has runs in the
 * store. */
void spill_note(struct engine *engine, const struct engine_run *run);
/* removes the run from memory and marks it as spilled */
void spill_run(struct engine *engine, struct engine_run *run);
/* to be called after the band's head changed */
void band_look(struct engine *engine, struct lane *lane, u32 band);
void lane_note_thirst(struct engine *engine, struct lane *lane);
void want_spilled(struct engine *engine, struct turn *turn);
void want_overdue(struct engine *engine, struct turn *turn);
void take_in_spilled(struct engine *engine, const struct want *want);
void end_overdue(struct engine *engine, const struct want *want);
MUST_USE enum err spill_recall(struct engine *engine, const struct band_row *row);
struct place place_before(struct place place); /* the last place before this one */
struct place place_of(const struct engine_run *run);
bool place_is_behind(struct place a, struct place b);
void band_part_is_gone(struct engine *engine, struct lane *lane, u32 band);

/* Whether this turn checks the health of the service (watch/service.c). */
static inline bool service_looks_now(const struct engine *engine, const struct turn *turn)
{
	const struct heap_node *node = &engine->watch.alerts.service.timer.node;
	return node->at && engine->clock.boot.entries[node->at - 1].key <= turn->now.boot;
}

/* ---- room.c: memory for a step, taken before it ------------------------------------------- */
MUST_USE enum err runs_take_room(struct engine *engine, const struct room *room);
MUST_USE enum err reserve_namesakes(struct engine *engine, u32 types, u32 bases);
MUST_USE enum err calls_take_room(struct engine *engine, const struct room *room);
MUST_USE enum err timers_take_room(struct engine *engine, const struct room *room);

/* ---- runs.c ------------------------------------------------------------------------------- */
struct engine_run *run_find(const struct engine *engine, const struct uuid *id);
bool run_belongs_in_memory(const struct engine *engine, msec run_at, const struct uuid *id);
/* Takes in a new run: into memory if it belongs there, else its row is marked as spilled or lies
 * beyond the horizon. */
void run_enter(struct engine *engine, struct run_row *row);
void run_enter_as(struct engine *engine, struct run_row *row, struct type *type);
/* Takes the run into memory unconditionally. */
struct engine_run *run_admit(struct engine *engine, const struct run_row *row);
/* Shortens the horizon while memory is nearly full: only runs before this place are in memory, and
 * the store is asked again when that time has come. */
void reach_less_far(struct engine *engine, struct place place);
/* Adds a run that is due to its line. */
void run_offer(struct engine *engine, struct engine_run *run);
/* Whether the run's deadline has to wait until a jumped clock has settled. */
bool run_waits(struct engine *engine, struct engine_run *run);
/* Puts the run at its timer, or into its line if it is due. */
void run_line_up(struct engine *engine, struct engine_run *run);
/* Likewise, for a run whose row is written. The run leaves memory if it belongs in the store, or if
 * memory is full. */
void run_place(struct engine *engine, struct engine_run *run);
void run_leave_timer(struct engine *engine, struct engine_run *run);
/* Whether a gate has deferred this run of a job: the job offers no other run until it is due. */
bool run_is_put_off(const struct engine_run *run);
/* Removes the run from its timer or its line. */
void run_step_out(struct engine *engine, struct engine_run *run);
void run_forget(struct engine *engine, struct engine_run *run);
enum run_state run_state_of(const struct engine_run *run);
struct run_hot run_hot_of(const struct engine *engine, const struct engine_run *run,
			  enum run_state state);

/* ---- note.c: changes, journal, answers ---------------------------------------------------- */
struct change *change_add(struct engine *engine, enum change_kind kind);
/* The caller fills in the member of the kind; for a delete, the key. */
struct change *change_put(struct engine *engine, enum row_kind kind);
struct change *change_delete(struct engine *engine, enum row_kind kind);
void run_write(struct engine *engine, struct engine_run *run, enum run_state state);
void journal_move(struct engine *engine, struct engine_run *run, enum run_state from,
		  enum run_state to, const struct uuid *execution, str reason, str actor);
void journal_add(struct engine *engine, struct journal_entry *entry);
/* Adds the audit events of a handler's report to the journal. */
void journal_audit(struct engine *engine, struct execution *execution, const struct report *report,
		   str actor);
struct answer *answer_add(struct engine *engine, struct reply *reply);
struct answer *answer_error(struct engine *engine, struct reply *reply, enum err err,
			    const char *what);
struct action *action_add(struct engine *engine, enum action_kind kind);
void action_stop(struct engine *engine, const struct uuid *execution);
struct uuid id_make(struct engine *engine);
/* an id that need not be hard to guess; takes no random bytes */
struct uuid id_make_planned(struct engine *engine);

/* ---- unique.c ----------------------------------------------------------------------------- */
u64 unique_key_hash(const struct engine *engine, const struct unique_key *key);
bool key_state_is(const void *item, const void *key);
bool unique_key_of_run(const struct engine_run *run, struct unique_key *out_key);
struct key_state *unique_taken(const struct engine *engine, const struct unique_key *key);
struct key_state *unique_put(struct engine *engine, const struct unique_key *key,
			     const struct uuid *run, msec until);
void unique_delete(struct engine *engine, const struct unique_key *key);
/* Releases or keeps the key of a run that ends. taken back: the caller cancelled the run before its
 * first attempt. */
void unique_let_go(struct engine *engine, const struct unique_key *key, const struct uuid *run,
		   enum run_state state, bool is_taken_back);
/* Whether the key outlives its run for a limited time only. */
bool unique_may_be_taken_back(enum unique_scope scope);
void unique_release(struct engine *engine, const struct engine_run *run, enum run_state state);
MUST_USE enum err unique_check_ttl(msec ttl, struct why *why);
msec unique_until(enum unique_scope scope, msec now, msec ttl);
i64 unique_bucket(enum unique_scope scope, msec run_at, msec now, msec ttl, str bucket);

/* ---- the command families ------------------------------------------------------------------ */
void on_enqueue(struct engine *engine, const struct command *command);
void on_lease(struct engine *engine, const struct command *command);
void on_leave(struct engine *engine, const struct command *command);
void on_beat(struct engine *engine, const struct command *command);
void on_report(struct engine *engine, const struct command *command);
void on_cancel(struct engine *engine, const struct command *command);
void on_reschedule(struct engine *engine, const struct command *command);
void on_retry(struct engine *engine, const struct command *command);
void on_discard(struct engine *engine, const struct command *command);
void on_hook_said(struct engine *engine, const struct command *command);
void on_damaged(struct engine *engine, const struct command *command);
void on_pause(struct engine *engine, const struct command *command);
void on_resume(struct engine *engine, const struct command *command);
void on_set_type(struct engine *engine, const struct command *command);
void on_set_queue(struct engine *engine, const struct command *command);
void on_set_tenant(struct engine *engine, const struct command *command);
void on_operation_start(struct engine *engine, const struct command *command);
void on_operation_stop(struct engine *engine, const struct command *command);
void on_document_put(struct engine *engine, const struct command *command);
void on_document_delete(struct engine *engine, const struct command *command);
void on_batch(struct engine *engine, const struct command *command);
void on_effect_claim(struct engine *engine, const struct command *command);
void on_effect_complete(struct engine *engine, const struct command *command);
void on_effect_release(struct engine *engine, const struct command *command);
void on_ask_why(struct engine *engine, const struct command *command);
void on_ask_status(struct engine *engine, const struct command *command);

/* ---- inherit.c ---------------------------------------------------------------------------- */
/* Another policy is in force: updates the lanes, route and runs of the type. */
void policy_counts(struct engine *engine, struct type *type);
/* Renews outdated base policies, as many as the step has reserved memory for. */
void bases_catch_up(struct engine *engine);

/* ---- enqueue.c ---------------------------------------------------------------------------- */
/* The key that an item asks for; scope NONE: it asks for none. */
struct unique_key enqueue_key(const struct engine *engine, const struct turn *turn,
			      const struct enqueue_item *item, tenant_no tenant, type_no type);

/* Whether the item may become a run. ERR_OK: making the run cannot fail any more. */
MUST_USE enum err enqueue_check(struct engine *engine, struct tenant *tenant,
				const struct enqueue_item *item, struct why *why);
/* Whether another run has the item's key; `out_answer` names that run and its state. Only for items
 * that enqueue_check accepts. */
bool enqueue_is_taken(struct engine *engine, struct tenant *tenant, const struct enqueue_item *item,
		      struct enqueue_answer *out_answer);
/* Makes a run of an item that enqueue_check accepted. Does not look for the key. */
const struct run_row *enqueue_make(struct engine *engine, struct tenant *tenant,
				   const struct enqueue_item *item, str actor);

/* ---- alert_key.c -------------------------------------------------------------------------- */
/* Whether runs of this type notify people, or have a fallback that does. */
static inline bool policy_notifies(const struct type_policy *policy)
{
	return policy && (policy->notifies || policy->fallback.type);
}
/* Sets the alert key of a new run, under its type's policy (may be NULL). */
void alert_set(struct run_row *row, const struct type_policy *policy,
	       const struct enqueue_item *item);

/* ---- finish.c ----------------------------------------------------------------------------- */
/* Ends an open execution and decides the next state of its run. */
struct ending {
	enum outcome outcome;
	str error_class;
	str error_message;
	str error_stack;
	str result;
	str result_hash;
	str channel;
	u32 items_failed;
	msec retry_after_ms;
	msec defer_until;
	str reason;
	str actor;
	struct attempt_output output;
};
void execution_end(struct engine *engine, struct execution *execution, const struct ending *ending);
/* Asks the worker to stop: its next heartbeat says so. */
void execution_stop(struct engine *engine, struct execution *execution, str reason, str actor);
/* The group of runs whose last result this run's result is compared with. */
struct result_key result_key_of(const struct engine_run *run);
bool result_is_wanted(const void *item, const void *key); /* struct want, struct result_key */
u64 result_hash_of(const struct engine *engine, const struct result_key *key);
struct digest report_digest(enum outcome outcome, str result, str result_hash);
/* Whether the sender of the command holds the execution: HOLDER_OK while it is open and theirs. */
enum holder_code holder_code_of(struct engine *engine, const struct command *command,
				const struct uuid *execution);
/* Ends a queued run. */
void run_end(struct engine *engine, struct engine_run *run, enum run_state state, str reason,
	     str actor);

/* ---- claim.c ------------------------------------------------------------------------------ */
/* Memory for at most `len` leases; leases_used says how many of them were used. */
struct lease *leases_reserved(struct engine *engine, u32 len);
void leases_used(struct engine *engine, u32 len);
bool engine_waits_full(const struct engine *engine);
void match_calls(struct engine *engine);
/* A slot came free that any waiting call may use: tries all waiting calls, in their order. */
void engine_sweep(struct engine *engine);
void call_forget(struct engine *engine, struct call *call);
struct lease *claim_run(struct engine *engine, struct engine_run *run, struct call *call,
			struct lease *out_lease);
msec lease_length(const struct engine *engine, const struct engine_run *run, msec asked);
msec timeout_length(const struct engine *engine, const struct engine_run *run);

/* ---- calls.c ------------------------------------------------------------------------------ */
struct call *call_new(struct engine *engine, const struct command *command,
		      const struct lease_command *lease, struct why *why);
void call_wait(struct engine *engine, struct call *call);
void call_answer(struct engine *engine, struct call *call, struct lease *leases, u32 len);
struct call *call_for_lane(const struct engine *engine, const struct lane *lane);
u32 call_combinations(const struct lease_command *lease);
u32 call_posts(const struct call *call); /* at how many posts the call would wait */
bool anyone_asks_for(const struct engine *engine, const struct lane *lane);

/* ---- features.c ---------------------------------------------------------------------------- */
extern const struct hooks engine_hooks;
extern const struct run_owner job_run_owner, daily_run_owner, reminder_run_owner;
void job_timer_acts(struct engine *engine, struct timer *timer); /* TIMER_JOB_RESUME */

/* ---- phases.c ------------------------------------------------------------------------------ */
_Static_assert(WANT_KINDS <= 32, "a bit for each kind of want");
/* The kinds of the turn's wants, a bit for each enum want_kind. */
static inline u32 wanted_kinds(const struct turn *turn)
{
	u32 kinds = 0;
	for (u32 i = 0; i < turn->wants_len; i++) kinds |= 1u << turn->wants[i].kind;
	return kinds;
}
void phases_before_reports(struct engine *engine);
void phases_after_commands(struct engine *engine);

/* ---- expire.c ----------------------------------------------------------------------------- */
void time_acts(struct engine *engine);

/* ---- clock_hold.c: a clock that jumped ahead ----------------------------------------------------
 */
static inline bool clock_hold_is_on(const struct engine *engine)
{
	return engine->clock.hold_until > 0;
}
void clock_hold_begin(struct engine *engine, const struct now *before, const struct now *now);
/* The wall clock stepped, maybe back: schedules a search for jobs that were decided too early. */
void clock_goes_back(struct engine *engine, const struct now *before, const struct now *now);
/* Schedules a search for what a clock before this start may have decided too early. */
void clock_was_elsewhere(struct engine *engine);
/* boot: when that search begins; MSEC_MAX: never */
static inline msec set_back_at(const struct engine *engine)
{
	return engine->clock.back.at ? engine->clock.back.at : MSEC_MAX;
}
/* A page of a stage is done. was_last: go on with the next stage. */
void set_back_goes_on(struct engine *engine, bool was_last);
void set_back_note_user(struct set_back *back, str user);
/* The counters of the search, for the status answer; counts are added by the caller. */
struct set_back_report *set_back_report_now(struct engine *engine);
void clock_hold_run(struct engine *engine, struct engine_run *run);
void clock_release_run(struct engine *engine, struct engine_run *run);
/* if the time has come: runs that were held line up again */
void clock_hold_end(struct engine *engine);
/* The order of parked runs and of runs that wait for the clock. */
bool run_parked_before(const struct pairing_node *a, const struct pairing_node *b, u32 context);

/* ---- operation.c -------------------------------------------------------------------------- */
void operations_step(struct engine *engine);
/* Gives the operation an id and starts it. ERR_QUOTA: too many operations are open. */
enum err operation_begin(struct engine *engine, struct operation_row *row, struct why *why);
MUST_USE enum err operation_recall(struct engine *engine, const struct operation_row *row);
/* ---- replace.c ---------------------------------------------------------------------------- */
/* An enqueue replaces the run that has its key. False: that run has started or ended. */
struct replacement {
	const struct uuid *run;
	const struct run_row *made; /* NULL: the run was not made in this turn */
	struct run_replaced texts;  /* without id and tenant */
	msec run_at;
	u32 priority;
};
bool run_replace(struct engine *engine, const struct replacement *replacement, str actor);

/* ---- operate.c: for one command, or for each run of an operation -------------------------- */
/* ERR_CONFLICT: the run's state does not allow it, or (retry) *out_other has its key. */
enum err run_cancel(struct engine *engine, const struct uuid *id, str reason, str actor);
enum err run_retry(struct engine *engine, const struct uuid *id, str actor, struct uuid *out_other);
enum err run_discard(struct engine *engine, const struct uuid *id, str reason, str actor);
enum err run_reschedule(struct engine *engine, const struct uuid *id, msec run_at, str actor,
			struct uuid *out_other);
/* A live run: in memory, or loaded from the row that the store returned. The caller then places or
 * forgets it. NULL: the run has ended, or does not exist. */
struct engine_run *run_live(struct engine *engine, const struct uuid *id);
/* The run waits in its line for another run_at from now on. */
void run_move(struct engine *engine, struct engine_run *run, msec run_at, str reason, str actor);

/* ---- wants.c ------------------------------------------------------------------------------ */
/* The row that the store returned for a run, with the changes of this turn; NULL: it returned
 * none. */
struct run_seen *seen_find(const struct engine *engine, const struct uuid *id);
struct want *want_add(struct turn *turn, enum want_kind kind);
/* requests the operation's next page */
void want_matching(struct turn *turn, const struct operation_row *row);
struct want *want_for_execution(const struct engine *engine, const struct uuid *id);
/* wants_index: indexes the rows that were loaded, for the step. wants_forget: drops the index. */
MUST_USE enum err wants_index(struct engine *engine, struct turn *turn);
void wants_forget(struct engine *engine);

/* ---- pause.c ------------------------------------------------------------------------------ */
void pause_end(struct engine *engine, struct pause *pause, str actor);
MUST_USE enum err pause_recall(struct engine *engine, const struct pause_row *row);
u64 pause_hash(const struct engine *engine, const struct pause_key *key);
struct pause *pause_find(const struct engine *engine, const struct pause_key *key);
/* every pause of the tenant; writes nothing */
void pauses_forget(struct engine *engine, tenant_no tenant);
bool pause_is_of(const void *item, const void *key); /* struct pause, struct pause_key */

#endif
