#include "net/uri.h"

static int hex_digit(char c)
{
	if (ascii_is_digit(c)) return c - '0';
	char lower = ascii_lower(c);
	return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* The byte that %XX at the front of `text` stands for; -1: cut or not hexadecimal. */
static int escaped_byte(str text)
{
	if (text.len < 3) return -1;
	int high = hex_digit(text.at[1]), low = hex_digit(text.at[2]);
	return high < 0 || low < 0 ? -1 : high << 4 | low;
}

static bool is_utf8(str text)
{
	while (text.len) {
		size_t len = str_utf8_length(text);
		if (!len) return false;
		text = str_from_offset(text, len);
	}
	return true;
}

/* May this byte stand behind an escape? */
static bool may_be_hidden(int byte)
{
	return byte > 0x1f && byte != 0x7f && byte != '/' && byte != '\\' && byte != '.';
}

/* False: "." or ".." is among them. */
static bool segments_are_plain(str path)
{
	str segment;
	while (uri_next_segment(&path, &segment)) {
		if (str_eq(segment, STR(".")) || str_eq(segment, STR(".."))) return false;
	}
	return true;
}

bool uri_decode_path(char *path, size_t len, size_t *out_len)
{
	size_t written = 0;
	if (len == 0 || path[0] != '/') return false;
	for (size_t i = 0; i < len; i++) {
		char c = path[i];
		if (c == '%') {
			int byte = escaped_byte((str){ path + i, len - i });
			if (byte < 0 || !may_be_hidden(byte)) return false;
			c = (char)byte;
			i += 2;
		} else if ((u8)c < 0x21 || (u8)c > 0x7e || c == '\\' || c == '#') {
			return false;
		}
		path[written++] = c;
	}
	str decoded = { path, written };
	if (!is_utf8(decoded) || !segments_are_plain(decoded)) return false;
	*out_len = written;
	return true;
}

bool uri_next_segment(str *rest, str *out_segment)
{
	if (rest->len == 0 || rest->at[0] != '/') return false;
	str behind = str_from_offset(*rest, 1);
	size_t end = str_find(behind, '/');
	*out_segment = str_slice(behind, 0, end);
	*rest = str_from_offset(behind, end);
	return true;
}

static bool decode_into(char *out, str raw, size_t *out_len)
{
	size_t written = 0;
	for (size_t i = 0; i < raw.len; i++) {
		int byte = (u8)raw.at[i];
		if (byte == '+') byte = ' ';
		if (byte == '%') {
			byte = escaped_byte(str_from_offset(raw, i));
			i += 2;
		}
		if (byte <= 0) return false;
		out[written++] = (char)byte;
	}
	*out_len = written;
	return is_utf8((str){ out, written });
}

static enum uri_next decode_part(str raw, struct arena *arena, str *out)
{
	if (str_find(raw, '%') == raw.len && str_find(raw, '+') == raw.len) {
		if (!is_utf8(raw) || str_find(raw, '\0') < raw.len) return URI_MALFORMED;
		*out = raw;
		return URI_PARAMETER;
	}
	size_t len;
	char *room = arena_alloc(arena, raw.len);
	if (!room) return URI_NO_MEMORY;
	if (!decode_into(room, raw, &len)) return URI_MALFORMED;
	*out = (str){ room, len };
	return URI_PARAMETER;
}

enum uri_next uri_query_next(struct uri_query *query, struct arena *arena, str *out_name,
			     str *out_value)
{
	str part = { 0 }, name, value;
	while (query->rest.len && !part.len) part = str_split(&query->rest, '&');
	if (!part.len) return URI_END;
	if (query->count == URI_PARAMETERS_MAX) return URI_TOO_MANY;
	query->count++;
	str raw_name = str_split(&part, '=');
	enum uri_next next = decode_part(raw_name, arena, &name);
	if (next != URI_PARAMETER) return next;
	next = decode_part(part, arena, &value);
	if (next != URI_PARAMETER) return next;
	*out_name = name;
	*out_value = value;
	return URI_PARAMETER;
}
