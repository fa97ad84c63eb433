/* Calls that have a better replacement. */
#include "fixture.h"

static void a_banned_call_is_named_with_its_replacement(void **state)
{
	(void)state;
	expect(check_banned_calls,
	       "src/api/a.c:3: strcpy is banned here: use str_copy or buf_add [banned-call]\n",
	       { "src/api/a.c", "void f(void)\n{\n\tstrcpy(a, b);\n}\n" });
}

static void only_calls_count(void **state)
{
	(void)state;
	expect(check_banned_calls, "",
	       { "src/api/a.c",
		 "/* strcpy(a, b) */ char *s = \"strcpy(a, b)\"; my_strcpy(a, b);\n"
		 "x.time(1); y->free (z); int time; strcpy_x(a); msec time = 1;\n" });
}

static void a_call_is_seen_through_white_space_and_macros(void **state)
{
	(void)state;
	expect(check_banned_calls,
	       "src/api/a.c:1: atoi is banned here: use str_to_u64 [banned-call]\n"
	       "src/api/a.c:2: rand is banned here: use prng [banned-call]\n",
	       { "src/api/a.c", "#define A(x) atoi (x)\nint a = b > rand\n();\n" });
}

static void memory_is_taken_in_base_and_in_tests(void **state)
{
	(void)state;
	expect(check_banned_calls,
	       "src/model/a.c:1: free is banned here: use base/memory.h or an arena "
	       "[banned-call]\n"
	       "src/model/a.c:1: malloc is banned here: use base/memory.h or an arena "
	       "[banned-call]\n",
	       { "src/model/a.c", "free(malloc(1));\n" },
	       { "src/base/memory.c", "free(malloc(1));\n" },
	       { "test/unit/base/test_a.c", "free(malloc(1));\n" });
}

static void the_clock_is_read_in_one_file(void **state)
{
	(void)state;
	expect(check_banned_calls,
	       "src/pump/pump.c:1: time is banned here: use the `now` that was handed in "
	       "[banned-call]\n"
	       "test/unit/base/test_a.c:1: clock_gettime is banned here: use the `now` that was "
	       "handed in [banned-call]\n",
	       { "src/host/clock.c", "time(NULL); clock_gettime(a, b);\n" },
	       { "src/pump/pump.c", "time(NULL);\n" },
	       { "test/unit/base/test_a.c", "clock_gettime(a, b);\n" },
	       { "test/bench/bench_a.c", "clock_gettime(a, b);\n" });
}

static void what_may_be_guessed_is_compared_in_constant_time(void **state)
{
	(void)state;
	expect(check_banned_calls,
	       "src/api/token.c:1: memcmp is banned here: use secret_eq or token_hash_eq "
	       "[banned-call]\n",
	       { "src/api/token.c", "CRYPTO_memcmp(a, b, 1); memcmp(a, b, 1);\n" },
	       { "src/api/route_limits.c", "memcmp(a, b, 1);\n" });
}

static void a_pure_folder_asks_no_environment(void **state)
{
	(void)state;
	expect(check_banned_calls,
	       "src/engine/a.c:1: getenv is banned here: use an argument: the environment belongs "
	       "to server [banned-call]\n",
	       { "src/engine/a.c", "getenv(a);\n" }, { "src/server/a.c", "getenv(a);\n" });
}

static void a_unit_test_never_waits(void **state)
{
	(void)state;
	expect(check_banned_calls,
	       "test/unit/base/test_a.c:1: sleep is banned here: use a timer; a test never waits "
	       "[banned-call]\n",
	       { "test/unit/base/test_a.c", "sleep(1);\n" });
}

static void documents_may_speak_of_anything(void **state)
{
	(void)state;
	expect(check_banned_calls, "", { "doc/a.md", "never strcpy(a, b)\n" },
	       { "tools/a.sh", "time (make)\n" });
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_banned_call_is_named_with_its_replacement),
		cmocka_unit_test(only_calls_count),
		cmocka_unit_test(a_call_is_seen_through_white_space_and_macros),
		cmocka_unit_test(memory_is_taken_in_base_and_in_tests),
		cmocka_unit_test(the_clock_is_read_in_one_file),
		cmocka_unit_test(what_may_be_guessed_is_compared_in_constant_time),
		cmocka_unit_test(a_pure_folder_asks_no_environment),
		cmocka_unit_test(a_unit_test_never_waits),
		cmocka_unit_test(documents_may_speak_of_anything),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
