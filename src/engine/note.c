/* What a decision leaves behind: changes for the store, entries for the journal, answers. All of it
 * goes into room that engine_reserve has counted out. */
#include "engine/job_parts.h"

struct change *change_add(struct engine *engine, enum change_kind kind)
{
	struct turn *turn = now_turn(engine);
	must(turn->changes_len < turn->changes_max);
	struct change *change = &turn->changes[turn->changes_len++];
	*change = (struct change){ .kind = kind };
	return change;
}

void run_write(struct engine *engine, struct engine_run *run, enum run_state state)
{
	struct change *change = change_add(engine, CHANGE_RUN_HOT);
	change->run_hot.id = run->id;
	change->run_hot.tenant = run_tenant(run);
	change->run_hot.hot = run_hot_of(engine, run, state);
	standing_written(engine, run, &change->run_hot.hot);
	struct run_seen *seen = seen_find(engine, &run->id);
	if (!seen) return;
	seen->row.hot = change->run_hot.hot;
	seen->is_open = false;
}

void journal_add(struct engine *engine, struct journal_entry *entry)
{
	struct turn *turn = now_turn(engine);
	entry->reason = str_slice(entry->reason, 0, LIMIT_REASON_BYTES);
	entry->actor = str_slice(entry->actor, 0, LIMIT_REASON_BYTES);
	must(entry->details.len <= LIMIT_JOURNAL_DETAILS_BYTES);
	journal_pack(&turn->journal, entry);
	must(!buf_failed(&turn->journal));
	turn->journal_entries++;
	quota_see(engine, entry);
	alerts_see(engine, entry);
}

void journal_move(struct engine *engine, struct engine_run *run, enum run_state from,
		  enum run_state to, const struct uuid *execution, str reason, str actor)
{
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
	if (run->job) awaited_moved(engine, run, to);
}

/* They stand before the move that the report makes, and are told in its place in the chain. */
void journal_audit(struct engine *engine, const struct engine_run *run,
		   const struct uuid *execution, const struct report *report, str actor)
{
	u32 len = report->audit_len < LIMIT_AUDIT_EVENTS ? report->audit_len : LIMIT_AUDIT_EVENTS;
	for (u32 i = 0; i < len; i++) {
		struct journal_entry entry = {
			.kind = JOURNAL_AUDIT,
			.tenant = run_tenant(run),
			.type = run_type(run),
			.run = run->id,
			.execution = *execution,
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

struct action *action_add(struct engine *engine, enum action_kind kind)
{
	struct turn *turn = now_turn(engine);
	must(turn->actions_len < turn->actions_max);
	struct action *action = &turn->actions[turn->actions_len++];
	*action = (struct action){ .kind = kind };
	return action;
}

struct answer *answer_add(struct engine *engine, u64 ticket)
{
	/* Reserved: one answer for every command and every call that waits. */
	struct answer *answer = arena_alloc_zeroed(&now_turn(engine)->arena, sizeof *answer);
	must(answer != NULL);
	answer->ticket = ticket;
	action_add(engine, ACTION_ANSWER)->answer = answer;
	return answer;
}

struct answer *answer_error(struct engine *engine, u64 ticket, enum err err, const char *what)
{
	struct answer *answer = answer_add(engine, ticket);
	answer->err = fail(&answer->why, err, "%s", what);
	return answer;
}

void action_stop(struct engine *engine, const struct uuid *execution)
{
	action_add(engine, ACTION_STOP)->execution = *execution;
}

struct uuid id_make_planned(struct engine *engine)
{
	u8 random[UUID7_RANDOM_LEN + 6];
	for (u32 i = 0; i < sizeof random; i += 8) {
		u64 drawn = prng_next(&engine->jitter);
		memcpy(random + i, &drawn, sizeof drawn);
	}
	return uuid7_make(wall_now(engine), random);
}

struct uuid id_make(struct engine *engine)
{
	struct turn *turn = now_turn(engine);
	must(turn->random_used + UUID7_RANDOM_LEN <= turn->random_len);
	const u8 *random = turn->random + turn->random_used;
	turn->random_used += UUID7_RANDOM_LEN;
	/* In the order in which they were made: runs of one instant stand in line like that. */
	return uuid7_next(&engine->ids, turn->now.wall, random);
}
