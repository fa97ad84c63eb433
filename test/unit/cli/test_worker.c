#include "stage.h"

/* What the last worker was told to do. */
static struct work_wish wished;

static enum err note_wish(void *context, const struct work_wish *wish, struct why *why)
{
	const struct stage *stage = context;
	wished = *wish;
	if (stage->input_fails) return fail(why, ERR_UNREACHABLE, "nobody answers");
	return wish->token.len ? ERR_OK : fail(why, ERR_UNAUTHORIZED, "no token");
}

static void it_is_told_what_to_run_and_how(void **state)
{
	STAGE(stage);
	stage.doors.work = note_wish;
	stage.token = "T";
	assert_int_equal(stage_run(&stage, "worker", "--exec", "resize=./resize.py -v a=b", "-x",
				   "mail=send", "--concurrency", "4", "--lease", "2m", "--once",
				   "--from-queues", "a,b", "--worker-id", "w1"),
			 0);
	assert_int_equal(wished.programs_len, 2);
	assert_true(str_eq(wished.programs[0].type, STR("resize")));
	assert_true(str_eq(wished.programs[0].command, STR("./resize.py -v a=b")));
	assert_int_equal(wished.concurrency, 4);
	assert_int_equal(wished.lease_ms, 120000);
	assert_true(wished.once);
	assert_true(str_eq(wished.queues, STR("a,b")));
	assert_true(str_eq(wished.worker_id, STR("w1")));
	assert_true(str_eq(wished.token, STR("T")));
	stage.input_fails = true;
	assert_int_equal(stage_run(&stage, "worker", "-x", "a=b"), 7);
	assert_has(&stage.err, "Start one with belfry serve");
	stage.input_fails = false;
	stage.token = NULL;
	assert_int_equal(stage_run(&stage, "worker", "-x", "a=b"), 4);
	assert_has(&stage.err, "No token was given: set BELFRY_TOKEN");
	stage_done(&stage);
}

static void mistakes_are_refused(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "worker"), 2);
	assert_has(&stage.err, "list, or --exec TYPE=PROGRAM, is expected");
	assert_int_equal(stage_run(&stage, "worker", "-x", "nothing"), 2);
	assert_int_equal(stage_run(&stage, "worker", "-x", "a=b", "-x", "a=c"), 2);
	assert_has(&stage.err, "\"a\" is given twice");
	assert_int_equal(stage_run(&stage, "worker", "-x", "a=b", "--concurrency", "0"), 2);
	assert_has(&stage.err, "--concurrency must be 1 to 256");
	assert_int_equal(stage_run(&stage, "worker", "-x", "a=b", "--lease", "soon"), 2);
	assert_int_equal(stage_run(&stage, "worker", "-x", "a=b", "list"), 2);
	stage_done(&stage);
}

static void workers_are_listed(void **state)
{
	STAGE(stage);
	stage_expect(&stage, "GET workers", 200,
		     "{\"data\":[{\"worker_id\":\"w\",\"running\":2}]}");
	assert_int_equal(stage_run(&stage, "worker", "list"), 0);
	assert_has(&stage.out, "WORKER  RUNNING\nw       2\n");
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_is_told_what_to_run_and_how),
		cmocka_unit_test(mistakes_are_refused),
		cmocka_unit_test(workers_are_listed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
