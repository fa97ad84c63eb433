#include "handler/stage.h"

static void run_against(struct stage *stage, const struct peer *peer, const char *more)
{
	char handler[512];
	snprintf(handler, sizeof handler,
		 "{\"kind\":\"http\",\"url\":\"http://127.0.0.1:%u/hook\"%s}", peer->port, more);
	stage_run(stage, str_from(handler));
}

static void open_both(struct stage *stage, struct peer *peer, const char *answer)
{
	*stage = (struct stage){ .config = { .webhook_allow = STR("127.0.0.0/8"),
					     .http_ms_max = 8000 } };
	stage_open(stage);
	peer_open(peer, str_from(answer));
}

static void close_both(struct stage *stage, struct peer *peer)
{
	stage_close(stage);
	peer_close(peer);
}

static void the_payload_arrives_and_the_answer_is_the_result(void **state)
{
	(void)state;
	struct stage stage;
	struct peer peer;
	open_both(&stage, &peer, "HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\n{\"a\":1 }");
	run_against(&stage, &peer, ",\"headers\":{\"X-Mine\":\"yes\"}");
	assert_int_equal(stage.told.outcome, OUTCOME_SUCCESS);
	assert_string_equal(stage.told.result, "{\"a\":1 }");
	static const char *const wanted[] = {
		"POST /hook HTTP/1.1\r\n",
		"Content-Type: application/json\r\n",
		"Idempotency-Key: 65656565-6565-6565-6565-656565656565\r\n",
		"webhook-id: 65656565-6565-6565-6565-656565656565\r\n",
		"webhook-timestamp: ",
		"Belfry-Hops: 1\r\n",
		"X-Mine: yes\r\n",
		"{\"n\":1}"
	};
	for (size_t i = 0; i < countof(wanted); i++) {
		if (!strstr(peer.request, wanted[i]))
			fail_msg("%s is not in %s", wanted[i], peer.request);
	}
	assert_null(strstr(peer.request, "webhook-signature"));
	close_both(&stage, &peer);
}

static void a_refusal_keeps_the_body_apart(void **state)
{
	(void)state;
	struct stage stage;
	struct peer peer;
	open_both(&stage, &peer,
		  "HTTP/1.1 403 No\r\nRetry-After: 3\r\nContent-Length: 5\r\n\r\ninner");
	run_against(&stage, &peer, "");
	assert_int_equal(stage.told.outcome, OUTCOME_RETRY);
	assert_string_equal(stage.told.class, "http_4xx");
	assert_string_equal(stage.told.response, "inner");
	assert_string_equal(stage.told.result, "");
	assert_int_equal(stage.told.retry_after_ms, 3000);
	assert_non_null(strstr(stage.told.message, "403"));
	close_both(&stage, &peer);
}

static void no_answer_is_the_networks_fault(void **state)
{
	(void)state;
	struct stage stage;
	struct peer peer;
	open_both(&stage, &peer, "");
	run_against(&stage, &peer, "");
	assert_string_equal(stage.told.class, "network");
	close_both(&stage, &peer);
}

static void nothing_leaves_for_a_forbidden_address(void **state)
{
	(void)state;
	struct stage stage;
	struct peer peer;
	open_both(&stage, &peer, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
	stage_close(&stage);
	stage = (struct stage){ .ended = 0 };
	stage_open(&stage);
	run_against(&stage, &peer, "");
	assert_int_equal(stage.told.outcome, OUTCOME_FAIL);
	assert_string_equal(stage.told.class, "policy_denied");
	assert_int_equal(peer.connections, 0);
	close_both(&stage, &peer);
}

static u32 answer_two(void *context, const char *host, struct address *out, u32 max)
{
	(void)context, (void)host, (void)max;
	if (address_parse(STR("127.0.0.1"), &out[0], NULL) != ERR_OK) return 0;
	if (address_parse(STR("10.0.0.1"), &out[1], NULL) != ERR_OK) return 0;
	return 2;
}

static void one_bad_address_of_a_name_is_enough(void **state)
{
	(void)state;
	struct stage stage = { .config = { .webhook_allow = STR("127.0.0.0/8"),
					   .resolve = answer_two } };
	stage_open(&stage);
	stage_run(&stage, STR("{\"kind\":\"http\",\"url\":\"https://a.example/\"}"));
	assert_string_equal(stage.told.class, "policy_denied");
	stage_close(&stage);
}

/* Another answer each time it is asked: only the first leads to the peer. */
static u32 answer_otherwise(void *context, const char *host, struct address *out, u32 max)
{
	u32 *asked = context;
	(void)host, (void)max;
	str text = ++*asked == 1 ? STR("127.0.0.1") : STR("127.0.0.2");
	return address_parse(text, &out[0], NULL) == ERR_OK;
}

static void a_name_is_looked_up_once_and_that_address_is_called(void **state)
{
	(void)state;
	struct stage stage;
	struct peer peer;
	u32 asked = 0;
	open_both(&stage, &peer, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
	stage_close(&stage);
	stage = (struct stage){ .config = { .webhook_allow = STR("hook.example"),
					    .http_ms_max = 8000,
					    .resolve = answer_otherwise,
					    .resolve_context = &asked } };
	stage_open(&stage);
	char handler[128];
	snprintf(handler, sizeof handler,
		 "{\"kind\":\"http\",\"url\":\"http://hook.example:%u/hook\"}", peer.port);
	stage_run(&stage, str_from(handler));
	assert_int_equal(stage.told.outcome, OUTCOME_SUCCESS);
	assert_int_equal(asked, 1);
	assert_int_equal(peer.connections, 1);
	assert_non_null(strstr(peer.request, "Host: hook.example"));
	close_both(&stage, &peer);
}

/* Nobody has checked where it leads: it is a failure, told as one. */
static void a_redirect_is_not_followed(void **state)
{
	(void)state;
	struct stage stage;
	struct peer peer;
	open_both(&stage, &peer,
		  "HTTP/1.1 307 Over There\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n");
	run_against(&stage, &peer, "");
	assert_int_equal(stage.told.outcome, OUTCOME_RETRY);
	assert_non_null(strstr(stage.told.message, "redirect"));
	assert_int_equal(peer.connections, 1);
	close_both(&stage, &peer);
}

static void a_host_that_keeps_failing_is_left_alone(void **state)
{
	(void)state;
	struct stage stage;
	struct peer peer;
	open_both(&stage, &peer, "HTTP/1.1 500 Oops\r\nContent-Length: 0\r\n\r\n");
	for (u32 i = 0; i < 5; i++) {
		run_against(&stage, &peer, "");
		assert_string_equal(stage.told.class, "http_5xx");
	}
	run_against(&stage, &peer, "");
	assert_int_equal(stage.told.outcome, OUTCOME_DEFER);
	assert_true(stage.told.defer_until > 0);
	assert_int_equal(peer.connections, 5);
	close_both(&stage, &peer);
}

static void a_call_that_came_through_too_many_servers_goes_no_further(void **state)
{
	(void)state;
	struct stage stage;
	struct peer peer;
	char handler[256];
	open_both(&stage, &peer, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
	snprintf(handler, sizeof handler, "{\"kind\":\"http\",\"url\":\"http://127.0.0.1:%u/\"}",
		 peer.port);
	for (u32 hops = 7; hops <= 8; hops++) {
		struct lease lease = stage_lease((u8)hops);
		struct handler_order order = { .lease = &lease,
					       .handler = str_from(handler),
					       .hops = hops,
					       .timeout_ms = 9000 };
		assert_int_equal(handlers_start(stage.handlers, &order), ERR_OK);
		stage_until(&stage, stage.ended + 1);
		assert_int_equal(stage.told.outcome, hops == 7 ? OUTCOME_SUCCESS : OUTCOME_FAIL);
	}
	assert_int_equal(peer.connections, 1);
	close_both(&stage, &peer);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_payload_arrives_and_the_answer_is_the_result),
		cmocka_unit_test(a_refusal_keeps_the_body_apart),
		cmocka_unit_test(no_answer_is_the_networks_fault),
		cmocka_unit_test(nothing_leaves_for_a_forbidden_address),
		cmocka_unit_test(one_bad_address_of_a_name_is_enough),
		cmocka_unit_test(a_name_is_looked_up_once_and_that_address_is_called),
		cmocka_unit_test(a_redirect_is_not_followed),
		cmocka_unit_test(a_host_that_keeps_failing_is_left_alone),
		cmocka_unit_test(a_call_that_came_through_too_many_servers_goes_no_further),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
