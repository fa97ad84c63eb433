/* Runs, seen and operated on: the queue and the tasks. */
#include "api/handlers.h"
#include "api/list.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/shapes.h"
#include "api/show.h"
#include "base/must.h"

/* ---- lists -------------------------------------------------------------------------------- */

SHAPE_STRUCT(run_params, RUN_PARAMS);
SHAPE_PLACES(RUN_PARAM, RUN_PARAMS);
SHAPE(run_list_query, run_params, RUN_PARAMS, "run_list", "which runs");

/* Words of either vocabulary: a status may mean several states. */
enum err states_parse(struct request *request, str words, str pointer, u32 *out_states)
{
	struct why why;
	u32 states = 0;
	while (words.len) {
		str word = str_trim(str_split(&words, ','));
		u32 before = states;
		for (u32 i = 0; i < RUN_STATE_COUNT; i++) {
			enum run_state state = (enum run_state)i;
			if (str_eq(word, run_state_name(state)) ||
			    str_eq(word, run_state_status(state)))
				states |= 1u << i;
		}
		bool is_running = str_eq(word, STR("RUNNING"));
		if (is_running) states |= 1u << RUN_PROCESSING;
		if (states != before || is_running) continue;
		(void)fail(&why, ERR_INVALID,
			   "must be waiting, queued, processing, done, failed, "
			   "dlq or cancelled");
		return request_fault(request, pointer, &why);
	}
	*out_states = states;
	return ERR_OK;
}

/* As a task that is made with a reference has it. */
static str reference_of(struct request *request, const struct run_params *params)
{
	struct buf text;
	buf_init(&text, REQUEST_TEXT_BYTES);
	buf_add(&text, params->reference_type);
	if (params->reference_type.len && params->reference_id.len) buf_add_byte(&text, ':');
	buf_add(&text, params->reference_id);
	str copy = str_copy(&request->arena, buf_view(&text));
	buf_done(&text);
	return copy;
}

enum err run_list_decode(struct request *request)
{
	const struct run_params *params = request->params;
	struct run_list *list = arena_alloc_zeroed(&request->arena, sizeof *list);
	if (!list) return ERR_MEMORY;
	request->found = list;
	if (!request->is_all) list->tenant = request->tenant;
	list->type = params->type;
	list->queue = params->queue;
	list->entity = params->entity;
	if (params->reference_type.len || params->reference_id.len)
		list->entity = reference_of(request, params);
	list->key = params->key;
	list->user = params->user_id;
	list->parent = params->parent_id;
	list->job = params->job_id;
	list->copied_from = params->copied_from;
	list->only_tasks = str_eq(str_from(request->route->path), STR("tasks"));
	enum err err = list_begin_by_id(request, &params->list, &list->limit, &list->after);
	if (!err) err = list_narrow(request, &params->span, &list->since, &list->after);
	if (!err) err = states_parse(request, params->state, STR("state"), &list->states);
	/* A list of dead letters shows those of Belfry's own, too. */
	bool is_dead = list->states && !(list->states & ~RUN_STATES_DEAD);
	list->but_internal = !is_given(params, RUN_PARAM_INCLUDE) && !is_dead;
	return err;
}

enum err run_list_view(struct request *request, struct query *query)
{
	const struct run_list *list = request->found;
	struct run_page page = { 0 };
	enum err err = query->calls->runs(query, list, &request->arena, &page);
	if (err) return err;
	for (u32 i = 0; request->is_all && i < page.len; i++) page.rows[i].priority_steps = 0;
	LIST_BY_ID(request, page, i, &list->after, show_run(&request->out, &page.rows[i]));
	return ERR_OK;
}

/* How it came to its end, or what put it off, stands in the journal, as long as that is kept. */
static enum err find_last(struct request *request, struct query *query, const struct uuid *id,
			  enum journal_kind kind, struct journal_entry *out_entry, bool *out_found)
{
	struct timeline_page page = { 0 };
	enum err err = query->calls->timeline(query, request->tenant, id, 0, 1, &request->arena,
					      &page);
	*out_found = !err && page.len && page.rows[0].entry.kind == kind;
	if (*out_found) *out_entry = page.rows[0].entry;
	return err;
}

static enum err add_copy(struct request *request, struct query *query, struct run_view *run)
{
	struct run_list list = { .tenant = request->tenant,
				 .copied_from = run->row.id,
				 .limit = 1 };
	struct run_page page = { 0 };
	enum err err = query->calls->runs(query, &list, &request->arena, &page);
	run->has_copies = true;
	if (!err && page.len) run->copied_to = page.rows[0].row.id;
	return err;
}

static enum err add_end(struct request *request, struct query *query, struct run_view *run)
{
	struct journal_entry end;
	if (!run_state_is_final(run->state)) return ERR_OK;
	enum err err = find_last(request, query, &run->row.id, JOURNAL_MOVED, &end,
				 &run->has_reason);
	if (!run->has_reason) return err;
	run->reason = end.reason;
	run->actor = end.actor;
	return ERR_OK;
}

enum err run_view(struct request *request, struct query *query)
{
	struct uuid id;
	struct run_view run = { 0 };
	enum err err = request_part_id(request, 0, &id);
	if (!err) err = query->calls->run(query, request->tenant, &id, &request->arena, &run);
	if (!err) err = add_end(request, query, &run);
	if (!err) err = add_copy(request, query, &run);
	if (!err) show_run(&request->out, &run);
	return err;
}

/* ---- operating on one --------------------------------------------------------------------- */

SHAPE(operate_body, operate_input, OPERATE_FIELDS, "operate", "why it is done");

static enum err operate(struct request *request, struct command *command, enum command_kind kind)
{
	const struct operate_input *input = request->input;
	command->kind = kind;
	command->run.reason = input ? input->reason : (str){ 0 };
	return request_part_id(request, 0, &command->run.run);
}

enum err runs_cancel(struct request *request, struct command *command)
{
	return operate(request, command, COMMAND_CANCEL);
}

enum err runs_discard(struct request *request, struct command *command)
{
	return operate(request, command, COMMAND_DISCARD);
}

enum err runs_ask_why(struct request *request, struct command *command)
{
	return operate(request, command, COMMAND_ASK_WHY);
}

SHAPE_STRUCT(reschedule_input, RESCHEDULE_FIELDS);
SHAPE_PLACES(RESCHEDULE, RESCHEDULE_FIELDS);
SHAPE(reschedule_body, reschedule_input, RESCHEDULE_FIELDS, "reschedule", "a run's new time");

enum err runs_reschedule(struct request *request, struct command *command)
{
	const struct reschedule_input *input = request->input;
	struct why why;
	bool has_run_at = is_given(input, RESCHEDULE_RUN_AT);
	command->kind = COMMAND_RESCHEDULE;
	command->run.reason = input->reason;
	enum err err = request_part_id(request, 0, &command->run.run);
	if (err) return err;
	if (has_run_at == is_given(input, RESCHEDULE_IN)) {
		(void)fail(&why, ERR_INVALID,
			   has_run_at ? "give either run_at or in" : "is required");
		return request_fault(request, STR("/run_at"), &why);
	}
	if (has_run_at)
		return request_when(request, &input->run_at, input->timezone, STR("/run_at"),
				    &command->run.run_at);
	command->run.run_at = msec_add(request->now.wall, input->in);
	return ERR_OK;
}

static void show_moved(struct buf *out, const struct uuid *id, enum run_state state, msec run_at)
{
	write_open(out, '{');
	put_uuid(out, KEY(run_moved, id), id);
	put_text(out, KEY(run_moved, state), run_state_name(state));
	put_text(out, KEY(run_moved, status), run_state_status(state));
	if (run_at) put_instant(out, KEY(run_moved, run_at), run_at);
	write_close(out, '}');
}

bool run_render(struct request *request)
{
	msec run_at = request->answer.run.run_at;
	if (request->answer.is_replayed) return false;
	if (request->ask.command.kind == COMMAND_RESCHEDULE)
		run_at = request->ask.command.run.run_at;
	show_moved(&request->out, &request->answer.run.run, request->answer.run.state, run_at);
	return true;
}

/* The same call again: the same run, as it stands now. */
enum err run_moved_view(struct request *request, struct query *query)
{
	struct run_view run = { 0 };
	enum err err = query->calls->run(query, request->tenant, &request->answer.run.run,
					 &request->arena, &run);
	bool has_time = request->ask.command.kind == COMMAND_RESCHEDULE;
	if (!err)
		show_moved(&request->out, &run.row.id, run.state,
			   has_time ? run.row.hot.run_at : 0);
	return err;
}

/* ---- why ---------------------------------------------------------------------------------- */

/* Which run that is, and what it has to come to. */
static void put_awaited(struct buf *out, const struct why_reason *reason)
{
	if (uuid_is_nil(&reason->run)) return;
	put_uuid(out, KEY(why_reason, run_id), &reason->run);
	put_text(out, KEY(why_reason, run_state), run_state_name(reason->run_state));
	put_instant_or_null(out, KEY(why_reason, planned_at), reason->planned_at);
	put_text(out, KEY(why_reason, dependency_type), dependency_kind_name(reason->needs));
}

/* The run or worker that has the place that this run waits for. */
static void put_holder(struct buf *out, const struct why_reason *reason)
{
	if (uuid_is_nil(&reason->run)) return;
	put_open(out, KEY(why_reason, held_by), '{');
	put_uuid(out, KEY(why_holder, run_id), &reason->run);
	put_text(out, KEY(why_holder, worker_id), reason->worker);
	write_close(out, '}');
}

static bool is_by_policy(const struct why_reason *reason)
{
	return reason->kind == WHY_DEFERRED && str_eq(reason->ref, gate_name(GATE_POLICY));
}

/* The facts that a reader finds beside those of the engine. */
struct why_beside {
	bool has_last; /* how it ended, or which rule put it off, as long as that is kept */
	struct journal_entry last;
	bool has_run;
	struct run_view run;
	bool has_job;
	struct job_view job;
};

/* The end of the last attempt. */
static void put_attempt(struct buf *out, const struct run_view *run)
{
	struct run_error error = run_error_of(run);
	put_text_or_null(out, KEY(why_reason, error_class), error.class);
	put_text_or_null(out, KEY(why_reason, error_message), error.message);
	put_u64(out, KEY(why_reason, attempt), run->row.hot.attempts);
	put_u64(out, KEY(why_reason, max_attempts), run->row.hot.max_attempts);
}

static void put_pause(struct buf *out, str name, str words, str author, msec since, msec until)
{
	put_open(out, KEY(why_reason, pause), '{');
	put_text_or_null(out, KEY(why_pause, name), name);
	put_text_or_null(out, KEY(why_pause, reason), words);
	put_text_or_null(out, KEY(why_pause, author), author);
	put_instant(out, KEY(why_pause, since), since);
	put_instant_or_null(out, KEY(why_pause, until), until);
	write_close(out, '}');
}

/* The name of what is paused: of the run's type, queue or tenant. */
static void put_pause_of_run(struct buf *out, const struct why_reason *reason,
			     const struct run_view *run)
{
	str name = str_eq(reason->ref, STR("type"))    ? run->type
		   : str_eq(reason->ref, STR("queue")) ? run->queue
						       : run->tenant;
	put_pause(out, name, reason->words, reason->author, reason->since, reason->until);
}

static void put_pause_of_job(struct buf *out, const struct why_reason *reason,
			     const struct job_row *job)
{
	const struct job_pause *pause = &job->pause;
	if (!pause->since) return; /* it was resumed just now */
	put_pause(out, job->code, pause->reason, pause->author, pause->since, reason->until);
}

static str why_ref(const struct why_reason *reason, const struct why_beside *beside)
{
	if (beside->has_last && is_by_policy(reason)) return beside->last.reason;
	if (beside->has_job && reason->kind == WHY_JOB_PAUSED) return beside->job.row.code;
	return reason->ref;
}

static void show_reason(struct buf *out, const struct why_reason *reason, enum run_state state,
			const struct why_beside *beside)
{
	bool is_end = reason->kind == WHY_FINISHED;
	write_open(out, '{');
	put_text(out, KEY(why_reason, kind), why_word(reason->kind));
	put_text(out, KEY(why_reason, text),
		 is_end ? why_end_sentence(state) : why_sentence(reason->kind));
	put_text_or_null(out, KEY(why_reason, help),
			 is_end ? why_end_help(state) : why_help(reason->kind));
	put_instant_or_null(out, KEY(why_reason, until), reason->until);
	put_text_or_null(out, KEY(why_reason, ref), why_ref(reason, beside));
	if (is_end && beside->has_last)
		put_text_or_null(out, KEY(why_reason, reason), beside->last.reason);
	if ((is_end || reason->kind == WHY_BACKOFF) && beside->has_run)
		put_attempt(out, &beside->run);
	if (reason->kind == WHY_PAUSED && beside->has_run)
		put_pause_of_run(out, reason, &beside->run);
	if (reason->kind == WHY_JOB_PAUSED && beside->has_job)
		put_pause_of_job(out, reason, &beside->job.row);
	if (reason->kind == WHY_DEPENDENCY) put_awaited(out, reason);
	else put_holder(out, reason);
	write_close(out, '}');
}

static void show_why(struct buf *out, const struct why_answer *answer,
		     const struct why_beside *beside)
{
	write_open(out, '{');
	put_text(out, KEY(why, state), run_state_name(answer->state));
	put_open(out, KEY(why, reasons), '[');
	for (u32 i = 0; i < answer->len; i++)
		show_reason(out, &answer->reasons[i], answer->state, beside);
	write_close(out, ']');
	write_close(out, '}');
}

static bool why_has(const struct why_answer *answer, enum why_kind kind)
{
	for (u32 i = 0; i < answer->len; i++) {
		if (answer->reasons[i].kind == kind) return true;
	}
	return false;
}

static bool why_is_by_policy(const struct why_answer *answer)
{
	for (u32 i = 0; i < answer->len; i++) {
		if (is_by_policy(&answer->reasons[i])) return true;
	}
	return false;
}

/* Whether something is to be told that only the store has. */
static bool asks_store(const struct why_answer *answer)
{
	static const enum why_kind kinds[] = { WHY_FINISHED, WHY_BACKOFF, WHY_PAUSED,
					       WHY_JOB_PAUSED };
	for (u32 i = 0; i < countof(kinds); i++) {
		if (why_has(answer, kinds[i])) return true;
	}
	return why_is_by_policy(answer);
}

bool why_render(struct request *request)
{
	static const struct why_beside nothing = { 0 };
	const struct why_answer *answer = &request->answer.reasons;
	if (asks_store(answer)) return false;
	show_why(&request->out, answer, &nothing);
	return true;
}

/* A run or a job that is gone by now is told without. */
static enum err look_beside(struct request *request, struct query *query, const struct uuid *id,
			    struct why_beside *out)
{
	const struct why_answer *answer = &request->answer.reasons;
	bool is_end = why_has(answer, WHY_FINISHED);
	enum err err = query->calls->run(query, request->tenant, id, &request->arena, &out->run);
	out->has_run = !err;
	if (err == ERR_NOT_FOUND) return ERR_OK;
	if (!err && (is_end || why_is_by_policy(answer)))
		err = find_last(request, query, id, is_end ? JOURNAL_MOVED : JOURNAL_DEFERRED,
				&out->last, &out->has_last);
	if (err || !why_has(answer, WHY_JOB_PAUSED)) return err;
	err = query->calls->job(query, request->tenant, &out->run.row.job, &request->arena,
				&out->job);
	out->has_job = !err;
	return err == ERR_NOT_FOUND ? ERR_OK : err;
}

enum err why_view(struct request *request, struct query *query)
{
	struct why_beside beside = { 0 };
	struct uuid id;
	enum err err = request_part_id(request, 0, &id);
	if (!err) err = look_beside(request, query, &id, &beside);
	if (!err) show_why(&request->out, &request->answer.reasons, &beside);
	return err;
}
