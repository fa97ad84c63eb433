#include "stage.h"

#define CRONTAB                                            \
	"# mine\nCRON_TZ = 'Europe/Berlin'\nMAILTO=\"\"\n" \
	"*/5 * * * *  /usr/bin/backup --all\n@daily echo it's done\r\n"

static void it_is_shown_before_anything_is_made(void **state)
{
	STAGE(stage);
	stage.input = STR(CRONTAB);
	assert_int_equal(stage_run(&stage, "import", "crontab"), 0);
	assert_has(&stage.out, "*/5 * * * *  Europe/Berlin  /usr/bin/backup --all\n");
	assert_has(&stage.out, "@daily       Europe/Berlin  echo it's done\n");
	assert_has(&stage.err, "nothing was created: --write FOLDER");
	assert_int_equal(stage.sent.len, 0);
	stage_done(&stage);
}

static void writing_makes_jobs_and_a_worker(void **state)
{
	STAGE(stage);
	stage.input = STR(CRONTAB);
	stage_expect(&stage, "POST jobs", 201, "{}");
	stage_expect(&stage, "POST jobs", 409, "{}"); /* was there already */
	assert_int_equal(stage_run(&stage, "import", "crontab", "-", "--write", "out"), 0);
	assert_has(&stage.sent,
		   "\"cron_expression\":\"*/5 * * * *\",\"timezone\":\"Europe/Berlin\"");
	const struct stage_file *file = stage_file(&stage, STR("out/belfry-crontab-worker.sh"));
	assert_non_null(file);
	assert_non_null(strstr(file->text, "export MAILTO=''\n"));
	assert_non_null(strstr(file->text, "=/usr/bin/backup --all' \\\n"));
	assert_non_null(strstr(file->text, "=echo it'\\''s done'\n"));
	assert_has(&stage.err,
		   "2 jobs are created; start their worker: sh out/belfry-crontab-worker.sh");
	stage_done(&stage);
}

static void a_program_gets_json(void **state)
{
	STAGE(stage);
	stage.input = STR(CRONTAB);
	assert_int_equal(stage_run(&stage, "import", "crontab", "--json"), 0);
	assert_has(&stage.out, "{\"jobs\":[{\"code\":\"cron-");
	assert_has(&stage.out, "\"cron_expression\":\"*/5 * * * *\",\"timezone\":\"Europe/Berlin\","
			       "\"command\":\"/usr/bin/backup --all\"},{");
	assert_has(&stage.out, "\"command\":\"echo it's done\"}]}\n");
	stage_done(&stage);
}

static void a_percent_sign_behind_a_backslash_is_one(void **state)
{
	STAGE(stage);
	stage.input = STR("0 3 * * * backup-$(date +\\%F)");
	assert_int_equal(stage_run(&stage, "import", "crontab"), 0);
	assert_has(&stage.out, "  UTC   backup-$(date +%F)\n");
	stage.input = STR("0 3 * * * backup-$(date +\\%F)");
	stage_expect(&stage, "POST jobs", 201, "{}");
	assert_int_equal(stage_run(&stage, "import", "crontab", "--write", "out"), 0);
	assert_has(&stage.sent, "\"name\":\"backup-$(date +%F)\"");
	const struct stage_file *file = stage_file(&stage, STR("out/belfry-crontab-worker.sh"));
	assert_non_null(file);
	assert_non_null(strstr(file->text, "=backup-$(date +%F)'\n"));
	stage_done(&stage);
}

/* Cron goes by the machine's clock, which may be another's than the server's. */
static void a_zone_can_be_given_and_utc_is_said(void **state)
{
	STAGE(stage);
	stage.input = STR("0 3 * * * x");
	assert_int_equal(stage_run(&stage, "import", "crontab"), 0);
	assert_has(&stage.err, "CRON_TZ or --tz ZONE");
	stage.input = STR("0 3 * * * x\nCRON_TZ=Asia/Tokyo\n0 3 * * * x\n");
	stage_expect(&stage, "POST jobs", 201, "{}");
	stage_expect(&stage, "POST jobs", 201, "{}");
	assert_int_equal(
		stage_run(&stage, "import", "crontab", "--tz", "Europe/Berlin", "--write", "out"),
		0);
	assert_has(&stage.sent, "\"timezone\":\"Europe/Berlin\"");
	assert_has(&stage.sent, "\"timezone\":\"Asia/Tokyo\"");
	stage_done(&stage);
}

/* Cron ends no command, and starts none again because it failed. */
static void a_job_is_neither_tried_again_nor_cut_short(void **state)
{
	STAGE(stage);
	stage.input = STR("0 3 * * * x");
	stage_expect(&stage, "POST jobs", 201, "{}");
	assert_int_equal(stage_run(&stage, "import", "crontab", "--write", "out"), 0);
	assert_has(&stage.sent, "\"max_retries\":0,\"timeout_seconds\":86400");
	stage_done(&stage);
}

static void what_cannot_be_taken_over_is_named_by_its_line(void **state)
{
	static const struct {
		const char *text;
		int code;
		const char *said;
	} rows[] = {
		{ "@reboot x", 2, "line 1: @reboot is not a schedule" },
		{ "\n* * * * *", 2, "line 2: five fields and a command are expected" },
		{ "61 * * * * x", 2, "line 1: " },
		{ "* * * * * mail%hello", 2, "line 1: in a crontab % means standard input" },
		{ "* * * * * a\\%b%c", 2, "line 1: in a crontab % means standard input" },
		{ "* * * * * x\n\n* * * * * x", 2, "line 3: the same line is above" },
	};
	STAGE(stage);
	for (size_t i = 0; i < countof(rows); i++) {
		stage.input = str_from(rows[i].text);
		assert_int_equal(stage_run(&stage, "import", "crontab"), rows[i].code);
		assert_has(&stage.err, rows[i].said);
	}
	stage.input = STR("61 * * * * x\n0 9 * * * good\n@reboot y\n0 10 * * * z%\n");
	assert_int_equal(stage_run(&stage, "import", "crontab"), 2);
	assert_has(&stage.err, "line 1: ");
	assert_has(&stage.err, "line 3: @reboot");
	assert_has(&stage.err, "line 4: in a crontab %");
	assert_has(&stage.out, "good");
	stage.input = STR("0 9 * * * good\n@reboot y\n");
	assert_int_equal(stage_run(&stage, "import", "crontab", "--write", "out"), 2);
	assert_has(&stage.err, "nothing was created");
	assert_int_equal(stage_run(&stage, "import", "crontab", "a", "b"), 2);
	stage.input = STR("* * * * * x");
	stage_expect(&stage, "POST jobs", 403, "{\"code\":\"forbidden\"}");
	assert_int_equal(stage_run(&stage, "import", "crontab", "--write", "out"), 4);
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_is_shown_before_anything_is_made),
		cmocka_unit_test(writing_makes_jobs_and_a_worker),
		cmocka_unit_test(a_program_gets_json),
		cmocka_unit_test(a_percent_sign_behind_a_backslash_is_one),
		cmocka_unit_test(a_zone_can_be_given_and_utc_is_said),
		cmocka_unit_test(a_job_is_neither_tried_again_nor_cut_short),
		cmocka_unit_test(what_cannot_be_taken_over_is_named_by_its_line),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
