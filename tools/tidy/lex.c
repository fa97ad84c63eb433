#include "tidy/lex.h"

#include "base/must.h"

enum mode { MODE_CODE, MODE_LINE_COMMENT, MODE_BLOCK_COMMENT, MODE_STRING, MODE_CHARACTER };

struct blanker {
	str text;
	char *code;
	char *shape;
	size_t at;
	enum mode mode;
	bool directive;     /* inside # ... to the end of its last continued line */
	bool line_is_empty; /* nothing but white space and comments so far: a # starts a directive
			     */
};

bool lex_is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

bool lex_is_word(char c)
{
	return ascii_is_digit(c) || c == '_' || (ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z');
}

static char byte_at(str text, size_t at)
{
	return at < text.len ? text.at[at] : '\0';
}

/* Moves on by one byte; it stays visible in `code` when `shown`, newlines always do. */
static void put(struct blanker *blanker, bool shown)
{
	char c = blanker->text.at[blanker->at];
	char kept = shown || c == '\n' ? c : ' ';
	blanker->code[blanker->at] = kept;
	blanker->shape[blanker->at] = blanker->directive && c != '\n' ? ' ' : kept;
	blanker->at++;
}

/* A newline ends a directive, a line comment, and a string that somebody forgot to close, unless a
 * backslash stands before it. */
static void put_newline(struct blanker *blanker)
{
	bool continued = blanker->at > 0 && blanker->text.at[blanker->at - 1] == '\\';
	put(blanker, true);
	if (continued) return;
	if (blanker->mode != MODE_BLOCK_COMMENT) {
		blanker->mode = MODE_CODE;
		blanker->directive = false;
	}
	blanker->line_is_empty = true;
}

static void step_code(struct blanker *blanker)
{
	char c = blanker->text.at[blanker->at];
	char next = byte_at(blanker->text, blanker->at + 1);
	if (c == '/' && (next == '*' || next == '/')) {
		blanker->mode = next == '*' ? MODE_BLOCK_COMMENT : MODE_LINE_COMMENT;
		put(blanker, false);
		put(blanker, false);
		return;
	}
	if (c == '#' && blanker->line_is_empty) blanker->directive = true;
	if (!lex_is_space(c)) blanker->line_is_empty = false;
	if (c == '"') blanker->mode = MODE_STRING;
	if (c == '\'') blanker->mode = MODE_CHARACTER;
	put(blanker, true);
}

static void step_quoted(struct blanker *blanker, char quote)
{
	char c = blanker->text.at[blanker->at];
	if (c == quote) {
		blanker->mode = MODE_CODE;
		put(blanker, true);
		return;
	}
	put(blanker, false);
	bool escape = c == '\\' && byte_at(blanker->text, blanker->at) != '\n';
	if (escape && blanker->at < blanker->text.len) put(blanker, false);
}

static void step_block_comment(struct blanker *blanker)
{
	bool ends = blanker->text.at[blanker->at] == '*' &&
		    byte_at(blanker->text, blanker->at + 1) == '/';
	put(blanker, false);
	if (!ends) return;
	put(blanker, false);
	blanker->mode = MODE_CODE;
}

void lex_blank(str text, char *code, char *shape)
{
	struct blanker blanker = { .text = text, .code = code, .shape = shape };
	blanker.line_is_empty = true;
	while (blanker.at < text.len) {
		if (text.at[blanker.at] == '\n') {
			put_newline(&blanker);
			continue;
		}
		switch (blanker.mode) {
		case MODE_CODE: step_code(&blanker); break;
		case MODE_LINE_COMMENT: put(&blanker, false); break;
		case MODE_BLOCK_COMMENT: step_block_comment(&blanker); break;
		case MODE_STRING: step_quoted(&blanker, '"'); break;
		case MODE_CHARACTER: step_quoted(&blanker, '\''); break;
		}
	}
	must(blanker.at == text.len);
}

bool lex_next_word(str code, size_t *at, str *out_word)
{
	size_t i = *at;
	while (i < code.len) {
		size_t begin = i;
		while (i < code.len && lex_is_word(code.at[i])) i++;
		if (i > begin && !ascii_is_digit(code.at[begin])) {
			*out_word = str_slice(code, begin, i);
			*at = i;
			return true;
		}
		if (i == begin) i++;
	}
	*at = i;
	return false;
}

size_t lex_last_before(str code, size_t end)
{
	must(end <= code.len);
	while (end > 0) {
		end--;
		if (!lex_is_space(code.at[end])) return end;
	}
	return code.len;
}

str lex_word_before(str code, size_t end)
{
	size_t last = lex_last_before(code, end);
	if (last == code.len || !lex_is_word(code.at[last])) return (str){ code.at, 0 };
	size_t begin = last;
	while (begin > 0 && lex_is_word(code.at[begin - 1])) begin--;
	return str_slice(code, begin, last + 1);
}

size_t lex_open_paren(str code, size_t close)
{
	must(close < code.len);
	must(code.at[close] == ')');
	size_t depth = 0;
	for (size_t i = close + 1; i-- > 0;) {
		if (code.at[i] == ')') depth++;
		if (code.at[i] == '(' && --depth == 0) return i;
	}
	return code.len;
}
