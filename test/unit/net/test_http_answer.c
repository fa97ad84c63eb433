/* Answers and streams as bytes. */
#include "stage.h"

static void expect_bytes(struct guest *guest, str expected)
{
	guest_wait_bytes(guest, expected.len);
	assert_str(buf_view(&guest->got), expected);
	buf_clear(&guest->got);
}

static void ask_later(struct guest *guest, str head, struct http_request **out)
{
	guest_say(guest, head);
	*out = stage_take(guest->stage);
}

static void an_answer_is_written_to_the_letter(void **state)
{
	static const struct http_pair pairs[] = { { { "ETag", 4 }, { "\"7\"", 3 } },
						  { { "X-Evil", 6 }, { "a\r\nb: c\0", 8 } } };
	struct stage stage;
	struct guest guest;
	struct http_request *request;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	ask_later(&guest, STR("GET /later HTTP/1.1\r\nHost: x\r\n\r\n"), &request);
	http_answer(request, &(struct http_answer){ .status = 201,
						    .content_type = STR("application/json"),
						    .pairs = pairs,
						    .pair_count = 2,
						    .body = STR("{}") });
	expect_bytes(&guest, STR("HTTP/1.1 201 Created\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
				 "Content-Type: application/json\r\nETag: \"7\"\r\n"
				 "X-Evil: a??b: c?\r\nContent-Length: 2\r\n\r\n{}"));
	/* A second later the date has changed. */
	stage.wall += 1000;
	ask_later(&guest, STR("GET /later HTTP/1.1\r\nHost: x\r\n\r\n"), &request);
	http_answer(request, &(struct http_answer){ .status = 204 });
	expect_bytes(&guest,
		     STR("HTTP/1.1 204 No Content\r\nDate: Sun, 06 Nov 1994 08:49:38 GMT\r\n\r\n"));
	guest_leave(&guest);
	stage_close(&stage);
}

static void head_is_answered_without_the_body_it_speaks_of(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	guest_say(&guest, STR("HEAD /echo HTTP/1.1\r\nHost: x\r\n\r\n"));
	expect_bytes(&guest, STR("HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
				 "Content-Type: text/plain\r\nContent-Length: 10\r\n\r\n"));
	guest_say(&guest, STR("GET /echo HTTP/1.1\r\nHost: x\r\n\r\n"));
	guest_expect(&guest, 200, STR("GET /echo"));
	guest_leave(&guest);
	stage_close(&stage);
}

static void an_old_client_is_told_that_its_connection_is_kept(void **state)
{
	struct stage stage;
	struct guest guest;
	struct heard heard;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	guest_say(&guest, STR("GET /echo HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"));
	guest_hear(&guest, &heard);
	assert_true(text_holds(heard.head, STR("Connection: keep-alive")));
	guest_say(&guest, STR("GET /echo HTTP/1.0\r\n\r\n"));
	guest_hear(&guest, &heard);
	assert_true(text_holds(heard.head, STR("Connection: close")));
	guest_wait_end(&guest);
	guest_leave(&guest);
	stage_close(&stage);
}

static void the_handler_may_close(void **state)
{
	struct stage stage;
	struct guest guest;
	struct http_request *request;
	struct heard heard;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	ask_later(&guest, STR("GET /later HTTP/1.1\r\nHost: x\r\n\r\n"), &request);
	http_answer(request, &(struct http_answer){ .status = 200,
						    .close = true,
						    .sent = stage_sent,
						    .sent_context = &stage });
	guest_hear(&guest, &heard);
	assert_true(text_holds(heard.head, STR("Connection: close")));
	guest_wait_end(&guest);
	assert_int_equal(stage.sent_count, 1);
	guest_leave(&guest);
	stage_close(&stage);
}

static void a_body_that_was_moved_in_arrives_whole(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	guest_say(&guest, STR("GET /huge HTTP/1.1\r\nHost: x\r\n\r\n"));
	guest_wait_bytes(&guest, STAGE_HUGE);
	size_t head = head_end(buf_view(&guest.got));
	guest_wait_bytes(&guest, head + STAGE_HUGE);
	for (size_t i = head; i < guest.got.len; i++) assert_int_equal(guest.got.at[i], 'h');
	assert_int_equal(guest.got.len, head + STAGE_HUGE);
	guest_leave(&guest);
	stage_close(&stage);
}

static void a_large_borrowed_body_is_copied(void **state)
{
	struct stage stage;
	struct guest guest;
	struct http_request *request;
	char *body = malloc(200000);
	(void)state;
	assert_non_null(body);
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	ask_later(&guest, STR("GET /later HTTP/1.1\r\nHost: x\r\n\r\n"), &request);
	memset(body, 'c', 200000);
	stage_answer(request, (str){ body, 200000 });
	free(body);
	guest_wait_bytes(&guest, 200000);
	guest_wait_bytes(&guest, head_end(buf_view(&guest.got)) + 200000);
	assert_int_equal(guest.got.at[guest.got.len - 1], 'c');
	guest_leave(&guest);
	stage_close(&stage);
}

#define STREAM_HEAD                                                  \
	"HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n" \
	"Content-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"

static void a_stream_goes_out_bit_by_bit(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	guest_say(&guest, STR("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n"));
	expect_bytes(&guest, STR(STREAM_HEAD));
	struct http_request *request = stage_take(&stage);
	assert_true(http_stream_write(request, STR("data: 1\n\n")));
	assert_true(http_stream_write(request, STR("")));
	expect_bytes(&guest, STR("9\r\ndata: 1\n\n\r\n"));
	assert_true(http_stream_write(request, STR(": still here, and so on\n\n")));
	expect_bytes(&guest, STR("19\r\n: still here, and so on\n\n\r\n"));
	http_stream_end(request);
	expect_bytes(&guest, STR("0\r\n\r\n"));
	/* The connection is as good as before. */
	guest_say(&guest, STR("GET /echo HTTP/1.1\r\nHost: x\r\n\r\n"));
	guest_expect(&guest, 200, STR("GET /echo"));
	guest_leave(&guest);
	stage_close(&stage);
}

static void a_stream_to_an_old_client_ends_with_the_connection(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	guest_say(&guest, STR("GET /stream HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"));
	struct http_request *request = stage_take(&stage);
	assert_true(http_stream_write(request, STR("plain")));
	http_stream_end(request);
	guest_wait_end(&guest);
	assert_str(buf_view(&guest.got),
		   STR("HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
		       "Content-Type: text/event-stream\r\nConnection: close\r\n\r\nplain"));
	guest_leave(&guest);
	stage_close(&stage);
}

static void a_stream_behind_another_request_waits(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	guest_say(&guest, STR("GET /later HTTP/1.1\r\nHost: x\r\n\r\n"
			      "GET /stream HTTP/1.1\r\nHost: x\r\n\r\n"));
	struct http_request *first = stage_take(&stage), *stream = stage_take(&stage);
	assert_true(http_stream_write(stream, STR("early")));
	stage_answer(first, STR("first"));
	guest_expect(&guest, 200, STR("first"));
	expect_bytes(&guest, STR(STREAM_HEAD "5\r\nearly\r\n"));
	assert_true(http_stream_write(stream, STR("late")));
	expect_bytes(&guest, STR("4\r\nlate\r\n"));
	http_stream_end(stream);
	guest_leave(&guest);
	stage_close(&stage);
}

static void a_head_of_a_stream_ends_at_once(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	guest_say(&guest, STR("HEAD /stream HTTP/1.1\r\nHost: x\r\n\r\n"));
	struct http_request *request = stage_take(&stage);
	assert_true(http_stream_write(request, STR("unseen")));
	http_stream_end(request);
	expect_bytes(&guest, STR(STREAM_HEAD));
	guest_leave(&guest);
	stage_close(&stage);
}

static void the_reader_of_a_stream_that_leaves_is_noticed(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	guest_say(&guest, STR("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n"));
	struct http_request *request = stage_take(&stage);
	guest_leave(&guest);
	stage_wait_gone(&stage, 1);
	assert_false(http_stream_write(request, STR("into the void")));
	http_stream_end(request);
	stage_close(&stage);
}

static void keep_little(struct http_config *config)
{
	config->output_max = 65536;
}

/* Whoever does not read fills his socket, then our buffer, and is cut; memory stays bounded. */
static void a_slow_reader_of_a_stream_is_cut(void **state)
{
	struct stage stage;
	struct guest guest;
	char line[4096];
	u32 written = 0;
	memset(line, 'e', sizeof line);
	stage_play(&stage, keep_little);
	guest_open(&guest, &stage);
	bufferevent_disable(guest.stream, EV_READ);
	guest_say(&guest, STR("GET /stream HTTP/1.1\r\nHost: x\r\n\r\n"));
	struct http_request *request = stage_take(&stage);
	while (http_stream_write(request, (str){ line, sizeof line })) {
		event_base_loop(loop_base(stage.loop), EVLOOP_NONBLOCK);
		assert_true(++written < 100000);
	}
	assert_int_equal(http_server_counters(stage.server).cut, 1);
	assert_false(http_stream_write(request, STR("no")));
	if (*state) stage_wait_gone(&stage, 1);
	http_stream_end(request);
	stage_wait_connections(&stage, 0);
	assert_int_equal(stage.gone_count, *state ? 1 : 0);
	guest_leave(&guest);
	stage_close(&stage);
}

int main(void)
{
	bool told = true;
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_answer_is_written_to_the_letter),
		cmocka_unit_test(head_is_answered_without_the_body_it_speaks_of),
		cmocka_unit_test(an_old_client_is_told_that_its_connection_is_kept),
		cmocka_unit_test(the_handler_may_close),
		cmocka_unit_test(a_body_that_was_moved_in_arrives_whole),
		cmocka_unit_test(a_large_borrowed_body_is_copied),
		cmocka_unit_test(a_stream_goes_out_bit_by_bit),
		cmocka_unit_test(a_stream_to_an_old_client_ends_with_the_connection),
		cmocka_unit_test(a_stream_behind_another_request_waits),
		cmocka_unit_test(a_head_of_a_stream_ends_at_once),
		cmocka_unit_test(the_reader_of_a_stream_that_leaves_is_noticed),
		/* Ended at once, and ended when its leaving has been told. */
		cmocka_unit_test(a_slow_reader_of_a_stream_is_cut),
		cmocka_unit_test_prestate(a_slow_reader_of_a_stream_is_cut, &told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
