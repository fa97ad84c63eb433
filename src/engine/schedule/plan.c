/* Runs of jobs: the next occurrence, the whole horizon, and what never becomes a run. An instant is
 * planned once: behind planned_through and decided_through, whatever the clock does. */
#include "engine/core/core.h"
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"
#include "model/timetable.h"

void journal_job(struct engine *engine, const struct job *job, enum journal_kind kind, msec at,
		 str reason, str actor)
{
	struct journal_entry entry = { .kind = kind,
				       .tenant = job->row.tenant,
				       .run = job->row.id,
				       .run_at = at,
				       .reason = reason,
				       .actor = actor };
	journal_add(engine, &entry);
}

void occurrence_write(struct engine *engine, const struct job *job, const struct uuid *run,
		      msec planned_at, u32 number, enum occurrence_outcome outcome,
		      enum occurrence_reason reason)
{
	change_put(engine, KIND_OCCURRENCE)->occurrence = (struct occurrence_row){
		.job = job->row.id,
		.tenant = job->row.tenant,
		.planned_at = planned_at,
		.number = number ? number : occurrence_number(&job->row.hot, planned_at),
		.outcome = outcome,
		.reason = reason,
		.run = *run,
		.decided_at = wall_now(engine),
	};
}

/* ---- one run ------------------------------------------------------------------------------ */

static struct run_hot hot_of(const struct engine *engine, const struct job *job,
			     const struct planned *planned)
{
	const struct tenant *tenant = tenant_find(engine, job->row.tenant);
	const struct type_policy *policy = type_policy_of(engine, tenant, job->row.type);
	return (struct run_hot){
		.state = job->row.dependencies.len && planned->cause != CAUSE_MANUAL ? RUN_WAITING
										     : RUN_QUEUED,
		.priority = priority_in_force(job->row.priority, policy,
					      tenant ? tenant->defaults.priority : 0),
		.queue = job->row.queue,
		.max_attempts = attempts_in_force(job->row.max_attempts, policy,
						  tenant ? &tenant->policy : NULL,
						  engine->config.job_attempts),
		.run_at = planned->run_at,
		.updated_at = wall_now(engine),
		.bucket = planned->at,
		.journal_turn = now_turn(engine)->id,
		.plan_state = planned->plan_state,
	};
}

struct uuid job_make_run(struct engine *engine, struct job *job, const struct planned *planned)
{
	struct run_row *row = arena_alloc(&now_turn(engine)->arena, sizeof *row);
	must(row != NULL);
	*row = (struct run_row){
		.id = planned->cause == CAUSE_MANUAL ? id_make(engine) : id_make_planned(engine),
		.tenant = job->row.tenant,
		.type = job->row.type,
		.hot = hot_of(engine, job, planned),
		.created_at = wall_now(engine),
		.timeout_ms = job->row.timeout_ms,
		.job = job->row.id,
		.cause = planned->cause,
		.copied_from = planned->copied_from,
		.planned_at = planned->at,
		.payload_is_jobs = !planned->payload,
		.payload_len = job->row.parameters_len,
		.flagged = job->row.flagged,
	};
	if (planned->payload) {
		row->payload = *planned->payload;
		row->payload_len = (u32)row->payload.len;
		row->flagged = planned->flagged;
	}
	change_add(engine, CHANGE_RUN_NEW)->run = row;
	struct journal_entry entry = { .kind = JOURNAL_CREATED,
				       .tenant = row->tenant,
				       .type = row->type,
				       .run = row->id,
				       .job = row->job,
				       .to = row->hot.state,
				       .run_at = row->hot.run_at,
				       .reason = run_cause_name(row->cause),
				       .actor = planned->actor };
	journal_add(engine, &entry);
	if (run_belongs_in_memory(engine, row->hot.run_at, &row->id))
		run_line_up(engine, run_admit(engine, row));
	else if (job->is_visited) run_admit(engine, row);
	return row->id;
}

msec job_run_at(const struct job *job, msec planned_at)
{
	if (!job->timetable) return planned_at;
	return timetable_run_at(job->timetable, &job->row.id, job->row.jitter_ms, planned_at);
}

/* ---- planning ----------------------------------------------------------------------------- */

static void plan_one(struct engine *engine, struct job *job, msec at)
{
	struct planned planned = { .at = at,
				   .run_at = job_run_at(job, at),
				   .cause = CAUSE_OCCURRENCE,
				   .plan_state = PLAN_STATE_PLANNED };
	job_make_run(engine, job, &planned);
	job->row.hot.planned_through = at;
	job->row.hot.undecided++;
	job_dirty(engine, job);
}

/* Whether this instant was skipped, or is taken by a run: one that was moved, or one whose instant
 * has come and that waits for its jitter. Such an instant can be after planned_through only while
 * the job is planned again, and then all its runs are in memory. */
bool job_has_taken(const struct job *job, msec at)
{
	if (!job->is_visited) return false;
	if (job_was_decided(job, at)) return true;
	for (struct list_node *node = job->runs.head.next; node != &job->runs.head;
	     node = node->next) {
		const struct engine_run *run = container_of(node, struct engine_run, in_job);
		if (run_is_undecided(run) && run->bucket == at) return true;
	}
	return false;
}

bool job_next(const struct job *job, msec after, msec *out_at)
{
	if (!job->row.hot.undone_through) return timetable_next(job->timetable, after, out_at);
	return decided_next(&job->row.hot.undone_except, job->timetable, after, out_at);
}

u32 job_count(const struct job *job, msec after, msec until, u32 limit, bool *out_more)
{
	return decided_count(&job->row.hot.undone_except, job->timetable, after, until, limit,
			     out_more);
}

static msec later(msec a, msec b)
{
	return a > b ? a : b;
}

msec job_settled_through(const struct job *job)
{
	return later(job->row.hot.decided_through, job->row.hot.passed_through);
}

/* The last instant that job_has_taken knows of. All instants up to it are planned while it is
 * known: a later turn could not know that it is taken. */
msec job_last_taken(const struct job *job)
{
	if (!job->is_visited) return 0;
	msec last = job_last_decided(job);
	for (struct list_node *node = job->runs.head.next; node != &job->runs.head;
	     node = node->next) {
		const struct engine_run *run = container_of(node, struct engine_run, in_job);
		bool is_passed = decided_has(&job->row.hot.undone_except, run->bucket);
		if (run->plan_state == PLAN_STATE_MOVED && !is_passed)
			last = later(last, run->bucket);
	}
	return last;
}

/* Whether another run may be planned beside those that exist. A past instant was missed, and is
 * decided together with an existing run. */
static bool may_plan_more(const struct engine *engine, const struct job *job, msec at)
{
	if (!job->row.hot.undecided) return true; /* a job always has one planned run */
	return at >= wall_now(engine) && engine->schedule.plans_left;
}

/* Plans all runs up to `until`; false: not all of them. */
static bool plan_until(struct engine *engine, struct job *job, msec until)
{
	struct job_hot *hot = &job->row.hot;
	bool rests = job_is_resting(engine, job);
	msec at = later(hot->planned_through, job_settled_through(job));
	while (job_next(job, at, &at)) {
		if ((hot->undecided || rests) && at > until) return true;
		if (job_has_taken(job, at)) {
			hot->planned_through = at;
			job_dirty(engine, job);
			continue;
		}
		if (hot->undecided >= LIMIT_JOB_PLANNED || !may_plan_more(engine, job, at))
			return false;
		if (hot->undecided) engine->schedule.plans_left--;
		plan_one(engine, job, at);
	}
	return true;
}

void job_plan(struct engine *engine, struct job *job)
{
	struct job_hot *hot = &job->row.hot;
	msec taken = job_last_taken(job);
	msec ahead = job_is_closed(engine, job) ? 0 : job->row.horizon_ms;
	msec until = later(msec_add(wall_now(engine), ahead), taken);
	if (job_is_resting(engine, job)) until = taken;
	job->came_ended = false;
	if (job->row.state != JOB_ACTIVE || job->row.kind == JOB_MANUAL) return;
	if (!job->timetable && !hot->undecided)
		journal_job(engine, job, JOURNAL_JOB_UNPLANNED, 0,
			    STR("the schedule can no longer be read"), (str){ "", 0 });
	if (!job->timetable || !plan_until(engine, job, until)) return;
	/* Even if the schedule does not have this instant: with other zone data it may. */
	if (hot->planned_through >= taken) return;
	hot->planned_through = taken;
	job_dirty(engine, job);
}

void job_pass_over(struct engine *engine, struct job *job, msec until,
		   enum occurrence_outcome outcome, enum occurrence_reason reason)
{
	struct job_hot *hot = &job->row.hot;
	msec first;
	if (!job->timetable || !job_next(job, hot->planned_through, &first) || first > until)
		return;
	struct occurrence_row row = { .job = job->row.id,
				      .tenant = job->row.tenant,
				      .planned_at = first,
				      .number = occurrence_number(hot, first),
				      .outcome = outcome,
				      .reason = reason,
				      .until = until + 1,
				      .decided_at = wall_now(engine) };
	row.count = job_count(job, hot->planned_through, until, LIMIT_RANGE_COUNT, &row.or_more);
	change_put(engine, KIND_OCCURRENCE)->occurrence = row;
	struct journal_entry entry = { .kind = JOURNAL_JOB_MISSED,
				       .tenant = job->row.tenant,
				       .run = job->row.id,
				       .run_at = first,
				       .attempts = row.count,
				       .reason = occurrence_reason_name(reason) };
	journal_add(engine, &entry);
	hot->planned_through = until;
	if (hot->decided_through < until) hot->decided_through = until;
	job_dirty(engine, job);
}
