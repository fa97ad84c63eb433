/* The bytes of a row among those of its turn. Most of what a row says the row before it says, too:
 *
 *   1-3     which of the parts below are there: what is not is as in the row before
 *   1-5 ?   number, where it is not the one before and 1
 *   1-5 ?   tenant
 *   1-5 ?   made
 *   16 ?    run
 *   16 ?    token
 *   1 + n ? actor, action, kind, object, request, source, before, after, each with its length
 *   16 ?    request, where it is an id as we print it
 *
 * An object that is the run's id, as we print it, is one bit. A row of a task that a call made
 * takes about 40 bytes. */
#include "model/audit.h"

#include "base/must.h"
#include "base/varint.h"

enum audit_part {
	PART_NUMBER = 1 << 0,
	PART_TENANT = 1 << 1,
	PART_MADE = 1 << 2,
	PART_RUN = 1 << 3,
	PART_TOKEN = 1 << 4,
	PART_OBJECT_IS_RUN = 1 << 5,
	PART_REQUEST_IS_ID = 1 << 6,
	PART_FIRST_TEXT = 1 << 7,
};

/* In the order of their parts. */
enum audit_text { ACTOR, ACTION, KIND, OBJECT, REQUEST, SOURCE, BEFORE, AFTER, TEXTS };

enum { PARTS_ALL = (PART_FIRST_TEXT << TEXTS) - 1, ROW_HEAD_MAX = 3 + 3 * 5 + 2 * 16 + 16 };

static u32 part_of(enum audit_text text)
{
	return (u32)PART_FIRST_TEXT << text;
}

static void list_texts(const struct audit_row *row, str out_texts[TEXTS])
{
	const str texts[TEXTS] = { row->actor,   row->action, row->kind,   row->object,
				   row->request, row->source, row->before, row->after };
	memcpy(out_texts, texts, sizeof texts);
}

static void add_number(struct buf *out, u64 number)
{
	for (u32 i = 0; i < 8; i++) buf_add_byte(out, (char)(number >> 8 * i & 0xff));
}

static void add_text(struct buf *out, str text)
{
	add_number(out, text.len);
	buf_add(out, text);
}

static void add_uuid(struct buf *out, const struct uuid *uuid)
{
	buf_add(out, (str){ (const char *)uuid->bytes, sizeof uuid->bytes });
}

void audit_pack(const struct audit_row *row, struct buf *out)
{
	str texts[TEXTS];
	list_texts(row, texts);
	add_number(out, row->turn);
	add_number(out, row->number);
	add_number(out, (u64)row->at);
	add_number(out, row->tenant.v);
	add_number(out, row->made);
	add_uuid(out, &row->run);
	add_uuid(out, &row->token);
	for (u32 i = 0; i < TEXTS; i++) add_text(out, texts[i]);
}

/* ---- together: writing ---------------------------------------------------------------------- */

/* Whether a text is an id as we print it. */
static bool is_id(str text, struct uuid *out_id)
{
	char printed[UUID_TEXT_LEN];
	if (text.len != UUID_TEXT_LEN || !uuid_parse(text, out_id)) return false;
	uuid_print(*out_id, printed);
	return str_eq(text, (str){ printed, sizeof printed });
}

static u32 parts_of_numbers(const struct audit_row *row, const struct audit_row *before)
{
	u32 parts = 0;
	if (row->number != before->number + 1) parts |= PART_NUMBER;
	if (row->tenant.v != before->tenant.v) parts |= PART_TENANT;
	if (row->made != before->made) parts |= PART_MADE;
	if (!uuid_eq(&row->run, &before->run)) parts |= PART_RUN;
	if (!uuid_eq(&row->token, &before->token)) parts |= PART_TOKEN;
	return parts;
}

static u32 parts_of_texts(const struct audit_row *row, const str texts[TEXTS],
			  const struct audit_row *before, struct uuid *out_request)
{
	u32 parts = 0;
	str befores[TEXTS];
	struct uuid object;
	list_texts(before, befores);
	for (u32 i = 0; i < TEXTS; i++) {
		if (!str_eq(texts[i], befores[i])) parts |= part_of((enum audit_text)i);
	}
	if (parts & part_of(OBJECT) && is_id(row->object, &object) && uuid_eq(&object, &row->run))
		parts = (parts & ~part_of(OBJECT)) | PART_OBJECT_IS_RUN;
	if (parts & part_of(REQUEST) && is_id(row->request, out_request))
		parts = (parts & ~part_of(REQUEST)) | PART_REQUEST_IS_ID;
	return parts;
}

static u8 *write_uuid(u8 *at, const struct uuid *uuid)
{
	memcpy(at, uuid->bytes, sizeof uuid->bytes);
	return at + sizeof uuid->bytes;
}

static void add_short_text(struct buf *out, str text)
{
	u8 len[VARINT_BYTES_MAX];
	u8 *end = varint_write(len, text.len);
	buf_add(out, (str){ (const char *)len, (size_t)(end - len) });
	buf_add(out, text);
}

void audit_add(struct buf *packed, const struct audit_row *row, const struct audit_row *before)
{
	u8 head[ROW_HEAD_MAX], *at = head;
	str texts[TEXTS];
	struct uuid request;
	list_texts(row, texts);
	u32 parts = parts_of_numbers(row, before) | parts_of_texts(row, texts, before, &request);
	at = varint_write(at, parts);
	if (parts & PART_NUMBER) at = varint_write(at, row->number);
	if (parts & PART_TENANT) at = varint_write(at, row->tenant.v);
	if (parts & PART_MADE) at = varint_write(at, row->made);
	if (parts & PART_RUN) at = write_uuid(at, &row->run);
	if (parts & PART_TOKEN) at = write_uuid(at, &row->token);
	if (parts & PART_REQUEST_IS_ID) at = write_uuid(at, &request);
	must(at <= head + sizeof head);
	buf_add(packed, (str){ (const char *)head, (size_t)(at - head) });
	for (u32 i = 0; i < TEXTS; i++) {
		if (parts & part_of((enum audit_text)i)) add_short_text(packed, texts[i]);
	}
}

/* ---- together: reading ---------------------------------------------------------------------- */

static bool take_uuid(str *rest, struct uuid *out_uuid)
{
	str bytes;
	if (!bytes_read(rest, sizeof out_uuid->bytes, &bytes)) return false;
	memcpy(out_uuid->bytes, bytes.at, bytes.len);
	return true;
}

static bool take_text(str *rest, str *out_text)
{
	u64 len;
	return varint_read(rest, UINT32_MAX, &len) && bytes_read(rest, len, out_text);
}

static bool print_id(struct arena *arena, struct uuid id, str *out_text)
{
	char *text = arena_alloc(arena, UUID_TEXT_LEN);
	if (!text) return false;
	uuid_print(id, text);
	*out_text = (str){ text, UUID_TEXT_LEN };
	return true;
}

static bool take_numbers(str *rest, u32 parts, struct audit_row *row)
{
	row->number++;
	if (parts & PART_NUMBER && !varint_read_u32(rest, &row->number)) return false;
	if (parts & PART_TENANT && !varint_read_u32(rest, &row->tenant.v)) return false;
	if (parts & PART_MADE && !varint_read_u32(rest, &row->made)) return false;
	if (parts & PART_RUN && !take_uuid(rest, &row->run)) return false;
	return !(parts & PART_TOKEN) || take_uuid(rest, &row->token);
}

static bool take_texts(str *rest, u32 parts, struct audit_row *row)
{
	str *texts[TEXTS] = { &row->actor,   &row->action, &row->kind,   &row->object,
			      &row->request, &row->source, &row->before, &row->after };
	for (u32 i = 0; i < TEXTS; i++) {
		if (parts & part_of((enum audit_text)i) && !take_text(rest, texts[i])) return false;
	}
	return true;
}

bool audit_take(str *rest, struct arena *arena, struct audit_row *row)
{
	struct audit_row taken = *row;
	struct uuid request;
	str left = *rest;
	u64 parts;
	if (!varint_read(&left, PARTS_ALL, &parts)) return false;
	if (!take_numbers(&left, (u32)parts, &taken)) return false;
	if (parts & PART_REQUEST_IS_ID &&
	    !(take_uuid(&left, &request) && print_id(arena, request, &taken.request)))
		return false;
	if (parts & PART_OBJECT_IS_RUN && !print_id(arena, taken.run, &taken.object)) return false;
	if (!take_texts(&left, (u32)parts, &taken)) return false;
	*rest = left;
	*row = taken;
	return true;
}
