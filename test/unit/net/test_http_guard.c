/* The gate in front of the parser. */
#include "../base/check.h"
#include "net/http_guard.h"

static enum http_refusal pass_head(str bytes, size_t *out_used, bool *out_complete)
{
	struct http_head_guard guard = { 0 };
	enum http_refusal refusal;
	*out_used = http_head_guard(&guard, bytes, out_complete, &refusal);
	return refusal;
}

static void a_head_ends_with_its_empty_line(void **state)
{
	size_t used;
	bool is_complete;
	(void)state;
	str bytes = STR("GET / HTTP/1.1\r\nHost: x\r\n\r\nbody");
	assert_int_equal(pass_head(bytes, &used, &is_complete), HTTP_REFUSED_NOT);
	assert_true(is_complete);
	assert_int_equal(used, bytes.len - 4);
	assert_int_equal(pass_head(str_slice(bytes, 0, 20), &used, &is_complete), HTTP_REFUSED_NOT);
	assert_false(is_complete);
	assert_int_equal(used, 20);
}

/* A wrong byte is refused when it comes, not when the head is complete. */
static void a_refusal_names_the_first_wrong_byte(void **state)
{
	static const struct {
		str bytes;
		enum http_refusal refusal;
	} rows[] = {
		{ { "GET /\r", 6 }, HTTP_REFUSED_REQUEST_LINE },
		{ { "GET / HTTP/1.1\n", 15 }, HTTP_REFUSED_BARE_LF },
		{ { "GET / HTTP/1.1\rX", 16 }, HTTP_REFUSED_BARE_CR },
		{ { "GET /\0", 6 }, HTTP_REFUSED_CONTROL },
		{ { "GET / HTTP/1.1\r\n ", 17 }, HTTP_REFUSED_FOLDED },
		{ { "GET / HTTP/1.1\r\n:", 17 }, HTTP_REFUSED_FIELD_NAME },
		{ { "GET / HTTP/1.1\r\nA ", 18 }, HTTP_REFUSED_FIELD_NAME },
		{ { "GET / HTTP/1.1\r\nA:\0", 19 }, HTTP_REFUSED_CONTROL },
	};
	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		size_t used;
		bool is_complete;
		assert_int_equal(pass_head(rows[i].bytes, &used, &is_complete), rows[i].refusal);
		assert_false(is_complete);
		str before = str_slice(rows[i].bytes, 0, rows[i].bytes.len - 1);
		assert_int_equal(pass_head(before, &used, &is_complete), HTTP_REFUSED_NOT);
	}
}

/* A head of exactly `len` bytes, one long field in it. */
static enum http_refusal pass_long_head(size_t len)
{
	static char text[HTTP_HEAD_BYTES + 100];
	static const char begin[] = "GET / HTTP/1.1\r\nA: ";
	size_t used;
	bool is_complete;
	memset(text, 'a', len);
	memcpy(text, begin, sizeof begin - 1);
	memcpy(text + len - 4, "\r\n\r\n", 4);
	enum http_refusal refusal = pass_head((str){ text, len }, &used, &is_complete);
	assert_int_equal(is_complete, refusal == HTTP_REFUSED_NOT);
	return refusal;
}

static void a_head_may_have_16384_bytes_and_not_one_more(void **state)
{
	(void)state;
	assert_int_equal(pass_long_head(HTTP_HEAD_BYTES), HTTP_REFUSED_NOT);
	assert_int_equal(pass_long_head(HTTP_HEAD_BYTES + 1), HTTP_REFUSED_HEAD_LONG);
}

static enum http_refusal pass_chunks(str bytes, u64 body_max, size_t *out_used, bool *out_complete)
{
	struct http_chunk_guard guard;
	enum http_refusal refusal;
	http_chunk_guard_init(&guard, body_max);
	size_t used = http_chunk_guard(&guard, bytes, out_complete, &refusal);
	if (!refusal && !*out_complete && used < bytes.len) {
		/* It stopped at the trailers, and nowhere else. */
		assert_true(http_chunk_guard_is_at_trailers(&guard));
		used += http_chunk_guard(&guard, str_from_offset(bytes, used), out_complete,
					 &refusal);
	}
	*out_used = used;
	return refusal;
}

static void a_chunked_body_ends_with_its_last_line(void **state)
{
	size_t used;
	bool is_complete;
	(void)state;
	str bytes = STR("3;x=y\r\nabc\r\n0\r\nA: b\r\n\r\nGET");
	assert_int_equal(pass_chunks(bytes, 3, &used, &is_complete), HTTP_REFUSED_NOT);
	assert_true(is_complete);
	assert_int_equal(used, bytes.len - 3);
}

static void a_body_bound_is_kept_before_the_bytes_come(void **state)
{
	size_t used;
	bool is_complete;
	(void)state;
	assert_int_equal(pass_chunks(STR("4\r"), 3, &used, &is_complete), HTTP_REFUSED_BODY_LONG);
	assert_int_equal(pass_chunks(STR("2\r\nab\r\n2\r"), 3, &used, &is_complete),
			 HTTP_REFUSED_BODY_LONG);
	assert_int_equal(pass_chunks(STR("2\r\nab\r\n1\r\nc\r\n0\r\n\r\n"), 3, &used, &is_complete),
			 HTTP_REFUSED_NOT);
	assert_true(is_complete);
}

/* Every byte, at the places where only few may stand. */
static void only_the_right_bytes_pass(void **state)
{
	(void)state;
	for (int byte = 0; byte < 256; byte++) {
		char name[] = "GET / HTTP/1.1\r\nA", value[] = "GET / HTTP/1.1\r\nA:b",
		     size[] = "1";
		size_t used;
		bool is_complete;
		name[sizeof name - 2] = (char)byte;
		value[sizeof value - 2] = (char)byte;
		size[0] = (char)byte;
		bool is_alphanumeric = (byte >= '0' && byte <= '9') ||
				       (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
		bool is_name = is_alphanumeric || (byte && strchr("!#$%&'*+-.^_`|~", byte));
		bool is_value = byte == '\t' || (byte >= ' ' && byte != 0x7f);
		bool is_digit = byte && strchr("0123456789abcdefABCDEF", byte);
		assert_int_equal(pass_head(str_from(name), &used, &is_complete) ==
						 HTTP_REFUSED_NOT &&
					 byte != 0,
				 is_name || byte == '\r');
		if (byte)
			assert_int_equal(pass_head(str_from(value), &used, &is_complete) ==
						 HTTP_REFUSED_NOT,
					 is_value || byte == '\r');
		assert_int_equal(pass_chunks((str){ size, 1 }, 99, &used, &is_complete) ==
					 HTTP_REFUSED_NOT,
				 is_digit);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_head_ends_with_its_empty_line),
		cmocka_unit_test(a_refusal_names_the_first_wrong_byte),
		cmocka_unit_test(a_head_may_have_16384_bytes_and_not_one_more),
		cmocka_unit_test(a_chunked_body_ends_with_its_last_line),
		cmocka_unit_test(a_body_bound_is_kept_before_the_bytes_come),
		cmocka_unit_test(only_the_right_bytes_pass),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
