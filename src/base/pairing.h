/* A priority queue whose links live inside its elements (a pairing heap): pushing cannot fail and
 * costs a comparison, taking out the first or any other element costs O(log n) amortised. For the
 * many small queues of dispatch, where an array each (heap.h) would cost memory and could fail.
 *
 * The owner keeps the root pointer (NULL: empty) and gives the order with every call; `context` is
 * handed to it. The order of elements must not change while they are in. */
#ifndef BELFRY_BASE_PAIRING_H
#define BELFRY_BASE_PAIRING_H

#include "base/types.h"

/* A zeroed node is in no queue. */
struct pairing_node {
	struct pairing_node *child;
	struct pairing_node *next; /* to the right */
	struct pairing_node *prev; /* to the left, or the parent; of the root: itself */
};

/* Does `a` come before `b`? A strict order. */
typedef bool pairing_before(const struct pairing_node *a, const struct pairing_node *b,
			    u32 context);

static inline bool pairing_is_in(const struct pairing_node *node)
{
	return node->prev != NULL;
}

void pairing_push(struct pairing_node **root, struct pairing_node *node, pairing_before *before,
		  u32 context);
void pairing_remove(struct pairing_node **root, struct pairing_node *node, pairing_before *before,
		    u32 context);

#endif
