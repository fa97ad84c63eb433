/* What the API gets through its doors: names, zones, readiness, the store. */
#include "server/service_stage.h"

static void it_is_ready_while_the_store_takes_writes(void **state)
{
	struct service_stage stage;
	(void)state;
	service_stage_init(&stage);
	service_stage_start(&stage);
	struct client_response response = stage_ask(&stage, "GET", "/readyz", "");
	assert_int_equal(response.status, 200);
	assert_true(body_has(&response, "ready"));
	service_stage_stop(&stage);
	service_stage_done(&stage);
}

static void what_was_written_can_be_read(void **state)
{
	struct service_stage stage;
	(void)state;
	service_stage_init(&stage);
	service_stage_start(&stage);
	stage_ask(&stage, "POST", "/api/v1/scheduler/tasks",
		  "{\"type\": \"report\", \"payload\": {}, \"in\": \"1h\"}");
	struct client_response response = stage_ask(&stage, "GET",
						    "/api/v1/scheduler/queue?type=report", "");
	assert_int_equal(response.status, 200);
	assert_true(body_has(&response, "\"type\":\"report\""));
	service_stage_stop(&stage);
	service_stage_done(&stage);
}

static void without_zone_data_only_utc_is_known(void **state)
{
	struct service_stage stage;
	(void)state;
	service_stage_init(&stage);
	stage_set(&stage, CONFIG_TZDIR, stage.folder); /* nothing is in it yet */
	service_stage_start(&stage);
	static const char *const bodies[] = {
		"{\"type\": \"t\", \"payload\": {}, \"run_at\": \"2030-01-01T00:00:00\", "
		"\"timezone\": \"UTC\"}",
		"{\"type\": \"t\", \"payload\": {}, \"run_at\": \"2030-01-01T00:00:00\", "
		"\"timezone\": \"Europe/Rome\"}",
	};
	struct client_response response = stage_ask(&stage, "POST", "/api/v1/scheduler/tasks",
						    bodies[0]);
	assert_int_equal(response.status, 201);
	response = stage_ask(&stage, "POST", "/api/v1/scheduler/tasks", bodies[1]);
	assert_int_equal(response.status, 500);
	assert_true(body_has(&response, "time zone"));
	service_stage_stop(&stage);
	service_stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_is_ready_while_the_store_takes_writes),
		cmocka_unit_test(what_was_written_can_be_read),
		cmocka_unit_test(without_zone_data_only_utc_is_known),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
