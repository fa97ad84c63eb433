#include "handler/http_reply.h"

#include "handler/limits.h"
#include "handler/own_arena.h"

static struct http_reply read_head(const char *lines)
{
	struct http_reply reply;
	str rest = str_from(lines);
	http_reply_init(&reply);
	while (rest.len) assert_true(http_reply_add_line(&reply, str_split(&rest, '\n'), 1000000));
	http_reply_done(&reply);
	return reply;
}

static void a_status_has_one_meaning(void **state)
{
	(void)state;
	static const struct {
		long status;
		enum outcome outcome;
		const char *class;
		bool failing;
	} wanted[] = {
		{ 200, OUTCOME_SUCCESS, "", false },
		{ 299, OUTCOME_SUCCESS, "", false },
		{ 301, OUTCOME_RETRY, "permanent", false },
		{ 400, OUTCOME_RETRY, "http_4xx", false },
		{ 404, OUTCOME_RETRY, "http_4xx", false },
		{ 408, OUTCOME_RETRY, "timeout", false },
		{ 425, OUTCOME_RETRY, "transient", false },
		{ 429, OUTCOME_RETRY, "http_429", false },
		{ 500, OUTCOME_RETRY, "http_5xx", true },
		{ 599, OUTCOME_RETRY, "http_5xx", true },
		{ 101, OUTCOME_RETRY, "network", true },
		{ 600, OUTCOME_RETRY, "network", true },
		{ -1, OUTCOME_RETRY, "network", true },
		{ 99999, OUTCOME_RETRY, "network", true },
	};
	for (size_t i = 0; i < countof(wanted); i++) {
		struct http_reply_meaning meaning = http_reply_meaning(wanted[i].status);
		assert_int_equal(meaning.outcome, wanted[i].outcome);
		assert_str(meaning.error_class, str_from(wanted[i].class));
		assert_int_equal(meaning.is_host_failing, wanted[i].failing);
	}
}

static void retry_after_is_seconds_or_a_date(void **state)
{
	(void)state;
	assert_int_equal(read_head("Retry-After: 120\r\n").retry_after_ms, 120000);
	assert_int_equal(read_head("retry-after:  0 \r\n").retry_after_ms, 0);
	/* The time of the story is 1970-01-01T00:16:40Z. */
	assert_int_equal(read_head("Retry-After: Thu, 01 Jan 1970 00:20:00 GMT").retry_after_ms,
			 200000);
	assert_int_equal(read_head("Retry-After: Thu, 01 Jan 1970 00:10:00 GMT").retry_after_ms, 0);
	assert_int_equal(read_head("Retry-After: 99999999").retry_after_ms, 7 * MSEC_DAY);
	static const char *const wrong[] = { "Retry-After: -1", "Retry-After: soon",
					     "Retry-After:", "Retry-After: 99999999999999999999999",
					     "Retry-Afterx: 5" };
	for (size_t i = 0; i < countof(wrong); i++)
		assert_int_equal(read_head(wrong[i]).retry_after_ms, 0);
}

static void rate_limits_are_read_in_four_spellings(void **state)
{
	(void)state;
	struct rate_facts rate =
		read_head("X-RateLimit-Bucket: abc\r\nX-RateLimit-Remaining: 4\r\n"
			  "X-RateLimit-Reset-After: 0.25\r\nX-RateLimit-Global: true\r\n")
			.rate;
	assert_true(rate.is_seen && rate.is_global && rate.has_remaining);
	assert_int_equal(rate.remaining, 4);
	assert_int_equal(rate.reset_after_ms, 250);
	assert_str(((str){ rate.bucket, rate.bucket_len }), STR("abc"));
	rate = read_head("RateLimit: \"default\";r=50;t=30, \"day\";r=1;t=9\r\n").rate;
	assert_int_equal(rate.remaining, 1);
	assert_int_equal(rate.reset_after_ms, 9000);
	assert_str(((str){ rate.bucket, rate.bucket_len }), STR("day"));
	rate = read_head("X-RateLimit-Bucket: a\r\nRateLimit: \"s\";r=0;t=1, r=0;t=60, r=2;t=9\r\n")
		       .rate;
	assert_int_equal(rate.remaining, 0);
	assert_int_equal(rate.reset_after_ms, 60000);
	assert_str(((str){ rate.bucket, rate.bucket_len }), STR("a"));
	rate = read_head("RateLimit: limit=100, remaining=7, reset=12\r\n").rate;
	assert_int_equal(rate.remaining, 7);
	assert_int_equal(rate.reset_after_ms, 12000);
	rate = read_head("RateLimit-Limit: 100\r\nRateLimit-Remaining: 3\r\nRateLimit-Reset: 5\r\n")
		       .rate;
	assert_int_equal(rate.remaining, 3);
	assert_int_equal(rate.reset_after_ms, 5000);
	assert_false(read_head("X-RateLimit-Remaining: many\r\nX-RateLimit-Reset-After: x.y\r\n"
			       "X-RateLimit-Global: no\r\nRateLimit: ;;=,\r\n")
			     .rate.is_seen);
}

static void a_head_is_bounded(void **state)
{
	(void)state;
	struct http_reply reply;
	char line[1000];
	memset(line, 'x', sizeof line);
	http_reply_init(&reply);
	u32 taken = 0;
	while (http_reply_add_line(&reply, (str){ line, sizeof line }, 0)) taken++;
	assert_int_equal(taken, HANDLER_REPLY_HEAD_BYTES / sizeof line);
	assert_true(reply.is_head_too_long);
	http_reply_done(&reply);
}

static void a_body_is_read_up_to_its_bound(void **state)
{
	(void)state;
	struct http_reply reply;
	char piece[1000];
	memset(piece, 'x', sizeof piece);
	http_reply_init(&reply);
	u32 taken = 0;
	while (http_reply_add_body(&reply, (str){ piece, sizeof piece })) taken++;
	assert_int_equal(taken, HANDLER_REPLY_READ_BYTES / sizeof piece);
	assert_int_equal(reply.body.len, HANDLER_REPLY_READ_BYTES);
	assert_true(reply.is_cut);
	str result = http_reply_result(&reply, &arena);
	assert_true(result.len <= HANDLER_REPLY_KEPT_BYTES && result.at[0] == '"');
	http_reply_done(&reply);
}

static str kept(const char *text)
{
	return http_reply_keep(str_from(text), true, 64, &arena);
}

static void json_is_kept_as_it_came_and_text_becomes_json(void **state)
{
	(void)state;
	assert_str(kept("{\"a\": 1.10, \"b\": 1e400}"),
		   STR("\"{\\\"a\\\": 1.10, \\\"b\\\": 1e400}\""));
	assert_str(kept("{\"a\": 1.10}"), STR("{\"a\": 1.10}"));
	assert_str(kept("17"), STR("17"));
	assert_str(kept("fine"), STR("\"fine\""));
	assert_str(kept("{\"a\":1,\"a\":2}"), STR("\"{\\\"a\\\":1,\\\"a\\\":2}\""));
	assert_str(kept(""), STR(""));
	assert_str(http_reply_keep(STR("{}"), false, 64, &arena), STR("\"{}\""));
	char deep[300];
	memset(deep, '[', sizeof deep);
	assert_int_equal(http_reply_keep((str){ deep, sizeof deep }, true, 4096, &arena).at[0],
			 '"');
}

static void a_cut_text_ends_with_a_whole_character(void **state)
{
	(void)state;
	char text[400];
	for (size_t i = 0; i < sizeof text; i += 2) memcpy(text + i, "\xc3\xa9", 2);
	str result = http_reply_keep((str){ text + 1, sizeof text - 1 }, true, 64, &arena);
	assert_true(result.len > 8 && result.len <= 64);
	memset(text, '\x01', sizeof text); /* six bytes each in JSON */
	assert_true(http_reply_keep((str){ text, sizeof text }, true, 64, &arena).len <= 64);
}

static void equal_results_have_equal_hashes(void **state)
{
	(void)state;
	str one = http_reply_hash(STR("{}"), &arena);
	assert_int_equal(one.len, 32);
	assert_str(http_reply_hash(STR("{}"), &arena), one);
	assert_false(str_eq(http_reply_hash(STR("{ }"), &arena), one));
	assert_int_equal(http_reply_hash(STR(""), &arena).len, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_status_has_one_meaning),
		cmocka_unit_test(retry_after_is_seconds_or_a_date),
		cmocka_unit_test(rate_limits_are_read_in_four_spellings),
		cmocka_unit_test(a_head_is_bounded),
		cmocka_unit_test(a_body_is_read_up_to_its_bound),
		cmocka_unit_test(json_is_kept_as_it_came_and_text_becomes_json),
		cmocka_unit_test(a_cut_text_ends_with_a_whole_character),
		cmocka_unit_test(equal_results_have_equal_hashes),
	};
	return cmocka_run_group_tests(tests, open_arena, close_arena);
}
