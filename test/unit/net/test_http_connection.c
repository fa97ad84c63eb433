/* From bytes to the handler and back: deadlines, slow and leaving clients, early answers. */
#include "net/http_parts.h"
#include "stage.h"

#include <sys/socket.h>

#define GET_PARK "GET /park HTTP/1.1\r\nHost: x\r\n\r\n"

static void a_parked_client_that_leaves_is_noticed(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	guest_say(&guest, STR(GET_PARK));
	struct http_request *request = stage_take(&stage);
	assert_int_equal(http_server_counters(stage.server).handled, 1);
	guest_leave(&guest);
	stage_wait_gone(&stage, 1);
	/* The request is still there to be answered, to nobody. */
	assert_str(request->path, STR("/park"));
	http_answer(request, &(struct http_answer){
				     .status = 200, .sent = stage_sent, .sent_context = &stage });
	assert_int_equal(stage.unsent_count, 1);
	assert_int_equal(http_server_counters(stage.server).gone, 1);
	assert_int_equal(http_server_counters(stage.server).handled, 0);
	stage_wait_connections(&stage, 0);
	stage_close(&stage);
}

static void answer_on_gone(void *context, struct http_request *request)
{
	struct stage *stage = context;
	stage->gone_count++;
	stage_answer(request, STR("too late"));
}

static void a_request_may_be_answered_while_its_leaving_is_told(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	guest_say(&guest, STR(GET_PARK));
	struct http_request *request = stage_take(&stage);
	assert_true(http_on_gone(request, answer_on_gone, &stage));
	guest_leave(&guest);
	stage_wait_gone(&stage, 1);
	stage_wait_connections(&stage, 0);
	stage_close(&stage);
}

/* A full input is not read; the client's leaving must be seen all the same. */
static void a_parked_client_that_sent_much_and_leaves_is_noticed(void **state)
{
	struct stage stage;
	struct guest guest;
	struct buf flood;
	(void)state;
	stage_init(&stage);
	stage.config.pipeline_max = 1;
	stage_open(&stage);
	guest_open(&guest, &stage);
	guest_say(&guest, STR(GET_PARK));
	struct http_request *request = stage_take(&stage);
	buf_init(&flood, 1 << 20);
	for (int i = 0; i < 1000; i++)
		buf_add(&flood, STR("GET /echo HTTP/1.1\r\nHost: x\r\n\r\n"));
	guest_say(&guest, buf_view(&flood));
	while (evbuffer_get_length(bufferevent_get_output(guest.stream))) loop_run_once(stage.loop);
	assert_int_equal(shutdown(bufferevent_getfd(guest.stream), SHUT_WR), 0);
	stage_wait_gone(&stage, 1);
	stage_answer(request, STR(""));
	guest_leave(&guest);
	buf_done(&flood);
	stage_close(&stage);
}

static void what_was_sent_too_early_is_read_in_the_end(void **state)
{
	struct stage stage;
	struct guest guest;
	struct buf flood;
	(void)state;
	stage_init(&stage);
	stage.config.pipeline_max = 1;
	stage_open(&stage);
	guest_open(&guest, &stage);
	guest_say(&guest, STR("GET /later HTTP/1.1\r\nHost: x\r\n\r\n"));
	struct http_request *request = stage_take(&stage);
	buf_init(&flood, 1 << 20);
	for (int i = 0; i < 1000; i++)
		buf_add(&flood, STR("GET /echo HTTP/1.1\r\nHost: x\r\n\r\n"));
	guest_say(&guest, buf_view(&flood));
	while (evbuffer_get_length(bufferevent_get_output(guest.stream))) loop_run_once(stage.loop);
	stage_answer(request, STR("first"));
	guest_expect(&guest, 200, STR("first"));
	for (int i = 0; i < 1000; i++) guest_expect(&guest, 200, STR("GET /echo"));
	guest_leave(&guest);
	buf_done(&flood);
	stage_close(&stage);
}

static void who_only_stops_sending_is_still_answered(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	guest_say(&guest, STR("GET /later HTTP/1.1\r\nHost: x\r\n\r\nGET /echo HTTP/1.1\r\nHo"));
	struct http_request *request = stage_take(&stage);
	assert_int_equal(shutdown(bufferevent_getfd(guest.stream), SHUT_WR), 0);
	for (int i = 0; i < 3; i++) event_base_loop(loop_base(stage.loop), EVLOOP_NONBLOCK);
	stage_answer(request, STR("here you are"));
	guest_expect(&guest, 200, STR("here you are"));
	guest_wait_end(&guest);
	guest_leave(&guest);
	stage_close(&stage);
}

static void whoever_asks_too_late_about_leaving_is_told_so(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	guest_say(&guest, STR("GET /later HTTP/1.1\r\nHost: x\r\n\r\n"));
	struct http_request *request = stage_take(&stage);
	struct linger reset = { .l_onoff = 1 };
	setsockopt(bufferevent_getfd(guest.stream), SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
	guest_leave(&guest);
	stage_wait_connections(&stage, 0);
	assert_false(http_on_gone(request, stage_gone, &stage));
	stage_answer(request, STR(""));
	assert_int_equal(stage.gone_count, 0);
	stage_close(&stage);
}

static void be_quick(struct http_config *config)
{
	config->head_ms = 30;
	config->body_ms = 20000;
	config->body_grace_ms = 30;
	config->rate_min = 1000000;
	config->idle_ms = 30;
	config->linger_ms = 30;
}

static void expect_slow(struct stage *stage, str bytes)
{
	struct guest guest;
	struct heard heard;
	guest_open(&guest, stage);
	guest_say(&guest, bytes);
	guest_hear(&guest, &heard);
	assert_int_equal(heard.status, 408);
	assert_true(text_holds(heard.head, STR("Connection: close")));
	guest_wait_end(&guest);
	guest_leave(&guest);
}

static void slow_heads_and_bodies_are_refused(void **state)
{
	struct stage stage;
	(void)state;
	stage_play(&stage, be_quick);
	expect_slow(&stage, STR("GET / HT"));
	expect_slow(&stage, STR("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc"));
	expect_slow(&stage,
		    STR("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3"));
	stage_wait_connections(&stage, 0); /* lingering ends, too */
	stage_close(&stage);
}

static void be_strict_in_the_end(struct http_config *config)
{
	config->body_ms = 40;
	config->body_grace_ms = 5;
	config->rate_min = 1;
}

static void a_body_has_a_last_moment_however_fast_it_began(void **state)
{
	struct stage stage;
	(void)state;
	stage_play(&stage, be_strict_in_the_end);
	expect_slow(&stage,
		    STR("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabcdefgh"));
	stage_close(&stage);
}

static void who_says_nothing_is_closed_without_a_word(void **state)
{
	struct stage stage;
	struct guest silent, idle;
	(void)state;
	stage_play(&stage, be_quick);
	guest_open(&silent, &stage);
	guest_open(&idle, &stage);
	guest_say(&idle, STR("GET /echo HTTP/1.1\r\nHost: x\r\n\r\n"));
	guest_expect(&idle, 200, STR("GET /echo"));
	guest_wait_end(&silent);
	guest_wait_end(&idle);
	assert_int_equal(silent.got.len, 0);
	assert_int_equal(idle.got.len, 0);
	guest_leave(&silent);
	guest_leave(&idle);
	stage_close(&stage);
}

/* Deadlines are of clients, not of handlers. */
static void a_parked_request_has_no_deadline(void **state)
{
	struct stage stage;
	struct guest parked, idle;
	(void)state;
	stage_play(&stage, be_quick);
	guest_open(&parked, &stage);
	guest_say(&parked, STR(GET_PARK));
	struct http_request *request = stage_take(&stage);
	for (int i = 0; i < 3; i++) { /* three idle connections come to their end meanwhile */
		guest_open(&idle, &stage);
		guest_wait_end(&idle);
		guest_leave(&idle);
	}
	assert_int_equal(stage.gone_count, 0);
	stage_answer(request, STR("patience"));
	guest_expect(&parked, 200, STR("patience"));
	guest_leave(&parked);
	stage_close(&stage);
}

/* A process that was stopped looks at its timers before it reads. */
static void what_lies_in_the_socket_counts_before_the_deadline(void **state)
{
	str head = STR("GET /echo HTTP/1.1\r\nHost: x\r\n\r\n");
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	stage_wait_connections(&stage, 1);
	struct http_connection *connection = container_of(list_first(&stage.server->connections),
							  struct http_connection, node);
	for (int i = 0; i < 2; i++) { /* one that never asked, one that did */
		assert_int_equal(write(bufferevent_getfd(guest.stream), head.at, head.len),
				 head.len);
		connection_check_deadline(connection, connection->deadline);
		guest_expect(&guest, 200, STR("GET /echo"));
	}
	guest_leave(&guest);
	stage_close(&stage);
}

static void a_wait_begins_anew_only_once(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	stage_wait_connections(&stage, 1);
	struct http_connection *connection = container_of(list_first(&stage.server->connections),
							  struct http_connection, node);
	int fd = bufferevent_getfd(guest.stream);
	assert_int_equal(write(fd, "G", 1), 1);
	while (!connection->reading) loop_run_once(stage.loop);
	assert_int_equal(write(fd, "E", 1), 1);
	connection_check_deadline(connection, connection->deadline);
	assert_int_equal(http_server_counters(stage.server).refusals, 0);
	connection_check_deadline(connection, connection->deadline);
	assert_int_equal(http_server_counters(stage.server).refusals, 1);
	guest_wait_end(&guest);
	assert_true(str_starts_with(buf_view(&guest.got), STR("HTTP/1.1 408 ")));
	guest_leave(&guest);
	stage_close(&stage);
}

static void be_impatient_with_readers(struct http_config *config)
{
	config->write_ms = 30;
}

static void a_reader_that_reads_nothing_is_cut(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_play(&stage, be_impatient_with_readers);
	guest_open(&guest, &stage);
	bufferevent_disable(guest.stream, EV_READ);
	guest_say(&guest, STR("GET /huge HTTP/1.1\r\nHost: x\r\n\r\n"));
	stage_wait_connections(&stage, 1);
	stage_wait_connections(&stage, 0);
	assert_int_equal(http_server_counters(stage.server).cut, 1);
	assert_int_equal(stage.unsent_count, 1);
	assert_int_equal(stage.sent_count, 0);
	guest_leave(&guest);
	stage_close(&stage);
}

static void a_refusal_from_the_head_spares_the_body(void **state)
{
	struct stage stage;
	struct guest guest;
	struct heard heard;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	/* Without a body the connection goes on. */
	guest_say(&guest, STR("GET /early HTTP/1.1\r\nHost: x\r\n\r\n"));
	guest_expect(&guest, 401, STR(""));
	guest_say(&guest,
		  STR("POST /early HTTP/1.1\r\nHost: x\r\nContent-Length: 50000\r\n\r\nabc"));
	guest_hear(&guest, &heard);
	assert_int_equal(heard.status, 401);
	assert_true(text_holds(heard.head, STR("Connection: close")));
	assert_int_equal(stage.seen.len, 0);
	guest_wait_end(&guest);
	guest_leave(&guest);
	stage_close(&stage);
}

static u64 keep_from_head(void *context, struct http_request *request)
{
	stage_keep(context, request);
	return 100;
}

static void a_refusal_may_come_while_the_body_does(void **state)
{
	struct stage stage;
	struct guest guest;
	struct heard heard;
	(void)state;
	stage_init(&stage);
	stage.config.handler.head = keep_from_head;
	stage_open(&stage);
	guest_open(&guest, &stage);
	guest_say(&guest, STR("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\nabc"));
	struct http_request *request = stage_take(&stage);
	guest_say(&guest, STR("def"));
	http_answer(request, &(struct http_answer){ .status = 403 });
	guest_hear(&guest, &heard);
	assert_int_equal(heard.status, 403);
	assert_true(text_holds(heard.head, STR("Connection: close")));
	guest_wait_end(&guest);
	assert_int_equal(stage.seen.len, 0);
	guest_leave(&guest);
	stage_wait_connections(&stage, 0);
	assert_int_equal(http_server_counters(stage.server).body_bytes, 0);
	stage_close(&stage);
}

/* Closing on unread bytes would reset the connection and destroy the answer. */
static void an_early_refusal_reaches_a_client_that_is_still_sending(void **state)
{
	struct stage stage;
	struct guest guest;
	struct heard heard;
	struct buf body;
	(void)state;
	stage_play(&stage, NULL);
	buf_init(&body, 1 << 20);
	memset(buf_extend(&body, 900000), 'b', 900000);
	guest_open(&guest, &stage);
	guest_say(&guest, STR("POST /small HTTP/1.1\r\nHost: x\r\nContent-Length: 900000\r\n\r\n"));
	guest_say(&guest, buf_view(&body));
	guest_hear(&guest, &heard);
	assert_int_equal(heard.status, 413);
	guest_wait_end(&guest);
	assert_false(guest.was_reset);
	guest_leave(&guest);
	stage_wait_connections(&stage, 0);
	buf_done(&body);
	stage_close(&stage);
}

static void a_client_that_never_ends_sending_is_not_listened_to_for_ever(void **state)
{
	struct stage stage;
	struct guest guest;
	struct buf flood;
	(void)state;
	stage_play(&stage, NULL);
	buf_init(&flood, 4 << 20);
	memset(buf_extend(&flood, 4 << 20), 'b', 4 << 20);
	guest_open(&guest, &stage);
	guest_say(&guest, STR("nonsense\r\n"));
	guest_say(&guest, buf_view(&flood));
	guest_wait_end(&guest);
	stage_wait_connections(&stage, 0);
	guest_leave(&guest);
	buf_done(&flood);
	stage_close(&stage);
}

static void a_client_that_asks_is_told_to_go_on(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	guest_say(&guest, STR("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n"
			      "Expect: 100-continue\r\n\r\n"));
	guest_expect(&guest, 100, STR(""));
	guest_say(&guest, STR("abc"));
	guest_expect(&guest, 200, STR("POST /echo body=abc"));
	/* Refused from the head: no word to go on comes before. */
	guest_say(&guest, STR("POST /small HTTP/1.1\r\nHost: x\r\nContent-Length: 11\r\n"
			      "Expect: 100-continue\r\n\r\n"));
	struct heard heard;
	guest_hear(&guest, &heard);
	assert_int_equal(heard.status, 413);
	guest_leave(&guest);
	stage_close(&stage);
}

static void allow_few_bodies(struct http_config *config)
{
	config->bodies_max = 5000;
}

static void bodies_have_a_bound_together(void **state)
{
	struct stage stage;
	struct guest first, second, third;
	struct heard heard;
	(void)state;
	stage_play(&stage, allow_few_bodies);
	guest_open(&first, &stage);
	guest_say(&first, STR("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 4000\r\n\r\na"));
	while (!http_server_counters(stage.server).body_bytes) loop_run_once(stage.loop);
	guest_open(&second, &stage);
	guest_say(&second, STR("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 2000\r\n\r\na"));
	guest_hear(&second, &heard);
	assert_int_equal(heard.status, 503);
	assert_true(text_holds(heard.head, STR("Retry-After: 1")));
	guest_open(&third, &stage);
	guest_say(&third, STR("POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
			      "700\r\n"));
	char data[0x700];
	memset(data, 'd', sizeof data);
	guest_say(&third, (str){ data, sizeof data });
	guest_hear(&third, &heard);
	assert_int_equal(heard.status, 503);
	guest_leave(&first);
	guest_leave(&second);
	guest_leave(&third);
	stage_wait_connections(&stage, 0);
	assert_int_equal(http_server_counters(stage.server).body_bytes, 0);
	stage_close(&stage);
}

static void a_large_body_arrives_whole(void **state)
{
	struct stage stage;
	struct guest guest;
	struct buf body;
	(void)state;
	stage_play(&stage, NULL);
	buf_init(&body, 4 << 20);
	memset(buf_extend(&body, 3000000), 'b', 3000000);
	guest_open(&guest, &stage);
	guest_say(&guest,
		  STR("POST /large HTTP/1.1\r\nHost: x\r\nContent-Length: 3000000\r\n\r\n"));
	guest_say(&guest, buf_view(&body));
	guest_expect(&guest, 200, STR("POST /large bytes=3000000"));
	assert_int_equal(http_server_counters(stage.server).body_bytes, 0);
	guest_leave(&guest);
	buf_done(&body);
	stage_close(&stage);
}

/* Told one byte at a time, nothing changes. */
static void a_request_may_trickle_in(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	str bytes = STR("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc");
	for (size_t i = 0; i < bytes.len; i++) {
		guest_say(&guest, str_slice(bytes, i, i + 1));
		event_base_loop(loop_base(stage.loop), EVLOOP_NONBLOCK);
	}
	guest_expect(&guest, 200, STR("POST /echo body=abc"));
	guest_leave(&guest);
	stage_close(&stage);
}

static void refuse_from(struct mem_watch *watch, u64 *nth)
{
	*watch = (struct mem_watch){ .refuse = check_refuse_nth, .context = nth };
	mem_set_watch(watch);
}

/* Wherever memory runs out, the client gets its answer, a refusal, or the end; never a hang. */
static void running_out_of_memory_ends_one_connection_at_most(void **state)
{
	struct stage stage;
	u64 served = 0;
	(void)state;
	stage_play(&stage, NULL);
	for (u64 n = 1; n < 12; n++) {
		struct guest guest;
		struct heard heard;
		struct mem_watch watch;
		guest_open(&guest, &stage);
		guest.got.failed = false;
		char *room = buf_extend(&guest.got, 4096); /* the guest's own memory, beforehand */
		assert_non_null(room);
		buf_clear(&guest.got);
		refuse_from(&watch, &n);
		guest_say(&guest,
			  STR("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc"));
		guest_hear(&guest, &heard);
		mem_set_watch(NULL);
		assert_true(heard.status == 200 || heard.status == 503 || heard.status == 0);
		served += heard.status == 200;
		guest_leave(&guest);
		stage_wait_connections(&stage, 0);
	}
	assert_true(served > 0);
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_parked_client_that_leaves_is_noticed),
		cmocka_unit_test(a_request_may_be_answered_while_its_leaving_is_told),
		cmocka_unit_test(a_parked_client_that_sent_much_and_leaves_is_noticed),
		cmocka_unit_test(what_was_sent_too_early_is_read_in_the_end),
		cmocka_unit_test(who_only_stops_sending_is_still_answered),
		cmocka_unit_test(whoever_asks_too_late_about_leaving_is_told_so),
		cmocka_unit_test(slow_heads_and_bodies_are_refused),
		cmocka_unit_test(what_lies_in_the_socket_counts_before_the_deadline),
		cmocka_unit_test(a_wait_begins_anew_only_once),
		cmocka_unit_test(a_body_has_a_last_moment_however_fast_it_began),
		cmocka_unit_test(who_says_nothing_is_closed_without_a_word),
		cmocka_unit_test(a_parked_request_has_no_deadline),
		cmocka_unit_test(a_reader_that_reads_nothing_is_cut),
		cmocka_unit_test(a_refusal_from_the_head_spares_the_body),
		cmocka_unit_test(a_refusal_may_come_while_the_body_does),
		cmocka_unit_test(an_early_refusal_reaches_a_client_that_is_still_sending),
		cmocka_unit_test(a_client_that_never_ends_sending_is_not_listened_to_for_ever),
		cmocka_unit_test(a_client_that_asks_is_told_to_go_on),
		cmocka_unit_test(bodies_have_a_bound_together),
		cmocka_unit_test(a_large_body_arrives_whole),
		cmocka_unit_test(a_request_may_trickle_in),
		cmocka_unit_test(running_out_of_memory_ends_one_connection_at_most),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
