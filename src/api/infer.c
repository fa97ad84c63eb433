#include "api/infer.h"

#include "api/json.h"
#include "api/write.h"
#include "base/must.h"
#include "base/uuid.h"

static void put_type(struct buf *out, const char *type)
{
	put_text(out, STR("type"), str_from(type));
}

/* "2030-01-07T08:00:00Z", with or without a fraction. */
static bool is_instant(str text)
{
	static const char like[] = "dddd-dd-ddTdd:dd:dd";
	size_t len = sizeof like - 1;
	if (text.len <= len || text.at[text.len - 1] != 'Z') return false;
	for (size_t i = 0; i < len; i++) {
		bool fits = like[i] == 'd' ? ascii_is_digit(text.at[i]) : like[i] == text.at[i];
		if (!fits) return false;
	}
	return true;
}

static void infer_text(struct buf *out, str text)
{
	struct uuid id;
	put_type(out, "string");
	if (uuid_parse(text, &id)) put_text(out, STR("format"), STR("uuid"));
	else if (is_instant(text)) put_text(out, STR("format"), STR("date-time"));
}

static void infer_number(struct buf *out, str digits)
{
	bool is_whole = str_find(digits, '.') == digits.len && str_find(digits, 'e') == digits.len;
	put_type(out, is_whole ? "integer" : "number");
}

static void infer_value(struct buf *out, str value, u32 depth);

static void infer_object(struct buf *out, str object, u32 depth)
{
	struct json json;
	struct json_string key;
	str value;
	json_init(&json, object);
	must(json_enter(&json, VALUE_OBJECT));
	put_type(out, "object");
	put_open(out, STR("properties"), '{');
	while (json_next_key(&json, &key) && json_skip(&json, &value)) {
		write_key(out, key.raw);
		infer_value(out, value, depth + 1);
	}
	write_close(out, '}');
}

/* All are like the first. */
static void infer_array(struct buf *out, str array, u32 depth)
{
	struct json json;
	str item;
	json_init(&json, array);
	must(json_enter(&json, VALUE_ARRAY));
	put_type(out, "array");
	if (!json_next_item(&json) || !json_skip(&json, &item)) return;
	write_key(out, STR("items"));
	infer_value(out, item, depth + 1);
}

static void infer_value(struct buf *out, str value, u32 depth)
{
	struct json json;
	must(depth < INFER_DEPTH_MAX);
	json_init(&json, value);
	write_open(out, '{');
	switch (json_peek(&json)) {
	case VALUE_OBJECT: infer_object(out, value, depth); break;
	case VALUE_ARRAY: infer_array(out, value, depth); break;
	case VALUE_STRING: infer_text(out, str_slice(value, 1, value.len - 1)); break;
	case VALUE_NUMBER: infer_number(out, value); break;
	case VALUE_TRUE:
	case VALUE_FALSE: put_type(out, "boolean"); break;
	case VALUE_NULL:
	case VALUE_NOTHING: break;
	}
	write_close(out, '}');
}

void infer_schema(struct buf *out, str example)
{
	infer_value(out, example, 0);
}
