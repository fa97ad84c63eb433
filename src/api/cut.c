#include "api/cut.h"

#include "api/write.h"
#include "model/rows.h"

enum { DIGEST_DIGITS = 32, POINTER_BYTES = 512 };

/* How much of the text has room before `behind` bytes. */
static size_t room_for(str text, size_t most, size_t behind)
{
	size_t len = most - behind;
	while (len && ((unsigned char)text.at[len] & 0xc0) == 0x80) len--;
	return len;
}

static str cut_before(str text, size_t most, str mark, struct arena *arena)
{
	if (text.len <= most) return text;
	size_t len = room_for(text, most, mark.len);
	char *kept = arena_alloc(arena, len + mark.len);
	if (!kept) return (str){ 0 };
	memcpy(kept, text.at, len);
	memcpy(kept + len, mark.at, mark.len);
	return (str){ kept, len + mark.len };
}

str cut_text(str text, size_t most, struct arena *arena)
{
	return cut_before(text, most, STR(CUT_MARK), arena);
}

str cut_key(str text, size_t most, struct arena *arena)
{
	struct digest digest = digest_of(text);
	struct buf mark;
	buf_init(&mark, 64);
	buf_addf(&mark, CUT_MARK "%016llx%016llx", (unsigned long long)digest.a,
		 (unsigned long long)digest.b);
	str kept = cut_before(text, most, buf_view(&mark), arena);
	buf_done(&mark);
	return kept;
}

str cut_value(size_t bytes, struct arena *arena)
{
	struct buf text;
	buf_init(&text, 64);
	buf_addf(&text, "{\"truncated\":true,\"bytes\":%zu}", bytes);
	str kept = str_copy(arena, buf_view(&text));
	buf_done(&text);
	return kept;
}

static void write_pointers_of(struct buf *out, const struct field *field, const void *object,
			      const struct buf *at)
{
	const void *member = (const char *)object + field->offset;
	const struct shapes *list = member;
	if (field->kind == FIELD_SHAPE && *(const void *const *)member)
		cut_write_pointers(out, field->inner, *(const void *const *)member, buf_view(at));
	for (u32 i = 0; field->kind == FIELD_SHAPES && i < list->len; i++) {
		struct buf item;
		buf_init(&item, POINTER_BYTES);
		buf_add(&item, buf_view(at));
		buf_addf(&item, "/%u", i);
		cut_write_pointers(out, field->inner,
				   (const char *)list->at + i * field->inner->size,
				   buf_view(&item));
		buf_done(&item);
	}
}

/* Shapes nest a few levels deep, by tables of ours. */
void cut_write_pointers(struct buf *out, const struct shape *shape, const void *object, str base)
{
	const struct given *given = object;
	for (u32 i = 0; i < shape->len; i++) {
		struct buf at;
		if (!is_given(object, i)) continue;
		buf_init(&at, POINTER_BYTES);
		buf_add(&at, base);
		buf_add_byte(&at, '/');
		buf_add(&at, shape->fields[i].name);
		if (given->cut >> i & 1) write_text(out, buf_view(&at));
		write_pointers_of(out, &shape->fields[i], object, &at);
		buf_done(&at);
	}
}
