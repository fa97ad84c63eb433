/* A wall clock that jumps ahead while the boot clock does not would make a day of occurrences due
 * at once, and a clock that is set right a minute later could not take that back. So after a jump
 * of more than ten minutes no occurrence is judged until both clocks have agreed for a minute, or
 * fifteen minutes are over; then the misfire policy is applied. The same holds for the beginnings
 * and cutoffs of daily windows. What was decided before goes on, tasks too. A suspended machine
 * moves both clocks: nothing is held. */
#include "engine/core/clock_watch.h"
#include "engine/core/owner.h"

#define AGREE_FOR_MS MSEC_MINUTE
#define HOLD_MOST_MS (15 * MSEC_MINUTE)

bool engine_awaits_clock(const struct engine *engine)
{
	return hold_is_on(engine);
}

void hold_begins(struct engine *engine, const struct now *before, const struct now *now)
{
	msec step = clock_step(before, now);
	if (!hold_is_on(engine) && step > CLOCK_LEAP_MS) engine->clock.hold_since = now->boot;
	else if (!hold_is_on(engine) || !step) return;
	msec most = msec_add(engine->clock.hold_since, HOLD_MOST_MS);
	engine->clock.hold_until = msec_add(now->boot, AGREE_FOR_MS);
	if (engine->clock.hold_until > most) engine->clock.hold_until = most;
}

/* Whenever the clocks disagree once more, the wait begins anew. */
void clock_goes_back(struct engine *engine, const struct now *before, const struct now *now)
{
	msec step = clock_step(before, now);
	if (step >= -CLOCK_LEAP_MS && (!engine->clock.back_at || !step)) return;
	engine->clock.back_at = msec_add(now->boot, AGREE_FOR_MS);
	engine->clock.back_through = (struct uuid){ { 0 } };
}

void clock_was_elsewhere(struct engine *engine)
{
	engine->clock.back_at = msec_add(engine->clock.recalled_at, AGREE_FOR_MS);
}

void engine_take_over(struct engine *engine, const struct engine *before, const struct now *now)
{
	engine->clock.hold_since = before->clock.hold_since;
	engine->clock.hold_until = before->clock.hold_until;
	hold_begins(engine, &before->clock.seen, now);
	/* The changes that the memory before made since its last commit are lost with it. */
	if (before->clock.back_at) engine->clock.back_at = before->clock.back_at;
	clock_goes_back(engine, &before->clock.seen, now);
}

bool run_parked_before(const struct pairing_node *a, const struct pairing_node *b, u32 context)
{
	const struct engine_run *x = container_of(a, struct engine_run, in_band);
	const struct engine_run *y = container_of(b, struct engine_run, in_band);
	(void)context;
	if (x->priority != y->priority) return x->priority < y->priority;
	if (x->run_at != y->run_at) return x->run_at < y->run_at;
	return uuid_compare(&x->id, &y->id) < 0;
}

void run_hold(struct engine *engine, struct engine_run *run)
{
	run->line = LINE_HELD;
	pairing_push(&engine->clock.held, &run->in_band, run_parked_before, 0);
}

void run_hold_no_more(struct engine *engine, struct engine_run *run)
{
	pairing_remove(&engine->clock.held, &run->in_band, run_parked_before, 0);
	run->line = LINE_STAND;
}

/* They line up again by their time: what is due is judged in this very turn. */
void hold_ends(struct engine *engine)
{
	if (boot_now(engine) < engine->clock.hold_until) return;
	engine->clock.hold_until = 0;
	while (engine->clock.held) {
		struct engine_run *run = run_of_band(engine->clock.held);
		run_hold_no_more(engine, run);
		run_line_up(engine, run);
	}
	for (u32 i = 0; engine->hooks->settled[i]; i++) engine->hooks->settled[i](engine);
	engine->reach.overdue_at = MSEC_MIN;
}
