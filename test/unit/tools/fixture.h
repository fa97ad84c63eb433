/* A project of a few lines, held in memory, and what a check says about it. */
#ifndef BELFRY_TEST_FIXTURE_H
#define BELFRY_TEST_FIXTURE_H

#include "tidy/check.h"
#include "tidy/tree.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

struct given {
	const char *path;
	const char *text;
};

enum { FIXTURE_OUTPUT_MAX = 1 << 20 };

static inline void given_tree(struct tree *tree, const struct given *files)
{
	struct why why;
	tree_init(tree);
	for (; files->path; files++) {
		enum err err = tree_add(tree, str_from(files->path), str_from(files->text), &why);
		assert_int_equal(err, ERR_OK);
	}
	tree_sort(tree);
}

static inline void assert_text(str actual, const char *expected)
{
	if (str_eq(actual, str_from(expected))) return;
	print_error("got:\n%.*s\nexpected:\n%s\n", STR_ARG(actual), expected);
	assert_true(false);
}

typedef void check_function(const struct tree *tree, struct findings *findings);

static inline void expect_findings(check_function *check, const char *expected,
				   const struct given *files)
{
	struct tree tree;
	struct findings findings;
	struct buf said;
	given_tree(&tree, files);
	findings_init(&findings, &tree.arena);
	buf_init(&said, FIXTURE_OUTPUT_MAX);
	check(&tree, &findings);
	assert_false(findings.failed);
	findings_print(&findings, &said);
	assert_text(buf_view(&said), expected);
	buf_done(&said);
	tree_done(&tree);
}

/* expect(check_x, "what it finds\n", { "path", "text" }, ...); nothing to find is "". */
#define expect(check, expected, ...) \
	expect_findings(check, expected, (const struct given[]){ __VA_ARGS__, { 0 } })

#endif
