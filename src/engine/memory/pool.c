/* A chunk is as large as its alignment, so an object's address leads to it. Objects are cut off
 * from its untouched end as they are needed: memory that was never used is never touched. */
#include "engine/memory/pool.h"

#include "base/memory.h"
#include "base/must.h"
#include "base/poison.h"

#include <string.h>

/* Objects are counted as if there were no gaps between them. */
enum { CHUNK_ROOM = 1 << 16, CHUNK_BYTES = CHUNK_ROOM * POISON_SPREAD };

struct pool_chunk {
	struct list_node in_chunks;
	struct list_node in_room;
	void *free_first; /* given back, chained through their first bytes */
	u32 cut;          /* objects that were ever taken */
	u32 used;
};

enum { CHUNK_HEAD_BYTES = (sizeof(struct pool_chunk) + 15) / 16 * 16 };

void pool_init(struct pool *pool, size_t size)
{
	must(size >= sizeof(void *));
	*pool = (struct pool){ .size = (u32)((size + 15) / 16 * 16) };
	pool->chunk_objects = (CHUNK_ROOM - CHUNK_HEAD_BYTES) / pool->size;
	must(pool->chunk_objects > 0);
	list_init(&pool->chunks);
	list_init(&pool->with_room);
}

void pool_done(struct pool *pool)
{
	while (!list_is_empty(&pool->chunks))
		mem_free(container_of(list_pop_front(&pool->chunks), struct pool_chunk, in_chunks));
	pool_init(pool, pool->size);
}

static enum err add_chunk(struct pool *pool)
{
	struct pool_chunk *chunk = mem_alloc_aligned(CHUNK_BYTES);
	if (!chunk) return ERR_MEMORY;
	*chunk = (struct pool_chunk){ .used = 0 };
	poison((char *)chunk + CHUNK_HEAD_BYTES, CHUNK_BYTES - CHUNK_HEAD_BYTES);
	list_push_back(&pool->chunks, &chunk->in_chunks);
	list_push_back(&pool->with_room, &chunk->in_room);
	pool->free_count += pool->chunk_objects;
	pool->empty_chunks++;
	return ERR_OK;
}

/* Empty chunks are at the end, where they were moved when they became empty. */
static void drop_chunk(struct pool *pool)
{
	struct pool_chunk *chunk = container_of(list_last(&pool->with_room), struct pool_chunk,
						in_room);
	if (chunk->used) return;
	list_remove(&chunk->in_room);
	list_remove(&chunk->in_chunks);
	mem_free(chunk);
	pool->empty_chunks--;
	pool->free_count -= pool->chunk_objects;
}

enum err pool_reserve(struct pool *pool, u32 count)
{
	pool->wanted -= pool->wanted / 64;
	if (pool->wanted < count) pool->wanted = count;
	while (pool->free_count < count) {
		if (add_chunk(pool)) return ERR_MEMORY;
	}
	/* One empty chunk is kept for reuse. */
	if (pool->empty_chunks > 1 && pool->free_count - pool->chunk_objects >= pool->wanted)
		drop_chunk(pool);
	return ERR_OK;
}

static void *untouched(const struct pool *pool, struct pool_chunk *chunk)
{
	return (char *)chunk + CHUNK_HEAD_BYTES + (size_t)chunk->cut * pool->size * POISON_SPREAD;
}

void *pool_take(struct pool *pool)
{
	must(pool->free_count > 0);
	struct pool_chunk *chunk = container_of(list_first(&pool->with_room), struct pool_chunk,
						in_room);
	void *object = chunk->free_first ? chunk->free_first : untouched(pool, chunk);
	unpoison(object, pool->size);
	if (chunk->free_first) memcpy(&chunk->free_first, object, sizeof chunk->free_first);
	else chunk->cut++;
	if (chunk->used++ == 0) pool->empty_chunks--;
	if (chunk->used == pool->chunk_objects) list_remove(&chunk->in_room);
	pool->free_count--;
	pool->used_count++;
	memset(object, 0, pool->size);
	return object;
}

void pool_give(struct pool *pool, void *object)
{
	struct pool_chunk *chunk = (void *)((uintptr_t)object & ~(uintptr_t)(CHUNK_BYTES - 1));
	must(pool->used_count > 0);
	must(chunk->used > 0);
	memcpy(object, &chunk->free_first, sizeof chunk->free_first);
	chunk->free_first = object;
	poison(object, pool->size);
	if (chunk->used == pool->chunk_objects) list_push_front(&pool->with_room, &chunk->in_room);
	if (--chunk->used == 0) {
		pool->empty_chunks++;
		list_remove(&chunk->in_room);
		list_push_back(&pool->with_room, &chunk->in_room);
	}
	pool->free_count++;
	pool->used_count--;
}
