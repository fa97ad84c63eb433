#include "stage.h"

#define CONTEXTS                                                                                  \
	"{\"current\":\"here\",\"contexts\":{\"here\":{\"url\":\"http://here\",\"token\":\"T\"}," \
	"\"far\":{\"url\":\"https://far\",\"token_file\":\"far.token\",\"ca_file\":\"/far.pem\"}}}"

static void keep(struct stage *stage, const char *path, const char *text)
{
	struct why why;
	assert_int_equal(stage_write_file(stage, str_from(path), str_from(text), &why), 0);
}

static void a_context_says_whom_to_ask_and_as_whom(void **state)
{
	STAGE(stage);
	keep(&stage, "/attic/contexts.json", CONTEXTS);
	keep(&stage, "far.token", "F\nmore\n");
	stage_expect(&stage, "GET status", 200, "{}");
	assert_int_equal(stage_run(&stage, "status"), 0);
	assert_has(&stage.sent, "GET http://here/api/v1/scheduler/status Bearer T");
	stage_expect(&stage, "GET status", 200, "{}");
	assert_int_equal(stage_run(&stage, "status", "--context", "far"), 0);
	assert_has(&stage.sent, "GET https://far/api/v1/scheduler/status Bearer F ");
	assert_string_equal(stage.ca_file, "/far.pem");
	assert_int_equal(stage_run(&stage, "status", "--context", "nowhere"), 3);
	assert_has(&stage.err, "there is no context \"nowhere\"");
	stage_done(&stage);
}

static void another_address_never_gets_a_contexts_token(void **state)
{
	STAGE(stage);
	keep(&stage, "/attic/contexts.json", CONTEXTS);
	stage.url = "http://elsewhere";
	stage_expect(&stage, "GET status", 200, "{}");
	assert_int_equal(stage_run(&stage, "status"), 0);
	assert_has(&stage.sent, "GET http://elsewhere/api/v1/scheduler/status \n");
	stage_done(&stage);
}

static void contexts_that_cannot_be_read_are_a_failure(void **state)
{
	STAGE(stage);
	keep(&stage, "/attic/contexts.json", "{");
	assert_int_equal(stage_run(&stage, "status"), 1);
	assert_has(&stage.err, "contexts.json: line 1");
	keep(&stage, "/attic/contexts.json", CONTEXTS);
	assert_int_equal(stage_run(&stage, "status", "-c", "far"), 3);
	assert_has(&stage.err, "far.token does not exist");
	stage_done(&stage);
}

static void a_server_that_is_not_there_is_told_with_what_to_do(void **state)
{
	STAGE(stage);
	stage.http_err = ERR_UNREACHABLE;
	assert_int_equal(stage_run(&stage, "job", "list"), 7);
	assert_has(&stage.err, "belfry job: nobody answers");
	assert_has(&stage.err, "Start one with belfry serve");
	stage.url = "https://far";
	assert_int_equal(stage_run(&stage, "job", "list"), 7);
	assert_has(&stage.err, "Check the address");
	stage.http_err = ERR_TIMED_OUT;
	assert_int_equal(stage_run(&stage, "job", "list"), 6);
	stage_done(&stage);
}

static void without_a_token_it_says_where_one_is(void **state)
{
	STAGE(stage);
	static const char problem[] = "{\"code\":\"unauthorized\",\"detail\":\"no token\","
				      "\"request_id\":\"r1\"}";
	stage_expect(&stage, "GET jobs", 401, problem);
	assert_int_equal(stage_run(&stage, "job", "list"), 4);
	assert_has(&stage.err, "BELFRY_TOKEN_FILE=belfry-data/admin.token");
	assert_has(&stage.err, "status 401, request r1");
	stage.token = "wrong";
	stage_expect(&stage, "GET jobs", 401, problem);
	assert_int_equal(stage_run(&stage, "job", "list"), 4);
	assert_has(&stage.err, "The server does not know this token");
	stage_done(&stage);
}

static void a_token_may_stand_in_a_file(void **state)
{
	struct why why;
	STAGE(stage);
	stage.token = "other";
	assert_int_equal(stage_write_file(&stage, STR("t"), STR("secret\nrest\n"), &why), ERR_OK);
	stage_expect(&stage, "GET jobs", 200, "{\"data\":[]}");
	assert_int_equal(stage_run(&stage, "job", "list", "--token-file", "t"), 0);
	assert_has(&stage.sent, " Bearer secret ");
	assert_int_equal(stage_run(&stage, "job", "list", "--token-file", "nowhere"), 3);
	assert_int_equal(stage.sent.len, 0);
	stage_done(&stage);
}

static void each_call_is_told_to_whom_it_may_interest(void **state)
{
	STAGE(stage);
	stage_expect(&stage, "GET jobs", 200, "{\"data\":[]}");
	assert_int_equal(stage_run(&stage, "job", "list", "-v", "-q"), 0);
	assert_has(&stage.err, "note: GET /api/v1/scheduler/jobs: 200 in 0 ms\n");
	stage.http_err = ERR_UNREACHABLE;
	assert_int_equal(stage_run(&stage, "job", "list", "-v"), 7);
	assert_has(&stage.err, "jobs: no answer in 0 ms\n");
	stage_done(&stage);
}

static void a_problem_is_shown_with_its_fields(void **state)
{
	STAGE(stage);
	stage_expect(&stage, "POST tasks", 422,
		     "{\"code\":\"invalid\",\"detail\":\"not allowed\",\"errors\":[{\"pointer\":"
		     "\"/priority\",\"reason\":\"1 to 10\"},{\"parameter\":\"x\",\"reason\":"
		     "\"\\u001b[31m\"}]}");
	assert_int_equal(stage_run(&stage, "task", "add", "t"), 2);
	assert_has(&stage.err, "belfry task: --priority: 1 to 10\n  x: ?[31m\n");
	/* One fault is the sentence itself, said once and under the name that was typed. */
	stage_expect(&stage, "POST jobs", 422,
		     "{\"code\":\"invalid\",\"detail\":\"cron_expression: no\",\"errors\":[{"
		     "\"pointer\":\"/cron_expression\",\"reason\":\"no\"}]}");
	assert_int_equal(stage_run(&stage, "job", "create", "j", "--cron", "x"), 2);
	assert_has(&stage.err, "belfry job: --cron: no\n  status 422\n");
	stage_done(&stage);
}

static void a_status_without_words_still_has_an_exit_code(void **state)
{
	static const struct {
		int status;
		int code;
	} rows[] = { { 404, 3 }, { 403, 4 }, { 409, 5 }, { 412, 5 }, { 500, 1 }, { 418, 2 } };
	STAGE(stage);
	for (size_t i = 0; i < countof(rows); i++) {
		stage_expect(&stage, "GET jobs", rows[i].status, "<html>");
		assert_int_equal(stage_run(&stage, "job", "list"), rows[i].code);
	}
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_context_says_whom_to_ask_and_as_whom),
		cmocka_unit_test(another_address_never_gets_a_contexts_token),
		cmocka_unit_test(contexts_that_cannot_be_read_are_a_failure),
		cmocka_unit_test(a_server_that_is_not_there_is_told_with_what_to_do),
		cmocka_unit_test(without_a_token_it_says_where_one_is),
		cmocka_unit_test(a_token_may_stand_in_a_file),
		cmocka_unit_test(each_call_is_told_to_whom_it_may_interest),
		cmocka_unit_test(a_problem_is_shown_with_its_fields),
		cmocka_unit_test(a_status_without_words_still_has_an_exit_code),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
