/* The most that the HTTP server accepts, and the reasons of its refusals. */
#ifndef BELFRY_NET_HTTP_BOUNDS_H
#define BELFRY_NET_HTTP_BOUNDS_H

#include "base/types.h"
#include "net/refusals.def"

enum {
	HTTP_HEAD_BYTES = 16384,
	HTTP_TARGET_BYTES = 8192,
	HTTP_FIELDS = 64,
	HTTP_CHUNK_SIZE_DIGITS = 8,
	HTTP_CHUNK_EXTENSION_BYTES = 64,
	HTTP_TRAILER_BYTES = 4096,
	HTTP_LENGTH_DIGITS = 15,
	HTTP_FORWARDED_HOPS = 32,
};

/* clang-format off */
enum http_refusal {
	HTTP_REFUSED_NOT,
#define X(name, status, sentence) HTTP_REFUSED_##name,
	HTTP_REFUSALS(X)
#undef X
	HTTP_REFUSAL_COUNT
};
/* clang-format on */

int http_refusal_status(enum http_refusal refusal);
const char *http_refusal_sentence(enum http_refusal refusal);

#endif
