#include "stage.h"

static void everything_goes_out_line_by_line(void **state)
{
	STAGE(stage);
	stage_expect(&stage, "GET types?tenant_id=a", 200,
		     "{\"data\":[{\"name\":\"t\",\"n\":1.10}],\"next_cursor\":\"c\"}");
	stage_expect(&stage, "GET types?tenant_id=a&cursor=c", 200,
		     "{\"data\":[{\"name\":\"u\"}],\"next_cursor\":null}");
	stage_expect(&stage, "GET calendars?tenant_id=a", 200, "{\"data\":[]}");
	stage_expect(&stage, "GET jobs?tenant_id=a", 200, "{\"data\":[{\"code\":\"j\"}]}");
	assert_int_equal(stage_run(&stage, "export", "--tenant", "a"), 0);
	assert_true(str_eq(buf_view(&stage.out),
			   STR("{\"kind\":\"type\",\"type\":{\"name\":\"t\",\"n\":1.10}}\n"
			       "{\"kind\":\"type\",\"type\":{\"name\":\"u\"}}\n"
			       "{\"kind\":\"job\",\"job\":{\"code\":\"j\"}}\n")));
	assert_int_equal(stage_run(&stage, "export", "x"), 2);
	stage_done(&stage);
}

static void what_is_there_is_changed_and_what_is_not_is_made(void **state)
{
	STAGE(stage);
	stage.input = STR(
		"{\"kind\":\"type\",\"type\":{\"name\":\"t\",\"version\":3,\"limit\":2}}\n\n"
		"{\"kind\":\"job\",\"job\":{\"code\":\"old\",\"id\":\"7\",\"status\":\"PAUSED\","
		"\"queue\":null,\"handler\":\"h\"}}\n"
		"{\"kind\":\"job\",\"job\":{\"code\":\"new\",\"handler\":\"h\"}}\n");
	stage_expect(&stage, "PUT types/t", 200, "{}");
	stage_expect(&stage, "GET jobs/old", 200, "{}");
	stage_expect(&stage, "PUT jobs/old", 200, "{}");
	stage_expect(&stage, "GET jobs/new", 404, "{}");
	stage_expect(&stage, "POST jobs", 201, "{}");
	assert_int_equal(stage_run(&stage, "import"), 0);
	assert_has(&stage.sent, "types/t {\"limit\":2}\n");
	assert_has(&stage.sent, "PUT http://127.0.0.1:1/api/v1/scheduler/jobs/old "
				"{\"code\":\"old\",\"handler\":\"h\"}");
	assert_has(&stage.sent, "scheduler/jobs {\"code\":\"new\",\"handler\":\"h\"}");
	assert_has(&stage.out, "set type t\nset job old\nset job new\n");
	stage_done(&stage);
}

static void a_dry_run_sends_nothing(void **state)
{
	STAGE(stage);
	stage.input = STR("{\"kind\":\"calendar\",\"calendar\":{\"name\":\"c\"}}");
	assert_int_equal(stage_run(&stage, "import", "--dry-run"), 0);
	assert_has(&stage.out, "would set calendar c\n");
	assert_int_equal(stage.sent.len, 0);
	stage_done(&stage);
}

static void a_line_that_is_none_is_named(void **state)
{
	STAGE(stage);
	stage.input = STR("\n{\"kind\":\"house\"}\n");
	assert_int_equal(stage_run(&stage, "import"), 2);
	assert_has(&stage.err, "line 2: a type, a calendar or a job is expected");
	stage.input = STR("{\"kind\":\"job\",\"job\":7}");
	assert_int_equal(stage_run(&stage, "import"), 2);
	stage.input = STR("nonsense");
	assert_int_equal(stage_run(&stage, "import", "-"), 2);
	assert_has(&stage.err, "line 1: not a JSON object");
	assert_int_equal(stage_run(&stage, "import", "gone.jsonl"), 3);
	assert_int_equal(stage_run(&stage, "import", "a", "b"), 2);
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everything_goes_out_line_by_line),
		cmocka_unit_test(what_is_there_is_changed_and_what_is_not_is_made),
		cmocka_unit_test(a_dry_run_sends_nothing),
		cmocka_unit_test(a_line_that_is_none_is_named),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
