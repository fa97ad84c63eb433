#include "stage.h"

static void every_task_is_made_leased_and_finished(void **state)
{
	STAGE(stage);
	stage_expect(&stage, "POST tasks", 201, "{}");
	stage_expect(&stage, "POST tasks", 201, "{}");
	stage_expect(&stage, "POST tasks/bulk", 200, "{}");
	stage_expect(&stage, "POST worker/lease", 200,
		     "{\"leases\":[{\"execution_id\":\"a\"},{\"execution_id\":\"b\"}]}");
	stage_expect(&stage, "POST worker/results", 200,
		     "{\"results\":[],\"leases\":[{\"execution_id\":\"c\"}]}");
	stage_expect(&stage, "POST worker/results", 200, "{\"results\":[],\"leases\":[]}");
	assert_int_equal(stage_run(&stage, "bench", "--runs", "2", "--yes"), 0);
	assert_has(&stage.out, "MEASURE                       COUNT    TOOK  A SECOND\n");
	assert_has(&stage.out, "runs carried out, 500 a call      3  0.00 s      3000\n");
	assert_has(&stage.sent, "{\"execution_id\":\"a\",\"outcome\":\"success\"},"
				"{\"execution_id\":\"b\",\"outcome\":\"success\"}],\"lease\":{");
	stage_done(&stage);
}

static void a_program_gets_numbers(void **state)
{
	STAGE(stage);
	stage_expect(&stage, "POST tasks", 201, "{}");
	stage_expect(&stage, "POST tasks/bulk", 200, "{}");
	stage_expect(&stage, "POST worker/lease", 200, "{\"leases\":[]}");
	assert_int_equal(stage_run(&stage, "bench", "--runs", "1", "-y", "--json"), 0);
	assert_str(buf_view(&stage.out),
		   STR("{\"single\":{\"count\":1,\"seconds\":0.001,\"per_second\":1000},"
		       "\"bulk\":{\"count\":1,\"seconds\":0.001,\"per_second\":1000},"
		       "\"carried_out\":{\"count\":0,\"seconds\":0.001,\"per_second\":0}}\n"));
	stage_done(&stage);
}

static void nothing_is_put_anywhere_unasked(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "bench"), 2);
	assert_has(&stage.err, "put 10000 tasks on http://127.0.0.1:1: confirm with --yes");
	assert_int_equal(stage_run(&stage, "bench", "--runs", "0", "-y"), 2);
	assert_int_equal(stage_run(&stage, "bench", "x", "-y"), 2);
	stage_expect(&stage, "POST tasks", 403, "{}");
	assert_int_equal(stage_run(&stage, "bench", "--runs", "1", "-y"), 4);
	assert_int_equal(stage.out.len, 0);
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_task_is_made_leased_and_finished),
		cmocka_unit_test(a_program_gets_numbers),
		cmocka_unit_test(nothing_is_put_anywhere_unasked),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
