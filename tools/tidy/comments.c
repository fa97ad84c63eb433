/* Comments: each file says first what it is responsible for, and no comment begins with a clause
 * that has no noun ("What is held back", "Whoever waits"). */
#include "tidy/check.h"

#include "tidy/lex.h"

/* Beginnings without a noun. A second word narrows the first: "It is", but not "It". */
static const char *const headless[][2] = {
	{ "What", NULL },      { "Who", NULL },   { "Whoever", NULL }, { "Whatever", NULL },
	{ "Whichever", NULL }, { "Those", NULL }, { "Whose", NULL },   { "Whom", NULL },
	{ "It", "is" },        { "Where", "it" },
};

static bool has_comments(const struct source *source)
{
	return source_is_c(source) || source->kind == SOURCE_DEF;
}

static bool opens_with_comment(const struct source *source)
{
	return str_starts_with(source->text, STR("/*"));
}

/* The header of the same name is the manual page of a .c file, and may speak for both. */
static const struct source *header_of(const struct tree *tree, const struct source *source)
{
	char path[512];
	str stem = str_slice(source->path, 0, source->path.len - 1);
	if (source->kind != SOURCE_C || stem.len + 1 > sizeof path) return NULL;
	memcpy(path, stem.at, stem.len);
	path[stem.len] = 'h';
	return tree_find(tree, (str){ path, stem.len + 1 });
}

void check_openings(const struct tree *tree, struct findings *findings)
{
	for (u32 i = 0; i < tree->len; i++) {
		const struct source *source = tree->sources[i];
		if (!has_comments(source) || path_is_below(source->path, "test/")) continue;
		const struct source *header = header_of(tree, source);
		if (opens_with_comment(source) || (header && opens_with_comment(header))) continue;
		findings_add(findings, CHECK_OPENING, source, 1,
			     "does not begin with a comment that says what it is responsible for");
	}
}

/* The words of a comment begin behind its slash, stars and dashes. */
static str first_words(str text, size_t comment)
{
	size_t at = comment + 2;
	while (at < text.len && !lex_is_word(text.at[at]) && text.at[at] != '/') at++;
	return str_slice(text, at, text.len);
}

static bool begins_with(str text, const char *first, const char *second)
{
	size_t at = 0;
	str word;
	if (!lex_next_word(text, &at, &word) || !str_eq(word, str_from(first))) return false;
	if (word.at != text.at) return false;
	return !second || (lex_next_word(text, &at, &word) && str_eq(word, str_from(second)));
}

static void look_at_comment(const struct source *source, size_t comment, struct findings *findings)
{
	str text = first_words(source->text, comment);
	for (size_t i = 0; i < countof(headless); i++) {
		if (!begins_with(text, headless[i][0], headless[i][1])) continue;
		findings_add(findings, CHECK_HEADLESS, source, source_line_of(source, comment),
			     "a comment begins with \"%s\": name the thing", headless[i][0]);
		return;
	}
}

/* In `code` comments are blank and no quote is inside a string: a slash and a star that are blank
 * there, outside of quotes, open a comment. */
static void look_at_comments(const struct source *source, struct findings *findings)
{
	str text = source->text, code = source->code;
	bool is_quoted = false;
	for (size_t i = 0; i + 1 < text.len; i++) {
		if (code.at[i] == '"') is_quoted = !is_quoted;
		if (is_quoted || text.at[i] != '/' || text.at[i + 1] != '*') continue;
		look_at_comment(source, i, findings);
		while (i + 1 < text.len && !(text.at[i] == '*' && text.at[i + 1] == '/')) i++;
		i++;
	}
}

void check_headless(const struct tree *tree, struct findings *findings)
{
	for (u32 i = 0; i < tree->len; i++)
		if (has_comments(tree->sources[i])) look_at_comments(tree->sources[i], findings);
}
