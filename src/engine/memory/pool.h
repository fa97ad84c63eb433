/* Objects of one size: reserved ahead, so that taking one in the middle of a step cannot fail.
 * Freed objects are used again; chunks that nobody uses any more go back, between steps, when for a
 * while less was asked for. Built with AddressSanitizer, what is free and a gap behind each object
 * are poisoned. */
#ifndef BELFRY_ENGINE_MEMORY_POOL_H
#define BELFRY_ENGINE_MEMORY_POOL_H

#include "base/err.h"
#include "base/list.h"
#include "base/types.h"

struct pool {
	struct list chunks;    /* all of them */
	struct list with_room; /* those with used objects first, mostly */
	u32 free_count;
	u32 used_count;
	u32 size;
	u32 chunk_objects;
	u32 empty_chunks;
	u32 wanted; /* how much was reserved lately: shrinks slowly */
};

void pool_init(struct pool *pool, size_t size);
void pool_done(struct pool *pool);

/* At least `count` can be taken from now. ERR_MEMORY: what could be taken still can. */
MUST_USE enum err pool_reserve(struct pool *pool, u32 count);
/* Zeroed; must have been reserved. */
void *pool_take(struct pool *pool);
void pool_give(struct pool *pool, void *object);

#endif
