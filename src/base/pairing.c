#include "base/pairing.h"

#include "base/must.h"

/* Two roots into one: the later becomes the first child of the earlier. */
static struct pairing_node *meld(struct pairing_node *a, struct pairing_node *b,
				 pairing_before *before, u32 context)
{
	if (before(b, a, context)) {
		struct pairing_node *swap = a;
		a = b;
		b = swap;
	}
	b->next = a->child;
	b->prev = a;
	if (a->child) a->child->prev = b;
	a->child = b;
	a->next = NULL;
	a->prev = a;
	return a;
}

void pairing_push(struct pairing_node **root, struct pairing_node *node, pairing_before *before,
		  u32 context)
{
	must(!pairing_is_in(node));
	node->child = node->next = NULL;
	node->prev = node;
	*root = *root ? meld(*root, node, before, context) : node;
}

/* Children melded two by two from the left, then the pairs from the right: this order is what makes
 * it O(log n) amortised. The pairs are chained through `prev`. */
static struct pairing_node *meld_children(struct pairing_node *first, pairing_before *before,
					  u32 context)
{
	struct pairing_node *pairs = NULL;
	while (first) {
		struct pairing_node *second = first->next;
		struct pairing_node *rest = second ? second->next : NULL;
		struct pairing_node *pair = second ? meld(first, second, before, context) : first;
		pair->prev = pairs;
		pairs = pair;
		first = rest;
	}
	struct pairing_node *root = pairs;
	if (!root) return NULL;
	pairs = root->prev;
	root->next = NULL;
	root->prev = root;
	while (pairs) {
		struct pairing_node *left = pairs->prev;
		root = meld(root, pairs, before, context);
		pairs = left;
	}
	return root;
}

void pairing_remove(struct pairing_node **root, struct pairing_node *node, pairing_before *before,
		    u32 context)
{
	must(pairing_is_in(node));
	must(*root != NULL);
	struct pairing_node *children = meld_children(node->child, before, context);
	if (*root == node) {
		*root = children;
	} else {
		if (node->prev->child == node) node->prev->child = node->next;
		else node->prev->next = node->next;
		if (node->next) node->next->prev = node->prev;
		if (children) *root = meld(*root, children, before, context);
	}
	node->child = node->next = node->prev = NULL;
}
