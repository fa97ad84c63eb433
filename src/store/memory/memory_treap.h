/* An ordered index whose nodes live inside the things it orders: insertion and removal cannot fail,
 * a thing leaves without being looked for, and a walk can begin behind any key.
 *
 * A treap: a search tree by key that is at the same time a heap by a mixed number which each node
 * gets when it comes in, so that its shape is that of a tree filled in random order whatever the
 * order of the keys (ids come in ascending). Depth is O(log n) with all but certainty. Chosen over
 * balanced trees for its thirty lines of balance.
 *
 * The tree owns nothing. One thread at a time. */
#ifndef BELFRY_STORE_MEMORY_MEMORY_TREAP_H
#define BELFRY_STORE_MEMORY_MEMORY_TREAP_H

#include "base/types.h"

/* Embedded in a thing. A zeroed node is in no tree. */
struct treap_node {
	struct treap_node *parent;
	struct treap_node *child[2]; /* smaller, greater */
	u64 rank;                    /* not below its children's; 0: in no tree */
};

/* Below zero, zero, above zero: `key` comes before, is, comes after the node's. */
typedef int treap_compare(const void *key, const struct treap_node *node);

struct treap {
	struct treap_node *root;
	treap_compare *compare;
	u64 drawn; /* ranks given out so far */
	u64 count;
};

void treap_init(struct treap *treap, treap_compare *compare);

/* `key` is the node's own; it must not be in the tree yet. */
void treap_insert(struct treap *treap, struct treap_node *node, const void *key);
void treap_remove(struct treap *treap, struct treap_node *node);

/* NULL: not there. */
struct treap_node *treap_find(const struct treap *treap, const void *key);
/* The first whose key is greater; NULL: none. */
struct treap_node *treap_after(const struct treap *treap, const void *key);
struct treap_node *treap_before(const struct treap *treap, const void *key);
struct treap_node *treap_first(const struct treap *treap);
struct treap_node *treap_next(const struct treap_node *node);

static inline bool treap_node_is_in_treap(const struct treap_node *node)
{
	return node->rank != 0;
}

#endif
