/* Reading a project's files from disk. */
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH_ROOM = 4096 };

struct folder {
	char root[PATH_ROOM];
};

static void path_in(const struct folder *folder, const char *inner, char *out)
{
	int len = snprintf(out, PATH_ROOM, "%s/%s", folder->root, inner);
	assert_true(len > 0 && len < PATH_ROOM);
}

static void given_folder(struct folder *folder)
{
	const char *where = getenv("TMPDIR");
	int len = snprintf(folder->root, sizeof folder->root - 32, "%s/tidy-XXXXXX",
			   where ? where : "/tmp");
	assert_true(len > 0 && (size_t)len < sizeof folder->root - 32);
	assert_non_null(mkdtemp(folder->root));
}

static void given_inner_folder(const struct folder *folder, const char *inner)
{
	char path[PATH_ROOM];
	path_in(folder, inner, path);
	assert_int_equal(mkdir(path, 0700), 0);
}

static void given_file(const struct folder *folder, const char *inner, const char *text)
{
	char path[PATH_ROOM];
	path_in(folder, inner, path);
	FILE *file = fopen(path, "wb");
	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

/* `inner` lists everything that was made, children first. */
static void remove_folder(const struct folder *folder, const char *const *inner)
{
	for (; *inner; inner++) {
		char path[PATH_ROOM];
		path_in(folder, *inner, path);
		assert_int_equal(remove(path), 0);
	}
	assert_int_equal(rmdir(folder->root), 0);
}

static void files_are_read_with_their_path_from_the_root(void **state)
{
	(void)state;
	struct folder folder;
	struct tree tree;
	struct why why;
	given_folder(&folder);
	given_inner_folder(&folder, "src");
	given_inner_folder(&folder, "src/base");
	given_file(&folder, "src/base/b.c", "int f(void)\n{\n}\n");
	given_file(&folder, "src/base/a.h", "#include <x.h>\n");
	given_file(&folder, "README.md", "");
	tree_init(&tree);
	assert_int_equal(tree_load(&tree, folder.root, &why), ERR_OK);
	assert_int_equal(tree.len, 3);
	assert_text(tree.sources[0]->path, "README.md");
	assert_text(tree.sources[1]->path, "src/base/a.h");
	assert_text(tree.sources[2]->path, "src/base/b.c");
	assert_text(tree.sources[1]->includes->path, "x.h");
	assert_text(tree.sources[2]->functions->name, "f");
	assert_int_equal(tree.sources[2]->lines, 3);
	tree_done(&tree);
	remove_folder(&folder, (const char *const[]){ "README.md", "src/base/a.h", "src/base/b.c",
						      "src/base", "src", NULL });
}

static void what_is_built_and_links_are_left_out(void **state)
{
	(void)state;
	struct folder folder;
	struct tree tree;
	struct why why;
	char link[PATH_ROOM];
	given_folder(&folder);
	given_inner_folder(&folder, "build");
	given_inner_folder(&folder, ".ci");
	given_file(&folder, "build/a.c", "");
	given_file(&folder, ".ci/run", "#!/bin/sh\n");
	path_in(&folder, "loop", link);
	assert_int_equal(symlink(".", link), 0);
	tree_init(&tree);
	assert_int_equal(tree_load(&tree, folder.root, &why), ERR_OK);
	assert_int_equal(tree.len, 1);
	assert_text(tree.sources[0]->path, ".ci/run");
	assert_int_equal(tree.sources[0]->kind, SOURCE_SCRIPT);
	tree_done(&tree);
	remove_folder(&folder, (const char *const[]){ "loop", ".ci/run", "build/a.c", ".ci",
						      "build", NULL });
}

static void a_missing_root_is_an_error_that_names_it(void **state)
{
	(void)state;
	struct tree tree;
	struct why why;
	tree_init(&tree);
	assert_int_equal(tree_load(&tree, "/nowhere/at-all", &why), ERR_IO);
	assert_text(str_from(why.text), "cannot open /nowhere/at-all");
	tree_done(&tree);
}

static void kinds_are_told_by_name_and_first_line(void **state)
{
	(void)state;
	struct tree tree;
	given_tree(&tree, (const struct given[]){ { "a.c", "" },
						  { "b.h", "" },
						  { "c.def", "" },
						  { "d.py", "" },
						  { "e", "#!/bin/sh\n" },
						  { "f", "text\n" },
						  { "g/Makefile", "" },
						  { 0 } });
	const enum source_kind expected[] = { SOURCE_C,      SOURCE_HEADER, SOURCE_DEF,
					      SOURCE_SCRIPT, SOURCE_SCRIPT, SOURCE_OTHER,
					      SOURCE_SCRIPT };
	assert_int_equal(tree.len, countof(expected));
	for (u32 i = 0; i < tree.len; i++) assert_int_equal(tree.sources[i]->kind, expected[i]);
	tree_done(&tree);
}

static void a_file_is_found_by_its_whole_path(void **state)
{
	(void)state;
	struct tree tree;
	given_tree(&tree, (const struct given[]){ { "b/c", "" }, { "a", "" }, { "b", "" }, { 0 } });
	assert_text(tree_find(&tree, STR("b/c"))->path, "b/c");
	assert_text(tree_find(&tree, STR("b"))->path, "b");
	assert_null(tree_find(&tree, STR("b/")));
	assert_null(tree_find(&tree, STR("")));
	tree_done(&tree);
	tree_init(&tree);
	assert_null(tree_find(&tree, STR("b")));
	tree_done(&tree);
}

static void lines_are_counted_with_and_without_a_last_newline(void **state)
{
	(void)state;
	struct tree tree;
	given_tree(&tree, (const struct given[]){
				  { "a", "x\ny\n" }, { "b", "x\ny" }, { "c", "" }, { 0 } });
	assert_int_equal(tree.sources[0]->lines, 2);
	assert_int_equal(tree.sources[1]->lines, 2);
	assert_int_equal(tree.sources[2]->lines, 0);
	assert_int_equal(source_line_of(tree.sources[0], 0), 1);
	assert_int_equal(source_line_of(tree.sources[0], 2), 2);
	tree_done(&tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files_are_read_with_their_path_from_the_root),
		cmocka_unit_test(what_is_built_and_links_are_left_out),
		cmocka_unit_test(a_missing_root_is_an_error_that_names_it),
		cmocka_unit_test(kinds_are_told_by_name_and_first_line),
		cmocka_unit_test(a_file_is_found_by_its_whole_path),
		cmocka_unit_test(lines_are_counted_with_and_without_a_last_newline),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
