/* Operations: what touches many runs at once, and pauses. */
#include "api/handlers.h"
#include "api/jobs.h"
#include "api/list.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/shapes.h"
#include "api/show.h"
#include "base/must.h"

SHAPE_STRUCT(operation_input, OPERATION_FIELDS);
SHAPE(operation_body, operation_input, OPERATION_FIELDS, "operation", "which runs");

enum { DRY_RUN_MAX = 10000, DRY_RUN_PAGE = 500 };

/* The state of a run decides which operations can change it. */
static u32 possible_states(enum operation_kind kind)
{
	u32 dead = 1u << RUN_FAILED | 1u << RUN_DLQ;
	u32 live = 1u << RUN_WAITING | 1u << RUN_QUEUED | 1u << RUN_PROCESSING;
	return kind == OPERATION_CANCEL ? live : dead;
}

/* A forgotten filter must not mean everything. */
enum err operation_decode(struct request *request)
{
	static const str fields[] = { STR("/state"), STR("/type"), STR("/queue"),
				      STR("/idempotency_key"), STR("/entity") };
	const struct operation_input *input = request->input;
	bool has_filter = input->state.len || input->type.len || input->queue.len ||
			  input->key.len || input->entity.len;
	struct why why;
	enum err err = ERR_OK;
	if (has_filter || input->all || input->dry_run) return ERR_OK;
	(void)fail(&why, ERR_INVALID,
		   "one of state, type, queue, idempotency_key and entity is "
		   "required, or \"all\": true");
	for (u32 i = 0; i < countof(fields); i++) err = request_fault(request, fields[i], &why);
	return err;
}

static enum err start(struct request *request, struct command *command, enum operation_kind kind)
{
	const struct operation_input *input = request->input;
	command->kind = COMMAND_OPERATION_START;
	command->operation = (struct operation_command){
		.kind = kind,
		.type = input->type,
		.queue = input->queue,
		.key = input->key,
		.entity = input->entity,
		.reason = input->reason,
	};
	return states_parse(request, input->state, STR("/state"), &command->operation.states);
}

enum err operation_cancel_runs(struct request *request, struct command *command)
{
	return start(request, command, OPERATION_CANCEL);
}

enum err operation_retry_runs(struct request *request, struct command *command)
{
	return start(request, command, OPERATION_RETRY);
}

enum err operation_discard_runs(struct request *request, struct command *command)
{
	return start(request, command, OPERATION_DISCARD);
}

bool operation_render(struct request *request)
{
	struct operation_view view = { .row = request->answer.operation,
				       .tenant = request->is_all ? STR("") : request->tenant,
				       .type = request->ask.command.operation.type,
				       .queue = request->ask.command.operation.queue };
	if (request->answer.is_replayed) return false;
	show_operation(&request->out, &view);
	return true;
}

/* By the id in the path, or that of a call that came before. */
enum err operation_view(struct request *request, struct query *query)
{
	struct uuid id = request->answer.operation.id;
	struct operation_view view = { 0 };
	enum err err = ERR_OK;
	str tenant = request->is_all ? STR("") : request->tenant;
	if (!request->answer.is_replayed) err = request_part_id(request, 0, &id);
	if (!err) err = query->calls->operation(query, tenant, &id, &request->arena, &view);
	if (!err) show_operation(&request->out, &view);
	return err;
}

/* The engine knows only those that are under way. */
enum err operation_stop_read(struct request *request, struct query *query)
{
	struct operation_view view = { 0 };
	struct uuid id;
	str tenant = request->is_all ? STR("") : request->tenant;
	enum err err = request_part_id(request, 0, &id);
	if (!err) err = query->calls->operation(query, tenant, &id, &request->arena, &view);
	if (err || view.row.state == OPERATION_RUNNING) return err;
	/* Perhaps it was this very call that stopped it: the engine knows. */
	if (request->replay_key.len && !request->tries) return ERR_OK;
	str state = operation_state_name(view.row.state);
	return request_refuse(request, ERR_CONFLICT, "the operation has ended: it is %.*s",
			      STR_ARG(state));
}

enum err operation_stop(struct request *request, struct command *command)
{
	command->kind = COMMAND_OPERATION_STOP;
	return request_part_id(request, 0, &command->operation.operation);
}

/* ---- dry runs ----------------------------------------------------------------------------- */

static enum operation_kind kind_of_path(const struct request *request)
{
	str path = request->path;
	while (str_find(path, '/') < path.len) (void)str_split(&path, '/');
	if (str_eq(path, STR("retry"))) return OPERATION_RETRY;
	return str_eq(path, STR("discard")) ? OPERATION_DISCARD : OPERATION_CANCEL;
}

/* Counts, and then there is nothing to be done: the answer is written here. */
enum err operation_count(struct request *request, struct query *query)
{
	const struct operation_input *input = request->input;
	struct run_list list = { .type = input->type,
				 .queue = input->queue,
				 .key = input->key,
				 .entity = input->entity,
				 .limit = DRY_RUN_PAGE };
	struct run_page page = { .has_more = true };
	u64 count = 0;
	if (!input->dry_run) return ERR_OK;
	if (!request->is_all) list.tenant = request->tenant;
	enum err err = states_parse(request, input->state, STR("/state"), &list.states);
	u32 possible = possible_states(kind_of_path(request));
	list.states = list.states ? list.states & possible : possible;
	while (!err && list.states && page.has_more && count < DRY_RUN_MAX) {
		struct arena_mark mark = arena_mark(&request->arena);
		err = query->calls->runs(query, &list, &request->arena, &page);
		if (!err && page.len) list.after = page.rows[page.len - 1].row.id;
		if (!err) count += page.len;
		arena_release_to(&request->arena, mark);
		if (!page.len) break;
	}
	if (err) return err;
	write_open(&request->out, '{');
	put_bool(&request->out, KEY(operation_count, dry_run), true);
	put_u64(&request->out, KEY(operation_count, count), count);
	put_bool(&request->out, KEY(operation_count, or_more), count >= DRY_RUN_MAX);
	write_close(&request->out, '}');
	request->is_done = true;
	return ERR_OK;
}

/* ---- pauses ------------------------------------------------------------------------------- */

SHAPE_STRUCT(pause_input, PAUSE_FIELDS);

enum { SCOPE_TYPE, SCOPE_QUEUE, SCOPE_TENANT, SCOPE_JOB };

SHAPE_PLACES(PAUSE_INPUT, PAUSE_FIELDS);
SHAPE(pause_body, pause_input, PAUSE_FIELDS, "pause", "what is held back");

static enum err needs(struct request *request, str pointer, const char *scope)
{
	struct why why;
	(void)fail(&why, ERR_INVALID, "is required with scope %s", scope);
	return request_fault(request, pointer, &why);
}

/* With scope job: the job that is meant, by its id or code. */
enum err pause_read(struct request *request, struct query *query)
{
	const struct pause_input *input = request->input;
	struct job_view *job = NULL;
	if (input->scope != SCOPE_JOB) return ERR_OK;
	if (!input->job_id.len) return needs(request, STR("/job_id"), "job");
	job = arena_alloc_zeroed(&request->arena, sizeof *job);
	if (!job) return ERR_MEMORY;
	request->found = job;
	request->parts[0] = input->job_id;
	enum err err = job_look_up(request, query, job);
	if (!err && job->row.state == JOB_DELETED) err = ERR_NOT_FOUND;
	return err;
}

/* The commands of jobs/:id/pause and resume. */
static enum err fill_job_pause(struct request *request, struct command *command)
{
	const struct pause_input *input = request->input;
	const struct job_view *job = request->found;
	bool begins = command->kind == COMMAND_PAUSE;
	command->kind = begins ? COMMAND_JOB_PAUSE : COMMAND_JOB_RESUME;
	command->job = (struct job_command){ .job = job->row.id, .reason = input->reason };
	if (!begins || !is_given(input, PAUSE_INPUT_UNTIL)) return ERR_OK;
	return request_when(request, &input->until, STR(""), STR("/until"), &command->job.until);
}

static enum err fill_pause(struct request *request, struct command *command)
{
	const struct pause_input *input = request->input;
	struct pause_command *pause = &command->pause;
	if (input->scope == SCOPE_JOB) return fill_job_pause(request, command);
	pause->reason = input->reason;
	pause->until = MSEC_MAX;
	if (input->scope == SCOPE_TYPE) {
		pause->scope = PAUSE_TYPE;
		pause->name = input->type;
		if (!input->type.len) return needs(request, STR("/type"), "type");
	} else if (input->scope == SCOPE_QUEUE) {
		pause->scope = PAUSE_QUEUE;
		pause->name = input->queue;
		if (!input->queue.len) return needs(request, STR("/queue"), "queue");
		/* A token of the system that names no tenant means the whole queue. */
		if (!input->tenant_id.len && who_is_system(&request->who))
			command->tenant = (str){ 0 };
	} else {
		pause->scope = PAUSE_TENANT;
	}
	if (!is_given(input, PAUSE_INPUT_UNTIL)) return ERR_OK;
	return request_when(request, &input->until, STR(""), STR("/until"), &pause->until);
}

enum err pauses_begin(struct request *request, struct command *command)
{
	command->kind = COMMAND_PAUSE;
	return fill_pause(request, command);
}

enum err pauses_end(struct request *request, struct command *command)
{
	command->kind = COMMAND_RESUME;
	return fill_pause(request, command);
}

static bool render_job_pause(struct request *request)
{
	const struct command *command = &request->ask.command;
	struct job_view *job = request->found;
	bool is_paused = command->kind == COMMAND_JOB_PAUSE;
	struct buf *out = &request->out;
	job->row.pause = (struct job_pause){
		.since = is_paused ? (msec)request->answer.number : 0,
		.until = command->job.until ? command->job.until : MSEC_MAX,
		.reason = command->job.reason,
		.author = command->actor,
	};
	write_open(out, '{');
	put_bool(out, KEY(pause_change, paused), is_paused);
	write_key(out, KEY(pause_change, pause));
	show_job_pause(out, job);
	write_close(out, '}');
	return true;
}

bool pause_render(struct request *request)
{
	const struct command *command = &request->ask.command;
	if (((const struct pause_input *)request->input)->scope == SCOPE_JOB)
		return render_job_pause(request);
	struct pause_view view = {
		.row = { .key = { .scope = command->pause.scope },
			 .since = (msec)request->answer.number,
			 .until = command->pause.until,
			 .reason = command->pause.reason,
			 .author = command->actor },
		.tenant = command->tenant,
		.name = command->pause.name,
	};
	struct buf *out = &request->out;
	write_open(out, '{');
	put_bool(out, KEY(pause_change, paused), command->kind == COMMAND_PAUSE);
	write_key(out, KEY(pause_change, pause));
	show_pause(out, &view);
	write_close(out, '}');
	return true;
}

/* Where a page ends: at a pause, or, behind all of these, at a job. */
struct pause_place {
	u8 is_job;
	struct pause_key pause;
	struct uuid job; /* nil: before the first */
};

static enum err read_place(struct request *request, const struct list_params *params,
			   u32 *out_limit, bool *out_goes_on, struct pause_place *out_place)
{
	str place;
	enum err err = list_begin(request, params, out_limit, &place);
	*out_place = (struct pause_place){ 0 };
	*out_goes_on = place.len > 0;
	if (err || !place.len) return err;
	if (place.len != sizeof *out_place)
		return request_refuse(request, ERR_INVALID, "cursor is not a cursor of this list");
	memcpy(out_place, place.at, sizeof *out_place);
	return ERR_OK;
}

/* Of the pauses of jobs: those that the page has room for, or, where it has none, whether there are
 * some. */
static enum err find_paused_jobs(struct request *request, struct query *query, u32 room,
				 const struct uuid *after, struct job_page *out_jobs)
{
	struct job_list list = { .tenant = request->is_all ? STR("") : request->tenant,
				 .limit = room ? room : 1,
				 .paused_at = request->now.wall,
				 .after = *after };
	enum err err = query->calls->jobs(query, &list, &request->arena, out_jobs);
	if (err || room) return err;
	out_jobs->has_more = out_jobs->len > 0;
	out_jobs->len = 0;
	return ERR_OK;
}

static void close_pauses(struct request *request, const struct pause_page *page,
			 const struct job_page *jobs, const struct uuid *after)
{
	struct pause_place place;
	memset(&place, 0, sizeof place); /* its padding is part of the cursor */
	place.is_job = !page->has_more;
	if (page->has_more) place.pause = page->rows[page->len - 1].row.key;
	else place.job = jobs->len ? jobs->rows[jobs->len - 1].row.id : *after;
	list_close(request, page->has_more || jobs->has_more,
		   (str){ (const char *)&place, sizeof place });
}

enum err pause_list_view(struct request *request, struct query *query)
{
	const struct page_params *params = request->params;
	struct pause_list list = { .tenant = request->is_all ? STR("") : request->tenant };
	struct pause_page page = { 0 };
	struct job_page jobs = { 0 };
	struct pause_place place;
	bool goes_on;
	enum err err = read_place(request, &params->list, &list.limit, &goes_on, &place);
	if (err) return err;
	list.goes_on = goes_on;
	list.after = place.pause;
	if (!place.is_job) err = query->calls->pauses(query, &list, &request->arena, &page);
	if (!err && !page.has_more)
		err = find_paused_jobs(request, query, list.limit - page.len, &place.job, &jobs);
	if (err) return err;
	list_open(request);
	for (u32 i = 0; i < page.len; i++) show_pause(&request->out, &page.rows[i]);
	for (u32 i = 0; i < jobs.len; i++) show_job_pause(&request->out, &jobs.rows[i]);
	close_pauses(request, &page, &jobs, &place.job);
	return ERR_OK;
}
