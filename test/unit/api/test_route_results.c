/* The worker protocol: results. */
#include "api/stage.h"

#define AN_ID "01890a5d-ac96-774b-bcce-b302099a8057"

static void a_call_that_cannot_be_understood_names_the_field(void **state)
{
	static const struct {
		const char *body;
		const char *pointer;
	} cases[] = {
		{ "{\"results\":[]}", "/worker_id" },
		{ "{\"worker_id\":\"w\",\"results\":{}}", "/results" },
		{ "{\"worker_id\":\"w\",\"lease\":{\"max\":1001}}", "/lease/max" },
	};
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	struct stage_token worker = stage_add_token(&stage, STR("acme"), ROLE_WORKER);
	for (size_t i = 0; i < countof(cases); i++) {
		str body = stage_call(&stage, &worker, "POST", AT_BASE("worker/results"),
				      str_from(cases[i].body));
		assert_int_equal(422, stage.status);
		str first = item(member(body, "errors"), 0);
		assert_str(member(first, "pointer"), str_from(cases[i].pointer));
	}
	stage_close(&stage);
}

static void a_result_that_cannot_be_understood_is_refused_alone(void **state)
{
	static const struct {
		const char *result;
		const char *pointer;
	} cases[] = {
		{ "7", "/results/0" },
		{ "{\"outcome\":\"success\"}", "/results/0/execution_id" },
		{ "{\"execution_id\":\"" AN_ID "\",\"outcome\":\"maybe\"}", "/results/0/outcome" },
		{ "{\"execution_id\":\"" AN_ID "\",\"outcome\":\"defer\"}",
		  "/results/0/defer_until" },
		{ "{\"execution_id\":\"" AN_ID "\",\"outcome\":\"defer\",\"defer_until\":\"x\"}",
		  "/results/0/defer_until" },
		{ "{\"execution_id\":\"" AN_ID "\",\"outcome\":\"success\",\"defer_until\":5}",
		  "/results/0/defer_until" },
		{ "{\"execution_id\":\"" AN_ID "\",\"outcome\":\"fail\",\"schedule\":\"pause\"}",
		  "/results/0/schedule" },
		{ "{\"execution_id\":\"" AN_ID
		  "\",\"outcome\":\"success\",\"rate_limit\":{\"remaining\":-1}}",
		  "/results/0/rate_limit/remaining" },
	};
	(void)state;
	struct stage stage = { 0 };
	char call[600];
	stage_open(&stage);
	struct stage_token worker = stage_add_token(&stage, STR("acme"), ROLE_WORKER);
	for (size_t i = 0; i < countof(cases); i++) {
		snprintf(call, sizeof call,
			 "{\"worker_id\":\"w\",\"results\":[%s,{\"execution_id\":\"" AN_ID
			 "\",\"outcome\":\"noop\"}]}",
			 cases[i].result);
		str body = stage_call(&stage, &worker, "POST", AT_BASE("worker/results"),
				      str_from(call));
		assert_int_equal(200, stage.status);
		str first = item(member(body, "results"), 0);
		assert_str(member(first, "status"), STR("422"));
		assert_str(member(first, "code"), STR("invalid"));
		assert_str(member(first, "pointer"), str_from(cases[i].pointer));
		/* The other one reached the engine, which does not know it. */
		str second = item(member(body, "results"), 1);
		assert_str(member(second, "status"), STR("409"));
		assert_str(member(second, "code"), STR("lease_lost"));
	}
	stage_close(&stage);
}

static void a_lease_that_the_token_may_not_have_leaves_the_results_taken(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	struct stage_token worker = stage_add_token(&stage, STR("acme"), ROLE_WORKER);
	str body = stage_call(&stage, &worker, "POST", AT_BASE("worker/results"),
			      STR("{\"worker_id\":\"w\",\"lease\":{\"tenants\":[\"rival\"]},"
				  "\"results\":[{\"execution_id\":\"" AN_ID
				  "\",\"outcome\":\"noop\"}]}"));
	assert_int_equal(200, stage.status);
	assert_str(member(item(member(body, "results"), 0), "code"), STR("lease_lost"));
	assert_str(member(body, "leases"), STR("[]"));
	assert_str(member(member(body, "lease_refused"), "status"), STR("404"));
	/* Refused by the engine, not by the edge. */
	body = stage_call(&stage, &worker, "POST", AT_BASE("worker/results"),
			  STR("{\"worker_id\":\"w\",\"lease\":{\"queues\":[\"nowhere\"]},"
			      "\"results\":[{\"execution_id\":\"" AN_ID
			      "\",\"outcome\":\"noop\"}]}"));
	assert_int_equal(200, stage.status);
	assert_str(member(member(body, "lease_refused"), "status"), STR("422"));
	/* Without results there is nothing to save. */
	stage_call(&stage, &worker, "POST", AT_BASE("worker/results"),
		   STR("{\"worker_id\":\"w\",\"lease\":{\"tenants\":[\"rival\"]}}"));
	assert_int_equal(404, stage.status);
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_call_that_cannot_be_understood_names_the_field),
		cmocka_unit_test(a_result_that_cannot_be_understood_is_refused_alone),
		cmocka_unit_test(a_lease_that_the_token_may_not_have_leaves_the_results_taken),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
