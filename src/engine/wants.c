/* Which rows will the decision need? Asked before the step, from the commands and from time; found
 * again in the step by key or id. */
#include "model/ladder.h"

#include "engine/core/core.h"
#include "engine/dispatch/dispatch.h"
#include "engine/gates/gate_parts.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"
#include "engine/top.h"

enum { OPERATION_PAGES = 2 };

/* ---- asking ------------------------------------------------------------------------------- */

/* Rows that may come with any command: its documents, its Idempotency-Key. */
static void want_beside(const struct engine *engine, struct turn *turn,
			const struct command *command)
{
	if (command_may_have_document(command)) want_command_documents(engine, turn, command);
	if (command->has_replay) want_add(turn, WANT_REPLAY)->replay.key = command->replay_key;
}

/* `asks_run`: the run may be replaced. */
static void want_key(struct turn *turn, const struct unique_key *key, bool asks_run)
{
	struct want *want = want_add(turn, WANT_UNIQUE);
	want->unique.key = *key;
	want->unique.asks_run = asks_run;
}

static bool any_has_key(const struct enqueue_command *enqueue)
{
	for (u32 i = 0; i < enqueue->len; i++) {
		if (enqueue->items[i].key.len) return true;
	}
	return false;
}

/* Names that are not known yet have no rows. */
static void want_key_of(struct engine *engine, struct turn *turn, tenant_no tenant,
			const struct enqueue_item *item)
{
	type_no type = { item->key.len ? name_find(engine, NAME_TYPE, item->type) : 0 };
	if (!type.v) return;
	struct unique_key key = enqueue_key(engine, turn, item, tenant, type);
	want_key(turn, &key, item->replaces);
	if (key.scope != UNIQUE_TTL) return;
	key.bucket--;
	want_key(turn, &key, item->replaces);
}

/* Also of runs in memory: they may end, and leave, in the very step. */
static void want_predecessors(struct turn *turn, const struct enqueue_command *enqueue)
{
	for (u32 i = 0; i < enqueue->len; i++) {
		for (u32 k = 0; k < enqueue->items[i].after_len; k++)
			want_add(turn, WANT_RUN)->run.id = enqueue->items[i].after[k];
	}
}

static void want_for_enqueue(struct engine *engine, struct turn *turn,
			     const struct command *command)
{
	if (command_after_len(command)) want_predecessors(turn, &command->enqueue);
	if (!command->enqueue.resumes_len && !any_has_key(&command->enqueue)) return;
	tenant_no tenant = { name_find(engine, NAME_TENANT, command->tenant) };
	if (!tenant.v) return;
	for (u32 i = 0; i < command->enqueue.resumes_len; i++)
		want_resumed(turn, tenant, command->enqueue.resumes[i]);
	for (u32 i = 0; i < command->enqueue.len; i++)
		want_key_of(engine, turn, tenant, &command->enqueue.items[i]);
}

static void want_for_batch(struct engine *engine, struct turn *turn, const struct command *command)
{
	tenant_no tenant = { name_find(engine, NAME_TENANT, command->tenant) };
	if (tenant.v) want_key_of(engine, turn, tenant, command->batch.parent);
}

static void want_execution(const struct engine *engine, struct turn *turn, const struct uuid *id)
{
	if (uuid_map_find(&engine->core.executions, id)) return;
	want_add(turn, WANT_EXECUTION)->execution.id = *id;
}

/* A result with a hash is compared with the one before. */
static void want_for_report(const struct engine *engine, struct turn *turn,
			    const struct report *report)
{
	const struct execution *execution = uuid_map_find(&engine->core.executions,
							  &report->execution);
	if (!execution) {
		want_execution(engine, turn, &report->execution);
		return;
	}
	want_rest(engine, turn, report);
	if (!report->result_hash.len) return;
	struct result_key key = result_key_of(execution->run);
	if (result_key_is_none(&key)) return;
	want_add(turn, WANT_RESULT)->result.key = key;
}

/* Also of a run in memory: it may end, and leave, in the very step that is about it. One that is to
 * move to another bucket needs that bucket's row, too. */
static void want_run(struct engine *engine, struct turn *turn, const struct command *command)
{
	bool moves = command->kind == COMMAND_RESCHEDULE;
	const struct engine_run *run = run_find(engine, &command->run.run);
	if (command->kind == COMMAND_ASK_WHY && run) {
		want_awaited(turn, run);
		return;
	}
	struct want *want = want_add(turn, WANT_RUN);
	want->run.id = command->run.run;
	want->run.asks_also = moves;
	want->run.span_at = turn->now.wall;
	if (!moves) return;
	want->run.also_bucket = unique_bucket(UNIQUE_BUCKET, command->run.run_at, 0, 0,
					      (str){ "", 0 });
}

/* ---- the wants by kind, as the column `wants` of commands.def names them --------------------- */

static u32 most_none(const struct command *command)
{
	(void)command;
	return 0;
}

static u32 most_one(const struct command *command)
{
	(void)command;
	return 1;
}

static u32 most_keys(const struct command *command)
{
	return command->enqueue.len * 2 + command->enqueue.resumes_len + command_after_len(command);
}

static u32 most_reports(const struct command *command)
{
	return command->report.len * 2;
}

static u32 most_beats(const struct command *command)
{
	return command->beat.len;
}

static u32 most_awaited(const struct command *command)
{
	(void)command;
	return LIMIT_JOB_DEPENDENCIES;
}

static u32 most_two(const struct command *command)
{
	(void)command;
	return 2;
}

static void want_none(struct engine *engine, struct turn *turn, const struct command *command)
{
	(void)engine;
	(void)turn;
	(void)command;
}

static void want_reported(struct engine *engine, struct turn *turn, const struct command *command)
{
	for (u32 i = 0; i < command->report.len; i++)
		want_for_report(engine, turn, &command->report.reports[i]);
}

static void want_beaten(struct engine *engine, struct turn *turn, const struct command *command)
{
	for (u32 i = 0; i < command->beat.len; i++)
		want_execution(engine, turn, &command->beat.beats[i].execution);
}

static void want_claimed(struct engine *engine, struct turn *turn, const struct command *command)
{
	want_effect(engine, turn, command);
	if (!uuid_is_nil(&command->effect.execution))
		want_execution(engine, turn, &command->effect.execution);
}

/* How many rows a command wants at most, and the function that asks for them. */
struct wants_rule {
	u32 (*most)(const struct command *command);
	void (*ask)(struct engine *engine, struct turn *turn, const struct command *command);
};

static const struct wants_rule wants_none = { most_none, want_none };
static const struct wants_rule wants_keys = { most_keys, want_for_enqueue };
static const struct wants_rule wants_reports = { most_reports, want_reported };
static const struct wants_rule wants_beats = { most_beats, want_beaten };
static const struct wants_rule wants_run = { most_one, want_run };
static const struct wants_rule wants_why = { most_awaited, want_run };
static const struct wants_rule wants_drop = { most_one, want_for_drop };
static const struct wants_rule wants_daily = { most_one, want_daily };
static const struct wants_rule wants_reminder = { most_one, want_reminder };
static const struct wants_rule wants_effect = { most_two, want_claimed };
static const struct wants_rule wants_batch = { most_two, want_for_batch };
static const struct wants_rule wants_ladder = { most_one, want_ladders };
static const struct wants_rule wants_job = { job_wants_of, want_for_job };

static const struct wants_rule *wants_rule_of(const struct command *command)
{
	static const struct wants_rule *const rules[COMMAND_COUNT] = {
#define X(name, word, order, subject, wants, ...) [COMMAND_##name] = &wants_##wants,
		COMMANDS(X)
#undef X
	};
	return rules[command->kind];
}

/* Runs come into memory while they are half a horizon away. Where memory is nearly full only what
 * is due will, and the first that is not tells when to ask again. */
static void want_due(struct engine *engine, struct turn *turn)
{
	enum { CROWDED_ROWS = 200 };
	msec until = msec_add(turn->now.wall, engine->config.horizon);
	if (!engine->reach.loading_lags && turn->now.wall < engine->reach.scan_at) return;
	if (until < engine->reach.loaded_at) {
		/* The clock went back: what was left over is asked for when its time comes again.
		 */
		engine->reach.loading_lags = false;
		engine->reach.scan_at = msec_sub(engine->reach.loaded_at,
						 engine->config.horizon / 2);
		return;
	}
	struct want *want = want_add(turn, WANT_DUE);
	want->due.after_run_at = engine->reach.loaded_at;
	want->due.after_id = engine->reach.loaded_id;
	want->due.until = until;
	u32 most = engine->config.scan_rows ? engine->config.scan_rows : LIMIT_SCAN_ROWS;
	want->due.limit = engine_is_crowded(engine) && CROWDED_ROWS < most ? CROWDED_ROWS : most;
}

static void want_operations(struct engine *engine, struct turn *turn)
{
	u32 pages = 0;
	for (struct list_node *node = engine->core.operations.head.next;
	     node != &engine->core.operations.head && pages < OPERATION_PAGES;
	     node = node->next, pages++) {
		const struct operation *operation = container_of(node, struct operation, in_engine);
		if (operation->row.kind == OPERATION_REPLAN) want_replan(turn, &operation->row);
		else if (operation->row.kind == OPERATION_DROP) want_drop(turn, &operation->row);
		else want_matching(turn, &operation->row);
	}
}

static void want_ahead(const struct engine *engine, struct turn *turn)
{
	if (engine->clock.back.stage == SET_BACK_JOBS) want_jobs_ahead(engine, turn);
	else want_people_ahead(engine, turn);
}

enum err engine_wants(struct engine *engine, struct turn *turn)
{
	u32 most = 4 + OPERATION_PAGES + LIMIT_TURN_REFILLS + engine->gates.to_guard_len;
	if (engine->schedule.waiting.asking_len) most += wants_of_asking(engine);
	most += followers_wants(engine);
	for (u32 i = 0; i < turn->commands_len; i++) {
		const struct command *command = turn->commands[i];
		most += wants_rule_of(command)->most(command) + command->has_replay;
		if (command_may_have_document(command)) most += command_documents(command);
	}
	turn->wants_len = 0;
	turn->wants_max = most;
	turn->wants = arena_alloc(&turn->arena, most * sizeof *turn->wants);
	if (!turn->wants) return ERR_MEMORY;
	for (u32 i = 0; i < turn->commands_len; i++) {
		wants_rule_of(turn->commands[i])->ask(engine, turn, turn->commands[i]);
		want_beside(engine, turn, turn->commands[i]);
	}
	if (!list_is_empty(&engine->dispatch.thirsty)) want_spilled(engine, turn);
	want_overdue(engine, turn);
	if (engine->gates.to_guard_len) want_guarded(engine, turn);
	want_due(engine, turn);
	want_operations(engine, turn);
	if (set_back_at(engine) <= turn->now.boot) want_ahead(engine, turn);
	if (!list_is_empty(&engine->together.sweeping_batches)) want_children(engine, turn);
	if (engine->schedule.waiting.asking_len) want_links(engine, turn);
	want_followers(engine, turn);
	return ERR_OK;
}

/* ---- finding ------------------------------------------------------------------------------ */

static void index_key(struct engine *engine, const struct unique_key *key, bool found,
		      const struct unique_row *row, bool run_exists, enum run_state run_state,
		      struct key_state **room)
{
	u64 hash = unique_key_hash(engine, key);
	if (map_find(&engine->step.keys, hash, key)) return;
	struct key_state *state = (*room)++;
	*state = (struct key_state){
		.key = *key, .found = found, .run_exists = run_exists, .run_state = run_state
	};
	if (found) state->row = *row;
	map_insert(&engine->step.keys, hash, key, state);
}

/* The keys that came with a run: its own, and the one in the bucket it may move to. */
static void index_seen(struct engine *engine, struct run_seen *seen, bool asks_also,
		       i64 also_bucket, struct key_state **room)
{
	if (!seen->found) return;
	if (!uuid_map_find(&engine->step.wanted, &seen->row.id))
		uuid_map_insert(&engine->step.wanted, seen);
	if (seen->row.scope == UNIQUE_NONE) return;
	struct unique_key key = unique_key_of_row(&seen->row);
	index_key(engine, &key, seen->own_found, &seen->own, true, RUN_QUEUED, room);
	if (seen->row.scope == UNIQUE_TTL && seen->also_found)
		index_key(engine, &seen->also.key, true, &seen->also, true, RUN_QUEUED, room);
	if (!asks_also || seen->row.scope != UNIQUE_BUCKET) return;
	key.bucket = also_bucket;
	index_key(engine, &key, seen->also_found, &seen->also, true, RUN_QUEUED, room);
}

static void index_rungs(struct engine *engine, struct ladder_seen *ladder, struct key_state **room)
{
	for (u32 i = 0; i < ladder_rungs_len(&ladder->row); i++)
		index_seen(engine, &ladder->runs[i], false, 0, room);
}

static void index_want(struct engine *engine, struct want *want, struct key_state **room)
{
	switch (want->kind) {
	case WANT_UNIQUE:
		index_key(engine, &want->unique.key, want->unique.found, &want->unique.row,
			  want->unique.run_exists, want->unique.run_state, room);
		if (want->unique.seen) index_seen(engine, want->unique.seen, false, 0, room);
		return;
	case WANT_RUN:
		index_seen(engine, &want->run.seen, want->run.asks_also, want->run.also_bucket,
			   room);
		return;
	case WANT_EXECUTION:
		if (!uuid_map_find(&engine->step.wanted_executions, &want->execution.id))
			uuid_map_insert(&engine->step.wanted_executions, want);
		return;
	case WANT_RESULT: {
		u64 hash = result_hash_of(engine, &want->result.key);
		if (!map_find(&engine->step.results, hash, &want->result.key))
			map_insert(&engine->step.results, hash, &want->result.key, want);
		return;
	}
	case WANT_MATCHING:
		for (u32 i = 0; i < want->matching.len; i++)
			index_seen(engine, &want->matching.rows[i], false, 0, room);
		return;
	case WANT_CHILDREN:
		for (u32 i = 0; i < want->children.len; i++)
			index_seen(engine, &want->children.rows[i], false, 0, room);
		return;
	case WANT_LADDERS:
		for (u32 i = 0; i < want->ladders.len; i++)
			index_rungs(engine, &want->ladders.rows[i], room);
		return;
	case WANT_LINKS:
		for (u32 i = 0; i < want->links.len; i++)
			index_seen(engine, &want->links.rows[i].seen, false, 0, room);
		return;
	case WANT_DUE:
	case WANT_BEHIND:
	case WANT_DOCUMENT:
	case WANT_DOCUMENTS:
	case WANT_REPLAY:
	case WANT_EFFECT:
	case WANT_GUARD:
	case WANT_JOB:
	case WANT_DAILY: /* dailies_index */
	case WANT_REMINDER:
	case WANT_DAILIES_AHEAD:
	case WANT_REMINDERS_AHEAD:
	case WANT_JOBS:
	case WANT_SPILLED:
	case WANT_OVERDUE:
	case WANT_KINDS: return;
	}
}

/* The objects that the turn's commands are about. */
struct about {
	u32 subjects; /* bits by enum command_subject */
	bool documents, replays;
};

static struct about about_of(const struct turn *turn)
{
	struct about about = { 0 };
	for (u32 i = 0; i < turn->commands_len; i++) {
		about.subjects |= 1u << command_subject(turn->commands[i]->kind);
		about.documents |= command_may_have_document(turn->commands[i]);
		about.replays |= turn->commands[i]->has_replay;
	}
	return about;
}

enum err wants_index(struct engine *engine, struct turn *turn)
{
	u32 seen = 0, executions = 0, results = 0;
	for (u32 i = 0; i < turn->wants_len; i++) {
		const struct want *want = &turn->wants[i];
		if (want->kind == WANT_EXECUTION) executions++;
		else if (want->kind == WANT_RESULT) results++;
		else if (want->kind == WANT_CHILDREN) seen += want->children.len;
		else if (want->kind == WANT_LINKS) seen += want->links.len;
		else seen += want->kind == WANT_MATCHING ? want->matching.len : 1;
	}
	struct about about = about_of(turn);
	u32 subjects = about.subjects;
	bool has_ladders = subjects >> SUBJECT_LADDER & 1 || engine->together.ladders.runs;
	u32 kinds = wanted_kinds(turn);
	bool has_dailies = subjects >> SUBJECT_DAILY & 1 || engine->people.dailies.seen_first ||
			   kinds >> WANT_DAILIES_AHEAD & 1;
	bool has_reminders = subjects >> SUBJECT_REMINDER & 1 ||
			     engine->people.reminders.seen_first ||
			     kinds >> WANT_REMINDERS_AHEAD & 1;
	enum err err = has_ladders ? ladders_index(engine, turn) : ERR_OK;
	if (err) return err;
	seen += engine->together.ladders.runs;
	u32 keys = seen * 2 + engine->step.new_keys;
	struct key_state *room = arena_alloc(&turn->arena, (keys + 1) * sizeof *room);
	if (!room) return ERR_MEMORY;
	engine->step.versions_given = 0;
	if (about.documents) err = documents_index(engine, turn);
	if (!err && about.replays) err = replays_index(engine, turn);
	if (!err && subjects >> SUBJECT_EFFECT & 1) err = effects_index(engine, turn);
	if (!err && has_dailies) err = dailies_index(engine, turn);
	if (!err && has_reminders) err = reminders_index(engine, turn);
	if (!err) err = map_reserve(&engine->step.keys, keys);
	if (!err) err = uuid_map_reserve(&engine->step.wanted, seen);
	if (!err) err = uuid_map_reserve(&engine->step.wanted_executions, executions);
	if (!err) err = map_reserve(&engine->step.results, results);
	if (err) return err;
	engine->step.key_first = room;
	/* Keys that were asked for by themselves know how their run stands: they come first. */
	for (u32 i = 0; i < turn->wants_len; i++) {
		if (turn->wants[i].kind == WANT_UNIQUE) index_want(engine, &turn->wants[i], &room);
	}
	for (u32 i = 0; i < turn->wants_len; i++) {
		if (turn->wants[i].kind != WANT_UNIQUE) index_want(engine, &turn->wants[i], &room);
	}
	engine->step.key_room = room;
	return ERR_OK;
}

/* The index is small and the tables keep their room: emptied one by one, where possible without
 * looking through what is empty. */
void wants_forget(struct engine *engine)
{
	struct map_cursor cursor = { 0 };
	for (struct key_state *state = engine->step.key_first; state != engine->step.key_room;
	     state++)
		map_remove(&engine->step.keys, unique_key_hash(engine, &state->key), &state->key);
	engine->step.key_first = engine->step.key_room = NULL;
	for (struct ended *ended = engine->step.ended_indexed; ended; ended = ended->before)
		uuid_map_remove(&engine->step.ended, &ended->id);
	engine->step.ended_last = engine->step.ended_indexed = NULL;
	struct run_seen *seen;
	while ((seen = uuid_map_next(&engine->step.wanted, &cursor)))
		uuid_map_remove(&engine->step.wanted, &seen->row.id);
	cursor = (struct map_cursor){ 0 };
	struct want *want;
	while ((want = uuid_map_next(&engine->step.wanted_executions, &cursor)))
		uuid_map_remove(&engine->step.wanted_executions, &want->execution.id);
	cursor = (struct map_cursor){ 0 };
	while ((want = map_next(&engine->step.results, &cursor)))
		map_remove(&engine->step.results, result_hash_of(engine, &want->result.key),
			   &want->result.key);
	if (engine->step.documents.table.count) documents_forget(engine);
	if (engine->step.replays.table.count) replays_forget(engine);
	if (engine->together.effect_room) effects_forget(engine);
	if (engine->together.ladders.entities.table.count) ladders_forget(engine);
	if (engine->people.dailies.seen_first) dailies_forget(engine);
	if (engine->people.reminders.seen_first) reminders_forget(engine);
}
