/* Batches, as the other files of engine/ know them; parts.h brings it along. */
#ifndef BELFRY_ENGINE_TOGETHER_BATCH_PARTS_H
#define BELFRY_ENGINE_TOGETHER_BATCH_PARTS_H

#include "base/list.h"
#include "model/turn.h"

struct engine;
struct engine_run;
struct ending;

enum { NUMBER_BYTES = 10 }; /* of a u32, as digits */

/* A batch that has children which have not ended, or waits for the end of this step. */
struct batch {
	struct batch_row row;
	struct list_node in_dirty;    /* its row is to be written */
	struct list_node in_sweeping; /* cancelled: its children are to be */
	char left[NUMBER_BYTES];      /* as `why` says it */
};

/* ---- batches.c ---------------------------------------------------------------------------- */
struct batch *batch_find(const struct engine *engine, const struct uuid *id);
/* A child's attempt begins. */
void batch_child_began(struct engine *engine, const struct engine_run *run);
void batch_child_attempted(struct engine *engine, const struct engine_run *run,
			   const struct ending *ending, enum run_state state);
/* How a batch stands once one of its children has ended as `state`. */
void batch_child_ended(struct engine *engine, const struct engine_run *run, enum run_state state);
/* A dead letter leaves its state: it gets new attempts, or is given up. */
void batch_child_revived(struct engine *engine, struct engine_run *run, const struct run_seen *seen,
			 enum run_state to);
/* Of a child: its batch is cancelled. Empty: it is not. */
str batch_called_off(const struct engine_run *run);
/* The parent ends, and its children with it, so many a turn. */
MUST_USE enum err batch_cancel(struct engine *engine, const struct uuid *run, str reason,
			       str actor);
void batches_sweep(struct engine *engine);
/* Writes what has changed, and ends parents whose children have all ended. */
void batches_settle(struct engine *engine);
void want_children(const struct engine *engine, struct turn *turn);
MUST_USE enum err batch_recall(struct engine *engine, const struct batch_row *row);
str batch_left_text(struct batch *batch);

#endif
