/* A growing piece of text with a maximum. Past the maximum, or out of memory, it turns failed and
 * stays so until it is cleared: writers need not check each step, the reader checks once
 * (buf_failed). An addition that does not fit adds nothing. What is added must not be a piece of
 * the same buf: growing moves it. */
#ifndef BELFRY_BASE_BUF_H
#define BELFRY_BASE_BUF_H

#include "base/err.h"
#include "base/str.h"

#include <string.h>

struct buf {
	char *at;
	size_t len;
	size_t capacity;
	size_t max;
	bool failed;
};

void buf_init(struct buf *buf, size_t max);
void buf_done(struct buf *buf);

/* For the two below: text that needs more memory, or finds none. */
void buf_add_growing(struct buf *buf, str text);

static inline bool buf_has_room(const struct buf *buf, size_t more)
{
	return !buf->failed && buf->len + more < buf->capacity && buf->len + more <= buf->max;
}

static inline void buf_add(struct buf *buf, str text)
{
	if (!buf_has_room(buf, text.len)) {
		buf_add_growing(buf, text);
		return;
	}
	if (text.len) memcpy(buf->at + buf->len, text.at, text.len);
	buf->len += text.len;
}

static inline void buf_add_byte(struct buf *buf, char byte)
{
	buf_add(buf, (str){ &byte, 1 });
}

void buf_add_u64(struct buf *buf, u64 value);
void buf_add_i64(struct buf *buf, i64 value);
/* At least `width` digits, zeros in front. */
void buf_add_padded(struct buf *buf, u64 value, u32 width);
/* As a number with as many decimals as it needs: 1500 is 1.5. */
void buf_add_thousandths(struct buf *buf, i64 value);
void buf_addf(struct buf *buf, const char *format, ...) PRINTF_LIKE(2, 3);
/* Room for `len` more bytes, to be written by the caller; NULL when failed. Counted as written. */
char *buf_extend(struct buf *buf, size_t len);

/* A JSON string with its quotes: control characters, quote, backslash escaped, and bytes that are
 * not UTF-8 each replaced by U+FFFD, so that the result is always valid JSON. */
void buf_add_json(struct buf *buf, str text);

/* Empty again; keeps its memory. */
void buf_clear(struct buf *buf);

static inline str buf_view(const struct buf *buf)
{
	return (str){ buf->at, buf->len };
}

static inline bool buf_failed(const struct buf *buf)
{
	return buf->failed;
}

/* The caller frees (mem_free); the buf is empty again. NUL-terminated; NULL when failed. */
char *buf_take(struct buf *buf);

#endif
