/* The interface between the core and the features (jobs, daily windows, reminders, batches ...):
 * the core calls these hooks and names no feature. engine/features.c fills the tables in; the order
 * of its lists matters.
 *
 * A run has at most one owner: the job, the daily window or the reminder that it was made for. A
 * task has no owner, and no owner hook is called for it. */
#ifndef BELFRY_ENGINE_CORE_OWNER_H
#define BELFRY_ENGINE_CORE_OWNER_H

#include "engine/whole.h"

struct run_owner {
	/* Whether the run still belongs to this owner: a run may outlive the job or window that it
	 * was made for. NULL: it always belongs. */
	bool (*owns)(const struct run_row *row);
	/* The run was loaded into memory with its row; the run leaves memory. */
	void (*admit)(struct engine *engine, struct engine_run *run, const struct run_row *row);
	void (*forget)(struct engine *engine, struct engine_run *run);
	/* Whether the owner decides about the run when its time comes: the run then waits at its
	 * timer, however late it is. NULL: no run does. */
	bool (*is_to_come)(const struct engine_run *run);
	/* Whether this turn has reserved enough memory for what the run's time may cause. NULL:
	 * always. */
	bool (*has_room)(const struct engine *engine, const struct engine_run *run);
	/* The run's time has come. False: the owner has already dealt with the run. */
	bool (*falls_due)(struct engine *engine, struct engine_run *run);
	/* Adds the run to its line of due runs, and removes it. NULL: the line is a band of its
	 * lane. */
	void (*offer)(struct engine *engine, struct engine_run *run);
	void (*step_out)(struct engine *engine, struct engine_run *run);
	/* The run leaves its line while the policy hook is asked about it, and comes back. NULL:
	 * nothing counts such runs. */
	void (*set_aside)(struct engine_run *run, bool is_aside);
	/* When a run that a gate denies is tried again. NULL: the run ends. */
	msec (*try_again)(const struct engine *engine, const struct engine_run *run, msec asked);
	/* Whether the run's deadline waits until a jumped clock has settled. NULL: never. */
	bool (*waits_for_clock)(struct engine *engine, struct engine_run *run);
	/* Ends the open attempt at the deadline, with the reason of this owner. NULL: the attempt
	 * goes on. */
	void (*cut_off)(struct engine *engine, struct execution *execution);
	bool (*is_over)(const struct engine *engine, const struct engine_run *run);
	str deadline_word;
	/* Takes the owner's parts of a report, before the attempt ends. */
	void (*reported)(struct engine *engine, struct execution *execution,
			 const struct report *report, str actor);
	/* An attempt has ended: returns the run's next state. NULL: the same rule as for a task. */
	enum run_state (*judge)(struct engine *engine, struct engine_run *run,
				const struct ending *ending);
	/* Likewise, with the state decided: returns what has to be settled after the run has been
	 * placed. */
	void *(*ran)(struct engine *engine, struct engine_run *run,
		     const struct execution *execution, enum run_state state);
	void (*settle)(struct engine *engine, void *owned);
	/* The run's row was written; the run moved to another state; the run ended. */
	void (*written)(struct engine *engine, const struct engine_run *run,
			const struct run_hot *hot);
	void (*moved)(struct engine *engine, const struct engine_run *run, enum run_state to);
	void (*ended)(struct engine *engine, struct engine_run *run, enum run_state state);
	/* Which operations callers may apply to the run. is_kept: callers cannot cancel it, only
	 * the deletion of its tenant does. is_fixed: callers cannot move it, its owner does. */
	bool is_kept, is_fixed;
	/* Cancels the run. True: the owner did it. `reason`: as the caller gave it. NULL: as for a
	 * task. */
	bool (*cancel)(struct engine *engine, struct engine_run *run, str reason, str actor);
	/* The run has another run_at. */
	void (*rescheduled)(struct engine *engine, struct engine_run *run);
	/* Whether a dead letter may have new attempts; it may lose its owner then. NULL: it may. */
	bool (*retries)(const struct engine *engine, struct run_row *row);
};

/* The gates that hold lanes and runs back, beside limits and pauses. Called only while a tenant has
 * gate settings or a type uses a route. */
struct lane_gates {
	/* Whether a gate holds every run of a lane, and whether these runs are deferred. */
	bool (*holds)(const struct engine *engine, const struct lane *lane, bool *out_puts_off);
	/* The runs of a lane have to be deferred from now on, or no longer. */
	void (*note_gated)(struct engine *engine, struct lane *lane, bool puts_off);
	/* A type that inherits a route was made; a type with a route is about to be removed. */
	void (*type_made)(struct engine *engine, struct type *type);
	void (*type_gone)(struct engine *engine, struct type *type);
	/* A lane of runs that name their own route was made; such a lane is about to be removed. */
	void (*lane_made)(struct engine *engine, struct lane *lane);
	void (*lane_gone)(struct engine *engine, struct lane *lane);
	/* Counts attempts that are open on a route: 1 or -1. */
	void (*count)(struct engine *engine, struct route *route, int by);
	/* Before a pick. True: the known state of the tenant's gates was outdated and has been
	 * renewed. */
	bool (*catch_up)(struct engine *engine, struct tenant *tenant);
	/* A caller's run was made and lined up. */
	void (*see_made)(struct engine *engine, const struct run_row *row);
	/* Whether a run that was picked may start. */
	bool (*lets_pass)(struct engine *engine, struct engine_run *run);
	/* The run has another payload: earlier verdicts of the gates on it are void. */
	void (*replaced)(struct engine *engine, struct engine_run *run);
};

/* An operation whose pages a feature works through, one page a turn. */
struct operation_owner {
	/* Works through a page. True: it was the last one. NULL: a page is a list of runs, each
	 * handled by itself. */
	bool (*step)(struct engine *engine, struct operation_row *row, const struct want *page);
	/* The operation was open when the previous process ended. NULL: nothing has to be
	 * restored. */
	void (*recall)(struct engine *engine, const struct operation_row *row);
};

enum { HOOKS_MAX = 4, OWNERS_MAX = 4 };

/* The hooks that features add to the core. Each list is called in its order and ends with NULL. */
struct hooks {
	const struct run_owner *owners[OWNERS_MAX]; /* [0]: none */
	u8 owner_by_cause[CAUSE_COUNT];             /* places in `owners` */
	/* A journal entry was written. */
	void (*journaled[HOOKS_MAX])(struct engine *engine, const struct journal_entry *entry);
	/* An attempt starts; then the feature fills in its part of the lease. */
	void (*started[HOOKS_MAX])(struct engine *engine, const struct engine_run *run);
	void (*leased[HOOKS_MAX])(struct engine *engine, const struct engine_run *run,
				  struct lease *lease);
	/* A report of an open attempt was accepted. The run's owner is called after these. */
	void (*reported[HOOKS_MAX])(struct engine *engine, struct execution *execution,
				    const struct report *report, str actor);
	/* An attempt that was cut off is reported as a success after all. */
	void (*came_late[HOOKS_MAX])(struct engine *engine, const struct ended *ended, str actor);
	/* An attempt has ended, and its run is now in `state`. */
	void (*attempted[HOOKS_MAX])(struct engine *engine, const struct engine_run *run,
				     const struct ending *ending, enum run_state state);
	/* A run has ended. The run's owner is called after these. */
	void (*ended[HOOKS_MAX])(struct engine *engine, const struct engine_run *run,
				 enum run_state state);
	/* A dead letter is retried or discarded, and is now in `state`. */
	void (*revived[HOOKS_MAX])(struct engine *engine, struct engine_run *run,
				   const struct run_seen *seen, enum run_state state);
	/* A service on the other side of a route refused an attempt, `streak` times in a row. */
	void (*refused[HOOKS_MAX])(struct engine *engine, u32 streak);
	/* A clock that had jumped has settled. */
	void (*settled[HOOKS_MAX])(struct engine *engine);
	/* The timers of features. */
	void (*timers[TIMER_KINDS])(struct engine *engine, struct timer *timer);
	struct operation_owner operations[OPERATION_KINDS];

	/* Hooks that exactly one feature provides: */

	struct lane_gates gates;
	/* parent_of: the batch that a run is a child of. called_off: why the run must not start any
	 * more; empty: it may. cancel_parent: cancels the run and all its children if it is a
	 * batch's parent, else ERR_NOT_FOUND. */
	struct batch *(*parent_of)(const struct engine *engine, const struct uuid *parent);
	str (*called_off)(const struct engine_run *run);
	enum err (*cancel_parent)(struct engine *engine, const struct uuid *run, str reason,
				  str actor);
	/* Tasks that wait for other runs. may_follow: whether a task may wait for the runs it
	 * names. has_to_wait: whether one of them has not come. follows: the task was made. waits:
	 * whether a run waits for others. still_waits: such a run has other times. */
	enum err (*may_follow)(struct engine *engine, const struct tenant *tenant,
			       const struct enqueue_item *item, struct why *why);
	bool (*has_to_wait)(const struct engine *engine, const struct enqueue_item *item);
	void (*follows)(struct engine *engine, const struct run_row *row,
			const struct enqueue_item *item);
	bool (*waits)(const struct engine *engine, const struct uuid *run);
	void (*still_waits)(struct engine *engine, const struct engine_run *run);
	/* Stops waiting for the policy hook's answer about a run. */
	void (*unasked)(struct engine *engine, struct engine_run *run);
	/* Whether these deliveries of an event may be made. */
	enum err (*may_deliver)(struct engine *engine, const struct command *command,
				struct why *why);
	/* may_wake: whether the jobs that an enqueue has work for may be woken. wake: wakes them
	 * after the enqueue made a run. */
	enum err (*may_wake)(struct engine *engine, const struct tenant *tenant,
			     const struct enqueue_command *enqueue, struct why *why);
	void (*wake)(struct engine *engine, const struct tenant *tenant,
		     const struct command *command);
};

/* The owner of a run; NULL: the run is a task. */
static inline const struct run_owner *owner_of(const struct engine *engine,
					       const struct engine_run *run)
{
	return engine->hooks->owners[run->owner];
}

/* The owner of a row that may not be in memory. */
static inline u8 owner_of_row(const struct engine *engine, const struct run_row *row)
{
	u8 place = engine->hooks->owner_by_cause[row->cause];
	const struct run_owner *owner = engine->hooks->owners[place];
	return owner && owner->owns && !owner->owns(row) ? 0 : place;
}

static inline str cancel_word(str reason)
{
	return reason.len ? reason : STR("cancelled");
}

static inline str deadline_word(const struct engine *engine, const struct engine_run *run)
{
	const struct run_owner *owner = owner_of(engine, run);
	return owner && owner->deadline_word.len ? owner->deadline_word : STR("deadline");
}

#endif
