/* Chunks in a row; `current` is the one being filled, those before it are full, those behind it
 * are spare. Each new chunk is as large as all before it together (within two bounds), so a small
 * request costs one small chunk and a large turn few large ones. */
#include "base/arena.h"

#include "base/memory.h"
#include "base/must.h"
#include "base/poison.h"

enum { ALIGNMENT = 16, CHUNK_MIN = 4096, CHUNK_MAX = 1 << 20 };

struct arena_chunk {
	struct arena_chunk *next;
	size_t size; /* of the bytes behind this head, without gaps */
};

_Static_assert(sizeof(struct arena_chunk) % ALIGNMENT == 0, "a chunk's bytes start aligned");
_Static_assert(_Alignof(max_align_t) <= ALIGNMENT, "an arena serves any type");

static char *chunk_at(struct arena_chunk *chunk, size_t used)
{
	return (char *)(chunk + 1) + used * POISON_SPREAD;
}

#ifdef POISONS
static void poison_chunk(struct arena_chunk *chunk, size_t from)
{
	poison(chunk_at(chunk, from), (chunk->size - from) * POISON_SPREAD);
}

static void poison_after(struct arena *arena, struct arena_mark mark)
{
	struct arena_chunk *chunk = mark.current ? mark.current->next : arena->first;
	if (mark.current) poison_chunk(mark.current, mark.used);
	for (; chunk; chunk = chunk->next) poison_chunk(chunk, 0);
}
#else
/* A release is one assignment then: not even the walk over the chunks is left. */
#define poison_chunk(chunk, from) ((void)0)
#define poison_after(arena, mark) ((void)0)
#endif

void arena_init(struct arena *arena, size_t max)
{
	must(max > 0);
	*arena = (struct arena){ .max = max };
}

/* From `*link` to the end of the row. */
static void free_chunks(struct arena *arena, struct arena_chunk **link)
{
	struct arena_chunk *chunk = *link;
	*link = NULL;
	while (chunk) {
		struct arena_chunk *next = chunk->next;
		must(arena->held >= sizeof *chunk + chunk->size);
		arena->held -= sizeof *chunk + chunk->size;
		mem_free(chunk);
		chunk = next;
	}
}

void arena_done(struct arena *arena)
{
	free_chunks(arena, &arena->first);
	must(arena->held == 0);
	*arena = (struct arena){ .max = arena->max };
}

static struct arena_chunk **link_to_spare(struct arena *arena)
{
	return arena->current ? &arena->current->next : &arena->first;
}

/* The size of the next chunk with its head; 0: the maximum does not allow it. */
static size_t chunk_total(const struct arena *arena, size_t size)
{
	size_t left = arena->max - arena->held;
	size_t head = sizeof(struct arena_chunk);
	if (left < head || size > left - head) return 0;
	size_t needed = head + size;
	size_t total = arena->held;
	if (total < CHUNK_MIN) total = CHUNK_MIN;
	if (total > CHUNK_MAX) total = CHUNK_MAX;
	if (total < needed) total = needed;
	return total < left ? total : left;
}

/* `total` counts no gaps. */
static struct arena_chunk *take_chunk(size_t total)
{
	size_t with_gaps;
	if (total == 0 || __builtin_mul_overflow(total, POISON_SPREAD, &with_gaps)) return NULL;
	return mem_alloc(with_gaps);
}

static struct arena_chunk *chunk_new(struct arena *arena, size_t size)
{
	struct arena_chunk **link = link_to_spare(arena);
	size_t total = chunk_total(arena, size);
	if (total == 0) {
		/* Spare chunks that are too small must not make an arena fail which, fresh, would
		 * not. */
		free_chunks(arena, link);
		total = chunk_total(arena, size);
	}
	struct arena_chunk *chunk = take_chunk(total);
	if (!chunk) return NULL;
	*chunk = (struct arena_chunk){ .next = *link, .size = total - sizeof *chunk };
	poison_chunk(chunk, 0);
	*link = chunk;
	arena->held += total;
	must(arena->held <= arena->max);
	return chunk;
}

static bool next_chunk(struct arena *arena, size_t size)
{
	struct arena_chunk *chunk = *link_to_spare(arena);
	if (!chunk || chunk->size < size) chunk = chunk_new(arena, size);
	if (!chunk) return false;
	arena->current = chunk;
	arena->used = 0;
	return true;
}

void *arena_alloc(struct arena *arena, size_t size)
{
	if (arena->failed || size > arena->max) goto failed;
	size_t padding = (0 - size) % ALIGNMENT;
	if (padding > arena->max - size) goto failed;
	size_t rounded = size + padding;
	if (!arena->current || rounded > arena->current->size - arena->used) {
		if (!next_chunk(arena, rounded)) goto failed;
	}
	char *at = chunk_at(arena->current, arena->used);
	arena->used += rounded;
	must(arena->used <= arena->current->size);
	unpoison(at, size);
	return at;
failed:
	arena->failed = true;
	return NULL;
}

void *arena_alloc_zeroed(struct arena *arena, size_t size)
{
	void *at = arena_alloc(arena, size);
	return at ? memset(at, 0, size) : NULL;
}

void *arena_alloc_array(struct arena *arena, size_t count, size_t size)
{
	size_t total;
	if (__builtin_mul_overflow(count, size, &total)) total = SIZE_MAX;
	return arena_alloc_zeroed(arena, total);
}

str str_copy(struct arena *arena, str text)
{
	char *at = arena_alloc(arena, text.len);
	if (!at) return (str){ 0 };
	if (text.len) memcpy(at, text.at, text.len);
	return (str){ at, text.len };
}

void arena_reset(struct arena *arena)
{
	arena_release_to(arena, (struct arena_mark){ 0 });
}

struct arena_mark arena_mark(const struct arena *arena)
{
	return (struct arena_mark){ arena->current, arena->used, arena->failed };
}

void arena_release_to(struct arena *arena, struct arena_mark mark)
{
	if (mark.current) must(mark.used <= mark.current->size);
	if (mark.current == arena->current) must(mark.used <= arena->used);
	poison_after(arena, mark);
	arena->current = mark.current;
	arena->used = mark.used;
	arena->failed = mark.failed;
}
