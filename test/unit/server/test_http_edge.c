/* Between HTTP and API: header fields, bodies, and clients that leave. */
#include "server/service_stage.h"

static struct client_response send_with(struct service_stage *stage, const char *method,
					const char *path, str name, str value, const char *body)
{
	const struct client_pair pairs[] = { { STR("Authorization"), str_from(stage->bearer) },
					     { STR("Content-Type"), STR("application/json") },
					     { name, value } };
	const struct client_request request = { .method = str_from(method),
						.path = str_from(path),
						.pairs = pairs,
						.pair_count = countof(pairs),
						.body = str_from(body) };
	struct client_response response;
	assert_int_equal(client_send(stage->client, &request, &response, &stage->why), ERR_OK);
	return response;
}

static void a_call_with_a_key_is_carried_out_once(void **state)
{
	static const char body[] = "{\"type\": \"t\", \"payload\": {}}";
	struct service_stage stage;
	char first[400];
	(void)state;
	service_stage_init(&stage);
	service_stage_start(&stage);
	struct client_response response = send_with(&stage, "POST", "/api/v1/scheduler/tasks",
						    STR("Idempotency-Key"), STR("k1"), body);
	assert_int_equal(response.status, 201);
	/* It begins with its id. */
	snprintf(first, sizeof first, "%.*s", STR_ARG(str_slice(response.body, 1, 44)));
	response = send_with(&stage, "POST", "/api/v1/scheduler/tasks", STR("idempotency-key"),
			     STR("k1"), body);
	assert_true(body_has(&response, first));
	assert_str(client_field(&response, STR("Idempotent-Replayed")), STR("true"));
	response = send_with(&stage, "POST", "/api/v1/scheduler/tasks", STR("Idempotency-Key"),
			     STR("k1"), "{\"type\": \"other\", \"payload\": {}}");
	assert_int_equal(response.status, 422);
	service_stage_stop(&stage);
	service_stage_done(&stage);
}

/* A small body is read first, a long one is not even asked for: the answer is the same. */
static void what_the_head_refuses_is_refused_with_any_body(void **state)
{
	static char body[20000];
	struct service_stage stage;
	(void)state;
	memset(body, 'x', sizeof body - 1);
	service_stage_init(&stage);
	service_stage_start(&stage);
	char bearer[sizeof stage.bearer];
	memcpy(bearer, stage.bearer, sizeof bearer);
	snprintf(stage.bearer, sizeof stage.bearer, "Bearer belfry_nobody");
	struct client_response response = stage_ask(&stage, "POST", "/api/v1/scheduler/tasks",
						    "{\"type\": \"t\"}");
	assert_int_equal(response.status, 401);
	response = stage_ask(&stage, "POST", "/api/v1/scheduler/tasks", body);
	assert_int_equal(response.status, 401);
	memcpy(stage.bearer, bearer, sizeof bearer);
	response = stage_ask(&stage, "POST", "/api/v1/scheduler/nothing", body);
	assert_int_equal(response.status, 404);
	response = stage_ask(&stage, "GET", "/api/v1/scheduler/nothing", "");
	assert_int_equal(response.status, 404);
	assert_true(body_has(&response, "\"request_id\""));
	service_stage_stop(&stage);
	service_stage_done(&stage);
}

/* What was found of one request's token must not count for the next on the same connection. */
static void a_wrong_token_gains_nothing_from_the_right_one_before_it(void **state)
{
	static char body[20000];
	struct service_stage stage;
	(void)state;
	service_stage_init(&stage);
	service_stage_start(&stage);
	char bearer[sizeof stage.bearer];
	memcpy(bearer, stage.bearer, sizeof bearer);
	snprintf(body, sizeof body, "{\"type\": \"t\", \"payload\": {\"text\": \"%09000d\"}}", 7);
	for (u32 i = 0; i < 3; i++) {
		memcpy(stage.bearer, bearer, sizeof bearer);
		struct client_response response = stage_ask(&stage, "POST",
							    "/api/v1/scheduler/tasks", body);
		assert_int_equal(response.status, 201);
		snprintf(stage.bearer, sizeof stage.bearer, "Bearer belfry_nobody");
		response = stage_ask(&stage, "GET", "/api/v1/scheduler/tasks", "");
		assert_int_equal(response.status, 401);
		response = stage_ask(&stage, "POST", "/api/v1/scheduler/tasks",
				     "{\"type\": \"t\"}");
		assert_int_equal(response.status, 401);
	}
	memcpy(stage.bearer, bearer, sizeof bearer);
	service_stage_stop(&stage);
	service_stage_done(&stage);
}

/* One client waits and leaves; the task that comes then goes to the next who asks. */
static void a_client_that_leaves_gets_no_lease(void **state)
{
	struct service_stage stage;
	struct client *leaver = NULL;
	struct client_response response;
	(void)state;
	service_stage_init(&stage);
	service_stage_start(&stage);
	const struct client_config config = { .url = str_from(stage.url), .timeout_ms = 200 };
	assert_int_equal(client_new(&config, &leaver, &stage.why), ERR_OK);
	const struct client_pair pairs[] = { { STR("Authorization"), str_from(stage.bearer) },
					     { STR("Content-Type"), STR("application/json") } };
	const struct client_request request = {
		.method = STR("POST"),
		.path = STR("/api/v1/scheduler/worker/lease"),
		.pairs = pairs,
		.pair_count = countof(pairs),
		.body = STR("{\"worker_id\": \"w1\", \"max\": 1, \"wait_ms\": 60000}"),
	};
	assert_int_equal(client_send(leaver, &request, &response, &stage.why), ERR_TIMED_OUT);
	client_free(leaver);
	stage_ask(&stage, "POST", "/api/v1/scheduler/tasks", "{\"type\": \"t\", \"payload\": {}}");
	response = stage_ask(&stage, "POST", "/api/v1/scheduler/worker/lease",
			     "{\"worker_id\": \"w2\", \"max\": 1, \"wait_ms\": 10000}");
	assert_true(body_has(&response, "\"attempt\":1"));
	service_stage_stop(&stage);
	service_stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_call_with_a_key_is_carried_out_once),
		cmocka_unit_test(what_the_head_refuses_is_refused_with_any_body),
		cmocka_unit_test(a_wrong_token_gains_nothing_from_the_right_one_before_it),
		cmocka_unit_test(a_client_that_leaves_gets_no_lease),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
