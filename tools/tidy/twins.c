/* Every folder of sources has a folder of unit tests: src/store/sqlite has tests directly in
 * test/unit/store/sqlite. The tools' tests stand in test/unit/tools. */
#include "tidy/check.h"

enum { TWIN_PATH_MAX = 512 };

static str file_name(str path)
{
	while (str_find(path, '/') < path.len) (void)str_split(&path, '/');
	return path;
}

/* With the slash at its end. */
static str folder_of(str path)
{
	return str_slice(path, 0, path.len - file_name(path).len);
}

static str twin_folder(str path, struct buf *out)
{
	str folder = folder_of(path);
	buf_add(out, STR("test/unit/"));
	if (path_is_below(path, "tools/")) buf_add(out, STR("tools/"));
	else buf_add(out, str_slice(folder, sizeof "src/" - 1, folder.len));
	return buf_view(out);
}

static bool is_watched(const struct source *source)
{
	return source->kind == SOURCE_C &&
	       (path_is_below(source->path, "src/") || path_is_below(source->path, "tools/"));
}

static bool has_tests(const struct tree *tree, str folder)
{
	for (u32 i = 0; i < tree->len; i++) {
		const struct source *source = tree->sources[i];
		if (source->kind == SOURCE_C && str_eq(folder_of(source->path), folder) &&
		    str_starts_with(file_name(source->path), STR("test_")))
			return true;
	}
	return false;
}

/* A folder is judged once, with the first of its sources. */
static bool is_first_of_folder(const struct tree *tree, u32 at)
{
	str folder = folder_of(tree->sources[at]->path);
	for (u32 i = 0; i < at; i++) {
		const struct source *source = tree->sources[i];
		if (is_watched(source) && str_eq(folder_of(source->path), folder)) return false;
	}
	return true;
}

void check_twins(const struct tree *tree, struct findings *findings)
{
	struct buf twin;
	buf_init(&twin, TWIN_PATH_MAX);
	for (u32 i = 0; i < tree->len; i++) {
		const struct source *source = tree->sources[i];
		if (!is_watched(source) || !is_first_of_folder(tree, i)) continue;
		buf_clear(&twin);
		str wanted = twin_folder(source->path, &twin);
		if (!buf_failed(&twin) && has_tests(tree, wanted)) continue;
		findings_add(findings, CHECK_TWIN, source, 0, "its folder has no unit test in %.*s",
			     STR_ARG(wanted));
	}
	buf_done(&twin);
}
