#include "stage.h"

static void tell_two(void *context, finding_report *tell, finding_progress *progress,
		     void *tell_context)
{
	const struct stage *stage = context;
	progress(tell_context, "runs", 50, 200);
	tell(tell_context, &(struct check_finding){ VERDICT_GOOD, "clock", "is right", "" });
	if (stage->input_fails)
		tell(tell_context,
		     &(struct check_finding){ VERDICT_BAD, "disk", "is full", "make room" });
}

static void all_is_well(void **state)
{
	STAGE(stage);
	stage.doors.examine = tell_two;
	stage.clock = stage.doors.now;
	stage_expect(&stage, "GET status", 200,
		     "{\"status\":\"ready\",\"now\":\"2025-11-16T10:00:30Z\"}");
	assert_int_equal(stage_run(&stage, "doctor"), 0);
	assert_has(&stage.out, "\u2713 clock        is right\n");
	assert_has(&stage.out, "server       is ready");
	assert_false(has_text(&stage.out, "clocks"));
	stage_done(&stage);
}

static void what_is_wrong_has_a_fix_and_an_exit_code(void **state)
{
	STAGE(stage);
	stage.doors.examine = tell_two;
	stage.input_fails = true;
	stage.http_err = ERR_UNREACHABLE;
	assert_int_equal(stage_run(&stage, "doctor"), 1);
	assert_has(&stage.out, "is full\n               fix: make room\n");
	assert_has(&stage.out, "! server       nobody answers\n");
	assert_has(&stage.err, "1 problem is to fix");
	assert_int_equal(stage_run(&stage, "doctor", "--json"), 1);
	assert_has(&stage.out, "{\"verdict\":\"bad\",\"what\":\"disk\",\"text\":\"is full\"");
	assert_int_equal(stage_run(&stage, "doctor", "who"), 2);
	stage_done(&stage);
}

static void a_server_in_doubt_is_told(void **state)
{
	STAGE(stage);
	stage.doors.examine = tell_two;
	stage_expect(&stage, "GET status", 401, "{}");
	assert_int_equal(stage_run(&stage, "doctor"), 0);
	assert_has(&stage.out, "does not know the token");
	stage_expect(&stage, "GET status", 200,
		     "{\"status\":\"not_ready\",\"now\":\"2025-11-16T10:00:30Z\"}");
	assert_int_equal(stage_run(&stage, "doctor"), 1);
	assert_has(&stage.out, "is running, but not ready");
	assert_has(&stage.out, "differs from the server's clock by more than 5 s");
	stage_done(&stage);
}

static enum err repair(void *context, u64 *out_entries, struct why *why)
{
	const struct stage *stage = context;
	if (stage->input_fails) return fail(why, ERR_CONFLICT, "a server has the store");
	*out_entries = 12;
	return ERR_OK;
}

static void lists_are_repaired_only_when_asked_and_before_the_look(void **state)
{
	STAGE(stage);
	stage.doors.examine = tell_two;
	stage.doors.repair_lists = repair;
	stage.clock = stage.doors.now;
	for (u32 i = 0; i < 2; i++)
		stage_expect(&stage, "GET status", 200,
			     "{\"status\":\"ready\",\"now\":\"2025-11-16T10:00:30Z\"}");
	assert_int_equal(stage_run(&stage, "doctor"), 0);
	assert_false(has_text(&stage.out, "made anew"));
	assert_int_equal(stage_run(&stage, "doctor", "--repair-lists"), 0);
	assert_has(&stage.out, "\u2713 lists        rebuilt from their tables: 12 entries\n"
			       "\u2713 clock ");
	stage.input_fails = true;
	assert_int_not_equal(stage_run(&stage, "doctor", "--repair-lists"), 0);
	assert_has(&stage.err, "a server has the store");
	assert_false(has_text(&stage.out, "clock"));
	stage_done(&stage);
}

static enum err set_aside(void *context, str table, struct buf *out, struct why *why)
{
	const struct stage *stage = context;
	if (stage->input_fails) return fail(why, ERR_CONFLICT, "a server has the store");
	if (!str_eq(table, STR("pauses"))) return fail(why, ERR_USAGE, "one of pauses");
	buf_add(out, STR("1 damaged row is kept"));
	return ERR_OK;
}

static void rows_are_set_aside_before_the_look(void **state)
{
	STAGE(stage);
	stage.doors.examine = tell_two;
	stage.doors.set_aside = set_aside;
	stage.http_err = ERR_UNREACHABLE;
	assert_int_equal(stage_run(&stage, "doctor", "--set-aside", "pauses"), 0);
	assert_has(&stage.out, "\u2713 set aside    1 damaged row is kept\n\u2713 clock ");
	assert_int_equal(stage_run(&stage, "doctor", "--set-aside", "runs"), 2);
	assert_has(&stage.err, "one of pauses");
	assert_int_equal(stage_run(&stage, "doctor", "--set-aside"), 2);
	stage.input_fails = true;
	assert_int_equal(stage_run(&stage, "doctor", "--set-aside", "pauses"), 5);
	assert_has(&stage.err, "a server has the store");
	assert_false(has_text(&stage.out, "clock"));
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_is_well),
		cmocka_unit_test(what_is_wrong_has_a_fix_and_an_exit_code),
		cmocka_unit_test(a_server_in_doubt_is_told),
		cmocka_unit_test(lists_are_repaired_only_when_asked_and_before_the_look),
		cmocka_unit_test(rows_are_set_aside_before_the_look),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
