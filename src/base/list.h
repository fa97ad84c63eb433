/* A doubly linked list whose links live inside the things it holds: pushing and removing cost a few
 * stores and cannot fail, and a thing leaves its list without being looked for. It owns nothing.
 *
 * A node is in one list or in none; a zeroed node is in none. The length is not kept: whoever
 * needs it counts for himself. */
#ifndef BELFRY_BASE_LIST_H
#define BELFRY_BASE_LIST_H

#include "base/must.h"
#include "base/types.h"

struct list_node {
	struct list_node *next;
	struct list_node *prev;
};

/* A ring through `head`, so that no link is ever NULL and the ends are no special case. A list
 * must not move in memory once it is initialised. */
struct list {
	struct list_node head;
};

static inline void list_init(struct list *list)
{
	list->head.next = &list->head;
	list->head.prev = &list->head;
}

static inline bool list_is_empty(const struct list *list)
{
	must(list->head.next != NULL);
	return list->head.next == &list->head;
}

static inline bool list_node_is_in_list(const struct list_node *node)
{
	return node->next != NULL;
}

static inline void list_insert_between(struct list_node *node, struct list_node *prev,
				       struct list_node *next)
{
	must(!list_node_is_in_list(node));
	must(prev->next == next);
	node->prev = prev;
	node->next = next;
	prev->next = node;
	next->prev = node;
}

static inline void list_push_front(struct list *list, struct list_node *node)
{
	must(list->head.next != NULL);
	list_insert_between(node, &list->head, list->head.next);
}

static inline void list_push_back(struct list *list, struct list_node *node)
{
	must(list->head.next != NULL);
	list_insert_between(node, list->head.prev, &list->head);
}

/* From whichever list it is in. */
static inline void list_remove(struct list_node *node)
{
	must(list_node_is_in_list(node));
	must(node->prev->next == node);
	must(node->next->prev == node);
	node->prev->next = node->next;
	node->next->prev = node->prev;
	*node = (struct list_node){ 0 };
}

/* NULL when empty. */
static inline struct list_node *list_first(const struct list *list)
{
	return list_is_empty(list) ? NULL : list->head.next;
}

static inline struct list_node *list_last(const struct list *list)
{
	return list_is_empty(list) ? NULL : list->head.prev;
}

/* NULL at the end. */
static inline struct list_node *list_next(const struct list *list, const struct list_node *node)
{
	return node->next == &list->head ? NULL : node->next;
}

static inline struct list_node *list_pop_front(struct list *list)
{
	struct list_node *node = list_first(list);
	if (node) list_remove(node);
	return node;
}

/* Front to back; the node at hand may be removed (and pushed elsewhere), the others may not. */
#define list_for_each(node, list)                                     \
	for (struct list_node *node = list_first(list), *node##_next; \
	     node && (node##_next = list_next(list, node), true); node = node##_next)

/* The same over the things themselves: `item` is a `type *`, `member` its list_node. */
#define list_for_each_of(type, item, list, member)                                          \
	for (type *item = list_item(list_first(list), type, member), *item##_next;          \
	     item &&                                                                        \
	     (item##_next = list_item(list_next(list, &item->member), type, member), true); \
	     item = item##_next)

/* container_of for a node that may be NULL. */
#define list_item(node, type, member) ((type *)list_container((node), offsetof(type, member)))

static inline void *list_container(struct list_node *node, size_t offset)
{
	return node ? (char *)node - offset : NULL;
}

#endif
