/* Functions that are not static although no other file uses them. Tests are not users: what only a
 * test calls is not part of the program. */
#include "tidy/check.h"

#include "tidy/lex.h"

#include <stdlib.h>

struct candidate {
	str name;
	const struct source *home;
	u32 line;
	bool used;
};

struct candidates {
	struct candidate *all;
	size_t len;
};

static int compare_names(const void *a, const void *b)
{
	str left = ((const struct candidate *)a)->name;
	str right = ((const struct candidate *)b)->name;
	size_t common = left.len < right.len ? left.len : right.len;
	int order = memcmp(left.at, right.at, common);
	if (order) return order;
	return (left.len > right.len) - (left.len < right.len);
}

static bool is_program(const struct source *source)
{
	return source_is_c(source) && path_is_below(source->path, "src/");
}

static size_t collect(const struct tree *tree, struct candidate *out)
{
	size_t len = 0;
	for (u32 i = 0; i < tree->len; i++) {
		const struct source *source = tree->sources[i];
		if (!is_program(source) || source->kind != SOURCE_C) continue;
		for (const struct function *it = source->functions; it; it = it->next) {
			if (it->is_static || str_eq(it->name, STR("main"))) continue;
			if (out) out[len] = (struct candidate){ it->name, source, it->line, false };
			len++;
		}
	}
	return len;
}

static void mark_word(struct candidates *candidates, const struct source *source, str word)
{
	struct candidate key = { .name = word };
	struct candidate *found = bsearch(&key, candidates->all, candidates->len,
					  sizeof *candidates->all, compare_names);
	if (found && found->home != source) found->used = true;
}

/* Functions that the library declares are used by other programs. */
static bool is_public(const struct source *source)
{
	return source->kind == SOURCE_HEADER && path_is_below(source->path, "include/");
}

/* In a header a function's body and a macro use what they name; all the rest declares. */
static bool is_use(const struct source *source, size_t offset)
{
	if (source->kind != SOURCE_HEADER || is_public(source)) return true;
	if (lex_is_space(source->shape.at[offset])) return true; /* a directive */
	for (const struct function *it = source->functions; it; it = it->next) {
		if (offset > it->body && offset < it->body_end) return true;
	}
	return false;
}

static void mark_used_by(struct candidates *candidates, const struct source *source)
{
	size_t at = 0;
	str word;
	while (lex_next_word(source->code, &at, &word)) {
		if (is_use(source, at - word.len)) mark_word(candidates, source, word);
	}
}

u32 count_lonely_functions(const struct tree *tree, struct arena *arena, struct buf *out)
{
	struct candidates candidates = { .len = collect(tree, NULL) };
	u32 lonely = 0;
	if (!candidates.len) return 0;
	candidates.all = arena_alloc_array(arena, candidates.len, sizeof *candidates.all);
	if (!candidates.all) return 0;
	collect(tree, candidates.all);
	qsort(candidates.all, candidates.len, sizeof *candidates.all, compare_names);
	for (u32 i = 0; i < tree->len; i++) {
		const struct source *source = tree->sources[i];
		if (is_program(source) || is_public(source)) mark_used_by(&candidates, source);
	}
	for (size_t i = 0; i < candidates.len; i++) {
		const struct candidate *it = &candidates.all[i];
		if (it->used) continue;
		lonely++;
		if (out)
			buf_addf(out, "%.*s:%u: %.*s has no user in another file\n",
				 STR_ARG(it->home->path), it->line, STR_ARG(it->name));
	}
	return lonely;
}
