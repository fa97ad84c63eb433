#include "cli/examples.h"
#include "cli/verb.h"
#include "stage.h"

static void the_main_page_has_every_command_and_exit_code(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "man"), 0);
	assert_true(str_starts_with(buf_view(&stage.out), STR(".TH BELFRY 1")));
	for (u32 id = 0; id < CMD_COUNT; id++) {
		char line[64];
		snprintf(line, sizeof line, ".TP\n\\fB%s\\fR\n", verb_row((enum verb_id)id)->name);
		assert_has(&stage.out, line);
	}
	assert_has(&stage.out, "\\fB\\-h\\fR, \\fB\\-\\-help\\fR\n");
	assert_has(&stage.out, ".TP\n8\nthe awaited run failed\n");
	stage_done(&stage);
}

static void a_command_has_a_page_of_its_own(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "man", "job"), 0);
	assert_true(str_starts_with(buf_view(&stage.out), STR(".TH BELFRY-JOB 1")));
	assert_has(&stage.out, "belfry\\-job \\- create, list, run");
	assert_has(&stage.out, "\\fBskip ID\\fR\n");
	assert_has(&stage.out, "\\fB\\-\\-cron\\fR \\fIRULE\\fR\n");
	assert_has(&stage.out, ".nf\n.RS\nbelfry job list\n.RE\n.fi\n");
	assert_has(&stage.out, "\\(aq0 7 * * MON\\(aq");
	assert_int_equal(stage_run(&stage, "man", "jbo"), 2);
	assert_has(&stage.err, "did you mean job?");
	assert_int_equal(stage_run(&stage, "man", "job", "task"), 2);
	stage_done(&stage);
}

static void the_settings_have_one_too(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "man", "belfry.conf"), 0);
	assert_true(str_starts_with(buf_view(&stage.out), STR(".TH BELFRY.CONF 5")));
	assert_has(&stage.out, ".TP\n\\fBa_name_that_is_rather_long\\fR = \\fINAME\\fR\n");
	stage_done(&stage);
}

static u32 pages_written;

static enum err count_page(void *context, str path, str text, struct why *why)
{
	const struct stage *stage = context;
	if (stage->input_fails) return fail(why, ERR_IO, "the disk is full");
	assert_true(str_starts_with(path, STR("out/belfry")));
	assert_true(str_starts_with(text, STR(".TH ")));
	pages_written++;
	return ERR_OK;
}

static void all_of_them_are_written_into_a_folder(void **state)
{
	STAGE(stage);
	stage.doors.write_file = count_page;
	assert_int_equal(stage_run(&stage, "man", "--write", "out"), 0);
	assert_int_equal(pages_written, CMD_COUNT + 2);
	stage.input_fails = true;
	assert_int_equal(stage_run(&stage, "man", "--write", "out"), 1);
	assert_has(&stage.err, "the disk is full");
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_main_page_has_every_command_and_exit_code),
		cmocka_unit_test(a_command_has_a_page_of_its_own),
		cmocka_unit_test(the_settings_have_one_too),
		cmocka_unit_test(all_of_them_are_written_into_a_folder),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
