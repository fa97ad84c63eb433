/* Objects of one size, reserved ahead. */
#include "engine/memory/pool.h"

#include "base/check.h"
#include "base/poison.h"

struct thing {
	u64 a;
	char text[20];
};

static void what_is_reserved_can_be_taken_zeroed_and_aligned(void **state)
{
	(void)state;
	struct pool pool;
	pool_init(&pool, sizeof(struct thing));
	assert_int_equal(ERR_OK, pool_reserve(&pool, 1000));
	for (u32 i = 0; i < 1000; i++) {
		struct thing *thing = pool_take(&pool);
		assert_int_equal(0, (uintptr_t)thing % 16);
		for (u32 k = 0; k < sizeof *thing; k++)
			assert_int_equal(0, ((const char *)thing)[k]);
		memset(thing, 0xab, sizeof *thing);
	}
	assert_int_equal(1000, pool.used_count);
	pool_done(&pool);
}

static void what_is_given_back_is_used_again(void **state)
{
	(void)state;
	struct pool pool;
	struct mem_watch watch = { 0 };
	pool_init(&pool, sizeof(struct thing));
	mem_set_watch(&watch);
	for (u32 round = 0; round < 100; round++) {
		assert_int_equal(ERR_OK, pool_reserve(&pool, 2));
		struct thing *first = pool_take(&pool);
		struct thing *second = pool_take(&pool);
		assert_ptr_not_equal(first, second);
		first->a = 7;
		pool_give(&pool, first);
		pool_give(&pool, second);
	}
	assert_int_equal(1, watch.asked);
	pool_done(&pool);
	assert_int_equal(0, watch.live);
	mem_set_watch(NULL);
}

static void a_pool_grows_in_few_steps(void **state)
{
	(void)state;
	struct pool pool;
	struct mem_watch watch = { 0 };
	pool_init(&pool, sizeof(struct thing));
	mem_set_watch(&watch);
	for (u32 i = 0; i < 100000; i++) {
		assert_int_equal(ERR_OK, pool_reserve(&pool, 1));
		pool_take(&pool);
	}
	assert_true(watch.asked < 60);
	pool_done(&pool);
	assert_int_equal(0, watch.live);
	mem_set_watch(NULL);
}

static bool refuse_all(void *context, u64 asked)
{
	(void)context;
	(void)asked;
	return true;
}

static void without_memory_nothing_changes(void **state)
{
	(void)state;
	struct pool pool;
	struct mem_watch watch = { .refuse = refuse_all };
	pool_init(&pool, sizeof(struct thing));
	assert_int_equal(ERR_OK, pool_reserve(&pool, 3));
	u32 room = pool.free_count;
	mem_set_watch(&watch);
	assert_int_equal(ERR_OK, pool_reserve(&pool, room)); /* is there already */
	assert_int_equal(ERR_MEMORY, pool_reserve(&pool, room + 1));
	mem_set_watch(NULL);
	assert_int_equal(room, pool.free_count);
	pool_take(&pool);
	pool_done(&pool);
}

static void take(void *context)
{
	pool_take(context);
}

static void taking_without_room_is_a_broken_promise(void **state)
{
	(void)state;
	struct pool pool;
	pool_init(&pool, sizeof(struct thing));
	assert_true(breaks_promise(take, &pool));
	assert_int_equal(ERR_OK, pool_reserve(&pool, 1));
	u32 room = pool.free_count;
	for (u32 i = 0; i < room; i++) assert_false(breaks_promise(take, &pool));
	assert_true(breaks_promise(take, &pool));
	pool_done(&pool);
}

static void what_is_not_used_any_more_goes_back(void **state)
{
	(void)state;
	enum { MANY = 50000 };
	struct pool pool;
	static void *taken[MANY];
	struct mem_watch watch = { 0 };
	pool_init(&pool, sizeof(struct thing));
	mem_set_watch(&watch);
	assert_int_equal(ERR_OK, pool_reserve(&pool, MANY));
	for (u32 i = 0; i < MANY; i++) taken[i] = pool_take(&pool);
	i64 most = watch.live;
	for (u32 i = 0; i < MANY; i++) pool_give(&pool, taken[i]);
	assert_int_equal(most, watch.live); /* not within a step */
	for (u32 i = 0; i < 1000; i++) assert_int_equal(ERR_OK, pool_reserve(&pool, 10));
	assert_in_range(watch.live, 1, 3);
	assert_true(pool.free_count >= 10);
	pool_done(&pool);
	assert_int_equal(0, watch.live);
	mem_set_watch(NULL);
}

static void what_is_free_and_what_lies_between_is_poisoned_for_the_sanitizer(void **state)
{
	(void)state;
#ifdef POISONS
	struct pool pool;
	pool_init(&pool, sizeof(struct thing));
	assert_int_equal(ERR_OK, pool_reserve(&pool, 2));
	struct thing *first = pool_take(&pool), *second = pool_take(&pool);
	assert_null(__asan_region_is_poisoned(first, sizeof *first));
	assert_null(__asan_region_is_poisoned(second, sizeof *second));
	for (u32 i = 0; i < 16; i++) {
		assert_true(__asan_address_is_poisoned((char *)(first + 1) + i));
		assert_true(__asan_address_is_poisoned((char *)(second + 1) + i));
	}
	pool_give(&pool, first);
	assert_true(__asan_address_is_poisoned(first));
	assert_null(__asan_region_is_poisoned(second, sizeof *second));
	assert_ptr_equal(first, pool_take(&pool));
	assert_null(__asan_region_is_poisoned(first, sizeof *first));
	pool_done(&pool);
#else
	skip();
#endif
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_reserved_can_be_taken_zeroed_and_aligned),
		cmocka_unit_test(what_is_given_back_is_used_again),
		cmocka_unit_test(a_pool_grows_in_few_steps),
		cmocka_unit_test(without_memory_nothing_changes),
		cmocka_unit_test(what_is_not_used_any_more_goes_back),
		cmocka_unit_test(what_is_free_and_what_lies_between_is_poisoned_for_the_sanitizer),
		cmocka_unit_test(taking_without_room_is_a_broken_promise),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
