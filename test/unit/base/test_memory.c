#include "base/memory.h"

#include "check.h"

static void given_memory_is_aligned_and_ours(void **state)
{
	(void)state;
	for (size_t size = 1; size < 200; size++) {
		char *at = mem_alloc(size);
		assert_non_null(at);
		assert_int_equal((uintptr_t)at % 16, 0);
		memset(at, 0xff, size);
		mem_free(at);
	}
}

static void zeroed_memory_is_zero(void **state)
{
	(void)state;
	static const char zeros[1000];
	char *dirty = mem_alloc(sizeof zeros);
	assert_non_null(dirty);
	memset(dirty, 0xff, sizeof zeros);
	mem_free(dirty);
	char *clean = mem_alloc_zeroed(sizeof zeros);
	assert_non_null(clean);
	assert_memory_equal(clean, zeros, sizeof zeros);
	mem_free(clean);
}

static void resizing_keeps_the_bytes(void **state)
{
	(void)state;
	char *at = mem_resize(NULL, 4);
	assert_non_null(at);
	memcpy(at, "abcd", 4);
	at = mem_resize(at, 100000);
	assert_non_null(at);
	assert_memory_equal(at, "abcd", 4);
	at = mem_resize(at, 2);
	assert_non_null(at);
	assert_memory_equal(at, "ab", 2);
	mem_free(at);
}

static void freeing_nothing_is_nothing(void **state)
{
	(void)state;
	struct mem_watch watch = { 0 };
	mem_set_watch(&watch);
	mem_free(NULL);
	mem_set_watch(NULL);
	assert_int_equal(watch.live, 0);
}

static void a_watch_counts_what_is_asked_and_what_is_live(void **state)
{
	(void)state;
	struct mem_watch watch = { 0 };
	mem_set_watch(&watch);
	void *a = mem_alloc(1);
	void *b = mem_alloc_zeroed(1);
	void *c = mem_resize(NULL, 1);
	assert_int_equal(watch.asked, 3);
	assert_int_equal(watch.live, 3);
	c = mem_resize(c, 1000);
	assert_int_equal(watch.asked, 4);
	assert_int_equal(watch.live, 3);
	mem_free(a);
	mem_free(b);
	assert_int_equal(watch.live, 1);
	mem_free(c);
	assert_int_equal(watch.live, 0);
	mem_set_watch(NULL);
	mem_free(mem_alloc(1));
	assert_int_equal(watch.asked, 4);
}

static void the_nth_request_is_refused_and_only_that(void **state)
{
	(void)state;
	u64 n = 2;
	struct mem_watch watch = { .refuse = check_refuse_nth, .context = &n };
	mem_set_watch(&watch);
	void *first = mem_alloc(10);
	void *second = mem_alloc_zeroed(10);
	void *third = mem_resize(NULL, 10);
	mem_set_watch(NULL);
	assert_non_null(first);
	assert_null(second);
	assert_non_null(third);
	assert_int_equal(watch.live, 2);
	mem_free(first);
	mem_free(third);
}

static void a_refused_resize_leaves_the_old_piece(void **state)
{
	(void)state;
	char *at = mem_alloc(4);
	struct mem_watch watch = { .refuse = check_refuse_all };
	assert_non_null(at);
	memcpy(at, "abcd", 4);
	mem_set_watch(&watch);
	void *grown = mem_resize(at, 1000);
	mem_set_watch(NULL);
	assert_null(grown);
	assert_memory_equal(at, "abcd", 4);
	mem_free(at);
}

static void ask_for_nothing(void *context)
{
	mem_free(mem_alloc(*(size_t *)context));
}

static void resize_to_nothing(void *context)
{
	mem_free(mem_resize(NULL, *(size_t *)context));
}

static void zero_bytes_are_never_asked_for(void **state)
{
	(void)state;
	size_t zero = 0;
	assert_true(breaks_promise(ask_for_nothing, &zero));
	assert_true(breaks_promise(resize_to_nothing, &zero));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(given_memory_is_aligned_and_ours),
		cmocka_unit_test(zeroed_memory_is_zero),
		cmocka_unit_test(resizing_keeps_the_bytes),
		cmocka_unit_test(freeing_nothing_is_nothing),
		cmocka_unit_test(a_watch_counts_what_is_asked_and_what_is_live),
		cmocka_unit_test(the_nth_request_is_refused_and_only_that),
		cmocka_unit_test(a_refused_resize_leaves_the_old_piece),
		cmocka_unit_test(zero_bytes_are_never_asked_for),
	};
	return cmocka_run_group_tests_name("base/memory", tests, NULL, NULL);
}
