#include "net/http_guard.h"

#include "base/must.h"

/* The roles that a byte may have. */
enum { NAME = 1, VALUE = 2, TARGET = 4 };

/* clang-format off */
#define N(c) [c] = NAME | VALUE | TARGET
#define V(c) [c] = VALUE | TARGET
static const u8 classes[256] = {
	['\t'] = VALUE, [' '] = VALUE,
	N('!'), N('#'), N('$'), N('%'), N('&'), N('\''), N('*'), N('+'), N('-'), N('.'), N('^'),
	N('_'), N('`'), N('|'), N('~'),
	N('0'), N('1'), N('2'), N('3'), N('4'), N('5'), N('6'), N('7'), N('8'), N('9'),
	N('A'), N('B'), N('C'), N('D'), N('E'), N('F'), N('G'), N('H'), N('I'), N('J'), N('K'),
	N('L'), N('M'), N('N'), N('O'), N('P'), N('Q'), N('R'), N('S'), N('T'), N('U'), N('V'),
	N('W'), N('X'), N('Y'), N('Z'),
	N('a'), N('b'), N('c'), N('d'), N('e'), N('f'), N('g'), N('h'), N('i'), N('j'), N('k'),
	N('l'), N('m'), N('n'), N('o'), N('p'), N('q'), N('r'), N('s'), N('t'), N('u'), N('v'),
	N('w'), N('x'), N('y'), N('z'),
	V('"'), V('('), V(')'), V(','), V('/'), V(':'), V(';'), V('<'), V('='), V('>'), V('?'),
	V('@'), V('['), V('\\'), V(']'), V('{'), V('}'),
	[0x80 ... 0xff] = VALUE,
};
#undef N
#undef V

/* clang-format on */

enum head_state {
	START,
	START_LF,
	LINE,
	LINE_LF,
	FIELD_START,
	FIELD_NAME,
	FIELD_VALUE,
	FIELD_LF,
	END_LF,
};

static bool is_of(char c, u8 class)
{
	return classes[(u8)c] & class;
}

/* Bytes from `at` on that are of the class; the length of that run. */
static size_t run_of(str bytes, size_t at, u8 class)
{
	size_t end = at;
	while (end < bytes.len && is_of(bytes.at[end], class)) end++;
	return end - at;
}

/* The refusal for a byte in a place where no such byte may be. */
static enum http_refusal wrong_byte(char c, enum http_refusal otherwise)
{
	if (c == '\n') return HTTP_REFUSED_BARE_LF;
	if (c == '\r') return HTTP_REFUSED_BARE_CR;
	if ((u8)c < 0x20 || c == 0x7f) return c == '\t' ? otherwise : HTTP_REFUSED_CONTROL;
	return otherwise;
}

/* Method, space, target, space, version: exactly two spaces. The parser judges the three words. */
static enum http_refusal pass_line(struct http_head_guard *guard, str bytes, size_t *at)
{
	size_t run = run_of(bytes, *at, TARGET);
	*at += run;
	guard->word_bytes += (u32)run;
	if (guard->spaces == 1 && guard->word_bytes > HTTP_TARGET_BYTES)
		return HTTP_REFUSED_TARGET_LONG;
	if (*at == bytes.len) return HTTP_REFUSED_NOT;
	char c = bytes.at[(*at)++];
	bool is_end = c == '\r' && guard->spaces == 2, is_space = c == ' ' && guard->spaces < 2;
	/* HTTP/0.9 ends its line without a version. */
	if (!is_end && !is_space)
		return c == '\r' ? HTTP_REFUSED_REQUEST_LINE
				 : wrong_byte(c, HTTP_REFUSED_REQUEST_LINE);
	if (guard->word_bytes == 0) return HTTP_REFUSED_REQUEST_LINE;
	guard->word_bytes = 0;
	if (is_end) guard->state = LINE_LF;
	else guard->spaces++;
	return HTTP_REFUSED_NOT;
}

static enum http_refusal pass_field_start(struct http_head_guard *guard, char c)
{
	if (c == '\r') {
		guard->state = END_LF;
		return HTTP_REFUSED_NOT;
	}
	if (c == ' ' || c == '\t') return HTTP_REFUSED_FOLDED;
	if (!is_of(c, NAME)) return wrong_byte(c, HTTP_REFUSED_FIELD_NAME);
	guard->state = FIELD_NAME;
	return ++guard->fields > HTTP_FIELDS ? HTTP_REFUSED_FIELDS_MANY : HTTP_REFUSED_NOT;
}

static enum http_refusal pass_name(struct http_head_guard *guard, str bytes, size_t *at)
{
	*at += run_of(bytes, *at, NAME);
	if (*at == bytes.len) return HTTP_REFUSED_NOT;
	if (bytes.at[*at] != ':') return wrong_byte(bytes.at[*at], HTTP_REFUSED_FIELD_NAME);
	guard->state = FIELD_VALUE;
	++*at;
	return HTTP_REFUSED_NOT;
}

static enum http_refusal pass_value(struct http_head_guard *guard, str bytes, size_t *at)
{
	*at += run_of(bytes, *at, VALUE);
	if (*at == bytes.len) return HTTP_REFUSED_NOT;
	if (bytes.at[*at] != '\r') return wrong_byte(bytes.at[*at], HTTP_REFUSED_CONTROL);
	guard->state = FIELD_LF;
	++*at;
	return HTTP_REFUSED_NOT;
}

/* Before the request line: it begins at once, or behind one empty line. */
static enum http_refusal pass_start(struct http_head_guard *guard, char c)
{
	if (c == '\r' && !guard->has_blank) {
		guard->state = START_LF;
		guard->has_blank = true;
		return HTTP_REFUSED_NOT;
	}
	if (!is_of(c, NAME)) return wrong_byte(c, HTTP_REFUSED_REQUEST_LINE);
	guard->state = LINE;
	guard->word_bytes = 1;
	return HTTP_REFUSED_NOT;
}

/* A line feed that must stand here. */
static enum http_refusal pass_lf(struct http_head_guard *guard, char c, enum head_state next)
{
	guard->state = (u8)next;
	return c == '\n' ? HTTP_REFUSED_NOT : HTTP_REFUSED_BARE_CR;
}

/* One step: a run of bytes, or a single one. */
static enum http_refusal head_step(struct http_head_guard *guard, str bytes, size_t *at)
{
	switch ((enum head_state)guard->state) {
	case LINE: return pass_line(guard, bytes, at);
	case FIELD_NAME: return pass_name(guard, bytes, at);
	case FIELD_VALUE: return pass_value(guard, bytes, at);
	case START: return pass_start(guard, bytes.at[(*at)++]);
	case START_LF: return pass_lf(guard, bytes.at[(*at)++], START);
	case LINE_LF:
	case FIELD_LF: return pass_lf(guard, bytes.at[(*at)++], FIELD_START);
	case FIELD_START: return pass_field_start(guard, bytes.at[(*at)++]);
	case END_LF: break;
	}
	return bytes.at[(*at)++] == '\n' ? HTTP_REFUSED_NOT : HTTP_REFUSED_BARE_CR;
}

size_t http_head_guard(struct http_head_guard *guard, str bytes, bool *out_complete,
		       enum http_refusal *out_refusal)
{
	u32 left = HTTP_HEAD_BYTES - guard->bytes;
	str allowed = str_slice(bytes, 0, left);
	enum http_refusal refusal = HTTP_REFUSED_NOT;
	bool is_complete = false;
	size_t at = 0;
	while (at < allowed.len && !refusal && !is_complete) {
		bool is_last = guard->state == END_LF;
		refusal = head_step(guard, allowed, &at);
		is_complete = is_last && !refusal;
	}
	guard->bytes += (u32)at;
	must(guard->bytes <= HTTP_HEAD_BYTES);
	if (!refusal && !is_complete && guard->bytes == HTTP_HEAD_BYTES)
		refusal = HTTP_REFUSED_HEAD_LONG;
	*out_complete = is_complete;
	*out_refusal = refusal;
	return at;
}

/* States behind the last chunk begin with TRAILER_START. */
enum chunk_state {
	SIZE,
	EXTENSION,
	SIZE_LF,
	DATA,
	DATA_CR,
	DATA_LF,
	TRAILER_START,
	TRAILER,
	TRAILER_LF,
	LAST_LF,
	OVER,
};

static int hex_digit(char c)
{
	if (ascii_is_digit(c)) return c - '0';
	char lower = ascii_lower(c);
	return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

void http_chunk_guard_init(struct http_chunk_guard *guard, u64 body_max)
{
	*guard = (struct http_chunk_guard){ .room = body_max };
}

static enum http_refusal pass_size(struct http_chunk_guard *guard, char c)
{
	int digit = hex_digit(c);
	if (digit >= 0) {
		if (++guard->digits > HTTP_CHUNK_SIZE_DIGITS) return HTTP_REFUSED_CHUNK_SIZE;
		guard->size = guard->size << 4 | (u64)digit;
		return HTTP_REFUSED_NOT;
	}
	if (guard->digits == 0 || (c != ';' && c != '\r')) return HTTP_REFUSED_CHUNK_SIZE;
	if (guard->size > guard->room) return HTTP_REFUSED_BODY_LONG;
	guard->state = c == ';' ? EXTENSION : SIZE_LF;
	return HTTP_REFUSED_NOT;
}

static enum http_refusal pass_extension(struct http_chunk_guard *guard, char c)
{
	if (c == '\r') {
		guard->state = SIZE_LF;
		return HTTP_REFUSED_NOT;
	}
	bool is_short = ++guard->extension < HTTP_CHUNK_EXTENSION_BYTES; /* the ';' counts */
	return is_short && is_of(c, VALUE) ? HTTP_REFUSED_NOT : HTTP_REFUSED_CHUNK_EXTENSION;
}

static enum http_refusal pass_size_lf(struct http_chunk_guard *guard, char c)
{
	if (c != '\n') return HTTP_REFUSED_CHUNK_SIZE;
	must(guard->size <= guard->room);
	guard->room -= guard->size;
	guard->state = guard->size ? DATA : TRAILER_START;
	guard->digits = 0;
	guard->extension = 0;
	return HTTP_REFUSED_NOT;
}

/* Trailers are dropped, but must be fields all the same. */
static enum http_refusal pass_trailer(struct http_chunk_guard *guard, char c)
{
	if (guard->state == TRAILER_START && c == '\r') {
		guard->state = LAST_LF;
		return HTTP_REFUSED_NOT;
	}
	if (++guard->trailer > HTTP_TRAILER_BYTES) return HTTP_REFUSED_TRAILER_LONG;
	if (guard->state == TRAILER_START) {
		guard->state = TRAILER;
		guard->extension = 0; /* becomes 1 behind the colon */
		return is_of(c, NAME) ? HTTP_REFUSED_NOT : HTTP_REFUSED_TRAILER;
	}
	if (guard->extension == 0 && c == ':') guard->extension = 1;
	else if (guard->extension == 0)
		return is_of(c, NAME) ? HTTP_REFUSED_NOT : HTTP_REFUSED_TRAILER;
	else if (c == '\r') guard->state = TRAILER_LF;
	else if (!is_of(c, VALUE)) return HTTP_REFUSED_TRAILER;
	return HTTP_REFUSED_NOT;
}

/* Exactly this byte. */
static enum http_refusal pass_byte(struct http_chunk_guard *guard, char c, char wanted,
				   enum chunk_state next, enum http_refusal otherwise)
{
	guard->state = (u8)next;
	return c == wanted ? HTTP_REFUSED_NOT : otherwise;
}

static enum http_refusal chunk_step(struct http_chunk_guard *guard, char c)
{
	switch ((enum chunk_state)guard->state) {
	case SIZE: return pass_size(guard, c);
	case EXTENSION: return pass_extension(guard, c);
	case SIZE_LF: return pass_size_lf(guard, c);
	case DATA_CR: return pass_byte(guard, c, '\r', DATA_LF, HTTP_REFUSED_CHUNK_END);
	case DATA_LF: return pass_byte(guard, c, '\n', SIZE, HTTP_REFUSED_CHUNK_END);
	case TRAILER_START:
	case TRAILER: return pass_trailer(guard, c);
	case TRAILER_LF: return pass_byte(guard, c, '\n', TRAILER_START, HTTP_REFUSED_TRAILER);
	case LAST_LF: return pass_byte(guard, c, '\n', OVER, HTTP_REFUSED_TRAILER);
	case DATA:
	case OVER: break;
	}
	must(guard->state != OVER); /* nothing is fed after the end, and data passes elsewhere */
	return HTTP_REFUSED_MALFORMED;
}

/* Data passes unseen; its length was judged by its size line. */
static size_t pass_data(struct http_chunk_guard *guard, size_t available)
{
	size_t passed = guard->size < available ? (size_t)guard->size : available;
	guard->size -= passed;
	if (guard->size == 0) guard->state = DATA_CR;
	return passed;
}

bool http_chunk_guard_is_at_trailers(const struct http_chunk_guard *guard)
{
	return guard->state >= TRAILER_START;
}

size_t http_chunk_guard(struct http_chunk_guard *guard, str bytes, bool *out_complete,
			enum http_refusal *out_refusal)
{
	enum http_refusal refusal = HTTP_REFUSED_NOT;
	size_t at = 0;
	bool is_at_trailers = http_chunk_guard_is_at_trailers(guard);
	while (at < bytes.len && !refusal && guard->state != OVER &&
	       is_at_trailers == http_chunk_guard_is_at_trailers(guard)) {
		if (guard->state == DATA) at += pass_data(guard, bytes.len - at);
		else refusal = chunk_step(guard, bytes.at[at++]);
	}
	*out_complete = guard->state == OVER && !refusal;
	*out_refusal = refusal;
	return at;
}
