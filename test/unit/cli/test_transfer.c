#include "stage.h"

#define NOTHING "{\"data\":[],\"next_cursor\":null}"

static void everything_goes_out_line_by_line(void **state)
{
	STAGE(stage);
	stage_expect(&stage, "GET tenants/a/settings", 200,
		     "{\"id\":\"a\",\"name\":\"A\",\"weight\":1,\"limit\":0,\"version\":3}");
	stage_expect(&stage, "GET calendars?tenant_id=a", 200, NOTHING);
	stage_expect(&stage, "GET types?tenant_id=a", 200,
		     "{\"data\":[{\"name\":\"t\",\"source\":\"tenant\",\"n\":1.10},"
		     "{\"name\":\"p\",\"source\":\"profile\"}],\"next_cursor\":\"c\"}");
	stage_expect(&stage, "GET types?tenant_id=a&cursor=c", 200,
		     "{\"data\":[{\"name\":\"u\",\"n\":null}],\"next_cursor\":null}");
	stage_expect(&stage, "GET limits?tenant_id=a", 200,
		     "{\"data\":[{\"route\":\"r\",\"declared_by\":null}]}");
	stage_expect(&stage, "GET users?tenant_id=a", 200, NOTHING);
	stage_expect(&stage, "GET sources?tenant_id=a", 200, NOTHING);
	stage_expect(&stage, "GET rules?tenant_id=a", 200,
		     "{\"data\":[{\"id\":\"1\",\"origin\":\"profile\",\"event\":\"x\"},"
		     "{\"id\":\"2\",\"origin\":\"tenant\",\"event\":\"y\"}]}");
	stage_expect(&stage, "GET webhooks?tenant_id=a", 200, NOTHING);
	stage_expect(&stage, "GET jobs?tenant_id=a", 200,
		     "{\"data\":[{\"code\":\"new\"},{\"code\":\"old\"}]}");
	stage_expect(&stage, "GET jobs/new?tenant_id=a", 200,
		     "{\"code\":\"new\",\"priority\":3,\"max_attempts\":2,\"in_force\":["
		     "{\"field\":\"priority\",\"value\":3,\"source\":\"type\"},"
		     "{\"field\":\"max_attempts\",\"value\":2,\"source\":\"job\"}],"
		     "\"dependencies\":[{\"depends_on_job_id\":\"7\"}],\"queue\":\"q\"}");
	stage_expect(&stage, "GET jobs/7?tenant_id=a", 200, "{\"id\":\"7\",\"code\":\"old\"}");
	stage_expect(&stage, "GET jobs/old?tenant_id=a", 200, "{\"code\":\"old\"}");
	stage_expect(&stage, "GET daily?tenant_id=a", 200, NOTHING);
	stage_expect(&stage, "GET reminders?tenant_id=a", 200,
		     "{\"data\":[{\"title\":\"b\",\"status\":\"PENDING\"},"
		     "{\"title\":\"c\",\"status\":\"SENT\"},"
		     "{\"title\":\"a\",\"status\":\"SNOOZED\"}]}");
	assert_int_equal(stage_run(&stage, "export", "--tenant", "a"), 0);
	assert_str(buf_view(&stage.out),
		   STR("{\"kind\":\"settings\",\"settings\":{\"name\":\"A\"}}\n"
		       "{\"kind\":\"type\",\"type\":{\"name\":\"t\",\"n\":1.10}}\n"
		       "{\"kind\":\"type\",\"type\":{\"name\":\"u\"}}\n"
		       "{\"kind\":\"rule\",\"rule\":{\"event\":\"y\"}}\n"
		       "{\"kind\":\"job\",\"job\":{\"code\":\"old\"}}\n"
		       "{\"kind\":\"job\",\"job\":{\"code\":\"new\",\"max_attempts\":2,"
		       "\"dependencies\":[{\"depends_on_job_id\":\"old\"}],\"queue\":\"q\"}}\n"
		       "{\"kind\":\"reminder\",\"reminder\":{\"title\":\"a\"}}\n"
		       "{\"kind\":\"reminder\",\"reminder\":{\"title\":\"b\"}}\n"));
	assert_int_equal(stage_run(&stage, "export", "x"), 2);
	stage_done(&stage);
}

static void what_is_there_is_changed_and_what_is_not_is_made(void **state)
{
	STAGE(stage);
	stage.input = STR(
		"{\"kind\":\"settings\",\"settings\":{\"name\":\"A\"}}\n"
		"{\"kind\":\"type\",\"type\":{\"name\":\"t\",\"version\":3,\"limit\":2}}\n\n"
		"{\"kind\":\"limit\",\"limit\":{\"route\":\"r\",\"rate\":2}}\n"
		"{\"kind\":\"rule\",\"rule\":{\"event\":\"x\"}}\n"
		"{\"kind\":\"job\",\"job\":{\"code\":\"old\",\"id\":\"7\",\"status\":\"PAUSED\","
		"\"queue\":null,\"handler\":\"h\"}}\n"
		"{\"kind\":\"job\",\"job\":{\"code\":\"new\",\"handler\":\"h\"}}\n"
		"{\"kind\":\"reminder\",\"reminder\":{\"title\":\"a\"}}\n");
	stage_expect(&stage, "GET me", 200, "{\"tenant\":{\"id\":\"here\"}}");
	stage_expect(&stage, "GET tenants/here/settings", 200, "{\"id\":\"here\"}");
	stage_expect(&stage, "PUT tenants/here/settings", 200, "{}");
	stage_expect(&stage, "GET types/t", 200, "{\"source\":\"profile\",\"limit\":2}");
	stage_expect(&stage, "PUT types/t", 200, "{}");
	stage_expect(&stage, "GET limits", 200,
		     "{\"data\":[{\"route\":\"r\",\"declared_by\":\"here\",\"rate\":2}]}");
	stage_expect(&stage, "GET rules", 200,
		     "{\"data\":[{\"id\":\"1\",\"origin\":\"tenant\",\"event\":\"y\"}]}");
	stage_expect(&stage, "POST rules", 201, "{}");
	stage_expect(&stage, "GET jobs/old", 200, "{\"code\":\"old\",\"handler\":\"g\"}");
	stage_expect(&stage, "PUT jobs/old", 200, "{}");
	stage_expect(&stage, "GET jobs/new", 404, "{}");
	stage_expect(&stage, "POST jobs", 201, "{}");
	stage_expect(&stage, "GET reminders", 200,
		     "{\"data\":[{\"id\":\"1\",\"status\":\"PENDING\",\"title\":\"a\"}]}");
	assert_int_equal(stage_run(&stage, "import"), 0);
	assert_has(&stage.sent, "types/t {\"limit\":2}\n");
	assert_has(&stage.sent, "PUT http://127.0.0.1:1/api/v1/scheduler/jobs/old "
				"{\"code\":\"old\",\"handler\":\"h\"}");
	assert_has(&stage.sent, "scheduler/jobs {\"code\":\"new\",\"handler\":\"h\"}");
	assert_has(&stage.out, "changed settings here\ncreated type t\nunchanged limit r\n"
			       "created rule {\"event\":\"x\"}\nchanged job old\ncreated job new\n"
			       "unchanged reminder {\"title\":\"a\"}\n");
	stage_done(&stage);
}

static void a_dry_run_only_looks(void **state)
{
	STAGE(stage);
	stage.input = STR("{\"kind\":\"calendar\",\"calendar\":{\"name\":\"c\",\"dates\":[]}}\n"
			  "{\"kind\":\"calendar\",\"calendar\":{\"name\":\"d\",\"dates\":[]}}");
	stage_expect(&stage, "GET calendars/c", 404, "{}");
	stage_expect(&stage, "GET calendars/d", 200, "{\"name\":\"d\",\"dates\":[\"2030-01-01\"]}");
	assert_int_equal(stage_run(&stage, "import", "--dry-run"), 0);
	assert_has(&stage.out, "would create calendar c\nwould change calendar d\n");
	stage_done(&stage);
}

static void a_line_that_is_none_is_named(void **state)
{
	STAGE(stage);
	stage.input = STR("\n{\"kind\":\"house\"}\n");
	assert_int_equal(stage_run(&stage, "import"), 2);
	assert_has(&stage.err, "line 2: must be {\"kind\": KIND, KIND: {...}}, where KIND is");
	stage.input = STR("{\"kind\":\"job\",\"job\":7}");
	assert_int_equal(stage_run(&stage, "import"), 2);
	assert_has(&stage.err, "line 1: must be {\"kind\": KIND, KIND: {...}}, where KIND is");
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
		cmocka_unit_test(a_dry_run_only_looks),
		cmocka_unit_test(a_line_that_is_none_is_named),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
