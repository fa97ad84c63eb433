/* A line of a story in words: where each stands, what labels it names, and how a mistake is told.
 */
#include "base/memory.h"
#include "base/must.h"
#include "calendar/civil.h"
#include "story/story_lines.h"
#include "story/story_reader.h"
#include "story/story_value.h"

/* ---- mistakes ------------------------------------------------------------------------------ */

enum err story_refuse(const struct story_reader *reader, u32 column, const struct why *what)
{
	return fail(reader->why, ERR_INVALID, "%.*s:%u:%u: %s", STR_ARG(reader->story->file),
		    reader->number, column, what->text);
}

enum err story_refuse_text(const struct story_reader *reader, u32 column, const char *text, str bad)
{
	struct why what;
	if (bad.len) (void)fail(&what, ERR_INVALID, "%s; got \"%.*s\"", text, STR_ARG(bad));
	else (void)fail(&what, ERR_INVALID, "%s", text);
	return story_refuse(reader, column, &what);
}

u32 story_column_behind(const struct story_reader *reader)
{
	if (!reader->tokens_len) return 1;
	const struct token *last = &reader->tokens[reader->tokens_len - 1];
	return last->column + (u32)last->text.len + 1;
}

/* ---- words --------------------------------------------------------------------------------- */

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

enum err story_split_line(struct story_reader *reader, str line)
{
	size_t at = 0;
	reader->tokens_len = reader->next = 0;
	for (;;) {
		while (at < line.len && is_blank(line.at[at])) at++;
		if (at == line.len || line.at[at] == '#') return ERR_OK;
		size_t begin = at;
		bool quoted = false;
		while (at < line.len && (quoted || !is_blank(line.at[at]))) {
			if (line.at[at] == '"') quoted = !quoted;
			at++;
		}
		u32 column = (u32)begin + 1;
		if (quoted)
			return story_refuse_text(reader, column, "a quote is not closed", STR(""));
		if (reader->tokens_len == TOKENS_MAX)
			return story_refuse_text(reader, column, "at most 64 words a line",
						 STR(""));
		reader->tokens[reader->tokens_len++] = (struct token){ str_slice(line, begin, at),
								       column };
	}
}

str story_unquoted(str text)
{
	bool quoted = text.len >= 2 && text.at[0] == '"' && text.at[text.len - 1] == '"';
	return quoted ? str_slice(text, 1, text.len - 1) : text;
}

const struct token *story_next_token(struct story_reader *reader)
{
	return reader->next < reader->tokens_len ? &reader->tokens[reader->next++] : NULL;
}

/* ---- labels -------------------------------------------------------------------------------- */

/* One that a line makes, or LABEL.1, LABEL.2, ...: runs of a job as they are made, fallbacks; and
 * theirs. */
bool story_label_is_known(const struct story_reader *reader, str label)
{
	u64 number;
	while (!story_labels_have(&reader->labels, label, NULL)) {
		size_t dot = label.len;
		while (dot > 0 && label.at[dot - 1] != '.') dot--;
		if (dot <= 1 || !str_to_u64(str_from_offset(label, dot), 100000, &number) ||
		    !number)
			return false;
		label = str_slice(label, 0, dot - 1);
	}
	return true;
}

enum err story_define_label(struct story_reader *reader, const struct token *token, str label)
{
	if (story_label_is_known(reader, label))
		return story_refuse_text(reader, token->column, "a label is given once", label);
	return story_labels_add(&reader->labels, &reader->story->arena, label, NULL);
}

bool story_is_name(str text)
{
	for (size_t i = 0; i < text.len; i++) {
		char c = ascii_lower(text.at[i]);
		bool good = (c >= 'a' && c <= 'z') || ascii_is_digit(c) || c == '.' || c == '_' ||
			    c == ':' || c == '-';
		if (!good) return false;
	}
	return text.len > 0 && text.len <= NAME_MAX_BYTES;
}
