/* Calls that act on a job: delete, pause, resume, run now, skip the next occurrence, run a past
 * span again. */
#include "engine/commands.h"
#include "engine/core/core.h"
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"
#include "model/timetable.h"

/* The job of a command, if its tenant may see it. */
static enum err find_job(const struct engine *engine, const struct command *command,
			 struct job **out_job, struct why *why)
{
	struct job *job = job_find(engine, &command->job.job);
	bool known = job && job->row.state != JOB_DELETED &&
		     (!command->tenant.len ||
		      str_eq(command->tenant, name_text(engine, NAME_TENANT, job->row.tenant.v)));
	*out_job = NULL;
	if (!known) return fail(why, ERR_NOT_FOUND, "there is no such job");
	if (tenant_is_leaving(engine, job->row.tenant))
		return fail(why, ERR_CONFLICT, "the tenant is being deleted");
	*out_job = job;
	return ERR_OK;
}

/* Likewise; else the answer says why not. */
static struct job *job_of(struct engine *engine, const struct command *command,
			  struct answer **out_answer)
{
	struct answer *answer = answer_add(engine, command->reply);
	struct job *job;
	*out_answer = answer;
	answer->err = find_job(engine, command, &job, &answer->why);
	return job;
}

static void write_state(struct engine *engine, struct job *job, const struct job_pause *pause)
{
	struct change *change = change_add(engine, CHANGE_JOB_STATE);
	job_note_pause(engine, job);
	job->row.version++;
	job->row.updated_at = wall_now(engine);
	change->job_state.id = job->row.id;
	change->job_state.tenant = job->row.tenant;
	change->job_state.version = job->row.version;
	change->job_state.updated_at = job->row.updated_at;
	change->job_state.state = job->row.state;
	change->job_state.pause = *pause;
	job_set_pause(engine, job, pause);
}

/* ---- delete ------------------------------------------------------------------------------- */

static void cancel_runs(struct engine *engine, struct job *job, str actor)
{
	struct list_node *node;
	while ((node = list_first(&job->runs))) {
		struct engine_run *run = container_of(node, struct engine_run, in_job);
		if (run_is_undecided(run) && run_has_come(engine, run))
			occurrence_skip(engine, run, OCCURRENCE_SKIPPED, OCCURRENCE_BY_DELETED,
					actor);
		else if (run_is_undecided(run)) run_withdraw(engine, run, STR("deleted"), actor);
		else run_cancel(engine, &run->id, STR("deleted"), actor);
	}
}

void job_end(struct engine *engine, struct job *job, str reason)
{
	struct job_pause none = { 0 };
	str nobody = { "", 0 };
	struct list_node *node = job->runs.head.next;
	job->row.state = JOB_DELETED;
	quota_uncount(engine, job->row.tenant, QUOTA_JOBS);
	write_state(engine, job, &none);
	journal_job(engine, job, JOURNAL_JOB, 0, STR("deleted"), nobody);
	while (node != &job->runs.head) {
		struct engine_run *run = container_of(node, struct engine_run, in_job);
		node = node->next;
		if (!run_is_undecided(run)) continue;
		if (run_has_come(engine, run))
			occurrence_skip(engine, run, OCCURRENCE_SKIPPED, OCCURRENCE_BY_DELETED,
					nobody);
		else run_withdraw(engine, run, reason, nobody);
	}
}

/* Whether the store has more unfinished runs of the job than it has loaded. */
static bool has_more(const struct engine *engine, const struct job *job)
{
	const struct turn *turn = now_turn(engine);
	for (u32 i = 0; i < turn->wants_len; i++) {
		const struct want *want = &turn->wants[i];
		if (want->kind == WANT_JOB && want->job.which == JOB_RUNS_UNFINISHED &&
		    uuid_eq(&want->job.id, &job->row.id))
			return want->job.found && want->job.seen.runs_len == want->job.limit;
	}
	return false;
}

enum err job_delete_check(const struct engine *engine, const struct command *command,
			  bool *out_has_more, struct why *why)
{
	struct job *job;
	enum err err = find_job(engine, command, &job, why);
	*out_has_more = job && has_more(engine, job);
	if (err || !job->row.is_system_required) return err;
	return fail(why, ERR_CONFLICT, "a job that the system requires cannot be deleted");
}

void on_job_delete(struct engine *engine, const struct command *command)
{
	struct answer *answer = answer_add(engine, command->reply);
	bool has_rest;
	struct job_pause none = { 0 };
	answer->err = job_delete_check(engine, command, &has_rest, &answer->why);
	if (answer->err) return;
	struct job *job = job_find(engine, &command->job.job);
	struct operation_row rest = { .kind = OPERATION_CANCEL,
				      .filter = { .tenant = job->row.tenant,
						  .job = job->row.id,
						  .states = 1u << RUN_WAITING | 1u << RUN_QUEUED |
							    1u << RUN_PROCESSING },
				      .reason = STR("deleted") };
	if (has_rest) answer->err = operation_begin(engine, &rest, &answer->why);
	if (answer->err) return;
	job->row.state = JOB_DELETED;
	quota_uncount(engine, job->row.tenant, QUOTA_JOBS);
	write_state(engine, job, &none);
	journal_job(engine, job, JOURNAL_JOB, 0, STR("deleted"), command->actor);
	cancel_runs(engine, job, command->actor);
	answer_job(job, answer);
	apply_note(engine, command, &job->row.id);
	replay_note_id(engine, command, &job->row.id);
}

/* ---- pause, resume ------------------------------------------------------------------------ */

static void set_pause(struct engine *engine, struct job *job, const struct command *command)
{
	const struct job_command *wish = &command->job;
	struct job_pause pause = { .since = wall_now(engine),
				   .until = wish->until ? wish->until : MSEC_MAX,
				   .reason = str_slice(wish->reason, 0, LIMIT_REASON_BYTES),
				   .author = str_slice(command->actor, 0, LIMIT_REASON_BYTES) };
	write_state(engine, job, &pause);
	journal_job(engine, job, JOURNAL_JOB_PAUSED, wish->until, wish->reason, command->actor);
	job_stop_ahead(engine, job, command->actor);
	job_lanes_fill(engine, job);
}

void on_job_pause(struct engine *engine, const struct command *command)
{
	struct answer *answer;
	struct job *job = job_of(engine, command, &answer);
	const struct job_command *wish = &command->job;
	if (!job) return;
	if (wish->until && wish->until <= wall_now(engine)) {
		answer->err = fail(&answer->why, ERR_INVALID, "until must be in the future");
		return;
	}
	if (job->row.is_system_required && !wish->until) {
		answer->err = fail(&answer->why, ERR_CONFLICT,
				   "a job that the system requires can only be paused until an "
				   "instant: give until");
		return;
	}
	/* A job that its handler has paused is not paused by a person yet: new work would end that
	 * pause. */
	bool was_resting = job->rests && job_is_closed(engine, job);
	if (was_resting || !job_is_closed(engine, job)) set_pause(engine, job, command);
	if (was_resting) {
		job_pass_pause(engine, job);
		job_plan(engine, job);
	}
	answer_job(job, answer);
	answer->number = (u64)job->row.pause.since;
	replay_note_number(engine, command, &job->row.id, answer->number);
}

/* Work that arrives while a run of the job is open: that run may have looked for work before it
 * arrived. */
static void note_wakeup(struct engine *engine, struct job *job)
{
	struct job_hot *hot = &job->row.hot;
	if (!job->running || hot->woken_through == hot->executions) return;
	hot->woken_through = hot->executions;
	job_dirty(engine, job);
}

void on_job_resume(struct engine *engine, const struct command *command)
{
	struct answer *answer;
	struct job *job = job_of(engine, command, &answer);
	struct job_pause none = { 0 };
	if (!job) return;
	note_wakeup(engine, job);
	if (job_is_closed(engine, job)) {
		write_state(engine, job, &none);
		journal_job(engine, job, JOURNAL_JOB_RESUMED, 0, command->job.reason,
			    command->actor);
		job_goes_on(engine, job);
	}
	answer_job(job, answer);
	replay_note_id(engine, command, &job->row.id);
}

/* ---- a handler's own pause ---------------------------------------------------------------- */

/* A person's pause stays as it is. New work that arrived during this execution ends the handler's
 * pause at once. */
void job_rest(struct engine *engine, const struct execution *execution, str actor)
{
	struct job *job = execution->run->job;
	bool has_missed_work = execution->number && execution->number <= job->row.hot.woken_through;
	if (job->row.state != JOB_ACTIVE || job_is_closed(engine, job) || has_missed_work) return;
	struct job_pause pause = { .since = wall_now(engine),
				   .until = MSEC_MAX,
				   .reason = JOB_PAUSE_HANDLER_REASON,
				   .author = JOB_PAUSE_HANDLER };
	write_state(engine, job, &pause);
	journal_job(engine, job, JOURNAL_JOB_PAUSED, 0, pause.reason, actor);
	if (job->is_visited) job_stop_ahead(engine, job, actor);
	job_lanes_fill(engine, job);
}

void job_wake(struct engine *engine, struct job *job, str actor)
{
	struct job_pause none = { 0 };
	note_wakeup(engine, job);
	if (!job->rests || !job_is_closed(engine, job)) return;
	write_state(engine, job, &none);
	journal_job(engine, job, JOURNAL_JOB_RESUMED, 0, STR("enqueued"), actor);
	job_goes_on(engine, job);
}

/* ---- run now, skip the next --------------------------------------------------------------- */

/* For a run that copies another run: the other must be a dead letter of the same job. */
static enum err check_copied(const struct engine *engine, const struct job *job,
			     const struct job_command *wish, struct why *why)
{
	if (uuid_is_nil(&wish->copied_from)) return ERR_OK;
	const struct run_seen *seen = seen_find(engine, &wish->copied_from);
	if (!seen || !uuid_eq(&seen->row.job, &job->row.id))
		return fail(why, ERR_NOT_FOUND, "there is no such run");
	if (run_state_is_dead_letter(seen->row.hot.state)) return ERR_OK;
	return fail(why, ERR_CONFLICT, "the run is %s; it must be failed or dlq",
		    run_state_name(seen->is_open ? RUN_PROCESSING : seen->row.hot.state).at);
}

void on_job_run(struct engine *engine, const struct command *command)
{
	struct answer *answer;
	struct job *job = job_of(engine, command, &answer);
	const struct job_command *wish = &command->job;
	if (!job) return;
	if (wish->has_payload && wish->payload.len > LIMIT_PAYLOAD_BYTES) {
		answer->err = fail(&answer->why, ERR_INVALID,
				   "payload has %zu bytes; at most %d are allowed",
				   wish->payload.len, LIMIT_PAYLOAD_BYTES);
		return;
	}
	enum lint_kind flagged = LINT_NOTHING;
	if (wish->has_payload)
		answer->err = payload_check(tenant_find(engine, job->row.tenant), wish->payload,
					    "payload", &flagged, &answer->why);
	if (answer->err) return;
	if (job->runs_len >= LIMIT_JOB_RUNS) {
		answer->err = fail(&answer->why, ERR_QUOTA, "%d runs of the job already wait",
				   LIMIT_JOB_RUNS);
		return;
	}
	answer->err = quota_check(engine, job->row.tenant, QUOTA_RUNS, 1, &answer->why);
	if (!answer->err) answer->err = check_copied(engine, job, wish, &answer->why);
	if (answer->err) return;
	struct planned planned = { .run_at = wall_now(engine),
				   .copied_from = wish->copied_from,
				   .cause = CAUSE_MANUAL,
				   .payload = wish->has_payload ? &wish->payload : NULL,
				   .flagged = flagged,
				   .actor = command->actor };
	job_wake(engine, job, command->actor);
	answer->job.job = job->row.id;
	answer->job.version = job->row.version;
	answer->job.run = job_make_run(engine, job, &planned);
	answer->job.run_at = planned.run_at;
	if (wish->discards)
		must(!run_discard(engine, &wish->copied_from, wish->reason, command->actor));
	replay_note_number(engine, command, &answer->job.run, (u64)planned.run_at);
}

void on_job_skip_next(struct engine *engine, const struct command *command)
{
	struct answer *answer;
	struct job *job = job_of(engine, command, &answer);
	if (!job) return;
	answer_job(job, answer);
	struct engine_run *next = run_find(engine, &answer->job.run);
	if (!next) {
		answer->err = fail(&answer->why, ERR_CONFLICT,
				   "the job has no next occurrence: it is %s",
				   job->row.state == JOB_DISABLED ? "DISABLED"
				   : job->row.kind == JOB_MANUAL  ? "MANUAL"
				   : job_is_closed(engine, job)   ? "PAUSED"
								  : "at its end");
		return;
	}
	if (!job_knows_decided(job)) {
		answer->err = fail(&answer->why, ERR_QUOTA,
				   "%d coming occurrences are already skipped", LIMIT_JOB_DECIDED);
		return;
	}
	occurrence_skip(engine, next, OCCURRENCE_SKIPPED, OCCURRENCE_BY_SKIP_NEXT, command->actor);
	job_plan(engine, job);
	answer->job.run = (struct uuid){ { 0 } };
	answer->job.run_at = 0;
	answer_job(job, answer);
	replay_note_id(engine, command, &job->row.id);
}

/* ---- backfill ----------------------------------------------------------------------------- */

static enum err check_backfill(const struct engine *engine, const struct job *job,
			       const struct job_command *wish, u32 *out_count, struct why *why)
{
	bool more;
	if (!job->timetable || job->row.kind == JOB_MANUAL)
		return fail(why, ERR_CONFLICT, "the job has no schedule");
	if (wish->from > wish->to) return fail(why, ERR_INVALID, "from must not be later than to");
	if (wish->from < 0 || wish->to > wall_now(engine))
		return fail(why, ERR_INVALID, "from and to must lie between 1970 and now");
	if (wish->spread_ms < 0 || wish->spread_ms > MSEC_DAY)
		return fail(why, ERR_INVALID, "spread_seconds must be 0 to 86400");
	*out_count = timetable_count(job->timetable, wish->from - 1, wish->to, LIMIT_BACKFILL_MANY,
				     &more);
	if (more)
		return fail(why, ERR_INVALID,
			    "the span has more than %d occurrences; choose a "
			    "shorter one",
			    LIMIT_BACKFILL_MANY);
	if (job->runs_len >= LIMIT_JOB_RUNS)
		return fail(why, ERR_QUOTA, "%d runs of the job already wait", LIMIT_JOB_RUNS);
	if (*out_count > engine->schedule.plans_left)
		return fail(why, ERR_BUSY, "too many jobs are being planned; try again");
	return quota_check(engine, job->row.tenant, QUOTA_RUNS, *out_count, why);
}

void on_job_backfill(struct engine *engine, const struct command *command)
{
	struct answer *answer;
	struct job *job = job_of(engine, command, &answer);
	const struct job_command *wish = &command->job;
	u32 count = 0;
	if (!job) return;
	answer->err = check_backfill(engine, job, wish, &count, &answer->why);
	if (answer->err) return;
	msec at = wish->from - 1, now = wall_now(engine);
	u32 number = ++job->row.hot.backfills;
	for (u32 i = 0; i < count; i++) {
		must(timetable_next(job->timetable, at, &at));
		msec delay = wish->spread_ms * i / count;
		struct planned planned = { .at = at,
					   .run_at = wish->spread_ms ? msec_add(now, delay) : at,
					   .cause = CAUSE_BACKFILL,
					   .plan_state = PLAN_STATE_DECIDED,
					   .actor = command->actor };
		struct uuid run = job_make_run(engine, job, &planned);
		occurrence_write(engine, job, &run, at, number, OCCURRENCE_LATE,
				 OCCURRENCE_BY_NONE);
		engine->schedule.plans_left--;
	}
	job_dirty(engine, job);
	answer_job(job, answer);
	answer->job.made = count;
	replay_note_number(engine, command, &job->row.id, count);
}
