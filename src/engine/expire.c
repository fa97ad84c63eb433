/* What time does by itself: runs become due, deadlines pass, pauses end, leases run out, long polls
 * end. A turn lets so many timers act; the rest follow in the next. */
#include "engine/fallback_parts.h"
#include "engine/gate_parts.h"
#include "engine/job_parts.h"
#include "engine/route_parts.h"

/* ---- the wall clock ----------------------------------------------------------------------- */

static void run_becomes_due(struct engine *engine, struct engine_run *run)
{
	must(!run->execution);
	run_leave_timer(engine, run);
	if (run->daily) engine->dailies.looked_at++;
	bool is_planned = run_is_undecided(run) || run->daily || reminder_is_to_come(run);
	if (is_planned && hold_is_on(engine)) run_hold(engine, run);
	else if (reminder_is_to_come(run) && !reminder_falls_due(engine, run)) return;
	else if (run_stops(engine, run)) return;
	else if (run->is_waiting) run_ask(engine, run);
	else if (run_is_undecided(run)) run_fire(engine, run);
	else if (run_has_no_room(engine, run, false)) spill_run(engine, run);
	else if (run->job) job_offer(engine, run);
	else run_offer(engine, run);
}

/* No attempt starts at or after the deadline; one that runs may finish, but for that of a daily
 * window. */
static void deadline_passes(struct engine *engine, struct engine_run *run)
{
	heap_remove(&engine->wall, &run->deadline.node);
	if (run_waits_for_clock(engine, run)) return;
	if (run->execution && run->daily) daily_cut_off(engine, run->execution);
	else if (!run->execution)
		run_end(engine, run, RUN_CANCELLED, run->daily ? STR("cutoff") : STR("deadline"),
			(str){ "", 0 });
}

static void job_comes_back(struct engine *engine, struct job *job)
{
	heap_remove(&engine->wall, &job->resume.node);
	job_line_up_stopped(engine, job);
	job_share(engine, job);
}

/* An occurrence that may make many runs is judged in a turn that has room for all of them. */
static bool has_room_for(const struct engine *engine, const struct timer *timer)
{
	if (timer->kind != TIMER_RUN_DUE) return true;
	const struct engine_run *run = container_of(timer, struct engine_run, due);
	if (!run->job || !run_is_undecided(run) || run->is_waiting) return true;
	return engine->judged_left && fire_needs(run) <= engine->plans_left;
}

static void wall_timer_acts(struct engine *engine, struct timer *timer)
{
	switch ((enum timer_kind)timer->kind) {
	case TIMER_RUN_DUE:
		run_becomes_due(engine, container_of(timer, struct engine_run, due));
		return;
	case TIMER_RUN_DEADLINE:
		deadline_passes(engine, container_of(timer, struct engine_run, deadline));
		return;
	case TIMER_PAUSE_END:
		pause_end(engine, container_of(timer, struct pause, timer), (str){ "", 0 });
		return;
	case TIMER_JOB_RESUME:
		job_comes_back(engine, container_of(timer, struct job, resume));
		return;
	case TIMER_ALERT: alert_looks(engine, timer); return;
	case TIMER_COOLDOWN:
		cooldown_over(engine, container_of(timer, struct cooldown, timer));
		return;
	case TIMER_GATE: gates_turn(engine, container_of(timer, struct gatekeeper, timer)); return;
	case TIMER_EXECUTION:
	case TIMER_CALL_END:
	case TIMER_SERVICE:
	case TIMER_ROUTE:
	case TIMER_HOOK:
	case TIMER_WORKER_GONE: break;
	}
	must(false);
}

/* ---- the boot clock ----------------------------------------------------------------------- */

/* A lease that ran out while this process or machine was not there to hear a heartbeat, or within
 * one renewal interval of that, lasts until that interval is over, once: whoever was not answered
 * connects anew. */
static bool gets_grace(struct engine *engine, struct execution *execution)
{
	msec until = msec_add(engine->gap_at, execution->lease_ms / 3);
	if (execution->had_grace || execution->lease_until >= until) return false;
	if (execution->timeout_at <= boot_now(engine) || until <= boot_now(engine)) return false;
	execution->had_grace = true;
	execution->lease_until = until;
	msec end = execution->lease_until < execution->timeout_at ? execution->lease_until
								  : execution->timeout_at;
	heap_update(&engine->boot, &execution->timer.node, end);
	return true;
}

static void execution_runs_out(struct engine *engine, struct execution *execution)
{
	/* Where both ends come together, a silent worker's is a stall. */
	bool stalled = execution->lease_until <= boot_now(engine);
	if (stalled && gets_grace(engine, execution)) return;
	enum error_class error_class = stalled ? CLASS_STALLED : CLASS_TIMEOUT;
	struct ending ending = {
		.outcome = stalled ? OUTCOME_STALLED : OUTCOME_TIMEOUT,
		.error_class = error_class_name(error_class),
		.error_message = stalled ? STR("the lease ran out without a word from the worker")
					 : STR("it ran longer than its timeout"),
	};
	action_stop(engine, &execution->id);
	execution_end(engine, execution, &ending);
}

static void call_ends(struct engine *engine, struct call *call)
{
	call_answer(engine, call, NULL, 0);
	call_forget(engine, call);
}

static void worker_is_gone(struct engine *engine, struct worker *worker)
{
	heap_remove(&engine->boot, &worker->timer.node);
	/* One that still holds runs, or waits, is kept: they point to it. */
	if (worker->running || worker->calls) {
		worker_seen(engine, worker);
		return;
	}
	worker_forget(engine, worker);
}

static void boot_timer_acts(struct engine *engine, struct timer *timer)
{
	switch ((enum timer_kind)timer->kind) {
	case TIMER_EXECUTION:
		execution_runs_out(engine, container_of(timer, struct execution, timer));
		return;
	case TIMER_CALL_END: call_ends(engine, container_of(timer, struct call, timer)); return;
	case TIMER_WORKER_GONE:
		worker_is_gone(engine, container_of(timer, struct worker, timer));
		return;
	case TIMER_SERVICE: service_looks(engine, timer); return;
	case TIMER_ROUTE:
		route_timer_acts(engine, container_of(timer, struct route, timer));
		return;
	case TIMER_HOOK: hook_is_silent(engine, container_of(timer, struct asked, timer)); return;
	case TIMER_RUN_DUE:
	case TIMER_RUN_DEADLINE:
	case TIMER_JOB_RESUME:
	case TIMER_GATE:
	case TIMER_ALERT:
	case TIMER_COOLDOWN:
	case TIMER_PAUSE_END: break;
	}
	must(false);
}

/* ---- both --------------------------------------------------------------------------------- */

static struct timer *first_until(const struct heap *heap, msec now)
{
	if (!heap->count || heap->entries[0].key > now) return NULL;
	return container_of(heap->entries[0].node, struct timer, node);
}

void time_acts(struct engine *engine)
{
	struct timer *timer;
	msec heard = now_turn(engine)->heard;
	while (engine->timers_left && (timer = first_until(&engine->boot, heard))) {
		engine->timers_left--;
		boot_timer_acts(engine, timer);
	}
	hold_ends(engine);
	while (engine->timers_left && (timer = first_until(&engine->wall, wall_now(engine))) &&
	       has_room_for(engine, timer)) {
		engine->timers_left--;
		wall_timer_acts(engine, timer);
	}
}
