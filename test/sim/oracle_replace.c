/* A task that takes the place of the run that has its key: SPEC 6. The run gets what was asked for,
 * while no attempt has begun; it stays the same run. */
#include "sim/sim.h"

#include "base/must.h"

/* The change that the next entry about this run tells of. */
static const struct run_replaced *next_change(const struct oracle *oracle, struct oracle_run *run)
{
	const struct turn *turn = oracle->turn;
	u32 before = 0;
	if (run->replaced_turn != oracle->turn_id) run->replaced_times = 0;
	run->replaced_turn = oracle->turn_id;
	for (u32 i = 0; i < turn->changes_len; i++) {
		const struct change *change = &turn->changes[i];
		if (change->kind != CHANGE_RUN_REPLACED ||
		    !uuid_eq(&change->replaced->id, &run->id))
			continue;
		if (before++ < run->replaced_times) continue;
		run->replaced_times++;
		return change->replaced;
	}
	return NULL;
}

static const struct enqueue_item *item_for(const struct oracle *oracle,
					   const struct oracle_run *run, str payload)
{
	const struct turn *turn = oracle->turn;
	for (u32 i = 0; i < turn->commands_len; i++) {
		const struct command *command = turn->commands[i];
		if (command->kind != COMMAND_ENQUEUE) continue;
		if (rules_tenant_in(command->tenant) != oracle_index(run->tenant)) continue;
		for (u32 j = 0; j < command->enqueue.len; j++) {
			const struct enqueue_item *item = &command->enqueue.items[j];
			if (item->replaces && str_eq(item->payload, payload) &&
			    digest_eq(run->key, digest_of(item->key)))
				return item;
		}
	}
	return NULL;
}

void replace_take_entry(struct oracle *oracle, struct oracle_run *run,
			const struct journal_entry *entry)
{
	struct sim *sim = oracle->sim;
	const struct run_replaced *change = next_change(oracle, run);
	if (!change) sim_fail(sim, "I-22", &run->id, "replaced, and its row is not");
	const struct enqueue_item *item = item_for(oracle, run, change->payload);
	if (!item) sim_fail(sim, "P2", &run->id, "replaced by what nobody asked for");
	bool waits = run->state == RUN_WAITING && run->after;
	if ((run->state != RUN_QUEUED && !waits) || run->open || run->fence)
		sim_fail(sim, "I-11", &run->id, "replaced after it has begun");
	msec run_at = item->run_at ? item->run_at : oracle->now.wall;
	if (entry->run_at != run_at || change->deadline_at != item->deadline_at)
		sim_fail(sim, "P2", &run->id, "replaced by another time than was asked for");
	if (run->run_at > oracle->now.wall) sim_mark(sim, MARK_TASK_REPLACED_AHEAD);
	if (!waits) lines_remove(oracle, run);
	run->run_at = run_at;
	run->deadline_at = item->deadline_at;
	run->words = oracle_hash(item->payload);
	run->priority = item->priority ? item->priority : run->hot->priority;
	if (!waits) lines_add(oracle, run);
	turns_restart(oracle, run);
	sim_mark(sim, MARK_TASK_REPLACED);
}

/* Every change of the turn was told. */
void replace_after_commit(struct oracle *oracle)
{
	const struct turn *turn = oracle->turn;
	for (u32 i = 0; i < turn->changes_len; i++) {
		const struct change *change = &turn->changes[i];
		if (change->kind != CHANGE_RUN_REPLACED) continue;
		struct oracle_run *run = oracle_run_of(oracle, &change->replaced->id);
		if (!run || run->replaced_turn != oracle->turn_id)
			sim_fail(oracle->sim, "I-22", &change->replaced->id,
				 "replaced without a word in the journal");
	}
}

void replace_check_answer(struct oracle *oracle, const struct oracle_run *run,
			  const struct enqueue_item *item, const struct enqueue_answer *answer)
{
	struct sim *sim = oracle->sim;
	bool moved_now = run->journal_turn == oracle->turn_id;
	bool waits = run->state == RUN_WAITING && run->after;
	bool has_begun = (run->state != RUN_QUEUED && !waits) || run->fence;
	if (answer->replaced && (!item->replaces || run->replaced_turn != oracle->turn_id))
		sim_fail(sim, "I-09", &run->id, "nobody has replaced it");
	if (item->replaces && !answer->replaced && !moved_now && !run->is_purged && !has_begun)
		sim_fail(sim, "I-09", &run->id, "kept, although no attempt has begun");
	if (item->replaces && !answer->replaced) sim_mark(sim, MARK_TASK_NOT_REPLACED);
}
