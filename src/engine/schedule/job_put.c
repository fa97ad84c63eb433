/* Creates or changes a job, in one step. Runs that have not started are withdrawn, and the job is
 * planned again from now on; decided occurrences go on. */
#include "engine/commands.h"
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"
#include "model/timetable.h"

/* Whether another job has the code, in the store or in this turn. */
static bool code_is_taken(struct engine *engine, const struct draft *draft, struct uuid *out_other)
{
	const struct turn *turn = now_turn(engine);
	const struct job_put *put = &draft->command->job_put;
	for (u32 i = 0; i < turn->wants_len; i++) {
		const struct want *want = &turn->wants[i];
		if (want->kind != WANT_JOB || !uuid_is_nil(&want->job.id) || !want->job.found)
			continue;
		if (want->job.tenant.v != draft->row.tenant.v ||
		    !str_eq(want->job.code, draft->row.code))
			continue;
		const struct job *job = job_find(engine, &want->job.seen.row.id);
		if (uuid_eq(&want->job.seen.row.id, &put->id)) continue;
		if (job && job->row.state == JOB_DELETED) continue; /* deleted in this turn */
		*out_other = want->job.seen.row.id;
		return true;
	}
	return false;
}

/* Two commands of a turn may use the same new code: the first one gets it. */
static bool code_was_taken(struct engine *engine, const struct draft *draft, struct uuid *out_other)
{
	const struct turn *turn = now_turn(engine);
	for (u32 i = 0; i < turn->changes_len; i++) {
		const struct change *change = &turn->changes[i];
		if (change->kind != CHANGE_JOB_PUT) continue;
		const struct job *job = job_find(engine, &change->job->id);
		bool gone = !job || job->row.state == JOB_DELETED;
		if (gone || change->job->tenant.v != draft->row.tenant.v ||
		    !str_eq(change->job->code, draft->row.code) ||
		    uuid_eq(&change->job->id, &draft->command->job_put.id))
			continue;
		*out_other = change->job->id;
		return true;
	}
	return false;
}

static enum err resolve_names(struct engine *engine, struct draft *draft, struct why *why)
{
	const struct job_put *put = &draft->command->job_put;
	str queue = put->queue.len ? put->queue : STR("default");
	enum err err = name_check(NAME_TENANT, draft->command->tenant, "tenant_id", why);
	if (!err) err = name_check(NAME_TYPE, put->type, "handler", why);
	if (err) return err;
	u32 queue_number = name_find(engine, NAME_QUEUE, queue);
	if (!queue_number || !engine->dispatch.queues[queue_number].exists)
		return fail(why, ERR_INVALID, "queue \"%.*s\" does not exist", STR_ARG(queue));
	struct tenant *tenant;
	struct type *type;
	err = tenant_named(engine, draft->command->tenant, &tenant, why);
	if (err) return err;
	draft->row.tenant = tenant->no;
	draft->row.queue.v = queue_number;
	err = type_named(engine, tenant, put->type, &type, why);
	if (err) return err;
	draft->row.type = type->no;
	type_release(engine, type); /* its runs make the type again */
	return ERR_OK;
}

/* The job to change; NULL with *out_err OK: a new job. */
static struct job *job_to_change(struct engine *engine, struct draft *draft, enum err *out_err,
				 struct why *why)
{
	const struct job_put *put = &draft->command->job_put;
	*out_err = ERR_OK;
	if (uuid_is_nil(&put->id)) return NULL;
	struct job *job = job_find(engine, &put->id);
	if (!job || job->row.state == JOB_DELETED || job->row.tenant.v != draft->row.tenant.v)
		*out_err = fail(why, ERR_NOT_FOUND, "there is no such job");
	else if (put->version && put->version != job->row.version)
		*out_err = fail(why, ERR_VERSION, "the job is at version %llu",
				(unsigned long long)job->row.version);
	else if (job->row.is_system_required && draft->row.state != JOB_ACTIVE)
		*out_err = fail(why, ERR_CONFLICT,
				"a job that the system requires cannot be disabled");
	else if (job->row.is_system_required && draft->row.kind == JOB_MANUAL &&
		 job->row.kind != JOB_MANUAL)
		*out_err = fail(why, ERR_CONFLICT,
				"a job that the system requires keeps a schedule");
	return *out_err ? NULL : job;
}

static void write_job(struct engine *engine, const struct job_row *row)
{
	struct job_row *copy = arena_alloc(&now_turn(engine)->arena, sizeof *copy);
	must(copy != NULL);
	*copy = *row;
	change_add(engine, CHANGE_JOB_PUT)->job = copy;
}

/* A code made of the type, as much of it as fits, and the id, so that no other job has it. */
static void choose_code(struct draft *draft)
{
	str type = draft->command->job_put.type;
	size_t len = LIMIT_JOB_CODE_BYTES - 1 - UUID_TEXT_LEN;
	if (type.len < len) len = type.len;
	memcpy(draft->code, type.at, len);
	draft->code[len++] = '-';
	uuid_print(draft->row.id, draft->code + len);
	draft->row.code = (str){ draft->code, len + UUID_TEXT_LEN };
}

static struct job *create(struct engine *engine, struct draft *draft)
{
	struct job_row *row = &draft->row;
	if (uuid_is_nil(&row->id)) row->id = id_make(engine);
	if (!row->code.len) choose_code(draft);
	row->version = 1;
	row->created_at = row->updated_at = wall_now(engine);
	row->pause = (struct job_pause){ 0 };
	row->hot = (struct job_hot){ .updated_at = wall_now(engine) };
	write_job(engine, row);
	quota_count(engine, row->tenant, QUOTA_JOBS);
	struct job *job = job_make(engine, row, draft->timetable);
	draft->timetable = NULL;
	job->is_visited = true;
	return job;
}

static void change_job(struct engine *engine, struct job *job, struct draft *draft)
{
	struct job_row *row = &draft->row;
	row->id = job->row.id;
	row->version = job->row.version + 1;
	row->created_at = job->row.created_at;
	row->updated_at = wall_now(engine);
	row->pause = job->row.pause;
	if (job->rests) row->pause.author = JOB_PAUSE_HANDLER; /* memory has no texts */
	row->hot = job->row.hot;
	write_job(engine, row);
	job_take_row(engine, job, row, draft->timetable);
	draft->timetable = NULL;
}

static enum err check_change(const struct engine *engine, const struct draft *draft,
			     struct put_check *check)
{
	if (draft->row.state != JOB_ACTIVE) return ERR_OK; /* it plans nothing */
	enum err err = job_may_replan(engine, check->job, draft->timetable, false, &check->plans,
				      &check->why);
	if (!err && check->plans > engine->schedule.plans_left)
		err = fail(&check->why, ERR_BUSY, "too many jobs are being planned; try again");
	return err;
}

/* The answer: the job and its next run. */
void answer_job(const struct job *job, struct answer *answer)
{
	const struct engine_run *next = NULL;
	for (struct list_node *node = job->runs.head.next; node != &job->runs.head;
	     node = node->next) {
		const struct engine_run *run = container_of(node, struct engine_run, in_job);
		if (!run_is_undecided(run)) continue;
		if (!next || run->run_at < next->run_at ||
		    (run->run_at == next->run_at && uuid_compare(&run->id, &next->id) < 0))
			next = run;
	}
	answer->job.job = job->row.id;
	answer->job.version = job->row.version;
	if (!next) return;
	answer->job.run = next->id;
	answer->job.run_at = next->run_at;
}

enum err job_put_check(struct engine *engine, struct draft *draft, struct put_check *check)
{
	check->why = draft->why;
	enum err err = draft->err;
	if (!err) err = resolve_names(engine, draft, &check->why);
	if (err) return err;
	check->job = job_to_change(engine, draft, &err, &check->why);
	if (err) return err;
	if (code_is_taken(engine, draft, &check->other) ||
	    code_was_taken(engine, draft, &check->other))
		return fail(&check->why, ERR_CONFLICT, "another job has the code \"%.*s\"",
			    STR_ARG(draft->row.code));
	err = dependencies_check(engine, draft, check->job, &check->why);
	if (err) return err;
	if (!check->job && check->leaves_quota) return ERR_OK;
	if (!check->job) return quota_check(engine, draft->row.tenant, QUOTA_JOBS, 1, &check->why);
	/* Due occurrences are decided by the definition under which they were planned. */
	job_judge_due(engine, check->job);
	return check_change(engine, draft, check);
}

void on_job_put(struct engine *engine, const struct command *command)
{
	struct draft *draft = draft_of(engine, command);
	struct answer *answer = answer_add(engine, command->reply);
	struct put_check check = { 0 };
	answer->err = job_put_check(engine, draft, &check);
	answer->why = check.why;
	answer->job.other = check.other;
	if (answer->err) return;
	struct job *job = check.job;
	bool is_new = !job;
	if (is_new) job = create(engine, draft);
	else change_job(engine, job, draft);
	journal_job(engine, job, JOURNAL_JOB, 0, is_new ? STR("created") : STR("changed"),
		    command->actor);
	job_replan(engine, job, false, STR("replanned"), command->actor);
	job_lanes_fill(engine, job);
	answer_job(job, answer);
	apply_note(engine, command, &job->row.id);
	replay_note_id(engine, command, &job->row.id);
}
