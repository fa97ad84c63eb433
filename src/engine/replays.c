/* A command with an Idempotency-Key that came before is answered with what the first one made. What
 * that is stands in the answer's own member for each kind of command. */
#include "engine/memory/memory.h"
#include "engine/whole.h"

/* The entries are as many as the call has items; those of an event as it was made into some then,
 * where the store has brought them. Their room is counted. */
static u32 items_of(const struct command *command, const struct replay_state *state)
{
	u32 there = (u32)(state->row.made.len / REPLAY_ENTRY_BYTES);
	bool counts = command->enqueue.is_event && !state->is_noted;
	return counts && there > command->enqueue.len ? there : command->enqueue.len;
}

static void fill_enqueue(struct engine *engine, u32 most, struct answer *answer)
{
	str rest = answer->replay;
	struct replay_entry entry;
	struct enqueue_answer *items = arena_alloc_array(&now_turn(engine)->arena, most,
							 sizeof *items);
	must(items != NULL || most == 0);
	answer->enqueue.items = items;
	while (answer->enqueue.len < most && replay_unpack(&rest, &entry))
		items[answer->enqueue.len++] = (struct enqueue_answer){
			.err = entry.err,
			.run = entry.id,
			.duplicate = entry.is_duplicate,
			.replaced = entry.is_replaced,
		};
}

static void fill_number(str *rest, struct answer *answer)
{
	struct replay_entry entry;
	if (replay_unpack(rest, &entry)) answer->number = replay_number_of(&entry);
}

static void fill_one(struct engine *engine, const struct command *command, struct answer *answer)
{
	str rest = answer->replay;
	struct replay_entry entry;
	if (!replay_unpack(&rest, &entry)) return;
	if (command_subject(command->kind) == SUBJECT_EFFECT) {
		effect_answer_again(engine, &entry.id, !entry.is_duplicate, answer);
		return;
	}
	fill_number(&rest, answer);
	answer->id = entry.id;
	if (command->kind == COMMAND_OPERATION_START || command->kind == COMMAND_OPERATION_STOP)
		answer->operation.id = entry.id;
	else if (command->kind == COMMAND_JOB_RUN) {
		answer->job.job = command->job.job;
		answer->job.run = entry.id;
		answer->job.run_at = (msec)answer->number;
	} else if (command_subject(command->kind) == SUBJECT_JOB) {
		answer->job.job = entry.id;
		answer->job.made = (u32)answer->number; /* of a backfill */
	} else if (command->kind == COMMAND_BATCH)
		answer->batch = (struct batch_answer){ .id = entry.id,
						       .total = command->batch.len,
						       .is_duplicate = entry.is_duplicate };
	else if (command_subject(command->kind) == SUBJECT_LADDER) {
		answer->ladder.row.id = entry.id;
		answer->ladder.is_duplicate = entry.is_duplicate;
		answer->ladder.ladders = (u32)(answer->number >> 32); /* of a stop */
		answer->ladder.cancelled = (u32)answer->number;
	} else answer->run.run = entry.id;
}

bool replay_answers(struct engine *engine, const struct command *command)
{
	const struct replay_state *state = replay_find(engine, &command->replay_key);
	must(state != NULL);
	if (!state->found) return false;
	struct answer *answer = answer_add(engine, command->reply);
	if (!digest_eq(state->row.body, command->replay_body)) {
		answer->err = fail(&answer->why, ERR_REPLAY_BODY,
				   "this Idempotency-Key was used with another body");
		return true;
	}
	answer->is_replayed = true;
	answer->replay = state->row.made;
	if (command->kind == COMMAND_ENQUEUE)
		fill_enqueue(engine, items_of(command, state), answer);
	else fill_one(engine, command, answer);
	return true;
}
