/* Waiting for what a command began. */
#include "stage.h"

static void a_run_that_is_waited_for_and_fails_has_its_own_exit_code(void **state)
{
	STAGE(stage);
	stage_expect(&stage, "POST tasks?tenant_id=a", 201, "{\"id\":\"7\",\"state\":\"queued\"}");
	stage_expect(&stage, "GET queue/7?tenant_id=a", 200,
		     "{\"id\":\"7\",\"state\":\"processing\"}");
	stage_expect(&stage, "GET queue/7?tenant_id=a", 200, "{\"id\":\"7\",\"state\":\"dlq\"}");
	assert_int_equal(stage_run(&stage, "task", "add", "t", "--wait", "--tenant", "a"), 8);
	assert_int_equal(stage.pauses, 1);
	assert_has(&stage.out, "dlq");
	stage_done(&stage);
}

static void waiting_ends_after_its_time(void **state)
{
	STAGE(stage);
	stage_expect(&stage, "POST tasks", 201, "{\"id\":\"7\"}");
	for (int i = 0; i < 4; i++)
		stage_expect(&stage, "GET queue/7", 200, "{\"state\":\"queued\"}");
	assert_int_equal(stage_run(&stage, "task", "add", "t", "--wait", "--timeout", "1s"), 6);
	assert_has(&stage.err, "it has not ended in time");
	assert_int_equal(stage_run(&stage, "task", "add", "t", "--timeout", "1s"), 2);
	assert_has(&stage.err, "--timeout goes with --wait");
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_that_is_waited_for_and_fails_has_its_own_exit_code),
		cmocka_unit_test(waiting_ends_after_its_time),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
