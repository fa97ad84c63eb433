/* All checks together. */
#include "fixture.h"

static void a_clean_project_has_no_finding(void **state)
{
	(void)state;
	expect(check_all, "", { "src/base/a.c", "#include \"base/a.h\"\n\nint f(void)\n{\n}\n" },
	       { "src/base/a.h",
		 "/* Keeps a. */\n#ifndef BELFRY_BASE_A_H\n#define BELFRY_BASE_A_H\n#endif\n" },
	       { "test/unit/base/test_a.c", "int main(void)\n{\n}\n" });
}

static void every_kind_of_finding_is_asked_for(void **state)
{
	(void)state;
	struct tree tree;
	struct findings findings;
	char wide[FILE_LINES_MAX + 103];
	memset(wide, '\n', sizeof wide - 1);
	memset(wide, 'a', 101);
	wide[sizeof wide - 1] = '\0';
	char long_function[FUNCTION_LINES_MAX + 20] = "int f(void) {";
	memset(long_function + 13, '\n', FUNCTION_LINES_MAX);
	memcpy(long_function + 13 + FUNCTION_LINES_MAX, "}", 2);
	given_tree(&tree,
		   (const struct given[]){
			   { "src/base/a.h", "#include \"base/a.h\"\n#include \"net/b.h\"\n" },
			   { "src/base/buf.c", "#include <time.h>\n" },
			   { "src/base/b.c", wide },
			   { "src/base/c.c", long_function },
			   { "src/base/d.c", "int f(void) {{{{{{ rand(); }}}}}} \n" },
			   { "src/base/e.def",
			     "X(A)\n/* What is there. */\nstruct a {};\nstruct a {};\n" },
			   { "tools/a.sh", "# FIX"
					   "ME\n" },
			   { "doc/a.md", "/"
					 "root/\n" },
			   { 0 } });
	findings_init(&findings, &tree.arena);
	check_all(&tree, &findings);
	for (u32 i = 0; i < CHECK_COUNT; i++) {
		if (findings.counts[i] || i == CHECK_FOLDER_CALL) continue; /* needs symbols */
		print_error("nothing found by %s\n", check_word((enum tidy_check)i));
		assert_true(false);
	}
	tree_done(&tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_clean_project_has_no_finding),
		cmocka_unit_test(every_kind_of_finding_is_asked_for),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
