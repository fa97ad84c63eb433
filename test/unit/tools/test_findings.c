/* The list of findings, and the exceptions from it. */
#include "fixture.h"

static void add_three(const struct tree *tree, struct findings *findings)
{
	findings_add(findings, CHECK_NESTING, tree->sources[0], 7, "%d deep", 5);
	findings_add(findings, CHECK_TWIN, tree->sources[0], 0, "alone");
	findings_add(findings, CHECK_NESTING, tree->sources[0], 9, "%d deep", 6);
}

static void findings_are_told_in_their_order(void **state)
{
	(void)state;
	expect(add_three,
	       "src/a.c:7: 5 deep [nesting]\nsrc/a.c: alone [twin]\nsrc/a.c:9: 6 deep [nesting]\n",
	       { "src/a.c", "" });
}

static void findings_are_counted_by_check(void **state)
{
	(void)state;
	struct tree tree;
	struct findings findings;
	given_tree(&tree, (const struct given[]){ { "src/a.c", "" }, { 0 } });
	findings_init(&findings, &tree.arena);
	assert_int_equal(findings_count(&findings), 0);
	add_three(&tree, &findings);
	assert_int_equal(findings_count(&findings), 3);
	assert_int_equal(findings.counts[CHECK_NESTING], 2);
	assert_int_equal(findings.counts[CHECK_TWIN], 1);
	tree_done(&tree);
}

static void an_excepted_finding_is_taken_out(void **state)
{
	(void)state;
	expect(check_system_headers, "", { "src/base/buf.c", "#include <stdio.h>\n" });
}

static void an_exception_covers_only_what_it_names(void **state)
{
	(void)state;
	expect(check_system_headers,
	       "src/base/buf.c:1: <fcntl.h> is not among what a pure folder may see "
	       "[system-header]\n"
	       "src/base/str.c:1: <stdio.h> is not among what a pure folder may see "
	       "[system-header]\n",
	       { "src/base/buf.c", "#include <fcntl.h>\n" },
	       { "src/base/str.c", "#include <stdio.h>\n" });
}

static void check_headers_and_close(const struct tree *tree, struct findings *findings)
{
	check_system_headers(tree, findings);
	findings_close(findings, tree);
}

static void an_exception_nobody_needs_is_a_finding(void **state)
{
	(void)state;
	expect(check_headers_and_close, "", { "src/base/buf.c", "#include <stdio.h>\n" });
	expect(check_headers_and_close,
	       "src/base/buf.c: the exception for system-header is not needed any more (buf_addf "
	       "formats into memory by vsnprintf) [exception]\n",
	       { "src/base/buf.c", "" });
	expect(check_headers_and_close, "", { "src/base/other.c", "" });
}

static void running_out_of_memory_is_said(void **state)
{
	(void)state;
	struct tree tree;
	struct arena small;
	struct findings findings;
	given_tree(&tree, (const struct given[]){ { "src/a.c", "" }, { 0 } });
	arena_init(&small, 1);
	findings_init(&findings, &small);
	findings_add(&findings, CHECK_NESTING, tree.sources[0], 1, "a");
	assert_true(findings.failed);
	assert_int_equal(findings_count(&findings), 0);
	arena_done(&small);
	tree_done(&tree);
}

static void every_check_has_a_word_and_a_demand(void **state)
{
	(void)state;
	for (u32 i = 0; i < CHECK_COUNT; i++) {
		assert_true(str_from(check_word((enum tidy_check)i)).len > 0);
		assert_true(str_from(check_demand((enum tidy_check)i)).len > 10);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(findings_are_told_in_their_order),
		cmocka_unit_test(findings_are_counted_by_check),
		cmocka_unit_test(an_excepted_finding_is_taken_out),
		cmocka_unit_test(an_exception_covers_only_what_it_names),
		cmocka_unit_test(an_exception_nobody_needs_is_a_finding),
		cmocka_unit_test(running_out_of_memory_is_said),
		cmocka_unit_test(every_check_has_a_word_and_a_demand),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
