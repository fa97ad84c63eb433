/* Invariants: entry i is not after its children 4i + 1 to 4i + 4, and entries[i].node->at is i + 1.
 * An entry on its way is held aside, so that each step stores once ("the hole moves"). */
#include "base/heap.h"

#include "base/memory.h"
#include "base/must.h"

enum { ARITY = 4, CAPACITY_MIN = 4 };

_Static_assert(((u64)HEAP_COUNT_MAX - 1) * ARITY + 1 <= UINT32_MAX, "a child's index fits u32");

void heap_init(struct heap *heap, heap_before *before)
{
	*heap = (struct heap){ .before = before };
}

void heap_done(struct heap *heap)
{
	mem_free(heap->entries);
	*heap = (struct heap){ .before = heap->before };
}

enum err heap_reserve(struct heap *heap, u32 more)
{
	u64 needed = (u64)heap->count + more;
	u64 capacity = heap->capacity ? heap->capacity : CAPACITY_MIN;
	if (needed <= heap->capacity) return ERR_OK;
	if (needed > HEAP_COUNT_MAX) return ERR_MEMORY;
	while (capacity < needed) capacity *= 2;
	struct heap_entry *grown = mem_resize(heap->entries, capacity * sizeof *grown);
	if (!grown) return ERR_MEMORY;
	heap->entries = grown;
	heap->capacity = (u32)capacity;
	return ERR_OK;
}

static bool comes_before(const struct heap *heap, struct heap_entry a, struct heap_entry b)
{
	if (a.key != b.key) return a.key < b.key;
	return heap->before && heap->before(a.node, b.node);
}

static void place(struct heap *heap, u32 index, struct heap_entry entry)
{
	heap->entries[index] = entry;
	entry.node->at = index + 1;
}

static void sift_up(struct heap *heap, u32 hole, struct heap_entry entry)
{
	while (hole > 0) {
		u32 parent = (hole - 1) / ARITY;
		if (!comes_before(heap, entry, heap->entries[parent])) break;
		place(heap, hole, heap->entries[parent]);
		hole = parent;
	}
	place(heap, hole, entry);
}

/* The smallest of the children from `first` on. Two pairs, then their winners: no comparison waits
 * for more than one other, and each is an addition, not a jump that may be guessed wrong. */
static u32 smallest_child(const struct heap *heap, u32 first)
{
	const struct heap_entry *child = &heap->entries[first];
	u32 count = heap->count - first;
	if (count >= ARITY) {
		u32 left = comes_before(heap, child[1], child[0]);
		u32 right = 2u + comes_before(heap, child[3], child[2]);
		return first + (comes_before(heap, child[right], child[left]) ? right : left);
	}
	u32 best = 0;
	for (u32 i = 1; i < count; i++) {
		if (comes_before(heap, child[i], child[best])) best = i;
	}
	return first + best;
}

static void sift_down(struct heap *heap, u32 hole, struct heap_entry entry)
{
	for (u32 first; (first = hole * ARITY + 1) < heap->count;) {
		/* Fetch the level below while this one is compared: of a million elements the lower
		 * levels are not in the cache, and this saves a quarter of a pop. (It stands here
		 * since gcc drops calls of a function that does nothing else.) */
		u64 below = (u64)first * ARITY + 1;
		if (below + (u64)ARITY * ARITY <= heap->count) {
			for (u32 i = 0; i < ARITY; i++)
				__builtin_prefetch(&heap->entries[below + (u64)i * ARITY]);
		}
		u32 child = smallest_child(heap, first);
		if (!comes_before(heap, heap->entries[child], entry)) break;
		place(heap, hole, heap->entries[child]);
		hole = child;
	}
	place(heap, hole, entry);
}

/* Puts `entry` into the hole at `index` and restores the order in whichever direction it broke. */
static void settle(struct heap *heap, u32 index, struct heap_entry entry)
{
	bool is_above_parent = index > 0 &&
			       comes_before(heap, entry, heap->entries[(index - 1) / ARITY]);
	if (is_above_parent) sift_up(heap, index, entry);
	else sift_down(heap, index, entry);
}

static u32 index_of(const struct heap *heap, const struct heap_node *node)
{
	u32 index = node->at - 1;
	must(index < heap->count);
	must(heap->entries[index].node == node);
	return index;
}

void heap_push(struct heap *heap, struct heap_node *node, i64 key)
{
	must(!heap_node_is_in_heap(node));
	must(heap->count < heap->capacity);
	sift_up(heap, heap->count++, (struct heap_entry){ key, node });
}

void heap_remove(struct heap *heap, struct heap_node *node)
{
	u32 index = index_of(heap, node);
	struct heap_entry last = heap->entries[--heap->count];
	if (index < heap->count) settle(heap, index, last);
	node->at = 0;
}

struct heap_node *heap_pop(struct heap *heap)
{
	struct heap_node *node = heap_first(heap);
	if (node) heap_remove(heap, node);
	return node;
}

void heap_update(struct heap *heap, struct heap_node *node, i64 key)
{
	settle(heap, index_of(heap, node), (struct heap_entry){ key, node });
}

i64 heap_key(const struct heap *heap, const struct heap_node *node)
{
	return heap->entries[index_of(heap, node)].key;
}
