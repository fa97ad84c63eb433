#include "cli/verb.h"

#include "stage.h"

static struct cli cli;

static void given_cli(struct stage *stage)
{
	cli = (struct cli){ .doors = &stage->doors };
	output_init(&cli.out, &stage->doors, STREAM_OUT);
	output_init(&cli.err, &stage->doors, STREAM_ERR);
}

static void expect_said(struct stage *stage, const char *expected)
{
	assert_true(output_flush(&cli.err));
	assert_str(buf_view(&stage->err), str_from(expected));
	output_done(&cli.out);
	output_done(&cli.err);
	stage_done(stage);
}

static void commands_are_found_by_their_whole_name(void **state)
{
	(void)state;
	assert_int_equal(verb_find(STR("next")), CMD_NEXT);
	assert_int_equal(verb_find(STR("help")), CMD_HELP);
	assert_int_equal(verb_find(STR("nex")), CMD_COUNT);
	assert_int_equal(verb_find(STR("NEXT")), CMD_COUNT);
	assert_int_equal(verb_find(STR("")), CMD_COUNT);
}

static void every_command_says_what_it_does(void **state)
{
	(void)state;
	for (u32 id = 0; id < CMD_COUNT; id++) {
		const struct verb *command = verb_row((enum verb_id)id);
		assert_int_equal(verb_find(str_from(command->name)), id);
		assert_non_null(command->function);
		assert_true(strlen(command->summary) > 0);
		assert_true(strlen(command->text) > 0);
		assert_true(strlen(command->group) > 0);
	}
}

static void an_error_is_one_line_with_the_command_in_front(void **state)
{
	STAGE(stage);
	struct why why;
	given_cli(&stage);
	(void)fail(&why, ERR_CRON_RANGE, "minute: \"61\" is not 0 to 59");
	assert_int_equal(report(&cli, &why), ERR_CRON_RANGE);
	cli.command = verb_row(CMD_NEXT);
	assert_int_equal(report(&cli, &why), ERR_CRON_RANGE);
	expect_said(&stage, "belfry: minute: \"61\" is not 0 to 59\n"
			    "belfry next: minute: \"61\" is not 0 to 59\n");
}

static void a_mistake_of_usage_points_to_the_help(void **state)
{
	STAGE(stage);
	struct why why;
	given_cli(&stage);
	(void)fail(&why, ERR_USAGE, "no");
	assert_int_equal(report_usage(&cli, &why), ERR_USAGE);
	cli.command = verb_row(CMD_EXPLAIN);
	assert_int_equal(report_usage(&cli, &why), ERR_USAGE);
	expect_said(&stage, "belfry: no\ntry: belfry help\n"
			    "belfry explain: no\ntry: belfry help explain\n");
}

static void a_misspelt_command_is_answered_with_the_nearest(void **state)
{
	STAGE(stage);
	given_cli(&stage);
	assert_int_equal(report_no_command(&cli, STR("exlpain")), ERR_USAGE);
	assert_int_equal(report_no_command(&cli, STR("frobnicate")), ERR_USAGE);
	expect_said(&stage, "belfry: there is no command \"exlpain\"; did you mean explain?\n"
			    "try: belfry help\n"
			    "belfry: there is no command \"frobnicate\"\n"
			    "try: belfry help\n");
}

static void notes_and_errors_have_their_colours(void **state)
{
	STAGE(stage);
	struct why why;
	given_cli(&stage);
	cli.err.color = true;
	(void)fail(&why, ERR_IO, "gone");
	(void)report(&cli, &why);
	report_note(&cli, STR("by the way"));
	expect_said(&stage, "\x1b[1;31mbelfry\x1b[0m: gone\n\x1b[2mnote: by the way\x1b[0m\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(commands_are_found_by_their_whole_name),
		cmocka_unit_test(every_command_says_what_it_does),
		cmocka_unit_test(an_error_is_one_line_with_the_command_in_front),
		cmocka_unit_test(a_mistake_of_usage_points_to_the_help),
		cmocka_unit_test(a_misspelt_command_is_answered_with_the_nearest),
		cmocka_unit_test(notes_and_errors_have_their_colours),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
