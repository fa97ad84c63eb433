#include "base/arena.h"

#include "base/poison.h"
#include "check.h"

enum { MEGABYTE = 1 << 20 };

static void pieces_are_aligned_and_do_not_overlap(void **state)
{
	(void)state;
	struct prng prng = prng_init(check_seed());
	struct arena arena;
	struct {
		u8 *at;
		size_t size;
	} piece[400];
	arena_init(&arena, 16 * MEGABYTE);
	for (u32 i = 0; i < countof(piece); i++) {
		piece[i].size = prng_below(&prng, prng_chance(&prng, 1, 10) ? 20000 : 100);
		piece[i].at = arena_alloc(&arena, piece[i].size);
		assert_non_null(piece[i].at);
		assert_int_equal((uintptr_t)piece[i].at % 16, 0);
		memset(piece[i].at, (int)(i & 0xff), piece[i].size);
	}
	for (u32 i = 0; i < countof(piece); i++) {
		for (size_t k = 0; k < piece[i].size; k++)
			if (piece[i].at[k] != (i & 0xff)) fail_msg("piece %u was overwritten", i);
	}
	arena_done(&arena);
}

static void zeroed_pieces_are_zero_also_in_used_memory(void **state)
{
	(void)state;
	static const u8 zeros[3000];
	struct arena arena;
	arena_init(&arena, MEGABYTE);
	void *dirty = arena_alloc(&arena, sizeof zeros);
	assert_non_null(dirty);
	memset(dirty, 0xff, sizeof zeros);
	arena_reset(&arena);
	void *clean = arena_alloc_zeroed(&arena, sizeof zeros);
	assert_ptr_equal(clean, dirty);
	assert_memory_equal(clean, zeros, sizeof zeros);
	arena_reset(&arena);
	u64 *numbers = arena_alloc_array(&arena, 300, sizeof *numbers);
	assert_ptr_equal(numbers, dirty);
	assert_memory_equal(numbers, zeros, 300 * sizeof *numbers);
	arena_done(&arena);
}

static void nothing_is_held_before_the_first_piece(void **state)
{
	(void)state;
	struct mem_watch watch = { 0 };
	struct arena arena;
	mem_set_watch(&watch);
	arena_init(&arena, MEGABYTE);
	arena_reset(&arena);
	arena_done(&arena);
	mem_set_watch(NULL);
	assert_int_equal(watch.asked, 0);
}

static void a_second_turn_needs_no_new_memory(void **state)
{
	(void)state;
	struct mem_watch watch = { 0 };
	struct arena arena;
	mem_set_watch(&watch);
	arena_init(&arena, 16 * MEGABYTE);
	for (u32 i = 0; i < 5000; i++) assert_non_null(arena_alloc(&arena, 1 + i % 700));
	u64 asked = watch.asked;
	assert_true(asked > 3);
	for (u32 turn = 0; turn < 10; turn++) {
		arena_reset(&arena);
		for (u32 i = 0; i < 5000; i++) assert_non_null(arena_alloc(&arena, 1 + i % 700));
	}
	assert_int_equal(watch.asked, asked);
	arena_done(&arena);
	mem_set_watch(NULL);
	assert_int_equal(watch.live, 0);
}

static void small_needs_hold_little_and_large_ones_few_chunks(void **state)
{
	(void)state;
	struct mem_watch watch = { 0 };
	struct arena arena;
	mem_set_watch(&watch);
	arena_init(&arena, 64 * MEGABYTE);
	assert_non_null(arena_alloc(&arena, 100));
	assert_true(arena.held <= 4096);
	for (u32 i = 0; i < 32 * 1024; i++) assert_non_null(arena_alloc(&arena, 1024));
	assert_true(watch.asked < 50);
	assert_true(arena.held < 35 * MEGABYTE);
	arena_done(&arena);
	mem_set_watch(NULL);
}

static void the_maximum_holds_and_failure_stays_until_reset(void **state)
{
	(void)state;
	struct arena arena;
	arena_init(&arena, 10000);
	u32 pieces = 0;
	while (arena_alloc(&arena, 100)) pieces++;
	assert_in_range(pieces, 80, 100);
	assert_true(arena.held <= 10000);
	assert_true(arena_failed(&arena));
	assert_null(arena_alloc(&arena, 1));
	assert_null(arena_alloc_zeroed(&arena, 1));
	assert_null(str_copy(&arena, STR("a")).at);
	arena_reset(&arena);
	assert_false(arena_failed(&arena));
	for (u32 i = 0; i < pieces; i++) assert_non_null(arena_alloc(&arena, 100));
	arena_done(&arena);
}

static void sizes_near_the_end_of_size_t_fail(void **state)
{
	(void)state;
	static const size_t sizes[] = { SIZE_MAX, SIZE_MAX - 15, SIZE_MAX - 16, SIZE_MAX / 2,
					10001,    10000,         9999,          9985 };
	struct arena arena;
	arena_init(&arena, 10000);
	for (u32 i = 0; i < countof(sizes); i++) {
		assert_null(arena_alloc(&arena, sizes[i]));
		assert_true(arena_failed(&arena));
		arena_reset(&arena);
	}
	assert_null(arena_alloc_array(&arena, SIZE_MAX / 2, 4));
	arena_reset(&arena);
	assert_null(arena_alloc_array(&arena, (size_t)1 << 32, (size_t)1 << 32));
	arena_reset(&arena);
	assert_non_null(arena_alloc(&arena, 9984));
	arena_done(&arena);
	arena_init(&arena, SIZE_MAX);
	assert_null(arena_alloc(&arena, SIZE_MAX));
	arena_reset(&arena);
	assert_null(arena_alloc(&arena, SIZE_MAX - 16));
	arena_done(&arena);
}

static void spare_chunks_make_way_for_a_large_piece(void **state)
{
	(void)state;
	struct arena arena;
	arena_init(&arena, 100000);
	while (arena_alloc(&arena, 1000)) continue;
	arena_reset(&arena);
	/* All of the maximum is held in chunks too small for this, yet a fresh arena could do it.
	 */
	void *large = arena_alloc(&arena, 99000);
	assert_non_null(large);
	memset(large, 1, 99000);
	assert_true(arena.held <= 100000);
	arena_done(&arena);
}

static void a_piece_too_large_for_the_spare_chunks_leaves_them_for_later(void **state)
{
	(void)state;
	struct mem_watch watch = { 0 };
	struct arena arena;
	mem_set_watch(&watch);
	arena_init(&arena, MEGABYTE);
	for (u32 i = 0; i < 3; i++) assert_non_null(arena_alloc(&arena, 3000));
	arena_reset(&arena);
	assert_non_null(arena_alloc(&arena, 50000));
	u64 asked = watch.asked;
	for (u32 i = 0; i < 3; i++) assert_non_null(arena_alloc(&arena, 3000));
	assert_int_equal(watch.asked, asked);
	arena_done(&arena);
	mem_set_watch(NULL);
	assert_int_equal(watch.live, 0);
}

static void a_copy_outlives_its_original(void **state)
{
	(void)state;
	struct arena arena;
	char original[] = "mail\0box";
	arena_init(&arena, MEGABYTE);
	str copy = str_copy(&arena, (str){ original, 8 });
	memset(original, 'x', sizeof original);
	assert_str(copy, STR("mail\0box"));
	str empty = str_copy(&arena, (str){ NULL, 0 });
	assert_non_null(empty.at);
	assert_int_equal(empty.len, 0);
	assert_false(arena_failed(&arena));
	arena_done(&arena);
}

static void releasing_to_a_mark_gives_back_what_came_after(void **state)
{
	(void)state;
	struct arena arena;
	arena_init(&arena, MEGABYTE);
	struct arena_mark empty = arena_mark(&arena);
	str kept = str_copy(&arena, STR("kept"));
	struct arena_mark mark = arena_mark(&arena);
	void *first = arena_alloc(&arena, 64);
	for (u32 i = 0; i < 100; i++) assert_non_null(arena_alloc(&arena, 1000));
	arena_release_to(&arena, mark);
	assert_ptr_equal(arena_alloc(&arena, 64), first);
	assert_str(kept, STR("kept"));
	arena_release_to(&arena, empty);
	assert_ptr_equal(arena_alloc(&arena, 4), kept.at);
	arena_done(&arena);
}

static void a_failure_after_the_mark_is_forgotten_with_it(void **state)
{
	(void)state;
	struct arena arena;
	arena_init(&arena, 10000);
	str kept = str_copy(&arena, STR("kept"));
	struct arena_mark mark = arena_mark(&arena);
	assert_null(arena_alloc(&arena, 20000));
	assert_true(arena_failed(&arena));
	assert_null(arena_alloc(&arena, 1));
	arena_release_to(&arena, mark);
	assert_false(arena_failed(&arena));
	assert_non_null(arena_alloc(&arena, 100));
	assert_null(arena_alloc(&arena, 20000));
	mark = arena_mark(&arena);
	arena_release_to(&arena, mark);
	assert_true(arena_failed(&arena));
	assert_str(kept, STR("kept"));
	arena_done(&arena);
}

static void memory_given_back_is_poisoned_for_the_sanitizer(void **state)
{
	(void)state;
#ifdef POISONS
	struct arena arena;
	arena_init(&arena, MEGABYTE);
	char *kept = arena_alloc(&arena, 20);
	struct arena_mark mark = arena_mark(&arena);
	char *first = arena_alloc(&arena, 24);
	char *second_chunk = arena_alloc(&arena, 10000);
	assert_true(kept && first && second_chunk);
	assert_null(__asan_region_is_poisoned(kept, 20));
	assert_null(__asan_region_is_poisoned(first, 24));
	assert_null(__asan_region_is_poisoned(second_chunk, 10000));
	assert_true(__asan_address_is_poisoned(kept + 20)); /* and so is the padding */
	arena_release_to(&arena, mark);
	assert_null(__asan_region_is_poisoned(kept, 20));
	assert_true(__asan_address_is_poisoned(first));
	assert_true(__asan_address_is_poisoned(second_chunk));
	arena_reset(&arena);
	assert_true(__asan_address_is_poisoned(kept));
	assert_ptr_equal(arena_alloc(&arena, 20), kept);
	assert_null(__asan_region_is_poisoned(kept, 20));
	arena_done(&arena);
#else
	skip();
#endif
}

static void neighbours_do_not_touch_for_the_sanitizer(void **state)
{
	(void)state;
#ifdef POISONS
	static const size_t sizes[] = { 1, 16, 24, 32, 48, 1024, 4064 };
	struct arena arena;
	for (u32 i = 0; i < countof(sizes); i++) {
		arena_init(&arena, MEGABYTE);
		char *first = arena_alloc(&arena, sizes[i]);
		struct arena_mark mark = arena_mark(&arena);
		char *second = arena_alloc(&arena, sizes[i]);
		assert_true(first && second);
		for (u32 k = 0; k < 16; k++) {
			assert_true(__asan_address_is_poisoned(first + sizes[i] + k));
			assert_true(__asan_address_is_poisoned(second + sizes[i] + k));
		}
		assert_null(__asan_region_is_poisoned(second, sizes[i]));
		arena_release_to(&arena, mark);
		assert_true(__asan_address_is_poisoned(second));
		assert_null(__asan_region_is_poisoned(first, sizes[i]));
		arena_done(&arena);
	}
#else
	skip();
#endif
}

static bool fill_in_turns(void *context)
{
	(void)context;
	struct arena arena;
	bool met_fault = false;
	arena_init(&arena, 16 * MEGABYTE);
	for (u32 turn = 0; turn < 3; turn++) {
		str first = str_copy(&arena, STR("first"));
		for (u32 i = 0; i < 300; i++) {
			u8 *at = arena_alloc(&arena, i * 30 * (turn + 1));
			if (!at) assert_true(arena_failed(&arena));
			else memset(at, 0xff, i * 30 * (turn + 1));
		}
		if (first.at) assert_str(first, STR("first"));
		met_fault = met_fault || arena_failed(&arena);
		arena_reset(&arena);
		assert_true(arena.held <= arena.max);
	}
	arena_done(&arena);
	return met_fault;
}

static void a_refused_allocation_fails_the_turn_and_leaks_nothing(void **state)
{
	(void)state;
	assert_in_range(for_each_fault(fill_in_turns, NULL), 5, 50);
}

static void release_a_foreign_mark(void *context)
{
	struct arena *arena = context;
	struct arena_mark mark = arena_mark(arena);
	mark.used += 16;
	arena_release_to(arena, mark);
}

static void init_with_no_room(void *context)
{
	arena_init(context, 0);
}

static void misuse_is_a_broken_promise(void **state)
{
	(void)state;
	struct arena arena;
	assert_true(breaks_promise(init_with_no_room, &arena));
	arena_init(&arena, 10000);
	assert_non_null(arena_alloc(&arena, 1));
	assert_true(breaks_promise(release_a_foreign_mark, &arena));
	arena_done(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pieces_are_aligned_and_do_not_overlap),
		cmocka_unit_test(zeroed_pieces_are_zero_also_in_used_memory),
		cmocka_unit_test(nothing_is_held_before_the_first_piece),
		cmocka_unit_test(a_second_turn_needs_no_new_memory),
		cmocka_unit_test(small_needs_hold_little_and_large_ones_few_chunks),
		cmocka_unit_test(the_maximum_holds_and_failure_stays_until_reset),
		cmocka_unit_test(sizes_near_the_end_of_size_t_fail),
		cmocka_unit_test(spare_chunks_make_way_for_a_large_piece),
		cmocka_unit_test(a_piece_too_large_for_the_spare_chunks_leaves_them_for_later),
		cmocka_unit_test(a_copy_outlives_its_original),
		cmocka_unit_test(releasing_to_a_mark_gives_back_what_came_after),
		cmocka_unit_test(a_failure_after_the_mark_is_forgotten_with_it),
		cmocka_unit_test(memory_given_back_is_poisoned_for_the_sanitizer),
		cmocka_unit_test(neighbours_do_not_touch_for_the_sanitizer),
		cmocka_unit_test(a_refused_allocation_fails_the_turn_and_leaks_nothing),
		cmocka_unit_test(misuse_is_a_broken_promise),
	};
	return cmocka_run_group_tests_name("base/arena", tests, NULL, NULL);
}
