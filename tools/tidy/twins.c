/* Every source file has its unit test: src/base/str.c has test/unit/base/test_str.c. The tools'
 * tests stand in test/unit/tools. */
#include "tidy/check.h"

enum { TWIN_PATH_MAX = 512 };

static str file_name(str path)
{
	while (str_find(path, '/') < path.len) (void)str_split(&path, '/');
	return path;
}

static str twin_path(str path, struct buf *out)
{
	str name = file_name(path);
	if (path_is_below(path, "tools/")) buf_add(out, STR("test/unit/tools/"));
	else {
		buf_add(out, STR("test/unit/"));
		buf_add(out, str_slice(path, sizeof "src/" - 1, path.len - name.len));
	}
	buf_add(out, STR("test_"));
	buf_add(out, name);
	return buf_view(out);
}

void check_twins(const struct tree *tree, struct findings *findings)
{
	struct buf twin;
	buf_init(&twin, TWIN_PATH_MAX);
	for (u32 i = 0; i < tree->len; i++) {
		const struct source *source = tree->sources[i];
		bool watched = path_is_below(source->path, "src/") ||
			       path_is_below(source->path, "tools/");
		if (source->kind != SOURCE_C || !watched) continue;
		buf_clear(&twin);
		str wanted = twin_path(source->path, &twin);
		if (!buf_failed(&twin) && tree_find(tree, wanted)) continue;
		findings_add(findings, CHECK_TWIN, source, 0, "has no unit test %.*s",
			     STR_ARG(wanted));
	}
	buf_done(&twin);
}
