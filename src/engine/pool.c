#include "engine/pool.h"

#include "base/memory.h"
#include "base/must.h"

#include <string.h>

enum { CHUNK_OBJECTS_MIN = 64 };

struct pool_chunk {
	struct pool_chunk *next;
	void *padding; /* keeps the objects aligned to 16 */
};

void pool_init(struct pool *pool, size_t size)
{
	must(size >= sizeof(void *));
	*pool = (struct pool){ .size = (u32)((size + 15) / 16 * 16) };
}

void pool_done(struct pool *pool)
{
	while (pool->chunks) {
		struct pool_chunk *next = pool->chunks->next;
		mem_free(pool->chunks);
		pool->chunks = next;
	}
	*pool = (struct pool){ .size = pool->size };
}

static void push_free(struct pool *pool, void *object)
{
	memcpy(object, &pool->free_first, sizeof pool->free_first);
	pool->free_first = object;
	pool->free_count++;
}

enum err pool_reserve(struct pool *pool, u32 count)
{
	if (count <= pool->free_count) return ERR_OK;
	u32 more = count - pool->free_count;
	/* Grow by at least a quarter: a pool that grows by ones would be a list of chunks. */
	u32 quarter = pool->used_count / 4 + CHUNK_OBJECTS_MIN;
	if (more < quarter) more = quarter;
	struct pool_chunk *chunk = mem_alloc(sizeof *chunk + (size_t)more * pool->size);
	if (!chunk) return ERR_MEMORY;
	chunk->next = pool->chunks;
	pool->chunks = chunk;
	char *objects = (char *)(chunk + 1);
	for (u32 i = more; i-- > 0;) push_free(pool, objects + (size_t)i * pool->size);
	return ERR_OK;
}

void *pool_take(struct pool *pool)
{
	void *object = pool->free_first;
	must(object != NULL);
	memcpy(&pool->free_first, object, sizeof pool->free_first);
	pool->free_count--;
	pool->used_count++;
	memset(object, 0, pool->size);
	return object;
}

void pool_give(struct pool *pool, void *object)
{
	must(pool->used_count > 0);
	pool->used_count--;
	push_free(pool, object);
}
