#include "api/list.h"

#include "api/member.h"
#include "api/parts.h"
#include "api/problem.h"
#include "store/query.h"

/* The scope of a cursor: this path, this tenant. */
static str about_of(struct request *request)
{
	struct buf text;
	buf_init(&text, 1024);
	buf_add(&text, request->path);
	buf_add_byte(&text, '\n');
	if (!request->is_all) buf_add(&text, request->tenant);
	str about = str_copy(&request->arena, buf_view(&text));
	buf_done(&text);
	return about;
}

enum err list_begin(struct request *request, const struct list_params *params, u32 *out_limit,
		    str *out_place)
{
	struct why why;
	*out_limit = (u32)params->limit;
	*out_place = (str){ 0 };
	if (!params->cursor.len) return ERR_OK;
	if (cursor_parse(api_cursor_key(request->api), about_of(request), params->cursor,
			 &request->arena, out_place))
		return ERR_OK;
	(void)fail(&why, ERR_INVALID, "is not a cursor of this list");
	return request_fault(request, STR("cursor"), &why);
}

enum err list_begin_by_id(struct request *request, const struct list_params *params, u32 *out_limit,
			  struct uuid *out_after)
{
	str place;
	enum err err = list_begin(request, params, out_limit, &place);
	*out_after = (struct uuid){ 0 };
	if (err || !place.len) return err;
	if (place.len != sizeof out_after->bytes)
		return request_refuse(request, ERR_INVALID, "cursor is not a cursor of this list");
	memcpy(out_after->bytes, place.at, sizeof out_after->bytes);
	return ERR_OK;
}

enum err list_instant(struct request *request, const struct given_when *when, str pointer,
		      msec *out_at)
{
	*out_at = 0;
	if (!when->text.len && !when->epoch) return ERR_OK;
	return request_when(request, when, (str){ 0 }, pointer, out_at);
}

enum err list_narrow(struct request *request, const struct span_params *span,
		     struct uuid *out_since, struct uuid *after)
{
	msec since, until;
	enum err err = list_instant(request, &span->since, STR("since"), &since);
	if (!err) err = list_instant(request, &span->until, STR("until"), &until);
	if (err) return err;
	*out_since = uuid7_first(since);
	/* A cursor is further on already. */
	if (until && uuid_is_nil(after)) *after = uuid7_first(until);
	return ERR_OK;
}

void list_open(struct request *request)
{
	write_open(&request->out, '{');
	put_open(&request->out, KEY(list, data), '[');
}

bool list_has_room(const struct request *request)
{
	return request->out.len < LIST_BYTES_MAX;
}

/* By what its key says: an id, a name or a turn. */
static void write_damaged(struct buf *out, const struct damaged_row *row)
{
	write_open(out, '{');
	if (!uuid_is_nil(&row->id)) put_uuid(out, KEY(damaged_row, id), &row->id);
	else if (row->name_len) put_text(out, KEY(damaged_row, name), damaged_row_name(row));
	else if (row->turn) put_u64(out, KEY(damaged_row, turn), row->turn);
	put_bool(out, KEY(damaged_row, damaged), true);
	write_key(out, KEY(damaged_row, code));
	buf_add_byte(out, '"');
	problem_add_code(ERR_STORE_DAMAGED, out);
	buf_add_byte(out, '"');
	write_close(out, '}');
}

void list_damaged(struct request *request, bool is_lines)
{
	struct damaged_rows *damaged = request->reading.damaged;
	struct buf *out = &request->out;
	if (!damaged) return;
	for (u32 i = 0; i < damaged->len; i++) {
		size_t from = out->len;
		write_damaged(out, &damaged->rows[i]);
		/* Where an array has a comma lines have an end. */
		if (is_lines && from && !buf_failed(out)) out->at[from] = '\n';
	}
	damaged->len = 0;
}

void list_close(struct request *request, bool has_more, str place)
{
	struct buf *out = &request->out;
	write_close(out, ']');
	if (request->reading.damaged && request->reading.damaged->len) {
		put_open(out, KEY(list, damaged), '[');
		list_damaged(request, false);
		write_close(out, ']');
	}
	write_key(out, KEY(list, next_cursor));
	if (has_more) {
		buf_add_byte(out, '"');
		cursor_print(api_cursor_key(request->api), about_of(request), place, out);
		buf_add_byte(out, '"');
	} else {
		write_null(out);
	}
	write_close(out, '}');
}

void list_add_next(struct request *request, str place)
{
	struct buf text;
	buf_init(&text, 1024);
	cursor_print(api_cursor_key(request->api), about_of(request), place, &text);
	request_add_field(request, STR("X-Next-Cursor"),
			  str_copy(&request->arena, buf_view(&text)));
	buf_done(&text);
}

void list_close_by_id(struct request *request, bool has_more, const struct uuid *last)
{
	list_close(request, has_more, (str){ (const char *)last->bytes, sizeof last->bytes });
}
