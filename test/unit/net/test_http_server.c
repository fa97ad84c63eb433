/* Listening, bounds over all connections, stopping. */
#include "stage.h"

#include <sys/resource.h>

static void a_server_answers_over_and_over_on_one_connection(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	for (int i = 0; i < 5; i++) {
		guest_say(&guest, STR("GET /echo?a=1 HTTP/1.1\r\nHost: x\r\n\r\n"));
		guest_expect(&guest, 200, STR("GET /echo?a=1"));
	}
	assert_false(guest.has_ended);
	assert_int_equal(http_server_counters(stage.server).requests, 5);
	assert_int_equal(http_server_counters(stage.server).accepted, 1);
	guest_leave(&guest);
	stage_close(&stage);
}

static void an_address_in_use_is_named(void **state)
{
	struct stage stage;
	struct why why = { 0 };
	(void)state;
	stage_play(&stage, NULL);
	assert_int_equal(http_server_listen(stage.server, &stage.bound, false, NULL, &why), ERR_IO);
	assert_true(text_holds(str_from(why.text), STR("cannot listen on 127.0.0.1:")));
	stage_close(&stage);
}

static void only_so_many_addresses_are_listened_on(void **state)
{
	struct stage stage;
	struct address any = { .bytes = { 127, 0, 0, 1 } };
	struct why why = { 0 };
	(void)state;
	stage_play(&stage, NULL);
	for (int i = 1; i < 16; i++)
		assert_int_equal(http_server_listen(stage.server, &any, false, NULL, NULL), ERR_OK);
	assert_int_equal(http_server_listen(stage.server, &any, false, NULL, &why), ERR_INVALID);
	assert_non_null(strstr(why.text, "16"));
	stage_close(&stage);
}

static void ipv6_is_served_beside_ipv4(void **state)
{
	struct stage stage;
	struct guest guest;
	struct address six = { .bytes = { [15] = 1 }, .is_v6 = true };
	(void)state;
	stage_play(&stage, NULL);
	if (http_server_listen(stage.server, &six, false, &stage.bound, NULL) == ERR_OK) {
		guest_open(&guest, &stage);
		guest_say(&guest, STR("GET /echo HTTP/1.1\r\nHost: [::1]:80\r\n\r\n"));
		guest_expect(&guest, 200, STR("GET /echo"));
		assert_true(stage.source.is_v6);
		assert_true(address_is_loopback(&stage.source));
		guest_leave(&guest);
	} else {
		print_message("this machine has no IPv6\n");
	}
	stage_close(&stage);
}

static void listening_with_tls_needs_a_certificate(void **state)
{
	struct stage stage;
	struct why why = { 0 };
	struct address any = { .bytes = { 127, 0, 0, 1 } };
	(void)state;
	stage_play(&stage, NULL);
	assert_int_equal(http_server_listen(stage.server, &any, true, NULL, &why), ERR_TLS);
	assert_int_equal(http_server_set_certificate(stage.server, STR("/nowhere/cert.pem"),
						     STR("/nowhere/key.pem"), &why),
			 ERR_TLS);
	assert_true(text_holds(str_from(why.text), STR("/nowhere/cert.pem")));
	stage_close(&stage);
}

static void allow_two(struct http_config *config)
{
	config->connections_per_source = 2;
}

static void a_third_connection_from_one_source_is_turned_away(void **state)
{
	struct stage stage;
	struct guest guests[3];
	struct heard heard;
	(void)state;
	stage_play(&stage, allow_two);
	for (int i = 0; i < 2; i++) {
		guest_open(&guests[i], &stage);
		guest_say(&guests[i], STR("GET /echo HTTP/1.1\r\nHost: x\r\n\r\n"));
		guest_expect(&guests[i], 200, STR("GET /echo"));
	}
	guest_open(&guests[2], &stage);
	guest_hear(&guests[2], &heard);
	assert_int_equal(heard.status, 429);
	assert_true(text_holds(heard.head, STR("Retry-After: 1")));
	guest_wait_end(&guests[2]);
	assert_int_equal(http_server_counters(stage.server).turned_away, 1);
	/* One leaves: there is room again. */
	guest_leave(&guests[0]);
	guest_leave(&guests[2]);
	stage_wait_connections(&stage, 1);
	guest_open(&guests[0], &stage);
	guest_say(&guests[0], STR("GET /echo HTTP/1.1\r\nHost: x\r\n\r\n"));
	guest_expect(&guests[0], 200, STR("GET /echo"));
	guest_leave(&guests[0]);
	guest_leave(&guests[1]);
	stage_close(&stage);
}

/* Then the waiting client is not offered for ever, but after a pause; and it is not lost. */
static void without_a_descriptor_left_accepting_pauses(void **state)
{
	struct stage stage;
	struct guest guest;
	struct rlimit limit, none;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	guest_say(&guest, STR("GET /echo HTTP/1.1\r\nHost: x\r\n\r\n"));
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &limit), 0);
	int free_fd = dup(0);
	assert_true(free_fd >= 0);
	close(free_fd);
	none = (struct rlimit){ (rlim_t)free_fd, limit.rlim_max };
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
	for (int i = 0; i < 10; i++) event_base_loop(loop_base(stage.loop), EVLOOP_NONBLOCK);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
	assert_int_equal(http_server_counters(stage.server).accepted, 0);
	/* There is room again, but nobody looks before the pause is over. */
	for (int i = 0; i < 3; i++) event_base_loop(loop_base(stage.loop), EVLOOP_NONBLOCK);
	guest_expect(&guest, 200, STR("GET /echo"));
	guest_leave(&guest);
	stage_close(&stage);
}

static void allow_one_in_all(struct http_config *config)
{
	config->connections_max = 1;
}

static void a_connection_above_all_is_turned_away(void **state)
{
	struct stage stage;
	struct guest first, second;
	struct heard heard;
	(void)state;
	stage_play(&stage, allow_one_in_all);
	guest_open(&first, &stage);
	guest_say(&first, STR("GET /echo HTTP/1.1\r\nHost: x\r\n\r\n"));
	guest_expect(&first, 200, STR("GET /echo"));
	guest_open(&second, &stage);
	guest_hear(&second, &heard);
	assert_int_equal(heard.status, 503);
	guest_wait_end(&second);
	guest_leave(&first);
	guest_leave(&second);
	stage_close(&stage);
}

static void trust_loopback(struct http_config *config)
{
	config->connections_per_source = 1;
	assert_int_equal(cidrs_parse(STR("127.0.0.0/8"), &config->trusted_proxies, NULL), ERR_OK);
}

static void a_trusted_proxy_may_open_more_than_one_source_may(void **state)
{
	struct stage stage;
	struct guest guests[3];
	(void)state;
	stage_play(&stage, trust_loopback);
	for (int i = 0; i < 3; i++) {
		guest_open(&guests[i], &stage);
		guest_say(&guests[i], STR("GET /echo HTTP/1.1\r\nHost: x\r\n\r\n"));
		guest_expect(&guests[i], 200, STR("GET /echo"));
	}
	for (int i = 0; i < 3; i++) guest_leave(&guests[i]);
	stage_close(&stage);
}

static void stopping_closes_the_idle_and_finishes_what_is_under_way(void **state)
{
	struct stage stage;
	struct guest idle, busy, late;
	struct heard heard;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&idle, &stage);
	guest_say(&idle, STR("GET /echo HTTP/1.1\r\nHost: x\r\n\r\n"));
	guest_expect(&idle, 200, STR("GET /echo"));
	guest_open(&busy, &stage);
	guest_say(&busy, STR("GET /later HTTP/1.1\r\nHost: x\r\n\r\n"));
	struct http_request *request = stage_take(&stage);
	http_server_stop(stage.server, 20000, stage_on_stopped, &stage);
	guest_wait_end(&idle);
	assert_false(stage.is_stopped);
	guest_open(&late, &stage);
	guest_wait_end(&late); /* nobody listens any more */
	stage_answer(request, STR("done"));
	guest_hear(&busy, &heard);
	assert_int_equal(heard.status, 200);
	assert_true(text_holds(heard.head, STR("Connection: close")));
	stage_wait_stopped(&stage);
	assert_int_equal(http_server_counters(stage.server).connections, 0);
	guest_leave(&idle);
	guest_leave(&busy);
	guest_leave(&late);
	stage_close(&stage);
}

static void a_request_half_sent_is_finished_when_the_server_stops(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	guest_say(&guest, STR("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab"));
	stage_wait_connections(&stage, 1);
	while (http_server_counters(stage.server).body_bytes == 0) loop_run_once(stage.loop);
	http_server_stop(stage.server, 20000, stage_on_stopped, &stage);
	guest_say(&guest, STR("cd"));
	guest_expect(&guest, 200, STR("POST /echo body=abcd"));
	guest_wait_end(&guest);
	stage_wait_stopped(&stage);
	guest_leave(&guest);
	stage_close(&stage);
}

static void patience_ends_and_the_rest_is_cut(void **state)
{
	struct stage stage;
	struct guest guest;
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	guest_say(&guest, STR("GET /park HTTP/1.1\r\nHost: x\r\n\r\n"));
	struct http_request *request = stage_take(&stage);
	http_server_stop(stage.server, 20, stage_on_stopped, &stage);
	stage_wait_stopped(&stage);
	assert_int_equal(stage.gone_count, 1);
	guest_wait_end(&guest);
	stage_answer(request, STR("to nobody"));
	guest_leave(&guest);
	stage_close(&stage);
}

static void without_memory_for_patience_there_is_none(void **state)
{
	struct stage stage;
	struct guest guest;
	struct mem_watch watch = { .refuse = check_refuse_all };
	(void)state;
	stage_play(&stage, NULL);
	guest_open(&guest, &stage);
	guest_say(&guest, STR("GET /park HTTP/1.1\r\nHost: x\r\n\r\n"));
	struct http_request *request = stage_take(&stage);
	mem_set_watch(&watch);
	http_server_stop(stage.server, 20000, stage_on_stopped, &stage);
	mem_set_watch(NULL);
	stage_wait_stopped(&stage);
	assert_int_equal(stage.gone_count, 1);
	stage_answer(request, STR(""));
	guest_leave(&guest);
	stage_close(&stage);
}

static void a_server_without_connections_stops_at_once(void **state)
{
	struct stage stage;
	(void)state;
	stage_play(&stage, NULL);
	http_server_stop(stage.server, 20000, stage_on_stopped, &stage);
	assert_false(stage.is_stopped); /* told by the loop, not from within */
	stage_wait_stopped(&stage);
	stage_close(&stage);
}

static bool serve_once_with_fault(void *context)
{
	struct loop *loop = NULL;
	struct http_server *server = NULL;
	struct stage *stage = context;
	struct http_config config = stage->config;
	enum err err = loop_new(&(struct loop_config){ .now = stage_now, .now_context = stage },
				&loop);
	config.loop = loop;
	if (!err) err = http_server_new(&config, &server);
	http_server_free(server);
	loop_free(loop);
	if (err) assert_int_equal(err, ERR_MEMORY);
	return err != ERR_OK;
}

static void no_memory_at_the_start_is_an_error_without_a_leak(void **state)
{
	struct stage stage;
	(void)state;
	stage_play(&stage, NULL);
	assert_true(for_each_fault(serve_once_with_fault, &stage) > 3);
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_server_answers_over_and_over_on_one_connection),
		cmocka_unit_test(an_address_in_use_is_named),
		cmocka_unit_test(only_so_many_addresses_are_listened_on),
		cmocka_unit_test(ipv6_is_served_beside_ipv4),
		cmocka_unit_test(listening_with_tls_needs_a_certificate),
		cmocka_unit_test(a_third_connection_from_one_source_is_turned_away),
		cmocka_unit_test(without_a_descriptor_left_accepting_pauses),
		cmocka_unit_test(a_connection_above_all_is_turned_away),
		cmocka_unit_test(a_trusted_proxy_may_open_more_than_one_source_may),
		cmocka_unit_test(stopping_closes_the_idle_and_finishes_what_is_under_way),
		cmocka_unit_test(a_request_half_sent_is_finished_when_the_server_stops),
		cmocka_unit_test(patience_ends_and_the_rest_is_cut),
		cmocka_unit_test(without_memory_for_patience_there_is_none),
		cmocka_unit_test(a_server_without_connections_stops_at_once),
		cmocka_unit_test(no_memory_at_the_start_is_an_error_without_a_leak),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
