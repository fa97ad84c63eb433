/* How features take part in the life of a run without the core naming them. engine/features.c lists
 * them; the order of its lists is semantics.
 *
 * A run has at most one owner: the job, the daily window or the reminder that stands as it. A task
 * has none, and no feature is asked about it. */
#ifndef BELFRY_ENGINE_CORE_OWNER_H
#define BELFRY_ENGINE_CORE_OWNER_H

#include "engine/core/parts.h"

struct run_owner {
	/* A run comes into memory with its row, and leaves memory. False: nobody owns it. */
	bool (*admit)(struct engine *engine, struct engine_run *run, const struct run_row *row);
	void (*forget)(struct engine *engine, struct engine_run *run);
	/* The run is to be judged when its time comes: it waits at its timer however late it is.
	 * NULL: no run is. */
	bool (*is_to_come)(const struct engine_run *run);
	/* Its time has come. False: the owner did with it what there is to do. */
	bool (*falls_due)(struct engine *engine, struct engine_run *run);
	/* Into its line, out of it. NULL: a band of its stand. */
	void (*offer)(struct engine *engine, struct engine_run *run);
	void (*step_out)(struct engine *engine, struct engine_run *run);
	/* Its deadline waits for a clock that jumped. NULL: never. */
	bool (*waits_for_clock)(struct engine *engine, struct engine_run *run);
	/* An attempt that is under way ends at the deadline, with these words. NULL: it goes on. */
	void (*cut_off)(struct engine *engine, struct execution *execution);
	bool (*is_over)(const struct engine *engine, const struct engine_run *run);
	str deadline_word;
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
};

enum { HOOKS_MAX = 4, OWNERS_MAX = 4 };

/* The hooks that features add to the core; each list is called in its order and ends with NULL. */
struct hooks {
	const struct run_owner *owners[OWNERS_MAX]; /* [0]: none */
	u8 owner_by_cause[CAUSE_COUNT];             /* places in `owners` */
	/* An entry was written into the journal. */
	void (*journaled[HOOKS_MAX])(struct engine *engine, const struct journal_entry *entry);
	/* An attempt has ended, and its run is in `state`. */
	void (*attempted[HOOKS_MAX])(struct engine *engine, const struct engine_run *run,
				     const struct ending *ending, enum run_state state);
	/* A run has ended; its owner is told after these. */
	void (*ended[HOOKS_MAX])(struct engine *engine, const struct engine_run *run,
				 enum run_state state);
	/* Timers that belong to features. */
	void (*timers[TIMER_KINDS])(struct engine *engine, struct timer *timer);
};

/* NULL: a task. */
static inline const struct run_owner *owner_of(const struct engine *engine,
					       const struct engine_run *run)
{
	return engine->hooks->owners[run->owner];
}

static inline str deadline_word(const struct engine *engine, const struct engine_run *run)
{
	const struct run_owner *owner = owner_of(engine, run);
	return owner && owner->deadline_word.len ? owner->deadline_word : STR("deadline");
}

#endif
