/* How files and comments begin. */
#include "fixture.h"

static void a_file_without_an_opening_comment_is_found(void **state)
{
	(void)state;
	expect(check_openings,
	       "src/a/a.h:1: does not begin with a comment that says what it is responsible for "
	       "[opening]\n"
	       "src/a/b.c:1: does not begin with a comment that says what it is responsible for "
	       "[opening]\n",
	       { "src/a/a.h", "#define A 1\n/* Later. */\n" },
	       { "src/a/b.c", "#include \"a.h\"\n" });
}

static void a_header_speaks_for_its_source(void **state)
{
	(void)state;
	expect(check_openings, "", { "src/a/a.h", "/* Keeps a. */\n" },
	       { "src/a/a.c", "#include \"a/a.h\"\n" }, { "src/a/b.def", "/* Every b. */\n" },
	       { "test/unit/a/test_a.c", "#include \"a/a.h\"\n" }, { "doc/a.md", "# A\n" });
}

static void a_clause_without_a_noun_is_found(void **state)
{
	(void)state;
	expect(check_headless,
	       "src/a/a.c:1: a comment begins with \"What\": name the thing [headless]\n"
	       "src/a/a.c:3: a comment begins with \"Whoever\": name the thing [headless]\n"
	       "src/a/a.c:5: a comment begins with \"It\": name the thing [headless]\n"
	       "src/a/b.def:1: a comment begins with \"Those\": name the thing [headless]\n",
	       { "src/a/a.c", "/* What waits. */\n\nint a; /*\n * Whoever waits. */\n"
			      "/* ---- It is there ---- */\n" },
	       { "src/a/b.def", "/* Those that wait. */\n" });
}

static void nouns_strings_and_later_words_are_fine(void **state)
{
	(void)state;
	expect(check_headless, "",
	       { "src/a/a.c", "/* The run that waits. What it waits for is told. */\n"
			      "/* It waits. */\n/* Whether it waits. */\n"
			      "char *s = \"/* What */\";\nchar c = '\"'; /* a */\n" },
	       { "doc/a.md", "/* What */\n" });
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_file_without_an_opening_comment_is_found),
		cmocka_unit_test(a_header_speaks_for_its_source),
		cmocka_unit_test(a_clause_without_a_noun_is_found),
		cmocka_unit_test(nouns_strings_and_later_words_are_fine),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
