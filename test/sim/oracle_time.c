/* Leases and hard ends, on the clock that only grows: SPEC 5. */
#include "sim/sim.h"

#include <inttypes.h>

enum { SWEEP_MS = 5000 };

static msec clamp(msec value, msec low, msec high)
{
	return value < low ? low : value > high ? high : value;
}

/* A loaded lease runs as long as its row says, at most its length. */
void oracle_on_reload(struct oracle *oracle, struct now now, u64 last_turn)
{
	if (last_turn != oracle->turn_id)
		sim_fail(oracle->sim, "P1", NULL,
			 "turn %" PRIu64 " is the store's last, not %" PRIu64, last_turn,
			 oracle->turn_id);
	oracle->away_until = now.boot;
	plans_see_clock(oracle, now);
	oracle->jobs->apart_at = now.boot;
	list_for_each_of(struct oracle_execution, execution, &oracle->open, in_open)
	{
		msec lease = clamp(execution->row_lease_until - now.wall, 0, execution->lease_ms);
		msec rest = clamp(execution->row_timeout_at - now.wall, 0, execution->timeout_ms);
		u64 start = rules_holder_start(oracle, execution);
		if (start && start != oracle->sim->node.starts) {
			lease = 0; /* what a process before carried out itself is void */
			sim_mark(oracle->sim, MARK_HANDLER_DIED);
		}
		execution->lease_end = now.boot + lease;
		execution->timeout_end = now.boot + rest;
	}
	turns_begin_anew(oracle);
	routes_begin_anew(oracle, now.boot);
	hooks_begin_anew(oracle);
}

bool oracle_lease_ends_within(const struct oracle *oracle, msec span)
{
	msec until = world_now(&oracle->sim->world).boot + span;
	list_for_each_of(struct oracle_execution, execution, &oracle->open, in_open)
	{
		if (execution->lease_end < until) return true;
	}
	return false;
}

/* An expired lease is offered again within lease and sweep; a hard end is kept. After a sleep of
 * the machine a holder has the time of one heartbeat to speak up. */
static void check_late(struct oracle *oracle, struct now now)
{
	list_for_each_of(struct oracle_execution, execution, &oracle->open, in_open)
	{
		msec grace = execution->lease_ms / 3 + SWEEP_MS;
		msec heard = execution->lease_end > oracle->away_until ? execution->lease_end
								       : oracle->away_until;
		if (now.boot > heard + grace)
			sim_fail(oracle->sim, "I-24", &execution->run->id,
				 "its lease was over %" PRId64 " ms ago",
				 now.boot - execution->lease_end);
		if (now.boot > execution->timeout_end + grace)
			sim_fail(oracle->sim, "I-25", &execution->run->id,
				 "its hard end was %" PRId64 " ms ago",
				 now.boot - execution->timeout_end);
	}
}

void oracle_after_turn(struct oracle *oracle, struct now now, bool is_idle)
{
	if (now.wall > oracle->wall_max) oracle->wall_max = now.wall;
	rules_after_turn(oracle, now.wall);
	turns_after_turn(oracle, now.wall);
	plans_after_turn(oracle, now, is_idle);
	hooks_after_turn(oracle, now);
	if (!is_idle) return;
	check_late(oracle, now);
	days_after_turn(oracle, now);
	order_check_idle(oracle, now);
}

/* ---- what time may still bring ----------------------------------------------------------- */

bool oracle_job_can_go_on(const struct oracle *oracle, msec wall)
{
	for (u32 i = 0; i < oracle->jobs->len; i++) {
		const struct oracle_job *job = oracle->jobs->all[i];
		if (job->state == JOB_ACTIVE) return true;
		list_for_each_of(struct oracle_run, run, &job->runs, in_job)
		{
			u32 type = oracle_index(run->type);
			const struct swarm *swarm = &oracle->sim->swarm;
			if (swarm->has_orphan && type == swarm->types - 1) continue;
			if (run->run_at <= wall && !job->row.pause.since &&
			    !rules_pause_of(oracle, run, wall))
				return true;
		}
	}
	return false;
}
