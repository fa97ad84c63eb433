#include "cli/progress.h"

#include "stage.h"

static void a_run_that_is_waited_for_shows_how_far_it_is(void **state)
{
	STAGE(stage);
	stage.columns = 60;
	stage_expect(&stage, "POST tasks", 201, "{\"id\":\"7\",\"state\":\"queued\"}");
	stage_expect(&stage, "GET queue/7", 200,
		     "{\"id\":\"7\",\"state\":\"processing\",\"progress_percent\":50,"
		     "\"progress_message\":\"ha\\u001blf\"}");
	stage_expect(&stage, "GET queue/7", 200, "{\"id\":\"7\",\"state\":\"done\"}");
	assert_int_equal(stage_run(&stage, "task", "add", "x", "--wait"), 0);
	assert_has(&stage.err, "\u2588\u2591");
	assert_has(&stage.err, "  50%  processing: ha?lf\x1b[K");
	assert_has(&stage.err, "\r\x1b[K");
	stage_done(&stage);
}

static void an_operation_says_how_many_it_has_seen(void **state)
{
	STAGE(stage);
	stage.columns = 60;
	stage_expect(&stage, "POST queue/cancel", 202, "{\"id\":\"9\",\"state\":\"running\"}");
	stage_expect(&stage, "GET operations/9", 200,
		     "{\"id\":\"9\",\"state\":\"running\",\"seen\":5,\"changed\":4}");
	stage_expect(&stage, "GET operations/9", 200, "{\"id\":\"9\",\"state\":\"done\"}");
	assert_int_equal(stage_run(&stage, "queue", "cancel", "-T", "x", "-y", "-w"), 0);
	assert_has(&stage.err, "\rrunning: 5 seen, 4 changed\x1b[K");
	stage_done(&stage);
}

static void without_a_terminal_or_in_quiet_nothing_is_shown(void **state)
{
	STAGE(stage);
	for (u32 i = 0; i < 2; i++) {
		stage.columns = i ? 60 : 0;
		stage_expect(&stage, "POST tasks", 201, "{\"id\":\"7\"}");
		stage_expect(&stage, "GET queue/7", 200, "{\"state\":\"processing\"}");
		stage_expect(&stage, "GET queue/7", 200, "{\"state\":\"done\"}");
		assert_int_equal(stage_run(&stage, "task", "add", "x", "-w", i ? "-q" : "-j"), 0);
		assert_int_equal(stage.err.len, 0);
	}
	stage_done(&stage);
}

static void a_long_word_stays_in_its_line(void **state)
{
	struct arguments none = { .given_len = 0 };
	STAGE(stage);
	struct cli cli = { .doors = &stage.doors, .arguments = &none };
	output_init(&cli.err, &stage.doors, STREAM_ERR);
	stage.columns = 12;
	progress_show(&cli, 10, STR("0123456789\u00e4z"));
	assert_str(buf_view(&stage.err), STR("\r0123456789\x1b[K"));
	output_done(&cli.err);
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_that_is_waited_for_shows_how_far_it_is),
		cmocka_unit_test(an_operation_says_how_many_it_has_seen),
		cmocka_unit_test(without_a_terminal_or_in_quiet_nothing_is_shown),
		cmocka_unit_test(a_long_word_stays_in_its_line),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
