#include "base/list.h"

#include "check.h"

struct letter {
	char name;
	struct list_node node;
};

/* The list's names, front to back; and back to front it must read the same reversed. */
static void expect(const struct list *list, const char *names)
{
	char forth[40] = "";
	size_t len = 0;
	list_for_each_of(struct letter, letter, list, node) forth[len++] = letter->name;
	forth[len] = '\0';
	assert_string_equal(forth, names);
	for (const struct list_node *node = list->head.prev; node != &list->head; node = node->prev)
		assert_int_equal(container_of(node, struct letter, node)->name, names[--len]);
	assert_int_equal(len, 0);
	assert_int_equal(list_is_empty(list), names[0] == '\0');
}

static void a_new_list_is_empty(void **state)
{
	(void)state;
	struct list list;
	list_init(&list);
	assert_true(list_is_empty(&list));
	assert_null(list_first(&list));
	assert_null(list_last(&list));
	assert_null(list_pop_front(&list));
	expect(&list, "");
}

static void both_ends_can_be_pushed(void **state)
{
	(void)state;
	struct list list;
	struct letter a = { .name = 'a' }, b = { .name = 'b' }, c = { .name = 'c' };
	list_init(&list);
	list_push_back(&list, &b.node);
	expect(&list, "b");
	list_push_back(&list, &c.node);
	list_push_front(&list, &a.node);
	expect(&list, "abc");
	assert_ptr_equal(list_first(&list), &a.node);
	assert_ptr_equal(list_last(&list), &c.node);
	assert_ptr_equal(list_next(&list, &a.node), &b.node);
	assert_null(list_next(&list, &c.node));
}

static void any_node_leaves_without_being_looked_for(void **state)
{
	(void)state;
	struct list list;
	struct letter letter[5];
	list_init(&list);
	for (u32 i = 0; i < countof(letter); i++) {
		letter[i] = (struct letter){ .name = (char)('a' + i) };
		list_push_back(&list, &letter[i].node);
	}
	assert_true(list_node_is_in_list(&letter[2].node));
	list_remove(&letter[2].node);
	assert_false(list_node_is_in_list(&letter[2].node));
	expect(&list, "abde");
	list_remove(&letter[0].node);
	list_remove(&letter[4].node);
	expect(&list, "bd");
	list_push_back(&list, &letter[2].node);
	expect(&list, "bdc");
	assert_ptr_equal(list_pop_front(&list), &letter[1].node);
	assert_ptr_equal(list_pop_front(&list), &letter[3].node);
	assert_ptr_equal(list_pop_front(&list), &letter[2].node);
	expect(&list, "");
}

static void the_node_at_hand_may_move_to_another_list(void **state)
{
	(void)state;
	struct list list, vowels;
	struct letter letter[26];
	list_init(&list);
	list_init(&vowels);
	for (u32 i = 0; i < countof(letter); i++) {
		letter[i] = (struct letter){ .name = (char)('a' + i) };
		list_push_back(&list, &letter[i].node);
	}
	list_for_each(node, &list)
	{
		if (!strchr("aeiou", container_of(node, struct letter, node)->name)) continue;
		list_remove(node);
		list_push_back(&vowels, node);
	}
	expect(&list, "bcdfghjklmnpqrstvwxyz");
	expect(&vowels, "aeiou");
	list_for_each_of(struct letter, each, &vowels, node) list_remove(&each->node);
	expect(&vowels, "");
}

static void a_loop_can_be_left(void **state)
{
	(void)state;
	struct list list;
	struct letter a = { .name = 'a' }, b = { .name = 'b' }, c = { .name = 'c' };
	u32 seen = 0;
	list_init(&list);
	list_push_back(&list, &a.node);
	list_push_back(&list, &b.node);
	list_push_back(&list, &c.node);
	list_for_each_of(struct letter, letter, &list, node)
	{
		if (letter->name == 'b') break;
		seen++;
	}
	assert_int_equal(seen, 1);
}

struct pair {
	struct list *list;
	struct letter *letter;
};

static void push_back(void *context)
{
	struct pair *pair = context;
	list_push_back(pair->list, &pair->letter->node);
}

static void push_front(void *context)
{
	struct pair *pair = context;
	list_push_front(pair->list, &pair->letter->node);
}

static void remove_letter(void *context)
{
	struct pair *pair = context;
	list_remove(&pair->letter->node);
}

static void a_node_is_in_one_list_at_most(void **state)
{
	(void)state;
	struct list list, other;
	struct letter a = { .name = 'a' };
	list_init(&list);
	list_init(&other);
	assert_true(breaks_promise(remove_letter, &(struct pair){ &list, &a }));
	list_push_back(&list, &a.node);
	assert_true(breaks_promise(push_back, &(struct pair){ &list, &a }));
	assert_true(breaks_promise(push_front, &(struct pair){ &other, &a }));
	expect(&list, "a");
	expect(&other, "");
}

static void a_list_that_was_not_initialised_is_noticed(void **state)
{
	(void)state;
	struct list raw = { 0 };
	struct letter a = { .name = 'a' };
	assert_true(breaks_promise(push_back, &(struct pair){ &raw, &a }));
	assert_true(breaks_promise(push_front, &(struct pair){ &raw, &a }));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_new_list_is_empty),
		cmocka_unit_test(both_ends_can_be_pushed),
		cmocka_unit_test(any_node_leaves_without_being_looked_for),
		cmocka_unit_test(the_node_at_hand_may_move_to_another_list),
		cmocka_unit_test(a_loop_can_be_left),
		cmocka_unit_test(a_node_is_in_one_list_at_most),
		cmocka_unit_test(a_list_that_was_not_initialised_is_noticed),
	};
	return cmocka_run_group_tests_name("base/list", tests, NULL, NULL);
}
