/* Queries of a target, read by the same tables as bodies. */
#include "api/fields_parts.h"

#include "base/must.h"

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
	if (is_digits(text)) return value_check_integer(reading, text, &out_when->epoch);
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
	case FIELD_NAME: *(str *)at = text; return value_check_text(reading, text);
	case FIELD_ID: return value_check_id(reading, text, at);
	case FIELD_INTEGER: return value_check_integer(reading, text, at);
	case FIELD_BOOL: return take_bool(reading, text, at);
	case FIELD_WHEN: return take_when(reading, text, at);
	case FIELD_SPAN: return value_check_span(reading, text, at);
	case FIELD_CHOICE: return value_check_choice(reading, text, at);
	case FIELD_PRIORITY:
		return is_digits(text) ? value_check_integer(reading, text, at)
				       : value_check_priority(reading, text, at);
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
	if (!shape_take_field(reading, shape, given, &bit)) return false;
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
	good = shape_check_left_out(&reading, shape, out) && good;
	faults->is_query = false;
	return good;
}
