/* A server that carries runs out itself: log lines with secrets; what it refuses. */
#include "server/service_stage.h"

#include <sys/stat.h>

static void wait_for_log(struct service_stage *stage, const char *words)
{
	for (u32 i = 0; i < 3000 && !strstr(stage->logged, words); i++)
		stage_ask(stage, "GET", "/healthz", "");
	if (!strstr(stage->logged, words)) print_error("%s\n", stage->logged);
	assert_non_null(strstr(stage->logged, words));
}

static void a_secret_is_filled_in_when_its_run_starts(void **state)
{
	struct service_stage stage;
	char path[160];
	struct stat status;
	(void)state;
	service_stage_init(&stage);
	service_stage_start(&stage);
	assert_int_equal(stage_ask(&stage, "PUT", "/api/v1/scheduler/secrets/word",
				   "{\"value\": \"open sesame\"}")
				 .status,
			 200);
	assert_int_equal(stage_ask(&stage, "PUT", "/api/v1/scheduler/types/tick",
				   "{\"handler\": {\"kind\": \"log\", \"payload\": true}}")
				 .status,
			 200);
	stage_ask(&stage, "POST", "/api/v1/scheduler/tasks",
		  "{\"type\": \"tick\", \"payload\": {\"say\": \"secret:word\"}}");
	wait_for_log(&stage, "open sesame");
	snprintf(path, sizeof path, "%s.key", stage.data);
	assert_int_equal(stat(path, &status), 0);
	assert_int_equal(status.st_mode & 0777, 0600);
	service_stage_stop(&stage);
	service_stage_done(&stage);
}

static void a_handler_that_cannot_be_is_refused(void **state)
{
	static const char *const bodies[] = {
		"{\"handler\": {\"kind\": \"smtp\"}}",
		"{\"handler\": {\"kind\": \"exec\", \"program\": \"none\"}}",
		"{\"handler\": {\"kind\": \"http\", \"url\": \"http://127.0.0.1/\"}}",
		"{\"handler\": {\"kind\": \"other\"}}",
		"{\"handler\": {}}",
	};
	struct service_stage stage;
	(void)state;
	service_stage_init(&stage);
	service_stage_start(&stage);
	for (u32 i = 0; i < countof(bodies); i++) {
		struct client_response response = stage_ask(&stage, "PUT",
							    "/api/v1/scheduler/types/t", bodies[i]);
		assert_int_equal(response.status, 422);
		assert_true(body_has(&response, "/handler"));
	}
	service_stage_stop(&stage);
	service_stage_done(&stage);
}

static void a_programs_file_that_is_not_there_bars_the_start(void **state)
{
	struct service_stage stage;
	(void)state;
	service_stage_init(&stage);
	stage_set(&stage, CONFIG_PROGRAMS, "/nowhere/programs");
	assert_int_equal(service_stage_try(&stage), ERR_IO);
	service_stage_done(&stage);
}

static void a_name_that_no_worker_could_have_bars_the_start(void **state)
{
	struct service_stage stage;
	(void)state;
	service_stage_init(&stage);
	stage_set(&stage, CONFIG_WORKER_ID, "two words");
	assert_int_equal(service_stage_try(&stage), ERR_INVALID);
	assert_non_null(strstr(stage.why.text, "SCHEDULER_WORKER_ID"));
	service_stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_secret_is_filled_in_when_its_run_starts),
		cmocka_unit_test(a_handler_that_cannot_be_is_refused),
		cmocka_unit_test(a_programs_file_that_is_not_there_bars_the_start),
		cmocka_unit_test(a_name_that_no_worker_could_have_bars_the_start),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
