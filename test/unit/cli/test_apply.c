#include "stage.h"

static const char two_jobs[] =
	"{\"jobs\": [{\"code\": \"a\", \"handler\": \"x\", \"parameters\": {\"n\": 1.10},\n"
	"  \"max_retries\": 7},\n"
	"  {\"code\": \"b\", \"handler\": \"y\", \"cron_expression\": \"@daily\",\n"
	"   \"id\": \"its own\", \"created_at\": \"2030-01-01T00:00:00Z\", \"max_retries\": 3}]}";

#define BODY_OF_TWO                                                           \
	"{\"jobs\":[{\"code\":\"a\",\"handler\":\"x\","                       \
	"\"parameters\":{\"n\":1.10},\"max_retries\":7},"                     \
	"{\"code\":\"b\",\"handler\":\"y\",\"cron_expression\":\"@daily\"}]," \
	"\"dry_run\":"

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

static void the_whole_file_is_one_call(void **state)
{
	STAGE(stage);
	put_file(&stage, two_jobs);
	stage_expect(&stage, "POST apply", 200, answered);
	assert_int_equal(stage_run(&stage, "job", "apply", "jobs.json"), 0);
	assert_has(&stage.sent, BODY_OF_TWO "false}\n");
	assert_has(&stage.out, "create a\nchange b\n    handler: \"x\" \u2192 \"y\"\n"
			       "    name: not set \u2192 \"B\"\n");
	assert_has(&stage.err, "1 created, 1 changed, 0 unchanged");
	stage_done(&stage);
}

static void a_dry_run_is_the_servers(void **state)
{
	STAGE(stage);
	put_file(&stage, two_jobs);
	stage_expect(&stage, "POST apply?tenant_id=t", 200, answered);
	assert_int_equal(stage_run(&stage, "job", "apply", "jobs.json", "--dry-run", "-t", "t"), 0);
	assert_has(&stage.sent, BODY_OF_TWO "true}\n");
	assert_has(&stage.out, "would create a\nwould change b\n");
	assert_has(&stage.err, "nothing was done");
	stage_done(&stage);
}

/* Who reads it finds the job in the file. */
static void a_mistake_that_the_server_finds_names_file_job_and_field(void **state)
{
	STAGE(stage);
	put_file(&stage, two_jobs);
	stage_expect(&stage, "POST apply", 422,
		     "{\"code\":\"invalid\",\"detail\":\"d\",\"errors\":["
		     "{\"pointer\":\"/jobs/1/cron_expression\",\"reason\":\"no \\\"such\\\" day\"},"
		     "{\"pointer\":\"/jobs/0\",\"reason\":\"not so\"},"
		     "{\"pointer\":\"/prune\",\"reason\":\"too many\"}]}");
	assert_int_equal(stage_run(&stage, "job", "apply", "jobs.json"), 2);
	assert_has(&stage.err, "jobs.json: job 2 (b): cron_expression: no \"such\" day\n"
			       "jobs.json: job 1 (a): not so\n"
			       "jobs.json: /prune: too many\n");
	assert_has(&stage.err, "nothing was done");
	stage_done(&stage);
}

#define PRUNED                                                                          \
	ANSWER("0", "0", "1", "2",                                                      \
	       "{\"code\":\"a\",\"id\":\"1\",\"action\":\"unchanged\",\"changes\":[]}," \
	       "{\"code\":\"old\",\"id\":\"2\",\"action\":\"deleted\",\"changes\":[]}," \
	       "{\"code\":\"older\",\"id\":\"3\",\"action\":\"deleted\",\"changes\":[]}")

static void what_the_file_once_had_is_pruned_after_asking(void **state)
{
	STAGE(stage);
	put_file(&stage, "[{\"code\":\"a\"}]");
	stage_expect(&stage, "POST apply", 200, PRUNED);
	stage_expect(&stage, "POST apply", 200, PRUNED);
	assert_int_equal(stage_run(&stage, "job", "apply", "jobs.json", "--prune", "git", "-y"), 0);
	assert_has(&stage.sent, "],\"dry_run\":true,\"prune\":\"git\"}\n");
	assert_has(&stage.sent, "],\"dry_run\":false,\"prune\":\"git\"}\n");
	assert_has(&stage.out, "delete old\ndelete older\n");
	assert_has(&stage.err, "0 created, 0 changed, 1 unchanged, 2 deleted");
	/* Nobody is there to be asked: nothing is sent but the dry run. */
	stage_expect(&stage, "POST apply", 200, PRUNED);
	stage.sent.len = 0;
	assert_int_equal(stage_run(&stage, "job", "apply", "jobs.json", "--prune", "git"), 2);
	assert_has(&stage.err, "delete jobs that the file does not name: old, older");
	buf_add_byte(&stage.sent, 0);
	assert_null(strstr(stage.sent.at, "\"dry_run\":false"));
	assert_int_equal(stage_run(&stage, "job", "list", "--prune", "git"), 2);
	assert_has(&stage.err, "list takes no --prune");
	stage_done(&stage);
}

static void what_the_server_says_is_reported(void **state)
{
	STAGE(stage);
	put_file(&stage, two_jobs);
	stage_expect(&stage, "POST apply", 403, "{\"code\":\"forbidden\"}");
	assert_int_equal(stage_run(&stage, "job", "apply", "jobs.json"), 4);
	stage.http_err = ERR_UNREACHABLE;
	assert_int_equal(stage_run(&stage, "job", "apply", "jobs.json"), 7);
	assert_has(&stage.err, "Start one with belfry serve");
	assert_int_equal(stage_run(&stage, "job", "apply", "nowhere.json"), 3);
	assert_int_equal(stage_run(&stage, "job", "apply"), 2);
	assert_has(&stage.err, "belfry job apply FILE");
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_whole_file_is_one_call),
		cmocka_unit_test(a_dry_run_is_the_servers),
		cmocka_unit_test(a_mistake_that_the_server_finds_names_file_job_and_field),
		cmocka_unit_test(what_the_file_once_had_is_pruned_after_asking),
		cmocka_unit_test(what_the_server_says_is_reported),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
