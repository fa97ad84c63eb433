/* A wall clock that jumps ahead while the boot clock does not would make a day of occurrences due
 * at once, and a clock that is set right a minute later could not take that back. So after a jump
 * of more than ten minutes no occurrence is judged until both clocks have agreed for a minute, or
 * fifteen minutes are over; then the misfire policy is applied. The same holds for the beginnings
 * and cutoffs of daily windows. What was decided before goes on, tasks too. A suspended machine
 * moves both clocks: nothing is held. */
#include "engine/schedule/clock_watch.h"
#include "engine/schedule/job_parts.h"

#define AGREE_FOR_MS MSEC_MINUTE
#define HOLD_MOST_MS (15 * MSEC_MINUTE)

bool hold_is_on(const struct engine *engine)
{
	return engine->schedule.hold_until > 0;
}

bool engine_awaits_clock(const struct engine *engine)
{
	return hold_is_on(engine);
}

void hold_begins(struct engine *engine, const struct now *before, const struct now *now)
{
	msec step = clock_step(before, now);
	if (!hold_is_on(engine) && step > CLOCK_LEAP_MS) engine->schedule.hold_since = now->boot;
	else if (!hold_is_on(engine) || !step) return;
	msec most = msec_add(engine->schedule.hold_since, HOLD_MOST_MS);
	engine->schedule.hold_until = msec_add(now->boot, AGREE_FOR_MS);
	if (engine->schedule.hold_until > most) engine->schedule.hold_until = most;
}

void engine_take_over(struct engine *engine, const struct engine *before, const struct now *now)
{
	engine->schedule.hold_since = before->schedule.hold_since;
	engine->schedule.hold_until = before->schedule.hold_until;
	hold_begins(engine, &before->clock.seen, now);
}

void run_hold(struct engine *engine, struct engine_run *run)
{
	run->line = LINE_HELD;
	pairing_push(&engine->schedule.held, &run->in_band, run_parked_before, 0);
}

void run_hold_no_more(struct engine *engine, struct engine_run *run)
{
	pairing_remove(&engine->schedule.held, &run->in_band, run_parked_before, 0);
	run->line = LINE_STAND;
}

/* They line up again by their time: what is due is judged in this very turn. */
void hold_ends(struct engine *engine)
{
	if (!hold_is_on(engine) || boot_now(engine) < engine->schedule.hold_until) return;
	engine->schedule.hold_until = 0;
	while (engine->schedule.held) {
		struct engine_run *run = run_of_band(engine->schedule.held);
		run_hold_no_more(engine, run);
		run_line_up(engine, run);
	}
	dailies_go_on(engine);
	engine->reach.overdue_at = MSEC_MIN;
}
