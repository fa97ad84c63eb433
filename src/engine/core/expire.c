/* Changes by time alone: runs become due, deadlines pass, pauses end, leases expire, long polls
 * end. A turn serves a limited number of timers; the others follow in the next turn. */
#include "engine/core/core.h"
#include "engine/core/owner.h"
#include "engine/core/parts.h"
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"

/* ---- the wall clock ----------------------------------------------------------------------- */

static void run_becomes_due(struct engine *engine, struct timer *timer)
{
	struct engine_run *run = container_of(timer, struct engine_run, due);
	must(!run->execution);
	run_leave_timer(engine, run);
	if (run->owner && !owner_of(engine, run)->falls_due(engine, run)) return;
	if (run_has_no_room(engine, run, false)) spill_run(engine, run);
	else run_offer(engine, run);
}

/* The deadline of a run: no attempt starts at or after it. A running attempt may finish, unless the
 * run's owner cuts it off. */
static void deadline_passes(struct engine *engine, struct timer *timer)
{
	struct engine_run *run = container_of(timer, struct engine_run, deadline);
	const struct run_owner *owner = owner_of(engine, run);
	heap_remove(&engine->clock.wall, &run->deadline.node);
	if (run_waits(engine, run)) return;
	if (!run->execution)
		run_end(engine, run, RUN_CANCELLED, deadline_word(engine, run), (str){ "", 0 });
	else if (owner && owner->cut_off) owner->cut_off(engine, run->execution);
}

/* Whether the turn has room for the occurrence's runs, which may be many. */
static bool has_room_for(const struct engine *engine, const struct timer *timer)
{
	if (timer->kind != TIMER_RUN_DUE) return true;
	const struct engine_run *run = container_of(timer, struct engine_run, due);
	const struct run_owner *owner = owner_of(engine, run);
	return !owner || !owner->has_room || owner->has_room(engine, run);
}

/* ---- the boot clock ----------------------------------------------------------------------- */

/* A lease that expired while this process or machine was suspended, or within one renewal interval
 * after that, lasts until that interval is over, once: the worker has to connect again first. */
static bool gets_grace(struct engine *engine, struct execution *execution)
{
	msec until = msec_add(engine->clock.gap_at, execution->lease_ms / 3);
	if (execution->had_grace || execution->lease_until >= until) return false;
	if (execution->timeout_at <= boot_now(engine) || until <= boot_now(engine)) return false;
	execution->had_grace = true;
	execution->lease_until = until;
	msec end = execution->lease_until < execution->timeout_at ? execution->lease_until
								  : execution->timeout_at;
	heap_update(&engine->clock.boot, &execution->timer.node, end);
	return true;
}

static void execution_runs_out(struct engine *engine, struct timer *timer)
{
	struct execution *execution = container_of(timer, struct execution, timer);
	/* If both limits are reached at once, a silent worker counts as stalled. */
	bool stalled = execution->lease_until <= boot_now(engine);
	if (stalled && gets_grace(engine, execution)) return;
	enum error_class error_class = stalled ? CLASS_STALLED : CLASS_TIMEOUT;
	struct ending ending = {
		.outcome = stalled ? OUTCOME_STALLED : OUTCOME_TIMEOUT,
		.error_class = error_class_name(error_class),
		.error_message = stalled ? STR("the lease expired: the worker sent no heartbeat")
					 : STR("the attempt ran longer than its timeout"),
	};
	action_stop(engine, &execution->id);
	execution_end(engine, execution, &ending);
}

static void call_ends(struct engine *engine, struct timer *timer)
{
	struct call *call = container_of(timer, struct call, timer);
	call_answer(engine, call, NULL, 0);
	call_forget(engine, call);
}

static void worker_is_gone(struct engine *engine, struct timer *timer)
{
	struct worker *worker = container_of(timer, struct worker, timer);
	heap_remove(&engine->clock.boot, &worker->timer.node);
	/* A worker with runs or waiting calls stays in memory: they point to it. */
	if (worker->running || worker->calls) {
		worker_seen(engine, worker);
		return;
	}
	worker_forget(engine, worker);
}

/* ---- both --------------------------------------------------------------------------------- */

/* Serves timers of runs, calls and workers; the timers of features are in `hooks`. */
static void timer_acts(struct engine *engine, struct timer *timer)
{
	static void (*const own[TIMER_KINDS])(struct engine *, struct timer *) = {
		[TIMER_RUN_DUE] = run_becomes_due,      [TIMER_RUN_DEADLINE] = deadline_passes,
		[TIMER_EXECUTION] = execution_runs_out, [TIMER_CALL_END] = call_ends,
		[TIMER_WORKER_GONE] = worker_is_gone,
	};
	must(timer->kind < TIMER_KINDS);
	if (own[timer->kind]) own[timer->kind](engine, timer);
	else engine->hooks->timers[timer->kind](engine, timer);
}

static void one_acts(struct engine *engine, struct timer *timer)
{
	engine->clock.timers_left--;
	if (!ROOM_IS_CHECKED) {
		timer_acts(engine, timer);
		return;
	}
	struct room_mark before = room_mark(engine, (struct room){ .timers = 1 });
	timer_acts(engine, timer);
	room_check(engine, before);
}

static struct timer *first_until(const struct heap *heap, msec now)
{
	if (!heap->count || heap->entries[0].key > now) return NULL;
	return container_of(heap->entries[0].node, struct timer, node);
}

void time_acts(struct engine *engine)
{
	struct timer *timer;
	msec heard = now_turn(engine)->heard;
	while (engine->clock.timers_left && (timer = first_until(&engine->clock.boot, heard)))
		one_acts(engine, timer);
	if (clock_hold_is_on(engine)) clock_hold_end(engine);
	while (engine->clock.timers_left &&
	       (timer = first_until(&engine->clock.wall, wall_now(engine))) &&
	       has_room_for(engine, timer))
		one_acts(engine, timer);
}
