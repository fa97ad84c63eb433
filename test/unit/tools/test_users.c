/* Functions that could be static. */
#include "fixture.h"

static void expect_lonely(const char *expected, const struct given *files)
{
	struct tree tree;
	struct buf said;
	given_tree(&tree, files);
	buf_init(&said, FIXTURE_OUTPUT_MAX);
	u32 lonely = count_lonely_functions(&tree, &tree.arena, &said);
	assert_text(buf_view(&said), expected);
	u32 lines = 0;
	for (size_t i = 0; i < said.len; i++) lines += said.at[i] == '\n';
	assert_int_equal(lonely, lines);
	buf_done(&said);
	tree_done(&tree);
}

#define lonely(expected, ...) expect_lonely(expected, (const struct given[]){ __VA_ARGS__, { 0 } })

static void a_user_in_another_file_is_enough(void **state)
{
	(void)state;
	lonely("", { "src/base/a.c", "int f(void) { return 1; }\n" },
	       { "src/base/b.c", "int g = f;\n" });
}

static void a_declaration_or_a_test_is_no_user(void **state)
{
	(void)state;
	lonely("src/base/a.c:1: f has no user in another file\n",
	       { "src/base/a.c", "int f(void) { return f(); }\n" },
	       { "src/base/a.h", "int f(void);\n" },
	       { "test/unit/base/test_a.c", "int g(void) { return f(); }\n" });
}

static void an_inline_function_a_macro_or_a_table_uses_what_it_names(void **state)
{
	(void)state;
	lonely("", { "src/base/a.c", "int f(void) {}\nint g(void) {}\nint h(void) {}\n" },
	       { "src/base/a.h", "static inline int i(void) { return f(); }\n"
				 "#define G \\\n\tg()\n" },
	       { "src/base/a.def", "X(h, \"a row\")\n" });
}

static void what_the_library_declares_has_users_elsewhere(void **state)
{
	(void)state;
	lonely("", { "src/embed/a.c", "int f(void) { return 1; }\n" },
	       { "include/belfry.h", "int f(void);\n" });
}

static void static_functions_and_main_are_not_asked(void **state)
{
	(void)state;
	lonely("", { "src/base/a.c", "static int f(void) {}\nint main(void) {}\n" });
	lonely("", { "test/zones/a.c", "int f(void) {}\n" });
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_user_in_another_file_is_enough),
		cmocka_unit_test(a_declaration_or_a_test_is_no_user),
		cmocka_unit_test(an_inline_function_a_macro_or_a_table_uses_what_it_names),
		cmocka_unit_test(what_the_library_declares_has_users_elsewhere),
		cmocka_unit_test(static_functions_and_main_are_not_asked),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
