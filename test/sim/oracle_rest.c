/* What the store has, against what was told of it; what retention has taken; and that all comes to
 * rest once everything is well. */
#include "sim/sim.h"

#include <inttypes.h>

/* A run may be removed once it has ended and its time is over, and never before. */
static void check_purged(struct oracle *oracle, struct oracle_run *run, msec wall)
{
	struct sim *sim = oracle->sim;
	const struct retention *retention = &sim->swarm.retention;
	bool is_dead = run->state == RUN_FAILED || run->state == RUN_DLQ;
	msec kept = is_dead ? retention->dead_ms : retention->finished_ms;
	if (!run_state_is_final(run->state))
		sim_fail(sim, "I-26", &run->id, "retention took a run that is %s",
			 oracle_state_word(run->state));
	if (wall < run->ended_wall + kept)
		sim_fail(sim, "I-26", &run->id, "retention took a %s run %" PRId64 " ms early",
			 oracle_state_word(run->state), run->ended_wall + kept - wall);
	run->is_purged = true;
	oracle->purged++;
	sim_mark(sim, is_dead ? MARK_PURGED_DEAD : MARK_PURGED);
	SAY_OF(sim, &run->id, "run %08x is removed by retention", uuid_short(&run->id));
}

void oracle_on_tend(struct oracle *oracle, msec wall)
{
	struct disk *disk = oracle->sim->node.disk;
	struct disk_run seen;
	if (disk_counts(disk).runs == oracle->all_len - oracle->purged) return;
	for (u32 i = 0; i < oracle->all_len; i++) {
		struct oracle_run *run = oracle->all[i];
		if (!run->is_purged && !disk_find_run(disk, &run->id, &seen))
			check_purged(oracle, run, wall);
	}
}

void oracle_check_store(struct oracle *oracle)
{
	struct sim *sim = oracle->sim;
	struct disk_counts counts = disk_counts(sim->node.disk);
	if (counts.runs != oracle->all_len - oracle->purged)
		sim_fail(sim, "I-26", NULL,
			 "%" PRIu64 " runs in the store, %u were created and %u removed",
			 counts.runs, oracle->all_len, oracle->purged);
	for (u32 i = 0; i < oracle->all_len; i++) {
		const struct oracle_run *run = oracle->all[i];
		struct disk_run seen;
		if (run->is_purged) continue;
		if (!disk_find_run(sim->node.disk, &run->id, &seen))
			sim_fail(sim, "P1", &run->id, "%s run is gone from the store",
				 run->is_acked ? "an acknowledged" : "a");
		if (seen.state != run->state || seen.attempts != run->attempts)
			sim_fail(sim, "I-26", &run->id, "the store has it as %s, it should be %s",
				 oracle_state_word(seen.state), oracle_state_word(run->state));
	}
	audit_check_store(oracle, counts.audit);
	days_check_store(oracle);
	if (counts.open != oracle->running)
		sim_fail(sim, "I-26", NULL, "%" PRIu64 " open executions in the store, %u known",
			 counts.open, oracle->running);
}

void oracle_check_rest(struct oracle *oracle, struct now now)
{
	struct sim *sim = oracle->sim;
	bool is_clean = true;
	for (u32 i = 0; i < oracle->all_len; i++) {
		const struct oracle_run *run = oracle->all[i];
		if (run->state >= RUN_DONE) continue;
		is_clean = false;
		u32 type = oracle_index(run->type);
		bool is_orphan = sim->swarm.has_orphan && type == sim->swarm.types - 1;
		if (run->state == RUN_WAITING && depend_waits(oracle, run)) continue;
		bool is_waiting = (run->state == RUN_QUEUED || run->job) &&
				  (run->run_at > now.wall - MSEC_MINUTE || is_orphan ||
				   (run->job && run->job->row.pause.since) ||
				   rules_pause_of(oracle, run, now.wall));
		if (!is_waiting)
			sim_fail(sim, "P3", &run->id, "all is well, and it is still %s",
				 oracle_state_word(run->state));
	}
	if (oracle_has_operation(oracle))
		sim_fail(sim, "P3", NULL, "all is well, and an operation is still under way");
	sim_mark(sim, is_clean ? MARK_HEALED_CLEAN : MARK_HEALED_WAITING);
}
