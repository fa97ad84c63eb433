/* Objects of one size: reserved ahead, so that taking one in the middle of a step cannot fail.
 * Freed objects are used again; memory goes back when the pool does. */
#ifndef BELFRY_ENGINE_POOL_H
#define BELFRY_ENGINE_POOL_H

#include "base/err.h"
#include "base/types.h"

struct pool_chunk;

struct pool {
	struct pool_chunk *chunks;
	void *free_first; /* chained through their first bytes */
	u32 free_count;
	u32 used_count;
	u32 size;
};

void pool_init(struct pool *pool, size_t size);
void pool_done(struct pool *pool);

/* At least `count` can be taken from now. ERR_MEMORY: nothing changed. */
MUST_USE enum err pool_reserve(struct pool *pool, u32 count);
/* Zeroed; must have been reserved. */
void *pool_take(struct pool *pool);
void pool_give(struct pool *pool, void *object);

#endif
