/* How the service itself is. */
#include "api/shelf.h"
#include "api/stage.h"

static void alive_and_ready_need_no_token(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	stage_call(&stage, NULL, "GET", "/healthz", STR(""));
	assert_int_equal(200, stage.status);
	str body = stage_call(&stage, NULL, "GET", "/readyz", STR(""));
	assert_str(body, STR("{\"status\":\"ready\"}"));
	stage.is_not_ready = true;
	body = stage_call(&stage, NULL, "HEAD", "/readyz", STR(""));
	assert_int_equal(503, stage.status);
	assert_str(member(body, "status"), STR("not_ready"));
	stage_call(&stage, NULL, "GET", "/healthz", STR(""));
	assert_int_equal(200, stage.status);
	stage_close(&stage);
}

static void counts_over_all_tenants_are_the_systems(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	struct stage_token system = stage_add_token(&stage, STR("system"), ROLE_VIEWER);
	struct stage_token acme = stage_add_token(&stage, STR("acme"), ROLE_PRODUCER);
	stage_call(&stage, &acme, "POST", AT_BASE("tasks"), STR("{\"type\":\"a\"}"));
	str body = stage_call(&stage, &system, "GET", AT_BASE("status"), STR(""));
	assert_str(member(body, "due"), STR("1"));
	assert_str(member(body, "version"), STR("0.0.0-test"));
	body = stage_call(&stage, &acme, "GET", AT_BASE("status"), STR(""));
	assert_str(member(body, "status"), STR("ready"));
	assert_false(text_has(body, STR("due")));
	assert_str(member(member(body, "runs"), "queued"), STR("7"));
	body = stage_call(&stage, &system, "GET", AT_BASE("status?tenant_id=*"), STR(""));
	assert_str(member(member(body, "runs"), "queued"), STR("70"));
	stage_close(&stage);
}

static void metrics_are_for_the_system(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	struct stage_token system = stage_add_token(&stage, STR("system"), ROLE_VIEWER);
	struct stage_token acme = stage_add_token(&stage, STR("acme"), ROLE_ADMIN);
	str body = stage_call(&stage, &system, "GET", "/metrics", STR(""));
	assert_int_equal(200, stage.status);
	assert_str(buf_view(&stage.type), STR("text/plain; version=0.0.4; charset=utf-8"));
	expect_has(body, "belfry_http_requests_open 1\n");
	body = stage_call(&stage, &system, "GET", "/metrics?names=seed", STR(""));
	expect_has(body, "# TYPE am_jobs_done_total counter\n");
	stage_call(&stage, &system, "GET", "/metrics?names=other", STR(""));
	assert_int_equal(422, stage.status);
	stage_call(&stage, &acme, "GET", "/metrics", STR(""));
	assert_int_equal(403, stage.status);
	stage_close(&stage);
}

static void what_turns_did_is_counted_and_what_stands_is_measured(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	struct stage_token system = stage_add_token(&stage, STR("system"), ROLE_VIEWER);
	struct stage_token acme = stage_add_token(&stage, STR("acme"), ROLE_ADMIN);
	for (u32 i = 0; i < 3; i++)
		stage_call(&stage, &acme, "POST", AT_BASE("tasks"), STR("{\"type\":\"a\"}"));
	stage.now.wall += 40;
	str body = stage_call(&stage, &acme, "POST", AT_BASE("worker/lease"),
			      STR("{\"worker_id\":\"w\",\"max\":2}"));
	char results[400];
	str leases = member(body, "leases");
	str id = member(str_from_offset(leases, 1), "execution_id");
	snprintf(results, sizeof results,
		 "{\"worker_id\":\"w\",\"results\":[{\"execution_id\":\"%.*s\","
		 "\"outcome\":\"success\"}]}",
		 STR_ARG(id));
	stage.now.wall += 100;
	stage_call(&stage, &acme, "POST", AT_BASE("worker/results"), str_from(results));
	assert_int_equal(200, stage.status);
	body = stage_call(&stage, &system, "GET", "/metrics", STR(""));
	expect_has(body, "belfry_runs_enqueued_total{type=\"a\",tenant=\"acme\"} 3\n");
	expect_has(body, "belfry_runs_started_total{type=\"a\",tenant=\"acme\"} 2\n");
	expect_has(body, "belfry_runs_done_total{type=\"a\",tenant=\"acme\"} 1\n");
	expect_has(body, "belfry_run_duration_seconds_sum{type=\"a\"} 0.100\n");
	expect_has(body, "belfry_lease_wait_seconds_sum{type=\"a\"} 0.080\n");
	expect_has(body, "belfry_runs_due 1\n");
	expect_has(body, "belfry_runs_running 1\n");
	expect_has(body, "belfry_workers 1\n");
	body = stage_call(&stage, &system, "GET", "/metrics?names=seed", STR(""));
	expect_has(body, "jobs_succeeded_total{type=\"a\",guild=\"acme\"} 1\n");
	/* A pump that has no time keeps nobody from seeing that. */
	stage.is_busy = true;
	body = stage_call(&stage, &system, "GET", "/metrics", STR(""));
	assert_int_equal(200, stage.status);
	expect_has(body, "belfry_runs_due 1\n");
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(alive_and_ready_need_no_token),
		cmocka_unit_test(counts_over_all_tenants_are_the_systems),
		cmocka_unit_test(metrics_are_for_the_system),
		cmocka_unit_test(what_turns_did_is_counted_and_what_stands_is_measured),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
