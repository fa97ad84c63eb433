#include "store/memory/memory_treap.h"

#include "base/check.h"

struct thing {
	struct treap_node node;
	u64 key;
};

static int compare_key(const void *key, const struct treap_node *node)
{
	u64 wanted = *(const u64 *)key, has = container_of(node, struct thing, node)->key;
	return (wanted > has) - (wanted < has);
}

static void insert(struct treap *treap, struct thing *thing)
{
	treap_insert(treap, &thing->node, &thing->key);
}

static const struct thing *document_at(const struct treap_node *node)
{
	return node ? container_of(node, struct thing, node) : NULL;
}

/* The promises of memory_treap.c; returns the depth. */
static u32 check_below(const struct treap_node *node)
{
	u32 depth = 0;
	if (!node) return 0;
	for (u32 side = 0; side < 2; side++) {
		const struct treap_node *child = node->child[side];
		if (!child) continue;
		assert_ptr_equal(child->parent, node);
		assert_true(child->rank <= node->rank);
		u32 below = check_below(child);
		if (below > depth) depth = below;
	}
	return depth + 1;
}

static u32 check_treap(const struct treap *treap)
{
	u64 count = 0;
	const struct thing *last = NULL;
	if (treap->root) assert_null(treap->root->parent);
	for (const struct treap_node *node = treap_first(treap); node; node = treap_next(node)) {
		if (last) assert_true(last->key < document_at(node)->key);
		last = document_at(node);
		count++;
	}
	assert_true(count == treap->count);
	return check_below(treap->root);
}

static void an_empty_tree_has_nothing(void **state)
{
	(void)state;
	struct treap treap;
	treap_init(&treap, compare_key);
	assert_null(treap_first(&treap));
	assert_null(treap_find(&treap, &(u64){ 1 }));
	assert_null(treap_after(&treap, &(u64){ 0 }));
	assert_null(treap_before(&treap, &(u64){ 9 }));
	assert_int_equal(check_treap(&treap), 0);
}

static void keys_are_walked_in_order_from_any_place(void **state)
{
	static const u64 keys[] = { 50, 10, 40, 20, 30 };
	(void)state;
	struct thing things[countof(keys)] = { 0 };
	struct treap treap;
	treap_init(&treap, compare_key);
	for (u32 i = 0; i < countof(keys); i++) {
		things[i].key = keys[i];
		insert(&treap, &things[i]);
	}
	check_treap(&treap);
	assert_int_equal(document_at(treap_first(&treap))->key, 10);
	assert_int_equal(document_at(treap_after(&treap, &(u64){ 0 }))->key, 10);
	assert_int_equal(document_at(treap_after(&treap, &(u64){ 10 }))->key, 20);
	assert_int_equal(document_at(treap_after(&treap, &(u64){ 29 }))->key, 30);
	assert_null(treap_after(&treap, &(u64){ 50 }));
	assert_int_equal(document_at(treap_before(&treap, &(u64){ 99 }))->key, 50);
	assert_int_equal(document_at(treap_before(&treap, &(u64){ 40 }))->key, 30);
	assert_null(treap_before(&treap, &(u64){ 10 }));
	assert_ptr_equal(document_at(treap_find(&treap, &(u64){ 40 })), &things[2]);
	assert_null(treap_find(&treap, &(u64){ 41 }));
	assert_null(treap_next(treap_find(&treap, &(u64){ 50 })));
}

enum { MODEL_DOCUMENTS = 300, MODEL_STEPS = 60000 };

/* The first of the model's things with a key above, or at, `key`; NULL: none. */
static const struct thing *model_from(const struct thing *things, u64 key)
{
	for (u64 i = key; i < MODEL_DOCUMENTS; i++) {
		if (treap_node_is_in_treap(&things[i].node)) return &things[i];
	}
	return NULL;
}

static void it_agrees_with_a_model_that_looks_at_everything(void **state)
{
	(void)state;
	struct thing things[MODEL_DOCUMENTS] = { 0 };
	struct prng prng = prng_init(check_seed());
	struct treap treap;
	treap_init(&treap, compare_key);
	for (u32 step = 0; step < MODEL_STEPS; step++) {
		struct thing *thing = &things[prng_below(&prng, MODEL_DOCUMENTS)];
		thing->key = (u64)(thing - things);
		if (treap_node_is_in_treap(&thing->node)) treap_remove(&treap, &thing->node);
		else insert(&treap, thing);
		u64 key = prng_below(&prng, MODEL_DOCUMENTS);
		bool is_in = treap_node_is_in_treap(&things[key].node);
		assert_ptr_equal(document_at(treap_find(&treap, &key)),
				 is_in ? &things[key] : NULL);
		assert_ptr_equal(document_at(treap_after(&treap, &key)),
				 model_from(things, key + 1));
		assert_ptr_equal(document_at(treap_first(&treap)), model_from(things, 0));
		if (step % 64 == 0) check_treap(&treap);
	}
}

/* Ids come in ascending order: that must not make a list of the tree. */
static void it_stays_shallow_whatever_the_order(void **state)
{
	enum { DOCUMENTS = 100000, DEPTH_MAX = 60 };
	(void)state;
	struct thing *things = calloc(DOCUMENTS, sizeof *things);
	assert_non_null(things);
	for (u32 order = 0; order < 3; order++) {
		struct treap treap;
		treap_init(&treap, compare_key);
		for (u64 i = 0; i < DOCUMENTS; i++) {
			u64 shuffled = i * 7919 % DOCUMENTS;
			u64 keys[] = { i, DOCUMENTS - i, shuffled };
			things[i] = (struct thing){ .key = keys[order] };
			insert(&treap, &things[i]);
		}
		assert_true(check_treap(&treap) < DEPTH_MAX);
		for (u64 i = 0; i < DOCUMENTS; i += 2) treap_remove(&treap, &things[i].node);
		assert_true(check_treap(&treap) < DEPTH_MAX);
		assert_int_equal(treap.count, DOCUMENTS / 2);
	}
	free(things);
}

struct pair {
	struct treap treap;
	struct thing a, b;
};

static void insert_same_key(void *context)
{
	struct pair *pair = context;
	insert(&pair->treap, &pair->b);
}

static void insert_twice(void *context)
{
	struct pair *pair = context;
	insert(&pair->treap, &pair->a);
}

static void remove_what_is_not_in(void *context)
{
	struct pair *pair = context;
	treap_remove(&pair->treap, &pair->b.node);
}

static void a_key_is_in_it_once(void **state)
{
	(void)state;
	struct pair pair = { .a = { .key = 5 }, .b = { .key = 5 } };
	treap_init(&pair.treap, compare_key);
	insert(&pair.treap, &pair.a);
	assert_true(breaks_promise(insert_same_key, &pair));
	assert_true(breaks_promise(insert_twice, &pair));
	assert_true(breaks_promise(remove_what_is_not_in, &pair));
	assert_int_equal(check_treap(&pair.treap), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_empty_tree_has_nothing),
		cmocka_unit_test(keys_are_walked_in_order_from_any_place),
		cmocka_unit_test(it_agrees_with_a_model_that_looks_at_everything),
		cmocka_unit_test(it_stays_shallow_whatever_the_order),
		cmocka_unit_test(a_key_is_in_it_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
