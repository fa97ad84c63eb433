#include "stage.h"

static void it_takes_settings_and_no_words(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "serve", "now"), 2);
	assert_has(&stage.err, "takes no arguments, only options");
	stage_done(&stage);
}

static void what_ends_the_server_ends_the_command(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "serve"), 0);
	stage.input_fails = true;
	assert_int_equal(stage_run(&stage, "serve"), 1);
	assert_has(&stage.err, "belfry serve: the disk is gone");
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_takes_settings_and_no_words),
		cmocka_unit_test(what_ends_the_server_ends_the_command),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
