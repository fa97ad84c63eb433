/* The sums over the parts of a step's units, and the room that they take in the turn. */
#include "engine/memory/room.h"
#include "engine/core/core.h"

#include "engine/whole.h"
#include "model/guard.h"
#include "model/ladder.h"

enum {
	MOVE_CHANGES = 6, /* run, execution, two keys, and room for what joins */
	TURN_CHANGES = 4, /* of a step without any unit */
	ANSWER_BYTES = sizeof(struct answer) + 64,
	MOVE_BYTES = sizeof(struct execution_end) + sizeof(struct ended) + 64,
	HOLDER_BYTES = sizeof(struct holder_answer),
	DELIVERY_BYTES = sizeof(struct delivery_row) + 16,
	PLANNED_BYTES = sizeof(struct run_row) + 128,
	PLANNED_JOURNAL_BYTES = 96, /* of a planned run, with its short reason */
	LINKS_BYTES = sizeof(struct links_row) + 64,
	EXPIRED_TEXT_BYTES = 128,   /* why an attempt ended by time */
	ALERT_JOURNAL_BYTES = 2048, /* what the journal tells of an alert */
	EFFECT_TEXT_BYTES = 64,     /* a run's id as text, and rounding */
	RUNG_TEXT_BYTES = RUNG_KEY_BYTES + 16,
	RUNGS_BYTES = RUNGS_PACKED_BYTES + 64,
	WHY_PAUSES_BYTES = 4 * (2 * LIMIT_REASON_BYTES + 32), /* what pauses say that hold a run */
	AUDIT_ID_BYTES = 64, /* of a handler's words: the run's id, and rounding */
	OPERATION_TEXT_BYTES = LIMIT_ENTITY_BYTES + LIMIT_REASON_BYTES + 32,
	DAY_BYTES = 2 * (sizeof(struct run_row) + sizeof(struct day_row) +
			 sizeof(struct daily_row)) +
		    8 * (LIMIT_TENANT_NAME_BYTES + 64),
	REMINDER_BYTES = 2 * sizeof(struct run_row) + 4 * sizeof(struct reminder_row) +
			 sizeof(struct notice_row) + 4 * LIMIT_REMINDER_RULE_BYTES +
			 6 * (LIMIT_TENANT_NAME_BYTES + 160),
};

struct room_total room_total(const struct room *room)
{
	struct room_total total = { .changes = TURN_CHANGES,
				    .actions = 1,
				    .bytes = room->bytes + 4096,
				    .texts = room->texts };
/* clang-format off */
#define X(name, run, move, change, entry, answer, action, id, byte, text, what) \
	total.runs += room->name * (run); \
	total.moves += room->name * (move); \
	total.changes += room->name * ((move) * MOVE_CHANGES + (change)); \
	total.entries += room->name * ((move) + (entry)); \
	total.actions += room->name * ((answer) + (action)); \
	total.ids += room->name * (id); \
	total.bytes += (size_t)room->name * ((move) * MOVE_BYTES + (answer) * ANSWER_BYTES); \
	total.bytes += (size_t)room->name * (byte); \
	total.texts += (size_t)room->name * (text);
	ROOM_PARTS(X)
#undef X
	/* clang-format on */
	return total;
}

/* Afterwards `bytes` of the arena can be taken without failing: the chunks are allocated. */
static enum err arena_ensure(struct arena *arena, size_t bytes)
{
	struct arena_mark mark = arena_mark(arena);
	void *room = arena_alloc(arena, bytes);
	arena_release_to(arena, mark);
	return room ? ERR_OK : ERR_MEMORY;
}

static enum err journal_ensure(struct buf *journal, size_t bytes)
{
	buf_clear(journal);
	if (!buf_extend(journal, bytes + 1)) return ERR_MEMORY;
	buf_clear(journal);
	return ERR_OK;
}

enum err room_take_turn(struct engine *engine, struct turn *turn, const struct room *room)
{
	struct room_total total = room_total(room);
	turn->changes_max = total.changes;
	turn->actions_max = total.actions;
	turn->claims_max = room->claims;
	turn->changes = arena_alloc(&turn->arena, turn->changes_max * sizeof *turn->changes);
	turn->actions = arena_alloc(&turn->arena, turn->actions_max * sizeof *turn->actions);
	turn->claims = arena_alloc(&turn->arena, (turn->claims_max + 1) * sizeof *turn->claims);
	engine->dispatch.leases = arena_alloc(
		&turn->arena, (turn->claims_max + 1) * sizeof *engine->dispatch.leases);
	if (!turn->changes || !turn->actions || !turn->claims || !engine->dispatch.leases)
		return ERR_MEMORY;
	enum err err = journal_ensure(&turn->journal,
				      (size_t)total.entries * ENTRY_BYTES + total.texts);
	return err ? err : arena_ensure(&turn->arena, total.bytes);
}
