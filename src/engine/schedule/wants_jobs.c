/* Wants of commands about jobs: the job with its undecided runs, and the job that has a code. */
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"

u32 job_wants_of(const struct command *command)
{
	if (command->kind == COMMAND_JOB_PUT) return 3;
	if (command->kind == COMMAND_JOB_RUN && !uuid_is_nil(&command->job.copied_from)) return 2;
	return 1;
}

static struct want *want_job(struct turn *turn, const struct uuid *id, enum job_runs which)
{
	struct want *want = want_add(turn, WANT_JOB);
	want->job.id = *id;
	want->job.which = which;
	want->job.limit = LIMIT_JOB_RUNS;
	return want;
}

/* An unknown tenant has no jobs. */
static void want_code(const struct engine *engine, struct turn *turn, const struct command *command)
{
	tenant_no tenant = { name_find(engine, NAME_TENANT, command->tenant) };
	if (!tenant.v) return;
	struct want *want = want_add(turn, WANT_JOB);
	want->job.tenant = tenant;
	want->job.code = command->job_put.row->code;
}

void want_rest(const struct engine *engine, struct turn *turn, const struct report *report)
{
	const struct execution *execution = uuid_map_find(&engine->core.executions,
							  &report->execution);
	const struct job *job = execution ? execution->run->job : NULL;
	if (!report->pauses_job || !job || !job->row.horizon_ms) return;
	want_job(turn, &job->row.id, JOB_RUNS_UNDECIDED);
}

void want_resumed(struct turn *turn, tenant_no tenant, str job)
{
	struct uuid id;
	if (uuid_parse(job, &id)) {
		want_job(turn, &id, JOB_RUNS_UNDECIDED);
		return;
	}
	struct want *want = want_job(turn, &(struct uuid){ { 0 } }, JOB_RUNS_UNDECIDED);
	want->job.tenant = tenant;
	want->job.code = job;
}

struct job *resumed_find(const struct engine *engine, tenant_no tenant, str name)
{
	const struct turn *turn = now_turn(engine);
	struct uuid id;
	bool by_id = uuid_parse(name, &id);
	for (u32 i = 0; i < turn->wants_len; i++) {
		const struct want *want = &turn->wants[i];
		if (want->kind != WANT_JOB || !want->job.found) continue;
		bool is_it = by_id ? uuid_eq(&want->job.seen.row.id, &id)
				   : str_eq(want->job.code, name);
		struct job *job = is_it ? job_find(engine, &want->job.seen.row.id) : NULL;
		if (job && job->row.tenant.v == tenant.v && job->row.state != JOB_DELETED)
			return job;
	}
	return NULL;
}

enum err resumed_check(struct engine *engine, const struct tenant *tenant,
		       const struct enqueue_command *enqueue, struct why *why)
{
	must(enqueue->resumes_len <= LIMIT_RESUMES);
	for (u32 i = 0; i < enqueue->resumes_len; i++) {
		if (!resumed_find(engine, tenant->no, enqueue->resumes[i]))
			return fail(why, ERR_INVALID, "resumes: there is no job \"%.*s\"",
				    STR_ARG(enqueue->resumes[i]));
	}
	return ERR_OK;
}

void resumed_wake(struct engine *engine, const struct tenant *tenant, const struct command *command)
{
	const struct enqueue_command *enqueue = &command->enqueue;
	for (u32 i = 0; i < enqueue->resumes_len; i++)
		job_wake(engine, resumed_find(engine, tenant->no, enqueue->resumes[i]),
			 command->actor);
}

/* One active job that uses the calendar is enough to keep the calendar. */
static void want_named(const struct engine *engine, struct turn *turn,
		       const struct command *command)
{
	tenant_no tenant = { name_find(engine, NAME_TENANT, command->tenant) };
	if (!tenant.v) return;
	struct want *want = want_add(turn, WANT_JOBS);
	want->jobs.tenant = tenant;
	want->jobs.calendar = command->calendar.name;
	want->jobs.limit = 1;
}

void want_replan(struct turn *turn, const struct operation_row *row)
{
	struct want *want = want_add(turn, WANT_JOBS);
	want->jobs.operation = row->id;
	want->jobs.tenant = row->filter.tenant;
	want->jobs.calendar = row->filter.entity;
	want->jobs.after_id = row->cursor;
	want->jobs.limit = LIMIT_REPLAN_JOBS;
	want->jobs.runs_limit = LIMIT_REPLAN_RUNS;
}

void want_for_job(struct engine *engine, struct turn *turn, const struct command *command)
{
	if (command->kind == COMMAND_CALENDAR_DELETE) want_named(engine, turn, command);
	else if (command->kind == COMMAND_JOB_DELETE)
		want_job(turn, &command->job.job, JOB_RUNS_UNFINISHED);
	else if (command->kind != COMMAND_JOB_PUT) {
		want_job(turn, &command->job.job, JOB_RUNS_UNDECIDED);
		bool copies = command->kind == COMMAND_JOB_RUN &&
			      !uuid_is_nil(&command->job.copied_from);
		if (copies) want_add(turn, WANT_RUN)->run.id = command->job.copied_from;
	} else {
		want_code(engine, turn, command);
		want_behind(turn, command);
		if (!uuid_is_nil(&command->job_put.id))
			want_job(turn, &command->job_put.id, JOB_RUNS_UNDECIDED)->job.shall_once =
				command->job_put.row->kind == JOB_ONCE;
	}
}
