#include "stage.h"

static void every_command_and_action_is_offered(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "completion", "bash"), 0);
	assert_has(&stage.out, "\tjob)\n\t\tactions=' list show create");
	assert_has(&stage.out, " --cron --every");
	assert_has(&stage.out, "--url --token");
	assert_has(&stage.out, "complete -o default -F _belfry belfry");
	assert_int_equal(stage_run(&stage, "completion", "zsh"), 0);
	assert_has(&stage.out, "bashcompinit");
	assert_int_equal(stage_run(&stage, "completion", "fish"), 0);
	assert_has(&stage.out, "'__fish_seen_subcommand_from job' -f -a create -d 'make a job'");
	assert_has(&stage.out, "__fish_use_subcommand -f -a next -d 'say when a rule runs next'");
	stage_done(&stage);
}

static void other_shells_are_not_known(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "completion", "csh"), 2);
	assert_int_equal(stage_run(&stage, "completion"), 2);
	assert_has(&stage.err, "bash, zsh or fish is expected");
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_command_and_action_is_offered),
		cmocka_unit_test(other_shells_are_not_known),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
