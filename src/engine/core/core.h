/* The life of a run: the functions that other folders call. */
#ifndef BELFRY_ENGINE_CORE_CORE_H
#define BELFRY_ENGINE_CORE_CORE_H

#include "engine/whole.h"

/* ---- spill_runs.c ---------------------------------------------------------------------------- */
/* Whether a due run has to stay in the store. `is_loaded`: the run was just loaded, so its position
 * behind the mark does not matter. The run may displace the head of its band instead. */
bool run_has_no_room(struct engine *engine, const struct engine_run *run, bool is_loaded);
/* removes the run from memory and marks it as spilled */
void spill_run(struct engine *engine, struct engine_run *run);
void want_overdue(struct engine *engine, struct turn *turn);
void take_in_spilled(struct engine *engine, const struct want *want);
void end_overdue(struct engine *engine, const struct want *want);

/* ---- room.c ---------------------------------------------------------------------------------- */
MUST_USE enum err runs_take_room(struct engine *engine, const struct room *room);
MUST_USE enum err calls_take_room(struct engine *engine, const struct room *room);
MUST_USE enum err timers_take_room(struct engine *engine, const struct room *room);

/* ---- runs.c ---------------------------------------------------------------------------------- */
struct engine_run *run_find(const struct engine *engine, const struct uuid *id);
bool run_belongs_in_memory(const struct engine *engine, msec run_at, const struct uuid *id);
/* Takes the run into memory unconditionally. */
struct engine_run *run_admit(struct engine *engine, const struct run_row *row);
/* Shortens the horizon while memory is nearly full: only runs before this place are in memory, and
 * the store is asked again when that time has come. */
void reach_less_far(struct engine *engine, struct place place);
/* Puts the run at its timer, or into its line if it is due. */
void run_line_up(struct engine *engine, struct engine_run *run);
/* Likewise, for a run whose row is written. The run leaves memory if it belongs in the store, or if
 * memory is full. */
void run_place(struct engine *engine, struct engine_run *run);
/* Whether a gate has deferred this run of a job: the job offers no other run until it is due. */
bool run_is_put_off(const struct engine_run *run);
/* Removes the run from its timer or its line. */
void run_step_out(struct engine *engine, struct engine_run *run);
enum run_state run_state_of(const struct engine_run *run);

/* ---- run_journal.c --------------------------------------------------------------------------- */
void run_write(struct engine *engine, struct engine_run *run, enum run_state state);
void journal_move(struct engine *engine, struct engine_run *run, enum run_state from,
		  enum run_state to, const struct uuid *execution, str reason, str actor);
/* Adds the audit events of a handler's report to the journal. */
void journal_audit(struct engine *engine, struct execution *execution, const struct report *report,
		   str actor);

/* ---- unique.c -------------------------------------------------------------------------------- */
u64 unique_key_hash(const struct engine *engine, const struct unique_key *key);
bool key_state_is(const void *item, const void *key);
/* Releases or keeps the key of a run that ends. taken back: the caller cancelled the run before its
 * first attempt. */
void unique_let_go(struct engine *engine, const struct unique_key *key, const struct uuid *run,
		   enum run_state state, bool is_taken_back);
/* Whether the key outlives its run for a limited time only. */
bool unique_may_be_taken_back(enum unique_scope scope);
MUST_USE enum err unique_check_ttl(msec ttl, struct why *why);
i64 unique_bucket(enum unique_scope scope, msec run_at, msec now, msec ttl, str bucket);

/* ---- enqueue.c ------------------------------------------------------------------------------- */
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

/* ---- claim.c --------------------------------------------------------------------------------- */
void leases_used(struct engine *engine, u32 len);
void match_calls(struct engine *engine);

/* ---- finish.c -------------------------------------------------------------------------------- */
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
/* Whether the sender of the command holds the execution: HOLDER_OK while it is open and theirs. */
enum holder_code holder_code_of(struct engine *engine, const struct command *command,
				const struct uuid *execution);
/* Ends a queued run. */
void run_end(struct engine *engine, struct engine_run *run, enum run_state state, str reason,
	     str actor);

/* ---- operate.c ------------------------------------------------------------------------------- */
/* ERR_CONFLICT: the run's state does not allow it, or (retry) *out_other has its key. */
enum err run_cancel(struct engine *engine, const struct uuid *id, str reason, str actor);
enum err run_discard(struct engine *engine, const struct uuid *id, str reason, str actor);
enum err run_reschedule(struct engine *engine, const struct uuid *id, msec run_at, str actor,
			struct uuid *out_other);

/* ---- operation.c ----------------------------------------------------------------------------- */
void operations_step(struct engine *engine);
/* Gives the operation an id and starts it. ERR_QUOTA: too many operations are open. */
enum err operation_begin(struct engine *engine, struct operation_row *row, struct why *why);
MUST_USE enum err operation_recall(struct engine *engine, const struct operation_row *row);
/* requests the operation's next page */
void want_matching(struct turn *turn, const struct operation_row *row);

/* ---- alert_key.c ----------------------------------------------------------------------------- */
/* Whether runs of this type notify people, or have a fallback that does. */
static inline bool policy_notifies(const struct type_policy *policy)
{
	return policy && (policy->notifies || policy->fallback.type);
}
/* Sets the alert key of a new run, under its type's policy (may be NULL). */
void alert_set(struct run_row *row, const struct type_policy *policy,
	       const struct enqueue_item *item);

/* ---- expire.c -------------------------------------------------------------------------------- */
void time_acts(struct engine *engine);

/* ---- clock_hold.c ---------------------------------------------------------------------------- */
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
/* The order of parked runs and of runs that wait for the clock. */
bool run_parked_before(const struct pairing_node *a, const struct pairing_node *b, u32 context);

/* ---- replace.c ------------------------------------------------------------------------------- */
/* An enqueue replaces the run that has its key. False: that run has started or ended. */
struct replacement {
	const struct uuid *run;
	const struct run_row *made; /* NULL: the run was not made in this turn */
	struct run_replaced texts;  /* without id and tenant */
	msec run_at;
	u32 priority;
};

#endif
