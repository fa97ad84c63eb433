/* Bytes in, one request out: the gate (http_guard), then http_parser behind six callbacks, then
 * what RFC 9112 demands of a head as a whole. Knows no socket and no clock; the answer does not
 * depend on how the bytes were split. One reader reads one message; http_reader_reset makes it new
 * and keeps its memory. */
#ifndef BELFRY_NET_HTTP_READER_H
#define BELFRY_NET_HTTP_READER_H

#include "base/buf.h"
#include "net/http_guard.h"

#include <http_parser.h>

enum http_read {
	HTTP_READ_MORE,    /* everything was used, more is needed */
	HTTP_READ_HEAD,    /* the head is there: http_reader_accept_body comes next */
	HTTP_READ_DONE,    /* the message is complete */
	HTTP_READ_REFUSED, /* `refusal` says why; nothing more may be fed */
};

/* Offsets into the head, so that a field costs eight bytes. */
struct http_span {
	u16 name_at;
	u16 name_len;
	u16 value_at;
	u16 value_len;
};

enum http_reader_state { HTTP_READER_HEAD, HTTP_READER_ASKS, HTTP_READER_BODY, HTTP_READER_OVER };

struct http_reader {
	enum http_reader_state state;
	enum http_refusal refusal;
	http_parser parser;
	struct http_head_guard head_guard;
	struct http_chunk_guard chunk_guard;
	struct buf head;
	struct buf body;
	u64 body_left; /* of a body whose length is known */

	/* The head's fields; valid from HTTP_READ_HEAD on. */
	str path;  /* decoded */
	str query; /* raw, without its question mark */
	str host;
	struct http_span fields[HTTP_FIELDS];
	u16 field_count;
	bool has_body;
	bool is_chunked;
	bool expects_continue;
	bool keeps_alive;
	bool is_http_1_0;

	/* While the parser works. */
	str target;
	bool is_message_complete;
};

void http_reader_init(struct http_reader *reader);
void http_reader_done(struct http_reader *reader);
/* Keeps at most `keep` bytes of each buffer. */
void http_reader_reset(struct http_reader *reader, size_t keep);

enum http_read http_reader_feed(struct http_reader *reader, str bytes, size_t *out_used);

/* How long the body may be. MORE: feed on. DONE: there is none. REFUSED: it says it is longer. */
enum http_read http_reader_accept_body(struct http_reader *reader, u64 body_max);

str http_reader_field_name(const struct http_reader *reader, u32 index);
str http_reader_field_value(const struct http_reader *reader, u32 index);

#endif
