/* Batches: a run that waits for its children. Every child's end is counted in the commit that ends
 * it, and the last one ends the parent in the same; so no crash can come between.
 *
 * A batch is in memory while it has children that have not ended. A dead letter that gets new
 * attempts brings it back, with the store's row of it: the report follows its children, but what
 * the parent has become it stays. */
#include "model/replay.h"

#include "engine/commands.h"
#include "engine/core/core.h"
#include "engine/core/owner.h"
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"

struct batch *batch_find(const struct engine *engine, const struct uuid *id)
{
	return engine->together.batches.table.count ? uuid_map_find(&engine->together.batches, id)
						    : NULL;
}

static struct batch *batch_admit(struct engine *engine, const struct batch_row *row)
{
	struct batch *batch = pool_take(&engine->together.batch_pool);
	batch->row = *row;
	uuid_map_insert(&engine->together.batches, batch);
	quota_count(engine, row->tenant, QUOTA_BATCHES);
	if (row->is_sweeping)
		list_push_back(&engine->together.sweeping_batches, &batch->in_sweeping);
	return batch;
}

enum err batch_recall(struct engine *engine, const struct batch_row *row)
{
	enum err err = pool_reserve(&engine->together.batch_pool, 1);
	if (!err) err = uuid_map_reserve(&engine->together.batches, 1);
	if (!err) err = quotas_reserve(engine, 1);
	if (err) return err;
	batch_admit(engine, row);
	return ERR_OK;
}

static void batch_touch(struct engine *engine, struct batch *batch)
{
	if (!list_node_is_in_list(&batch->in_dirty))
		list_push_back(&engine->together.dirty_batches, &batch->in_dirty);
}

/* Without a NUL; its length. */
static size_t print_number(u32 number, char out[NUMBER_BYTES])
{
	char digits[NUMBER_BYTES];
	size_t len = 0;
	do digits[len++] = (char)('0' + number % 10);
	while (number /= 10);
	for (size_t i = 0; i < len; i++) out[i] = digits[len - 1 - i];
	return len;
}

str batch_left_text(struct batch *batch)
{
	return (str){ batch->left, print_number(batch_left(&batch->row), batch->left) };
}

/* ---- children ------------------------------------------------------------------------------- */

static u32 *counter_of(struct batch_row *row, enum run_state state)
{
	if (state == RUN_DONE) return &row->done;
	if (state == RUN_CANCELLED) return &row->cancelled;
	must(run_state_is_dead_letter(state));
	return &row->failed;
}

void batch_child_began(struct engine *engine, const struct engine_run *run)
{
	struct batch *batch = run->batch;
	if (!batch || batch->row.has_begun) return;
	batch->row.has_begun = 1;
	batch_touch(engine, batch);
}

/* A child that is done stays done: the failed items in its result count once. */
void batch_child_attempted(struct engine *engine, const struct engine_run *run,
			   const struct ending *ending, enum run_state state)
{
	struct batch *batch = run->batch;
	if (!batch || state != RUN_DONE || !ending->items_failed) return;
	u32 room = UINT32_MAX - batch->row.items_failed;
	batch->row.items_failed += ending->items_failed < room ? ending->items_failed : room;
	batch_touch(engine, batch);
}

void batch_child_ended(struct engine *engine, const struct engine_run *run, enum run_state state)
{
	struct batch *batch = run->batch;
	if (!batch) return;
	must(batch_left(&batch->row) > 0);
	(*counter_of(&batch->row, state))++;
	batch_touch(engine, batch);
}

void batch_child_revived(struct engine *engine, struct engine_run *run, const struct run_seen *seen,
			 enum run_state to)
{
	if (uuid_is_nil(&seen->row.parent)) return;
	struct batch *batch = batch_find(engine, &seen->row.parent);
	/* Long after the batch's end retention may have removed it. */
	if (!batch && !seen->batch_found) return;
	if (!batch) batch = batch_admit(engine, &seen->batch);
	must(batch->row.failed > 0);
	batch->row.failed--;
	if (run_state_is_final(to)) (*counter_of(&batch->row, to))++;
	batch_touch(engine, batch);
	run->batch = batch;
}

str batch_called_off(const struct engine_run *run)
{
	return run->batch->row.is_sweeping ? STR("batch cancelled") : (str){ "", 0 };
}

/* ---- the parent ------------------------------------------------------------------------------ */

/* Its row is what it was when it was made, but for this. */
static void parent_write(struct engine *engine, const struct batch_row *row)
{
	struct change *change = change_add(engine, CHANGE_RUN_HOT);
	change->run_hot.id = row->id;
	change->run_hot.tenant = row->tenant;
	change->run_hot.hot = (struct run_hot){
		.state = row->state,
		.priority = row->priority,
		.queue = row->queue,
		.max_attempts = row->max_attempts,
		.run_at = row->run_at,
		.updated_at = wall_now(engine),
		.finished_at = row->finished_at,
		.bucket = row->bucket,
		.journal_turn = row->journal_turn,
	};
	struct run_seen *seen = seen_find(engine, &row->id);
	if (seen) seen->row.hot = change->run_hot.hot;
}

/* Frees the key of a batch that is cancelled before a child has started. */
static void let_go_of_key(struct engine *engine, const struct batch_row *row, enum run_state state)
{
	struct unique_key key = { .bucket = row->bucket,
				  .tenant = row->tenant,
				  .type = row->type,
				  .scope = row->scope,
				  .key = row->key };
	bool is_taken_back = state == RUN_CANCELLED && !row->has_begun &&
			     unique_may_be_taken_back(row->scope);
	if (row->scope != UNIQUE_NONE) unique_let_go(engine, &key, &row->id, state, is_taken_back);
}

static void parent_end(struct engine *engine, struct batch *batch, enum run_state state, str reason,
		       str actor)
{
	struct batch_row *row = &batch->row;
	must(row->state == RUN_WAITING);
	must(run_state_may_become(RUN_WAITING, state));
	struct journal_entry entry = { .kind = JOURNAL_MOVED,
				       .tenant = row->tenant,
				       .type = row->type,
				       .run = row->id,
				       .from = RUN_WAITING,
				       .to = state,
				       .run_at = row->run_at,
				       .previous_turn = row->journal_turn,
				       .reason = reason,
				       .actor = actor };
	journal_add(engine, &entry);
	row->journal_turn = now_turn(engine)->id;
	row->state = state;
	row->finished_at = wall_now(engine);
	parent_write(engine, row);
	let_go_of_key(engine, row, state);
	batch_touch(engine, batch);
}

enum err batch_cancel(struct engine *engine, const struct uuid *run, str reason, str actor)
{
	struct batch *batch = batch_find(engine, run);
	if (!batch) return ERR_NOT_FOUND;
	if (batch->row.state != RUN_WAITING) return ERR_CONFLICT;
	parent_end(engine, batch, RUN_CANCELLED, cancel_word(reason), actor);
	batch->row.is_sweeping = true;
	list_push_back(&engine->together.sweeping_batches, &batch->in_sweeping);
	engine->step.has_work = true;
	return ERR_OK;
}

static void batch_settle(struct engine *engine, struct batch *batch)
{
	u32 left = batch_left(&batch->row);
	if (!left && batch->row.state == RUN_WAITING)
		parent_end(engine, batch, RUN_DONE, STR("children"), (str){ "", 0 });
	if (!left && batch->row.is_sweeping) {
		batch->row.is_sweeping = false;
		list_remove(&batch->in_sweeping);
	}
	batch->row.is_live = left > 0;
	change_put(engine, KIND_BATCH)->batch = batch->row;
	list_remove(&batch->in_dirty);
	if (left) return;
	uuid_map_remove(&engine->together.batches, &batch->row.id);
	quota_uncount(engine, batch->row.tenant, QUOTA_BATCHES);
	pool_give(&engine->together.batch_pool, batch);
}

void batches_settle(struct engine *engine)
{
	struct list_node *node = engine->together.dirty_batches.head.next;
	while (node != &engine->together.dirty_batches.head) {
		struct list_node *next = node->next;
		batch_settle(engine, container_of(node, struct batch, in_dirty));
		node = next;
	}
	if (!list_is_empty(&engine->together.sweeping_batches)) engine->step.has_work = true;
}

/* ---- calling off ----------------------------------------------------------------------------- */

void want_children(const struct engine *engine, struct turn *turn)
{
	if (list_is_empty(&engine->together.sweeping_batches)) return;
	const struct batch *batch = container_of(engine->together.sweeping_batches.head.next,
						 struct batch, in_sweeping);
	struct want *want = want_add(turn, WANT_CHILDREN);
	want->children.parent = batch->row.id;
	want->children.limit = LIMIT_OPERATION_ROWS;
}

/* The page was loaded before the step: some of its runs may have ended since. */
static void sweep(struct engine *engine, struct batch *batch, const struct want *page)
{
	for (u32 i = 0; i < page->children.len; i++) {
		const struct uuid *id = &page->children.rows[i].row.id;
		(void)run_cancel(engine, id, STR("batch cancelled"), (str){ "", 0 });
	}
	if (page->children.len == page->children.limit) return;
	/* All children of that time were handled. Children that are retried later are not
	 * concerned. */
	batch->row.is_sweeping = false;
	list_remove(&batch->in_sweeping);
	batch_touch(engine, batch);
}

void batches_sweep(struct engine *engine)
{
	const struct turn *turn = now_turn(engine);
	for (u32 i = 0; i < turn->wants_len; i++) {
		const struct want *want = &turn->wants[i];
		if (want->kind != WANT_CHILDREN) continue;
		struct batch *batch = batch_find(engine, &want->children.parent);
		if (batch && batch->row.is_sweeping) sweep(engine, batch, want);
	}
}

/* ---- making ---------------------------------------------------------------------------------- */

static enum err check_batch(const struct engine *engine, tenant_no tenant,
			    const struct batch_command *batch, struct why *why)
{
	if (!batch->len || batch->len > LIMIT_BATCH_CHILDREN)
		return fail(why, ERR_INVALID, "children must have 1 to %d items, has %u",
			    LIMIT_BATCH_CHILDREN, batch->len);
	if (batch->pause_ms < 0 || batch->pause_ms > LIMIT_BATCH_SPAN_MS)
		return fail(why, ERR_INVALID, "chunk_pause_ms must be 0 to %d",
			    LIMIT_BATCH_SPAN_MS);
	if (batch->jitter_ms < 0 || batch->jitter_ms > LIMIT_BATCH_SPAN_MS)
		return fail(why, ERR_INVALID, "chunk_jitter_ms must be 0 to %d",
			    LIMIT_BATCH_SPAN_MS);
	if (engine->together.batches.table.count >= LIMIT_BATCHES_OPEN)
		return fail(why, ERR_QUOTA, "at most %d batches may be unfinished",
			    LIMIT_BATCHES_OPEN);
	enum err err = quota_check(engine, tenant, QUOTA_BATCHES, 1, why);
	return err ? err : quota_check(engine, tenant, QUOTA_RUNS, batch->len + 1, why);
}

/* Children, for a check that does not need their owner yet. */
static struct enqueue_item child_of(const struct batch_command *batch, u32 index,
				    const struct uuid *parent, msec run_at)
{
	struct enqueue_item child = batch->children[index];
	child.parent = *parent;
	child.type = batch->parent->type;
	child.key = (str){ "", 0 };
	child.run_at = run_at;
	child.run_at_is_absolute = true;
	return child;
}

/* All or none: nothing is made before everything was found good. */
static enum err check_all(struct engine *engine, struct tenant *tenant,
			  const struct batch_command *batch, struct why *why)
{
	static const struct uuid somebody = { { 1 } };
	msec begins = batch->parent->run_at ? batch->parent->run_at : wall_now(engine);
	msec ends = msec_add(begins, (msec)batch->len * (batch->pause_ms + batch->jitter_ms));
	enum err err = check_batch(engine, tenant->no, batch, why);
	struct enqueue_item parent = *batch->parent;
	parent.is_parent = true;
	if (!err) err = enqueue_check(engine, tenant, &parent, why);
	for (u32 i = 0; !err && i < batch->len; i++) {
		struct enqueue_item child = child_of(batch, i, &somebody, i ? ends : begins);
		err = enqueue_check(engine, tenant, &child, why);
	}
	return err;
}

static str child_key(struct engine *engine, const struct uuid *parent, u32 index)
{
	enum { HEAD = UUID_TEXT_LEN + 1 };
	char *text = arena_alloc(&now_turn(engine)->arena, HEAD + NUMBER_BYTES);
	must(text != NULL);
	uuid_print(*parent, text);
	text[UUID_TEXT_LEN] = ':';
	return (str){ text, HEAD + print_number(index, text + HEAD) };
}

static void make_children(struct engine *engine, struct tenant *tenant,
			  const struct command *command, const struct run_row *parent)
{
	const struct batch_command *batch = &command->batch;
	msec run_at = parent->hot.run_at;
	for (u32 i = 0; i < batch->len; i++) {
		msec jitter = batch->jitter_ms ? (msec)prng_below(&engine->step.jitter,
								  (u64)batch->jitter_ms + 1)
					       : 0;
		if (i) run_at = msec_add(run_at, msec_add(batch->pause_ms, jitter));
		struct enqueue_item child = child_of(batch, i, &parent->id, run_at);
		child.key = child_key(engine, &parent->id, i);
		(void)enqueue_make(engine, tenant, &child, command->actor);
	}
}

static void make(struct engine *engine, struct tenant *tenant, const struct command *command,
		 struct answer *answer)
{
	struct enqueue_item item = *command->batch.parent;
	item.is_parent = true;
	const struct run_row *parent = enqueue_make(engine, tenant, &item, command->actor);
	struct batch_row row = { .id = parent->id,
				 .tenant = parent->tenant,
				 .type = parent->type,
				 .queue = parent->hot.queue,
				 .priority = parent->hot.priority,
				 .max_attempts = parent->hot.max_attempts,
				 .run_at = parent->hot.run_at,
				 .created_at = parent->created_at,
				 .journal_turn = parent->hot.journal_turn,
				 .state = RUN_WAITING,
				 .is_live = true,
				 .total = command->batch.len,
				 .scope = parent->scope,
				 .bucket = parent->hot.bucket,
				 .key = parent->key_digest };
	struct batch *batch = batch_admit(engine, &row);
	make_children(engine, tenant, command, parent);
	batch_touch(engine, batch);
	answer->batch =
		(struct batch_answer){ .id = row.id, .total = row.total, .state = RUN_WAITING };
	replay_note_id(engine, command, &row.id);
}

/* A run has the batch's key: nothing is made, whatever else the call contains. */
static bool is_duplicate(struct engine *engine, struct tenant *tenant,
			 const struct command *command, struct answer *answer)
{
	struct enqueue_item parent = *command->batch.parent;
	struct enqueue_answer taken;
	parent.is_parent = true;
	if (!enqueue_is_taken(engine, tenant, &parent, &taken)) return false;
	answer->batch = (struct batch_answer){ .id = taken.run,
					       .state = taken.state,
					       .is_duplicate = true,
					       .is_purged = taken.purged };
	replay_note(engine, command,
		    &(struct replay_entry){ .id = taken.run, .is_duplicate = true }, 1);
	return true;
}

void on_batch(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	struct tenant *tenant = NULL;
	answer->err = tenant_of_command(engine, command, &tenant, &answer->why);
	if (answer->err) return;
	bool is_new = !is_duplicate(engine, tenant, command, answer);
	if (is_new) answer->err = check_all(engine, tenant, &command->batch, &answer->why);
	if (is_new && !answer->err) {
		make(engine, tenant, command, answer);
		return;
	}
	/* Types that came to be for nothing. */
	u32 no = name_find(engine, NAME_TYPE, command->batch.parent->type);
	struct type *type = no ? type_find(engine, tenant->no, (type_no){ no }) : NULL;
	if (type) type_release(engine, type);
	tenant_release(engine, tenant);
}
