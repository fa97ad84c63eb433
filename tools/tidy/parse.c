#include "tidy/parse.h"

#include "base/must.h"
#include "tidy/lex.h"

enum { BRACE_DEPTH_MAX = 256 };

struct parser {
	str shape;
	struct arena *arena;
	struct function **tail;
	struct function *function;      /* whose body we are in; NULL between functions */
	bool is_block[BRACE_DEPTH_MAX]; /* each open brace: a block of statements, not an
					   initializer */
	u32 depth;
	u32 nesting;
	u32 line;
	size_t since; /* where the present declaration begins: behind the last ; or } */
	u32 since_line;
	bool out_of_memory;
};

/* Words that may stand before a ( without being called: what follows its ) is not a block. */
static bool is_expression_word(str word)
{
	return str_eq(word, STR("return")) || str_eq(word, STR("sizeof")) ||
	       str_eq(word, STR("case")) || str_eq(word, STR("_Alignof"));
}

/* `{` behind ; { } : else do, or behind the ) of if, for, while, switch or a macro like them.
 * Behind the ) of a cast it is a compound literal, behind = or , an initializer. */
static bool opens_block(str shape, size_t brace)
{
	size_t last = lex_last_before(shape, brace);
	if (last == shape.len) return true;
	char c = shape.at[last];
	if (c == ';' || c == '{' || c == '}' || c == ':') return true;
	str word = lex_word_before(shape, brace);
	if (word.len) return str_eq(word, STR("else")) || str_eq(word, STR("do"));
	if (c != ')') return false;
	size_t open = lex_open_paren(shape, last);
	if (open == shape.len) return false;
	str before = lex_word_before(shape, open);
	return before.len > 0 && !is_expression_word(before);
}

/* A macro or an attribute behind the parameters, such as PRINTF_LIKE(1, 2). */
static bool is_decoration(str word)
{
	if (str_eq(word, STR("__attribute__"))) return true;
	for (size_t i = 0; i < word.len; i++) {
		if (ascii_upper(word.at[i]) != word.at[i]) return false;
	}
	return true;
}

/* The name in `name(parameters) DECORATION(...) {`; empty when the brace opens no function. */
static str function_name(str shape, size_t brace)
{
	size_t end = brace;
	str name = { shape.at, 0 };
	for (;;) {
		size_t close = lex_last_before(shape, end);
		if (close == shape.len || shape.at[close] != ')') return name;
		size_t open = lex_open_paren(shape, close);
		if (open == shape.len) return name;
		str word = lex_word_before(shape, open);
		if (!word.len) return name;
		name = word;
		if (!is_decoration(word)) return name;
		end = (size_t)(word.at - shape.at);
	}
}

static bool has_word(str code, str wanted)
{
	size_t at = 0;
	str word;
	while (lex_next_word(code, &at, &word)) {
		if (str_eq(word, wanted)) return true;
	}
	return false;
}

static void begin_function(struct parser *parser, size_t brace)
{
	str name = function_name(parser->shape, brace);
	if (!name.len) return;
	struct function *function = arena_alloc_zeroed(parser->arena, sizeof *function);
	if (!function) {
		parser->out_of_memory = true;
		return;
	}
	str head = str_slice(parser->shape, parser->since, brace);
	*function = (struct function){ .name = name, .line = parser->since_line, .body = brace };
	function->is_static = has_word(head, STR("static"));
	parser->function = function;
	parser->nesting = 0;
}

static void open_brace(struct parser *parser, size_t at)
{
	if (parser->depth == 0) begin_function(parser, at);
	bool block = parser->depth == 0 || opens_block(parser->shape, at);
	if (parser->depth < BRACE_DEPTH_MAX) parser->is_block[parser->depth] = block;
	parser->depth++;
	if (!parser->function || !block) return;
	parser->nesting++;
	if (parser->nesting > parser->function->nesting)
		parser->function->nesting = parser->nesting;
}

static void close_brace(struct parser *parser, size_t at)
{
	if (parser->depth == 0) return; /* unbalanced by #if: the compiler is the judge, not we */
	parser->depth--;
	struct function *function = parser->function;
	if (!function) return;
	if (parser->depth < BRACE_DEPTH_MAX && parser->is_block[parser->depth]) parser->nesting--;
	if (parser->depth > 0) return;
	function->body_end = at;
	function->length = parser->line - function->line + 1;
	must(function->body_end > function->body);
	*parser->tail = function;
	parser->tail = &function->next;
	parser->function = NULL;
}

bool parse_functions(struct source *source, struct arena *arena)
{
	struct parser parser = { .shape = source->shape, .arena = arena, .line = 1 };
	parser.tail = &source->functions;
	bool between = true; /* only white space since the last declaration ended */
	for (size_t i = 0; i < source->shape.len && !parser.out_of_memory; i++) {
		char c = source->shape.at[i];
		if (c == '\n') parser.line++;
		if (between && !lex_is_space(c)) {
			between = false;
			parser.since = i;
			parser.since_line = parser.line;
		}
		if (c == '{') open_brace(&parser, i);
		if (c == '}') close_brace(&parser, i);
		if (parser.depth == 0 && (c == ';' || c == '}')) between = true;
	}
	return !parser.out_of_memory;
}

/* The line's include in `text`, of which `code` is the blanked view (both without the newline). */
static bool read_include(str text, str code, struct include *out_include)
{
	str directive = str_trim(code);
	if (!str_starts_with(directive, STR("#"))) return false;
	directive = str_trim(str_from_offset(directive, 1));
	if (!str_starts_with(directive, STR("include"))) return false;
	char closing = '>';
	size_t open = str_find(text, '<');
	if (str_find(text, '"') < open) {
		open = str_find(text, '"');
		closing = '"';
	}
	if (open == text.len) return false;
	str rest = str_from_offset(text, open + 1);
	size_t close = str_find(rest, closing);
	if (close == rest.len) return false;
	*out_include = (struct include){ .path = str_slice(rest, 0, close) };
	out_include->quoted = closing == '"';
	return true;
}

bool parse_includes(struct source *source, struct arena *arena)
{
	struct include **tail = &source->includes;
	str text = source->text;
	str code = source->code;
	for (u32 line = 1; text.len; line++) {
		struct include found;
		str text_line = str_split(&text, '\n');
		str code_line = str_split(&code, '\n');
		if (!read_include(text_line, code_line, &found)) continue;
		struct include *include = arena_alloc(arena, sizeof *include);
		if (!include) return false;
		*include = found;
		include->line = line;
		*tail = include;
		tail = &include->next;
	}
	return true;
}
