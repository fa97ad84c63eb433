/* The rows of the .def tables: each says in words what it means, because documents and help texts
 * are made from them. */
#include "tidy/check.h"

#include "tidy/lex.h"

/* Offset behind the ) that closes the ( at `open`. */
static size_t end_of_row(str code, size_t open)
{
	size_t depth = 0;
	for (size_t i = open; i < code.len; i++) {
		if (code.at[i] == '(') depth++;
		if (code.at[i] == ')' && --depth == 0) return i + 1;
	}
	return code.len;
}

/* A string with a letter in it. The quotes are found in `code`, where no quote is inside a string.
 */
static bool has_sentence(str text, str code)
{
	bool inside = false;
	for (size_t i = 0; i < text.len; i++) {
		if (code.at[i] == '"') inside = !inside;
		else if (inside && lex_is_word(text.at[i]) && !ascii_is_digit(text.at[i]))
			return true;
	}
	return false;
}

/* A row is X(...). `#define X(...)`, with which a table may be unfolded on the spot, is none. */
static bool is_row(str code, size_t word_end)
{
	if (word_end >= code.len || code.at[word_end] != '(') return false;
	return !str_eq(lex_word_before(code, word_end - 1), STR("define"));
}

static bool next_row(str code, size_t *at, size_t *out_begin, size_t *out_end)
{
	str word;
	while (lex_next_word(code, at, &word)) {
		if (!str_eq(word, STR("X")) || !is_row(code, *at)) continue;
		*out_begin = *at - 1;
		*out_end = end_of_row(code, *at);
		*at = *out_end;
		return true;
	}
	return false;
}

void check_def_rows(const struct tree *tree, struct findings *findings)
{
	for (u32 i = 0; i < tree->len; i++) {
		const struct source *source = tree->sources[i];
		if (source->kind != SOURCE_DEF) continue;
		size_t at = 0, begin, end;
		while (next_row(source->code, &at, &begin, &end)) {
			str text = str_slice(source->text, begin, end);
			if (has_sentence(text, str_slice(source->code, begin, end))) continue;
			findings_add(
				findings, CHECK_DEF_SENTENCE, source, source_line_of(source, begin),
				"a row without a sentence: %.*s", STR_ARG(str_slice(text, 0, 120)));
		}
	}
}
