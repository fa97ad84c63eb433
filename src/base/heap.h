/* A priority queue, smallest key first, whose elements know their place: any of them can be removed
 * or moved when its key changes, in O(log n).
 *
 * Why so: four children a node halve the levels of a binary heap, and the four lie side by side.
 * Keys are copied into the array, beside the pointers, so that a comparison does not visit the
 * element: among a million elements each visit is a cache miss. Only equal keys ask the elements
 * themselves (`before`), which is how runs are ordered by (run_at, id). The price is one store into
 * each element that moves, to keep its `at`.
 *
 * Memory is reserved apart from use (heap_reserve), so that a step which has begun cannot fail.
 * The heap owns its array, not its elements. It keeps its memory until heap_done. */
#ifndef BELFRY_BASE_HEAP_H
#define BELFRY_BASE_HEAP_H

#include "base/err.h"
#include "base/types.h"

/* Embedded in an element. A zeroed node is in no heap. */
struct heap_node {
	u32 at; /* 1 + its index */
};

/* Among equal keys: does `a` come before `b`? A strict order. */
typedef bool heap_before(const struct heap_node *a, const struct heap_node *b);

struct heap_entry {
	i64 key;
	struct heap_node *node;
};

struct heap {
	struct heap_entry *entries;
	heap_before *before;
	u32 count;
	u32 capacity;
};

enum { HEAP_COUNT_MAX = 1 << 30 };

/* `before` NULL: equal keys come out in an order that depends only on what was done before. */
void heap_init(struct heap *heap, heap_before *before);
void heap_done(struct heap *heap);

/* Room for `more` pushes from now: these cannot fail. ERR_MEMORY: nothing changed. */
MUST_USE enum err heap_reserve(struct heap *heap, u32 more);

/* Into room that was reserved. */
void heap_push(struct heap *heap, struct heap_node *node, i64 key);
/* The smallest, taken out; NULL when empty. */
struct heap_node *heap_pop(struct heap *heap);
void heap_remove(struct heap *heap, struct heap_node *node);
/* Gives `node` a new key, or the same one after what `before` compares has changed. */
void heap_update(struct heap *heap, struct heap_node *node, i64 key);

/* The smallest, left in place; NULL when empty. */
static inline struct heap_node *heap_first(const struct heap *heap)
{
	return heap->count ? heap->entries[0].node : NULL;
}

/* The key that `node` was pushed or updated with. */
i64 heap_key(const struct heap *heap, const struct heap_node *node);

static inline bool heap_is_empty(const struct heap *heap)
{
	return heap->count == 0;
}

static inline bool heap_node_is_in_heap(const struct heap_node *node)
{
	return node->at != 0;
}

#endif
