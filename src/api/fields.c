#include "api/fields.h"

#include "api/aliases.def"
#include "api/answer_shape.h"
#include "api/cut.h"
#include "api/plain.h"
#include "base/buf.h"
#include "base/must.h"
#include "model/when.h"

enum {
	SUGGEST_DISTANCE = 4,
	SUGGEST_BEGIN = 3,
	FIRST_ITEMS = 8,
	POINTER_BYTES_MAX = 512,
	GOT_SHOWN_MAX = 40
};

static const struct alias {
	str name;
	str field;
} aliases[] = {
#define X(name, field, sentence) { STR(name), STR(field) },
	ALIASES(X)
#undef X
};

/* One value being read. Its place is told as a JSON pointer only when something is wrong there. */
struct body_reading {
	struct json *json;
	struct faults *faults;
	const struct field *field;
	str base; /* pointer of the object it is in */
	str key;
	i64 index; /* in a list; -1: not in one */
};

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

static str pointer_of(const struct body_reading *reading)
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

static bool refuse(const struct body_reading *reading, const struct why *why)
{
	return fault_add(reading->faults, pointer_of(reading), why);
}

#define REFUSE(reading, code, ...)                           \
	do {                                                 \
		struct why refused_why;                      \
		(void)fail(&refused_why, code, __VA_ARGS__); \
		return refuse(reading, &refused_why);        \
	} while (0)

/* The value is of another kind: said once, and stepped over. */
static bool wrong_kind(const struct body_reading *reading, const char *due)
{
	str bytes;
	if (!json_skip(reading->json, &bytes)) return false;
	REFUSE(reading, ERR_INVALID, "must be %s", due);
}

/* ---- single values ------------------------------------------------------------------------ */

static bool read_plain_text(const struct body_reading *reading, const char *due, str *out_text)
{
	struct json_string string;
	if (json_peek(reading->json) != VALUE_STRING) return wrong_kind(reading, due);
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

static bool check_text(const struct body_reading *reading, str text)
{
	const struct field *field = reading->field;
	struct why why;
	if (field->kind == FIELD_NAME) {
		enum name_kind kind = (enum name_kind)field->min;
		return name_check(kind, text, field->name.at, &why) ? refuse(reading, &why) : true;
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

static bool read_text(const struct body_reading *reading, str *out_text)
{
	str text;
	if (!read_plain_text(reading, "a string", &text)) return false;
	if (!check_text(reading, text)) return false;
	*out_text = text;
	return true;
}

static bool read_word(const struct body_reading *reading, str *out_text)
{
	str digits;
	bool is_integer;
	if (json_peek(reading->json) != VALUE_NUMBER) return read_text(reading, out_text);
	if (!json_read_number(reading->json, &digits, &is_integer)) return false;
	if (!is_integer) REFUSE(reading, ERR_INVALID, "must be a string or an integer");
	*out_text = digits;
	return check_text(reading, digits);
}

static bool check_integer(const struct body_reading *reading, str digits, i64 *out_value)
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

static bool read_integer(const struct body_reading *reading, i64 *out_value)
{
	str digits;
	bool is_integer;
	if (json_peek(reading->json) != VALUE_NUMBER) return wrong_kind(reading, "an integer");
	if (!json_read_number(reading->json, &digits, &is_integer)) return false;
	if (!is_integer)
		REFUSE(reading, ERR_INVALID, "must be an integer, without fraction or exponent");
	return check_integer(reading, digits, out_value);
}

static bool read_bool(const struct body_reading *reading, bool *out_value)
{
	enum json_kind kind = json_peek(reading->json);
	str bytes;
	if (kind != VALUE_TRUE && kind != VALUE_FALSE) return wrong_kind(reading, "true or false");
	if (!json_skip(reading->json, &bytes)) return false;
	*out_value = kind == VALUE_TRUE;
	return true;
}

static bool check_id(const struct body_reading *reading, str text, struct uuid *out_id)
{
	if (uuid_parse(text, out_id)) return true;
	REFUSE(reading, ERR_INVALID, "must be an id like 01890a5d-ac96-774b-bcce-b302099a8057");
}

static bool check_priority_word(const struct body_reading *reading, str text, i64 *out_value)
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
	if (json_peek(reading->json) == VALUE_NUMBER) return read_integer(reading, out_value);
	if (!read_plain_text(reading, "1 to 10, or high, normal or low", &text)) return false;
	return check_priority_word(reading, text, out_value);
}

static bool read_when(const struct body_reading *reading, struct given_when *out_when)
{
	str digits, text;
	bool is_integer;
	if (json_peek(reading->json) == VALUE_NUMBER) {
		if (!json_read_number(reading->json, &digits, &is_integer)) return false;
		if (!is_integer)
			REFUSE(reading, ERR_INVALID, "must be a whole number of milliseconds");
		return check_integer(reading, digits, &out_when->epoch);
	}
	if (!read_plain_text(reading, "a time like 2025-03-30T01:30:00Z, or milliseconds", &text))
		return false;
	if (!text.len) REFUSE(reading, ERR_INVALID, "must not be empty");
	out_when->text = text;
	return true;
}

static bool check_span(const struct body_reading *reading, str text, msec *out_span)
{
	struct why why;
	msec span;
	if (span_parse(text, &span, &why)) return refuse(reading, &why);
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
		return check_span(reading, text, out_span);
	}
	if (!read_plain_text(reading, "a span like 90s, 10m or 24h", &text)) return false;
	return check_span(reading, text, out_span);
}

static bool check_choice(const struct body_reading *reading, str text, u32 *out_place)
{
	str rest = str_from(reading->field->choices);
	for (u32 i = 0; rest.len; i++) {
		if (!str_eq(str_split(&rest, ','), text)) continue;
		*out_place = i;
		return true;
	}
	struct why why;
	(void)fault_fail_choice(&why, reading->field->choices, str_slice(text, 0, GOT_SHOWN_MAX));
	return refuse(reading, &why);
}

static bool read_choice(const struct body_reading *reading, u32 *out_place)
{
	str text;
	if (!read_plain_text(reading, "a string", &text)) return false;
	return check_choice(reading, text, out_place);
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
static bool take_free(const struct body_reading *reading, str *out_bytes)
{
	enum plain_fault fault;
	struct why why;
	if (reading->field && reading->field->inner) return json_skip(reading->json, out_bytes);
	if (!skip_free(reading, out_bytes, &fault)) return false;
	return !plain_tell(fault, &why) || refuse(reading, &why);
}

static bool read_bytes(const struct body_reading *reading, str *out_bytes)
{
	const struct field *field = reading->field;
	enum json_kind kind = json_peek(reading->json);
	str bytes;
	if (field->kind == FIELD_OBJECT && kind != VALUE_OBJECT)
		return wrong_kind(reading, "an object");
	if (field->kind == FIELD_ARRAY && kind != VALUE_ARRAY)
		return wrong_kind(reading, "an array");
	if (!take_free(reading, &bytes)) return false;
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
	if (json_peek(reading->json) != VALUE_STRING) return wrong_kind(reading, "a string");
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

/* ---- lists and nested objects ------------------------------------------------------------- */

/* Room for one more of `size` bytes behind `len` of them; doubles, so that all of it stays within
 * twice what is needed. NULL: the arena is full. */
static void *grow(struct arena *arena, void *at, u32 len, size_t size)
{
	if (len && (len < FIRST_ITEMS || len & (len - 1))) return at;
	u32 room = len ? len * 2 : FIRST_ITEMS;
	void *more = arena_alloc_array(arena, room, size);
	if (more && len) memcpy(more, at, len * size);
	return more;
}

static bool too_many(const struct body_reading *reading)
{
	str bytes;
	do {
		if (!json_skip(reading->json, &bytes)) return false;
	} while (json_next_item(reading->json));
	struct body_reading whole = *reading;
	whole.index = -1;
	if (json_failed(reading->json)) return false;
	REFUSE(&whole, ERR_INVALID, "must have at most %lld items", (long long)reading->field->max);
}

static bool check_fewest(const struct body_reading *reading, u32 len)
{
	if (len >= (u32)reading->field->min) return true;
	REFUSE(reading, ERR_INVALID, "must have at least %lld", (long long)reading->field->min);
}

static bool read_texts(const struct body_reading *reading, struct texts *out_texts)
{
	struct body_reading item = *reading;
	struct field of_item = { .kind = FIELD_TEXT, .min = 1, .max = TEXTS_BYTES };
	str *all = NULL;
	u32 len = 0;
	bool good = true;
	if (json_peek(reading->json) != VALUE_ARRAY)
		return wrong_kind(reading, "an array of strings");
	if (!json_enter(reading->json, VALUE_ARRAY)) return false;
	while (json_next_item(reading->json)) {
		item.index = len;
		if (len == reading->field->max) return too_many(reading);
		all = grow(reading->faults->arena, all, len, sizeof *all);
		if (!all) return json_fail(reading->json, 0, "out of memory");
		item.field = &of_item;
		if (!read_text(&item, &all[len])) good = false;
		if (json_failed(reading->json)) return false;
		len++;
	}
	*out_texts = (struct texts){ all, len };
	return good && !json_failed(reading->json) && check_fewest(reading, len);
}

static bool read_delays(const struct body_reading *reading, struct delays *out_delays)
{
	struct body_reading item = *reading;
	struct field of_item = { .kind = FIELD_INTEGER, .min = 0, .max = FIELD_DELAY_MAX };
	i64 *all = NULL;
	u32 len = 0;
	bool good = true;
	if (json_peek(reading->json) != VALUE_ARRAY)
		return wrong_kind(reading, "an array of milliseconds");
	if (!json_enter(reading->json, VALUE_ARRAY)) return false;
	item.field = &of_item;
	while (json_next_item(reading->json)) {
		item.index = len;
		if (len == reading->field->max) return too_many(reading);
		all = grow(reading->faults->arena, all, len, sizeof *all);
		if (!all) return json_fail(reading->json, 0, "out of memory");
		if (!read_integer(&item, &all[len])) good = false;
		if (json_failed(reading->json)) return false;
		len++;
	}
	*out_delays = (struct delays){ all, len };
	return good && !json_failed(reading->json) && check_fewest(reading, len);
}

static bool read_shape(const struct body_reading *reading, void **out_object)
{
	const struct shape *inner = reading->field->inner;
	if (json_peek(reading->json) != VALUE_OBJECT) return wrong_kind(reading, "an object");
	void *object = arena_alloc_zeroed(reading->faults->arena, inner->size);
	if (!object) return json_fail(reading->json, 0, "out of memory");
	*out_object = object;
	return shape_read(inner, reading->json, pointer_of(reading), reading->faults, object);
}

/* A pointer for each item would cost more than the item: it is made when a fault needs it, by
 * reading the item again with it. */
static bool read_item(const struct body_reading *item, void *out)
{
	const struct shape *inner = item->field->inner;
	struct json again = *item->json;
	u32 faults = item->faults->len;
	if (json_peek(item->json) != VALUE_OBJECT) return wrong_kind(item, "an object");
	if (shape_read(inner, item->json, STR(""), item->faults, out)) return true;
	if (json_failed(item->json) || faults == FAULTS_MAX) return false;
	item->faults->len = faults;
	memset(out, 0, inner->size);
	return shape_read(inner, &again, pointer_of(item), item->faults, out);
}

/* The first fault since there were `before` is the item's own, and the others are forgotten. */
static bool keep_fault(const struct body_reading *item, u32 before, struct given *out)
{
	struct faults *faults = item->faults;
	if (faults->len == before) return false; /* there is no room: the body is refused anyway */
	struct fault *fault = arena_alloc(faults->arena, sizeof *fault);
	if (!fault) return json_fail(item->json, 0, "out of memory");
	*fault = faults->items[before];
	out->fault = fault;
	faults->len = before;
	return true;
}

/* An item that stands for itself: what is wrong with it is kept with it. */
static bool read_one(const struct body_reading *item, void *out)
{
	struct json before = *item->json;
	u32 faults = item->faults->len;
	struct why why;
	str bytes;
	item->json->is_lenient = true;
	bool is_read = read_item(item, out);
	if (item->json->is_too_deep) {
		*item->json = before;
		item->json->is_lenient = true;
		if (!json_pass_over(item->json, &bytes)) return false;
		item->faults->len = faults;
		(void)fail(&why, ERR_INVALID, "must not be nested deeper than %d levels",
			   JSON_DEPTH_MAX);
		is_read = refuse(item, &why);
	}
	item->json->is_lenient = before.is_lenient;
	if (is_read || json_failed(item->json)) return is_read;
	return keep_fault(item, faults, out);
}

static bool read_shapes(const struct body_reading *reading, struct shapes *out_shapes)
{
	size_t size = reading->field->inner->size;
	struct body_reading item = *reading;
	char *all = NULL;
	u32 len = 0;
	bool good = true;
	if (json_peek(reading->json) != VALUE_ARRAY)
		return wrong_kind(reading, "an array of objects");
	if (!json_enter(reading->json, VALUE_ARRAY)) return false;
	while (json_next_item(reading->json)) {
		item.index = len;
		if (len == reading->field->max) return too_many(reading);
		all = grow(reading->faults->arena, all, len, size);
		if (!all) return json_fail(reading->json, 0, "out of memory");
		bool is_read = reading->field->kind == FIELD_EACH
				       ? read_one(&item, all + len * size)
				       : read_item(&item, all + len * size);
		if (!is_read) good = false;
		if (json_failed(reading->json)) return false;
		len++;
	}
	*out_shapes = (struct shapes){ all, len };
	return good && !json_failed(reading->json) && check_fewest(reading, len);
}

static bool read_id(const struct body_reading *reading, struct uuid *out_id)
{
	str text;
	if (!read_plain_text(reading, "an id", &text)) return false;
	return check_id(reading, text, out_id);
}

static bool read_value(const struct body_reading *reading, struct given *given, u64 bit)
{
	void *at = (char *)given + reading->field->offset;
	switch (reading->field->kind) {
	case FIELD_TEXT:
	case FIELD_LINE:
	case FIELD_NAME: return read_text(reading, at);
	case FIELD_WORD: return read_word(reading, at);
	case FIELD_ID: return read_id(reading, at);
	case FIELD_INTEGER: return read_integer(reading, at);
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
	case FIELD_DELAYS: return read_delays(reading, at);
	case FIELD_TEXTS: return read_texts(reading, at);
	case FIELD_SHAPE: return read_shape(reading, at);
	case FIELD_SHAPES:
	case FIELD_EACH: return read_shapes(reading, at);
	case FIELD_KINDS: break;
	}
	must(false);
	return false;
}

/* ---- shapes ------------------------------------------------------------------------------- */

static const struct field *field_named(const struct shape *shape, str name)
{
	for (u32 i = 0; i < shape->len; i++) {
		if (str_eq(shape->fields[i].name, name)) return &shape->fields[i];
	}
	return NULL;
}

const struct field *shape_find(const struct shape *shape, str name)
{
	const struct field *field = field_named(shape, name);
	for (size_t i = 0; !field && i < countof(aliases); i++) {
		if (str_eq(aliases[i].name, name)) field = field_named(shape, aliases[i].field);
	}
	return field;
}

/* How far a name is from what was written; one that begins with it is as near as can be. */
static u32 name_distance(str given, str name, u32 most)
{
	bool is_begin = given.len >= SUGGEST_BEGIN && str_starts_with(name, given);
	return is_begin ? 1 : str_distance(given, name, most);
}

static bool unknown_name(const struct body_reading *reading, const struct shape *shape)
{
	u32 least = SUGGEST_DISTANCE;
	str nearest = { 0 };
	if (answer_is_read_only(shape, reading->key))
		REFUSE(reading, ERR_INVALID, "is read-only: the server sets it; leave it out");
	for (u32 i = 0; i < shape->len; i++) {
		u32 distance = name_distance(reading->key, shape->fields[i].name, least);
		if (distance >= least) continue;
		least = distance;
		nearest = shape->fields[i].name;
	}
	if (nearest.len)
		REFUSE(reading, ERR_INVALID, "is not a field here; did you mean %.*s?",
		       STR_ARG(nearest));
	REFUSE(reading, ERR_INVALID, "is not a field here");
}

bool shape_is_open(const struct shape *shape)
{
	return shape->len && str_eq(shape->fields[shape->len - 1].name, STR("*"));
}

/* Whether the field may be read now: known, and for the first time. */
static bool take_field(struct body_reading *reading, const struct shape *shape, struct given *given,
		       u64 *out_bit)
{
	reading->field = shape_find(shape, reading->key);
	if (!reading->field) return unknown_name(reading, shape);
	*out_bit = (u64)1 << (reading->field - shape->fields);
	if (!((given->there | given->nulls) & *out_bit)) return true;
	REFUSE(reading, ERR_INVALID, "is given twice (also as %.*s, or under another name)",
	       STR_ARG(reading->field->name));
}

static void fill(const struct field *field, void *object)
{
	void *at = (char *)object + field->offset;
	if (field->kind == FIELD_INTEGER) *(i64 *)at = field->preset_number;
	else if (field->kind == FIELD_CHOICE) *(u32 *)at = (u32)field->preset_number;
	else if (field->kind == FIELD_BOOL) *(bool *)at = field->preset_number != 0;
	else must(false); /* a test walks all rows */
}

/* A field that is left out gets the default of its row, or is refused if it is required. */
static bool check_left_out(struct body_reading *reading, const struct shape *shape,
			   struct given *given)
{
	bool good = true;
	for (u32 i = 0; i < shape->len; i++) {
		const struct field *field = &shape->fields[i];
		struct why why;
		if (given->there >> i & 1) continue;
		if (field->is_filled) fill(field, given);
		if (!field->is_required) continue;
		reading->key = field->name;
		good = false;
		(void)fail(&why, ERR_INVALID, "is required");
		(void)refuse(reading, &why);
	}
	return good;
}

static bool takes_null(enum field_kind kind)
{
	return kind == FIELD_ANY || kind == FIELD_CUT_ANY;
}

static bool read_member(struct body_reading *reading, const struct shape *shape, void *out)
{
	struct given *given = out;
	u64 bit;
	str bytes;
	if (shape_is_open(shape) && !shape_find(shape, reading->key)) {
		reading->field = NULL;
		return take_free(reading, &bytes);
	}
	if (!take_field(reading, shape, given, &bit)) {
		(void)json_skip(reading->json, &bytes);
		return false;
	}
	if (json_peek(reading->json) == VALUE_NULL && !takes_null(reading->field->kind)) {
		given->nulls |= bit;
		return json_skip(reading->json, &bytes);
	}
	given->there |= bit;
	return read_value(reading, given, bit);
}

bool shape_read(const struct shape *shape, struct json *json, str pointer, struct faults *faults,
		void *out)
{
	struct body_reading reading = {
		.json = json, .faults = faults, .base = pointer, .index = -1
	};
	struct json_string key;
	bool good = true;
	must(shape->len <= FIELDS_MAX);
	if (!json_enter(json, VALUE_OBJECT)) return false;
	while (json_next_key(json, &key)) {
		reading.key = key.raw;
		if (key.is_escaped && !json_unescape(key, faults->arena, &reading.key))
			return json_fail(json, json->at, "a field name is not valid");
		if (!read_member(&reading, shape, out)) good = false;
		if (json_failed(json)) return false;
	}
	if (json_failed(json)) return false;
	return check_left_out(&reading, shape, out) && good;
}

bool shape_read_body(const struct shape *shape, str body, struct faults *faults, void *out)
{
	struct json json;
	struct why why;
	json_init(&json, body.len ? body : STR("{}"));
	bool good = shape_read(shape, &json, STR(""), faults, out);
	if (!json_failed(&json)) (void)json_end(&json);
	if (!json_failed(&json)) return good;
	/* A text that is not JSON has this fault alone: faults that were found before may come from
	 * misreading it. */
	faults->len = 0;
	enum err code = arena_failed(faults->arena) ? ERR_MEMORY : ERR_JSON;
	(void)fail(&why, code, "%s (at byte %u)", json.why.text, json.why.at);
	return fault_add(faults, STR(""), &why);
}

/* ---- queries ------------------------------------------------------------------------------ */

static int hex_digit(char c)
{
	c = ascii_lower(c);
	if (ascii_is_digit(c)) return c - '0';
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool percent_decode(str text, struct arena *arena, str *out_text)
{
	char *out = arena_alloc(arena, text.len ? text.len : 1);
	size_t len = 0;
	if (!out) return false;
	for (size_t i = 0; i < text.len; i++) {
		char c = text.at[i];
		if (c == '+') c = ' ';
		if (c == '%') {
			int high = i + 2 < text.len ? hex_digit(text.at[i + 1]) : -1;
			int low = i + 2 < text.len ? hex_digit(text.at[i + 2]) : -1;
			if (high < 0 || low < 0 || !(high | low)) return false;
			c = (char)(high << 4 | low);
			i += 2;
		}
		out[len++] = c;
	}
	*out_text = (str){ out, len };
	return true;
}

static bool is_utf8(str text)
{
	while (text.len) {
		size_t len = str_utf8_length(text);
		if (!len || (unsigned char)text.at[0] < 0x20) return false;
		text = str_from_offset(text, len);
	}
	return true;
}

static bool is_digits(str text)
{
	for (size_t i = 0; i < text.len; i++) {
		if (!ascii_is_digit(text.at[i])) return false;
	}
	return text.len > 0;
}

static bool take_bool(const struct body_reading *reading, str text, bool *out_value)
{
	*out_value = str_eq(text, STR("true")) || str_eq(text, STR("1"));
	if (*out_value || str_eq(text, STR("false")) || str_eq(text, STR("0"))) return true;
	REFUSE(reading, ERR_INVALID, "must be true or false");
}

static bool take_when(const struct body_reading *reading, str text, struct given_when *out_when)
{
	if (is_digits(text)) return check_integer(reading, text, &out_when->epoch);
	if (!text.len) REFUSE(reading, ERR_INVALID, "must not be empty");
	out_when->text = text;
	return true;
}

static bool take_parameter(const struct body_reading *reading, str text, void *at)
{
	switch (reading->field->kind) {
	case FIELD_TEXT:
	case FIELD_LINE:
	case FIELD_WORD:
	case FIELD_NAME: *(str *)at = text; return check_text(reading, text);
	case FIELD_ID: return check_id(reading, text, at);
	case FIELD_INTEGER: return check_integer(reading, text, at);
	case FIELD_BOOL: return take_bool(reading, text, at);
	case FIELD_WHEN: return take_when(reading, text, at);
	case FIELD_SPAN: return check_span(reading, text, at);
	case FIELD_CHOICE: return check_choice(reading, text, at);
	case FIELD_PRIORITY:
		return is_digits(text) ? check_integer(reading, text, at)
				       : check_priority_word(reading, text, at);
	case FIELD_OBJECT:
	case FIELD_ARRAY:
	case FIELD_ANY:
	case FIELD_CUT:
	case FIELD_CUT_KEY:
	case FIELD_CUT_ANY:
	case FIELD_DELAYS:
	case FIELD_TEXTS:
	case FIELD_SHAPE:
	case FIELD_SHAPES:
	case FIELD_EACH:
	case FIELD_KINDS: break;
	}
	must(false); /* no query has such a field: a test walks all of them */
	return false;
}

static bool read_parameter(struct body_reading *reading, const struct shape *shape, str pair,
			   void *out)
{
	struct given *given = out;
	struct arena *arena = reading->faults->arena;
	str text, raw_name = str_split(&pair, '=');
	u64 bit;
	reading->key = STR("");
	if (!percent_decode(raw_name, arena, &reading->key) ||
	    !percent_decode(pair, arena, &text) || !is_utf8(reading->key) || !is_utf8(text))
		REFUSE(reading, ERR_INVALID, "a query parameter is not percent-encoded UTF-8");
	if (!take_field(reading, shape, given, &bit)) return false;
	given->there |= bit;
	return take_parameter(reading, text, (char *)out + reading->field->offset);
}

bool shape_read_query(const struct shape *shape, str query, struct faults *faults, void *out)
{
	struct body_reading reading = { .faults = faults, .index = -1 };
	bool good = true;
	faults->is_query = true;
	while (query.len) {
		str pair = str_split(&query, '&');
		if (pair.len && !read_parameter(&reading, shape, pair, out)) good = false;
	}
	good = check_left_out(&reading, shape, out) && good;
	faults->is_query = false;
	return good;
}
