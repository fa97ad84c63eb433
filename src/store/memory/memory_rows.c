/* One table of shapes, one way to copy. */
#include "store/memory/memory_rows.h"

#include "base/must.h"
#include "model/audit.h"

#define IN(group) { &column_groups[GROUP_##group], 0 },
#define OF(kind, member, group) \
	{ &column_groups[GROUP_##group], offsetof(struct kind##_row, member) },

const struct row_shape kind_shapes[KIND_COUNT] = {
#define X(NAME, name, row, where, key, put, held, with, kept, groups, sentence) \
	{ sizeof(row), { groups } },
	ROW_KINDS(X)
#undef X
};

const struct row_shape run_shape = { sizeof(struct run_row), { IN(RUN_FIXED) IN(BODY) } };
const struct row_shape job_shape = { sizeof(struct job_row),
				     { IN(JOB) IN(JOB_TEXT) OF(job, pause, JOB_PAUSE) } };
const struct row_shape end_shape = { sizeof(struct execution_end), { IN(END_TEXT) } };

/* No database has a row for each of these. */
static const struct column audit_texts[] = {
	{ offsetof(struct audit_row, actor), COLUMN_BYTES },
	{ offsetof(struct audit_row, action), COLUMN_BYTES },
	{ offsetof(struct audit_row, kind), COLUMN_BYTES },
	{ offsetof(struct audit_row, object), COLUMN_BYTES },
	{ offsetof(struct audit_row, request), COLUMN_BYTES },
	{ offsetof(struct audit_row, source), COLUMN_BYTES },
	{ offsetof(struct audit_row, before), COLUMN_BYTES },
	{ offsetof(struct audit_row, after), COLUMN_BYTES },
};
static const struct columns audit_columns = { .at = audit_texts, .len = countof(audit_texts) };
const struct row_shape audit_shape = { sizeof(struct audit_row), { { &audit_columns, 0 } } };

/* ---- texts, one after the other -------------------------------------------------------------- */

struct text_place {
	u32 part;
	u32 column;
};

/* Where the next text stands; NULL: there is none. */
static const void *next_text(const struct row_shape *shape, const void *row,
			     struct text_place *place)
{
	for (; place->part < SHAPE_PARTS_MAX; place->part++, place->column = 0) {
		const struct columns *columns = shape->parts[place->part].columns;
		if (!columns) return NULL;
		while (place->column < columns->len) {
			const struct column *column = &columns->at[place->column++];
			if (column_kind_is_text((enum column_kind)column->kind))
				return (const char *)row + shape->parts[place->part].at +
				       column->offset;
		}
	}
	return NULL;
}

size_t row_text_bytes(const struct row_shape *shape, const void *row)
{
	struct text_place place = { 0 };
	size_t bytes = 0;
	const str *text;
	while ((text = next_text(shape, row, &place))) bytes += text->len;
	return bytes;
}

void row_copy(const struct row_shape *shape, void *to, const void *from, char *room)
{
	struct text_place place = { 0 };
	const str *text;
	memcpy(to, from, shape->size);
	while ((text = next_text(shape, from, &place))) {
		str copy = { text->len ? room : NULL, text->len };
		if (text->len) memcpy(room, text->at, text->len);
		memcpy((char *)to + ((const char *)text - (const char *)from), &copy, sizeof copy);
		room += text->len;
	}
}

void *row_copy_out(struct arena *arena, const struct row_shape *shape, const void *from)
{
	char *text = arena_alloc(arena, row_text_bytes(shape, from));
	void *row = arena_alloc(arena, shape->size);
	if (!text || !row) return NULL;
	row_copy(shape, row, from, text);
	return row;
}

void row_drop_texts(const struct row_shape *shape, void *row)
{
	struct text_place place = { 0 };
	const void *text;
	while ((text = next_text(shape, row, &place)))
		memset((char *)row + ((const char *)text - (const char *)row), 0, sizeof(str));
}
