/* The schemas of requests and of parameters. What a request may have is closed, since other fields
 * are refused. */
#include "api/aliases.def"
#include "api/describe_parts.h"
#include "api/handlers.h"
#include "api/write.h"
#include "base/must.h"

static void put_text_bounds(struct buf *out, i64 min, i64 max, bool is_nullable)
{
	schema_put_type(out, "string", is_nullable);
	if (min) put_i64(out, STR("minLength"), min);
	put_i64(out, STR("maxLength"), max);
}

/* JSON Schema counts characters. A bound of ours that counts bytes is told beside it. */
static void put_bytes(struct buf *out, i64 max)
{
	put_i64(out, STR("x-max-bytes"), max);
}

static void put_text_bytes(struct buf *out, i64 min, i64 max, bool is_nullable)
{
	put_text_bounds(out, min, max, is_nullable);
	put_bytes(out, max);
}

static void put_name(struct buf *out, enum name_kind kind, bool is_nullable)
{
	put_text_bounds(out, 1, name_bytes_max(kind), is_nullable);
	put_text(out, STR("pattern"), STR(NAME_PATTERN));
}

static void put_either(struct buf *out, bool is_nullable)
{
	put_open(out, STR("type"), '[');
	write_text(out, STR("string"));
	write_text(out, STR("integer"));
	if (is_nullable) write_text(out, STR("null"));
	write_close(out, ']');
}

/* An instant or a span: a text, or a number of milliseconds or seconds. */
static void put_time(struct buf *out, const struct field *field, i64 unit, bool is_nullable)
{
	put_either(out, is_nullable);
	put_i64(out, STR("minLength"), 1);
	put_i64(out, STR("minimum"), field->min / unit);
	put_i64(out, STR("maximum"), field->max / unit);
}

static void put_word(struct buf *out, const struct field *field, bool is_nullable)
{
	put_either(out, is_nullable);
	put_i64(out, STR("minLength"), field->min);
	put_i64(out, STR("maxLength"), field->max);
	put_bytes(out, field->max);
}

static void put_priority(struct buf *out, const struct field *field, bool is_nullable)
{
	put_open(out, STR("anyOf"), '[');
	write_open(out, '{');
	schema_put_integer(out, field, false);
	write_close(out, '}');
	write_open(out, '{');
	schema_put_words(out, "high,normal,low", is_nullable);
	write_close(out, '}');
	write_close(out, ']');
}

static void put_inner(struct buf *out, const struct shape *inner, bool is_nullable)
{
	schema_open_nullable(out, is_nullable);
	describe_put_request(out, inner);
	schema_close_nullable(out, is_nullable);
}

static void put_document(struct buf *out, const struct field *field, bool is_nullable)
{
	if (field->inner) {
		put_inner(out, field->inner, is_nullable);
		return;
	}
	schema_put_object(out, is_nullable);
	put_bytes(out, field->max);
}

/* An array is bounded by its bytes, any other list by its items. */
static void put_list_bounds(struct buf *out, const struct field *field)
{
	if (field->kind == FIELD_ARRAY) {
		put_bytes(out, field->max);
		if (field->min) put_i64(out, STR("maxItems"), field->min);
		return;
	}
	if (field->min) put_i64(out, STR("minItems"), field->min);
	put_i64(out, STR("maxItems"), field->max);
}

/* Tasks of one call are answered one by one, like all of FIELD_EACH: an item that is wrong refuses
 * only itself. */
static bool is_each(const struct field *field)
{
	return field->kind == FIELD_EACH || field->inner == &task_body;
}

static void put_items(struct buf *out, const struct field *field, bool is_nullable)
{
	schema_put_type(out, "array", is_nullable);
	put_open(out, STR("items"), '{');
	if (field->inner) describe_put_request(out, field->inner);
	write_close(out, '}');
	put_list_bounds(out, field);
	if (is_each(field)) put_bool(out, STR("x-each"), true);
}

static void put_texts(struct buf *out, const struct field *field, bool is_nullable)
{
	schema_put_type(out, "array", is_nullable);
	put_open(out, STR("items"), '{');
	put_text_bytes(out, 1, TEXTS_BYTES, false);
	write_close(out, '}');
	put_list_bounds(out, field);
}

static void put_delays(struct buf *out, const struct field *field, bool is_nullable)
{
	const struct field of_item = { .min = 0, .max = FIELD_DELAY_MAX };
	schema_put_type(out, "array", is_nullable);
	put_open(out, STR("items"), '{');
	schema_put_integer(out, &of_item, false);
	write_close(out, '}');
	put_list_bounds(out, field);
}

void schema_put_given(struct buf *out, const struct field *field, bool is_nullable)
{
	switch (field->kind) {
	case FIELD_TEXT: put_text_bytes(out, field->min, field->max, is_nullable); return;
	case FIELD_LINE: put_text_bounds(out, field->min, field->max, is_nullable); return;
	case FIELD_NAME: put_name(out, (enum name_kind)field->min, is_nullable); return;
	case FIELD_ID: schema_put_format(out, "uuid", is_nullable); return;
	case FIELD_INTEGER: schema_put_integer(out, field, is_nullable); return;
	case FIELD_BOOL: schema_put_type(out, "boolean", is_nullable); return;
	case FIELD_CHOICE: schema_put_words(out, field->choices, is_nullable); return;
	case FIELD_PRIORITY: put_priority(out, field, is_nullable); return;
	case FIELD_WORD: put_word(out, field, is_nullable); return;
	case FIELD_WHEN: put_time(out, field, 1, is_nullable); return;
	case FIELD_SPAN: put_time(out, field, MSEC_SECOND, is_nullable); return;
	case FIELD_OBJECT: put_document(out, field, is_nullable); return;
	case FIELD_ANY: put_bytes(out, field->max); return;
	case FIELD_CUT:
	case FIELD_CUT_KEY:
		schema_put_type(out, "string", is_nullable);
		if (field->min) put_i64(out, STR("minLength"), field->min);
		put_i64(out, STR("x-cut-bytes"), field->max);
		return;
	case FIELD_CUT_ANY: put_i64(out, STR("x-cut-bytes"), field->max); return;
	case FIELD_DELAYS: put_delays(out, field, is_nullable); return;
	case FIELD_TEXTS: put_texts(out, field, is_nullable); return;
	case FIELD_SHAPE: put_inner(out, field->inner, is_nullable); return;
	case FIELD_ARRAY:
	case FIELD_EACH:
	case FIELD_SHAPES: put_items(out, field, is_nullable); return;
	case FIELD_KINDS: break;
	}
	must(false);
}

static bool is_alias_of(const struct shape *shape, const struct field *field, str name)
{
	return shape_find(shape, name) == field && !str_eq(field->name, name);
}

/* An alias may have several rows: one for each field that it may mean. */
static bool is_among(const str *names, size_t len, str name)
{
	for (size_t i = 0; i < len; i++) {
		if (str_eq(names[i], name)) return true;
	}
	return false;
}

void describe_put_aliases(struct buf *out, const struct shape *shape, const struct field *field)
{
	static const str all[] = {
#define X(name, field, sentence) STR(name),
		ALIASES(X)
#undef X
	};
	bool has_some = false;
	for (size_t i = 0; i < countof(all); i++) {
		if (!is_alias_of(shape, field, all[i]) || is_among(all, i, all[i])) continue;
		if (!has_some) put_open(out, STR("x-aliases"), '[');
		has_some = true;
		write_text(out, all[i]);
	}
	if (has_some) write_close(out, ']');
}

void describe_parameter(struct buf *out, const struct shape *shape, const struct field *field)
{
	(void)shape;
	write_open(out, '{');
	schema_put_given(out, field, false);
	describe_put_preset(out, field);
	write_close(out, '}');
}

void schema_write_request(struct buf *out, const struct shape *shape)
{
	u32 known = shape->len - shape_is_open(shape);
	write_open(out, '{');
	schema_put_type(out, "object", false);
	schema_put_sentence(out, shape->sentence);
	put_bool(out, STR("additionalProperties"), shape_is_open(shape));
	put_open(out, STR("required"), '[');
	for (u32 i = 0; i < known; i++) {
		if (shape->fields[i].is_required) write_text(out, shape->fields[i].name);
	}
	write_close(out, ']');
	put_open(out, STR("properties"), '{');
	for (u32 i = 0; i < known; i++) {
		const struct field *field = &shape->fields[i];
		put_open(out, field->name, '{');
		schema_put_given(out, field, !field->is_required);
		describe_put_preset(out, field);
		describe_put_meaning(out, field);
		if (answer_is_write_only(shape, field)) put_bool(out, STR("writeOnly"), true);
		describe_put_aliases(out, shape, field);
		write_close(out, '}');
	}
	write_close(out, '}');
	write_close(out, '}');
}
