/* Text that does not belong into any file: promises for later, paths of somebody's machine, white
 * space nobody sees. */
#include "tidy/check.h"

#include "tidy/lex.h"

/* Written in two pieces, so that this file does not find itself. */
/* clang-format off */
static const char *const leftovers[] = { "TO" "DO", "FIX" "ME", "XX" "X", "HA" "CK" };
static const char *const machine_folders[] = { "/" "work/", "/" "home/", "/" "root/" };
/* clang-format on */

/* Recorded inputs and foreign data are kept as they came. */
static bool is_data(const struct source *source)
{
	return path_is_below(source->path, "test/data/") ||
	       path_is_below(source->path, "test/fuzz/corpus/");
}

void check_leftovers(const struct tree *tree, struct findings *findings)
{
	for (u32 i = 0; i < tree->len; i++) {
		const struct source *source = tree->sources[i];
		if (source->kind == SOURCE_OTHER) continue;
		size_t at = 0;
		str word;
		while (lex_next_word(source->text, &at, &word)) {
			for (size_t j = 0; j < countof(leftovers); j++) {
				if (!str_eq(word, str_from(leftovers[j]))) continue;
				size_t offset = (size_t)(word.at - source->text.at);
				findings_add(findings, CHECK_LEFTOVER, source,
					     source_line_of(source, offset), "%s", leftovers[j]);
			}
		}
	}
}

/* A folder at the start of a path: not in the middle of an address or of a longer path. */
static bool names_folder(str line, const char *folder)
{
	str wanted = str_from(folder);
	for (size_t i = 0; i + wanted.len <= line.len; i++) {
		if (!str_eq(str_slice(line, i, i + wanted.len), wanted)) continue;
		char before = i ? line.at[i - 1] : ' ';
		if (!lex_is_word(before) && before != '.' && before != '-' && before != '~')
			return true;
	}
	return false;
}

static void check_paths_of(const struct source *source, struct findings *findings)
{
	str rest = source->text;
	for (u32 line = 1; rest.len; line++) {
		str text = str_split(&rest, '\n');
		for (size_t i = 0; i < countof(machine_folders); i++) {
			if (!names_folder(text, machine_folders[i])) continue;
			findings_add(findings, CHECK_MACHINE_PATH, source, line, "names %s",
				     machine_folders[i]);
		}
	}
}

void check_machine_paths(const struct tree *tree, struct findings *findings)
{
	for (u32 i = 0; i < tree->len; i++) check_paths_of(tree->sources[i], findings);
}

static void check_ends_of(const struct source *source, struct findings *findings)
{
	str rest = source->text;
	for (u32 line = 1; rest.len; line++) {
		str text = str_split(&rest, '\n');
		if (!text.len || !lex_is_space(text.at[text.len - 1])) continue;
		findings_add(findings, CHECK_TRAILING_SPACE, source, line, "ends in white space");
	}
}

void check_trailing_space(const struct tree *tree, struct findings *findings)
{
	for (u32 i = 0; i < tree->len; i++) {
		const struct source *source = tree->sources[i];
		bool binary = str_find(source->text, '\0') < source->text.len;
		if (!binary && !is_data(source)) check_ends_of(source, findings);
	}
}
