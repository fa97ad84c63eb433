/* The effect of a pause on a job's occurrences: no write for any of them. Two sorts of pauses
 * differ in what follows:
 *
 *   a person's       the first occurrence whose time comes stays as it is, aside (LINE_PAUSED), and
 *                    nothing more is planned. When the pause is over it is judged like any late
 *                    one: it stands for all of the pause. With misfire `skip` none follows
 *   a handler's own  the first whose time comes is withdrawn, and the job leaves memory. When
 *   (a rest)         somebody wakes it, it is planned from then on
 *
 * All other instants of the pause are one range of the ledger (`paused`), written when it is over:
 * those in (planned_through, job_paused_through]. A job that fires once is late, never left out. */
#include "engine/core/core.h"
#include "engine/dispatch/dispatch.h"
#include "engine/schedule/job_parts.h"
#include "model/timetable.h"

static const str nobody = { "", 0 };

/* ---- while it lasts ----------------------------------------------------------------------- */

/* The run never was an occurrence: a range that is written later covers its instant. If later
 * instants are planned or taken already, a range cannot start with it, so it gets a row of its
 * own. */
static void leave_out(struct engine *engine, struct engine_run *run)
{
	struct job *job = run->job;
	msec at = run->bucket;
	if (job->row.hot.planned_through != at) {
		occurrence_skip(engine, run, OCCURRENCE_SKIPPED, OCCURRENCE_BY_PAUSED, nobody);
		return;
	}
	run_withdraw(engine, run, STR("paused"), nobody);
	job->row.hot.planned_through = at - 1;
}

bool run_stops(struct engine *engine, struct engine_run *run)
{
	struct job *job = run->job;
	if (!job || run->plan_state != PLAN_STATE_PLANNED || job->row.state != JOB_ACTIVE)
		return false;
	if (!job_is_closed(engine, job)) return false;
	/* A late run covers it already, so nothing has to wait for the end of the pause. */
	if (run->bucket <= job->row.hot.decided_through) return false;
	if (job_is_resting(engine, job)) {
		leave_out(engine, run);
		return true;
	}
	run->line = LINE_PAUSED;
	pairing_push(&job->stopped, &run->in_band, run_parked_before, 0);
	return true;
}

void run_stops_no_more(struct engine_run *run)
{
	pairing_remove(&run->job->stopped, &run->in_band, run_parked_before, 0);
	run->line = LINE_LANE;
}

/* Keeps the first planned run, and all runs up to the last instant that was taken by hand: in a
 * later turn the engine could not know that this instant is taken. */
void job_stop_ahead(struct engine *engine, struct job *job, str actor)
{
	struct job_hot *hot = &job->row.hot;
	msec keep = job_last_taken(job), first = MSEC_MAX, last = 0;
	must(job->is_visited);
	list_for_each_of(struct engine_run, run, &job->runs, in_job)
	{
		if (run->plan_state == PLAN_STATE_PLANNED && run->bucket < first)
			first = run->bucket;
	}
	if (keep < first) keep = first;
	if (keep >= hot->planned_through) return;
	struct list_node *node = job->runs.head.next;
	while (node != &job->runs.head) {
		struct engine_run *run = container_of(node, struct engine_run, in_job);
		node = node->next;
		if (run->plan_state != PLAN_STATE_PLANNED) continue;
		if (run->bucket > keep && !run_has_come(engine, run))
			run_withdraw(engine, run, STR("paused"), actor);
		else if (run->bucket > last) last = run->bucket;
	}
	hot->planned_through = last > keep ? last : keep;
	job_dirty(engine, job);
}

/* ---- when it is over ---------------------------------------------------------------------- */

msec job_paused_through(const struct engine *engine, const struct job *job)
{
	const struct job_pause *pause = &job->row.pause;
	msec through = job->row.hot.paused_through, now = wall_now(engine);
	if (pause->since && pause->until <= now && pause->until > through) through = pause->until;
	return through < now ? through : now;
}

void job_note_pause(struct engine *engine, struct job *job)
{
	const struct job_pause *pause = &job->row.pause;
	msec now = wall_now(engine), end = pause->until < now ? pause->until : now;
	if (!pause->since || end <= job->row.hot.paused_through) return;
	job->row.hot.paused_through = end;
	job_dirty(engine, job);
}

void job_pass_pause(struct engine *engine, struct job *job)
{
	struct job_hot *hot = &job->row.hot;
	msec through = job_paused_through(engine, job), decided = hot->decided_through;
	if (job->row.state != JOB_ACTIVE || !through || hot->planned_through >= through) return;
	job_pass_over(engine, job, through, OCCURRENCE_SKIPPED, OCCURRENCE_BY_PAUSED);
	/* Undecided runs are decided one by one: the pause does not cover them. */
	if (!hot->undecided || hot->decided_through == decided) return;
	hot->passed_through = hot->decided_through;
	hot->decided_through = decided;
}

bool run_was_paused(const struct engine *engine, const struct engine_run *run)
{
	const struct job *job = run->job;
	if (job->row.misfire != MISFIRE_SKIP || job->row.kind == JOB_ONCE) return false;
	return run->bucket <= job_paused_through(engine, job);
}

void run_leave_out(struct engine *engine, struct engine_run *run)
{
	struct job *job = run->job;
	leave_out(engine, run);
	job_pass_pause(engine, job);
}

void job_line_up_stopped(struct engine *engine, struct job *job)
{
	while (job->stopped) {
		struct engine_run *run = run_of_band(job->stopped);
		run_stops_no_more(run);
		run_line_up(engine, run);
	}
}

void job_goes_on(struct engine *engine, struct job *job)
{
	must(!job_is_closed(engine, job));
	job_line_up_stopped(engine, job);
	/* While a jumped clock settles, nothing is decided: planned runs wait for that. */
	if (!clock_hold_is_on(engine)) job_judge_due(engine, job);
	if (!clock_hold_is_on(engine) || !job->row.hot.undecided) job_pass_pause(engine, job);
	job_plan(engine, job);
	job_lanes_fill(engine, job);
}
