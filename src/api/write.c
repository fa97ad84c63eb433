#include "api/write.h"

#include "model/when.h"

static void comma(struct buf *out)
{
	if (out->len == 0) return;
	char last = out->at[out->len - 1];
	if (last != '{' && last != '[' && last != ':') buf_add_byte(out, ',');
}

void write_open(struct buf *out, char bracket)
{
	comma(out);
	buf_add_byte(out, bracket);
}

void write_close(struct buf *out, char bracket)
{
	buf_add_byte(out, bracket);
}

void write_key(struct buf *out, str key)
{
	comma(out);
	char *room = buf_extend(out, key.len + 3);
	if (!room) return;
	room[0] = '"';
	memcpy(room + 1, key.at, key.len);
	room[key.len + 1] = '"';
	room[key.len + 2] = ':';
}

/* Most texts are names and keys: printable ASCII, copied as they are. */
static bool is_plain(str text)
{
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.at[i];
		if (c < 0x20 || c >= 0x7f || c == '"' || c == '\\') return false;
	}
	return true;
}

void write_text(struct buf *out, str text)
{
	comma(out);
	if (!is_plain(text)) {
		buf_add_json(out, text);
		return;
	}
	char *room = buf_extend(out, text.len + 2);
	if (!room) return;
	room[0] = '"';
	if (text.len) memcpy(room + 1, text.at, text.len);
	room[text.len + 1] = '"';
}

void write_u64(struct buf *out, u64 value)
{
	comma(out);
	buf_add_u64(out, value);
}

void write_i64(struct buf *out, i64 value)
{
	comma(out);
	buf_add_i64(out, value);
}

void write_bool(struct buf *out, bool value)
{
	comma(out);
	buf_add(out, value ? STR("true") : STR("false"));
}

void write_null(struct buf *out)
{
	comma(out);
	buf_add(out, STR("null"));
}

void write_raw(struct buf *out, str bytes)
{
	comma(out);
	buf_add(out, bytes.len ? bytes : STR("null"));
}

void write_instant(struct buf *out, msec at)
{
	comma(out);
	buf_add_byte(out, '"');
	when_print(at, out);
	buf_add_byte(out, '"');
}

void write_uuid(struct buf *out, const struct uuid *uuid)
{
	comma(out);
	char *room = buf_extend(out, UUID_TEXT_LEN + 2);
	if (!room) return;
	room[0] = '"';
	uuid_print(*uuid, room + 1);
	room[UUID_TEXT_LEN + 1] = '"';
}

/* ---- members ------------------------------------------------------------------------------ */

void put_open(struct buf *out, str key, char bracket)
{
	write_key(out, key);
	write_open(out, bracket);
}

void put_text(struct buf *out, str key, str text)
{
	write_key(out, key);
	write_text(out, text);
}

void put_text_or_null(struct buf *out, str key, str text)
{
	write_key(out, key);
	if (text.len) write_text(out, text);
	else write_null(out);
}

void put_u64(struct buf *out, str key, u64 value)
{
	write_key(out, key);
	write_u64(out, value);
}

void put_i64(struct buf *out, str key, i64 value)
{
	write_key(out, key);
	write_i64(out, value);
}

void put_bool(struct buf *out, str key, bool value)
{
	write_key(out, key);
	write_bool(out, value);
}

void put_null(struct buf *out, str key)
{
	write_key(out, key);
	write_null(out);
}

void put_raw(struct buf *out, str key, str bytes)
{
	write_key(out, key);
	write_raw(out, bytes);
}

void put_instant(struct buf *out, str key, msec at)
{
	write_key(out, key);
	write_instant(out, at);
}

void put_instant_or_null(struct buf *out, str key, msec at)
{
	write_key(out, key);
	if (at == 0 || at > MSEC_YEAR_9999_END) write_null(out);
	else write_instant(out, at);
}

void put_uuid(struct buf *out, str key, const struct uuid *uuid)
{
	write_key(out, key);
	write_uuid(out, uuid);
}

void put_uuid_or_null(struct buf *out, str key, const struct uuid *uuid)
{
	write_key(out, key);
	if (uuid_is_nil(uuid)) write_null(out);
	else write_uuid(out, uuid);
}
