#include "stage.h"

static void options_become_fields_each_in_its_way(void **state)
{
	STAGE(stage);
	stage_expect(&stage, "POST jobs", 201, "{}");
	assert_int_equal(stage_run(&stage, "job", "create", "r", "--every", "2m", "--priority", "3",
				   "--exclude", "a,b", "--exclude", "c", "--parameters",
				   " {\"n\": 18446744073709551616}\n", "--set", "grace_seconds=5",
				   "--set", "job_type=MINE", "--handler", "h\""),
			 0);
	assert_has(&stage.sent,
		   "{\"code\":\"r\",\"interval_seconds\":120,\"priority\":3,"
		   "\"exclude\":[\"a\",\"b\",\"c\"],\"parameters\":{\"n\": 18446744073709551616},"
		   "\"handler\":\"h\\\"\",\"grace_seconds\":5,\"job_type\":\"MINE\"}");
	stage_expect(&stage, "PUT jobs/r", 200, "{}");
	assert_int_equal(stage_run(&stage, "job", "change", "r", "--depends-on", "a, b:START,c:d",
				   "--depends-on", "e:complete"),
			 0);
	assert_has(&stage.sent, "{\"dependencies\":["
				"{\"depends_on_job_id\":\"a\",\"dependency_type\":\"SUCCESS\"},"
				"{\"depends_on_job_id\":\"b\",\"dependency_type\":\"START\"},"
				"{\"depends_on_job_id\":\"c:d\",\"dependency_type\":\"SUCCESS\"},"
				"{\"depends_on_job_id\":\"e\",\"dependency_type\":\"COMPLETE\"}]}");
	stage_expect(&stage, "POST pause", 200, "{}");
	assert_int_equal(stage_run(&stage, "pause", "type", "mail"), 0);
	assert_has(&stage.sent, "{\"scope\":\"type\",\"type\":\"mail\"}");
	stage_expect(&stage, "POST queue/retry", 200, "{}");
	assert_int_equal(stage_run(&stage, "queue", "retry", "--dry-run"), 0);
	assert_has(&stage.sent, "{\"dry_run\":true}");
	stage_done(&stage);
}

static void a_types_handler_has_a_short_form(void **state)
{
	static const char *const rows[][2] = {
		{ "pull", "{\"handler\":{\"kind\":\"pull\"}}" },
		{ "exec:resize", "{\"handler\":{\"kind\":\"exec\",\"program\":\"resize\"}}" },
		{ "https://example.org/\"h",
		  "{\"handler\":{\"kind\":\"http\",\"url\":\"https://example.org/\\\"h\"}}" },
		{ "{\"kind\": \"log\"}", "{\"handler\":{\"kind\": \"log\"}}" },
	};
	STAGE(stage);
	for (size_t i = 0; i < countof(rows); i++) {
		stage_expect(&stage, "PUT types/t", 200, "{}");
		assert_int_equal(stage_run(&stage, "type", "set", "t", "--handler", rows[i][0]), 0);
		assert_has(&stage.sent, rows[i][1]);
	}
	assert_int_equal(stage_run(&stage, "type", "set", "t", "--handler", "somebody"), 2);
	assert_has(&stage.err, "--handler must be pull, log, smtp, exec:PROGRAM");
	stage_done(&stage);
}

static void values_that_do_not_fit_are_refused_before_the_call(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "job", "create", "r", "--every", "soon"), 2);
	assert_has(&stage.err, "--every must be a span such as 90s, 10m or 2h");
	assert_int_equal(stage_run(&stage, "job", "create", "r", "--every", "1500ms"), 2);
	assert_int_equal(stage_run(&stage, "job", "create", "r", "--attempts", "x"), 2);
	assert_has(&stage.err, "--attempts must be a whole number");
	assert_int_equal(stage_run(&stage, "task", "add", "t", "--payload", "{"), 2);
	assert_has(&stage.err, "--payload: not JSON");
	assert_int_equal(stage_run(&stage, "task", "add", "t", "--set", "nothing"), 2);
	assert_has(&stage.err, "--set must be NAME=VALUE");
	assert_int_equal(stage_run(&stage, "secret", "set", "s", "--value", "seen"), 2);
	assert_has(&stage.err, "--value must be @FILE or -");
	assert_int_equal(stage.sent.len, 0);
	stage_done(&stage);
}

static void payloads_and_secrets_come_from_files_and_standard_input(void **state)
{
	STAGE(stage);
	struct why why;
	assert_int_equal(stage_write_file(&stage, STR("p.json"), STR("{\"a\":2}\n"), &why), 0);
	stage_expect(&stage, "POST tasks", 201, "{}");
	assert_int_equal(stage_run(&stage, "task", "add", "t", "-p", "@p.json"), 0);
	assert_has(&stage.sent, "\"payload\":{\"a\":2}}");
	stage.input = STR("hush\n");
	stage_expect(&stage, "PUT secrets/s", 200, "{}");
	assert_int_equal(stage_run(&stage, "secret", "set", "s", "--value", "-"), 0);
	assert_has(&stage.sent, "{\"value\":\"hush\"}");
	stage.input = STR("{\"whole\":true}");
	stage_expect(&stage, "PUT types/a%2Fb", 200, "{}");
	assert_int_equal(stage_run(&stage, "type", "set", "a/b", "--body", "-"), 0);
	assert_has(&stage.sent, " {\"whole\":true}");
	assert_int_equal(stage_run(&stage, "task", "add", "t", "-p", "@gone"), 3);
	assert_has(&stage.err, "gone does not exist");
	stage.input_fails = true;
	assert_int_equal(stage_run(&stage, "task", "add", "t", "-p", "-"), 1);
	assert_has(&stage.err, "the input is gone");
	stage_done(&stage);
}

static void what_has_no_body_asks_by_its_query(void **state)
{
	STAGE(stage);
	stage_expect(&stage, "GET queue?state=dlq%2Cfailed&idempotency_key=a%26b&tenant_id=%2A",
		     200, "{\"data\":[]}");
	assert_int_equal(stage_run(&stage, "queue", "list", "--state", "dlq,failed", "--key", "a&b",
				   "--tenant", "*"),
			 0);
	stage_done(&stage);
}

static void payload_and_parameters_name_the_same_value(void **state)
{
	STAGE(stage);
	stage_expect(&stage, "POST jobs", 201, "{}");
	assert_int_equal(stage_run(&stage, "job", "create", "r", "--payload", "{\"a\":1}"), 0);
	assert_has(&stage.sent, "{\"code\":\"r\",\"parameters\":{\"a\":1}}");
	stage_expect(&stage, "POST tasks", 201, "{}");
	assert_int_equal(stage_run(&stage, "task", "create", "t", "--parameters", "{\"a\":1}"), 0);
	assert_has(&stage.sent, "{\"type\":\"t\",\"payload\":{\"a\":1}}");
	assert_int_equal(
		stage_run(&stage, "task", "create", "t", "--parameters", "{}", "--payload", "{}"),
		2);
	assert_has(&stage.err, "--parameters and --payload name the same value: give one");
	assert_int_equal(stage_run(&stage, "job", "create", "r", "--payload", "{"), 2);
	assert_has(&stage.err, "--payload: not JSON");
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(payload_and_parameters_name_the_same_value),
		cmocka_unit_test(options_become_fields_each_in_its_way),
		cmocka_unit_test(a_types_handler_has_a_short_form),
		cmocka_unit_test(values_that_do_not_fit_are_refused_before_the_call),
		cmocka_unit_test(payloads_and_secrets_come_from_files_and_standard_input),
		cmocka_unit_test(what_has_no_body_asks_by_its_query),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
