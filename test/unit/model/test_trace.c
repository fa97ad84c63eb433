/* A run's trace context and its hops, in one text. */
#include "base/check.h"
#include "model/trace.h"

#define PARENT STR("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")

static void both_come_back_as_they_were(void **state)
{
	static const u32 hops[] = { 0, 1, 8, 10, 99 };
	struct arena arena;
	(void)state;
	arena_init(&arena, 1 << 16);
	for (u32 i = 0; i < countof(hops); i++) {
		str whole = trace_make(&arena, PARENT, hops[i]);
		assert_str(trace_parent(whole), PARENT);
		assert_str(trace_id(whole), str_slice(PARENT, 3, 35));
		assert_int_equal(trace_hops(whole), hops[i]);
		str bare = trace_make(&arena, STR(""), hops[i]);
		assert_int_equal(trace_parent(bare).len, 0);
		assert_int_equal(trace_id(bare).len, 0);
		assert_int_equal(trace_hops(bare), hops[i]);
	}
	assert_str(trace_make(&arena, PARENT, 0), PARENT);
	arena_done(&arena);
}

static void what_is_no_number_counts_as_none(void **state)
{
	(void)state;
	assert_int_equal(trace_hops(STR("")), 0);
	assert_int_equal(trace_hops(STR("00-x")), 0);
	assert_int_equal(trace_hops(STR("00-x;hops=")), 0);
	assert_int_equal(trace_hops(STR("00-x;hops=many")), 0);
	assert_int_equal(trace_hops(STR("00-x;hops=100")), 0);
	assert_int_equal(trace_hops(STR("00-x;jumps=1")), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_come_back_as_they_were),
		cmocka_unit_test(what_is_no_number_counts_as_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
