/* A parsed head is judged as a whole. */
#include "../base/check.h"
#include "net/http_reader.h"

static enum http_read read_head(struct http_reader *reader, const char *text)
{
	size_t used;
	http_reader_reset(reader, 4096);
	return http_reader_feed(reader, str_from(text), &used);
}

static void expect_refusal(struct http_reader *reader, const char *text, enum http_refusal refusal)
{
	assert_int_equal(read_head(reader, text), HTTP_READ_REFUSED);
	assert_string_equal(http_refusal_sentence(reader->refusal), http_refusal_sentence(refusal));
}

static void each_fault_of_a_head_has_its_own_reason(void **state)
{
	struct http_reader reader;
	(void)state;
	http_reader_init(&reader);
	expect_refusal(&reader, "GET / HTTP/3.1\r\nHost: x\r\n\r\n", HTTP_REFUSED_VERSION);
	expect_refusal(&reader, "CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n", HTTP_REFUSED_METHOD);
	expect_refusal(&reader, "GET / HTTP/1.1\r\n\r\n", HTTP_REFUSED_HOST);
	expect_refusal(&reader, "GET http://y/ HTTP/1.1\r\nHost: x\r\n\r\n",
		       HTTP_REFUSED_HOST_OTHER);
	expect_refusal(&reader, "GET x HTTP/1.1\r\nHost: x\r\n\r\n", HTTP_REFUSED_TARGET);
	expect_refusal(&reader, "GET /.. HTTP/1.1\r\nHost: x\r\n\r\n", HTTP_REFUSED_PATH);
	expect_refusal(&reader, "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: a\r\n\r\n",
		       HTTP_REFUSED_LENGTH);
	expect_refusal(
		&reader,
		"PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n",
		HTTP_REFUSED_LENGTH_REPEATED);
	expect_refusal(&reader,
		       "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n"
		       "Transfer-Encoding: chunked\r\n\r\n",
		       HTTP_REFUSED_LENGTH_ENCODING);
	expect_refusal(&reader, "PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: br\r\n\r\n",
		       HTTP_REFUSED_ENCODING);
	expect_refusal(&reader, "PUT / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n",
		       HTTP_REFUSED_ENCODING_VERSION);
	expect_refusal(&reader, "PUT / HTTP/1.1\r\nHost: x\r\nExpect: x\r\n\r\n",
		       HTTP_REFUSED_EXPECT);
	http_reader_done(&reader);
}

static void a_connection_is_kept_by_the_rules_of_its_version(void **state)
{
	static const struct {
		const char *text;
		bool keeps_alive;
	} rows[] = {
		{ "GET / HTTP/1.1\r\nHost: x\r\n\r\n", true },
		{ "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", false },
		{ "GET / HTTP/1.1\r\nHost: x\r\nConnection: foo, Close\r\n\r\n", false },
		{ "GET / HTTP/1.0\r\n\r\n", false },
		{ "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", true },
	};
	struct http_reader reader;
	(void)state;
	http_reader_init(&reader);
	for (size_t i = 0; i < countof(rows); i++) {
		assert_int_equal(read_head(&reader, rows[i].text), HTTP_READ_HEAD);
		assert_int_equal(reader.keeps_alive, rows[i].keeps_alive);
	}
	http_reader_done(&reader);
}

static void a_word_to_go_on_is_expected_only_with_a_body(void **state)
{
	struct http_reader reader;
	(void)state;
	http_reader_init(&reader);
	read_head(&reader, "PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n"
			   "Expect: 100-Continue\r\n\r\n");
	assert_true(reader.expects_continue);
	read_head(&reader, "PUT / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n\r\n");
	assert_false(reader.expects_continue);
	read_head(&reader, "PUT / HTTP/1.0\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n");
	assert_false(reader.expects_continue);
	http_reader_done(&reader);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_fault_of_a_head_has_its_own_reason),
		cmocka_unit_test(a_connection_is_kept_by_the_rules_of_its_version),
		cmocka_unit_test(a_word_to_go_on_is_expected_only_with_a_body),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
