#include "base/pairing.h"

#include "check.h"

enum { CONTEXT = 7, MODEL_RUNS = 400, MODEL_STEPS = 100000 };

struct run {
	struct pairing_node node;
	u32 rank;
};

static struct run *run_of(struct pairing_node *node)
{
	return node ? container_of(node, struct run, node) : NULL;
}

/* Equal ranks are ordered by address within the test's array: a strict order. */
static bool is_before(const struct run *a, const struct run *b)
{
	return a->rank != b->rank ? a->rank < b->rank : a < b;
}

static bool by_rank(const struct pairing_node *a, const struct pairing_node *b, u32 context)
{
	assert_int_equal(context, CONTEXT);
	return is_before(container_of(a, struct run, node), container_of(b, struct run, node));
}

static void push(struct pairing_node **root, struct run *run)
{
	pairing_push(root, &run->node, by_rank, CONTEXT);
}

static struct run *pop(struct pairing_node **root)
{
	struct run *first = run_of(*root);
	if (first) pairing_remove(root, &first->node, by_rank, CONTEXT);
	return first;
}

static void elements_come_out_in_order(void **state)
{
	(void)state;
	struct run runs[100] = { 0 };
	struct pairing_node *root = NULL;
	for (u32 i = 0; i < 100; i++) {
		runs[i].rank = i * 37 % 100;
		push(&root, &runs[i]);
		assert_true(pairing_is_in(&runs[i].node));
	}
	for (u32 i = 0; i < 100; i++) {
		struct run *first = pop(&root);
		assert_int_equal(first->rank, i);
		assert_false(pairing_is_in(&first->node));
	}
	assert_null(root);
}

static void the_root_is_always_the_first(void **state)
{
	(void)state;
	struct run low = { .rank = 1 }, high = { .rank = 2 };
	struct pairing_node *root = NULL;
	push(&root, &high);
	assert_ptr_equal(root, &high.node);
	push(&root, &low);
	assert_ptr_equal(root, &low.node);
	pairing_remove(&root, &high.node, by_rank, CONTEXT);
	assert_ptr_equal(root, &low.node);
	pairing_remove(&root, &low.node, by_rank, CONTEXT);
	assert_null(root);
}

/* Every link has its way back, nobody comes before the parent; returns how many there are. The
 * tree may be as deep as it has elements, so the test keeps its own stack. */
static u32 check_tree(struct pairing_node *root)
{
	struct pairing_node *stack[MODEL_RUNS];
	u32 depth = 0, count = 0;
	if (!root) return 0;
	assert_ptr_equal(root->prev, root);
	assert_null(root->next);
	stack[depth++] = root;
	while (depth) {
		struct pairing_node *node = stack[--depth];
		struct pairing_node *left = node;
		count++;
		for (struct pairing_node *child = node->child; child; child = child->next) {
			assert_ptr_equal(child->prev, left);
			assert_true(is_before(run_of(node), run_of(child)));
			assert_true(depth < MODEL_RUNS);
			stack[depth++] = child;
			left = child;
		}
	}
	return count;
}

static struct run *model_first(struct run *runs)
{
	struct run *first = NULL;
	for (u32 i = 0; i < MODEL_RUNS; i++) {
		if (!pairing_is_in(&runs[i].node)) continue;
		if (!first || is_before(&runs[i], first)) first = &runs[i];
	}
	return first;
}

static void many_random_steps_agree_with_a_naive_model(void **state)
{
	(void)state;
	static struct run runs[MODEL_RUNS];
	struct prng prng = prng_init(check_seed());
	struct pairing_node *root = NULL;
	u32 count = 0;
	for (u32 step = 0; step < MODEL_STEPS; step++) {
		struct run *run = &runs[prng_below(&prng, MODEL_RUNS)];
		if (prng_chance(&prng, 1, 4)) {
			assert_ptr_equal(run_of(root), model_first(runs));
			count -= pop(&root) != NULL;
		} else if (!pairing_is_in(&run->node)) {
			/* The tide: the queue fills and empties several times. */
			if (!prng_chance(&prng, step / 5000 % 2 ? 2 : 10, 10)) continue;
			run->rank = (u32)prng_below(&prng, 50);
			push(&root, run);
			count++;
		} else if (prng_chance(&prng, 1, 4)) {
			pairing_remove(&root, &run->node, by_rank, CONTEXT);
			count--;
		}
		if (step % 50 == 0) assert_int_equal(check_tree(root), count);
	}
	while (root) {
		struct run *expected = model_first(runs);
		assert_ptr_equal(pop(&root), expected);
	}
	assert_null(model_first(runs));
}

struct misuse {
	struct pairing_node *root;
	struct run *run;
};

static void push_misused(void *context)
{
	struct misuse *misuse = context;
	push(&misuse->root, misuse->run);
}

static void remove_misused(void *context)
{
	struct misuse *misuse = context;
	pairing_remove(&misuse->root, &misuse->run->node, by_rank, CONTEXT);
}

static void misuse_is_a_broken_promise(void **state)
{
	(void)state;
	struct run in = { .rank = 1 }, out = { .rank = 2 };
	struct misuse misuse = { NULL, &in };
	push(&misuse.root, &in);
	assert_true(breaks_promise(push_misused, &misuse));
	misuse.run = &out;
	assert_true(breaks_promise(remove_misused, &misuse));
	misuse = (struct misuse){ NULL, &in };
	assert_true(breaks_promise(remove_misused, &misuse));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(elements_come_out_in_order),
		cmocka_unit_test(the_root_is_always_the_first),
		cmocka_unit_test(many_random_steps_agree_with_a_naive_model),
		cmocka_unit_test(misuse_is_a_broken_promise),
	};
	return cmocka_run_group_tests_name("base/pairing", tests, NULL, NULL);
}
