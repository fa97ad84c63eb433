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

/* The state of the turn's room before a unit, and the parts of that unit. A sanitized build
 * compares the use of the unit with them. */
struct room_mark {
	struct room unit;
	u32 changes;
	u32 actions;
	u32 ids;
	u32 plans_left;
	u32 judged_left;
	size_t journal; /* bytes */
};

#ifdef BELFRY_SANITIZED
enum { ROOM_IS_CHECKED = true };
#else
enum { ROOM_IS_CHECKED = false };
#endif

struct room_mark room_mark(const struct engine *engine, struct room unit);
void room_check(const struct engine *engine, struct room_mark before);
/* A step has used no more bytes of the arena than were taken for it. */
void room_check_arena(const struct engine *engine, size_t held_before);

#endif
