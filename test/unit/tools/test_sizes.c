/* Limits of functions, files, lines and nesting: exactly at the wall, and one past it. */
#include "fixture.h"

/* `head`, then `count` times `line`, then `tail`. */
static void expect_repeated(const char *head, const char *line, u32 count, const char *tail,
			    const char *expected)
{
	struct buf text;
	buf_init(&text, FIXTURE_OUTPUT_MAX);
	buf_add(&text, str_from(head));
	for (u32 i = 0; i < count; i++) buf_add(&text, str_from(line));
	buf_add(&text, str_from(tail));
	char *terminated = buf_take(&text);
	assert_non_null(terminated);
	expect(check_sizes, expected, { "src/base/a.c", terminated });
	buf_init(&text, 1);
	text.at = terminated;
	buf_done(&text);
}

static void a_function_has_at_most_seventy_lines(void **state)
{
	(void)state;
	expect_repeated("int f(void)\n{\n", "\tg();\n", 67, "}\n", "");
	expect_repeated(
		"int f(void)\n{\n", "\tg();\n", 68, "}\n",
		"src/base/a.c:1: f has 71 lines, at most 70 are allowed [function-length]\n");
}

static void a_file_has_at_most_eight_hundred_lines(void **state)
{
	(void)state;
	expect_repeated("", "int a;\n", 800, "", "");
	expect_repeated("", "int a;\n", 800, "int b;",
			"src/base/a.c: 801 lines, at most 800 are allowed [file-length]\n");
}

static void a_line_has_at_most_a_hundred_columns(void **state)
{
	(void)state;
	expect_repeated("", "a", 100, "\n", "");
	expect_repeated("\n", "a", 101, "\n",
			"src/base/a.c:2: 101 columns, at most 100 are allowed [line-length]\n");
}

static void a_tab_is_eight_columns_and_a_letter_one(void **state)
{
	(void)state;
	expect_repeated("\t", "a", 92, "", "");
	expect_repeated("\t", "a", 93, "",
			"src/base/a.c:1: 101 columns, at most 100 are allowed [line-length]\n");
	expect_repeated("ab\t", "a", 92, "", "");
	expect_repeated("", "\xc3\xa9", 100, "", "");
}

static void nesting_is_at_most_four(void **state)
{
	(void)state;
	expect(check_sizes, "",
	       { "src/base/a.c", "void f(void) { if (a) { if (b) { if (c) { d(); }}}}" });
	expect(check_sizes, "src/base/a.c:1: f is nested 5 deep, at most 4 is allowed [nesting]\n",
	       { "src/base/a.c", "void f(void) { if (a) { if (b) { if (c) { if (d) { e(); }}}}}" });
}

static void scripts_are_as_wide_as_code_tables_wider_and_documents_free(void **state)
{
	(void)state;
	char wide[242];
	memset(wide, 'a', sizeof wide - 1);
	wide[sizeof wide - 1] = '\0';
	expect(check_sizes,
	       "src/base/a.def:1: 241 columns, at most 240 are allowed [line-length]\n"
	       "tools/a.sh:1: 241 columns, at most 100 are allowed [line-length]\n",
	       { "doc/a.md", wide }, { "src/base/a.def", wide }, { "src/base/b.def", wide + 1 },
	       { "tools/a.sh", wide });
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_function_has_at_most_seventy_lines),
		cmocka_unit_test(a_file_has_at_most_eight_hundred_lines),
		cmocka_unit_test(a_line_has_at_most_a_hundred_columns),
		cmocka_unit_test(a_tab_is_eight_columns_and_a_letter_one),
		cmocka_unit_test(nesting_is_at_most_four),
		cmocka_unit_test(scripts_are_as_wide_as_code_tables_wider_and_documents_free),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
