/* Who changed what, as rows beside the changes themselves: one for each call that changed
 * something, one for each thing a handler says that it did. A call that changed nothing, was
 * refused, or was made before leaves none. */
#include "engine/job_parts.h"

#include "calendar/civil.h"

/* As its columns promise. */
enum { TEXT_BYTES_MAX = 255, STAND_BYTES = 96 };

/* ---- how a run stands ---------------------------------------------------------------------- */

static bool is_about_a_run(enum command_kind kind)
{
	return kind == COMMAND_CANCEL || kind == COMMAND_RESCHEDULE || kind == COMMAND_RETRY ||
	       kind == COMMAND_DISCARD;
}

static bool find_stand(const struct engine *engine, const struct uuid *id, enum run_state *state,
		       msec *run_at)
{
	const struct engine_run *run = run_find(engine, id);
	const struct run_seen *seen = seen_find(engine, id);
	if (!run && !seen) return false;
	if (run) {
		*state = run_state_of(run);
		*run_at = run->run_at;
	} else {
		*state = seen->is_open ? RUN_PROCESSING : seen->row.hot.state;
		*run_at = seen->row.hot.run_at;
	}
	return true;
}

struct audit_mark audit_begin(const struct engine *engine, const struct command *command)
{
	const struct turn *turn = engine->turn;
	struct audit_mark mark = { .changes = turn->changes_len, .actions = turn->actions_len };
	if (command->audit && is_about_a_run(command->kind))
		mark.has_run = find_stand(engine, &command->run.run, &mark.state, &mark.run_at);
	return mark;
}

/* A JSON object in room that is there already. */
static str print_stand(struct engine *engine, enum run_state state, msec run_at)
{
	char *room = arena_alloc(&now_turn(engine)->arena, STAND_BYTES);
	must(room != NULL);
	struct buf text = { .at = room, .capacity = STAND_BYTES, .max = STAND_BYTES - 1 };
	buf_addf(&text, "{\"state\":\"%.*s\",\"run_at\":\"", STR_ARG(run_state_name(state)));
	instant_print(run_at, &text);
	buf_add(&text, STR("\"}"));
	must(!buf_failed(&text));
	return buf_view(&text);
}

/* What a run's call asked for in its own words (a reason) stands in the journal. One that was put
 * off for long has left memory by now. */
static void add_stands(struct engine *engine, const struct command *command,
		       const struct answer *answer, const struct audit_mark *mark,
		       struct audit_row *row)
{
	enum run_state state;
	msec run_at = command->kind == COMMAND_RESCHEDULE ? command->run.run_at : mark->run_at;
	if (!mark->has_run) return;
	(void)find_stand(engine, &command->run.run, &state, &run_at);
	row->before = print_stand(engine, mark->state, mark->run_at);
	row->after = print_stand(engine, answer->run.state, run_at);
}

/* ---- what was made -------------------------------------------------------------------------- */

static void name_id(struct engine *engine, struct audit_row *row, const struct uuid *id)
{
	char *text = arena_alloc(&now_turn(engine)->arena, UUID_TEXT_LEN);
	must(text != NULL);
	uuid_print(*id, text);
	row->object = (str){ text, UUID_TEXT_LEN };
}

static void name_made_runs(struct engine *engine, const struct answer *answer,
			   struct audit_row *row)
{
	const struct enqueue_answer *first = NULL;
	for (u32 i = 0; i < answer->enqueue.len; i++) {
		const struct enqueue_answer *item = &answer->enqueue.items[i];
		if (item->err || item->duplicate) continue;
		if (!first) first = item;
		row->made++;
	}
	if (!first) return;
	name_id(engine, row, &first->run);
	if (row->made == 1) row->run = first->run;
}

/* The id of what a call made; NULL: it made nothing that has one. */
static const struct uuid *made_id(const struct command *command, const struct answer *answer)
{
	if (command->kind == COMMAND_BATCH) return &answer->batch.id;
	if (command->kind == COMMAND_JOB_PUT) return &answer->job.job;
	return command->kind == COMMAND_OPERATION_START ? &answer->operation.id : NULL;
}

static str made_name(const struct command *command)
{
	if (command->kind == COMMAND_LADDER) return command->ladder.entity;
	if (command->kind == COMMAND_THING_PUT) return command->thing.name;
	return command->kind == COMMAND_SET_TENANT ? command->set.name : (str){ "", 0 };
}

static bool is_pause(enum command_kind kind)
{
	return kind == COMMAND_PAUSE || kind == COMMAND_RESUME;
}

/* By the path of the call, or else by what the command made. */
static void name_object(struct engine *engine, const struct command *command,
			const struct answer *answer, struct audit_row *row)
{
	const struct uuid *id = made_id(command, answer);
	row->object = str_slice(command->audit->object, 0, TEXT_BYTES_MAX);
	if (is_about_a_run(command->kind)) row->run = command->run.run;
	if (row->object.len) return;
	if (command->kind == COMMAND_ENQUEUE) name_made_runs(engine, answer, row);
	else if (is_pause(command->kind)) row->object = command->pause.name;
	else if (command->kind == COMMAND_EFFECT_RELEASE)
		name_id(engine, row, &command->effect.claim);
	else {
		row->object = str_slice(made_name(command), 0, TEXT_BYTES_MAX);
		if (id) name_id(engine, row, id);
		row->made = row->object.len > 0;
	}
}

/* ---- the rows ------------------------------------------------------------------------------- */

static struct audit_row *add_row(struct engine *engine)
{
	struct turn *turn = now_turn(engine);
	struct audit_row *row = arena_alloc_zeroed(&turn->arena, sizeof *row);
	must(row != NULL);
	row->turn = turn->id;
	row->number = ++engine->audit_rows;
	row->at = turn->now.wall;
	change_add(engine, CHANGE_AUDIT_PUT)->audit = row;
	return row;
}

/* Names that became known, and the note that a call was made, are no changes by themselves. */
static bool is_change(enum change_kind kind)
{
	return kind != CHANGE_NAME_PUT && kind != CHANGE_REPLAY_PUT && kind != CHANGE_TYPE_NAMED;
}

static bool has_changed(const struct turn *turn, u32 from)
{
	for (u32 i = from; i < turn->changes_len; i++) {
		if (is_change(turn->changes[i].kind)) return true;
	}
	return false;
}

/* NULL: it was refused. */
static const struct answer *find_answer(const struct turn *turn, u32 from, u64 ticket)
{
	for (u32 i = from; i < turn->actions_len; i++) {
		const struct action *action = &turn->actions[i];
		if (action->kind == ACTION_ANSWER && action->answer->ticket == ticket)
			return action->answer->err ? NULL : action->answer;
	}
	return NULL;
}

void audit_end(struct engine *engine, const struct command *command, struct audit_mark mark)
{
	const struct turn *turn = now_turn(engine);
	const struct audit_ask *ask = command->audit;
	const struct answer *answer = find_answer(turn, mark.actions, command->ticket);
	if (!answer || !has_changed(turn, mark.changes)) return;
	must(ask->before.len <= LIMIT_AUDIT_BYTES && ask->after.len <= LIMIT_AUDIT_BYTES);
	struct audit_row *row = add_row(engine);
	row->tenant.v = name_find(engine, NAME_TENANT, command->tenant);
	row->token = ask->token;
	row->actor = str_slice(command->actor, 0, TEXT_BYTES_MAX);
	row->action = str_slice(ask->action, 0, TEXT_BYTES_MAX);
	row->kind = str_slice(ask->kind, 0, TEXT_BYTES_MAX);
	row->request = str_slice(ask->request, 0, TEXT_BYTES_MAX);
	row->source = str_slice(ask->source, 0, TEXT_BYTES_MAX);
	row->before = ask->before;
	row->after = ask->after;
	name_object(engine, command, answer, row);
	add_stands(engine, command, answer, &mark, row);
}

void audit_handler(struct engine *engine, const struct engine_run *run,
		   const struct audit_event *event)
{
	struct audit_row *row = add_row(engine);
	row->tenant = run_tenant(run);
	row->run = run->id;
	row->action = str_slice(event->name, 0, TEXT_BYTES_MAX);
	row->kind = AUDIT_BY_HANDLER;
	name_id(engine, row, &run->id);
	row->after = event->details;
}
