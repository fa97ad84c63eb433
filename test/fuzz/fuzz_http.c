/* A connection's bytes, any bytes, as the HTTP server reads them: one message after the other,
 * until the first that is refused. Four bytes choose how they are split, one the bound of bodies.
 *
 * Properties: however the bytes are split, the same requests come out, and the same refusal; every
 * request keeps within its bounds; its body is what its framing says, found again by a plain reader
 * of our own; what was decoded holds nothing that could be taken for a separator. */
#pragma clang attribute push(__attribute__((no_sanitize("coverage", "address", "undefined"))), \
			     apply_to = function)

#include "fuzz_common.h"
#include "net/http_reader.h"
#include "net/uri.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { REQUESTS_MAX = 64, TOLD_MAX = 4 << 20 };

/* Everything a handler could see of a request. */
static void tell(const struct http_reader *reader, struct buf *out)
{
	buf_addf(out, "%u %d%d%d%d ", reader->parser.method, reader->has_body, reader->keeps_alive,
		 reader->expects_continue, reader->is_http_1_0);
	buf_add_json(out, reader->path);
	buf_add_json(out, reader->query);
	buf_add_json(out, reader->host);
	for (u32 i = 0; i < reader->field_count; i++) {
		buf_add_json(out, http_reader_field_name(reader, i));
		buf_add_json(out, http_reader_field_value(reader, i));
	}
	buf_addf(out, "%zu:", reader->body.len);
	buf_add(out, buf_view(&reader->body));
	buf_add_byte(out, '\n');
}

static void check_path(str path)
{
	str segment, rest = path;
	if (str_eq(path, STR("*"))) return;
	if (path.len == 0 || path.at[0] != '/') fuzz_stop("a path without a slash");
	for (size_t i = 0; i < path.len; i++) {
		u8 byte = (u8)path.at[i];
		if (byte < 0x20 || byte == 0x7f || byte == '\\')
			fuzz_stop("byte %u in a path", byte);
	}
	while (uri_next_segment(&rest, &segment)) {
		if (str_eq(segment, STR("..")) || str_eq(segment, STR(".")))
			fuzz_stop("a path that climbs: %.*s", STR_ARG(path));
	}
	if (rest.len) fuzz_stop("a path that has no end");
}

static void check_query(str query)
{
	struct arena arena;
	struct uri_query at = { .rest = query };
	str name, value;
	u32 count = 0;
	arena_init(&arena, 1 << 20);
	while (uri_query_next(&at, &arena, &name, &value) == URI_PARAMETER) {
		if (++count > URI_PARAMETERS_MAX) fuzz_stop("too many parameters");
		if (memchr(name.at, '\0', name.len) || memchr(value.at, '\0', value.len))
			fuzz_stop("a NUL in a parameter");
	}
	arena_done(&arena);
}

static void check_fields(const struct http_reader *reader)
{
	u32 lengths = 0, encodings = 0, hosts = 0;
	if (reader->field_count > HTTP_FIELDS) fuzz_stop("too many fields");
	for (u32 i = 0; i < reader->field_count; i++) {
		str name = http_reader_field_name(reader, i);
		str value = http_reader_field_value(reader, i);
		if (name.len == 0) fuzz_stop("a field without a name");
		for (size_t j = 0; j < value.len; j++) {
			u8 byte = (u8)value.at[j];
			if ((byte < 0x20 && byte != '\t') || byte == 0x7f)
				fuzz_stop("byte %u in a value", byte);
		}
		lengths += str_eq_nocase(name, STR("content-length"));
		encodings += str_eq_nocase(name, STR("transfer-encoding"));
		hosts += str_eq_nocase(name, STR("host"));
	}
	if (lengths + encodings > 1) fuzz_stop("two framings of one body");
	if (hosts > 1 || (hosts == 0 && !reader->is_http_1_0)) fuzz_stop("%u hosts", hosts);
	if (reader->is_chunked != (encodings == 1)) fuzz_stop("chunks out of nowhere");
}

/* A plain reading of the same framing: where the body's bytes are, and where the message ends. */
static size_t plain_body(const struct http_reader *reader, str bytes, struct buf *out)
{
	if (!reader->has_body) return 0;
	if (!reader->is_chunked) {
		buf_add(out, str_slice(bytes, 0, reader->body.len));
		return reader->body.len;
	}
	size_t at = 0;
	for (;;) {
		size_t size = (size_t)strtoull(bytes.at + at, NULL, 16);
		while (bytes.at[at] != '\n') at++;
		at++;
		if (size == 0) break;
		buf_add(out, str_slice(bytes, at, at + size));
		at += size + 2;
	}
	/* Trailers, up to the empty line. */
	while (bytes.at[at] != '\r') {
		while (bytes.at[at] != '\n') at++;
		at++;
	}
	return at + 2;
}

static void check_body(const struct http_reader *reader, str behind_head, size_t used)
{
	struct buf plain;
	buf_init(&plain, TOLD_MAX);
	size_t end = plain_body(reader, behind_head, &plain);
	if (end != used) fuzz_stop("a body of %zu bytes on the wire, not %zu", end, used);
	if (!str_eq(buf_view(&plain), buf_view(&reader->body))) fuzz_stop("another body");
	buf_done(&plain);
}

struct connection {
	str bytes;
	u64 body_max;
	u64 splits; /* 0: whole; else seeds the sizes of the pieces */
};

static size_t next_piece(struct connection *connection, size_t left)
{
	if (!connection->splits) return left;
	connection->splits = connection->splits * 6364136223846793005u + 1442695040888963407u;
	size_t piece = 1 + (connection->splits >> 33) % 17;
	if ((connection->splits >> 60) == 0) piece *= 300;
	return piece < left ? piece : left;
}

/* One message from `*at` on, told into `out`. False: nothing may follow. */
static bool read_one(struct connection *connection, struct http_reader *reader, size_t *at,
		     struct buf *out)
{
	enum http_read read = HTTP_READ_MORE;
	size_t head_end = 0;
	while (*at < connection->bytes.len && read == HTTP_READ_MORE) {
		size_t piece = next_piece(connection, connection->bytes.len - *at), used;
		/* A copy of exactly its size: nobody reads past a piece. */
		str copy = fuzz_copy(connection->bytes.at + *at, piece);
		read = http_reader_feed(reader, copy, &used);
		if (used > piece) fuzz_stop("more was used than there was");
		if (read == HTTP_READ_MORE && used != piece) fuzz_stop("bytes were left behind");
		fuzz_free(copy);
		*at += used;
		if (read != HTTP_READ_HEAD) continue;
		head_end = *at;
		read = http_reader_accept_body(reader, connection->body_max);
	}
	if (reader->body.len > connection->body_max) fuzz_stop("a body above its bound");
	if (read == HTTP_READ_REFUSED) {
		buf_addf(out, "refused %d\n", (int)reader->refusal);
		return false;
	}
	if (read != HTTP_READ_DONE) return false;
	tell(reader, out);
	check_path(reader->path);
	check_query(reader->query);
	check_fields(reader);
	check_body(reader, str_from_offset(connection->bytes, head_end), *at - head_end);
	return reader->keeps_alive;
}

static void read_all(struct connection connection, struct buf *out)
{
	struct http_reader reader;
	size_t at = 0;
	http_reader_init(&reader);
	for (u32 i = 0; i < REQUESTS_MAX && at < connection.bytes.len; i++) {
		if (!read_one(&connection, &reader, &at, out)) break;
		http_reader_reset(&reader, 256);
	}
	http_reader_done(&reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct choices choices = { data, size };
	u64 splits = choose_bits(&choices, 4) | 1;
	static const u64 bounds[] = { 0, 3, 100, 65536 };
	u64 body_max = bounds[choose(&choices, (int)countof(bounds))];
	struct connection whole = { { (const char *)choices.at, choices.len }, body_max, 0 };
	struct connection split = { whole.bytes, body_max, splits };
	struct buf told_whole, told_split;
	buf_init(&told_whole, TOLD_MAX);
	buf_init(&told_split, TOLD_MAX);
	read_all(whole, &told_whole);
	read_all(split, &told_split);
	if (!str_eq(buf_view(&told_whole), buf_view(&told_split)))
		fuzz_stop("split differently:\n%.*s\n--\n%.*s", STR_ARG(buf_view(&told_whole)),
			  STR_ARG(buf_view(&told_split)));
	buf_done(&told_whole);
	buf_done(&told_split);
	return 0;
}

#pragma clang attribute pop
