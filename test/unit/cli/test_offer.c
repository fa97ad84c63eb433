#include "cli/offer.h"

#include "stage.h"

#define offered(stage, ...) stage_run(stage, "completion", "offer", "--", __VA_ARGS__)

static void commands_actions_and_options_are_offered(void **state)
{
	STAGE(stage);
	assert_int_equal(offered(&stage, ""), 0);
	assert_has(&stage.out, "next\tshow when a rule runs next\n");
	assert_int_equal(offered(&stage, "jo"), 0);
	assert_str(buf_view(&stage.out), STR("job\tcreate, list, run, pause and backfill jobs\n"));
	assert_int_equal(offered(&stage, "job", "ru"), 0);
	assert_has(&stage.out, "run\trun the job now");
	assert_int_equal(offered(&stage, "queue", "ret"), 0);
	assert_str(buf_view(&stage.out), STR("retry\tretry a dead letter, or run a copy of it with "
					     "another payload\n"));
	assert_int_equal(offered(&stage, "job", "create", "x", "--c"), 0);
	assert_has(&stage.out, "--cron\truns by a cron expression");
	assert_false(has_text(&stage.out, "--cursor"));
	assert_int_equal(offered(&stage, "job", "list", "--c"), 0);
	assert_has(&stage.out, "--cursor\t");
	assert_false(has_text(&stage.out, "--cron"));
	assert_int_equal(offered(&stage, "job", "list", "--u"), 0);
	assert_has(&stage.out, "--url\tthe server");
	stage_done(&stage);
}

static void words_of_commands_without_actions_are_offered(void **state)
{
	STAGE(stage);
	assert_int_equal(offered(&stage, "help", "ta"), 0);
	assert_str(buf_view(&stage.out),
		   STR("task\tcreate and cancel tasks: one run, now or later\n"));
	assert_int_equal(offered(&stage, "completion", "z"), 0);
	assert_str(buf_view(&stage.out), STR("zsh\t\n"));
	assert_int_equal(offered(&stage, "nonsense", "z"), 0);
	assert_int_equal(stage.out.len, 0);
	assert_int_equal(stage_run(&stage, "completion", "offer"), 0);
	assert_int_equal(stage.out.len, 0);
	stage_done(&stage);
}

static void values_of_options_are_offered(void **state)
{
	STAGE(stage);
	assert_int_equal(offered(&stage, "queue", "list", "--state", "d"), 0);
	assert_str(buf_view(&stage.out), STR("done\t\ndlq\t\n"));
	assert_int_equal(offered(&stage, "queue", "list", "-o", "nd"), 0);
	assert_str(buf_view(&stage.out), STR("ndjson\t\n"));
	/* As bash cuts --state=d. */
	assert_int_equal(offered(&stage, "queue", "list", "--state", "=", "dl"), 0);
	assert_str(buf_view(&stage.out), STR("dlq\t\n"));
	assert_int_equal(offered(&stage, "job", "create", "x", "--overlap", "="), 0);
	assert_has(&stage.out, "replace\t\n");
	stage_done(&stage);
}

static void the_server_is_asked_for_names(void **state)
{
	STAGE(stage);
	stage_expect(&stage, "GET jobs?tenant_id=t", 200,
		     "{\"data\":[{\"code\":\"report\",\"name\":\"Weekly\"},{\"code\":\"other\"},"
		     "{\"code\":\"re port\"}]}");
	assert_int_equal(offered(&stage, "job", "show", "--tenant", "t", "re"), 0);
	assert_str(buf_view(&stage.out), STR("report\tWeekly\n"));
	stage_expect(&stage, "GET types", 200, "{\"data\":[{\"name\":\"mail.send\"}]}");
	assert_int_equal(offered(&stage, "task", "add", ""), 0);
	assert_str(buf_view(&stage.out), STR("mail.send\t\n"));
	stage_expect(&stage, "GET queues", 200, "{\"data\":[{\"name\":\"media\"}]}");
	assert_int_equal(offered(&stage, "task", "add", "x", "--url", "http://h:1", "-Q", "m"), 0);
	assert_str(buf_view(&stage.out), STR("media\t\n"));
	assert_string_equal(stage.set[3], "http://h:1");
	/* One name is enough, and a new one is nobody's business. */
	assert_int_equal(offered(&stage, "job", "show", "report", ""), 0);
	assert_int_equal(offered(&stage, "job", "create", ""), 0);
	assert_int_equal(stage.sent.len, 0);
	stage_done(&stage);
}

static void without_an_answer_nothing_is_offered_and_nothing_is_said(void **state)
{
	STAGE(stage);
	stage.http_err = ERR_UNREACHABLE;
	assert_int_equal(offered(&stage, "job", "show", ""), 0);
	stage.http_err = ERR_OK;
	stage_expect(&stage, "GET jobs", 401, "{}");
	assert_int_equal(offered(&stage, "job", "show", ""), 0);
	assert_int_equal(offered(&stage, "job", "show", "--context", "none", ""), 0);
	assert_int_equal(stage.out.len + stage.err.len, 0);
	stage_done(&stage);
}

static void contexts_are_offered_from_their_file(void **state)
{
	struct why why;
	STAGE(stage);
	assert_int_equal(stage_write_file(&stage, STR("/attic/contexts.json"),
					  STR("{\"contexts\":{\"home\":{\"url\":\"http://h\"}}}"),
					  &why),
			 ERR_OK);
	assert_int_equal(offered(&stage, "context", "use", ""), 0);
	assert_str(buf_view(&stage.out), STR("home\thttp://h\n"));
	assert_int_equal(offered(&stage, "status", "--context", ""), 0);
	assert_str(buf_view(&stage.out), STR("home\thttp://h\n"));
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(commands_actions_and_options_are_offered),
		cmocka_unit_test(words_of_commands_without_actions_are_offered),
		cmocka_unit_test(values_of_options_are_offered),
		cmocka_unit_test(the_server_is_asked_for_names),
		cmocka_unit_test(without_an_answer_nothing_is_offered_and_nothing_is_said),
		cmocka_unit_test(contexts_are_offered_from_their_file),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
