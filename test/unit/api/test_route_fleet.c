/* Workers as they are seen and told. */
#include "api/shelf.h"
#include "api/stage.h"

static void a_worker_is_seen_told_to_drain_and_let_go_on(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	struct stage_token worker = stage_add_token(&stage, STR("acme"), ROLE_WORKER);
	struct stage_token operator= stage_add_token(&stage, STR("acme"), ROLE_OPERATOR);
	const str lease = STR("{\"worker_id\":\"w\",\"hostname\":\"h\",\"types\":[\"a\"]}");
	str body = stage_call(&stage, &worker, "POST", AT_BASE("worker/lease"), lease);
	assert_str(member(body, "drain"), STR("false"));
	body = stage_call(&stage, &operator, "GET", AT_BASE("workers"), STR(""));
	str seen = item(member(body, "data"), 0);
	assert_str(member(seen, "hostname"), STR("h"));
	assert_str(member(seen, "types"), STR("[\"a\"]"));
	body = stage_call(&stage, &operator, "POST", AT_BASE("workers/w/drain"),
			  STR("{\"reason\":\"upgrade\"}"));
	assert_int_equal(200, stage.status);
	assert_str(member(body, "draining"), STR("true"));
	stage_call(&stage, &operator, "POST", AT_BASE("tasks"), STR("{\"type\":\"a\"}"));
	body = stage_call(&stage, &worker, "POST", AT_BASE("worker/lease"), lease);
	assert_str(member(body, "leases"), STR("[]"));
	assert_str(member(body, "drain"), STR("true"));
	stage_call(&stage, &operator, "POST", AT_BASE("workers/w/resume"), STR(""));
	assert_int_equal(200, stage.status);
	body = stage_call(&stage, &worker, "POST", AT_BASE("worker/lease"), lease);
	assert_str(member(item(member(body, "leases"), 0), "type"), STR("a"));
	stage_call(&stage, &operator, "POST", AT_BASE("workers/nobody/drain"), STR(""));
	assert_int_equal(404, stage.status);
	stage_close(&stage);
}

static void a_call_that_waits_ends_with_the_drain(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	struct stage_token worker = stage_add_token(&stage, STR("acme"), ROLE_WORKER);
	struct stage_token operator= stage_add_token(&stage, STR("acme"), ROLE_OPERATOR);
	stage_begin(&stage, &worker, "POST", AT_BASE("worker/lease"),
		    STR("{\"worker_id\":\"w\",\"wait_ms\":60000}"));
	stage_settle(&stage);
	assert_int_equal(0, stage.responses);
	stage_begin(&stage, &operator, "POST", AT_BASE("workers/w/drain"), STR("{}"));
	stage_settle(&stage);
	assert_int_equal(2, stage.responses);
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_worker_is_seen_told_to_drain_and_let_go_on),
		cmocka_unit_test(a_call_that_waits_ends_with_the_drain),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
