/* Maintenance, from the specification's words (I-15): what starts in it, what it puts off. */
#include "sim/sim.h"

#include "base/must.h"

#include <inttypes.h>

/* "maintenance FROM UNTIL", or nothing: that is all the actors say. */
void gates_take(struct oracle *oracle, const struct gates_row *row)
{
	u32 tenant = oracle_number(oracle, NAME_TENANT, row->tenant.v);
	str rest = row->body;
	u64 from = 0, until = (u64)MSEC_MAX;
	(void)str_split(&rest, ' ');
	if (rest.len) must(str_to_u64(str_split(&rest, ' '), INT64_MAX, &from));
	if (rest.len && !str_eq(rest, STR("open"))) must(str_to_u64(rest, INT64_MAX, &until));
	oracle->maintenance[tenant].from = (msec)from;
	oracle->maintenance[tenant].until = row->body.len ? (msec)until : 0;
	turns_forget(oracle);
}

msec rules_maintenance_of(const struct oracle *oracle, const struct oracle_run *run, msec wall)
{
	const struct type_policy *policy = oracle->types[run->tenant][run->type];
	msec from = oracle->maintenance[run->tenant].from;
	msec until = oracle->maintenance[run->tenant].until;
	if (policy && policy->maintenance == MAINTENANCE_PASS) return 0;
	return from <= wall && wall < until ? until : 0;
}

/* Put off by maintenance: a minute to five, or to its end and at most a minute more; where its
 * deadline comes first, to that. No attempt is counted. */
void gates_put_off(struct oracle *oracle, struct oracle_run *run, const struct journal_entry *entry)
{
	struct sim *sim = oracle->sim;
	msec wall = oracle->now.wall;
	msec end = rules_maintenance_of(oracle, run, wall);
	msec least = end == MSEC_MAX ? wall + MSEC_MINUTE : end;
	msec most = end == MSEC_MAX ? wall + 5 * MSEC_MINUTE : end + MSEC_MINUTE;
	if (run->state != RUN_QUEUED || run->run_at > oracle->wall_max)
		sim_fail(sim, "I-15", &run->id, "put off while it is not due");
	if (!end) sim_fail(sim, "I-15", &run->id, "put off although no gate is closed");
	if (entry->attempts != run->attempts)
		sim_fail(sim, "I-15", &run->id, "putting it off cost an attempt");
	bool fits = entry->run_at >= least && entry->run_at <= most;
	if (!fits && !(run->deadline_at && entry->run_at == run->deadline_at))
		sim_fail(sim, "I-15", &run->id, "put off by %" PRId64 " ms", entry->run_at - wall);
	run->deferred_count++;
	if (!run->job) lines_remove(oracle, run);
	run->run_at = entry->run_at;
	if (!run->job) lines_add(oracle, run);
	turns_restart(oracle, run);
	sim_mark(sim, end == MSEC_MAX ? MARK_PUT_OFF_OPEN : MARK_PUT_OFF_TO_END);
}
