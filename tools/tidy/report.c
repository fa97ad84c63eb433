#include "tidy/report.h"

#include "base/must.h"
#include "tidy/check.h"
#include "tidy/lex.h"

#include <stdlib.h>

enum { FOLDERS_MAX = 32 };

/* A list of sizes, for medians. */
struct sizes {
	u32 *all;
	u32 len;
};

struct folder {
	str name;
	u32 files;
	u32 functions;
	u32 lines;      /* that hold something */
	u32 comments;   /* of these, with nothing but a comment */
	u32 assertions; /* must(...) */
};

struct totals {
	struct folder folders[FOLDERS_MAX];
	u32 folders_len;
	struct folder all;
	u32 test_lines;
};

static int compare_u32(const void *a, const void *b)
{
	u32 left = *(const u32 *)a;
	u32 right = *(const u32 *)b;
	return (left > right) - (left < right);
}

/* The value that `percent` of all do not exceed. */
static u32 quantile(const struct sizes *sizes, u32 percent)
{
	must(percent <= 100);
	if (!sizes->len) return 0;
	u64 rank = ((u64)sizes->len * percent + 99) / 100;
	return sizes->all[rank ? rank - 1 : 0];
}

static bool is_blank(str line)
{
	for (size_t i = 0; i < line.len; i++) {
		if (!lex_is_space(line.at[i])) return false;
	}
	return true;
}

static u32 count_filled(str text)
{
	u32 filled = 0;
	while (text.len) filled += !is_blank(str_split(&text, '\n'));
	return filled;
}

static u32 count_comments(const struct source *source)
{
	u32 comments = 0;
	str text = source->text, code = source->code;
	while (text.len) {
		str text_line = str_split(&text, '\n');
		str code_line = str_split(&code, '\n');
		comments += !is_blank(text_line) && is_blank(code_line);
	}
	return comments;
}

static u32 count_assertions(const struct source *source)
{
	u32 assertions = 0;
	size_t at = 0;
	str word;
	while (lex_next_word(source->shape, &at, &word)) assertions += str_eq(word, STR("must"));
	return assertions;
}

static bool is_program(const struct source *source)
{
	return source_is_c(source) && path_is_below(source->path, "src/");
}

static struct folder *folder_of(struct totals *totals, str path)
{
	str inner = str_from_offset(path, sizeof "src/" - 1);
	str name = str_slice(inner, 0, str_find(inner, '/'));
	for (u32 i = 0; i < totals->folders_len; i++) {
		if (str_eq(totals->folders[i].name, name)) return &totals->folders[i];
	}
	if (totals->folders_len == FOLDERS_MAX) return &totals->folders[FOLDERS_MAX - 1];
	struct folder *added = &totals->folders[totals->folders_len++];
	*added = (struct folder){ .name = name };
	return added;
}

static void add_to(struct folder *folder, const struct folder *more)
{
	folder->files += more->files;
	folder->functions += more->functions;
	folder->lines += more->lines;
	folder->comments += more->comments;
	folder->assertions += more->assertions;
}

static void count_source(struct totals *totals, const struct source *source)
{
	struct folder one = { .files = 1 };
	one.lines = count_filled(source->text);
	one.comments = count_comments(source);
	one.assertions = count_assertions(source);
	for (const struct function *it = source->functions; it; it = it->next) one.functions++;
	add_to(folder_of(totals, source->path), &one);
	add_to(&totals->all, &one);
}

static void count_tree(const struct tree *tree, struct totals *totals)
{
	for (u32 i = 0; i < tree->len; i++) {
		const struct source *source = tree->sources[i];
		if (is_program(source)) count_source(totals, source);
		bool test = path_is_below(source->path, "test/") && source->kind != SOURCE_OTHER;
		if (test) totals->test_lines += count_filled(source->text);
	}
}

static struct sizes function_sizes(const struct tree *tree, u32 count, struct arena *arena)
{
	struct sizes sizes = { .all = arena_alloc_array(arena, count + 1, sizeof(u32)) };
	if (!sizes.all) return sizes;
	for (u32 i = 0; i < tree->len; i++) {
		if (!is_program(tree->sources[i])) continue;
		const struct function *it = tree->sources[i]->functions;
		for (; it; it = it->next) sizes.all[sizes.len++] = it->length;
	}
	must(sizes.len == count);
	qsort(sizes.all, sizes.len, sizeof *sizes.all, compare_u32);
	return sizes;
}

static struct sizes file_sizes(const struct tree *tree, u32 count, struct arena *arena)
{
	struct sizes sizes = { .all = arena_alloc_array(arena, count + 1, sizeof(u32)) };
	if (!sizes.all) return sizes;
	for (u32 i = 0; i < tree->len; i++) {
		if (is_program(tree->sources[i])) sizes.all[sizes.len++] = tree->sources[i]->lines;
	}
	must(sizes.len == count);
	qsort(sizes.all, sizes.len, sizeof *sizes.all, compare_u32);
	return sizes;
}

/* part / whole * scale, in tenths. */
static void add_ratio(struct buf *out, u32 part, u32 whole, u32 scale)
{
	u64 tenths = whole ? ((u64)part * scale * 10 + whole / 2) / whole : 0;
	buf_addf(out, "%llu.%llu", (unsigned long long)(tenths / 10),
		 (unsigned long long)(tenths % 10));
}

static void print_folder(const struct folder *folder, str name, struct buf *out)
{
	buf_addf(out, "  %-12.*s %6u %10u %8u      ", STR_ARG(name), folder->files,
		 folder->functions, folder->lines);
	add_ratio(out, folder->comments, folder->lines, 100);
	buf_add(out, STR(" %         "));
	add_ratio(out, folder->assertions, folder->lines, 1000);
	buf_add_byte(out, '\n');
}

static void print_sizes(const struct tree *tree, const struct totals *totals, struct arena *arena,
			struct buf *out)
{
	struct sizes functions = function_sizes(tree, totals->all.functions, arena);
	struct sizes files = file_sizes(tree, totals->all.files, arena);
	buf_addf(out, "function median / p90 / longest  %u / %u / %u  (target 13 / 37 / %d)\n",
		 quantile(&functions, 50), quantile(&functions, 90), quantile(&functions, 100),
		 FUNCTION_LINES_MAX);
	buf_addf(out, "file median / longest            %u / %u  (target 200 / %d)\n",
		 quantile(&files, 50), quantile(&files, 100), FILE_LINES_MAX);
	buf_add(out, STR("comment share                    "));
	add_ratio(out, totals->all.comments, totals->all.lines, 100);
	buf_add(out, STR(" %  (target 12 to 25)\ntests : code                     "));
	add_ratio(out, totals->test_lines, totals->all.lines, 1);
	buf_add(out, STR("  (target 1.5)\n"));
}

void report_print(const struct tree *tree, struct arena *arena, struct buf *out)
{
	struct totals totals = { 0 };
	count_tree(tree, &totals);
	print_sizes(tree, &totals, arena, out);
	buf_add(out, STR("non-static functions without a user in another file: "));
	buf_addf(out, "%u\n", count_lonely_functions(tree, arena, NULL));
	buf_add(out,
		STR("  folder        files  functions    lines   comments   assertions per 1000 "
		    "(engine and store: at least 35)\n"));
	for (u32 i = 0; i < totals.folders_len; i++)
		print_folder(&totals.folders[i], totals.folders[i].name, out);
	print_folder(&totals.all, STR("all"), out);
}
