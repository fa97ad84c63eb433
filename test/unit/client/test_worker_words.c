/* What a worker says of a program that has ended. */
#include "client/worker_words.h"

#include "base/check.h"
#include "model/policy.h"

static void assert_result(const char *printed, const char *expected)
{
	struct buf out;
	buf_init(&out, 1 << 20);
	words_result(&out, str_from(printed), strlen(printed));
	assert_str(buf_view(&out), str_from(expected));
	buf_done(&out);
}

static void json_goes_as_it_is_and_other_text_as_a_text(void **state)
{
	(void)state;
	assert_result("{\"n\": 1.10}\r\n\n", ",\"result\":{\"n\": 1.10}");
	assert_result("[1,\n2]", ",\"result\":[1,\n2]");
	assert_result("said \"so\"\n", ",\"result\":\"said \\\"so\\\"\"");
	assert_result("{\"n\": ", ",\"result\":\"{\\\"n\\\": \"");
}

static void where_nothing_was_printed_there_is_no_result(void **state)
{
	(void)state;
	assert_result("", "");
	assert_result("\n\r\n", "");
}

static void a_longer_result_than_is_kept_is_told_by_its_length(void **state)
{
	static char text[LIMIT_RESULT_BYTES + 2];
	struct buf out;
	(void)state;
	memset(text, '1', sizeof text - 1); /* a number, were it shorter */
	buf_init(&out, 1 << 20);
	words_result(&out, str_from(text), sizeof text - 1);
	assert_str(buf_view(&out), STR(",\"result\":{\"truncated\":true,\"bytes\":65537}"));
	/* As a text it takes twice the room. */
	memset(text, '"', sizeof text - 1);
	buf_clear(&out);
	words_result(&out, (str){ text, 40000 }, 40000);
	assert_str(buf_view(&out), STR(",\"result\":{\"truncated\":true,\"bytes\":40000}"));
	/* Only how it began is at hand. */
	buf_clear(&out);
	words_result(&out, STR("[1]"), 2000000);
	assert_str(buf_view(&out), STR(",\"result\":{\"truncated\":true,\"bytes\":2000000}"));
	buf_done(&out);
}

static void what_is_no_character_is_replaced(void **state)
{
	struct child child;
	struct buf out;
	(void)state;
	child_init(&child);
	buf_init(&out, 1 << 20);
	words_output(&out, &child);
	assert_int_equal(out.len, 0);
	capture_add(&child.out, (str){ "a\0\xff", 3 });
	capture_add(&child.errors, STR("oh\n"));
	words_output(&out, &child);
	assert_str(buf_view(&out),
		   STR(",\"output\":{\"stdout_bytes\":3,\"stderr_bytes\":3,"
		       "\"stdout\":\"a\xef\xbf\xbd\xef\xbf\xbd\",\"stderr\":\"oh\\n\"}"));
	buf_done(&out);
	child_done(&child);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(json_goes_as_it_is_and_other_text_as_a_text),
		cmocka_unit_test(where_nothing_was_printed_there_is_no_result),
		cmocka_unit_test(a_longer_result_than_is_kept_is_told_by_its_length),
		cmocka_unit_test(what_is_no_character_is_replaced),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
