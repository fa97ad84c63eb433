#include "stage.h"

static const char two_jobs[] =
	"{\"jobs\": [{\"code\": \"a\", \"handler\": \"x\", \"parameters\": {\"n\": 1.10}},\n"
	"  {\"code\": \"b\", \"handler\": \"y\", \"cron_expression\": \"@daily\",\n"
	"   \"id\": \"mine\"}]}";

static void put_file(struct stage *stage, const char *text)
{
	struct why why;
	assert_int_equal(stage_write_file(stage, STR("jobs.json"), str_from(text), &why), ERR_OK);
}

static void what_is_not_there_is_made_and_what_differs_is_changed(void **state)
{
	STAGE(stage);
	put_file(&stage, two_jobs);
	stage_expect(&stage, "GET jobs/a", 404, "{}");
	stage_expect(&stage, "POST jobs", 201, "{\"code\":\"a\"}");
	stage_expect(&stage, "GET jobs/b", 200,
		     "{\"code\":\"b\",\"id\":\"its own\",\"handler\":\"x\","
		     "\"cron_expression\":\"@daily\"}");
	stage_expect(&stage, "PUT jobs/b", 200, "{\"code\":\"b\"}");
	assert_int_equal(stage_run(&stage, "job", "apply", "jobs.json"), 0);
	assert_has(&stage.sent, "{\"code\":\"a\",\"handler\":\"x\",\"parameters\":{\"n\":1.10}}");
	assert_has(&stage.sent, " {\"handler\":\"y\"}\n");
	assert_has(&stage.out, "make a\nchange b\n    handler: \"x\" \u2192 \"y\"\n");
	assert_has(&stage.err, "1 made, 1 changed, 0 as they were");
	stage_done(&stage);
}

static void a_dry_run_only_says_it(void **state)
{
	STAGE(stage);
	put_file(&stage, two_jobs);
	stage_expect(&stage, "GET jobs/a?tenant_id=t", 404, "{}");
	stage_expect(&stage, "GET jobs/b?tenant_id=t", 200, "{\"handler\":\"y\",\"code\":\"b\"}");
	assert_int_equal(stage_run(&stage, "job", "apply", "jobs.json", "--dry-run", "-t", "t"), 0);
	assert_has(&stage.out, "would make a\nwould change b\n"
			       "    cron_expression: not set \u2192 \"@daily\"\n");
	assert_has(&stage.err, "nothing was done");
	stage_done(&stage);
}

static void one_job_an_array_and_lines_are_understood(void **state)
{
	static const char *const texts[] = {
		"{\"code\":\"a\"}",
		" [ {\"code\":\"a\"} ] ",
		"{\"kind\":\"type\",\"type\":{\"name\":\"x\"}}\n"
		"{\"kind\":\"job\",\"job\":{\"code\":\"a\"}}\n",
		"{\"code\":\"a\"}\n\n",
	};
	for (size_t i = 0; i < countof(texts); i++) {
		STAGE(stage);
		stage.input = str_from(texts[i]);
		stage_expect(&stage, "GET jobs/a", 200, "{\"code\":\"a\"}");
		assert_int_equal(stage_run(&stage, "job", "apply", "-"), 0);
		assert_has(&stage.out, "as it is a\n");
		stage_done(&stage);
	}
}

static void a_mistake_in_the_file_is_found_before_anything_is_done(void **state)
{
	static const char nameless[] = "jobs.json: job 2: a code is expected";
	static const struct {
		const char *text;
		const char *said;
	} rows[] = {
		{ "[{\"code\":\"a\"},{\"name\":\"no code\"}]", nameless },
		{ "[{\"code\":\"a\"},7]", nameless },
		{ "{\"code\":\"a\"}\nnonsense\n", "jobs.json:2:8: invalid token near 'nonsense'" },
		{ "{\"code\":\"a\"}\n{\"code\":\"\"}\n", nameless },
	};
	for (size_t i = 0; i < countof(rows); i++) {
		STAGE(stage);
		put_file(&stage, rows[i].text);
		assert_int_equal(stage_run(&stage, "job", "apply", "jobs.json"), 2);
		assert_has(&stage.err, rows[i].said);
		assert_int_equal(stage.sent.len, 0);
		stage_done(&stage);
	}
}

static void what_the_file_once_had_is_pruned(void **state)
{
	static const char listed[] =
		"{\"data\":[{\"code\":\"a\",\"source_system\":\"git\"},"
		"{\"code\":\"old\",\"source_system\":\"git\"},{\"code\":\"by hand\"},"
		"{\"code\":\"theirs\",\"source_system\":\"other\"}],\"next_cursor\":\"c1\"}";
	STAGE(stage);
	put_file(&stage, "[{\"code\":\"a\"}]");
	stage_expect(&stage, "GET jobs/a", 200, "{\"code\":\"a\"}");
	stage_expect(&stage, "PUT jobs/a", 200, "{}");
	stage_expect(&stage, "GET jobs?limit=500", 200, listed);
	stage_expect(&stage, "GET jobs?limit=500&cursor=c1", 200,
		     "{\"data\":[{\"code\":\"older\",\"source_system\":\"git\"}]}");
	stage_expect(&stage, "DELETE jobs/old", 204, "");
	stage_expect(&stage, "DELETE jobs/older", 204, "");
	assert_int_equal(stage_run(&stage, "job", "apply", "jobs.json", "--prune", "git", "-y"), 0);
	assert_has(&stage.sent, "{\"source_system\":\"git\"}\n");
	assert_has(&stage.out, "delete old\ndelete older\n");
	assert_has(&stage.err, "0 made, 1 changed, 0 as they were, 2 deleted");
	/* Nobody is there to be asked. */
	stage_expect(&stage, "GET jobs/a", 200, "{\"code\":\"a\",\"source_system\":\"git\"}");
	stage_expect(&stage, "GET jobs?limit=500", 200,
		     "{\"data\":[{\"code\":\"old\",\"source_system\":\"git\"}]}");
	assert_int_equal(stage_run(&stage, "job", "apply", "jobs.json", "--prune", "git"), 2);
	assert_int_equal(stage_run(&stage, "job", "list", "--prune", "git"), 2);
	assert_has(&stage.err, "list takes no --prune");
	stage_done(&stage);
}

static void what_the_server_says_is_reported(void **state)
{
	STAGE(stage);
	put_file(&stage, two_jobs);
	stage_expect(&stage, "GET jobs/a", 403, "{\"code\":\"forbidden\"}");
	assert_int_equal(stage_run(&stage, "job", "apply", "jobs.json"), 4);
	stage.http_err = ERR_UNREACHABLE;
	assert_int_equal(stage_run(&stage, "job", "apply", "jobs.json"), 7);
	assert_has(&stage.err, "start one: belfry serve");
	assert_int_equal(stage_run(&stage, "job", "apply", "nowhere.json"), 3);
	assert_int_equal(stage_run(&stage, "job", "apply"), 2);
	assert_has(&stage.err, "belfry job apply FILE");
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_not_there_is_made_and_what_differs_is_changed),
		cmocka_unit_test(a_dry_run_only_says_it),
		cmocka_unit_test(one_job_an_array_and_lines_are_understood),
		cmocka_unit_test(a_mistake_in_the_file_is_found_before_anything_is_done),
		cmocka_unit_test(what_the_file_once_had_is_pruned),
		cmocka_unit_test(what_the_server_says_is_reported),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
