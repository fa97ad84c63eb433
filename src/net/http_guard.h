/* The strict gate in front of the HTTP parser. Every byte of a head and of a chunked body passes
 * here first; what the parser would tolerate (bare line feeds, folded fields, spaces before colons,
 * signs and endless zeros in chunk sizes) ends here, as soon as its first wrong byte is seen.
 *
 * Both gates are told any number of pieces: the verdict does not depend on where the bytes were
 * split. */
#ifndef BELFRY_NET_HTTP_GUARD_H
#define BELFRY_NET_HTTP_GUARD_H

#include "base/str.h"
#include "net/http_bounds.h"

/* Zeroed at the start of each message. */
struct http_head_guard {
	u8 state;
	u8 spaces;      /* of the request line */
	bool has_blank; /* one empty line before the request line is let pass */
	u16 fields;
	u32 word_bytes; /* of the request line's word at hand */
	u32 bytes;
};

/* How many of the bytes belong to the head; fewer than all only when it is complete, or refused. */
size_t http_head_guard(struct http_head_guard *guard, str bytes, bool *out_complete,
		       enum http_refusal *out_refusal);

struct http_chunk_guard {
	u8 state;
	u8 digits;
	u8 extension;
	u16 trailer; /* bytes */
	u64 size;    /* of the chunk, while its size is read; then what is left of it */
	u64 room;    /* how many bytes of body may still come: set at the start */
};

void http_chunk_guard_init(struct http_chunk_guard *guard, u64 body_max);
/* The same for a chunked body, its trailers included; it also stops where the trailers begin. A
 * byte that is refused is the last of those counted. */
size_t http_chunk_guard(struct http_chunk_guard *guard, str bytes, bool *out_complete,
			enum http_refusal *out_refusal);
/* The next byte belongs to the trailers, or to the empty line that ends them. */
bool http_chunk_guard_is_at_trailers(const struct http_chunk_guard *guard);

#endif
