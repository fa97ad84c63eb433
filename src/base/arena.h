/* Memory that is given back all at once: one arena a turn or a request. There is no free in the
 * middle of logic; when the work is over, arena_reset makes the room new and keeps it.
 *
 * Like buf it turns failed (past its maximum, or out of memory) and stays so until it is reset:
 * writers need not check each step as long as nobody uses a NULL, the owner checks once.
 *
 * One thread at a time. Built with AddressSanitizer, what was given back is poisoned, so that a
 * pointer which outlives its turn is caught, and so is a gap behind each piece, for who writes past
 * its end. */
#ifndef BELFRY_BASE_ARENA_H
#define BELFRY_BASE_ARENA_H

#include "base/str.h"
#include "base/types.h"

struct arena_chunk;

struct arena {
	struct arena_chunk *first;   /* all chunks, in the order of their use */
	struct arena_chunk *current; /* those behind it are spare; NULL: none is in use */
	size_t used;                 /* bytes of the current chunk */
	size_t held;                 /* bytes of all chunks, spare ones and their heads too */
	size_t max;                  /* of held */
	bool failed;
};

/* Takes no memory yet. `max` bounds what the arena ever holds. */
void arena_init(struct arena *arena, size_t max);
void arena_done(struct arena *arena);

/* Aligned to 16; not zeroed. NULL when failed. Zero bytes are a pointer that must not be read. */
MUST_USE void *arena_alloc(struct arena *arena, size_t size);
MUST_USE void *arena_alloc_zeroed(struct arena *arena, size_t size);
/* `count` things of `size` bytes each, zeroed; a product past the maximum fails like any other. */
MUST_USE void *arena_alloc_array(struct arena *arena, size_t count, size_t size);

/* A copy that lives as long as the arena's turn. Empty (at NULL) when failed. */
MUST_USE str str_copy(struct arena *arena, str text);

static inline bool arena_failed(const struct arena *arena)
{
	return arena->failed;
}

/* Everything is given back, the memory kept for the next turn. Not failed any more. */
void arena_reset(struct arena *arena);

/* A place to return to. What was taken after the mark is given back, and a failure after it is
 * forgotten. Marks are released last first; a reset ends them all. */
struct arena_mark {
	struct arena_chunk *current;
	size_t used;
	bool failed;
};

struct arena_mark arena_mark(const struct arena *arena);
void arena_release_to(struct arena *arena, struct arena_mark mark);

#endif
