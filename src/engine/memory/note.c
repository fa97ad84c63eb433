/* The results of a decision: changes for the store, entries for the journal, answers. All of it
 * goes into room that engine_reserve has counted out. */
#include "engine/core/owner.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"

struct change *change_add(struct engine *engine, enum change_kind kind)
{
	struct turn *turn = now_turn(engine);
	must(turn->changes_len < turn->changes_max);
	struct change *change = &turn->changes[turn->changes_len++];
	*change = (struct change){ .kind = kind };
	return change;
}

struct change *change_put(struct engine *engine, enum row_kind kind)
{
	struct change *change = change_add(engine, CHANGE_PUT);
	change->row_kind = kind;
	return change;
}

struct change *change_delete(struct engine *engine, enum row_kind kind)
{
	struct change *change = change_add(engine, CHANGE_DELETE);
	change->row_kind = kind;
	return change;
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
	for (u32 i = 0; engine->hooks->journaled[i]; i++)
		engine->hooks->journaled[i](engine, entry);
}

struct action *action_add(struct engine *engine, enum action_kind kind)
{
	struct turn *turn = now_turn(engine);
	must(turn->actions_len < turn->actions_max);
	struct action *action = &turn->actions[turn->actions_len++];
	*action = (struct action){ .kind = kind };
	return action;
}

struct answer *answer_add(struct engine *engine, struct reply *reply)
{
	/* Reserved: one answer for every command and every call that waits. */
	struct answer *answer = arena_alloc_zeroed(&now_turn(engine)->arena, sizeof *answer);
	must(answer != NULL);
	answer->reply = reply;
	action_add(engine, ACTION_ANSWER)->answer = answer;
	return answer;
}

struct answer *answer_error(struct engine *engine, struct reply *reply, enum err err,
			    const char *what)
{
	struct answer *answer = answer_add(engine, reply);
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
		u64 drawn = prng_next(&engine->step.jitter);
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
	/* In the order of creation, since runs with the same run_at are ordered by id. */
	return uuid7_next(&engine->core.ids, turn->now.wall, random);
}
