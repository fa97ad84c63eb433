/* Rows of the audit for commands, beside the changes themselves: one for each call that changed
 * something. A call that changed nothing, was refused, or was made before leaves none. A change of
 * what only the server's memory holds (a session) comes as a command of its own, COMMAND_RECORD. */
#include "engine/commands.h"
#include "engine/core/core.h"
#include "engine/memory/memory.h"
#include "engine/whole.h"

#include "calendar/civil.h"

enum { LANE_BYTES = 128, ESCAPED_BYTES = 6 };

/* In bytes, an escaped reason is longer than it was. */
static size_t lane_bytes(str reason)
{
	return LANE_BYTES + reason.len * ESCAPED_BYTES;
}

/* Before and after, and the id of what was made. */
size_t audit_bytes(const struct command *command)
{
	size_t reason = 0;
	if (command->kind == COMMAND_CANCEL || command->kind == COMMAND_DISCARD ||
	    command->kind == COMMAND_RESCHEDULE)
		reason = command->run.reason.len * ESCAPED_BYTES;
	return 2 * (size_t)(LANE_BYTES + 16) + reason + UUID_TEXT_LEN;
}

static struct buf room_for(struct engine *engine, size_t bytes)
{
	char *room = arena_alloc(&now_turn(engine)->arena, bytes);
	must(room != NULL);
	return (struct buf){ .at = room, .capacity = bytes, .max = bytes - 1 };
}

static void add_instant_or_null(struct buf *text, const char *key, msec at)
{
	buf_addf(text, ",\"%s\":", key);
	if (at) buf_add_byte(text, '"');
	if (at) instant_print(at, text);
	buf_add(text, at ? STR("\"") : STR("null"));
}

/* ---- how a run stands ---------------------------------------------------------------------- */

static bool find_lane(const struct engine *engine, const struct uuid *id, enum run_state *state,
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

/* A JSON object; the reason, where there is one, is what the call said. */
static str print_lane(struct engine *engine, enum run_state state, msec run_at, str reason)
{
	struct buf text = room_for(engine, lane_bytes(reason));
	buf_addf(&text, "{\"state\":\"%.*s\"", STR_ARG(run_state_name(state)));
	add_instant_or_null(&text, "run_at", run_at);
	if (reason.len) buf_add(&text, STR(",\"reason\":"));
	if (reason.len) buf_add_json(&text, reason);
	buf_add_byte(&text, '}');
	must(!buf_failed(&text));
	return buf_view(&text);
}

static str reason_of(const struct command *command)
{
	if (command->kind == COMMAND_RETRY) return (str){ 0 };
	return command->kind == COMMAND_DISCARD ? discard_reason(command->run.reason)
						: command->run.reason;
}

/* One that was put off for long has left memory by now. */
static void add_lanes(struct engine *engine, const struct command *command,
		      const struct answer *answer, const struct audit_mark *mark,
		      struct audit_row *row)
{
	enum run_state state;
	msec run_at = command->kind == COMMAND_RESCHEDULE ? command->run.run_at : mark->run_at;
	if (!mark->has_run) return;
	(void)find_lane(engine, &command->run.run, &state, &run_at);
	row->before = print_lane(engine, mark->state, mark->run_at, (str){ 0 });
	row->after = print_lane(engine, answer->run.state, run_at, reason_of(command));
}

/* ---- how a reminder stands ------------------------------------------------------------------ */

static const struct reminder_hot *find_reminder(const struct engine *engine,
						const struct command *command)
{
	const struct reminder_seen *seen = reminder_seen_find(engine, &command->reminder.id);
	return seen && seen->exists ? &seen->row.hot : NULL;
}

static str print_reminder(struct engine *engine, const struct reminder_hot *hot)
{
	struct buf text = room_for(engine, LANE_BYTES);
	buf_addf(&text, "{\"status\":\"%.*s\"", STR_ARG(reminder_status_name(hot->status)));
	add_instant_or_null(&text, "next_remind_at", hot->run_at);
	buf_addf(&text, ",\"snooze_count\":%u}", hot->snooze_count);
	must(!buf_failed(&text));
	return buf_view(&text);
}

static void add_reminders(struct engine *engine, const struct command *command,
			  const struct audit_mark *mark, struct audit_row *row)
{
	const struct reminder_hot *hot = mark->has_reminder ? find_reminder(engine, command) : NULL;
	if (!hot) return;
	row->before = print_reminder(engine, &mark->reminder);
	row->after = print_reminder(engine, hot);
}

/* ---- what was made -------------------------------------------------------------------------- */

/* Of an event that came in, what was made is named by the event. */
static void name_made_runs(struct engine *engine, const struct command *command,
			   const struct answer *answer, struct audit_row *row)
{
	const struct enqueue_answer *first = NULL;
	u32 made = 0;
	for (u32 i = 0; i < answer->enqueue.len; i++) {
		const struct enqueue_answer *item = &answer->enqueue.items[i];
		if (item->err || item->duplicate) continue;
		if (!first) first = item;
		made++;
	}
	if (made == 1) row->run = first->run;
	if (command->enqueue.is_event || !first) return;
	row->made = made;
	audit_name(engine, row, &first->run);
}

/* ---- the audits by kind, as the column `audit` of commands.def names them ------------------- */

/* The object of a command before it acts, and the object that its row names where the edge named
 * none. */
struct audit_rule {
	void (*look)(const struct engine *engine, const struct command *command,
		     struct audit_mark *mark);
	void (*name)(struct engine *engine, const struct command *command,
		     const struct answer *answer, struct audit_row *row);
};

static void look_run(const struct engine *engine, const struct command *command,
		     struct audit_mark *mark)
{
	mark->has_run = find_lane(engine, &command->run.run, &mark->state, &mark->run_at);
}

static void look_reminder(const struct engine *engine, const struct command *command,
			  struct audit_mark *mark)
{
	const struct reminder_hot *hot = find_reminder(engine, command);
	mark->has_reminder = hot != NULL;
	if (hot) mark->reminder = *hot;
}

static void name_made(struct engine *engine, struct audit_row *row, const struct uuid *id)
{
	if (row->object.len) return;
	audit_name(engine, row, id);
	row->made = 1;
}

static void name_by_text(struct audit_row *row, str text)
{
	if (row->object.len) return;
	row->object = str_slice(text, 0, AUDIT_COLUMN_BYTES);
	row->made = text.len > 0;
}

static void name_run(struct engine *engine, const struct command *command,
		     const struct answer *answer, struct audit_row *row)
{
	(void)engine;
	(void)answer;
	row->run = command->run.run;
}

static void name_copy(struct engine *engine, const struct command *command,
		      const struct answer *answer, struct audit_row *row)
{
	(void)engine;
	(void)command;
	row->run = answer->run.run;
}

static void name_job_run(struct engine *engine, const struct command *command,
			 const struct answer *answer, struct audit_row *row)
{
	(void)engine;
	(void)command;
	row->run = answer->job.run;
}

static void name_batch(struct engine *engine, const struct command *command,
		       const struct answer *answer, struct audit_row *row)
{
	(void)command;
	name_made(engine, row, &answer->batch.id);
}

static void name_job(struct engine *engine, const struct command *command,
		     const struct answer *answer, struct audit_row *row)
{
	(void)command;
	name_made(engine, row, &answer->job.job);
}

static void name_reminder(struct engine *engine, const struct command *command,
			  const struct answer *answer, struct audit_row *row)
{
	(void)command;
	name_made(engine, row, &answer->reminder.id);
}

static void name_alert(struct engine *engine, const struct command *command,
		       const struct answer *answer, struct audit_row *row)
{
	(void)command;
	name_made(engine, row, &answer->id);
}

static void name_operation(struct engine *engine, const struct command *command,
			   const struct answer *answer, struct audit_row *row)
{
	(void)command;
	name_made(engine, row, &answer->operation.id);
}

static void name_ladder(struct engine *engine, const struct command *command,
			const struct answer *answer, struct audit_row *row)
{
	(void)engine;
	(void)answer;
	name_by_text(row, command->ladder.entity);
}

static void name_document(struct engine *engine, const struct command *command,
			  const struct answer *answer, struct audit_row *row)
{
	(void)engine;
	(void)answer;
	name_by_text(row, command->document.name);
}

static void name_tenant(struct engine *engine, const struct command *command,
			const struct answer *answer, struct audit_row *row)
{
	(void)engine;
	(void)answer;
	name_by_text(row, command->set.name);
}

/* A pause without a name of its own is of the whole tenant. */
static void name_paused(struct engine *engine, const struct command *command,
			const struct answer *answer, struct audit_row *row)
{
	(void)engine;
	(void)answer;
	str name = command->pause.name.len ? command->pause.name : command->tenant;
	if (!row->object.len) row->object = str_slice(name, 0, AUDIT_COLUMN_BYTES);
}

static void name_claim(struct engine *engine, const struct command *command,
		       const struct answer *answer, struct audit_row *row)
{
	(void)answer;
	if (!row->object.len) audit_name(engine, row, &command->effect.claim);
}

static const struct audit_rule audit_none = { 0 };
static const struct audit_rule audit_plain = { 0 };
static const struct audit_rule audit_record = { 0 };
static const struct audit_rule audit_made_runs = { .name = name_made_runs };
static const struct audit_rule audit_run = { .look = look_run, .name = name_run };
static const struct audit_rule audit_copy = { .name = name_copy };
static const struct audit_rule audit_job_run = { .name = name_job_run };
static const struct audit_rule audit_batch = { .name = name_batch };
static const struct audit_rule audit_job = { .name = name_job };
static const struct audit_rule audit_reminder = { .name = name_reminder };
static const struct audit_rule audit_alert = { .name = name_alert };
static const struct audit_rule audit_operation = { .name = name_operation };
static const struct audit_rule audit_ladder = { .name = name_ladder };
static const struct audit_rule audit_document = { .name = name_document };
static const struct audit_rule audit_tenant = { .name = name_tenant };
static const struct audit_rule audit_paused = { .name = name_paused };
static const struct audit_rule audit_claim = { .name = name_claim };
static const struct audit_rule audit_reminded = { .look = look_reminder };

static const struct audit_rule *audit_rule_of(const struct command *command)
{
	static const struct audit_rule *const rules[COMMAND_COUNT] = {
#define X(name, word, order, subject, wants, room, act, answer, audit, ...) \
	[COMMAND_##name] = &audit_##audit,
		COMMANDS(X)
#undef X
	};
	return rules[command->kind];
}

struct audit_mark audit_begin(const struct engine *engine, const struct command *command)
{
	const struct turn *turn = engine->step.turn;
	struct audit_mark mark = { .changes = turn->changes_len, .actions = turn->actions_len };
	const struct audit_rule *rule = audit_rule_of(command);
	if (rule->look) rule->look(engine, command, &mark);
	return mark;
}

/* ---- the rows ------------------------------------------------------------------------------- */

/* Names that became known, and the note that a call was made, are no changes by themselves. */
static bool is_change(const struct change *change)
{
	return !change_puts(change, KIND_NAME) && !change_puts(change, KIND_REPLAY) &&
	       change->kind != CHANGE_TYPE_NAMED;
}

static bool has_changed(const struct turn *turn, u32 from)
{
	for (u32 i = from; i < turn->changes_len; i++) {
		if (is_change(&turn->changes[i])) return true;
	}
	return false;
}

/* NULL: it was refused. */
static const struct answer *find_answer(const struct turn *turn, u32 from,
					const struct reply *reply)
{
	for (u32 i = from; i < turn->actions_len; i++) {
		const struct action *action = &turn->actions[i];
		if (action->kind == ACTION_ANSWER && action->answer->reply == reply)
			return action->answer->err ? NULL : action->answer;
	}
	return NULL;
}

void audit_end(struct engine *engine, const struct command *command, struct audit_mark mark)
{
	const struct turn *turn = now_turn(engine);
	const struct audit_ask *ask = command->audit;
	const struct answer *answer = find_answer(turn, mark.actions, command->reply);
	const struct audit_rule *rule = audit_rule_of(command);
	bool is_record = rule == &audit_record;
	if (!answer || (!is_record && !has_changed(turn, mark.changes))) return;
	must(ask->before.len <= LIMIT_AUDIT_BYTES && ask->after.len <= LIMIT_AUDIT_BYTES);
	struct audit_row *row = audit_row_add(engine);
	/* A change of nobody in particular belongs to the system. */
	row->tenant.v = name_find(engine, NAME_TENANT,
				  command->tenant.len ? command->tenant : STR("system"));
	row->token = ask->token;
	row->actor = str_slice(command->actor, 0, AUDIT_COLUMN_BYTES);
	row->action = str_slice(ask->action, 0, AUDIT_COLUMN_BYTES);
	row->kind = str_slice(ask->kind, 0, AUDIT_COLUMN_BYTES);
	row->request = str_slice(ask->request, 0, AUDIT_COLUMN_BYTES);
	row->source = str_slice(ask->source, 0, AUDIT_COLUMN_BYTES);
	row->before = ask->before;
	row->after = ask->after;
	/* By what the edge knows of it (its path, its body), or else by what the command made. */
	row->object = str_slice(ask->object, 0, AUDIT_COLUMN_BYTES);
	if (rule->name) rule->name(engine, command, answer, row);
	add_lanes(engine, command, answer, &mark, row);
	add_reminders(engine, command, &mark, row);
}

/* The change itself was made by the edge; its audit row is all that a turn has to keep of it. */
void on_record(struct engine *engine, const struct command *command)
{
	must(command->audit != NULL);
	(void)answer_add(engine, command->reply);
}
