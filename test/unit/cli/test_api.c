#include "stage.h"

static void any_call_can_be_made(void **state)
{
	STAGE(stage);
	stage_expect(&stage, "POST tasks", 201, "{\"id\":\"1\"}");
	assert_int_equal(stage_run(&stage, "api", "POST", "tasks", "{\"type\":\"t\"}"), 0);
	assert_true(str_eq(buf_view(&stage.out), STR("{\"id\":\"1\"}\n")));
	assert_has(&stage.sent, "{\"type\":\"t\"}");
	stage_expect(&stage, "GET /metrics", 200, "a 1\n");
	assert_int_equal(stage_run(&stage, "api", "GET", "/metrics"), 0);
	assert_true(str_eq(buf_view(&stage.out), STR("a 1\n")));
	stage_done(&stage);
}

static void it_takes_a_method_and_a_path(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "api", "GET"), 2);
	assert_has(&stage.err, "a method and a path are expected");
	assert_int_equal(stage_run(&stage, "api", "get", "jobs"), 2);
	assert_has(&stage.err, "\"get\" is not a method");
	assert_int_equal(stage_run(&stage, "api", "POST", "tasks", "@gone"), 3);
	stage_expect(&stage, "GET nothing", 404, "{\"code\":\"not_found\"}");
	assert_int_equal(stage_run(&stage, "api", "GET", "nothing"), 3);
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_call_can_be_made),
		cmocka_unit_test(it_takes_a_method_and_a_path),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
