#include "api/fields.h"

#include "api/aliases.def"
#include "api/answer_shape.h"
#include "api/fields_parts.h"
#include "base/must.h"

enum { SUGGEST_DISTANCE = 4, SUGGEST_BEGIN = 3 };

static const struct alias {
	str name;
	str field;
} aliases[] = {
#define X(name, field, sentence) { STR(name), STR(field) },
	ALIASES(X)
#undef X
};

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
bool shape_take_field(struct body_reading *reading, const struct shape *shape, struct given *given,
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
bool shape_check_left_out(struct body_reading *reading, const struct shape *shape,
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
		(void)value_refuse(reading, &why);
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
		return value_take_free(reading, &bytes);
	}
	if (!shape_take_field(reading, shape, given, &bit)) {
		(void)json_skip(reading->json, &bytes);
		return false;
	}
	if (json_peek(reading->json) == VALUE_NULL && !takes_null(reading->field->kind)) {
		given->nulls |= bit;
		return json_skip(reading->json, &bytes);
	}
	given->there |= bit;
	return value_read(reading, given, bit);
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
	return shape_check_left_out(&reading, shape, out) && good;
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
