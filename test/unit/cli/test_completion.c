#include "stage.h"

static void each_shell_gets_a_script_that_asks(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "completion", "bash"), 0);
	assert_has(&stage.out, "completion offer -- ");
	assert_has(&stage.out, "complete -o default -F _belfry belfry\n");
	assert_int_equal(stage_run(&stage, "completion", "zsh"), 0);
	assert_true(str_starts_with(buf_view(&stage.out), STR("#compdef belfry\n")));
	assert_has(&stage.out, "completion offer -- ");
	assert_int_equal(stage_run(&stage, "completion", "fish"), 0);
	assert_has(&stage.out, "completion offer -- ");
	assert_has(&stage.out, "complete -c belfry -a '(__belfry_offer)'\n");
	stage_done(&stage);
}

static void other_shells_are_not_known(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "completion", "csh"), 2);
	assert_int_equal(stage_run(&stage, "completion"), 2);
	assert_has(&stage.err, "name a shell: bash, zsh or fish");
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_shell_gets_a_script_that_asks),
		cmocka_unit_test(other_shells_are_not_known),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
