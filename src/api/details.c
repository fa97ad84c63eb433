#include "api/details.h"

#include "api/write.h"
#include "base/must.h"

static str choice_word(const struct field *field, u32 place)
{
	str rest = str_from(field->choices);
	str word = str_split(&rest, ',');
	for (u32 i = 0; i < place; i++) word = str_split(&rest, ',');
	return word;
}

static void write_texts(struct buf *out, const struct texts *texts)
{
	write_open(out, '[');
	for (u32 i = 0; i < texts->len; i++) write_text(out, texts->at[i]);
	write_close(out, ']');
}

void details_write_value(struct buf *out, const struct field *field, const void *object)
{
	const void *at = (const char *)object + field->offset;
	switch (field->kind) {
	case FIELD_TEXT:
	case FIELD_LINE:
	case FIELD_WORD:
	case FIELD_NAME: write_text(out, *(const str *)at); return;
	case FIELD_ID: write_uuid(out, at); return;
	case FIELD_INTEGER:
	case FIELD_PRIORITY:
	case FIELD_SPAN: write_i64(out, *(const i64 *)at); return;
	case FIELD_BOOL: write_bool(out, *(const bool *)at); return;
	case FIELD_CHOICE: write_text(out, choice_word(field, *(const u32 *)at)); return;
	case FIELD_OBJECT:
	case FIELD_ARRAY:
	case FIELD_ANY: write_raw(out, *(const str *)at); return;
	case FIELD_TEXTS: write_texts(out, at); return;
	case FIELD_CUT:
	case FIELD_CUT_KEY:
	case FIELD_CUT_ANY:
	case FIELD_WHEN:
	case FIELD_DELAYS:
	case FIELD_SHAPE:
	case FIELD_SHAPES:
	case FIELD_EACH:
	case FIELD_KINDS: break;
	}
	must(false); /* such fields are decided about, or kept as bytes */
}

void details_merge(struct buf *out, const struct shape *shape, const void *object, str old,
		   u64 mask)
{
	write_open(out, '{');
	for (u32 i = 0; i < shape->len; i++) {
		const struct field *field = &shape->fields[i];
		str kept;
		if (!(mask >> i & 1) || is_null(object, i)) continue;
		if (is_given(object, i)) {
			write_key(out, field->name);
			details_write_value(out, field, object);
		} else if (old.len && json_find(old, field->name, &kept)) {
			put_raw(out, field->name, kept);
		}
	}
	write_close(out, '}');
}

void details_put_all(struct buf *out, const struct shape *shape, str details, u64 mask)
{
	for (u32 i = 0; i < shape->len; i++) {
		str kept = STR("null");
		if (!(mask >> i & 1)) continue;
		if (details.len) (void)!json_find(details, shape->fields[i].name, &kept);
		put_raw(out, shape->fields[i].name, kept);
	}
}

void details_put(struct buf *out, str details)
{
	struct json json;
	struct json_string key;
	str bytes;
	json_init(&json, details);
	if (!details.len || !json_enter(&json, VALUE_OBJECT)) return;
	while (json_next_key(&json, &key) && json_skip(&json, &bytes)) put_raw(out, key.raw, bytes);
}
