#include "model/audit.h"

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
	const str texts[] = { row->actor,   row->action, row->kind,   row->object,
			      row->request, row->source, row->before, row->after };
	add_number(out, row->turn);
	add_number(out, row->number);
	add_number(out, (u64)row->at);
	add_number(out, row->tenant.v);
	add_number(out, row->made);
	add_uuid(out, &row->run);
	add_uuid(out, &row->token);
	for (u32 i = 0; i < countof(texts); i++) add_text(out, texts[i]);
}
