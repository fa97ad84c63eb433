#include "cli/cli.h"

#include "stage.h"

static void an_unknown_command_is_refused_with_the_nearest(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "nxt", "0 9 * * *"), 2);
	assert_str(buf_view(&stage.err),
		   STR("belfry: there is no command \"nxt\"; did you mean next?\n"
		       "try: belfry help\n"));
	assert_int_equal(stage_run(&stage, "--", "next"), 2);
	stage_done(&stage);
}

static void an_unknown_option_is_refused_with_the_nearest(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "next", "0 9 * * *", "--tx", "UTC"), 2);
	assert_str(buf_view(&stage.err),
		   STR("belfry next: unknown option --tx; did you mean --tz?\n"
		       "try: belfry help next\n"));
	assert_int_equal(stage_run(&stage, "--frob", "next"), 2);
	assert_has(&stage.err, "belfry: unknown option --frob\n");
	stage_done(&stage);
}

static void settings_are_options_of_every_command(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "--shade", "dark", "version", "--attic=up"), 0);
	assert_string_equal(stage.set[0], "dark");
	assert_string_equal(stage.set[1], "up");
	assert_int_equal(stage_run(&stage, "next", "@daily", "--shade=wrong"), 2);
	assert_has(&stage.err, "belfry next: --shade: \"wrong\" is wrong\n");
	assert_int_equal(stage.out.len, 0);
	stage_done(&stage);
}

static void an_answer_that_cannot_be_written_is_a_failure(void **state)
{
	STAGE(stage);
	stage.out_result = WRITE_FAILED;
	assert_int_equal(stage_run(&stage, "next", "@daily"), 1);
	assert_str(buf_view(&stage.err), STR("belfry next: the disk is full\n"));
	stage_done(&stage);
}

static void a_reader_that_has_seen_enough_is_no_failure(void **state)
{
	STAGE(stage);
	stage.out_result = WRITE_CLOSED;
	assert_int_equal(stage_run(&stage, "next", "@daily"), 0);
	assert_int_equal(stage.err.len, 0);
	stage_done(&stage);
}

static void too_many_words_are_refused(void **state)
{
	STAGE(stage);
	static const char *words[3000];
	words[0] = "next";
	for (size_t i = 1; i + 1 < countof(words); i++) words[i] = "--rdate=2025-01-01";
	assert_int_equal(stage_run_words(&stage, words), 2);
	assert_has(&stage.err, "more than ");
	stage_done(&stage);
}

static bool tell_next(void *context)
{
	struct stage *stage = context;
	int code = stage_run(stage, "next", "0 9 * * *", "--exclude", "2025-12-25");
	/* The stage's own memory comes from the same place, so its lists may be cut short. */
	return code != 0 || buf_failed(&stage->out) || buf_failed(&stage->err);
}

static void running_out_of_memory_is_an_error_and_leaks_nothing(void **state)
{
	STAGE(stage);
	/* The stage grows its buffers before it is watched. */
	assert_int_equal(stage_run(&stage, "help", "--markdown"), 0);
	(void)buf_extend(&stage.err, 4096);
	buf_clear(&stage.err);
	assert_true(for_each_fault(tell_next, &stage) > 3);
	assert_int_equal(stage_run(&stage, "next", "0 9 * * *"), 0);
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_unknown_command_is_refused_with_the_nearest),
		cmocka_unit_test(an_unknown_option_is_refused_with_the_nearest),
		cmocka_unit_test(settings_are_options_of_every_command),
		cmocka_unit_test(an_answer_that_cannot_be_written_is_a_failure),
		cmocka_unit_test(a_reader_that_has_seen_enough_is_no_failure),
		cmocka_unit_test(too_many_words_are_refused),
		cmocka_unit_test(running_out_of_memory_is_an_error_and_leaks_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
