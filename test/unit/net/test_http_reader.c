/* Bytes become requests, however they are split. */
#include "../base/check.h"
#include "hostile.h"
#include "net/http_reader.h"

enum { BODY_MAX = 65536 };

/* What came out of one message: refused and why, or everything about it. */
static void read_message(struct http_reader *reader, str bytes, size_t piece, struct buf *out)
{
	size_t at = 0;
	enum http_read read = HTTP_READ_MORE;
	while (at < bytes.len && read == HTTP_READ_MORE) {
		size_t used, end = at + piece;
		read = http_reader_feed(reader, str_slice(bytes, at, end), &used);
		at += used;
		if (read != HTTP_READ_HEAD) continue;
		u64 body_max = str_eq(reader->path, STR("/small")) ? 10 : BODY_MAX;
		read = http_reader_accept_body(reader, body_max);
	}
	if (read == HTTP_READ_REFUSED) {
		buf_addf(out, "refused %d", http_refusal_status(reader->refusal));
		buf_addf(out, " %s", http_refusal_sentence(reader->refusal));
		return;
	}
	buf_addf(out, "%s after %zu, %.*s ? %.*s, ", read == HTTP_READ_DONE ? "done" : "more", at,
		 STR_ARG(reader->path), STR_ARG(reader->query));
	for (u32 i = 0; i < reader->field_count; i++) {
		str name = http_reader_field_name(reader, i);
		str value = http_reader_field_value(reader, i);
		buf_addf(out, "[%.*s=%.*s]", STR_ARG(name), STR_ARG(value));
	}
	buf_addf(out, " body [%.*s]", STR_ARG(buf_view(&reader->body)));
}

static void check_all_splits(str bytes, struct buf *whole)
{
	struct http_reader reader;
	struct buf split;
	buf_init(&split, 1 << 20);
	http_reader_init(&reader);
	buf_clear(whole);
	read_message(&reader, bytes, bytes.len, whole);
	size_t most = bytes.len < 300 ? bytes.len : 300;
	for (size_t piece = 1; piece < most; piece++) {
		http_reader_reset(&reader, 4096);
		buf_clear(&split);
		read_message(&reader, bytes, piece, &split);
		assert_str(buf_view(&split), buf_view(whole));
	}
	http_reader_done(&reader);
	buf_done(&split);
}

static void a_verdict_does_not_depend_on_how_the_bytes_are_split(void **state)
{
	struct buf whole;
	(void)state;
	buf_init(&whole, 1 << 20);
	for (size_t i = 0; i < countof(hostile_requests); i++) {
		char expected[16];
		check_all_splits(hostile_requests[i].bytes, &whole);
		snprintf(expected, sizeof expected, "refused %d", hostile_requests[i].status);
		if (!str_starts_with(buf_view(&whole), str_from(expected)))
			fail_msg("%s: %.*s", hostile_requests[i].name, STR_ARG(buf_view(&whole)));
	}
	buf_done(&whole);
}

static void a_request_is_read_from_any_pieces(void **state)
{
	static const struct {
		const char *bytes, *read;
	} rows[] = {
		{ "GET /a%20b?c=d HTTP/1.1\r\nHost: x\r\nA: b \r\n\r\n",
		  "done after 43, /a b ? c=d, [Host=x][A=b] body []" },
		{ "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabcGET /next",
		  "done after 51, /a ? , [Host=x][Content-Length=3] body [abc]" },
		{ "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
		  "2\r\nab\r\n1;x\r\nc\r\n0\r\nT: u\r\n\r\nGET /next",
		  "done after 83, /a ? , [Host=x][Transfer-Encoding=chunked] body [abc]" },
		{ "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc",
		  "more after 51, /a ? , [Host=x][Content-Length=9] body [abc]" },
	};
	struct buf whole;
	(void)state;
	buf_init(&whole, 1 << 20);
	for (size_t i = 0; i < countof(rows); i++) {
		check_all_splits(str_from(rows[i].bytes), &whole);
		assert_str(buf_view(&whole), str_from(rows[i].read));
	}
	buf_done(&whole);
}

static void many_tiny_chunks_are_one_body(void **state)
{
	struct http_reader reader;
	struct buf bytes, told;
	(void)state;
	buf_init(&bytes, 1 << 20);
	buf_init(&told, 1 << 20);
	buf_add(&bytes, STR("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"));
	for (int i = 0; i < 60000; i++) buf_add(&bytes, STR("1\r\nx\r\n"));
	buf_add(&bytes, STR("0\r\n\r\n"));
	http_reader_init(&reader);
	read_message(&reader, buf_view(&bytes), 4096, &told);
	assert_true(str_starts_with(buf_view(&told), STR("done")));
	assert_int_equal(reader.body.len, 60000);
	http_reader_done(&reader);
	buf_done(&bytes);
	buf_done(&told);
}

static void a_reader_that_is_reset_remembers_nothing(void **state)
{
	struct http_reader reader;
	struct buf told;
	(void)state;
	buf_init(&told, 1 << 20);
	http_reader_init(&reader);
	read_message(&reader,
		     STR("POST /a?b HTTP/1.0\r\nHost: x\r\nExpect: 100-continue\r\n"
			 "Content-Length: 5\r\n\r\nab"),
		     1000, &told);
	http_reader_reset(&reader, 0);
	buf_clear(&told);
	read_message(&reader, STR("GET / HTTP/1.1\r\nHost: y\r\n\r\n"), 1000, &told);
	assert_str(buf_view(&told), STR("done after 27, / ? , [Host=y] body []"));
	assert_false(reader.is_http_1_0);
	assert_false(reader.has_body);
	assert_true(reader.keeps_alive);
	http_reader_done(&reader);
	buf_done(&told);
}

static bool read_with_fault(void *context)
{
	struct http_reader reader;
	size_t used;
	(void)context;
	str bytes = STR("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc");
	http_reader_init(&reader);
	enum http_read read = http_reader_feed(&reader, bytes, &used);
	if (read == HTTP_READ_HEAD) read = http_reader_accept_body(&reader, BODY_MAX);
	if (read == HTTP_READ_MORE)
		read = http_reader_feed(&reader, str_from_offset(bytes, used), &used);
	if (read == HTTP_READ_REFUSED) assert_int_equal(reader.refusal, HTTP_REFUSED_MEMORY);
	else assert_int_equal(read, HTTP_READ_DONE);
	http_reader_done(&reader);
	return read == HTTP_READ_REFUSED;
}

static void out_of_memory_is_a_refusal(void **state)
{
	(void)state;
	assert_true(for_each_fault(read_with_fault, NULL) >= 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_verdict_does_not_depend_on_how_the_bytes_are_split),
		cmocka_unit_test(a_request_is_read_from_any_pieces),
		cmocka_unit_test(many_tiny_chunks_are_one_body),
		cmocka_unit_test(a_reader_that_is_reset_remembers_nothing),
		cmocka_unit_test(out_of_memory_is_a_refusal),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
