/* A wall clock that jumps ahead while the boot clock does not would make a day of occurrences due
 * at once, and a clock that is set right a minute later could not take that back. So after a jump
 * of more than ten minutes no occurrence is judged until both clocks have agreed for a minute, or
 * fifteen minutes are over; then the misfire policy is applied. The same holds for the beginnings
 * and cutoffs of daily windows. What was decided before goes on, tasks too. A suspended machine
 * moves both clocks: nothing is held. */
#include "engine/core/clock_watch.h"
#include "engine/core/core.h"
#include "engine/core/owner.h"
#include "engine/core/parts.h"
#include "engine/dispatch/dispatch.h"

#define AGREE_FOR_MS MSEC_MINUTE
#define HOLD_MOST_MS (15 * MSEC_MINUTE)

bool engine_awaits_clock(const struct engine *engine)
{
	return clock_hold_is_on(engine);
}

void clock_hold_begin(struct engine *engine, const struct now *before, const struct now *now)
{
	msec step = clock_step(before, now);
	if (step > CLOCK_LEAP_MS) engine->clock.leapt_until = msec_add(now->boot, CLOCK_DOUBT_MS);
	if (!clock_hold_is_on(engine) && step > CLOCK_LEAP_MS) engine->clock.hold_since = now->boot;
	else if (!clock_hold_is_on(engine) || !step) return;
	msec most = msec_add(engine->clock.hold_since, HOLD_MOST_MS);
	engine->clock.hold_until = msec_add(now->boot, AGREE_FOR_MS);
	if (engine->clock.hold_until > most) engine->clock.hold_until = most;
}

/* Starts at the first stage, a while after this instant of the boot clock. */
static void set_back_begins(struct engine *engine, msec boot)
{
	const struct set_back_report report = engine->clock.back.report;
	engine->clock.back = (struct set_back){ .at = msec_add(boot, AGREE_FOR_MS),
						.report = report };
}

/* If the clocks disagree again, the wait begins anew. */
void clock_goes_back(struct engine *engine, const struct now *before, const struct now *now)
{
	msec step = clock_step(before, now);
	bool was_seen = engine->clock.back.was_seen || step < -CLOCK_LEAP_MS;
	if (step >= -CLOCK_LEAP_MS && (!engine->clock.back.at || !step)) return;
	set_back_begins(engine, now->boot);
	engine->clock.back.was_seen = was_seen;
}

void clock_was_elsewhere(struct engine *engine)
{
	set_back_begins(engine, engine->clock.recalled_at);
}

void set_back_note_user(struct set_back *back, str user)
{
	must(user.len <= sizeof back->user);
	back->user_len = (u8)user.len;
	if (user.len) memcpy(back->user, user.at, user.len);
}

struct set_back_report *set_back_report_now(struct engine *engine)
{
	engine->clock.back.report.at = wall_now(engine);
	return &engine->clock.back.report;
}

void set_back_goes_on(struct engine *engine, bool was_last)
{
	struct set_back *back = &engine->clock.back;
	bool is_over = was_last && back->stage + 1 == SET_BACK_STAGES;
	if (is_over) back->at = 0, back->was_seen = false;
	else engine->step.has_work = true;
	if (!was_last || is_over) return;
	msec at = back->at;
	bool was_seen = back->was_seen;
	enum set_back_stage next = back->stage + 1;
	set_back_begins(engine, at);
	back->at = at;
	back->was_seen = was_seen;
	back->stage = next;
}

void engine_take_over(struct engine *engine, const struct engine *before, const struct now *now)
{
	engine->clock.hold_since = before->clock.hold_since;
	engine->clock.hold_until = before->clock.hold_until;
	engine->clock.leapt_until = before->clock.leapt_until;
	clock_hold_begin(engine, &before->clock.seen, now);
	/* The previous memory's changes since its last commit are lost with it. */
	if (before->clock.back.at) engine->clock.back.at = before->clock.back.at;
	engine->clock.back.was_seen = before->clock.back.was_seen;
	engine->clock.back.report = before->clock.back.report;
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

void clock_hold_run(struct engine *engine, struct engine_run *run)
{
	run->line = LINE_HELD;
	pairing_push(&engine->clock.held, &run->in_band, run_parked_before, 0);
}

void clock_release_run(struct engine *engine, struct engine_run *run)
{
	pairing_remove(&engine->clock.held, &run->in_band, run_parked_before, 0);
	run->line = LINE_LANE;
}

/* Runs that were held line up by their time: those that are due are decided in this turn. */
void clock_hold_end(struct engine *engine)
{
	if (boot_now(engine) < engine->clock.hold_until) return;
	engine->clock.hold_until = 0;
	while (engine->clock.held) {
		struct engine_run *run = run_of_band(engine->clock.held);
		clock_release_run(engine, run);
		run_line_up(engine, run);
	}
	for (u32 i = 0; engine->hooks->settled[i]; i++) engine->hooks->settled[i](engine);
	engine->reach.overdue_at = MSEC_MIN;
}
