/* Operations on many runs: a limited number a turn, with a durable cursor, so that after a crash
 * the operation continues. */
#include "engine/commands.h"
#include "engine/core/core.h"
#include "engine/core/owner.h"
#include "engine/core/parts.h"
#include "engine/memory/memory.h"

/* Operations served in one turn: their pages are wanted before the step. */
static u32 states_for(enum operation_kind kind, u32 asked)
{
	u32 live = 1u << RUN_WAITING | 1u << RUN_QUEUED | 1u << RUN_PROCESSING;
	u32 dead = 1u << RUN_FAILED | 1u << RUN_DLQ;
	u32 possible = kind == OPERATION_CANCEL ? live : dead;
	return asked ? asked & possible : possible;
}

static void write_operation(struct engine *engine, const struct operation *operation)
{
	struct arena *arena = &now_turn(engine)->arena;
	struct operation_row *row = arena_alloc(arena, sizeof *row);
	must(row != NULL);
	*row = operation->row;
	/* The object may be another operation's before the turn is committed. */
	row->filter.entity = str_copy(arena, row->filter.entity);
	row->filter.key = str_copy(arena, row->filter.key);
	row->reason = str_copy(arena, row->reason);
	must(!arena_failed(arena));
	change_put(engine, KIND_OPERATION)->operation = row;
}

static char *keep_text(char *room, str *text, size_t most)
{
	*text = str_slice(*text, 0, most);
	if (text->len) memcpy(room, text->at, text->len);
	text->at = room;
	return room + text->len;
}

/* The texts of a row point into the operation itself. */
static void keep_texts(struct operation *operation)
{
	struct operation_row *row = &operation->row;
	char *room = operation->text;
	room = keep_text(room, &row->filter.entity, LIMIT_ENTITY_BYTES);
	room = keep_text(room, &row->filter.key, LIMIT_KEY_BYTES);
	(void)keep_text(room, &row->reason, LIMIT_REASON_BYTES);
}

static struct operation *operation_place(struct engine *engine, const struct operation_row *row)
{
	struct operation *operation = pool_take(&engine->core.operation_pool);
	operation->row = *row;
	keep_texts(operation);
	list_push_back(&engine->core.operations, &operation->in_engine);
	engine->core.operations_len++;
	quota_count(engine, row->filter.tenant, QUOTA_OPERATIONS);
	return operation;
}

enum err operation_recall(struct engine *engine, const struct operation_row *row)
{
	enum err err = pool_reserve(&engine->core.operation_pool, 1);
	if (!err) err = quotas_reserve(engine, 1);
	if (!err) err = pool_reserve(&engine->dispatch.tenant_pool, 1);
	if (!err) err = u64_map_reserve(&engine->dispatch.tenants, 1);
	if (err) return err;
	operation_place(engine, row);
	const struct operation_owner *owner = &engine->hooks->operations[row->kind];
	if (owner->recall) owner->recall(engine, row);
	return ERR_OK;
}

static void operation_finish(struct engine *engine, struct operation *operation,
			     enum operation_state state)
{
	operation->row.state = state;
	operation->row.ended_at = wall_now(engine);
	write_operation(engine, operation);
	list_remove(&operation->in_engine);
	engine->core.operations_len--;
	quota_uncount(engine, operation->row.filter.tenant, QUOTA_OPERATIONS);
	pool_give(&engine->core.operation_pool, operation);
}

/* ---- commands ----------------------------------------------------------------------------- */

/* A name in a filter is looked up but not created. 0 would mean any. */
static u32 known_or_nobody(const struct engine *engine, enum name_kind kind, str text)
{
	u32 no = name_find_kept(engine, kind, text);
	return no ? no : UINT32_MAX;
}

static enum err resolve_filter(struct engine *engine, const struct command *command,
			       struct run_filter *filter, struct why *why)
{
	const struct operation_command *wish = &command->operation;
	filter->states = states_for(wish->kind, wish->states);
	/* None would mean any. */
	if (!filter->states)
		return fail(why, ERR_INVALID, "this action does not apply to runs in these states");
	if (command->tenant.len) {
		enum err err = name_check(NAME_TENANT, command->tenant, "tenant_id", why);
		if (err) return err;
		filter->tenant.v = known_or_nobody(engine, NAME_TENANT, command->tenant);
	}
	if (wish->type.len) {
		enum err err = name_check(NAME_TYPE, wish->type, "type", why);
		if (err) return err;
		filter->type.v = known_or_nobody(engine, NAME_TYPE, wish->type);
	}
	if (wish->queue.len) {
		filter->queue.v = name_find(engine, NAME_QUEUE, wish->queue);
		if (!filter->queue.v) return fail(why, ERR_NOT_FOUND, "there is no such queue");
	}
	if (wish->entity.len > LIMIT_ENTITY_BYTES || wish->key.len > LIMIT_KEY_BYTES)
		return fail(why, ERR_INVALID, "key and entity must have at most %d bytes",
			    LIMIT_KEY_BYTES);
	filter->by_key = wish->key.len > 0;
	if (filter->by_key) filter->key_digest = digest_of(wish->key);
	filter->key = wish->key;
	filter->entity = wish->entity;
	return ERR_OK;
}

enum err operation_begin(struct engine *engine, struct operation_row *row, struct why *why)
{
	if (engine->core.operations_len >= LIMIT_OPERATIONS_MAX)
		return fail(why, ERR_QUOTA, "at most %d operations may be under way",
			    LIMIT_OPERATIONS_MAX);
	/* The deletion of a tenant belongs to the system, not to the tenant. */
	enum err err = row->kind == OPERATION_DROP
			       ? ERR_OK
			       : quota_check(engine, row->filter.tenant, QUOTA_OPERATIONS, 1, why);
	if (err) return err;
	row->id = id_make(engine);
	row->started_at = wall_now(engine);
	row->started_turn = now_turn(engine)->id;
	write_operation(engine, operation_place(engine, row));
	engine->step.has_work = true;
	return ERR_OK;
}

/* Its first page is wanted in the next turn, which follows at once; the answer tells the id. */
void on_operation_start(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	struct operation_row row = { .kind = command->operation.kind,
				     .reason = command->operation.reason };
	must(row.kind < OPERATION_REPLAN);
	answer->err = resolve_filter(engine, command, &row.filter, &answer->why);
	if (answer->err) return;
	answer->err = operation_begin(engine, &row, &answer->why);
	if (answer->err) return;
	answer->operation = row;
	replay_note_id(engine, command, &row.id);
}

static struct operation *operation_find(const struct engine *engine, const struct uuid *id)
{
	for (struct list_node *node = engine->core.operations.head.next;
	     node != &engine->core.operations.head; node = node->next) {
		struct operation *operation = container_of(node, struct operation, in_engine);
		if (uuid_eq(&operation->row.id, id)) return operation;
	}
	return NULL;
}

static bool may_stop(const struct engine *engine, const struct command *command,
		     const struct operation *operation)
{
	str owner = name_text(engine, NAME_TENANT, operation->row.filter.tenant.v);
	return !command->tenant.len || str_eq(command->tenant, owner);
}

void on_operation_stop(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	struct operation *operation = operation_find(engine, &command->operation.operation);
	if (!operation || !may_stop(engine, command, operation)) {
		answer->err = fail(&answer->why, ERR_NOT_FOUND,
				   "there is no such operation under way");
		return;
	}
	if (operation->row.kind == OPERATION_DROP) {
		answer->err = fail(&answer->why, ERR_CONFLICT,
				   "the deletion of a tenant cannot be stopped");
		return;
	}
	operation_finish(engine, operation, OPERATION_STOPPED);
	replay_note_id(engine, command, &command->operation.operation);
}

/* ---- steps -------------------------------------------------------------------------------- */

static enum err act(struct engine *engine, const struct operation_row *row, const struct uuid *run)
{
	struct uuid other;
	str actor = { "", 0 };
	switch (row->kind) {
	case OPERATION_CANCEL: return run_cancel(engine, run, row->reason, actor);
	case OPERATION_RETRY: return run_retry(engine, run, actor, &other);
	case OPERATION_DISCARD: return run_discard(engine, run, row->reason, actor);
	case OPERATION_REPLAN:
	case OPERATION_DROP:
	case OPERATION_KINDS: break;
	}
	must(false);
	return ERR_CONFLICT;
}

/* Whether the run was made after the operation began. The last journal entry of a run gives its
 * turn; a run that existed and has changed since is recognised by its creation time. */
static bool is_young(const struct operation_row *row, const struct run_row *run)
{
	return run->hot.journal_turn > row->started_turn && run->created_at >= row->started_at;
}

/* The page was read before this step began: by now the run may have moved on. */
static bool still_matches(const struct engine *engine, const struct operation_row *row,
			  const struct uuid *id)
{
	const struct engine_run *run = run_find(engine, id);
	const struct run_seen *seen = seen_find(engine, id);
	enum run_state state;
	if (!row->filter.states) return true;
	if (run) state = run_state_of(run);
	else state = seen && !seen->is_open ? seen->row.hot.state : RUN_PROCESSING;
	return row->filter.states >> state & 1;
}

/* An operation handles the runs that existed when it began, and ends however fast new runs are
 * made: with the first page that has only new ones. */
static void operation_step(struct engine *engine, struct operation *operation,
			   const struct want *page)
{
	struct operation_row *row = &operation->row;
	u32 young = 0;
	for (u32 i = 0; i < page->matching.len; i++) {
		const struct run_row *run = &page->matching.rows[i].row;
		row->cursor = run->id;
		young += is_young(row, run);
		if (is_young(row, run)) continue;
		row->seen++;
		if (!still_matches(engine, row, &run->id)) continue;
		if (act(engine, row, &run->id) == ERR_OK) row->changed++;
	}
	bool is_last = page->matching.len < page->matching.limit || young == page->matching.len;
	if (is_last) operation_finish(engine, operation, OPERATION_DONE);
	else write_operation(engine, operation);
}

/* A page of an operation that is a feature's. */
static void operation_step_owned(struct engine *engine, struct operation *operation,
				 const struct want *page)
{
	bool is_last = engine->hooks->operations[operation->row.kind].step(engine, &operation->row,
									   page);
	if (is_last) operation_finish(engine, operation, OPERATION_DONE);
	else write_operation(engine, operation);
}

/* The operation that asked for the page; nil: none. */
static struct uuid page_owner(const struct want *want)
{
	if (want->kind == WANT_JOBS) return want->jobs.operation;
	if (want->kind == WANT_DOCUMENTS) return want->documents.operation;
	return want->kind == WANT_MATCHING ? want->matching.operation : (struct uuid){ { 0 } };
}

void operations_step(struct engine *engine)
{
	struct turn *turn = now_turn(engine);
	for (u32 i = 0; i < turn->wants_len; i++) {
		const struct want *want = &turn->wants[i];
		struct uuid owner = page_owner(want);
		if (uuid_is_nil(&owner)) continue;
		struct operation *operation = operation_find(engine, &owner);
		/* A command of this turn has stopped it: its page is left alone. */
		if (!operation) continue;
		if (engine->hooks->operations[operation->row.kind].step)
			operation_step_owned(engine, operation, want);
		else operation_step(engine, operation, want);
	}
	if (engine->core.operations_len) engine->step.has_work = true;
}

void want_matching(struct turn *turn, const struct operation_row *row)
{
	struct want *want = want_add(turn, WANT_MATCHING);
	want->matching.operation = row->id;
	want->matching.filter = row->filter;
	want->matching.after_id = row->cursor;
	want->matching.span_at = turn->now.wall;
	want->matching.limit = LIMIT_OPERATION_ROWS;
}
