/* The rows of a .def table say in words what they mean. */
#include "fixture.h"

static void a_row_with_a_sentence_passes(void **state)
{
	(void)state;
	expect(check_def_rows, "",
	       { "src/base/a.def", "#define A(X) \\\n\tX(ONE, 1, \"the first\") \\\n"
				   "\tX(TWO, f(2), \"the \\\"second\\\"\")\n" });
}

static void a_row_without_one_is_shown(void **state)
{
	(void)state;
	expect(check_def_rows,
	       "src/base/a.def:2: a row without a sentence: X(ONE, 1, \"\") [def-sentence]\n"
	       "src/base/a.def:3: a row without a sentence: X(TWO, \"12\") [def-sentence]\n"
	       "src/base/a.def:4: a row without a sentence: X(THREE) [def-sentence]\n",
	       { "src/base/a.def",
		 "#define A(X) \\\n\tX(ONE, 1, \"\") \\\n\tX(TWO, \"12\") \\\n\tX(THREE)\n" });
}

static void a_row_may_take_several_lines(void **state)
{
	(void)state;
	expect(check_def_rows, "",
	       { "src/base/a.def", "#define A(X) \\\n\tX(ONE, 1, \\\n\t  \"the (first)\")\n" });
}

static void rows_in_comments_and_in_other_files_are_none(void **state)
{
	(void)state;
	expect(check_def_rows, "", { "src/base/a.def", "/* X(ONE) */ \"X(TWO)\"\n" },
	       { "src/base/a.c", "X(ONE)\n" },
	       { "src/base/b.def", "enum {\n#define X(name, text) name,\n\tA(X)\n#undef X\n};\n" });
}

static void an_open_row_ends_with_its_file(void **state)
{
	(void)state;
	expect(check_def_rows,
	       "src/base/a.def:1: a row without a sentence: X(ONE, 1 [def-sentence]\n",
	       { "src/base/a.def", "X(ONE, 1" });
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_row_with_a_sentence_passes),
		cmocka_unit_test(a_row_without_one_is_shown),
		cmocka_unit_test(a_row_may_take_several_lines),
		cmocka_unit_test(rows_in_comments_and_in_other_files_are_none),
		cmocka_unit_test(an_open_row_ends_with_its_file),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
