#include "cli/verb.h"
#include "stage.h"

static void the_page_has_every_command_option_and_exit_code(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "man"), 0);
	assert_true(str_starts_with(buf_view(&stage.out), STR(".TH BELFRY 1")));
	for (u32 id = 0; id < CMD_COUNT; id++) {
		char line[64];
		snprintf(line, sizeof line, ".SS belfry %s\n", verb_row((enum verb_id)id)->name);
		assert_has(&stage.out, line);
	}
	assert_has(&stage.out, "\\fB\\-z\\fR, \\fB\\-\\-tz\\fR \\fIZONE\\fR\n");
	assert_has(&stage.out, "\\fBskip ID\\fR\n");
	assert_has(&stage.out, ".TP\n8\nthe run that was waited for has failed\n");
	assert_int_equal(stage_run(&stage, "man", "ly"), 2);
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_page_has_every_command_option_and_exit_code),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
