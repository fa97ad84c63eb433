/* How much a step may take, counted by the units it consists of, and taken before it begins: inside
 * a unit nothing can fail. What one part of a unit takes stands in room.def. */
#ifndef BELFRY_ENGINE_MEMORY_ROOM_H
#define BELFRY_ENGINE_MEMORY_ROOM_H

#include "engine/memory/room.def"
#include "model/turn.h"

struct engine;

enum { ENTRY_BYTES = 192 }; /* of the journal: an entry without its texts */

struct room {
	const struct turn *turn; /* whose step is counted */
#define X(name, ...) u32 name;
	ROOM_PARTS(X)
#undef X
	u64 runs_asked; /* that the lease calls take, at most */
	size_t bytes;   /* of the turn's arena, beside those of the parts */
	size_t texts;   /* of the journal, beside those of the parts */
};

static inline u32 least(u64 a, u64 b)
{
	return (u32)(a < b ? a : b);
}

/* The sums over the parts. */
struct room_total {
	u32 runs; /* that come into memory */
	u32 moves;
	u32 changes;
	u32 entries;
	u32 actions;
	u32 ids;
	size_t bytes;
	size_t texts;
};
struct room_total room_total(const struct room *room);

/* Takes the room for rows, actions, the journal and the arena in the turn. */
MUST_USE enum err room_take_turn(struct engine *engine, struct turn *turn, const struct room *room);

#endif
