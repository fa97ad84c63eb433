/* Waiting for what a command began. */
#include "stage.h"

#define HELD                                                                             \
	"{\"reasons\":[{\"kind\":\"paused\",\"text\":\"it is paused\",\"ref\":\"type\"," \
	"\"pause\":{\"reason\":\"too hot\"}}]}"

static void a_run_that_is_waited_for_and_fails_has_its_own_exit_code(void **state)
{
	STAGE(stage);
	stage_expect(&stage, "POST tasks?tenant_id=a", 201, "{\"id\":\"7\",\"state\":\"queued\"}");
	stage_expect(&stage, "GET queue/7?tenant_id=a", 200,
		     "{\"id\":\"7\",\"state\":\"processing\"}");
	stage_expect(&stage, "GET queue/7?tenant_id=a", 200, "{\"id\":\"7\",\"state\":\"dlq\"}");
	stage_expect(&stage, "GET queue/7/why?tenant_id=a", 200, "{\"state\":\"dlq\"}");
	assert_int_equal(stage_run(&stage, "task", "add", "t", "--wait", "--tenant", "a"), 8);
	assert_int_equal(stage.pauses, 1);
	assert_has(&stage.out, "dlq");
	stage_done(&stage);
}

static void waiting_ends_after_its_time(void **state)
{
	STAGE(stage);
	stage_expect(&stage, "POST tasks", 201, "{\"id\":\"7\"}");
	for (int i = 0; i < 4; i++) {
		stage_expect(&stage, "GET queue/7", 200, "{\"state\":\"queued\"}");
		stage_expect(&stage, "GET queue/7/why", 200, HELD);
	}
	assert_int_equal(stage_run(&stage, "task", "add", "t", "--wait", "--timeout", "1s"), 6);
	assert_has(&stage.err, "the run or operation did not end in time");
	assert_int_equal(stage_run(&stage, "task", "add", "t", "--timeout", "1s"), 2);
	assert_has(&stage.err, "--timeout goes with --wait");
	stage_done(&stage);
}

static void reasons_are_noted_once_until_they_change(void **state)
{
	STAGE(stage);
	stage_expect(&stage, "POST tasks", 201, "{\"id\":\"7\"}");
	for (int i = 0; i < 2; i++) {
		stage_expect(&stage, "GET queue/7", 200, "{\"state\":\"queued\"}");
		stage_expect(&stage, "GET queue/7/why", 200, HELD);
	}
	stage_expect(&stage, "GET queue/7", 200, "{\"state\":\"queued\"}");
	stage_expect(&stage, "GET queue/7/why", 200,
		     "{\"reasons\":[{\"kind\":\"behind\",\"text\":\"others are first\"}]}");
	stage_expect(&stage, "GET queue/7", 200, "{\"id\":\"7\",\"state\":\"done\"}");
	assert_int_equal(stage_run(&stage, "task", "add", "t", "--wait"), 0);
	assert_true(
		str_eq(buf_view(&stage.err), STR("note: the run waits: it is paused (type): too hot"
						 "\nnote: the run waits: others are first\n")));
	stage_done(&stage);
}

static void quiet_is_quiet_but_for_the_error(void **state)
{
	STAGE(stage);
	stage_expect(&stage, "POST tasks", 201, "{\"id\":\"7\"}");
	stage_expect(&stage, "GET queue/7", 200, "{\"state\":\"queued\"}");
	stage_expect(&stage, "GET queue/7", 200, "{\"id\":\"7\",\"state\":\"failed\"}");
	stage_expect(&stage, "GET queue/7/why", 200,
		     "{\"state\":\"failed\",\"reasons\":[{\"kind\":\"finished\",\"text\":\"t\","
		     "\"error_class\":\"exit\",\"error_message\":\"it broke\",\"attempt\":1,"
		     "\"max_attempts\":2}]}");
	assert_int_equal(stage_run(&stage, "task", "add", "t", "--wait", "-q"), 8);
	assert_false(has_text(&stage.err, "note:"));
	assert_has(&stage.err, "attempt 1 of 2: exit: it broke\n");
	stage_done(&stage);
}

static void who_may_not_ask_why_is_told_what_the_run_says(void **state)
{
	STAGE(stage);
	stage_expect(&stage, "POST tasks", 201, "{\"id\":\"7\"}");
	stage_expect(&stage, "GET queue/7", 200, "{\"state\":\"queued\"}");
	stage_expect(&stage, "GET queue/7/why", 403, "{\"code\":\"forbidden\"}");
	stage_expect(&stage, "GET queue/7", 200,
		     "{\"id\":\"7\",\"state\":\"dlq\",\"error_message\":\"no route\"}");
	stage_expect(&stage, "GET queue/7/why", 403, "{\"code\":\"forbidden\"}");
	assert_int_equal(stage_run(&stage, "task", "add", "t", "--wait"), 8);
	assert_has(&stage.err, "belfry task: the run or operation failed: no route\n");
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_that_is_waited_for_and_fails_has_its_own_exit_code),
		cmocka_unit_test(waiting_ends_after_its_time),
		cmocka_unit_test(reasons_are_noted_once_until_they_change),
		cmocka_unit_test(quiet_is_quiet_but_for_the_error),
		cmocka_unit_test(who_may_not_ask_why_is_told_what_the_run_says),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
