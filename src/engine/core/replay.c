/* Repeated calls: a command whose Idempotency-Key was used before gets the answer of the first one.
 * This is decided in the same commit that would carry it out, so two calls at once cannot both be
 * carried out. */
#include "model/replay.h"

#include "engine/memory/memory.h"
#include "engine/whole.h"

static struct uuid id_of(const struct digest *key)
{
	struct uuid id;
	memcpy(id.bytes, &key->a, sizeof key->a);
	memcpy(id.bytes + sizeof key->a, &key->b, sizeof key->b);
	return id;
}

void replays_init(struct engine *engine)
{
	uuid_map_init(&engine->step.replays, engine->config.hash_seed,
		      offsetof(struct replay_state, id));
}

struct replay_state *replay_find(const struct engine *engine, const struct digest *key)
{
	struct uuid id = id_of(key);
	return uuid_map_find(&engine->step.replays, &id);
}

static void index_command(struct engine *engine, const struct command *command,
			  struct replay_state *room)
{
	*room = (struct replay_state){ .id = id_of(&command->replay_key) };
	if (!uuid_map_find(&engine->step.replays, &room->id))
		uuid_map_insert(&engine->step.replays, room);
}

enum err replays_index(struct engine *engine, struct turn *turn)
{
	u32 most = 0;
	for (u32 i = 0; i < turn->commands_len; i++) most += turn->commands[i]->has_replay;
	if (!most) return ERR_OK;
	struct replay_state *states = arena_alloc_array(&turn->arena, most, sizeof *states);
	if (!states || uuid_map_reserve(&engine->step.replays, most)) return ERR_MEMORY;
	for (u32 i = 0; i < turn->commands_len; i++) {
		if (turn->commands[i]->has_replay)
			index_command(engine, turn->commands[i], states++);
	}
	for (u32 i = 0; i < turn->wants_len; i++) {
		const struct want *want = &turn->wants[i];
		if (want->kind != WANT_REPLAY || !want->replay.found) continue;
		struct replay_state *state = replay_find(engine, &want->replay.key);
		state->found = true;
		state->row = want->replay.row;
	}
	return ERR_OK;
}

void replays_forget(struct engine *engine)
{
	struct map_cursor cursor = { 0 };
	struct replay_state *state;
	while ((state = uuid_map_next(&engine->step.replays, &cursor)))
		uuid_map_remove(&engine->step.replays, &state->id);
}

/* ---- noting ------------------------------------------------------------------------------- */

void replay_note(struct engine *engine, const struct command *command,
		 const struct replay_entry *entries, u32 len)
{
	if (!command->has_replay) return;
	struct replay_state *state = replay_find(engine, &command->replay_key);
	size_t bytes = (size_t)len * REPLAY_ENTRY_BYTES;
	u8 *made = arena_alloc(&now_turn(engine)->arena, bytes ? bytes : 1);
	must(state != NULL);
	must(made != NULL);
	for (u32 i = 0; i < len; i++) replay_pack(&entries[i], made + i * REPLAY_ENTRY_BYTES);
	state->row = (struct replay_row){
		.key = command->replay_key,
		.body = command->replay_body,
		.until = msec_add(wall_now(engine),
				  command->replay_ms ? command->replay_ms : REPLAY_KEPT),
		.made = { (const char *)made, bytes },
	};
	state->found = state->is_noted = true;
	change_put(engine, KIND_REPLAY)->replay = state->row;
}

void replay_note_id(struct engine *engine, const struct command *command, const struct uuid *id)
{
	struct replay_entry entry = { .id = *id };
	replay_note(engine, command, &entry, 1);
}

void replay_note_number(struct engine *engine, const struct command *command, const struct uuid *id,
			u64 number)
{
	struct replay_entry entries[REPLAY_ENTRIES_OF_ONE] = { { .id = *id },
							       replay_number(number) };
	replay_note(engine, command, entries, countof(entries));
}

/* A call of which nothing came about may be tried again. */
void replay_note_enqueued(struct engine *engine, const struct command *command,
			  const struct enqueue_answer *items, u32 len)
{
	u32 good = 0;
	if (!command->has_replay) return;
	struct replay_entry *entries = arena_alloc_array(&now_turn(engine)->arena, len,
							 sizeof *entries);
	must(entries != NULL || len == 0);
	for (u32 i = 0; i < len; i++) {
		entries[i] = (struct replay_entry){ items[i].run, items[i].err, items[i].duplicate,
						    items[i].replaced };
		good += items[i].err == ERR_OK;
	}
	if (good || command->enqueue.is_event) replay_note(engine, command, entries, len);
}
