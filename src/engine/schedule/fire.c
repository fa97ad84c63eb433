/* An occurrence's time has come: what becomes of it is judged, once, and the next one is planned,
 * all in that turn. Missed ones are judged here, too: the run that stood in the queue is late, and
 * what lies between it and now never became a run.
 *
 *   run_once  it goes on; all of the rest up to now is missed
 *   skip      later than its grace it is skipped, and so is the rest that is; what is within grace
 *             is planned, and judged by itself
 *   run_all   it goes on; the rest is made up for, oldest first, up to catchup_max; beyond: missed
 *
 * Then the job's limit and its backlog say whether it goes on, waits or is skipped. Of a job that
 * depends on others it may have to wait for those, too (depend.c). While its job is paused it is
 * not judged at all (job_pause.c). */
#include "engine/core/core.h"
#include "engine/schedule/job_parts.h"
#include "model/timetable.h"

/* The job has one undecided run less. */
static void leave_undecided(struct engine *engine, struct engine_run *run)
{
	struct job_hot *hot = &run->job->row.hot;
	must(run_is_undecided(run));
	if (run->plan_state == PLAN_STATE_PLANNED) {
		must(hot->undecided > 0);
		hot->undecided--;
	}
	run->plan_state = PLAN_STATE_DECIDED;
	engine->schedule.undecided--;
	job_dirty(engine, run->job);
}

void run_decide(struct engine *engine, struct engine_run *run)
{
	leave_undecided(engine, run);
	/* If the job were changed in this turn, this instant would be planned again. */
	job_note_decided(engine, run->job, run->bucket);
}

static str word_of(enum occurrence_outcome outcome, enum occurrence_reason reason)
{
	return outcome == OCCURRENCE_MISSED ? occurrence_outcome_name(outcome)
					    : occurrence_reason_name(reason);
}

void occurrence_skip(struct engine *engine, struct engine_run *run, enum occurrence_outcome outcome,
		     enum occurrence_reason reason, str actor)
{
	run_decide(engine, run);
	occurrence_write(engine, run->job, &run->id, run->bucket, 0, outcome, reason);
	run_end(engine, run, RUN_CANCELLED, word_of(outcome, reason), actor);
}

void occurrence_cancel(struct engine *engine, struct engine_run *run, str reason, str actor)
{
	struct job *job = run->job;
	run_decide(engine, run);
	occurrence_write(engine, job, &run->id, run->bucket, 0, OCCURRENCE_SKIPPED,
			 OCCURRENCE_BY_CANCELLED);
	run_end(engine, run, RUN_CANCELLED, reason, actor);
	job_plan(engine, job);
}

void occurrence_move(struct engine *engine, struct engine_run *run)
{
	struct job_hot *hot = &run->job->row.hot;
	if (run->plan_state != PLAN_STATE_PLANNED) return;
	must(hot->undecided > 0);
	hot->undecided--;
	run->plan_state = PLAN_STATE_MOVED;
	job_dirty(engine, run->job);
	job_plan(engine, run->job);
}

void run_withdraw(struct engine *engine, struct engine_run *run, str reason, str actor)
{
	leave_undecided(engine, run);
	awaited_withdrawn(engine, run);
	run_end(engine, run, RUN_CANCELLED, reason, actor);
}

/* ---- places ------------------------------------------------------------------------------- */

static struct execution *oldest_of(const struct job *job)
{
	struct execution *oldest = NULL;
	for (struct list_node *node = job->runs.head.next; node != &job->runs.head;
	     node = node->next) {
		struct execution *execution =
			container_of(node, struct engine_run, in_job)->execution;
		if (!execution) continue;
		if (!oldest || execution->started_at < oldest->started_at ||
		    (execution->started_at == oldest->started_at &&
		     uuid_compare(&execution->id, &oldest->id) < 0))
			oldest = execution;
	}
	return oldest;
}

static void replace_oldest(struct engine *engine, struct job *job)
{
	struct execution *execution = oldest_of(job);
	must(execution != NULL);
	execution_stop(engine, execution, STR("replaced"), (str){ "", 0 });
}

void job_make_room(struct engine *engine, struct job *job)
{
	if (job_is_closed(engine, job)) return;
	while (job_is_full(job)) replace_oldest(engine, job);
}

/* Why the occurrence does not go on; NONE: it goes on, now or when the limit allows. An occurrence
 * that waits for another job's run replaces none yet. */
static enum occurrence_reason place_for(struct engine *engine, struct job *job, bool waits)
{
	if (job_is_closed(engine, job))
		return job->waiting ? OCCURRENCE_BY_PAUSED : OCCURRENCE_BY_NONE;
	if (job_is_full(job)) {
		if (job->row.overlap == OVERLAP_BY_SKIP) return OCCURRENCE_BY_OVERLAP;
		if (job->row.overlap == OVERLAP_BY_QUEUE)
			return job->waiting ? OCCURRENCE_BY_OVERLAP : OCCURRENCE_BY_NONE;
	}
	bool many = job->waiting + job->catching + job->put_off >= job->row.catchup_max;
	if (many) return OCCURRENCE_BY_BACKLOG;
	if (!waits) job_make_room(engine, job);
	return OCCURRENCE_BY_NONE;
}

static void go_on(struct engine *engine, struct engine_run *run, bool late)
{
	bool waits = run->is_waiting && run_has_to_wait(engine);
	enum occurrence_reason reason = run->is_waiting && run_is_forsaken(engine)
						? OCCURRENCE_BY_DEPENDENCY
						: place_for(engine, run->job, waits);
	str nobody = { "", 0 };
	if (reason != OCCURRENCE_BY_NONE) {
		occurrence_skip(engine, run, OCCURRENCE_SKIPPED, reason, nobody);
		return;
	}
	run_decide(engine, run);
	occurrence_write(engine, run->job, &run->id, run->bucket, 0,
			 late ? OCCURRENCE_LATE : OCCURRENCE_FIRED, OCCURRENCE_BY_NONE);
	if (run->is_waiting) {
		run_go_on(engine, run);
		return;
	}
	run_write(engine, run, RUN_QUEUED);
	job_offer(engine, run);
}

/* ---- what was missed ---------------------------------------------------------------------- */

static u32 catchup_quota(const struct job *job)
{
	u32 waits = job->waiting + job->catching +
		    job->put_off; /* with the run that was just decided */
	return waits < job->row.catchup_max ? job->row.catchup_max - waits : 0;
}

/* Without a spread, missed occurrences that run are due at once, in their order; with a spread,
 * they start over that span. */
static void catch_up(struct engine *engine, struct job *job, msec now)
{
	struct job_hot *hot = &job->row.hot;
	bool more;
	u32 quota = catchup_quota(job);
	if (quota > engine->schedule.plans_left) quota = engine->schedule.plans_left;
	u32 count = job_count(job, hot->planned_through, now, quota, &more);
	for (u32 i = 0; i < count; i++) {
		msec at;
		must(job_next(job, hot->planned_through, &at));
		msec delay = job->row.catchup_spread_ms * (i + 1) / count;
		struct planned planned = { .at = at,
					   .run_at = delay ? msec_add(now, delay) : at,
					   .cause = CAUSE_CATCHUP,
					   .plan_state = PLAN_STATE_DECIDED };
		struct uuid run = job_make_run(engine, job, &planned);
		occurrence_write(engine, job, &run, at, 0, OCCURRENCE_LATE, OCCURRENCE_BY_NONE);
		hot->planned_through = at;
		if (hot->decided_through < at) hot->decided_through = at;
		engine->schedule.plans_left--;
	}
}

/* Occurrences that were passed over or caught up are decided, too, up to the next undecided one.
 * Otherwise they would be planned again after the clock is set back and the job is changed. Some
 * undecided runs may not be in memory: because of their jitter, or because not all due runs are
 * loaded yet. */
static void decide_through(struct engine *engine, struct job *job, msec now)
{
	struct job_hot *hot = &job->row.hot;
	msec through = hot->planned_through < now ? hot->planned_through : now;
	u32 here = 0;
	for (struct list_node *node = job->runs.head.next; node != &job->runs.head;
	     node = node->next) {
		const struct engine_run *run = container_of(node, struct engine_run, in_job);
		if (run->plan_state != PLAN_STATE_PLANNED) continue;
		here++;
		if (run->bucket <= through) through = run->bucket - 1;
	}
	msec sure = msec_sub(now, job->row.jitter_ms);
	if (here < hot->undecided && engine->reach.loading_lags) return;
	if (here < hot->undecided && through > sure) through = sure;
	if (through > hot->decided_through) hot->decided_through = through;
}

/* Decides all of (planned_through, now] together with the run that is being decided. */
static void judge_rest(struct engine *engine, struct job *job, msec now)
{
	struct job_hot *hot = &job->row.hot;
	if (hot->planned_through < now && job->timetable) {
		job_pass_pause(engine, job);
		if (job->row.misfire == MISFIRE_RUN_ALL) catch_up(engine, job, now);
		job_pass_over(engine, job, now, OCCURRENCE_MISSED, OCCURRENCE_BY_MISFIRE);
	}
	decide_through(engine, job, now);
	job_dirty(engine, job);
}

void job_leave_rest(struct engine *engine, struct job *job)
{
	struct job_hot *hot = &job->row.hot;
	msec now = wall_now(engine), decided = hot->decided_through;
	bool is_skipped = job->row.misfire == MISFIRE_SKIP, paused = job_is_closed(engine, job);
	if (hot->planned_through >= now || !engine->schedule.judged_left) return;
	engine->schedule.judged_left--;
	job_pass_pause(engine, job);
	job_pass_over(engine, job, now,
		      is_skipped || paused ? OCCURRENCE_SKIPPED : OCCURRENCE_MISSED,
		      paused ? OCCURRENCE_BY_PAUSED : OCCURRENCE_BY_MISFIRE);
	/* The waiting run already covers these instants; do not mark it as covered, too. */
	bool waits = job->row.misfire == MISFIRE_RUN_ONCE || (paused && hot->undecided);
	if (!waits || hot->decided_through == decided) return;
	hot->passed_through = hot->decided_through;
	hot->decided_through = decided;
}

/* Whether there is another occurrence up to now, planned or not. */
static bool is_another(const struct job *job, msec planned_at, msec now)
{
	msec next;
	return job->timetable && job_next(job, planned_at, &next) && next <= now;
}

static void judge_planned(struct engine *engine, struct engine_run *run, msec now)
{
	struct job *job = run->job;
	struct job_hot *hot = &job->row.hot;
	bool once = job->row.kind == JOB_ONCE;
	bool late = msec_sub(now, run->run_at) > job->row.grace_ms;
	bool another = !once && is_another(job, run->bucket, now);
	str nobody = { "", 0 };
	msec planned_at = run->bucket;
	bool run_once = job->row.misfire == MISFIRE_RUN_ONCE && !once;
	/* one late run covers the missed ones */
	if (run_once && planned_at <= hot->decided_through) {
		occurrence_skip(engine, run, OCCURRENCE_MISSED, OCCURRENCE_BY_MISFIRE, nobody);
		return;
	}
	if (run_was_paused(engine, run)) {
		run_leave_out(engine, run);
		return;
	}
	if (hot->decided_through < planned_at) hot->decided_through = planned_at;
	if (job->row.misfire == MISFIRE_SKIP && late && !once) {
		occurrence_skip(engine, run, OCCURRENCE_SKIPPED, OCCURRENCE_BY_MISFIRE, nobody);
		job_pass_pause(engine, job);
		job_pass_over(engine, job, now - job->row.grace_ms - 1, OCCURRENCE_SKIPPED,
			      OCCURRENCE_BY_MISFIRE);
		decide_through(engine, job, now);
		return;
	}
	bool stands_for_all = run_once && (late || another);
	go_on(engine, run, late || stands_for_all);
	if (another && job->row.misfire != MISFIRE_SKIP) judge_rest(engine, job, now);
	if (run_once && another && hot->decided_through < now) hot->decided_through = now;
}

u32 fire_needs(const struct engine_run *run)
{
	return run->job->row.misfire == MISFIRE_RUN_ALL ? run->job->row.catchup_max : 0;
}

/* The zone data changed, and the job is still to be planned again: whether this instant is still an
 * occurrence. */
static bool is_stale(const struct engine *engine, const struct engine_run *run)
{
	msec at;
	if (run->plan_state != PLAN_STATE_PLANNED || !replan_is_pending(engine, run->job))
		return false;
	if (!run->job->timetable || run->job->row.kind == JOB_ONCE) return false;
	return !timetable_next(run->job->timetable, run->bucket - 1, &at) || at != run->bucket;
}

void run_fire(struct engine *engine, struct engine_run *run)
{
	struct job *job = run->job;
	msec now = wall_now(engine);
	str nobody = { "", 0 };
	must(engine->schedule.judged_left > 0);
	engine->schedule.judged_left--;
	job_overtakes(engine, job, run->bucket);
	if (job->row.state == JOB_DELETED)
		occurrence_skip(engine, run, OCCURRENCE_SKIPPED, OCCURRENCE_BY_DELETED, nobody);
	else if (is_stale(engine, run)) {
		run_withdraw(engine, run, STR("replanned"), nobody);
		if (job->row.hot.planned_through < now) job->row.hot.planned_through = now;
	} else if (run->plan_state == PLAN_STATE_MOVED)
		go_on(engine, run, msec_sub(now, run->run_at) > job->row.grace_ms);
	else judge_planned(engine, run, now);
	job_plan(engine, job);
}
