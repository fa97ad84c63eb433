/* Text as pointer and length. It borrows: whoever made the bytes keeps them alive. A NUL exists
 * only at the system call. */
#ifndef BELFRY_BASE_STR_H
#define BELFRY_BASE_STR_H

#include "base/types.h"

#include <string.h>

typedef struct {
	const char *at;
	size_t len;
} str;

#define STR(literal) ((str){ "" literal, sizeof(literal) - 1 })
/* For printf's "%.*s". Cut to what an int holds: a negative precision would mean "no bound". */
#define STR_ARG(s) (int)((s).len < INT32_MAX ? (s).len : INT32_MAX), (s).at

static inline str str_from(const char *terminated)
{
	return (str){ terminated, terminated ? strlen(terminated) : 0 };
}

static inline bool str_eq(str a, str b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

/* Below 0, 0 or above: by bytes; what is shorter comes first. */
static inline int str_order(str a, str b)
{
	size_t len = a.len < b.len ? a.len : b.len;
	int order = len ? memcmp(a.at, b.at, len) : 0;
	return order ? order : (a.len > b.len) - (a.len < b.len);
}

/* Bytes [from, to), both cut to the text's end. */
static inline str str_slice(str s, size_t from, size_t to)
{
	if (to > s.len) to = s.len;
	if (from > to) from = to;
	/* An empty text may stand at NULL, to which not even zero may be added. */
	return (str){ from ? s.at + from : s.at, to - from };
}

static inline str str_from_offset(str s, size_t from)
{
	return str_slice(s, from, s.len);
}

static inline bool str_starts_with(str s, str prefix)
{
	return s.len >= prefix.len && str_eq(str_slice(s, 0, prefix.len), prefix);
}

static inline bool str_ends_with(str s, str end)
{
	return s.len >= end.len && str_eq(str_from_offset(s, s.len - end.len), end);
}

static inline char ascii_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static inline char ascii_upper(char c)
{
	return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static inline bool ascii_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* ASCII only; never asks the locale. */
bool str_eq_nocase(str a, str b);

/* Index of the first `byte`, or s.len. */
size_t str_find(str s, char byte);

/* Without spaces and tabs at both ends. */
str str_trim(str s);

/* Cuts `rest` at the first `separator`: returns what stands before it, leaves what follows in
 * `rest`. Without a separator the whole text is returned and `rest` becomes empty. */
str str_split(str *rest, char separator);

/* Decimal digits only, all of the text, at most `max`; false for anything else. */
MUST_USE bool str_to_u64(str s, u64 max, u64 *out_value);

/* Length of the well-formed UTF-8 sequence (RFC 3629) at the front of `text`; 0 when there is none:
 * the text is empty, or starts with a stray, overlong, cut, surrogate or too large sequence. */
size_t str_utf8_length(str text);

/* How many bytes of `text` from `at` on are ASCII that may stand in a JSON string as it is: no
 * control character, no quote, no backslash. */
size_t str_plain_length(str text, size_t at);

/* How many single-character edits lie between a and b (for "did you mean"); at most `bound`,
 * which is returned as soon as the distance reaches it. Texts above 63 bytes count as far apart. */
u32 str_distance(str a, str b, u32 bound);

#endif
