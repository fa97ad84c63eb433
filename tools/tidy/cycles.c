/* Include cycles: a depth-first walk over the quoted includes of src. */
#include "tidy/check.h"

#include "base/must.h"

enum { INCLUDE_DEPTH_MAX = 200 };

enum mark { MARK_NEW, MARK_OPEN, MARK_CLOSED };

struct cycle_walk {
	const struct tree *tree;
	struct findings *findings;
	u8 *marks; /* enum mark for each source */
	const struct source *path[INCLUDE_DEPTH_MAX];
	u32 depth;
};

static bool find_index(const struct tree *tree, str include, u32 *out_index)
{
	for (u32 i = 0; i < tree->len; i++) {
		str path = tree->sources[i]->path;
		if (path.len != include.len + 4 || !path_is_below(path, "src/")) continue;
		if (!str_eq(str_from_offset(path, 4), include)) continue;
		*out_index = i;
		return true;
	}
	return false;
}

static void report(struct cycle_walk *walk, const struct source *target, u32 line)
{
	struct buf text;
	buf_init(&text, 900);
	bool inside = false;
	for (u32 i = 0; i < walk->depth; i++) {
		if (walk->path[i] == target) inside = true;
		if (inside) buf_addf(&text, "%.*s -> ", STR_ARG(walk->path[i]->path));
	}
	must(inside);
	buf_add(&text, target->path);
	findings_add(walk->findings, CHECK_INCLUDE_CYCLE, walk->path[walk->depth - 1], line,
		     "includes itself: %.*s", STR_ARG(buf_view(&text)));
	buf_done(&text);
}

static void visit(struct cycle_walk *walk, u32 index)
{
	const struct source *source = walk->tree->sources[index];
	if (walk->depth == INCLUDE_DEPTH_MAX) return;
	walk->marks[index] = MARK_OPEN;
	walk->path[walk->depth++] = source;
	for (const struct include *it = source->includes; it; it = it->next) {
		u32 next;
		if (!it->quoted || !find_index(walk->tree, it->path, &next)) continue;
		if (walk->marks[next] == MARK_OPEN)
			report(walk, walk->tree->sources[next], it->line);
		if (walk->marks[next] == MARK_NEW) visit(walk, next);
	}
	walk->depth--;
	walk->marks[index] = MARK_CLOSED;
}

void check_include_cycles(const struct tree *tree, struct findings *findings)
{
	struct cycle_walk walk = { .tree = tree, .findings = findings };
	walk.marks = arena_alloc_array(findings->arena, tree->len + 1, 1);
	if (!walk.marks) {
		findings->failed = true;
		return;
	}
	for (u32 i = 0; i < tree->len; i++) {
		const struct source *source = tree->sources[i];
		if (!source_is_c(source) || !path_is_below(source->path, "src/")) continue;
		if (walk.marks[i] == MARK_NEW) visit(&walk, i);
	}
}
