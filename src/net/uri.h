/* The target of a request: paths and queries, decoded once and strictly. */
#ifndef BELFRY_NET_URI_H
#define BELFRY_NET_URI_H

#include "base/arena.h"
#include "base/str.h"

/* Percent-decodes a path in place; it only ever becomes shorter. False (and the bytes are spoilt):
 * it does not begin with a slash, an escape is cut or not hexadecimal, it hides a slash, a
 * backslash, a dot or a control character, a segment is "." or "..", or it is not UTF-8. So what is
 * compared with routes afterwards can mean only one thing. */
MUST_USE bool uri_decode_path(char *path, size_t len, size_t *out_len);

/* "/jobs/7/pause" gives "jobs", "7", "pause"; then false. `rest` holds what is left. Empty segments
 * are given as they stand ("//a" gives "" and "a"), so that no two paths mean the same. */
bool uri_next_segment(str *rest, str *out_segment);

enum { URI_PARAMETERS_MAX = 64 };

/* Zeroed but for `rest`, which is the raw query. */
struct uri_query {
	str rest;
	u32 count;
};

enum uri_next {
	URI_END,
	URI_PARAMETER,
	URI_MALFORMED, /* a bad escape, a NUL, not UTF-8 */
	URI_TOO_MANY,  /* above URI_PARAMETERS_MAX */
	URI_NO_MEMORY,
};

/* The next parameter, name and value decoded ('+' is a space). What needs no decoding is borrowed
 * from the query, the rest stands in the arena. */
MUST_USE enum uri_next uri_query_next(struct uri_query *query, struct arena *arena, str *out_name,
				      str *out_value);

#endif
