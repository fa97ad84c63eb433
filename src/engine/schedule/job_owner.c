/* Jobs as owners of their runs: the hooks that the core calls. */
#include "engine/core/core.h"
#include "engine/core/owner.h"
#include "engine/schedule/job_parts.h"
#include "engine/top.h"

static bool has_room(const struct engine *engine, const struct engine_run *run)
{
	if (!run_is_undecided(run) || run->is_waiting) return true;
	return engine->schedule.judged_left && fire_needs(run) <= engine->schedule.plans_left;
}

/* The occurrence is decided when its time comes. A paused job keeps it for later; a run that waits
 * for other runs requests them first. */
static bool falls_due(struct engine *engine, struct engine_run *run)
{
	bool is_undecided = run_is_undecided(run);
	if (is_undecided && clock_hold_is_on(engine)) clock_hold_run(engine, run);
	else if (run_stops(engine, run)) return false;
	else if (run->is_waiting) run_ask(engine, run);
	else if (is_undecided) run_fire(engine, run);
	else return true;
	return false;
}

static void offer(struct engine *engine, struct engine_run *run)
{
	if (run->is_waiting) run_ask(engine, run);
	else job_offer(engine, run);
}

static void step_out(struct engine *engine, struct engine_run *run)
{
	if (run->awaits) run_leave_waiting(engine, run);
	if (!pairing_is_in(&run->in_band)) return;
	if (run->line == LINE_HELD) clock_release_run(engine, run);
	else if (run->line == LINE_PAUSED) run_stops_no_more(run);
	else job_step_out(engine, run);
}

/* The handler has reported that it has nothing to do for now. */
static void reported(struct engine *engine, struct execution *execution,
		     const struct report *report, str actor)
{
	if (report->pauses_job) job_rest(engine, execution, actor);
}

static void *ran(struct engine *engine, struct engine_run *run, const struct execution *execution,
		 enum run_state state)
{
	job_ran(engine, run, execution, state);
	return run->job;
}

static void settle(struct engine *engine, void *owned)
{
	job_lanes_fill(engine, owned);
}

static bool cancel(struct engine *engine, struct engine_run *run, str reason, str actor)
{
	if (run->execution || !run_is_undecided(run)) return false;
	occurrence_cancel(engine, run, cancel_word(reason), actor);
	return true;
}

static void rescheduled(struct engine *engine, struct engine_run *run)
{
	if (run_is_undecided(run)) occurrence_move(engine, run);
}

static bool retries(const struct engine *engine, struct run_row *row)
{
	(void)engine;
	return !row->definition || row->definition->state != JOB_DELETED;
}

const struct run_owner job_run_owner = {
	.admit = job_admit_run,
	.forget = job_forget_run,
	.is_to_come = run_is_undecided,
	.has_room = has_room,
	.falls_due = falls_due,
	.offer = offer,
	.step_out = step_out,
	.set_aside = job_set_aside,
	.reported = reported,
	.ran = ran,
	.settle = settle,
	.moved = awaited_moved,
	.cancel = cancel,
	.rescheduled = rescheduled,
	.retries = retries,
};

void job_timer_acts(struct engine *engine, struct timer *timer)
{
	struct job *job = container_of(timer, struct job, resume);
	heap_remove(&engine->clock.wall, &job->resume.node);
	job_line_up_stopped(engine, job);
	job_lanes_fill(engine, job);
}
