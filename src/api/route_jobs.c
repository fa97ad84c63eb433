/* Jobs: definitions that make runs. */
#include "api/handlers.h"
#include "api/job_parts.h"
#include "api/jobs.h"
#include "api/list.h"
#include "api/member.h"
#include "api/parts.h"
#include "api/shapes.h"
#include "api/show.h"
#include "base/must.h"

/* ---- seen --------------------------------------------------------------------------------- */

SHAPE_STRUCT(job_params, JOB_PARAMS);
SHAPE_PLACES(JOB_PARAM, JOB_PARAMS);
SHAPE(job_list_query, job_params, JOB_PARAMS, "job_list", "which jobs");

enum { STATUS_PAUSED = JOB_DELETED + 1 }; /* the others are the states of jobs */

static void take_status(u32 status, msec now, struct job_list *list)
{
	list->states = 1u << (status == STATUS_PAUSED ? JOB_ACTIVE : status);
	if (status == STATUS_PAUSED) list->paused_at = now;
	if (status == JOB_ACTIVE) list->active_at = now;
}

enum err job_list_decode(struct request *request)
{
	const struct job_params *params = request->params;
	struct job_list *list = arena_alloc_zeroed(&request->arena, sizeof *list);
	if (!list) return ERR_MEMORY;
	request->found = list;
	if (!request->is_all) list->tenant = request->tenant;
	list->code = params->code;
	list->type = params->type;
	list->queue = params->queue;
	list->job_type = params->job_type;
	list->external_id = params->external_id;
	list->source_system = params->source_system;
	list->recent = (u32)params->recent;
	if (is_given(params, JOB_PARAM_SCHEDULE_TYPE)) list->kinds = 1u << params->schedule_type;
	if (is_given(params, JOB_PARAM_STATUS))
		take_status(params->status, request->now.wall, list);
	return list_begin_by_id(request, &params->list, &list->limit, &list->after);
}

enum err job_list_view(struct request *request, struct query *query)
{
	const struct job_list *list = request->found;
	struct job_page page = { 0 };
	enum err err = query->calls->jobs(query, list, &request->arena, &page);
	if (err) return err;
	for (u32 i = 0; request->is_all && i < page.len; i++)
		page.rows[i].tenant_defaults.priority_steps = 0;
	LIST_BY_ID(request, page, i, &list->after,
		   show_job(&request->out, &page.rows[i], api_defaults(request->api),
			    request->now.wall));
	return ERR_OK;
}

/* By its id, or by its code. */
enum err job_look_up(struct request *request, struct query *query, struct job_view *out_job)
{
	struct uuid id;
	struct job_page page = { 0 };
	struct job_list list = { .tenant = request->tenant, .code = request->parts[0], .limit = 1 };
	if (uuid_parse(request->parts[0], &id))
		return query->calls->job(query, request->tenant, &id, &request->arena, out_job);
	enum err err = query->calls->jobs(query, &list, &request->arena, &page);
	if (err) return err;
	if (!page.len) return ERR_NOT_FOUND;
	*out_job = page.rows[0];
	return ERR_OK;
}

enum err job_view(struct request *request, struct query *query)
{
	struct job_view job = { 0 };
	enum err err = job_look_up(request, query, &job);
	if (err) return err;
	job.with_sources = true;
	show_job(&request->out, &job, api_defaults(request->api), request->now.wall);
	request_put_etag(request, job.row.version);
	return ERR_OK;
}

/* ---- made and changed --------------------------------------------------------------------- */

struct job_work {
	struct job_view job;
	struct job_row row; /* what it becomes */
};

enum err job_create(struct request *request, struct command *command)
{
	struct job_work *work = arena_alloc_zeroed(&request->arena, sizeof *work);
	if (!work) return ERR_MEMORY;
	work->row = job_defaults();
	command->kind = COMMAND_JOB_PUT;
	command->job_put.row = &work->row;
	return job_merge(request, request->input, &work->row, &command->job_put);
}

enum err job_read(struct request *request, struct query *query)
{
	struct job_work *work = arena_alloc_zeroed(&request->arena, sizeof *work);
	if (!work) return ERR_MEMORY;
	request->found = work;
	enum err err = job_look_up(request, query, &work->job);
	if (!err && work->job.row.state == JOB_DELETED) err = ERR_NOT_FOUND;
	return err;
}

enum err job_change_read(struct request *request, struct query *query)
{
	enum err err = job_read(request, query);
	return err ? err : job_look_up_dependencies(request, query);
}

static enum err expect_version(struct request *request, u64 *out_expected)
{
	const struct job_work *work = request->found;
	enum err err = request_expected(request, out_expected);
	if (err || *out_expected == DOCUMENT_ANY || *out_expected == work->job.row.version)
		return err;
	return request_refuse(request, ERR_VERSION, "the job has version %llu",
			      (unsigned long long)work->job.row.version);
}

enum err job_change(struct request *request, struct command *command)
{
	struct job_work *work = request->found;
	u64 expected;
	enum err err = expect_version(request, &expected);
	if (err) return err;
	work->row = work->job.row;
	command->kind = COMMAND_JOB_PUT;
	command->job_put = (struct job_put){
		.id = work->job.row.id,
		.version = expected == DOCUMENT_ANY ? work->job.row.version : expected,
		.row = &work->row,
		.type = work->job.type,
		.queue = work->job.queue,
	};
	job_input_leave_inherited(request->input, &work->job, api_defaults(request->api));
	return job_merge(request, request->input, &work->row, &command->job_put);
}

static enum err about_job(struct request *request, struct command *command, enum command_kind kind)
{
	const struct job_work *work = request->found;
	command->kind = kind;
	command->job.job = work->job.row.id;
	return ERR_OK;
}

enum err job_delete(struct request *request, struct command *command)
{
	u64 expected;
	enum err err = expect_version(request, &expected);
	return err ? err : about_job(request, command, COMMAND_JOB_DELETE);
}

/* The job as it is now: by the id that the answer names. */
bool job_render(struct request *request)
{
	char *id = arena_alloc(&request->arena, UUID_TEXT_LEN);
	if (!id) return false;
	uuid_print(request->answer.job.job, id);
	request->parts[0] = (str){ id, UUID_TEXT_LEN };
	return false;
}

/* ---- operated on -------------------------------------------------------------------------- */

SHAPE_STRUCT(job_pause_input, JOB_PAUSE_FIELDS);
SHAPE_PLACES(JOB_PAUSE, JOB_PAUSE_FIELDS);
SHAPE(job_pause_body, job_pause_input, JOB_PAUSE_FIELDS, "job_pause", "why and how long");

enum err job_hold(struct request *request, struct command *command)
{
	const struct job_pause_input *input = request->input;
	command->job.reason = input->reason;
	enum err err = about_job(request, command, COMMAND_JOB_PAUSE);
	if (err || !is_given(input, JOB_PAUSE_UNTIL)) return err;
	return request_when(request, &input->until, STR(""), STR("/until"), &command->job.until);
}

enum err job_release(struct request *request, struct command *command)
{
	command->job.reason = ((const struct job_pause_input *)request->input)->reason;
	return about_job(request, command, COMMAND_JOB_RESUME);
}

enum err job_skip_next(struct request *request, struct command *command)
{
	command->job.reason = ((const struct job_pause_input *)request->input)->reason;
	return about_job(request, command, COMMAND_JOB_SKIP_NEXT);
}

SHAPE_STRUCT(job_run_input, JOB_RUN_FIELDS);
SHAPE(job_run_body, job_run_input, JOB_RUN_FIELDS, "job_run", "how this one run differs");

enum err job_trigger(struct request *request, struct command *command)
{
	const struct job_run_input *input = request->input;
	command->job.reason = input->reason;
	command->job.payload = input->parameters.len ? input->parameters : input->payload;
	command->job.has_payload = command->job.payload.len > 0;
	return about_job(request, command, COMMAND_JOB_RUN);
}

bool job_trigger_render(struct request *request)
{
	const struct job_work *work = request->found;
	struct buf *out = &request->out;
	write_open(out, '{');
	put_uuid(out, KEY(job_run, id), &request->answer.job.run);
	put_uuid(out, KEY(job_run, job_id), &work->job.row.id);
	put_instant_or_null(out, KEY(job_run, run_at), request->answer.job.run_at);
	write_close(out, '}');
	return true;
}

SHAPE_STRUCT(backfill_input, BACKFILL_FIELDS);
SHAPE(backfill_body, backfill_input, BACKFILL_FIELDS, "backfill", "which span to run again");

enum err job_backfill(struct request *request, struct command *command)
{
	const struct backfill_input *input = request->input;
	const struct job_work *work = request->found;
	str zone = work->job.row.zone;
	command->job.reason = input->reason;
	command->job.spread_ms = input->spread_seconds * 1000;
	enum err err = request_when(request, &input->from, zone, STR("/from"), &command->job.from);
	if (!err) err = request_when(request, &input->to, zone, STR("/to"), &command->job.to);
	return err ? err : about_job(request, command, COMMAND_JOB_BACKFILL);
}

bool job_backfill_render(struct request *request)
{
	const struct job_work *work = request->found;
	struct buf *out = &request->out;
	write_open(out, '{');
	put_uuid(out, KEY(backfill, job_id), &work->job.row.id);
	put_u64(out, KEY(backfill, made), request->answer.job.made);
	write_close(out, '}');
	return true;
}

/* ---- history ------------------------------------------------------------------------------ */

enum err job_execution_list_view(struct request *request, struct query *query)
{
	struct execution_list *list = request->found;
	struct job_view job = { 0 };
	enum err err = job_look_up(request, query, &job);
	list->job = job.row.id;
	return err ? err : execution_list_view(request, query);
}

SHAPE_STRUCT(occurrence_params, OCCURRENCE_PARAMS);
SHAPE(occurrence_list_query, occurrence_params, OCCURRENCE_PARAMS, "occurrence_list",
      "which occurrences");

static void show_occurrence(struct buf *out, const struct occurrence_row *row)
{
	write_open(out, '{');
	put_instant(out, KEY(occurrence, planned_at), row->planned_at);
	put_text(out, KEY(occurrence, outcome), occurrence_outcome_name(row->outcome));
	put_text_or_null(out, KEY(occurrence, reason), occurrence_reason_name(row->reason));
	put_uuid_or_null(out, KEY(occurrence, run_id), &row->run);
	if (row->until) {
		put_instant(out, KEY(occurrence, until), row->until);
		put_u64(out, KEY(occurrence, count), row->count);
		put_bool(out, KEY(occurrence, or_more), row->or_more);
	}
	put_bool(out, KEY(occurrence, backfill), occurrence_is_backfill(row));
	put_instant(out, KEY(occurrence, decided_at), row->decided_at);
	write_close(out, '}');
}

/* A place in the ledger: instant and number, as bytes. */
struct ledger_place {
	msec planned_at;
	u32 number;
};

enum err occurrence_list_view(struct request *request, struct query *query)
{
	const struct occurrence_params *params = request->params;
	struct occurrence_list list = { .tenant = request->tenant };
	struct occurrence_page page = { 0 };
	struct job_view job = { 0 };
	struct ledger_place last = { 0 };
	str place;
	enum err err = list_begin(request, &params->list, &list.limit, &place);
	if (!err) err = job_look_up(request, query, &job);
	if (err) return err;
	if (place.len == sizeof last) {
		memcpy(&last, place.at, sizeof last);
		list.before_planned = last.planned_at;
		list.before_number = last.number;
	}
	list.job = job.row.id;
	if (params->outcome) list.outcomes = 1u << (params->outcome - 1);
	err = query->calls->occurrences(query, &list, &request->arena, &page);
	if (err) return err;
	list_open(request);
	for (u32 i = 0; i < page.len; i++) show_occurrence(&request->out, &page.rows[i]);
	memset(&last, 0, sizeof last);
	if (page.len) {
		last.planned_at = page.rows[page.len - 1].planned_at;
		last.number = page.rows[page.len - 1].number;
	}
	list_close(request, page.has_more && page.len, (str){ (const char *)&last, sizeof last });
	return ERR_OK;
}
