#include "net/http_reader.h"

#include "base/must.h"
#include "net/http_head.h"

enum { BODY_RESERVED_AT_ONCE = 65536 };

static struct http_reader *reader_of(http_parser *parser)
{
	return parser->data;
}

static u16 offset_in_head(const struct http_reader *reader, const char *at)
{
	must(at >= reader->head.at);
	size_t offset = (size_t)(at - reader->head.at);
	must(offset <= HTTP_HEAD_BYTES);
	return (u16)offset;
}

/* The head is parsed in one call, so that each word comes in one piece. */

static int on_url(http_parser *parser, const char *at, size_t len)
{
	reader_of(parser)->target = (str){ at, len };
	return 0;
}

static int on_header_field(http_parser *parser, const char *at, size_t len)
{
	struct http_reader *reader = reader_of(parser);
	if (reader->state != HTTP_READER_HEAD) return 0; /* a trailer: dropped */
	must(reader->field_count < HTTP_FIELDS);         /* the gate counted */
	struct http_span *span = &reader->fields[reader->field_count++];
	*span = (struct http_span){ offset_in_head(reader, at), (u16)len, 0, 0 };
	return 0;
}

static int on_header_value(http_parser *parser, const char *at, size_t len)
{
	struct http_reader *reader = reader_of(parser);
	if (reader->state != HTTP_READER_HEAD) return 0;
	must(reader->field_count > 0);
	struct http_span *span = &reader->fields[reader->field_count - 1];
	str value = str_trim((str){ at, len });
	span->value_at = value.len ? offset_in_head(reader, value.at) : 0;
	span->value_len = (u16)value.len;
	return 0;
}

static int on_headers_complete(http_parser *parser)
{
	parser->upgrade = 0; /* nothing is upgraded to: the request counts as if it had not asked */
	return 0;
}

static int on_body(http_parser *parser, const char *at, size_t len)
{
	buf_add(&reader_of(parser)->body, (str){ at, len });
	return 0;
}

static int on_message_complete(http_parser *parser)
{
	reader_of(parser)->is_message_complete = true;
	return 0;
}

static const http_parser_settings callbacks = {
	.on_url = on_url,
	.on_header_field = on_header_field,
	.on_header_value = on_header_value,
	.on_headers_complete = on_headers_complete,
	.on_body = on_body,
	.on_message_complete = on_message_complete,
};

void http_reader_init(struct http_reader *reader)
{
	memset(reader, 0, sizeof *reader);
	buf_init(&reader->head, HTTP_HEAD_BYTES);
	buf_init(&reader->body, SIZE_MAX / 4);
}

void http_reader_done(struct http_reader *reader)
{
	buf_done(&reader->head);
	buf_done(&reader->body);
}

static void buf_recycle(struct buf *buf, size_t keep)
{
	if (buf->capacity > keep) buf_done(buf);
	buf_clear(buf);
}

void http_reader_reset(struct http_reader *reader, size_t keep)
{
	buf_recycle(&reader->head, keep);
	buf_recycle(&reader->body, keep);
	struct buf head = reader->head, body = reader->body;
	/* The spans are not cleared: their count is. */
	memset(reader, 0, offsetof(struct http_reader, fields));
	memset(&reader->field_count, 0, sizeof *reader - offsetof(struct http_reader, field_count));
	reader->head = head;
	reader->body = body;
}

static enum http_read refuse(struct http_reader *reader, enum http_refusal refusal)
{
	must(refusal != HTTP_REFUSED_NOT);
	reader->refusal = refusal;
	reader->state = HTTP_READER_OVER;
	return HTTP_READ_REFUSED;
}

/* The refusal for input that the gate let pass and the parser does not take. */
static enum http_refusal refusal_of(const http_parser *parser)
{
	static const u8 refusals[] = {
		[HPE_INVALID_METHOD] = HTTP_REFUSED_METHOD,
		[HPE_INVALID_VERSION] = HTTP_REFUSED_VERSION,
		[HPE_INVALID_CONSTANT] = HTTP_REFUSED_REQUEST_LINE,
		[HPE_INVALID_URL] = HTTP_REFUSED_TARGET,
		[HPE_INVALID_HOST] = HTTP_REFUSED_TARGET,
		[HPE_INVALID_CONTENT_LENGTH] = HTTP_REFUSED_LENGTH,
		[HPE_UNEXPECTED_CONTENT_LENGTH] = HTTP_REFUSED_LENGTH_ENCODING,
		[HPE_INVALID_TRANSFER_ENCODING] = HTTP_REFUSED_ENCODING,
	};
	size_t error = HTTP_PARSER_ERRNO(parser);
	u8 refusal = error < countof(refusals) ? refusals[error] : 0;
	return refusal ? (enum http_refusal)refusal : HTTP_REFUSED_MALFORMED;
}

/* To the parser no bytes would mean the end of the connection. */
static bool parse(struct http_reader *reader, str bytes)
{
	if (bytes.len == 0) return true;
	size_t parsed = http_parser_execute(&reader->parser, &callbacks, bytes.at, bytes.len);
	return parsed == bytes.len && HTTP_PARSER_ERRNO(&reader->parser) == HPE_OK;
}

static enum http_read read_head(struct http_reader *reader)
{
	http_parser_init(&reader->parser, HTTP_REQUEST);
	reader->parser.data = reader;
	bool is_parsed = parse(reader, buf_view(&reader->head));
	/* Our own judgement first: its reasons are clearer than the parser's. But if that stopped
	 * in the request line, there is nothing to judge. */
	enum http_refusal refusal = HTTP_REFUSED_NOT;
	if (is_parsed || reader->field_count) refusal = http_head_judge(reader);
	if (!refusal && !is_parsed) refusal = refusal_of(&reader->parser);
	if (refusal) return refuse(reader, refusal);
	must(reader->has_body || reader->is_message_complete);
	reader->state = HTTP_READER_ASKS;
	return HTTP_READ_HEAD;
}

static enum http_read feed_head(struct http_reader *reader, str bytes, size_t *out_used)
{
	bool is_complete;
	enum http_refusal refusal;
	size_t used = http_head_guard(&reader->head_guard, bytes, &is_complete, &refusal);
	*out_used = used;
	if (refusal) return refuse(reader, refusal);
	buf_add(&reader->head, str_slice(bytes, 0, used));
	if (buf_failed(&reader->head)) return refuse(reader, HTTP_REFUSED_MEMORY);
	return is_complete ? read_head(reader) : HTTP_READ_MORE;
}

enum http_read http_reader_accept_body(struct http_reader *reader, u64 body_max)
{
	must(reader->state == HTTP_READER_ASKS);
	reader->state = reader->has_body ? HTTP_READER_BODY : HTTP_READER_OVER;
	if (!reader->has_body) return HTTP_READ_DONE;
	if (reader->is_chunked) {
		http_chunk_guard_init(&reader->chunk_guard, body_max);
		return HTTP_READ_MORE;
	}
	if (reader->body_left > body_max) return refuse(reader, HTTP_REFUSED_BODY_LONG);
	if (reader->body_left <= BODY_RESERVED_AT_ONCE) {
		/* Room in one piece; a longer one must first begin to come. */
		if (!buf_extend(&reader->body, (size_t)reader->body_left))
			return refuse(reader, HTTP_REFUSED_MEMORY);
		buf_clear(&reader->body);
	}
	return HTTP_READ_MORE;
}

/* The gate, then the parser. Trailers are dropped before the parser sees them: it would read
 * meaning into them. What the gate refuses comes to its turn only behind what the parser refuses
 * before it, so that the reason does not depend on the pieces. */
static enum http_refusal feed_chunks(struct http_reader *reader, str bytes, size_t *out_used,
				     bool *out_complete)
{
	struct http_chunk_guard *guard = &reader->chunk_guard;
	enum http_refusal refusal = HTTP_REFUSED_NOT;
	bool is_complete = false;
	size_t at = 0;
	while (at < bytes.len && !is_complete && !refusal) {
		bool is_trailer = http_chunk_guard_is_at_trailers(guard);
		str rest = str_from_offset(bytes, at);
		size_t used = http_chunk_guard(guard, rest, &is_complete, &refusal);
		str sound = str_slice(rest, 0, refusal ? used - 1 : used);
		if (!is_trailer && !parse(reader, sound)) refusal = refusal_of(&reader->parser);
		at += used;
	}
	if (is_complete && !parse(reader, STR("\r\n"))) refusal = refusal_of(&reader->parser);
	*out_used = at;
	*out_complete = is_complete;
	return refusal;
}

/* A body whose length is known. */
static enum http_refusal feed_length(struct http_reader *reader, str bytes, size_t *out_used,
				     bool *out_complete)
{
	size_t used = reader->body_left < bytes.len ? (size_t)reader->body_left : bytes.len;
	reader->body_left -= used;
	*out_used = used;
	*out_complete = reader->body_left == 0;
	bool is_parsed = parse(reader, str_slice(bytes, 0, used));
	return is_parsed ? HTTP_REFUSED_NOT : refusal_of(&reader->parser);
}

static enum http_read feed_body(struct http_reader *reader, str bytes, size_t *out_used)
{
	bool is_complete;
	enum http_refusal refusal = reader->is_chunked
					    ? feed_chunks(reader, bytes, out_used, &is_complete)
					    : feed_length(reader, bytes, out_used, &is_complete);
	if (refusal) return refuse(reader, refusal);
	if (buf_failed(&reader->body)) return refuse(reader, HTTP_REFUSED_MEMORY);
	/* Two readers of one framing: if they disagree, somebody tries to smuggle. */
	if (is_complete != reader->is_message_complete)
		return refuse(reader, HTTP_REFUSED_MALFORMED);
	if (is_complete) reader->state = HTTP_READER_OVER;
	return is_complete ? HTTP_READ_DONE : HTTP_READ_MORE;
}

enum http_read http_reader_feed(struct http_reader *reader, str bytes, size_t *out_used)
{
	must(reader->state == HTTP_READER_HEAD || reader->state == HTTP_READER_BODY);
	*out_used = 0;
	if (bytes.len == 0) return HTTP_READ_MORE;
	if (reader->state == HTTP_READER_HEAD) return feed_head(reader, bytes, out_used);
	return feed_body(reader, bytes, out_used);
}

str http_reader_field_name(const struct http_reader *reader, u32 index)
{
	must(index < reader->field_count);
	const struct http_span *span = &reader->fields[index];
	return (str){ reader->head.at + span->name_at, span->name_len };
}

str http_reader_field_value(const struct http_reader *reader, u32 index)
{
	must(index < reader->field_count);
	const struct http_span *span = &reader->fields[index];
	return (str){ reader->head.at + span->value_at, span->value_len };
}
