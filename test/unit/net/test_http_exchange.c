/* Requests in line and their answers in order. */
#include "stage.h"

#include <pthread.h>
#include <sys/socket.h>

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

/* Whatever is to be read and handled has been. */
static void settle(struct stage *stage)
{
	struct guest other;
	guest_open(&other, stage);
	guest_say(&other, STR(GET("/echo?other")));
	guest_expect(&other, 200, STR("GET /echo?other"));
	guest_leave(&other);
}

static u64 answer_long(void *context, const struct http_request *request)
{
	(void)context;
	return str_eq(request->query, STR("short")) ? 10 : 1000;
}

static void bound_outputs(struct http_config *config)
{
	config->output_max = 1000;
	config->handler.answer_max = answer_long;
}

static void a_request_waits_until_its_answer_has_room(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_play(&stage, bound_outputs);
	guest_open(&guest, &stage);
	/* One that may be long, beside 1,000 bytes: two; and short ones for the rest. */
	guest_say(&guest, STR(GET("/later?1") GET("/later?2") GET("/later?3") GET("/later?short")));
	stage_wait_kept(&stage, 2);
	settle(&stage);
	assert_int_equal(2, stage.kept_count);
	stage_answer(stage_take(&stage), STR("one"));
	stage_wait_kept(&stage, 2);
	settle(&stage);
	assert_int_equal(2, stage.kept_count);
	stage_answer(stage_take(&stage), STR("two"));
	stage_wait_kept(&stage, 2);
	stage_answer(stage_take(&stage), STR("three"));
	stage_answer(stage_take(&stage), STR("four"));
	guest_expect(&guest, 200, STR("one"));
	guest_expect(&guest, 200, STR("two"));
	guest_expect(&guest, 200, STR("three"));
	guest_expect(&guest, 200, STR("four"));
	guest_leave(&guest);
	stage_close(&stage);
}

static void a_short_request_does_not_wait_behind_a_long_poll(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_play(&stage, bound_outputs);
	guest_open(&guest, &stage);
	guest_say(&guest, STR(GET("/park?1") GET("/later?short") GET("/later?short")));
	stage_wait_kept(&stage, 3);
	for (int i = 0; i < 3; i++) stage_answer(stage_take(&stage), STR("ok"));
	for (int i = 0; i < 3; i++) guest_expect(&guest, 200, STR("ok"));
	guest_leave(&guest);
	stage_close(&stage);
}

static void answers_that_stand_in_line_count_too(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	guest_say(&guest, STR(GET("/later?1") GET("/huge") GET("/echo?3") GET("/echo?4")));
	stage_wait_kept(&stage, 1);
	settle(&stage);
	/* Nothing is unsent: the long answer stands behind one that is not there yet. */
	assert_str(buf_view(&stage.seen), STR("GET /later?1\nGET /huge\nGET /echo?other\n"));
	assert_true(http_server_counters(stage.server).output_bytes >= STAGE_HUGE);
	stage_answer(stage_take(&stage), STR("one"));
	while (!text_holds(buf_view(&stage.seen), STR("GET /echo?4"))) loop_run_once(stage.loop);
	while (http_server_counters(stage.server).output_bytes) loop_run_once(stage.loop);
	guest_leave(&guest);
	stage_close(&stage);
}

/* The request that waits for room is whole: it is carried out although no more will come. */
static void a_client_that_sends_no_more_gets_what_waits_for_room(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_play(&stage, bound_outputs);
	guest_open(&guest, &stage);
	guest_say(&guest, STR(GET("/later?1") GET("/later?2") GET("/echo?3")));
	stage_wait_kept(&stage, 2);
	settle(&stage);
	assert_int_equal(0, shutdown(bufferevent_getfd(guest.stream), SHUT_WR));
	settle(&stage);
	stage_answer(stage_take(&stage), STR("one"));
	stage_answer(stage_take(&stage), STR("two"));
	guest_expect(&guest, 200, STR("one"));
	guest_expect(&guest, 200, STR("two"));
	guest_expect(&guest, 200, STR("GET /echo?3"));
	guest_wait_end(&guest);
	guest_leave(&guest);
	stage_close(&stage);
}

static void a_client_that_leaves_takes_what_waits_for_room_along(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_play(&stage, bound_outputs);
	guest_open(&guest, &stage);
	guest_say(&guest, STR(GET("/park?1") GET("/later?2") GET("/later?3")));
	stage_wait_kept(&stage, 2);
	settle(&stage);
	guest_leave(&guest);
	stage_wait_gone(&stage, 1);
	stage_answer(stage_take(&stage), STR("one"));
	stage_answer(stage_take(&stage), STR("two"));
	stage_wait_connections(&stage, 0);
	assert_int_equal(0, stage.kept_count);
	assert_int_equal(0, http_server_counters(stage.server).handled);
	assert_int_equal(0, http_server_counters(stage.server).output_bytes);
	stage_close(&stage);
}

static void bound_all_outputs(struct http_config *config)
{
	config->outputs_max = STAGE_HUGE + STAGE_HUGE / 2;
}

static void the_client_with_the_most_unread_is_cut_when_it_is_too_much_for_all(void **state)
{
	struct stage stage;
	struct guest guests[2];
	(void)state;
	stage_play(&stage, bound_all_outputs);
	for (u32 i = 0; i < 2; i++) {
		guest_open(&guests[i], &stage);
		/* Behind one that is not answered: so the kernel takes nothing of it. */
		guest_say(&guests[i], STR(GET("/later") GET("/huge")));
	}
	stage_wait_kept(&stage, 2);
	stage_wait_connections(&stage, 1);
	assert_int_equal(1, http_server_counters(stage.server).cut);
	assert_true(http_server_counters(stage.server).output_bytes >= STAGE_HUGE);
	settle(&stage);
	for (u32 i = 0; i < 2; i++) stage_answer(stage_take(&stage), STR("one"));
	while (http_server_counters(stage.server).output_bytes) loop_run_once(stage.loop);
	assert_true(guests[0].has_ended != guests[1].has_ended);
	for (u32 i = 0; i < 2; i++) guest_leave(&guests[i]);
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
		cmocka_unit_test(a_request_waits_until_its_answer_has_room),
		cmocka_unit_test(a_short_request_does_not_wait_behind_a_long_poll),
		cmocka_unit_test(answers_that_stand_in_line_count_too),
		cmocka_unit_test(a_client_that_sends_no_more_gets_what_waits_for_room),
		cmocka_unit_test(a_client_that_leaves_takes_what_waits_for_room_along),
		cmocka_unit_test(
			the_client_with_the_most_unread_is_cut_when_it_is_too_much_for_all),
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
