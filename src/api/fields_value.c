/* Single values: of a text, a number, an id, an instant; and bytes that are kept as they came. */
#include "api/fields_parts.h"

#include "api/cut.h"
#include "api/plain.h"
#include "base/buf.h"
#include "base/must.h"
#include "model/when.h"

enum { POINTER_BYTES_MAX = 512, GOT_SHOWN_MAX = 40 };

/* ---- faults ------------------------------------------------------------------------------- */

/* "~" and "/" are escaped (RFC 6901). */
static void add_token(struct buf *out, str key)
{
	buf_add_byte(out, '/');
	for (size_t i = 0; i < key.len; i++) {
		if (key.at[i] == '~') buf_add(out, STR("~0"));
		else if (key.at[i] == '/') buf_add(out, STR("~1"));
		else buf_add_byte(out, key.at[i]);
	}
}

str value_pointer(const struct body_reading *reading)
{
	struct buf out;
	if (reading->faults->is_query) return reading->key;
	buf_init(&out, POINTER_BYTES_MAX);
	buf_add(&out, reading->base);
	if (reading->key.at) add_token(&out, reading->key);
	if (reading->index >= 0) {
		buf_add_byte(&out, '/');
		buf_add_i64(&out, reading->index);
	}
	str pointer = str_copy(reading->faults->arena, buf_view(&out));
	buf_done(&out);
	return pointer;
}

bool value_refuse(const struct body_reading *reading, const struct why *why)
{
	return fault_add(reading->faults, value_pointer(reading), why);
}

/* The value is of another kind: said once, and stepped over. */
bool value_wrong_kind(const struct body_reading *reading, const char *due)
{
	str bytes;
	if (!json_skip(reading->json, &bytes)) return false;
	REFUSE(reading, ERR_INVALID, "must be %s", due);
}

/* ---- single values ------------------------------------------------------------------------ */

static bool read_plain_text(const struct body_reading *reading, const char *due, str *out_text)
{
	struct json_string string;
	if (json_peek(reading->json) != VALUE_STRING) return value_wrong_kind(reading, due);
	if (!json_read_string(reading->json, &string)) return false;
	if (json_unescape(string, reading->faults->arena, out_text)) return true;
	if (arena_failed(reading->faults->arena))
		return json_fail(reading->json, 0, "out of memory");
	REFUSE(reading, ERR_INVALID, "must not contain the character U+0000");
}

/* The first byte of a character is never a byte in the middle of one. */
static bool check_line(const struct body_reading *reading, str text)
{
	const struct field *field = reading->field;
	i64 count = 0;
	for (size_t i = 0; i < text.len; i++) count += ((u8)text.at[i] & 0xc0) != 0x80;
	if (count >= field->min && count <= field->max) return true;
	REFUSE(reading, ERR_INVALID, "must have %lld to %lld characters, has %lld",
	       (long long)field->min, (long long)field->max, (long long)count);
}

bool value_check_text(const struct body_reading *reading, str text)
{
	const struct field *field = reading->field;
	struct why why;
	if (field->kind == FIELD_NAME) {
		enum name_kind kind = (enum name_kind)field->min;
		return name_check(kind, text, field->name.at, &why) ? value_refuse(reading, &why)
								    : true;
	}
	if (field->kind == FIELD_LINE) return check_line(reading, text);
	if (text.len < (size_t)field->min)
		REFUSE(reading, ERR_INVALID, "must have %lld to %lld bytes, has %zu",
		       (long long)field->min, (long long)field->max, text.len);
	if (text.len > (size_t)field->max)
		REFUSE(reading, ERR_INVALID, "must have at most %lld bytes, has %zu",
		       (long long)field->max, text.len);
	return true;
}

bool value_read_text(const struct body_reading *reading, str *out_text)
{
	str text;
	if (!read_plain_text(reading, "a string", &text)) return false;
	if (!value_check_text(reading, text)) return false;
	*out_text = text;
	return true;
}

static bool read_word(const struct body_reading *reading, str *out_text)
{
	str digits;
	bool is_integer;
	if (json_peek(reading->json) != VALUE_NUMBER) return value_read_text(reading, out_text);
	if (!json_read_number(reading->json, &digits, &is_integer)) return false;
	if (!is_integer) REFUSE(reading, ERR_INVALID, "must be a string or an integer");
	*out_text = digits;
	return value_check_text(reading, digits);
}

bool value_check_integer(const struct body_reading *reading, str digits, i64 *out_value)
{
	const struct field *field = reading->field;
	bool is_negative = digits.len && digits.at[0] == '-';
	u64 magnitude;
	bool fits = str_to_u64(str_from_offset(digits, is_negative), INT64_MAX, &magnitude);
	i64 value = !fits ? 0 : is_negative ? -(i64)magnitude : (i64)magnitude;
	if (!fits || value < field->min || value > field->max)
		REFUSE(reading, ERR_INVALID, "must be %lld to %lld, got %.*s",
		       (long long)field->min, (long long)field->max,
		       STR_ARG(str_slice(digits, 0, GOT_SHOWN_MAX)));
	*out_value = value;
	return true;
}

bool value_read_integer(const struct body_reading *reading, i64 *out_value)
{
	str digits;
	bool is_integer;
	if (json_peek(reading->json) != VALUE_NUMBER)
		return value_wrong_kind(reading, "an integer");
	if (!json_read_number(reading->json, &digits, &is_integer)) return false;
	if (!is_integer)
		REFUSE(reading, ERR_INVALID, "must be an integer, without fraction or exponent");
	return value_check_integer(reading, digits, out_value);
}

static bool read_bool(const struct body_reading *reading, bool *out_value)
{
	enum json_kind kind = json_peek(reading->json);
	str bytes;
	if (kind != VALUE_TRUE && kind != VALUE_FALSE)
		return value_wrong_kind(reading, "true or false");
	if (!json_skip(reading->json, &bytes)) return false;
	*out_value = kind == VALUE_TRUE;
	return true;
}

bool value_check_id(const struct body_reading *reading, str text, struct uuid *out_id)
{
	if (uuid_parse(text, out_id)) return true;
	REFUSE(reading, ERR_INVALID, "must be an id like 01890a5d-ac96-774b-bcce-b302099a8057");
}

bool value_check_priority(const struct body_reading *reading, str text, i64 *out_value)
{
	static const struct {
		str word;
		i64 value;
	} words[] = { { STR("high"), -1 }, { STR("normal"), -5 }, { STR("low"), -9 } };
	for (size_t i = 0; i < countof(words); i++) {
		if (!str_eq(text, words[i].word)) continue;
		*out_value = words[i].value;
		return true;
	}
	REFUSE(reading, ERR_INVALID, "must be 1 (first) to 10 (last), or high, normal or low");
}

static bool read_priority(const struct body_reading *reading, i64 *out_value)
{
	str text;
	if (json_peek(reading->json) == VALUE_NUMBER) return value_read_integer(reading, out_value);
	if (!read_plain_text(reading, "1 to 10, or high, normal or low", &text)) return false;
	return value_check_priority(reading, text, out_value);
}

static bool read_when(const struct body_reading *reading, struct given_when *out_when)
{
	str digits, text;
	bool is_integer;
	if (json_peek(reading->json) == VALUE_NUMBER) {
		if (!json_read_number(reading->json, &digits, &is_integer)) return false;
		if (!is_integer)
			REFUSE(reading, ERR_INVALID, "must be a whole number of milliseconds");
		return value_check_integer(reading, digits, &out_when->epoch);
	}
	if (!read_plain_text(reading, "a time like 2025-03-30T01:30:00Z, or milliseconds", &text))
		return false;
	if (!text.len) REFUSE(reading, ERR_INVALID, "must not be empty");
	out_when->text = text;
	return true;
}

bool value_check_span(const struct body_reading *reading, str text, msec *out_span)
{
	struct why why;
	msec span;
	if (span_parse(text, &span, &why)) return value_refuse(reading, &why);
	if (span < reading->field->min || span > reading->field->max)
		REFUSE(reading, ERR_INVALID, "must be %lld to %lld milliseconds",
		       (long long)reading->field->min, (long long)reading->field->max);
	*out_span = span;
	return true;
}

static bool read_span(const struct body_reading *reading, msec *out_span)
{
	str text;
	bool is_integer;
	if (json_peek(reading->json) == VALUE_NUMBER) {
		if (!json_read_number(reading->json, &text, &is_integer)) return false;
		return value_check_span(reading, text, out_span);
	}
	if (!read_plain_text(reading, "a span like 90s, 10m or 24h", &text)) return false;
	return value_check_span(reading, text, out_span);
}

bool value_check_choice(const struct body_reading *reading, str text, u32 *out_place)
{
	str rest = str_from(reading->field->choices);
	for (u32 i = 0; rest.len; i++) {
		if (!str_eq(str_split(&rest, ','), text)) continue;
		*out_place = i;
		return true;
	}
	struct why why;
	(void)fault_fail_choice(&why, reading->field->choices, str_slice(text, 0, GOT_SHOWN_MAX));
	return value_refuse(reading, &why);
}

static bool read_choice(const struct body_reading *reading, u32 *out_place)
{
	str text;
	if (!read_plain_text(reading, "a string", &text)) return false;
	return value_check_choice(reading, text, out_place);
}

/* Steps over a value that is kept or handed on as its bytes. *out_fault: what in it strict readers
 * refuse. */
static bool skip_free(const struct body_reading *reading, str *out_bytes,
		      enum plain_fault *out_fault)
{
	struct faults *faults = reading->faults;
	struct json *json = reading->json;
	if (!faults->plain) {
		faults->plain = arena_alloc(faults->arena, sizeof *faults->plain);
		if (!faults->plain) return json_fail(json, 0, "out of memory");
		plain_init(faults->plain, faults->arena);
	}
	plain_begin(faults->plain);
	json->plain = faults->plain;
	bool is_passed = json_skip(json, out_bytes);
	json->plain = NULL;
	*out_fault = faults->plain->fault;
	if (arena_failed(faults->arena)) return json_fail(json, 0, "out of memory");
	return is_passed;
}

/* The same, and refuses it for that. What is read by a shape later is refused there, if at all. */
bool value_take_free(const struct body_reading *reading, str *out_bytes)
{
	enum plain_fault fault;
	struct why why;
	if (reading->field && reading->field->inner) return json_skip(reading->json, out_bytes);
	if (!skip_free(reading, out_bytes, &fault)) return false;
	return !plain_explain(fault, &why) || value_refuse(reading, &why);
}

static bool read_bytes(const struct body_reading *reading, str *out_bytes)
{
	const struct field *field = reading->field;
	enum json_kind kind = json_peek(reading->json);
	str bytes;
	if (field->kind == FIELD_OBJECT && kind != VALUE_OBJECT)
		return value_wrong_kind(reading, "an object");
	if (field->kind == FIELD_ARRAY && kind != VALUE_ARRAY)
		return value_wrong_kind(reading, "an array");
	if (!value_take_free(reading, &bytes)) return false;
	if (bytes.len > (size_t)field->max)
		REFUSE(reading, ERR_TOO_LONG, "must have at most %lld bytes, has %zu",
		       (long long)field->max, bytes.len);
	*out_bytes = bytes;
	return true;
}

/* ---- values that are cut ------------------------------------------------------------------ */

/* As a reader that refuses does, but for what a longer, garbled or deeper value is. */
static bool read_cut(const struct body_reading *reading, u64 *cut, u64 bit, str *out_text)
{
	const struct field *field = reading->field;
	struct arena *arena = reading->faults->arena;
	struct json_string string;
	str text;
	if (json_peek(reading->json) != VALUE_STRING) return value_wrong_kind(reading, "a string");
	if (!json_read_string(reading->json, &string)) return false;
	if (!json_unescape_any(string, arena, &text))
		return json_fail(reading->json, 0, "out of memory");
	if (text.len < (size_t)field->min) REFUSE(reading, ERR_INVALID, "must not be empty");
	bool is_key = field->kind == FIELD_CUT_KEY;
	*out_text = is_key ? cut_key(text, (size_t)field->max, arena)
			   : cut_text(text, (size_t)field->max, arena);
	if (text.len > (size_t)field->max) *cut |= bit;
	return !arena_failed(arena) || json_fail(reading->json, 0, "out of memory");
}

static bool read_cut_any(const struct body_reading *reading, u64 *cut, u64 bit, str *out_bytes)
{
	struct arena *arena = reading->faults->arena;
	struct json before = *reading->json;
	enum plain_fault fault;
	str bytes;
	bool is_whole = skip_free(reading, &bytes, &fault);
	if (!is_whole && !reading->json->is_too_deep) return false;
	if (!is_whole) {
		*reading->json = before;
		if (!json_pass_over(reading->json, &bytes)) return false;
	}
	if (is_whole && !fault && bytes.len <= (size_t)reading->field->max) {
		if (json_mend(bytes, arena, out_bytes)) return true;
		return json_fail(reading->json, 0, "out of memory");
	}
	*cut |= bit;
	*out_bytes = cut_value(bytes.len, arena);
	return !arena_failed(arena) || json_fail(reading->json, 0, "out of memory");
}

/* ---- of whatever kind --------------------------------------------------------------------- */

static bool read_id(const struct body_reading *reading, struct uuid *out_id)
{
	str text;
	if (!read_plain_text(reading, "an id", &text)) return false;
	return value_check_id(reading, text, out_id);
}

bool value_read(const struct body_reading *reading, struct given *given, u64 bit)
{
	void *at = (char *)given + reading->field->offset;
	switch (reading->field->kind) {
	case FIELD_TEXT:
	case FIELD_LINE:
	case FIELD_NAME: return value_read_text(reading, at);
	case FIELD_WORD: return read_word(reading, at);
	case FIELD_ID: return read_id(reading, at);
	case FIELD_INTEGER: return value_read_integer(reading, at);
	case FIELD_BOOL: return read_bool(reading, at);
	case FIELD_PRIORITY: return read_priority(reading, at);
	case FIELD_WHEN: return read_when(reading, at);
	case FIELD_SPAN: return read_span(reading, at);
	case FIELD_CHOICE: return read_choice(reading, at);
	case FIELD_OBJECT:
	case FIELD_ARRAY:
	case FIELD_ANY: return read_bytes(reading, at);
	case FIELD_CUT:
	case FIELD_CUT_KEY: return read_cut(reading, &given->cut, bit, at);
	case FIELD_CUT_ANY: return read_cut_any(reading, &given->cut, bit, at);
	case FIELD_DELAYS:
	case FIELD_TEXTS:
	case FIELD_SHAPE:
	case FIELD_SHAPES:
	case FIELD_EACH: return value_read_many(reading, at);
	case FIELD_KINDS: break;
	}
	must(false);
	return false;
}
