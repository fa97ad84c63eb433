/* How features take part in the life of a run without the core naming them. engine/features.c lists
 * them; the order of its lists is semantics.
 *
 * A run has at most one owner: the job, the daily window or the reminder that stands as it. A task
 * has none, and no feature is asked about it. */
#ifndef BELFRY_ENGINE_CORE_OWNER_H
#define BELFRY_ENGINE_CORE_OWNER_H

#include "engine/core/parts.h"

struct run_owner {
	/* A run may outlive what it stood for: then nobody owns it. NULL: it never does. */
	bool (*owns)(const struct run_row *row);
	/* A run comes into memory with its row, and leaves memory. */
	void (*admit)(struct engine *engine, struct engine_run *run, const struct run_row *row);
	void (*forget)(struct engine *engine, struct engine_run *run);
	/* The run is to be judged when its time comes: it waits at its timer however late it is.
	 * NULL: no run is. */
	bool (*is_to_come)(const struct engine_run *run);
	/* The turn has room for what its time may bring. NULL: it always has. */
	bool (*has_room)(const struct engine *engine, const struct engine_run *run);
	/* Its time has come. False: the owner did with it what there is to do. */
	bool (*falls_due)(struct engine *engine, struct engine_run *run);
	/* Into its line, out of it. NULL: a band of its lane. */
	void (*offer)(struct engine *engine, struct engine_run *run);
	void (*step_out)(struct engine *engine, struct engine_run *run);
	/* Out of its line while somebody is asked about it, and no more. NULL: nobody counts it. */
	void (*set_aside)(struct engine_run *run, bool is_aside);
	/* When it is tried again where a gate denies it. NULL: it ends. */
	msec (*try_again)(const struct engine *engine, const struct engine_run *run, msec asked);
	/* Its deadline waits for a clock that jumped. NULL: never. */
	bool (*waits_for_clock)(struct engine *engine, struct engine_run *run);
	/* An attempt that is under way ends at the deadline, with these words. NULL: it goes on. */
	void (*cut_off)(struct engine *engine, struct execution *execution);
	bool (*is_over)(const struct engine *engine, const struct engine_run *run);
	str deadline_word;
	/* Takes the parts of a report beside its outcome, before the attempt ends. */
	void (*reported)(struct engine *engine, struct execution *execution,
			 const struct report *report, str actor);
	/* An attempt has ended: the next state. NULL: as of a task. */
	enum run_state (*judge)(struct engine *engine, struct engine_run *run,
				const struct ending *ending);
	/* The same, with its state: what is to be settled when the run has been placed. */
	void *(*ran)(struct engine *engine, struct engine_run *run,
		     const struct execution *execution, enum run_state state);
	void (*settle)(struct engine *engine, void *owned);
	/* Its row was written; it moved to another state; it ended. */
	void (*written)(struct engine *engine, const struct engine_run *run,
			const struct run_hot *hot);
	void (*moved)(struct engine *engine, const struct engine_run *run, enum run_state to);
	void (*ended)(struct engine *engine, struct engine_run *run, enum run_state state);
	/* The operations that people may do to it. Nobody cancels what only a leaving tenant takes
	 * away, and nobody moves what its owner moves. */
	bool is_kept, is_fixed;
	/* True: the owner did it. `reason`: as it was given. NULL: as of a task. */
	bool (*cancel)(struct engine *engine, struct engine_run *run, str reason, str actor);
	/* It has another run_at. */
	void (*rescheduled)(struct engine *engine, struct engine_run *run);
	/* May a dead letter have new attempts? It may be nobody's from then on. NULL: it may. */
	bool (*retries)(const struct engine *engine, struct run_row *row);
};

/* The gates that hold lanes and runs back beside limits and pauses. Asked only where somebody says
 * anything about gates, or a type stands on a route. */
struct lane_gates {
	/* Whether every run of a lane is held; and whether it is put off from its lane. */
	bool (*holds)(const struct engine *engine, const struct lane *lane, bool *out_puts_off);
	/* The work of a lane is to be put off; or no more. */
	void (*note_gated)(struct engine *engine, struct lane *lane, bool puts_off);
	/* A type that inherits a route came to be; one with a route is about to go. */
	void (*type_made)(struct engine *engine, struct type *type);
	void (*type_gone)(struct engine *engine, struct type *type);
	/* A lane of runs that name their route came to be; it is about to go. */
	void (*lane_made)(struct engine *engine, struct lane *lane);
	void (*lane_gone)(struct engine *engine, struct lane *lane);
	/* Attempts on a route, one more or (-1) less. */
	void (*count)(struct engine *engine, struct route *route, int by);
	/* Before a pick: true when what was said of this tenant was out of date. */
	bool (*catch_up)(struct engine *engine, struct tenant *tenant);
	/* Somebody's call made a run, which is in line. */
	void (*see_made)(struct engine *engine, const struct run_row *row);
	/* Whether a run that was picked may go on. */
	bool (*lets_pass)(struct engine *engine, struct engine_run *run);
	/* It has another payload: what was found out about it counts no more. */
	void (*replaced)(struct engine *engine, struct engine_run *run);
};

/* An operation that a feature goes through, a page a turn. */
struct operation_owner {
	/* True: that was the last page. NULL: a page of runs, each by itself. */
	bool (*step)(struct engine *engine, struct operation_row *row, const struct want *page);
	/* It was under way when the process before ended. NULL: nothing is to be done. */
	void (*recall)(struct engine *engine, const struct operation_row *row);
};

enum { HOOKS_MAX = 4, OWNERS_MAX = 4 };

/* The hooks that features add to the core; each list is called in its order and ends with NULL. */
struct hooks {
	const struct run_owner *owners[OWNERS_MAX]; /* [0]: none */
	u8 owner_by_cause[CAUSE_COUNT];             /* places in `owners` */
	/* An entry was written into the journal. */
	void (*journaled[HOOKS_MAX])(struct engine *engine, const struct journal_entry *entry);
	/* An attempt begins; and what its lease tells is filled in. */
	void (*started[HOOKS_MAX])(struct engine *engine, const struct engine_run *run);
	void (*leased[HOOKS_MAX])(struct engine *engine, const struct engine_run *run,
				  struct lease *lease);
	/* A report of an open attempt was taken; its run's owner is told after these. */
	void (*reported[HOOKS_MAX])(struct engine *engine, struct execution *execution,
				    const struct report *report, str actor);
	/* An attempt that was cut off is reported as a success after all. */
	void (*came_late[HOOKS_MAX])(struct engine *engine, const struct ended *ended, str actor);
	/* An attempt has ended, and its run is in `state`. */
	void (*attempted[HOOKS_MAX])(struct engine *engine, const struct engine_run *run,
				     const struct ending *ending, enum run_state state);
	/* A run has ended; its owner is told after these. */
	void (*ended[HOOKS_MAX])(struct engine *engine, const struct engine_run *run,
				 enum run_state state);
	/* A dead letter is in `state` from now on. */
	void (*revived[HOOKS_MAX])(struct engine *engine, struct engine_run *run,
				   const struct run_seen *seen, enum run_state state);
	/* The other side refused an attempt, `streak` times in a row on its route. */
	void (*refused[HOOKS_MAX])(struct engine *engine, u32 streak);
	/* A clock that had jumped has settled. */
	void (*settled[HOOKS_MAX])(struct engine *engine);
	/* Timers that belong to features. */
	void (*timers[TIMER_KINDS])(struct engine *engine, struct timer *timer);
	struct operation_owner operations[OPERATION_KINDS];

	/* Of which there is one. */

	struct lane_gates gates;
	/* The batch that a run counts in; why the run does not begin any more; empty: it does.
	 * Cancels all that it has, if the run is one that others count in: ERR_NOT_FOUND: it is
	 * not. */
	struct batch *(*parent_of)(const struct engine *engine, const struct uuid *parent);
	str (*called_off)(const struct engine_run *run);
	enum err (*cancel_parent)(struct engine *engine, const struct uuid *run, str reason,
				  str actor);
	/* A run that somebody is asked about goes its way without an answer. */
	void (*unasked)(struct engine *engine, struct engine_run *run);
	/* May these deliveries of an event be made? */
	enum err (*may_deliver)(struct engine *engine, const struct command *command,
				struct why *why);
	/* Jobs that an enqueue has work for: may they be woken? They are, where it made a run. */
	enum err (*may_wake)(struct engine *engine, const struct tenant *tenant,
			     const struct enqueue_command *enqueue, struct why *why);
	void (*wake)(struct engine *engine, const struct tenant *tenant,
		     const struct command *command);
};

/* NULL: a task. */
static inline const struct run_owner *owner_of(const struct engine *engine,
					       const struct engine_run *run)
{
	return engine->hooks->owners[run->owner];
}

/* The same of a row that may not be in memory. */
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
