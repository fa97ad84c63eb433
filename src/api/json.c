#include "api/json.h"

#include "api/plain.h"
#include "base/must.h"

enum {
	SURROGATE_HIGH = 0xd800,
	SURROGATE_LOW = 0xdc00,
	SURROGATE_END = 0xe000,
	REPLACEMENT = 0xfffd,
	ESCAPE_BYTES = 6, /* \uXXXX */
};

void json_init(struct json *json, str text)
{
	*json = (struct json){ .text = text };
}

bool json_failed(const struct json *json)
{
	return json->why.code != ERR_OK;
}

bool json_fail(struct json *json, size_t at, const char *reason)
{
	if (!json_failed(json)) (void)fail_at(&json->why, ERR_JSON, at, 0, "%s", reason);
	return false;
}

static bool refuse(struct json *json, const char *reason)
{
	return json_fail(json, json->at, reason);
}

static char byte_at(const struct json *json)
{
	return json->at < json->text.len ? json->text.at[json->at] : '\0';
}

static void skip_space(struct json *json)
{
	while (json->at < json->text.len) {
		char c = json->text.at[json->at];
		if (c != ' ' && c != '\n' && c != '\r' && c != '\t') return;
		json->at++;
	}
}

enum json_kind json_peek(struct json *json)
{
	skip_space(json);
	if (json_failed(json)) return VALUE_NOTHING;
	char c = byte_at(json);
	switch (c) {
	case '{': return VALUE_OBJECT;
	case '[': return VALUE_ARRAY;
	case '"': return VALUE_STRING;
	case 't': return VALUE_TRUE;
	case 'f': return VALUE_FALSE;
	case 'n': return VALUE_NULL;
	case '-': return VALUE_NUMBER;
	default: break;
	}
	if (ascii_is_digit(c)) return VALUE_NUMBER;
	if (json->at == json->text.len)
		(void)refuse(json, "the text ends where a value is expected");
	else (void)refuse(json, "a value is expected here");
	return VALUE_NOTHING;
}

/* ---- strings ------------------------------------------------------------------------------ */

/* Four hexadecimal digits; above 0xffff: they are none. */
static u32 hex4(str text, size_t at)
{
	u32 value = 0;
	if (at + 4 > text.len) return UINT32_MAX;
	for (size_t i = at; i < at + 4; i++) {
		char c = ascii_lower(text.at[i]);
		if (ascii_is_digit(c)) value = value << 4 | (u32)(c - '0');
		else if (c >= 'a' && c <= 'f') value = value << 4 | (u32)(c - 'a' + 10);
		else return UINT32_MAX;
	}
	return value;
}

/* The code point of the escape \uXXXX (or a pair of them) whose backslash is at `at`; 0 length: it
 * is wrong. */
static u32 read_unicode(str text, size_t at, size_t *out_len)
{
	u32 high = hex4(text, at + 2);
	*out_len = 0;
	if (high == UINT32_MAX || (high >= SURROGATE_LOW && high < SURROGATE_END)) return 0;
	if (high < SURROGATE_HIGH || high >= SURROGATE_END) {
		*out_len = ESCAPE_BYTES;
		return high;
	}
	if (at + 12 > text.len || text.at[at + 6] != '\\' || text.at[at + 7] != 'u') return 0;
	u32 low = hex4(text, at + 8);
	if (low < SURROGATE_LOW || low >= SURROGATE_END) return 0;
	*out_len = 12;
	return 0x10000 + ((high - SURROGATE_HIGH) << 10) + (low - SURROGATE_LOW);
}

static bool skip_escape(struct json *json)
{
	size_t len = 2;
	char c = json->at + 1 < json->text.len ? json->text.at[json->at + 1] : '\0';
	if (c == 'u') {
		(void)read_unicode(json->text, json->at, &len);
		if (!len && json->is_lenient && hex4(json->text, json->at + 2) != UINT32_MAX)
			len = ESCAPE_BYTES;
	} else if (c == '\0' || !memchr("\"\\/bfnrt", c, 8)) len = 0;
	if (!len) return refuse(json, "not a JSON escape");
	json->at += len;
	return true;
}

bool json_read_string(struct json *json, struct json_string *out_string)
{
	if (json_peek(json) != VALUE_STRING) return refuse(json, "a string is expected here");
	size_t begin = ++json->at;
	bool is_escaped = false;
	for (;;) {
		json->at += str_plain_length(json->text, json->at);
		if (json->at == json->text.len) return refuse(json, "the string is not closed");
		char c = json->text.at[json->at];
		if (c == '"') break;
		if (c == '\\') {
			is_escaped = true;
			if (!skip_escape(json)) return false;
			continue;
		}
		size_t len = str_utf8_length(str_from_offset(json->text, json->at));
		if ((unsigned char)c < 0x20)
			return refuse(json, "a control character must be escaped");
		if (!len) return refuse(json, "not UTF-8");
		json->at += len;
	}
	*out_string = (struct json_string){ str_slice(json->text, begin, json->at), is_escaped };
	json->at++;
	return true;
}

static size_t put_utf8(char *out, u32 point)
{
	if (point < 0x80) {
		out[0] = (char)point;
		return 1;
	}
	size_t len = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
	for (size_t i = len - 1; i > 0; i--) {
		out[i] = (char)(0x80 | (point & 0x3f));
		point >>= 6;
	}
	out[0] = (char)((0xf00 >> len & 0xff) | point);
	return len;
}

static char escaped_byte(char c)
{
	switch (c) {
	case 'b': return '\b';
	case 'f': return '\f';
	case 'n': return '\n';
	case 'r': return '\r';
	case 't': return '\t';
	default: return c;
	}
}

/* Half a surrogate pair that a lenient reader has let pass, and a NUL that is to be replaced. */
static bool replace(u32 *point, size_t *taken, bool is_any)
{
	bool is_half = !*taken;
	if (is_half) *taken = ESCAPE_BYTES;
	if (is_half || (is_any && !*point)) *point = REPLACEMENT;
	return *point != 0;
}

static bool unescape(struct json_string string, struct arena *arena, bool is_any, str *out_text)
{
	if (!string.is_escaped) {
		*out_text = string.raw;
		return true;
	}
	char *out = arena_alloc(arena, string.raw.len);
	size_t len = 0;
	if (!out) return false;
	for (size_t at = 0; at < string.raw.len;) {
		char c = string.raw.at[at];
		size_t taken = 1;
		if (c != '\\') out[len++] = c;
		else if (string.raw.at[at + 1] != 'u') {
			out[len++] = escaped_byte(string.raw.at[at + 1]);
			taken = 2;
		} else {
			u32 point = read_unicode(string.raw, at, &taken);
			if (!replace(&point, &taken, is_any)) return false;
			len += put_utf8(out + len, point);
		}
		at += taken;
	}
	*out_text = (str){ out, len };
	return true;
}

bool json_unescape(struct json_string string, struct arena *arena, str *out_text)
{
	return unescape(string, arena, false, out_text);
}

bool json_unescape_any(struct json_string string, struct arena *arena, str *out_text)
{
	return unescape(string, arena, true, out_text);
}

/* The next escape that is half a surrogate pair, from `at` on; the end: none. Only strings have
 * backslashes. */
static size_t find_half(str bytes, size_t at)
{
	while (at < bytes.len) {
		const char *found = memchr(bytes.at + at, '\\', bytes.len - at);
		size_t len = 2;
		if (!found) break;
		at = (size_t)(found - bytes.at);
		if (bytes.at[at + 1] == 'u') (void)read_unicode(bytes, at, &len);
		if (!len) return at;
		at += len;
	}
	return bytes.len;
}

bool json_mend(str bytes, struct arena *arena, str *out_bytes)
{
	size_t at = find_half(bytes, 0);
	*out_bytes = bytes;
	if (at == bytes.len) return true;
	char *copy = arena_alloc(arena, bytes.len);
	if (!copy) return false;
	memcpy(copy, bytes.at, bytes.len);
	for (; at < bytes.len; at = find_half(bytes, at + ESCAPE_BYTES))
		memcpy(copy + at, "\\ufffd", ESCAPE_BYTES);
	*out_bytes = (str){ copy, bytes.len };
	return true;
}

/* ---- numbers and words -------------------------------------------------------------------- */

static bool skip_digits(struct json *json)
{
	size_t begin = json->at;
	while (ascii_is_digit(byte_at(json))) json->at++;
	return json->at > begin;
}

bool json_read_number(struct json *json, str *out_digits, bool *out_is_integer)
{
	if (json_peek(json) != VALUE_NUMBER) return refuse(json, "a number is expected here");
	size_t begin = json->at;
	bool is_integer = true;
	if (byte_at(json) == '-') json->at++;
	if (byte_at(json) == '0') json->at++;
	else if (!skip_digits(json)) return refuse(json, "a digit is expected here");
	if (byte_at(json) == '.') {
		is_integer = false;
		json->at++;
		if (!skip_digits(json)) return refuse(json, "a digit is expected here");
	}
	if (ascii_lower(byte_at(json)) == 'e') {
		is_integer = false;
		json->at++;
		if (byte_at(json) == '+' || byte_at(json) == '-') json->at++;
		if (!skip_digits(json)) return refuse(json, "a digit is expected here");
	}
	*out_digits = str_slice(json->text, begin, json->at);
	*out_is_integer = is_integer;
	return true;
}

static bool skip_word(struct json *json, str word)
{
	str there = str_slice(json->text, json->at, json->at + word.len);
	if (!str_eq(there, word)) return refuse(json, "not true, false or null");
	json->at += word.len;
	return true;
}

static bool skip_scalar(struct json *json, enum json_kind kind)
{
	struct json_string string;
	str digits;
	bool is_integer;
	switch (kind) {
	case VALUE_STRING: return json_read_string(json, &string);
	case VALUE_NUMBER:
		if (!json_read_number(json, &digits, &is_integer)) return false;
		if (json->plain) plain_see_number(json->plain, digits);
		return true;
	case VALUE_TRUE: return skip_word(json, STR("true"));
	case VALUE_FALSE: return skip_word(json, STR("false"));
	case VALUE_NULL: return skip_word(json, STR("null"));
	case VALUE_NOTHING:
	case VALUE_OBJECT:
	case VALUE_ARRAY: break;
	}
	return false;
}

/* ---- objects and arrays ------------------------------------------------------------------- */

bool json_enter(struct json *json, enum json_kind kind)
{
	must(kind == VALUE_OBJECT || kind == VALUE_ARRAY);
	if (json_peek(json) != kind)
		return refuse(json, kind == VALUE_OBJECT ? "an object is expected here"
							 : "an array is expected here");
	if (json->depth == JSON_DEPTH_MAX) {
		json->is_too_deep = !json_failed(json);
		return refuse(json, "nested deeper than 64 levels");
	}
	json->depth++;
	json->at++;
	json->is_first = true;
	return true;
}

/* Past the comma, or past the end of the object or array: then false. */
static bool next_member(struct json *json, char end)
{
	skip_space(json);
	if (json_failed(json)) return false;
	char c = byte_at(json);
	if (c == end) {
		json->at++;
		json->depth--;
		json->is_first = false;
		return false;
	}
	if (!json->is_first) {
		if (c != ',')
			return refuse(json, "a comma or the closing bracket is expected "
					    "here");
		json->at++;
	}
	json->is_first = false;
	return true;
}

bool json_next_key(struct json *json, struct json_string *out_key)
{
	if (!next_member(json, '}')) return false;
	if (!json_read_string(json, out_key)) return false;
	skip_space(json);
	if (byte_at(json) != ':') return refuse(json, "a colon is expected here");
	json->at++;
	return true;
}

bool json_next_item(struct json *json)
{
	return next_member(json, ']');
}

/* One step of a walk through a value: bit n of `objects` says what is open at depth n. */
static bool step_inside(struct json *json, u64 objects)
{
	struct json_string key;
	bool is_object = objects >> (json->depth - 1) & 1;
	if (!is_object) return json_next_item(json);
	if (!json_next_key(json, &key)) return false;
	if (json->plain) plain_see_name(json->plain, json->depth, key);
	return true;
}

bool json_skip(struct json *json, str *out_bytes)
{
	enum json_kind kind = json_peek(json);
	size_t begin = json->at;
	u32 outside = json->depth;
	u64 objects = 0;
	for (;;) {
		if (kind == VALUE_OBJECT || kind == VALUE_ARRAY) {
			if (!json_enter(json, kind)) return false;
			u64 bit = (u64)1 << (json->depth - 1);
			objects = kind == VALUE_OBJECT ? objects | bit : objects & ~bit;
			if (json->plain && kind == VALUE_OBJECT)
				plain_enter_object(json->plain, json->depth);
		} else if (!skip_scalar(json, kind)) {
			return false;
		}
		/* Each end that follows leaves one level. */
		while (json->depth > outside && !step_inside(json, objects)) {
			if (json_failed(json)) return false;
		}
		if (json->depth == outside) break;
		kind = json_peek(json);
	}
	*out_bytes = str_slice(json->text, begin, json->at);
	return true;
}

bool json_pass_over(struct json *json, str *out_bytes)
{
	struct json_string string;
	size_t open = 0;
	enum json_kind kind = json_peek(json);
	must(kind == VALUE_OBJECT || kind == VALUE_ARRAY);
	size_t begin = json->at;
	do {
		char c = byte_at(json);
		if (json->at >= json->text.len) return refuse(json, "the text ends within a value");
		if (c == '"') {
			if (!json_read_string(json, &string)) return false;
			continue;
		}
		if (c == '{' || c == '[') open++;
		if (open && (c == '}' || c == ']')) open--;
		json->at++;
	} while (open);
	*out_bytes = str_slice(json->text, begin, json->at);
	return true;
}

bool json_end(struct json *json)
{
	skip_space(json);
	if (json_failed(json)) return false;
	if (json->at < json->text.len) return refuse(json, "unexpected text after the value");
	return true;
}

/* ---- looking into what was checked -------------------------------------------------------- */

bool json_find(str object, str key, str *out_bytes)
{
	struct json json;
	struct json_string name;
	bool found = false;
	json_init(&json, object);
	if (!json_enter(&json, VALUE_OBJECT)) return false;
	while (json_next_key(&json, &name)) {
		str bytes;
		if (!json_skip(&json, &bytes)) return false;
		if (name.is_escaped || !str_eq(name.raw, key)) continue;
		*out_bytes = bytes;
		found = true;
	}
	return found;
}

str json_member(str object, str key)
{
	str bytes = { 0 };
	if (!object.len || !json_find(object, key, &bytes)) bytes = (str){ 0 };
	return bytes;
}

str json_text(str bytes, struct arena *arena)
{
	struct json json;
	struct json_string string;
	str text = { 0 };
	if (!bytes.len || bytes.at[0] != '"') return text;
	json_init(&json, bytes);
	if (!json_read_string(&json, &string) || !json_unescape(string, arena, &text))
		return (str){ 0 };
	return text;
}
