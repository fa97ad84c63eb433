#include "stage.h"

static void a_list_is_a_table_and_says_that_there_is_more(void **state)
{
	STAGE(stage);
	stage_expect(
		&stage, "GET jobs?status=ACTIVE&limit=2", 200,
		"{\"data\":[{\"code\":\"a\",\"status\":\"ACTIVE\",\"cron_expression\":\"@daily\","
		"\"next_run_at\":\"2025-11-16T12:00:30Z\"}],\"next_cursor\":\"c1\"}");
	assert_int_equal(stage_run(&stage, "job", "list", "--status", "ACTIVE", "--limit", "2"), 0);
	assert_has(&stage.out, "CODE  STATUS");
	assert_has(&stage.out, "ACTIVE  @daily    2025-11-16 12:00:30Z (in 2 h)");
	assert_has(&stage.err, "there are more: --all, or --cursor c1");
	stage_done(&stage);
}

static void all_pages_become_one_list(void **state)
{
	STAGE(stage);
	stage_expect(&stage, "GET queue", 200,
		     "{\"data\":[{\"id\":\"1\"}],\"next_cursor\":\"x y\"}");
	stage_expect(&stage, "GET queue?cursor=x%20y", 200,
		     "{\"data\":[{\"id\":\"2\"},{\"id\":\"3\"}],\"next_cursor\":null}");
	assert_int_equal(stage_run(&stage, "queue", "list", "--all", "-o", "name"), 0);
	assert_true(str_eq(buf_view(&stage.out), STR("1\n2\n3\n")));
	stage_done(&stage);
}

static void one_call_counts_by_the_number_of_its_words(void **state)
{
	STAGE(stage);
	stage_expect(&stage, "POST queue/7/retry", 200, "{\"id\":\"7\",\"state\":\"queued\"}");
	assert_int_equal(stage_run(&stage, "queue", "retry", "7", "--reason", "again"), 0);
	assert_has(&stage.sent, "{\"reason\":\"again\"}");
	stage_expect(&stage, "POST queue/retry", 200, "{\"id\":\"9\",\"state\":\"running\"}");
	assert_int_equal(stage_run(&stage, "queue", "retry", "--type", "t", "--yes"), 0);
	assert_has(&stage.sent, "{\"type\":\"t\"}");
	stage_done(&stage);
}

static void many_are_counted_and_asked_about(void **state)
{
	STAGE(stage);
	stage.doors.can_ask = true;
	stage.input = STR("n\n");
	stage_expect(&stage, "POST queue/cancel", 200, "{\"dry_run\":true,\"count\":12}");
	assert_int_equal(stage_run(&stage, "queue", "cancel", "--type", "t"), 5);
	assert_has(&stage.sent, "{\"type\":\"t\",\"dry_run\":true}");
	assert_has(&stage.err, "cancel 12 runs? [y/N]");
	assert_has(&stage.err, "nothing was done");
	stage.input = STR("y\n");
	stage_expect(&stage, "POST queue/cancel", 200, "{\"count\":1}");
	stage_expect(&stage, "POST queue/cancel", 202, "{\"id\":\"o\",\"state\":\"running\"}");
	assert_int_equal(stage_run(&stage, "queue", "cancel"), 0);
	assert_has(&stage.err, "cancel 1 run? [y/N]");
	stage_done(&stage);
}

static void nobody_to_ask_needs_a_yes(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "job", "delete", "report"), 2);
	assert_has(&stage.err, "delete job report: confirm with --yes");
	stage_expect(&stage, "DELETE jobs/report", 200, "{\"deleted\":true}");
	assert_int_equal(stage_run(&stage, "job", "delete", "report", "-y"), 0);
	stage_done(&stage);
}

static void what_is_refused_among_many_is_said(void **state)
{
	STAGE(stage);
	stage_expect(&stage, "POST tasks/bulk", 200,
		     "{\"results\":[{\"id\":\"7\",\"duplicate\":false},"
		     "{\"error\":{\"code\":\"invalid\",\"detail\":\"/type is missing\"}}]}");
	assert_int_equal(stage_run(&stage, "task", "bulk", "--tasks", "[{\"type\":\"a\"},{}]"), 2);
	assert_has(&stage.out, "7   no");
	assert_has(&stage.err, "belfry task: number 2: /type is missing\n");
	stage_done(&stage);
}

static void mistakes_name_what_is_there(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "job"), 2);
	assert_has(&stage.err, "name an action: list, show, create");
	assert_int_equal(stage_run(&stage, "job", "lst"), 2);
	assert_has(&stage.err, "there is no action \"lst\"; did you mean list?");
	assert_int_equal(stage_run(&stage, "job", "create"), 2);
	assert_has(&stage.err, "an argument is missing; usage: belfry job create CODE");
	assert_int_equal(stage_run(&stage, "job", "list", "x"), 2);
	assert_has(&stage.err, "too many arguments");
	assert_int_equal(stage_run(&stage, "job", "list", "--cron", "@daily"), 2);
	assert_has(&stage.err, "list takes no --cron");
	assert_int_equal(stage_run(&stage, "job", "show", "x", "--wait"), 2);
	assert_has(&stage.err, "show has nothing to --wait for");
	assert_int_equal(stage_run(&stage, "job", "show", "x", "--all"), 2);
	assert_int_equal(stage_run(&stage, "job", "list", "-o", "xml"), 2);
	assert_has(&stage.err, "--output must be table, wide, json, ndjson or name");
	assert_int_equal(stage.sent.len, 0);
	stage_done(&stage);
}

static void names_that_people_try_mean_the_actions(void **state)
{
	STAGE(stage);
	stage_expect(&stage, "GET jobs/r", 200, "{\"code\":\"r\"}");
	assert_int_equal(stage_run(&stage, "job", "get", "r"), 0);
	stage_expect(&stage, "GET jobs/r", 200, "{\"code\":\"r\"}");
	assert_int_equal(stage_run(&stage, "job", "describe", "r"), 0);
	stage_expect(&stage, "GET types", 200, "{\"data\":[]}");
	assert_int_equal(stage_run(&stage, "type", "ls"), 0);
	stage_expect(&stage, "DELETE jobs/r", 200, "{\"deleted\":true}");
	assert_int_equal(stage_run(&stage, "job", "rm", "r", "--yes"), 0);
	stage_expect(&stage, "PUT jobs/r", 200, "{}");
	assert_int_equal(stage_run(&stage, "job", "update", "r", "--name", "n"), 0);
	stage_expect(&stage, "PUT types/t", 200, "{}");
	assert_int_equal(stage_run(&stage, "type", "update", "t", "--priority", "3"), 0);
	stage_expect(&stage, "GET executions/7/output", 200, "{}");
	assert_int_equal(stage_run(&stage, "execution", "logs", "7"), 0);
	/* A command without the action says what it has. */
	assert_int_equal(stage_run(&stage, "job", "logs", "r"), 2);
	assert_has(&stage.err, "there is no action \"logs\"; ");
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_list_is_a_table_and_says_that_there_is_more),
		cmocka_unit_test(all_pages_become_one_list),
		cmocka_unit_test(one_call_counts_by_the_number_of_its_words),
		cmocka_unit_test(many_are_counted_and_asked_about),
		cmocka_unit_test(nobody_to_ask_needs_a_yes),
		cmocka_unit_test(what_is_refused_among_many_is_said),
		cmocka_unit_test(mistakes_name_what_is_there),
		cmocka_unit_test(names_that_people_try_mean_the_actions),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
