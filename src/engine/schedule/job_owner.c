/* A job as the owner of its runs: what the core asks about them. */
#include "engine/core/owner.h"
#include "engine/schedule/job_parts.h"

static bool admit(struct engine *engine, struct engine_run *run, const struct run_row *row)
{
	job_admit_run(engine, run, row);
	return true;
}

/* What becomes of an occurrence is judged when its time comes; a paused job keeps it, a run that
 * waits for others asks for them. */
static bool falls_due(struct engine *engine, struct engine_run *run)
{
	bool is_undecided = run_is_undecided(run);
	if (is_undecided && hold_is_on(engine)) run_hold(engine, run);
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
	if (run->line == LINE_HELD) run_hold_no_more(engine, run);
	else if (run->line == LINE_PAUSED) run_stops_no_more(run);
	else job_step_out(engine, run);
}

static void *ran(struct engine *engine, struct engine_run *run, const struct execution *execution,
		 enum run_state state)
{
	job_ran(engine, run, execution, state);
	return run->job;
}

static void settle(struct engine *engine, void *owned)
{
	job_share(engine, owned);
}

const struct run_owner job_run_owner = {
	.admit = admit,
	.forget = job_forget_run,
	.is_to_come = run_is_undecided,
	.falls_due = falls_due,
	.offer = offer,
	.step_out = step_out,
	.ran = ran,
	.settle = settle,
	.moved = awaited_moved,
};

void job_timer_acts(struct engine *engine, struct timer *timer)
{
	struct job *job = container_of(timer, struct job, resume);
	heap_remove(&engine->clock.wall, &job->resume.node);
	job_line_up_stopped(engine, job);
	job_share(engine, job);
}
