/* The measures, counted by hand on a small project. */
#include "fixture.h"

#include "tidy/report.h"

static void expect_report(const struct given *files, const char *expected)
{
	struct tree tree;
	struct buf said;
	given_tree(&tree, files);
	buf_init(&said, FIXTURE_OUTPUT_MAX);
	report_print(&tree, &tree.arena, &said);
	assert_text(buf_view(&said), expected);
	buf_done(&said);
	tree_done(&tree);
}

static void a_small_project_is_measured(void **state)
{
	(void)state;
	expect_report(
		(const struct given[]){
			{ "src/base/a.c",
			  "/* why */\nint f(void)\n{\n\tmust(a);\n}\n\nint g(void) {}\n" },
			{ "src/engine/b.c",
			  "int h(void)\n{\n\tmust(a); must(b); /* must(c) */\n}\n" },
			{ "test/unit/base/test_a.c", "int a;\n\nint b;\nint c;\nint d;\nint e;\n" },
			{ "test/data/a.jsonl", "{}\n" },
			{ 0 } },
		"function median / p90 / longest  4 / 4 / 4  (target 13 / 37 / 70)\n"
		"file median / longest            4 / 7  (target 200 / 800)\n"
		"comment share                    10.0 %  (target 12 to 25)\n"
		"tests : code                     0.5  (target 1.5)\n"
		"non-static functions without a user in another file: 3\n"
		"  folder        files  functions    lines   comments   assertions per 1000 "
		"(engine and store: at least 35)\n"
		"  base              1          2        6      16.7 %         166.7\n"
		"  engine            1          1        4      0.0 %         500.0\n"
		"  all               2          3       10      10.0 %         300.0\n");
}

static void an_empty_project_divides_by_nothing(void **state)
{
	(void)state;
	expect_report((const struct given[]){ { "doc/a.md", "x\n" }, { 0 } },
		      "function median / p90 / longest  0 / 0 / 0  (target 13 / 37 / 70)\n"
		      "file median / longest            0 / 0  (target 200 / 800)\n"
		      "comment share                    0.0 %  (target 12 to 25)\n"
		      "tests : code                     0.0  (target 1.5)\n"
		      "non-static functions without a user in another file: 0\n"
		      "  folder        files  functions    lines   comments   assertions per 1000 "
		      "(engine and store: at least 35)\n"
		      "  all               0          0        0      0.0 %         0.0\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_small_project_is_measured),
		cmocka_unit_test(an_empty_project_divides_by_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
