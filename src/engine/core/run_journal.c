/* Writes a run's row, and its changes of state into the journal. */
#include "engine/core/core.h"
#include "engine/core/owner.h"
#include "engine/core/parts.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"

void run_write(struct engine *engine, struct engine_run *run, enum run_state state)
{
	const struct run_owner *owner = owner_of(engine, run);
	struct change *change = change_add(engine, CHANGE_RUN_HOT);
	change->run_hot.id = run->id;
	change->run_hot.tenant = run_tenant(run);
	change->run_hot.hot = run_hot_of(engine, run, state);
	if (owner && owner->written) owner->written(engine, run, &change->run_hot.hot);
	struct run_seen *seen = seen_find(engine, &run->id);
	if (!seen) return;
	seen->row.hot = change->run_hot.hot;
	seen->is_open = false;
}

void journal_move(struct engine *engine, struct engine_run *run, enum run_state from,
		  enum run_state to, const struct uuid *execution, str reason, str actor)
{
	const struct run_owner *owner = owner_of(engine, run);
	must(run_state_may_become(from, to));
	struct journal_entry entry = {
		.kind = JOURNAL_MOVED,
		.tenant = run_tenant(run),
		.type = run_type(run),
		.run = run->id,
		.from = from,
		.to = to,
		.attempts = run->attempts,
		.run_at = run->run_at,
		.previous_turn = run->journal_turn,
		.reason = reason,
		.is_internal = run_is_internal(run),
		.actor = actor,
	};
	if (execution) entry.execution = *execution;
	if (run->job) entry.job = run->job->row.id;
	journal_add(engine, &entry);
	run->journal_turn = now_turn(engine)->id;
	if (owner && owner->moved) owner->moved(engine, run, to);
}

/* These entries come before the change of state that the report causes, in the order of the
 * chain. */
void journal_audit(struct engine *engine, struct execution *execution, const struct report *report,
		   str actor)
{
	const struct engine_run *run = execution->run;
	u32 len = report->audit_len < LIMIT_AUDIT_EVENTS ? report->audit_len : LIMIT_AUDIT_EVENTS;
	for (u32 i = 0; i < len; i++) {
		struct journal_entry entry = {
			.kind = JOURNAL_AUDIT,
			.tenant = run_tenant(run),
			.type = run_type(run),
			.run = run->id,
			.execution = execution->id,
			.from = RUN_PROCESSING,
			.to = RUN_PROCESSING,
			.previous_turn = run->journal_turn,
			.reason = report->audit[i].name,
			.is_internal = run_is_internal(run),
			.actor = actor,
			.details = report->audit[i].details,
		};
		journal_add(engine, &entry);
		audit_handler(engine, run, &report->audit[i]);
	}
}
