/* The features of the engine, in the one place that lists them all. Within each list the order is
 * semantics: a step calls them one after the other, and each sees what the ones before it did. */
#include "engine/core/core.h"
#include "engine/core/owner.h"
#include "engine/gates/gate_parts.h"
#include "engine/gates/pause.h"
#include "engine/gates/route_parts.h"
#include "engine/schedule/job_parts.h"
#include "engine/together/fallback_parts.h"
#include "engine/top.h"

enum { OWNER_JOB = 1, OWNER_DAILY, OWNER_REMINDER };

static void pause_timer_acts(struct engine *engine, struct timer *timer)
{
	pause_end(engine, container_of(timer, struct pause, timer), (str){ "", 0 });
}

static void gate_timer_acts(struct engine *engine, struct timer *timer)
{
	gates_turn(engine, container_of(timer, struct gatekeeper, timer));
}

static void cooldown_timer_acts(struct engine *engine, struct timer *timer)
{
	cooldown_over(engine, container_of(timer, struct cooldown, timer));
}

static void route_acts(struct engine *engine, struct timer *timer)
{
	route_timer_acts(engine, container_of(timer, struct route, timer));
}

static void hook_timer_acts(struct engine *engine, struct timer *timer)
{
	policy_hook_timed_out(engine, container_of(timer, struct asked, timer));
}

const struct hooks engine_hooks = {
	.owners = {
		[OWNER_JOB] = &job_run_owner,
		[OWNER_DAILY] = &daily_run_owner,
		[OWNER_REMINDER] = &reminder_run_owner,
	},
	.owner_by_cause = {
		[CAUSE_OCCURRENCE] = OWNER_JOB,
		[CAUSE_MANUAL] = OWNER_JOB,
		[CAUSE_CATCHUP] = OWNER_JOB,
		[CAUSE_BACKFILL] = OWNER_JOB,
		[CAUSE_DAILY] = OWNER_DAILY,
		[CAUSE_REMINDER] = OWNER_REMINDER,
	},
	/* A tenant's tally counts a run before an alert looks at it; those that wait for it, last.
	 */
	.journaled = { quota_see, alerts_see, after_sees },
	/* A route that closes with this attempt has closed its lanes before the service looks. */
	.started = { route_started, batch_child_began, service_sees_start },
	.leased = { guard_fill_lease },
	/* A refusal and what a handler did stand in the journal before what follows from the
	 * report. */
	.reported = { route_learn, journal_audit, notice_reported },
	.came_late = { daily_came_late },
	/* The log of deliveries may make the next way; a ping tells of what is done. */
	.attempted = { delivery_note, batch_child_attempted, ping_attempted },
	/* A parent counts its child before a fallback's alert may rest. */
	.ended = { batch_child_ended, fallback_ended },
	.revived = { batch_child_revived },
	.refused = { service_sees_refusals },
	.settled = { dailies_go_on },
	.timers = {
		[TIMER_PAUSE_END] = pause_timer_acts,
		[TIMER_JOB_RESUME] = job_timer_acts,
		[TIMER_GATE] = gate_timer_acts,
		[TIMER_ALERT] = alert_looks,
		[TIMER_FOLLOWER] = follower_timer_acts,
		[TIMER_PREDECESSOR] = predecessor_timer_acts,
		[TIMER_COOLDOWN] = cooldown_timer_acts,
		[TIMER_SERVICE] = service_looks,
		[TIMER_ROUTE] = route_acts,
		[TIMER_HOOK] = hook_timer_acts,
	},
	.operations = {
		[OPERATION_REPLAN] = { .step = replan_step },
		[OPERATION_DROP] = { .step = drop_step, .recall = drop_recall },
	},
	.gates = {
		.holds = lane_is_gated,
		.note_gated = lane_note_gated,
		.type_made = type_choose_route,
		.type_gone = type_leave_route,
		.lane_made = lane_choose_route,
		.lane_gone = lane_leave_route,
		.count = route_count,
		.catch_up = gates_catch_up,
		.see_made = guard_check_new_run,
		.lets_pass = run_passes,
		.replaced = guard_check_again,
	},
	.parent_of = batch_find,
	.called_off = batch_called_off,
	.cancel_parent = batch_cancel,
	.may_follow = after_check,
	.has_to_wait = after_has_to_wait,
	.follows = after_note,
	.waits = after_waits,
	.still_waits = after_still_waits,
	.unasked = policy_hook_forget,
	.may_deliver = delivery_check,
	.may_wake = resumed_check,
	.wake = resumed_wake,
};
