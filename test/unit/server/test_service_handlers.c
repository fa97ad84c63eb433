/* A server that carries runs out itself: log lines with secrets; what it refuses. */
#include "server/service_stage.h"

#include <sys/stat.h>

static void wait_until_done(struct service_stage *stage)
{
	bool is_done = false;
	msec until = stage_patience_ends();
	while (!is_done && clock_now().boot < until) {
		struct client_response response = stage_ask(
			stage, "GET", "/api/v1/scheduler/queue?state=done&type=tick", "");
		is_done = str_has(response.body, "\"tick\"");
	}
	assert_true(is_done);
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
	wait_until_done(&stage);
	snprintf(path, sizeof path, "%s.key", stage.data);
	assert_int_equal(stat(path, &status), 0);
	assert_int_equal(status.st_mode & 0777, 0600);
	service_stage_stop(&stage);
	assert_non_null(strstr(stage.logged, "open sesame"));
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

static void expect_barred(enum setting_id id, const char *value, const char *words)
{
	struct service_stage stage;
	service_stage_init(&stage);
	stage_set(&stage, id, value);
	assert_int_not_equal(service_stage_try(&stage), ERR_OK);
	if (!strstr(stage.why.text, words)) print_error("%s\n", stage.why.text);
	assert_non_null(strstr(stage.why.text, words));
	assert_string_equal(stage.said, ""); /* nobody was invited */
	service_stage_done(&stage);
}

static void a_wrong_setting_bars_the_start_by_its_name(void **state)
{
	(void)state;
	expect_barred(CONFIG_PROGRAMS, "/nowhere/programs", "BELFRY_PROGRAMS");
	expect_barred(CONFIG_WEBHOOK_ALLOW, "10.0.0.0/99", "BELFRY_WEBHOOK_ALLOW");
	expect_barred(CONFIG_SMTP_URL, "http://mail", "BELFRY_SMTP_URL");
	expect_barred(CONFIG_SMTP_URL, "smtp://mail.example.org", "BELFRY_SMTP_FROM");
	expect_barred(CONFIG_WORKER_ID, "two words", "SCHEDULER_WORKER_ID");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_secret_is_filled_in_when_its_run_starts),
		cmocka_unit_test(a_handler_that_cannot_be_is_refused),
		cmocka_unit_test(a_wrong_setting_bars_the_start_by_its_name),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
