/* The worker protocol: results. */
#include "api/stage.h"

static void wrong_results_name_the_field(void **state)
{
	static const struct {
		const char *body;
		const char *pointer;
	} cases[] = {
		{ "{\"results\":[]}", "/worker_id" },
		{ "{\"worker_id\":\"w\",\"results\":[{\"outcome\":\"success\"}]}",
		  "/results/0/execution_id" },
		{ "{\"worker_id\":\"w\",\"results\":[{\"execution_id\":"
		  "\"01890a5d-ac96-774b-bcce-b302099a8057\",\"outcome\":\"maybe\"}]}",
		  "/results/0/outcome" },
		{ "{\"worker_id\":\"w\",\"results\":[{\"execution_id\":"
		  "\"01890a5d-ac96-774b-bcce-b302099a8057\",\"outcome\":\"defer\"}]}",
		  "/results/0/defer_until" },
		{ "{\"worker_id\":\"w\",\"results\":[{\"execution_id\":"
		  "\"01890a5d-ac96-774b-bcce-b302099a8057\",\"outcome\":\"success\","
		  "\"defer_until\":5}]}",
		  "/results/0/defer_until" },
		{ "{\"worker_id\":\"w\",\"results\":[{\"execution_id\":"
		  "\"01890a5d-ac96-774b-bcce-b302099a8057\",\"outcome\":\"success\","
		  "\"rate_limit\":{\"remaining\":-1}}]}",
		  "/results/0/rate_limit/remaining" },
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wrong_results_name_the_field),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
