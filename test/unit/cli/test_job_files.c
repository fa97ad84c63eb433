/* Files of jobs: JSON, YAML, folders, and where a mistake is. */
#include "stage.h"

#define ANSWER(created, changed, unchanged, deleted, jobs)                \
	"{\"dry_run\":false,\"created\":" created ",\"changed\":" changed \
	",\"unchanged\":" unchanged ",\"deleted\":" deleted ",\"jobs\":[" jobs "]}"

static const char answered[] = ANSWER(
	"1", "1", "0", "0",
	"{\"code\":\"a\",\"id\":null,\"action\":\"created\",\"changes\":[]},"
	"{\"code\":\"b\",\"id\":\"1\",\"action\":\"changed\",\"changes\":["
	"{\"field\":\"handler\",\"before\":\"x\",\"after\":\"y\"},"
	"{\"field\":\"name\",\"before\":null,\"after\":\"B\"}]}");

static void put_file(struct stage *stage, const char *text)
{
	struct why why;
	assert_int_equal(stage_write_file(stage, STR("jobs.json"), str_from(text), &why), ERR_OK);
}

static void one_job_an_array_and_lines_are_understood(void **state)
{
	static const char *const texts[] = {
		"{\"code\":\"a\"}",
		" [ {\"code\":\"a\"} ] ",
		"\n[{\"code\":\"a\"}]\n",
		"{\"kind\":\"type\",\"type\":{\"name\":\"x\"}}\n"
		"{\"kind\":\"job\",\"job\":{\"code\":\"a\"}}\n",
		"{\"code\":\"a\"}\n\n",
	};
	for (size_t i = 0; i < countof(texts); i++) {
		STAGE(stage);
		stage.input = str_from(texts[i]);
		stage_expect(&stage, "POST apply", 200,
			     ANSWER("0", "0", "1", "0",
				    "{\"code\":\"a\",\"id\":\"1\",\"action\":\"unchanged\","
				    "\"changes\":[]}"));
		assert_int_equal(stage_run(&stage, "job", "apply", "-"), 0);
		assert_has(&stage.sent, "{\"jobs\":[{\"code\":\"a\"}],\"dry_run\":false}\n");
		assert_has(&stage.out, "unchanged a\n");
		stage_done(&stage);
	}
}

static void put_named(struct stage *stage, const char *name, const char *text)
{
	struct why why;
	assert_int_equal(stage_write_file(stage, str_from(name), str_from(text), &why), ERR_OK);
}

#define BODY_OF_YAML                                                                 \
	"{\"jobs\":[{\"code\":\"a\",\"handler\":\"x\",\"parameters\":{\"n\":1.10}}," \
	"{\"code\":\"b\",\"handler\":\"x\"}],\"dry_run\":false}\n"

static void yaml_is_understood_too(void **state)
{
	static const char *const texts[] = {
		"# two\njobs:\n- code: a\n  handler: x\n  parameters: {n: 1.10}\n"
		"- code: b\n  handler: x\n",
		"- {code: a, handler: x, parameters: {n: 1.10}}\n- {code: b, handler: x}\n",
		"code: a\nhandler: &h x\nparameters:\n  n: 1.10\n---\ncode: b\nhandler: x\n---\n",
	};
	for (size_t i = 0; i < 2 * countof(texts); i++) {
		STAGE(stage);
		bool is_file = i % 2;
		if (is_file) put_named(&stage, "jobs.yaml", texts[i / 2]);
		else stage.input = str_from(texts[i / 2]);
		stage_expect(&stage, "POST apply", 200, answered);
		assert_int_equal(stage_run(&stage, "job", "apply", is_file ? "jobs.yaml" : "-"), 0);
		assert_has(&stage.sent, BODY_OF_YAML);
		stage_done(&stage);
	}
}

static void a_folder_is_all_its_files_in_one_call(void **state)
{
	STAGE(stage);
	put_named(&stage, "jobs/README.md", "no jobs");
	put_named(&stage, "jobs/a.yaml", "code: a\nhandler: x\nparameters: {n: 1.10}\n");
	put_named(&stage, "jobs/b.json", "[{\"code\":\"b\",\"handler\":\"x\"}]");
	stage_expect(&stage, "POST apply", 200, answered);
	assert_int_equal(stage_run(&stage, "job", "apply", "jobs"), 0);
	assert_has(&stage.sent, BODY_OF_YAML);
	stage_expect(&stage, "POST apply", 422,
		     "{\"code\":\"invalid\",\"errors\":["
		     "{\"pointer\":\"/jobs/1/handler\",\"reason\":\"no\"}]}");
	assert_int_equal(stage_run(&stage, "job", "apply", "jobs"), 2);
	assert_has(&stage.err, "jobs/b.json: job 1 (b): handler: no\n");
	assert_has(&stage.err, "nothing was done: jobs has mistakes");
	put_named(&stage, "jobs/c.yml", "code: c\ncode: d\n");
	stage.sent.len = 0;
	assert_int_equal(stage_run(&stage, "job", "apply", "jobs"), 2);
	assert_has(&stage.err, "jobs/c.yml:2:1: this key stands twice in its object");
	assert_int_equal(stage.sent.len, 0);
	put_named(&stage, "empty/README.md", "no jobs");
	assert_int_equal(stage_run(&stage, "job", "apply", "empty"), 3);
	assert_has(&stage.err, "empty: no .json, .ndjson, .yaml or .yml is in it or below it");
	stage_done(&stage);
}

static void a_folder_is_read_with_the_folders_below_it(void **state)
{
	STAGE(stage);
	put_named(&stage, "jobs/reports/deep/README.md", "no jobs");
	put_named(&stage, "jobs/reports/deep/a.yaml",
		  "code: a\nhandler: x\nparameters: {n: 1.10}\n");
	put_named(&stage, "jobs/reports/b.json", "[{\"code\":\"b\",\"handler\":\"x\"}]");
	stage_expect(&stage, "POST apply", 200, answered);
	assert_int_equal(stage_run(&stage, "job", "apply", "jobs"), 0);
	assert_has(&stage.sent, BODY_OF_YAML);
	put_named(&stage, "jobs/reports/deep/wrong.json", "7");
	assert_int_equal(stage_run(&stage, "job", "apply", "jobs/"), 2);
	assert_has(&stage.err, "jobs/reports/deep/wrong.json:1:1: a job, an array of jobs");
	stage_done(&stage);
}

/* As a link to a folder above it would make them. */
static void folders_that_have_no_end_are_refused(void **state)
{
	STAGE(stage);
	put_named(&stage, "a/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/jobs.json", "[]");
	assert_int_equal(stage_run(&stage, "job", "apply", "a"), 2);
	assert_has(&stage.err, "/17/: folders of jobs nest at most 16 deep");
	assert_int_equal(stage.sent.len, 0);
	stage_done(&stage);
}

static void a_mistake_in_the_file_is_found_before_anything_is_sent(void **state)
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
		{ "7", "jobs.json:1:1: a job, an array of jobs" },
		{ "code: a\n", "jobs.json:1:4: not JSON" },
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_job_an_array_and_lines_are_understood),
		cmocka_unit_test(yaml_is_understood_too),
		cmocka_unit_test(a_folder_is_all_its_files_in_one_call),
		cmocka_unit_test(a_folder_is_read_with_the_folders_below_it),
		cmocka_unit_test(folders_that_have_no_end_are_refused),
		cmocka_unit_test(a_mistake_in_the_file_is_found_before_anything_is_sent),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
