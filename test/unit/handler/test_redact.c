#include "handler/redact.h"

#include "handler/own_arena.h"

static void a_secret_is_blotted_out_wherever_it_stands(void **state)
{
	(void)state;
	assert_str(redact(STR("a hunter2 b hunter2"), STR("hunter2"), &arena),
		   STR("a [secret] b [secret]"));
	assert_str(redact(STR("hunter2"), STR("hunter2"), &arena), STR("[secret]"));
	assert_str(redact(STR("nothing here"), STR("hunter2"), &arena), STR("nothing here"));
	assert_str(redact(STR(""), STR("hunter2"), &arena), STR(""));
}

static void also_as_json_writes_it(void **state)
{
	(void)state;
	assert_str(redact(STR("{\"a\":\"x\\\"y\\\\z!\"}"), STR("x\"y\\z!"), &arena),
		   STR("{\"a\":\"[secret]\"}"));
}

static void what_was_cut_off_leaves_no_beginning_of_one(void **state)
{
	(void)state;
	assert_str(redact_end(STR("a hunter"), STR("hunter2")), STR("a "));
	assert_str(redact_end(STR("a hunt"), STR("hunter2")), STR("a "));
	assert_str(redact_end(STR("a hun"), STR("hunter2")), STR("a hun"));
	assert_str(redact_end(STR("hunter and"), STR("hunter2")), STR("hunter and"));
	assert_str(redact_end(STR(""), STR("hunter2")), STR(""));
}

static void what_is_too_short_to_be_one_is_left(void **state)
{
	(void)state;
	assert_str(redact(STR("abcabc"), STR("abc"), &arena), STR("abcabc"));
	assert_str(redact(STR("abcabc"), STR(""), &arena), STR("abcabc"));
}

static void without_memory_rather_nothing_than_the_secret(void **state)
{
	(void)state;
	struct arena none;
	arena_init(&none, 8);
	assert_int_equal(redact(STR("a hunter2 b"), STR("hunter2"), &none).len, 0);
	arena_done(&none);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_secret_is_blotted_out_wherever_it_stands),
		cmocka_unit_test(also_as_json_writes_it),
		cmocka_unit_test(what_was_cut_off_leaves_no_beginning_of_one),
		cmocka_unit_test(what_is_too_short_to_be_one_is_left),
		cmocka_unit_test(without_memory_rather_nothing_than_the_secret),
	};
	return cmocka_run_group_tests(tests, open_arena, close_arena);
}
