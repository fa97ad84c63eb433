/* Reading JSON (RFC 8259) as it stands in the request: a cursor over the text that checks all it
 * passes and makes no tree. Values that are the caller's own (payload, parameters, result ...) are
 * checked and handed on as the bytes they are, so 1.10 stays 1.10 and 2^64 stays 2^64.
 *
 * Strict: no comments, no trailing commas, no bad UTF-8, no half surrogates, nesting of at most
 * JSON_DEPTH_MAX, nothing behind the value. The first mistake ends the reading: every later call
 * fails, and `why` says what was wrong and where. Never recursive. */
#ifndef BELFRY_API_JSON_H
#define BELFRY_API_JSON_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"

enum { JSON_DEPTH_MAX = 64 };

enum json_kind {
	VALUE_NOTHING, /* the end of the text, or a mistake */
	VALUE_OBJECT,
	VALUE_ARRAY,
	VALUE_STRING,
	VALUE_NUMBER,
	VALUE_TRUE,
	VALUE_FALSE,
	VALUE_NULL,
};

struct plain;

struct json {
	str text;
	size_t at;
	u32 depth;       /* of the objects and arrays that were entered */
	bool is_first;   /* just entered: no comma is due */
	bool is_lenient; /* half a surrogate pair is read as U+FFFD: programs write such texts */
	struct plain
		*plain;   /* told of names and numbers that json_skip passes (plain.h); or NULL */
	bool is_too_deep; /* the mistake is the nesting: json_pass_over can step over the value */
	struct why why;
};

/* A string between its quotes, as it was written. */
struct json_string {
	str raw;
	bool is_escaped; /* has a backslash: json_unescape is needed */
};

void json_init(struct json *json, str text);

/* The kind of the next value; looks at its first byte only. */
enum json_kind json_peek(struct json *json);

/* Into an object, then from key to key; false at its end (which leaves it) or on a mistake. After
 * each key the value must be read. The same for arrays. */
MUST_USE bool json_enter(struct json *json, enum json_kind kind);
MUST_USE bool json_next_key(struct json *json, struct json_string *out_key);
MUST_USE bool json_next_item(struct json *json);

MUST_USE bool json_read_string(struct json *json, struct json_string *out_string);
/* The digits as they were written; is_integer: without fraction and exponent. */
MUST_USE bool json_read_number(struct json *json, str *out_digits, bool *out_is_integer);
/* Any value, checked to its end, as its bytes. */
bool json_skip(struct json *json, str *out_bytes);
/* The same however deeply it is nested, by its brackets and strings alone: for a value that is not
 * kept. */
bool json_pass_over(struct json *json, str *out_bytes);
/* Whether nothing but white space is left. */
bool json_end(struct json *json);

bool json_failed(const struct json *json);
/* Ends the reading with a mistake of the caller's finding; returns false. */
bool json_fail(struct json *json, size_t at, const char *reason);

/* The string's text in UTF-8; borrowed from the JSON where nothing is escaped. False: it holds a
 * NUL, which no text of ours may, or memory is short (arena_failed). */
MUST_USE bool json_unescape(struct json_string string, struct arena *arena, str *out_text);
/* The same with U+FFFD in place of a NUL. False: memory is short. */
MUST_USE bool json_unescape_any(struct json_string string, struct arena *arena, str *out_text);
/* Checked bytes with half surrogates written as \ufffd, which is as long; borrowed where there is
 * none. False: memory is short. */
MUST_USE bool json_mend(str bytes, struct arena *arena, str *out_bytes);

/* The value of a key of an object that was checked before; the last one, should there be several.
 * False: not there. */
MUST_USE bool json_find(str object, str key, str *out_bytes);
/* The same; empty: not there, or no object. */
str json_member(str object, str key);
/* The text of a value that is a string, in the arena where it has escapes; empty: it is no string.
 */
str json_text(str bytes, struct arena *arena);

#endif
