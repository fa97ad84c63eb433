/* Batches (SPEC 7, I-17): a parent is done when all of its children have ended, and not before;
 * what its row counts is how they stand. */
#include "sim/sim.h"

#include "base/must.h"

#include <stdio.h>

enum { FAMILY_MAX = 64, TOUCHED_MAX = 4096 };

struct oracle_batch {
	struct uuid id;
	struct oracle_run *parent;
	struct oracle_run *children[FAMILY_MAX];
	u32 len;
	u32 total;
	struct batch_row row; /* as it was written last */
	bool has_row;
	bool is_touched; /* in the turn that is judged */
};

struct oracle_batches {
	struct uuid_map by_id;
	struct oracle_batch *touched[TOUCHED_MAX];
	u32 touched_len;
};

void batches_oracle_init(struct oracle *oracle)
{
	oracle->batches = mem_alloc_zeroed(sizeof *oracle->batches);
	must(oracle->batches != NULL);
	uuid_map_init(&oracle->batches->by_id, 13, offsetof(struct oracle_batch, id));
}

void batches_oracle_done(struct oracle *oracle)
{
	struct map_cursor cursor = { 0 };
	struct oracle_batch *batch;
	while ((batch = uuid_map_next(&oracle->batches->by_id, &cursor))) mem_free(batch);
	uuid_map_done(&oracle->batches->by_id);
	mem_free(oracle->batches);
}

static struct oracle_batch *batch_of(const struct oracle *oracle, const struct uuid *id)
{
	return uuid_map_find(&oracle->batches->by_id, id);
}

static void touch(struct oracle *oracle, struct oracle_batch *batch)
{
	struct oracle_batches *batches = oracle->batches;
	if (batch->is_touched) return;
	must(batches->touched_len < TOUCHED_MAX);
	batch->is_touched = true;
	batches->touched[batches->touched_len++] = batch;
}

/* ---- what a turn makes of them --------------------------------------------------------------- */

const struct enqueue_item *batches_find_item(const struct turn *turn, str payload, bool is_parent)
{
	for (u32 i = 0; i < turn->commands_len; i++) {
		const struct command *command = turn->commands[i];
		if (command->kind != COMMAND_BATCH) continue;
		const struct batch_command *batch = &command->batch;
		if (is_parent && str_eq(batch->parent->payload, payload)) return batch->parent;
		for (u32 j = 0; !is_parent && j < batch->len; j++) {
			if (str_eq(batch->children[j].payload, payload)) return &batch->children[j];
		}
	}
	return NULL;
}

void batches_take_run(struct oracle *oracle, struct oracle_run *run, const struct run_row *row)
{
	struct sim *sim = oracle->sim;
	bool is_parent = uuid_is_nil(&row->parent);
	struct oracle_batch *batch = batch_of(oracle, is_parent ? &row->id : &row->parent);
	if (is_parent) {
		batch = mem_alloc_zeroed(sizeof *batch);
		must(batch != NULL);
		batch->id = row->id;
		batch->parent = run;
		must(uuid_map_reserve(&oracle->batches->by_id, 1) == ERR_OK);
		uuid_map_insert(&oracle->batches->by_id, batch);
	} else {
		char key[64];
		if (!batch) sim_fail(sim, "I-17", &row->id, "a child of a batch that is not there");
		uuid_print(batch->id, key);
		int len = snprintf(key + UUID_TEXT_LEN, sizeof key - UUID_TEXT_LEN, ":%u",
				   batch->len);
		if (!str_eq(row->key, (str){ key, UUID_TEXT_LEN + (size_t)len }))
			sim_fail(sim, "I-17", &row->id, "a child with the key of another");
		must(batch->len < FAMILY_MAX);
		batch->children[batch->len++] = run;
		run->batch = batch;
	}
	touch(oracle, batch);
}

void batches_take(struct oracle *oracle, const struct batch_row *row)
{
	struct oracle_batch *batch = batch_of(oracle, &row->id);
	if (!batch) sim_fail(oracle->sim, "I-17", &row->id, "the row of a batch that is not there");
	batch->row = *row;
	batch->has_row = true;
	touch(oracle, batch);
}

/* A child has moved. */
void batches_moved(struct oracle *oracle, const struct oracle_run *run, u32 from, u32 to)
{
	struct oracle_batch *batch = run->batch;
	if (!batch) return;
	touch(oracle, batch);
	bool is_over = batch->parent->state >= RUN_DONE;
	if (to == RUN_FAILED || to == RUN_DLQ) sim_mark(oracle->sim, MARK_BATCH_FAILURE);
	if (from >= RUN_DONE && to == RUN_QUEUED && is_over)
		sim_mark(oracle->sim, MARK_BATCH_RETRIED);
}

bool batches_may_cancel(const struct oracle_run *run)
{
	return run->batch && run->batch->parent->state == RUN_CANCELLED;
}

/* Called off in an earlier turn, and nobody has asked for it since. */
void batches_check_claim(struct oracle *oracle, const struct oracle_run *run)
{
	if (!batches_may_cancel(run) || run->was_redriven) return;
	if (run->batch->parent->journal_turn == oracle->turn_id) return;
	sim_fail(oracle->sim, "I-16", &run->id, "a child began after its batch was called off");
}

static u32 count(const struct oracle_batch *batch, u32 states)
{
	u32 found = 0;
	for (u32 i = 0; i < batch->len; i++) found += states >> batch->children[i]->state & 1;
	return found;
}

static u32 left_of(const struct oracle_batch *batch)
{
	return count(batch, 1u << RUN_QUEUED | 1u << RUN_PROCESSING);
}

void batches_check_done(struct oracle *oracle, const struct oracle_run *parent)
{
	const struct oracle_batch *batch = batch_of(oracle, &parent->id);
	if (!batch) sim_fail(oracle->sim, "I-11", &parent->id, "done, and no batch");
	u32 left = left_of(batch);
	if (left)
		sim_fail(oracle->sim, "I-17", &parent->id, "done, and %u of %u have not ended",
			 left, batch->len);
	sim_mark(oracle->sim, MARK_BATCH_DONE);
}

bool batches_has_left(const struct oracle *oracle, const struct oracle_run *parent)
{
	const struct oracle_batch *batch = batch_of(oracle, &parent->id);
	return batch && left_of(batch) > 0;
}

bool batches_has_begun(const struct oracle *oracle, const struct oracle_run *parent)
{
	const struct oracle_batch *batch = batch_of(oracle, &parent->id);
	for (u32 i = 0; batch && i < batch->len; i++) {
		if (batch->children[i]->fence) return true;
	}
	return false;
}

static void check_batch(struct oracle *oracle, const struct oracle_batch *batch)
{
	struct sim *sim = oracle->sim;
	u32 left = left_of(batch);
	if (!batch->has_row || batch->row.total != batch->len)
		sim_fail(sim, "I-17", &batch->id, "%u children, and its row says %u", batch->len,
			 batch->row.total);
	if (!left && batch->parent->state == RUN_WAITING)
		sim_fail(sim, "I-17", &batch->id, "all have ended, and the parent waits");
	if (batch->row.state != batch->parent->state)
		sim_fail(sim, "I-17", &batch->id, "its row and its run differ");
	if (batch->row.done != count(batch, 1u << RUN_DONE) ||
	    batch->row.failed != count(batch, 1u << RUN_FAILED | 1u << RUN_DLQ) ||
	    batch->row.cancelled != count(batch, 1u << RUN_CANCELLED))
		sim_fail(sim, "I-17", &batch->id,
			 "its report counts %u done, %u failed, %u cancelled; its children say "
			 "otherwise",
			 batch->row.done, batch->row.failed, batch->row.cancelled);
	if (batch->row.is_live != (left > 0))
		sim_fail(sim, "I-17", &batch->id, "live, or not, and %u have not ended", left);
}

/* After the journal. */
void batches_after_commit(struct oracle *oracle)
{
	struct oracle_batches *batches = oracle->batches;
	for (u32 i = 0; i < batches->touched_len; i++) {
		batches->touched[i]->is_touched = false;
		check_batch(oracle, batches->touched[i]);
	}
	batches->touched_len = 0;
}

/* ---- answers --------------------------------------------------------------------------------- */

void batches_check_answer(struct oracle *oracle, const struct call *call,
			  const struct answer *answer)
{
	struct sim *sim = oracle->sim;
	if (answer->err)
		sim_fail(sim, "refusal", NULL, "a batch: %s (%s)", err_name(answer->err),
			 answer->why.text);
	if (answer->batch.is_duplicate) {
		struct enqueue_answer taken = { .run = answer->batch.id,
						.duplicate = true,
						.purged = answer->batch.is_purged,
						.state = answer->batch.state };
		oracle_check_duplicate(oracle, call, call->command.batch.parent, &taken);
		sim_mark(sim, MARK_BATCH_DUPLICATE);
		return;
	}
	const struct oracle_batch *batch = batch_of(oracle, &answer->batch.id);
	if (!batch || batch->len != call->command.batch.len)
		sim_fail(sim, "P1", NULL, "a batch was acknowledged, and is not in the store");
	if (call->token - 1 != oracle_index(batch->parent->tenant))
		sim_fail(sim, "P20", NULL, "a batch of another tenant");
	sim_mark(sim, MARK_BATCH_MADE);
}
