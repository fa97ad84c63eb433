/* Requests in line and their answers in order. */
#include "stage.h"

#include <pthread.h>

#define GET(path) "GET " path " HTTP/1.1\r\nHost: x\r\n\r\n"

static void pipelined_requests_are_answered_in_their_order(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	guest_say(&guest, STR(GET("/later?1") GET("/echo?2") GET("/later?3") GET("/echo?4")));
	stage_wait_kept(&stage, 2);
	/* All four reached the handler, in order, before any answer left. */
	assert_str(buf_view(&stage.seen),
		   STR("GET /later?1\nGET /echo?2\nGET /later?3\nGET /echo?4\n"));
	struct http_request *first = stage_take(&stage), *third = stage_take(&stage);
	stage_answer(third, STR("three"));
	for (int i = 0; i < 3; i++) event_base_loop(loop_base(stage.loop), EVLOOP_NONBLOCK);
	assert_int_equal(guest.got.len, 0);
	stage_answer(first, STR("one"));
	guest_expect(&guest, 200, STR("one"));
	guest_expect(&guest, 200, STR("GET /echo?2"));
	guest_expect(&guest, 200, STR("three"));
	guest_expect(&guest, 200, STR("GET /echo?4"));
	guest_leave(&guest);
	stage_close(&stage);
}

static void allow_two_at_once(struct http_config *config)
{
	config->pipeline_max = 2;
}

static void the_handler_gets_only_so_many_of_one_connection(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_play(&stage, allow_two_at_once);
	guest_open(&guest, &stage);
	guest_say(&guest, STR(GET("/later?1") GET("/later?2") GET("/later?3")));
	stage_wait_kept(&stage, 2);
	for (int i = 0; i < 3; i++) event_base_loop(loop_base(stage.loop), EVLOOP_NONBLOCK);
	assert_int_equal(stage.kept_count, 2);
	stage_answer(stage_take(&stage), STR("one"));
	stage_wait_kept(&stage, 2);
	stage_answer(stage_take(&stage), STR("two"));
	stage_answer(stage_take(&stage), STR("three"));
	guest_expect(&guest, 200, STR("one"));
	guest_expect(&guest, 200, STR("two"));
	guest_expect(&guest, 200, STR("three"));
	guest_leave(&guest);
	stage_close(&stage);
}

static void a_thousand_pipelined_requests_are_all_answered(void **state)
{
	struct stage stage;
	struct guest guest;
	struct buf all;
	(void)state;
	stage_play(&stage, NULL);
	buf_init(&all, 1 << 20);
	for (int i = 0; i < 1000; i++)
		buf_addf(&all, "GET /echo?%d HTTP/1.1\r\nHost: x\r\n\r\n", i);
	guest_open(&guest, &stage);
	guest_say(&guest, buf_view(&all));
	for (int i = 0; i < 1000; i++) {
		char expected[32];
		snprintf(expected, sizeof expected, "GET /echo?%d", i);
		guest_expect(&guest, 200, str_from(expected));
	}
	assert_int_equal(http_server_counters(stage.server).requests, 1000);
	guest_leave(&guest);
	buf_done(&all);
	stage_close(&stage);
}

static void nothing_is_read_behind_the_last_request(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	guest_say(&guest,
		  STR("GET /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n" GET("/no")));
	guest_expect(&guest, 200, STR("GET /echo"));
	guest_wait_end(&guest);
	assert_str(buf_view(&stage.seen), STR("GET /echo\n"));
	guest_leave(&guest);
	stage_close(&stage);
}

static void a_malformed_request_waits_for_its_turn_to_be_refused(void **state)
{
	struct stage stage;
	struct guest guest;
	struct heard heard;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	guest_say(&guest, STR(GET("/later") "nonsense\r\n\r\n"));
	struct http_request *request = stage_take(&stage);
	stage_answer(request, STR("first things first"));
	guest_expect(&guest, 200, STR("first things first"));
	guest_hear(&guest, &heard);
	assert_int_equal(heard.status, 400);
	guest_wait_end(&guest);
	guest_leave(&guest);
	stage_close(&stage);
}

static void all_of_one_connection_are_told_when_it_is_gone(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	guest_say(&guest, STR(GET("/park") GET("/park") GET("/later") GET("/echo")));
	stage_wait_kept(&stage, 3);
	guest_leave(&guest);
	stage_wait_gone(&stage, 2);
	assert_int_equal(http_server_counters(stage.server).gone, 3);
	while (stage.kept_count) stage_answer(stage_take(&stage), STR(""));
	stage_close(&stage);
}

static void whether_an_answer_was_sent_is_told(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	guest_say(&guest, STR(GET("/later") GET("/huge")));
	struct http_request *request = stage_take(&stage);
	http_answer(request, &(struct http_answer){
				     .status = 204, .sent = stage_sent, .sent_context = &stage });
	guest_wait_bytes(&guest, STAGE_HUGE);
	while (stage.sent_count < 2) loop_run_once(stage.loop);
	assert_int_equal(stage.unsent_count, 0);
	guest_leave(&guest);
	stage_close(&stage);
}

/* As the pump does: another thread decides, the loop's thread writes. */
struct decision {
	struct stage *stage;
	struct http_request *request;
	char text[32];
};

static void deliver(void *context)
{
	struct decision *decision = context;
	stage_answer(decision->request, str_from(decision->text));
}

enum { DECISIONS = 16 };

static void *decide(void *context)
{
	struct decision *decisions = context;
	for (int i = DECISIONS - 1; i >= 0; i--) { /* in another order than asked */
		snprintf(decisions[i].text, sizeof decisions[i].text, "decided %d", i);
		if (loop_post(decisions[i].stage->loop, deliver, &decisions[i]) != ERR_OK) abort();
	}
	return NULL;
}

static void answers_may_be_handed_over_by_another_thread(void **state)
{
	struct stage stage;
	struct guest guest;
	struct decision decisions[DECISIONS];
	pthread_t thread;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	for (int i = 0; i < DECISIONS; i++) guest_say(&guest, STR(GET("/later")));
	for (int i = 0; i < DECISIONS; i++)
		decisions[i] = (struct decision){ .stage = &stage, .request = stage_take(&stage) };
	assert_int_equal(pthread_create(&thread, NULL, decide, decisions), 0);
	for (int i = 0; i < DECISIONS; i++) {
		char expected[32];
		snprintf(expected, sizeof expected, "decided %d", i);
		guest_expect(&guest, 200, str_from(expected));
	}
	pthread_join(thread, NULL);
	guest_leave(&guest);
	stage_close(&stage);
}

static u64 look_at_fields(void *context, struct http_request *request)
{
	(void)context;
	assert_str(http_field(request, STR("x-one")), STR("1"));
	assert_str(http_field(request, STR("X-TWO")), STR("a"));
	assert_str(http_field(request, STR("x-none")), STR(""));
	assert_true(http_field_is_repeated(request, STR("x-two")));
	assert_false(http_field_is_repeated(request, STR("x-one")));
	assert_false(http_field_is_repeated(request, STR("x-none")));
	assert_int_equal(request->method, HTTP_VERB_DELETE);
	assert_str(request->host, STR("x"));
	return 0;
}

static void fields_are_found_in_any_spelling(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_init(&stage);
	stage.config.handler.head = look_at_fields;
	stage_open(&stage);
	guest_open(&guest, &stage);
	guest_say(&guest, STR("DELETE /echo HTTP/1.1\r\nHost: x\r\nX-One: 1 \r\nx-two: a\r\n"
			      "X-Two: b\r\n\r\n"));
	guest_expect(&guest, 200, STR("DELETE /echo"));
	guest_leave(&guest);
	stage_close(&stage);
}

static void answer_twice(void *context)
{
	struct http_request *request = context;
	http_stream_begin(request, &(struct http_answer){ .status = 200 });
	http_answer(request, &(struct http_answer){ .status = 200 });
}

static void a_request_is_answered_once(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	guest_say(&guest, STR(GET("/later")));
	struct http_request *request = stage_take(&stage);
	assert_true(breaks_promise(answer_twice, request));
	http_stream_end(request);
	guest_leave(&guest);
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pipelined_requests_are_answered_in_their_order),
		cmocka_unit_test(the_handler_gets_only_so_many_of_one_connection),
		cmocka_unit_test(a_thousand_pipelined_requests_are_all_answered),
		cmocka_unit_test(nothing_is_read_behind_the_last_request),
		cmocka_unit_test(a_malformed_request_waits_for_its_turn_to_be_refused),
		cmocka_unit_test(all_of_one_connection_are_told_when_it_is_gone),
		cmocka_unit_test(whether_an_answer_was_sent_is_told),
		cmocka_unit_test(answers_may_be_handed_over_by_another_thread),
		cmocka_unit_test(fields_are_found_in_any_spelling),
		cmocka_unit_test(a_request_is_answered_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
