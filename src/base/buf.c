#include "base/buf.h"

#include "base/memory.h"
#include "base/must.h"

#include <stdio.h>

enum { BUF_CAPACITY_MIN = 64 };

void buf_init(struct buf *buf, size_t max)
{
	must(max > 0);
	must(max < SIZE_MAX / 2); /* the doubling below ends */
	*buf = (struct buf){ .max = max };
}

void buf_done(struct buf *buf)
{
	mem_free(buf->at);
	*buf = (struct buf){ .max = buf->max };
}

void buf_clear(struct buf *buf)
{
	buf->len = 0;
	buf->failed = false;
}

/* One byte more than asked for, so that buf_take can end the text with a NUL. */
static bool make_room(struct buf *buf, size_t more)
{
	if (buf->failed || more > buf->max - buf->len) goto failed;
	size_t needed = buf->len + more + 1;
	if (needed <= buf->capacity) return true;
	size_t capacity = buf->capacity ? buf->capacity : BUF_CAPACITY_MIN;
	while (capacity < needed) capacity *= 2;
	if (capacity > buf->max + 1) capacity = buf->max + 1;
	char *grown = mem_resize(buf->at, capacity);
	if (!grown) goto failed;
	buf->at = grown;
	buf->capacity = capacity;
	return true;
failed:
	buf->failed = true;
	return false;
}

char *buf_extend(struct buf *buf, size_t len)
{
	if (!make_room(buf, len)) return NULL;
	char *room = buf->at + buf->len;
	buf->len += len;
	must(buf->len <= buf->max);
	return room;
}

void buf_add_growing(struct buf *buf, str text)
{
	char *room = buf_extend(buf, text.len);
	if (room && text.len) memcpy(room, text.at, text.len);
}

void buf_add_padded(struct buf *buf, u64 value, u32 width)
{
	char digits[20]; /* from the end */
	u32 at = sizeof digits;
	do {
		digits[--at] = (char)('0' + value % 10);
		value /= 10;
	} while (value);
	for (u32 n = (u32)sizeof digits - at; n < width; n++) buf_add_byte(buf, '0');
	buf_add(buf, (str){ digits + at, sizeof digits - at });
}

void buf_add_u64(struct buf *buf, u64 value)
{
	buf_add_padded(buf, value, 1);
}

void buf_add_thousandths(struct buf *buf, i64 value)
{
	u64 whole = value < 0 ? 0 - (u64)value : (u64)value;
	u64 rest = whole % 1000;
	u32 width = 3;
	if (value < 0) buf_add_byte(buf, '-');
	buf_add_u64(buf, whole / 1000);
	if (!rest) return;
	for (; rest % 10 == 0; rest /= 10) width--;
	buf_add_byte(buf, '.');
	buf_add_padded(buf, rest, width);
}

void buf_add_i64(struct buf *buf, i64 value)
{
	if (value < 0) buf_add_byte(buf, '-');
	buf_add_u64(buf, value < 0 ? 0 - (u64)value : (u64)value);
}

void buf_addf(struct buf *buf, const char *format, ...)
{
	va_list args, again;
	va_start(args, format);
	va_copy(again, args);
	int len = vsnprintf(NULL, 0, format, args);
	/* Below zero: longer than an int, not printable in this locale, or libc has no memory. */
	if (len < 0) buf->failed = true;
	/* vsnprintf ends its text with a NUL; make_room keeps a byte for it. */
	char *room = len < 0 ? NULL : buf_extend(buf, (size_t)len);
	if (room) vsnprintf(room, (size_t)len + 1, format, again);
	va_end(again);
	va_end(args);
}

static bool is_control(char c)
{
	return (unsigned char)c < 0x20 || c == 0x7f;
}

static void add_escaped(struct buf *buf, char c)
{
	switch (c) {
	case '"': buf_add(buf, STR("\\\"")); return;
	case '\\': buf_add(buf, STR("\\\\")); return;
	case '\n': buf_add(buf, STR("\\n")); return;
	case '\r': buf_add(buf, STR("\\r")); return;
	case '\t': buf_add(buf, STR("\\t")); return;
	default: break;
	}
	buf_addf(buf, "\\u%04x", (unsigned)c);
}

/* How many bytes at the front stand in JSON as they are. */
static size_t plain_length(str text)
{
	size_t plain = str_plain_length(text, 0);
	const char *del = plain ? memchr(text.at, 0x7f, plain) : NULL;
	if (del) return (size_t)(del - text.at);
	while (plain < text.len) {
		char c = text.at[plain];
		size_t len = str_utf8_length(str_from_offset(text, plain));
		if (len == 0 || is_control(c) || c == '"' || c == '\\') break;
		plain += len;
	}
	return plain;
}

void buf_add_json(struct buf *buf, str text)
{
	buf_add_byte(buf, '"');
	for (;;) {
		size_t plain = plain_length(text);
		buf_add(buf, str_slice(text, 0, plain));
		text = str_from_offset(text, plain);
		if (text.len == 0) break;
		if (str_utf8_length(text) == 0) buf_add(buf, STR("\\ufffd"));
		else add_escaped(buf, text.at[0]);
		text = str_from_offset(text, 1);
	}
	buf_add_byte(buf, '"');
}

char *buf_take(struct buf *buf)
{
	char *taken = NULL;
	if (make_room(buf, 0)) {
		taken = buf->at;
		taken[buf->len] = '\0';
		buf->at = NULL;
	}
	buf_done(buf);
	return taken;
}
