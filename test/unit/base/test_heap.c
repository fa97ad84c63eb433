#include "base/heap.h"

#include "check.h"

struct timer {
	struct heap_node node;
	i64 key; /* what the model believes */
	u32 id;  /* order among equal keys */
};

static struct timer *timer_of(struct heap_node *node)
{
	return node ? container_of(node, struct timer, node) : NULL;
}

static bool smaller_id(const struct heap_node *a, const struct heap_node *b)
{
	return container_of(a, struct timer, node)->id < container_of(b, struct timer, node)->id;
}

static bool comes_first(const struct timer *a, const struct timer *b)
{
	return a->key != b->key ? a->key < b->key : a->id < b->id;
}

/* The promises of heap.c, entry by entry. */
static void check_order(const struct heap *heap)
{
	assert_true(heap->count <= heap->capacity);
	for (u32 i = 0; i < heap->count; i++) {
		const struct timer *timer = timer_of(heap->entries[i].node);
		const struct timer *parent = timer_of(heap->entries[i ? (i - 1) / 4 : 0].node);
		assert_int_equal(timer->node.at, i + 1);
		assert_int_equal(timer->key, heap->entries[i].key);
		if (i && heap->before) assert_true(comes_first(parent, timer));
		if (i) assert_true(parent->key <= timer->key);
	}
}

static void push(struct heap *heap, struct timer *timer, i64 key)
{
	timer->key = key;
	heap_push(heap, &timer->node, key);
}

static void elements_come_out_by_key(void **state)
{
	(void)state;
	static const i64 keys[] = { 5, -3, INT64_MAX, 0, INT64_MIN, 7, 6 };
	static const i64 sorted[] = { INT64_MIN, -3, 0, 5, 6, 7, INT64_MAX };
	struct timer timer[countof(keys)] = { 0 };
	struct heap heap;
	heap_init(&heap, NULL);
	assert_int_equal(heap_reserve(&heap, countof(keys)), ERR_OK);
	for (u32 i = 0; i < countof(keys); i++) push(&heap, &timer[i], keys[i]);
	check_order(&heap);
	for (u32 i = 0; i < countof(keys); i++) {
		assert_int_equal(heap_key(&heap, heap_first(&heap)), sorted[i]);
		struct timer *popped = timer_of(heap_pop(&heap));
		assert_int_equal(popped->key, sorted[i]);
		assert_false(heap_node_is_in_heap(&popped->node));
	}
	assert_true(heap_is_empty(&heap));
	heap_done(&heap);
}

static void an_empty_heap_gives_nothing(void **state)
{
	(void)state;
	struct heap heap;
	heap_init(&heap, smaller_id);
	assert_true(heap_is_empty(&heap));
	assert_null(heap_first(&heap));
	assert_null(heap_pop(&heap));
	heap_done(&heap);
}

static void equal_keys_come_out_as_the_owner_orders_them(void **state)
{
	(void)state;
	struct timer timer[100] = { 0 };
	struct heap heap;
	heap_init(&heap, smaller_id);
	assert_int_equal(heap_reserve(&heap, 100), ERR_OK);
	for (u32 i = 0; i < 100; i++) {
		timer[i].id = i * 37 % 100;
		push(&heap, &timer[i], 1000);
	}
	check_order(&heap);
	for (u32 i = 0; i < 100; i++) assert_int_equal(timer_of(heap_pop(&heap))->id, i);
	heap_done(&heap);
}

static void an_element_moves_when_its_key_changes(void **state)
{
	(void)state;
	struct timer timer[50] = { 0 };
	struct heap heap;
	heap_init(&heap, smaller_id);
	assert_int_equal(heap_reserve(&heap, 50), ERR_OK);
	for (u32 i = 0; i < 50; i++) {
		timer[i].id = i;
		push(&heap, &timer[i], i);
	}
	for (u32 i = 0; i < 50; i++) {
		timer[i].key = 49 - (i64)i;
		heap_update(&heap, &timer[i].node, timer[i].key);
		check_order(&heap);
		assert_int_equal(heap_key(&heap, &timer[i].node), 49 - (i64)i);
	}
	for (u32 i = 0; i < 50; i++) assert_int_equal(timer_of(heap_pop(&heap))->id, 49 - i);
	heap_done(&heap);
}

static void a_changed_tie_is_settled_by_an_update_with_the_same_key(void **state)
{
	(void)state;
	struct timer timer[3] = { { .id = 1 }, { .id = 2 }, { .id = 3 } };
	struct heap heap;
	heap_init(&heap, smaller_id);
	assert_int_equal(heap_reserve(&heap, 3), ERR_OK);
	for (u32 i = 0; i < 3; i++) push(&heap, &timer[i], 0);
	timer[2].id = 0;
	heap_update(&heap, &timer[2].node, 0);
	assert_ptr_equal(heap_first(&heap), &timer[2].node);
	timer[2].id = 9;
	heap_update(&heap, &timer[2].node, 0);
	assert_ptr_equal(heap_first(&heap), &timer[0].node);
	check_order(&heap);
	heap_done(&heap);
}

/* --- against a model that looks at everything --- */

enum { MODEL_TIMERS = 400, MODEL_STEPS = 100000 };

static struct timer *model_first(struct timer *timers)
{
	struct timer *first = NULL;
	for (u32 i = 0; i < MODEL_TIMERS; i++) {
		if (!timers[i].node.at) continue;
		if (!first || comes_first(&timers[i], first)) first = &timers[i];
	}
	return first;
}

/* Few distinct keys, so that ties are common; now and then an extreme one. */
static i64 any_key(struct prng *prng)
{
	if (prng_chance(prng, 1, 50)) return prng_chance(prng, 1, 2) ? INT64_MIN : INT64_MAX;
	return prng_between(prng, -40, 40);
}

static void model_step(struct heap *heap, struct timer *timers, struct prng *prng, u64 push_odds)
{
	struct timer *timer = &timers[prng_below(prng, MODEL_TIMERS)];
	i64 key = any_key(prng);
	if (prng_chance(prng, 1, 8)) {
		struct timer *expected = model_first(timers);
		assert_ptr_equal(heap_first(heap), expected ? &expected->node : NULL);
		assert_ptr_equal(heap_pop(heap), expected ? &expected->node : NULL);
	} else if (!timer->node.at) {
		if (!prng_chance(prng, push_odds, 10)) return;
		assert_int_equal(heap_reserve(heap, 1), ERR_OK);
		push(heap, timer, key);
	} else if (prng_chance(prng, 1, 2)) {
		timer->key = key;
		heap_update(heap, &timer->node, key);
	} else {
		heap_remove(heap, &timer->node);
		assert_int_equal(timer->node.at, 0);
	}
}

static void many_random_steps_agree_with_a_naive_model(void **state)
{
	(void)state;
	static struct timer timers[MODEL_TIMERS];
	struct prng prng = prng_init(check_seed());
	struct heap heap;
	heap_init(&heap, smaller_id);
	for (u32 i = 0; i < MODEL_TIMERS; i++) timers[i] = (struct timer){ .id = i };
	for (u32 step = 0; step < MODEL_STEPS; step++) {
		/* The tide: the heap fills and empties several times. */
		model_step(&heap, timers, &prng, step / 5000 % 2 ? 1 : 10);
		if (step % 50 == 0) check_order(&heap);
	}
	while (!heap_is_empty(&heap)) {
		struct timer *expected = model_first(timers);
		assert_ptr_equal(heap_pop(&heap), &expected->node);
	}
	assert_null(model_first(timers));
	heap_done(&heap);
}

static void without_a_tie_break_keys_still_come_out_sorted(void **state)
{
	(void)state;
	struct prng prng = prng_init(check_seed());
	static struct timer timers[1000];
	struct heap heap;
	heap_init(&heap, NULL);
	assert_int_equal(heap_reserve(&heap, 1000), ERR_OK);
	for (u32 i = 0; i < 1000; i++) push(&heap, &timers[i], any_key(&prng));
	check_order(&heap);
	for (i64 last = INT64_MIN; !heap_is_empty(&heap);) {
		struct timer *popped = timer_of(heap_pop(&heap));
		assert_true(popped->key >= last);
		last = popped->key;
	}
	heap_done(&heap);
}

/* --- memory --- */

static void pushes_after_a_reserve_ask_for_no_memory(void **state)
{
	(void)state;
	static struct timer timers[1000];
	struct heap heap;
	heap_init(&heap, NULL);
	assert_int_equal(heap_reserve(&heap, 1000), ERR_OK);
	struct mem_watch watch = { .refuse = check_refuse_all };
	mem_set_watch(&watch);
	for (u32 i = 0; i < 1000; i++) push(&heap, &timers[i], -(i64)i);
	while (heap_pop(&heap)) continue;
	assert_int_equal(heap_reserve(&heap, 1000), ERR_OK);
	mem_set_watch(NULL);
	assert_int_equal(watch.asked, 0);
	heap_done(&heap);
}

static bool grow_step_by_step(void *context)
{
	(void)context;
	struct timer timers[300] = { 0 };
	struct heap heap;
	bool met_fault = false;
	heap_init(&heap, smaller_id);
	for (u32 i = 0; i < countof(timers); i++) {
		struct heap before = heap;
		timers[i].id = i;
		if (heap_reserve(&heap, 1) == ERR_OK) {
			push(&heap, &timers[i], (i64)(i * 71 % 100));
			continue;
		}
		assert_memory_equal(&heap, &before, sizeof heap);
		check_order(&heap);
		met_fault = true;
	}
	check_order(&heap);
	assert_int_equal(heap.count, countof(timers) - met_fault);
	heap_done(&heap);
	return met_fault;
}

static void a_refused_reserve_changes_nothing(void **state)
{
	(void)state;
	assert_in_range(for_each_fault(grow_step_by_step, NULL), 5, 12);
}

static void more_than_the_bound_is_refused_before_memory_is_asked(void **state)
{
	(void)state;
	struct timer timer = { 0 };
	struct heap heap;
	heap_init(&heap, NULL);
	assert_int_equal(heap_reserve(&heap, 1), ERR_OK);
	push(&heap, &timer, 1);
	struct mem_watch watch = { .refuse = check_refuse_all };
	mem_set_watch(&watch);
	assert_int_equal(heap_reserve(&heap, HEAP_COUNT_MAX), ERR_MEMORY);
	assert_int_equal(heap_reserve(&heap, UINT32_MAX), ERR_MEMORY);
	assert_int_equal(watch.asked, 0);
	assert_int_equal(heap_reserve(&heap, HEAP_COUNT_MAX - 1), ERR_MEMORY);
	assert_int_equal(watch.asked, 1);
	mem_set_watch(NULL);
	heap_done(&heap);
}

/* --- broken promises --- */

struct misuse {
	struct heap *heap;
	struct timer *timer;
};

static void do_push(void *context)
{
	struct misuse *misuse = context;
	heap_push(misuse->heap, &misuse->timer->node, 1);
}

static void do_remove(void *context)
{
	struct misuse *misuse = context;
	heap_remove(misuse->heap, &misuse->timer->node);
}

static void do_update(void *context)
{
	struct misuse *misuse = context;
	heap_update(misuse->heap, &misuse->timer->node, 1);
}

static void misuse_is_a_broken_promise(void **state)
{
	(void)state;
	struct timer a = { 0 }, b = { 0 };
	struct heap heap, other;
	heap_init(&heap, NULL);
	heap_init(&other, NULL);
	assert_true(breaks_promise(do_push, &(struct misuse){ &heap, &a }));
	assert_int_equal(heap_reserve(&heap, 2), ERR_OK);
	assert_int_equal(heap_reserve(&other, 2), ERR_OK);
	heap_push(&heap, &a.node, 1);
	heap_push(&other, &b.node, 1);
	assert_true(breaks_promise(do_push, &(struct misuse){ &heap, &a }));
	assert_true(breaks_promise(do_remove, &(struct misuse){ &heap, &b }));
	assert_true(breaks_promise(do_update, &(struct misuse){ &heap, &b }));
	heap_remove(&heap, &a.node);
	assert_true(breaks_promise(do_remove, &(struct misuse){ &heap, &a }));
	assert_true(breaks_promise(do_update, &(struct misuse){ &heap, &a }));
	heap_done(&heap);
	heap_done(&other);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(elements_come_out_by_key),
		cmocka_unit_test(an_empty_heap_gives_nothing),
		cmocka_unit_test(equal_keys_come_out_as_the_owner_orders_them),
		cmocka_unit_test(an_element_moves_when_its_key_changes),
		cmocka_unit_test(a_changed_tie_is_settled_by_an_update_with_the_same_key),
		cmocka_unit_test(many_random_steps_agree_with_a_naive_model),
		cmocka_unit_test(without_a_tie_break_keys_still_come_out_sorted),
		cmocka_unit_test(pushes_after_a_reserve_ask_for_no_memory),
		cmocka_unit_test(a_refused_reserve_changes_nothing),
		cmocka_unit_test(more_than_the_bound_is_refused_before_memory_is_asked),
		cmocka_unit_test(misuse_is_a_broken_promise),
	};
	return cmocka_run_group_tests_name("base/heap", tests, NULL, NULL);
}
