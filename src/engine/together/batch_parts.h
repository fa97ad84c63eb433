/* Batches; for the files of engine/ alone, included by whole.h. */
#ifndef BELFRY_ENGINE_TOGETHER_BATCH_PARTS_H
#define BELFRY_ENGINE_TOGETHER_BATCH_PARTS_H

#include "base/list.h"
#include "model/turn.h"

struct engine;
struct engine_run;
struct ending;

enum { NUMBER_BYTES = 10 }; /* the digits of a u32 */

/* A batch with children that have not ended, or that waits for the end of this step. */
struct batch {
	struct batch_row row;
	struct list_node in_dirty;    /* its row has to be written */
	struct list_node in_sweeping; /* it was cancelled: its children have to be cancelled, too */
	char left[NUMBER_BYTES];      /* the number of children that are left, as text for `why` */
};

/* ---- batches.c ---------------------------------------------------------------------------- */
struct batch *batch_find(const struct engine *engine, const struct uuid *id);
/* A child's attempt begins. */
void batch_child_began(struct engine *engine, const struct engine_run *run);
void batch_child_attempted(struct engine *engine, const struct engine_run *run,
			   const struct ending *ending, enum run_state state);
/* Counts a child that has ended in `state`. */
void batch_child_ended(struct engine *engine, const struct engine_run *run, enum run_state state);
/* A dead letter among the children is retried or discarded. */
void batch_child_revived(struct engine *engine, struct engine_run *run, const struct run_seen *seen,
			 enum run_state to);
/* Why a child must not start: its batch is cancelled. Empty: it may. */
str batch_called_off(const struct engine_run *run);
/* Cancels the parent, and its children page by page, a page a turn. */
MUST_USE enum err batch_cancel(struct engine *engine, const struct uuid *run, str reason,
			       str actor);
void batches_sweep(struct engine *engine);
/* Writes batches that have changed, and ends parents whose children have all ended. */
void batches_settle(struct engine *engine);
void want_children(const struct engine *engine, struct turn *turn);
MUST_USE enum err batch_recall(struct engine *engine, const struct batch_row *row);
str batch_left_text(struct batch *batch);

#endif
