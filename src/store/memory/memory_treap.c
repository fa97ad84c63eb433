/* Invariants: a walk meets the keys in order; no child has a greater rank than its parent; every
 * child points back. */
#include "store/memory/memory_treap.h"

#include "base/hash.h"
#include "base/must.h"

enum { SMALLER, GREATER };

void treap_init(struct treap *treap, treap_compare *compare)
{
	must(compare != NULL);
	*treap = (struct treap){ .compare = compare };
}

/* Which child of its parent it is. */
static u32 side_of(const struct treap_node *node)
{
	must(node->parent->child[node->parent->child[GREATER] == node] == node);
	return node->parent->child[GREATER] == node;
}

/* Puts `node` (may be NULL) where `old` was. */
static void replace(struct treap *treap, struct treap_node *old, struct treap_node *node)
{
	struct treap_node *parent = old->parent;
	if (parent) parent->child[side_of(old)] = node;
	else treap->root = node;
	if (node) node->parent = parent;
}

/* Lifts `node` above its parent; the order of the keys stays. */
static void lift(struct treap *treap, struct treap_node *node)
{
	struct treap_node *parent = node->parent;
	u32 side = side_of(node);
	struct treap_node *between = node->child[!side];
	replace(treap, parent, node);
	node->child[!side] = parent;
	parent->parent = node;
	parent->child[side] = between;
	if (between) between->parent = parent;
}

void treap_insert(struct treap *treap, struct treap_node *node, const void *key)
{
	struct treap_node *parent = NULL;
	u32 side = SMALLER;
	must(!treap_node_is_in_treap(node));
	for (struct treap_node *at = treap->root; at; at = at->child[side]) {
		int order = treap->compare(key, at);
		must(order != 0);
		parent = at;
		side = order > 0 ? GREATER : SMALLER;
	}
	/* The lowest bit keeps a rank from being zero. */
	*node = (struct treap_node){ .parent = parent, .rank = hash_mix(++treap->drawn) | 1 };
	if (parent) parent->child[side] = node;
	else treap->root = node;
	while (node->parent && node->parent->rank < node->rank) lift(treap, node);
	treap->count++;
}

void treap_remove(struct treap *treap, struct treap_node *node)
{
	must(treap_node_is_in_treap(node));
	must(treap->count > 0);
	while (node->child[SMALLER] && node->child[GREATER]) {
		bool greater_rises = node->child[GREATER]->rank > node->child[SMALLER]->rank;
		lift(treap, node->child[greater_rises]);
	}
	replace(treap, node, node->child[SMALLER] ? node->child[SMALLER] : node->child[GREATER]);
	*node = (struct treap_node){ 0 };
	treap->count--;
}

struct treap_node *treap_find(const struct treap *treap, const void *key)
{
	struct treap_node *at = treap->root;
	while (at) {
		int order = treap->compare(key, at);
		if (order == 0) return at;
		at = at->child[order > 0 ? GREATER : SMALLER];
	}
	return NULL;
}

struct treap_node *treap_after(const struct treap *treap, const void *key)
{
	struct treap_node *best = NULL;
	struct treap_node *at = treap->root;
	while (at) {
		bool is_after = treap->compare(key, at) < 0;
		if (is_after) best = at;
		at = at->child[is_after ? SMALLER : GREATER];
	}
	return best;
}

struct treap_node *treap_before(const struct treap *treap, const void *key)
{
	struct treap_node *best = NULL;
	struct treap_node *at = treap->root;
	while (at) {
		bool is_before = treap->compare(key, at) > 0;
		if (is_before) best = at;
		at = at->child[is_before ? GREATER : SMALLER];
	}
	return best;
}

static struct treap_node *smallest_below(struct treap_node *node)
{
	while (node && node->child[SMALLER]) node = node->child[SMALLER];
	return node;
}

struct treap_node *treap_first(const struct treap *treap)
{
	return smallest_below(treap->root);
}

struct treap_node *treap_next(const struct treap_node *node)
{
	must(treap_node_is_in_treap(node));
	if (node->child[GREATER]) return smallest_below(node->child[GREATER]);
	while (node->parent && side_of(node) == GREATER) node = node->parent;
	return node->parent;
}
