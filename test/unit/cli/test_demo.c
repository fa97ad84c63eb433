#include "cli/output.h"
#include "stage.h"

static struct demo_wish wished;

static enum err note_wish(void *context, const struct demo_wish *wish, struct output *out,
			  struct why *why)
{
	const struct stage *stage = context;
	wished = *wish;
	buf_add(&out->text, STR("look at it\n"));
	return stage->input_fails ? fail(why, ERR_IO, "no folder") : ERR_OK;
}

static void it_is_told_where_and_how_long(void **state)
{
	STAGE(stage);
	stage.doors.demo = note_wish;
	assert_int_equal(stage_run(&stage, "demo"), 0);
	assert_has(&stage.out, "look at it\n");
	assert_int_equal(wished.port, 7654);
	assert_true(wished.port_may_change);
	assert_int_equal(wished.span, MSEC_DAY);
	assert_int_equal(stage_run(&stage, "demo", "--port", "0", "--for", "90s"), 0);
	assert_int_equal(wished.port, 0);
	assert_false(wished.port_may_change);
	assert_int_equal(wished.span, 90000);
	stage.input_fails = true;
	assert_int_equal(stage_run(&stage, "demo"), 1);
	assert_has(&stage.err, "belfry demo: no folder\n");
	stage_done(&stage);
}

static void mistakes_are_refused(void **state)
{
	STAGE(stage);
	stage.doors.demo = note_wish;
	assert_int_equal(stage_run(&stage, "demo", "now"), 2);
	assert_int_equal(stage_run(&stage, "demo", "--port", "65536"), 2);
	assert_has(&stage.err, "--port must be 0 to 65535");
	assert_int_equal(stage_run(&stage, "demo", "--for", "ever"), 2);
	assert_int_equal(stage_run(&stage, "demo", "--for", "32d"), 2);
	assert_has(&stage.err, "up to 31 days");
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_is_told_where_and_how_long),
		cmocka_unit_test(mistakes_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
