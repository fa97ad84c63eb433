/* The server as a whole: started, asked, stopped. */
#include "server/service_stage.h"

static void it_takes_a_task_and_hands_it_out(void **state)
{
	struct service_stage stage;
	(void)state;
	service_stage_init(&stage);
	service_stage_start(&stage);
	struct client_response response = stage_ask(
		&stage, "POST", "/api/v1/scheduler/tasks?tenant_id=acme",
		"{\"type\": \"mail.send\", \"payload\": {\"n\": 1.10}}");
	assert_int_equal(response.status, 201);
	response = stage_ask(&stage, "POST", "/api/v1/scheduler/worker/lease",
			     "{\"worker_id\": \"w\", \"max\": 5, \"wait_ms\": 1000}");
	assert_int_equal(response.status, 200);
	assert_true(body_has(&response, "\"type\":\"mail.send\""));
	assert_true(body_has(&response, "{\"n\": 1.10}"));
	assert_true(body_has(&response, "\"tenant_id\":\"acme\""));
	service_stage_stop(&stage);
	service_stage_done(&stage);
}

static void what_was_acknowledged_is_there_after_a_restart(void **state)
{
	struct service_stage stage;
	(void)state;
	service_stage_init(&stage);
	service_stage_start(&stage);
	stage_ask(&stage, "POST", "/api/v1/scheduler/tasks", "{\"type\": \"t\", \"payload\": {}}");
	service_stage_stop(&stage);
	service_stage_start(&stage);
	struct client_response response = stage_ask(
		&stage, "POST", "/api/v1/scheduler/worker/lease",
		"{\"worker_id\": \"w\", \"max\": 5, \"wait_ms\": 1000}");
	assert_true(body_has(&response, "\"type\":\"t\""));
	service_stage_stop(&stage);
	service_stage_done(&stage);
}

struct parked {
	struct service_stage *stage;
	struct client_response response;
	char body[400];
};

static void *park(void *context)
{
	struct parked *parked = context;
	parked->response = stage_ask(parked->stage, "POST", "/api/v1/scheduler/worker/lease",
				     "{\"worker_id\": \"w\", \"max\": 1, \"wait_ms\": 60000}");
	snprintf(parked->body, sizeof parked->body, "%.*s", STR_ARG(parked->response.body));
	return NULL;
}

/* Until somebody waits for a lease. */
static void await_parked(const struct service_stage *stage)
{
	struct client *client = NULL;
	struct why why;
	const struct client_config config = { .url = str_from(stage->url) };
	assert_int_equal(client_new(&config, &client, &why), ERR_OK);
	struct service_stage second = *stage;
	second.client = client;
	for (u32 i = 0; i < 10000; i++) {
		struct client_response status = stage_ask(&second, "GET",
							  "/api/v1/scheduler/status", "");
		if (str_has(status.body, "\"waiting_calls\":1")) break;
	}
	client_free(client);
}

static void whoever_waits_for_work_is_answered_when_it_stops(void **state)
{
	struct service_stage stage;
	struct parked parked = { .stage = &stage };
	pthread_t thread;
	(void)state;
	service_stage_init(&stage);
	service_stage_start(&stage);
	assert_int_equal(pthread_create(&thread, NULL, park, &parked), 0);
	await_parked(&stage);
	assert_int_equal(kill(getpid(), SIGTERM), 0);
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_int_equal(parked.response.status, 200);
	assert_non_null(strstr(parked.body, "\"leases\":[]"));
	assert_int_equal(pthread_join(stage.thread, NULL), 0);
	client_free(stage.client);
	service_free(stage.service);
	service_stage_done(&stage);
}

static void a_second_server_on_the_same_store_is_refused(void **state)
{
	struct service_stage first, second;
	(void)state;
	service_stage_init(&first);
	service_stage_start(&first);
	service_stage_init(&second);
	stage_set(&second, CONFIG_DATA, first.data);
	assert_int_not_equal(service_stage_try(&second), ERR_OK);
	assert_non_null(strstr(second.why.text, "belfry.db"));
	service_stage_stop(&first);
	service_stage_done(&first);
	remove_files(second.folder);
}

static void a_store_of_another_kind_is_refused(void **state)
{
	struct service_stage stage;
	(void)state;
	service_stage_init(&stage);
	stage_set(&stage, CONFIG_STORE, "mysql://localhost");
	assert_int_equal(service_stage_try(&stage), ERR_USAGE);
	assert_non_null(strstr(stage.why.text, "sqlite:"));
	service_stage_done(&stage);
}

static void a_server_that_is_not_to_schedule_takes_work_and_hands_none_out(void **state)
{
	struct service_stage stage;
	(void)state;
	service_stage_init(&stage);
	stage_set(&stage, CONFIG_ENABLED, "false");
	service_stage_start(&stage);
	struct client_response response = stage_ask(&stage, "POST", "/api/v1/scheduler/tasks",
						    "{\"type\": \"t\", \"payload\": {}}");
	assert_int_equal(response.status, 201);
	response = stage_ask(&stage, "POST", "/api/v1/scheduler/worker/lease",
			     "{\"worker_id\": \"w\", \"max\": 5, \"wait_ms\": 0}");
	assert_true(body_has(&response, "\"leases\":[]"));
	service_stage_stop(&stage);
	service_stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_takes_a_task_and_hands_it_out),
		cmocka_unit_test(what_was_acknowledged_is_there_after_a_restart),
		cmocka_unit_test(whoever_waits_for_work_is_answered_when_it_stops),
		cmocka_unit_test(a_second_server_on_the_same_store_is_refused),
		cmocka_unit_test(a_server_that_is_not_to_schedule_takes_work_and_hands_none_out),
		cmocka_unit_test(a_store_of_another_kind_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
