/* The small writers that schemas of requests and answers share. */
#include "api/describe_parts.h"

#include "api/write.h"

void schema_put_type(struct buf *out, const char *type, bool is_nullable)
{
	if (!is_nullable) {
		put_text(out, STR("type"), str_from(type));
		return;
	}
	put_open(out, STR("type"), '[');
	write_text(out, str_from(type));
	write_text(out, STR("null"));
	write_close(out, ']');
}

void schema_put_format(struct buf *out, const char *format, bool is_nullable)
{
	schema_put_type(out, "string", is_nullable);
	put_text(out, STR("format"), str_from(format));
}

void schema_put_sentence(struct buf *out, const char *sentence)
{
	if (sentence && *sentence) put_text(out, STR("description"), str_from(sentence));
}

void schema_put_reference(struct buf *out, str name, const char *suffix)
{
	write_key(out, STR("$ref"));
	buf_addf(out, "\"#/components/schemas/%.*s%s\"", STR_ARG(name), suffix);
}

/* "task_bulk" is TaskBulk. */
static void add_pascal(struct buf *out, const char *name)
{
	bool is_first = true;
	for (; *name; name++) {
		if (*name != '_') buf_add_byte(out, is_first ? ascii_upper(*name) : *name);
		is_first = *name == '_';
	}
}

void schema_add_request_name(struct buf *out, const struct shape *shape)
{
	add_pascal(out, shape->name);
	buf_add(out, STR("Input"));
}

void describe_put_request(struct buf *out, const struct shape *shape)
{
	write_key(out, STR("$ref"));
	buf_add(out, STR("\"#/components/schemas/"));
	schema_add_request_name(out, shape);
	buf_add_byte(out, '"');
}

void describe_put_answer(struct buf *out, const struct answer_shape *shape)
{
	schema_put_reference(out, str_from(shape->name), "");
}

void describe_put_list(struct buf *out, const struct answer_shape *shape)
{
	schema_put_reference(out, str_from(shape->name), "List");
}

/* A reference, or null. */
void schema_open_nullable(struct buf *out, bool is_nullable)
{
	if (!is_nullable) return;
	put_open(out, STR("anyOf"), '[');
	write_open(out, '{');
}

void schema_close_nullable(struct buf *out, bool is_nullable)
{
	if (!is_nullable) return;
	write_close(out, '}');
	write_open(out, '{');
	schema_put_type(out, "null", false);
	write_close(out, '}');
	write_close(out, ']');
}

void schema_put_words(struct buf *out, const char *words, bool is_nullable)
{
	str rest = str_from(words);
	schema_put_type(out, "string", is_nullable);
	put_open(out, STR("enum"), '[');
	while (rest.len) write_text(out, str_split(&rest, ','));
	if (is_nullable) write_null(out);
	write_close(out, ']');
}

void schema_put_integer(struct buf *out, const struct field *field, bool is_nullable)
{
	schema_put_type(out, "integer", is_nullable);
	put_text(out, STR("format"), STR("int64"));
	put_i64(out, STR("minimum"), field->min);
	put_i64(out, STR("maximum"), field->max);
}

void schema_put_object(struct buf *out, bool is_nullable)
{
	schema_put_type(out, "object", is_nullable);
	put_bool(out, STR("additionalProperties"), true);
}
