/* Functions and includes, found without a compiler. */
#include "fixture.h"

/* "name line length nesting" for each function, with "static" in front of those that are. */
static void expect_functions(const char *text, const char *expected)
{
	struct tree tree;
	struct buf said;
	given_tree(&tree, (const struct given[]){ { "src/base/a.c", text }, { 0 } });
	buf_init(&said, FIXTURE_OUTPUT_MAX);
	for (const struct function *it = tree.sources[0]->functions; it; it = it->next)
		buf_addf(&said, "%s%.*s %u %u %u\n", it->is_static ? "static " : "",
			 STR_ARG(it->name), it->line, it->length, it->nesting);
	assert_text(buf_view(&said), expected);
	buf_done(&said);
	tree_done(&tree);
}

static void a_function_is_as_long_as_its_declaration_and_body(void **state)
{
	(void)state;
	expect_functions("int f(void)\n{\n\treturn 1;\n}\n", "f 1 4 1\n");
	expect_functions("int a;\n\nstatic int\nf(int a,\n  int b)\n{\n}\n", "static f 3 5 1\n");
	expect_functions("void a(void) {}\nvoid b(void) {}\n", "a 1 1 1\nb 2 1 1\n");
}

static void the_comment_above_does_not_count(void **state)
{
	(void)state;
	expect_functions("/* why\n * not */\nint f(void)\n{\n}\n", "f 3 3 1\n");
}

static void declarations_structs_and_tables_are_not_functions(void **state)
{
	(void)state;
	expect_functions("int f(int a);\nstruct a { int b; };\nenum { A };\n"
			 "static const int t[] = { 1, 2 };\nint g(void) { return 0; }\n",
			 "g 5 1 1\n");
}

static void attributes_behind_the_parameters_are_looked_through(void **state)
{
	(void)state;
	expect_functions("void f(int a) PRINTF_LIKE(1, 2)\n{\n}\n", "f 1 3 1\n");
	expect_functions("void f(int a) __attribute__((cold)) {}\n", "f 1 1 1\n");
	expect_functions("TEST(a_story) {}\n", "TEST 1 1 1\n");
}

static void blocks_nest_and_literals_do_not(void **state)
{
	(void)state;
	expect_functions(
		"void f(void) {\n\tif (a) {\n\t\tfor (;;) { b(); }\n\t} else { c(); }\n}\n",
		"f 1 5 3\n");
	expect_functions("str f(void) { if (a) return (str){ 0 }; b((str){ c, { d } }); }\n",
			 "f 1 1 1\n");
	expect_functions("void f(void) { int a[] = { 1, { 2 } }; do { b(); } while (c); }\n",
			 "f 1 1 2\n");
	expect_functions("void f(void) { each(a, b) { switch (c) { case 1: { d(); } } } }\n",
			 "f 1 1 4\n");
}

static void braces_in_macros_strings_and_comments_do_not_count(void **state)
{
	(void)state;
	expect_functions("#define A {\\\n{\nvoid f(void) { b(\"{\", '{'); /* { */ }\n",
			 "f 3 1 1\n");
}

static void an_unbalanced_file_is_survived(void **state)
{
	(void)state;
	expect_functions("}\n}\nvoid f(void) {}\n", "f 3 1 1\n");
	expect_functions("void f(void) { {\n", "");
	expect_functions(")) {\n}\n", "");
}

static void expect_includes(const char *text, const char *expected)
{
	struct tree tree;
	struct buf said;
	given_tree(&tree, (const struct given[]){ { "src/base/a.c", text }, { 0 } });
	buf_init(&said, FIXTURE_OUTPUT_MAX);
	for (const struct include *it = tree.sources[0]->includes; it; it = it->next)
		buf_addf(&said, "%u %.*s%s\n", it->line, STR_ARG(it->path),
			 it->quoted ? " quoted" : "");
	assert_text(buf_view(&said), expected);
	buf_done(&said);
	tree_done(&tree);
}

static void includes_are_read_with_their_line(void **state)
{
	(void)state;
	expect_includes("#include \"a/b.h\"\n\n#include <c.h> /* \"d\" */\n  #  include \"e.h\"\n",
			"1 a/b.h quoted\n3 c.h\n4 e.h quoted\n");
}

static void what_only_looks_like_an_include_is_none(void **state)
{
	(void)state;
	expect_includes("/* #include <a.h> */\n// #include <b.h>\nf(\"#include <c.h>\");\n", "");
	expect_includes("#include MACRO\n#include \"open\n#if 0\n", "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_function_is_as_long_as_its_declaration_and_body),
		cmocka_unit_test(the_comment_above_does_not_count),
		cmocka_unit_test(declarations_structs_and_tables_are_not_functions),
		cmocka_unit_test(attributes_behind_the_parameters_are_looked_through),
		cmocka_unit_test(blocks_nest_and_literals_do_not),
		cmocka_unit_test(braces_in_macros_strings_and_comments_do_not_count),
		cmocka_unit_test(an_unbalanced_file_is_survived),
		cmocka_unit_test(includes_are_read_with_their_line),
		cmocka_unit_test(what_only_looks_like_an_include_is_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
