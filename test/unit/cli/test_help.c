#include "cli/help.h"

#include "stage.h"

static void the_overview_has_every_command_option_and_exit_code(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "help"), 0);
	assert_has(&stage.out, "Belfry 1.2.3");
	for (u32 id = 0; id < CMD_COUNT; id++) {
		assert_has(&stage.out, verb_row((enum verb_id)id)->name);
		assert_has(&stage.out, verb_row((enum verb_id)id)->summary);
	}
	assert_has(&stage.out, "  -h, --help ");
	assert_has(&stage.out, "      --shade HOW         how dark it is (STAGE_SHADE)\n");
	assert_has(&stage.out, "  -A, --attic FOLDER ");
	assert_has(&stage.out, "      --a-name-that-is-rather-long NAME\n"
			       "                          beside it is no room\n");
#define X(code, name, meaning) assert_has(&stage.out, "\n  " #code "  " meaning "\n");
	EXITS(X)
#undef X
	assert_int_equal(stage.err.len, 0);
	stage_done(&stage);
}

static void no_line_of_help_is_wider_than_a_terminal(void **state)
{
	STAGE(stage);
	static const char *const words[][3] = { { "help", NULL },
						{ "help", "next", NULL },
						{ "help", "explain", NULL },
						{ "version", "--help", NULL } };
	for (size_t i = 0; i < countof(words); i++) {
		assert_int_equal(stage_run_words(&stage, words[i]), 0);
		for (str rest = buf_view(&stage.out); rest.len;) {
			str line = str_split(&rest, '\n');
			assert_true(line.len <= 100);
			assert_true(line.len == 0 || line.at[line.len - 1] != ' ');
		}
	}
	stage_done(&stage);
}

static void a_command_is_explained_with_its_own_options(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "help", "next"), 0);
	assert_has(&stage.out, "Usage: belfry next RULE [OPTIONS]\n");
	assert_has(&stage.out, "\nOptions\n");
	assert_has(&stage.out, "  -z, --tz ZONE ");
	assert_has(&stage.out, "  -b, --batch ");
	assert_has(&stage.out, "\nOptions of every command\n");
	assert_false(has_text(&stage.out, "--markdown"));
	assert_int_equal(stage_run(&stage, "help", "explain"), 0);
	assert_has(&stage.out, "  -z, --tz ZONE ");
	assert_false(has_text(&stage.out, "--batch"));
	stage_done(&stage);
}

static void help_is_reached_in_many_ways(void **state)
{
	STAGE(stage);
	struct buf expected;
	buf_init(&expected, 1 << 20);
	assert_int_equal(stage_run(&stage, "help", "next"), 0);
	buf_add(&expected, buf_view(&stage.out));
	static const char *const ways[][4] = {
		{ "next", "--help", NULL },
		{ "next", "-h", "61 * * * *", NULL },
		{ "--help", "next", NULL },
		{ "-h", "next", NULL },
		{ "--no-color", "next", "--help", NULL },
	};
	for (size_t i = 0; i < countof(ways); i++) {
		assert_int_equal(stage_run_words(&stage, ways[i]), 0);
		assert_str(buf_view(&stage.out), buf_view(&expected));
	}
	buf_done(&expected);
	stage_done(&stage);
}

static void help_for_what_is_not_there(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "help", "nxet"), 2);
	assert_has(&stage.err, "there is no command \"nxet\"; did you mean next?");
	assert_int_equal(stage.out.len, 0);
	stage_done(&stage);
}

static void the_program_alone_says_how_it_is_used(void **state)
{
	STAGE(stage);
	static const char *const nothing[] = { NULL };
	assert_int_equal(stage_run_words(&stage, nothing), 2);
	assert_int_equal(stage.out.len, 0);
	assert_has(&stage.err, "usage: belfry COMMAND [OPTIONS]\n");
	assert_has(&stage.err, "\n  next        show when a rule runs next\n");
	assert_int_equal(stage_run(&stage, "--no-color"), 2);
	stage_done(&stage);
}

static void markdown_has_a_section_for_each_command(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "help", "--markdown"), 0);
	assert_true(str_starts_with(buf_view(&stage.out), STR("# The command line\n")));
	for (u32 id = 0; id < CMD_COUNT; id++) {
		struct buf heading;
		buf_init(&heading, 100);
		buf_addf(&heading, "\n## belfry %s\n", verb_row((enum verb_id)id)->name);
		buf_add_byte(&heading, '\0');
		assert_has(&stage.out, heading.at);
		buf_done(&heading);
	}
	assert_has(&stage.out, "| `-z, --tz ZONE` | ");
	assert_has(&stage.out, "| `--shade HOW` | how dark it is (STAGE_SHADE) |\n");
	assert_has(&stage.out, "\n| 2 | wrong usage: command, option or rule |\n");
	assert_has(&stage.out, "\\*/15");
	stage_done(&stage);
}

static void an_action_is_explained_with_its_own_options(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "job", "run", "--help"), 0);
	assert_has(&stage.out, "Usage: belfry job run ID [OPTIONS]\n");
	assert_has(&stage.out, "Calls POST jobs/:id/run.\n");
	assert_has(&stage.out, "  -r, --reason TEXT ");
	assert_has(&stage.out, "  -w, --wait ");
	assert_false(has_text(&stage.out, "--cron"));
	assert_int_equal(stage_run(&stage, "help", "job", "ls"), 0);
	assert_has(&stage.out, "Usage: belfry job list [OPTIONS]\n");
	assert_has(&stage.out, "--columns");
	assert_false(has_text(&stage.out, "--wait"));
	assert_int_equal(stage_run(&stage, "help", "job", "create"), 0);
	assert_false(has_text(&stage.out, "--code"));
	/* Told apart by their words, and each shown. */
	assert_int_equal(stage_run(&stage, "help", "queue", "retry"), 0);
	assert_has(&stage.out, "Calls POST queue/:id/retry.\n");
	assert_has(&stage.out, "Calls POST queue/retry.\n");
	assert_int_equal(stage_run(&stage, "help", "job", "dance"), 2);
	assert_has(&stage.err, "there is no action \"dance\"");
	stage_done(&stage);
}

static void aliases_of_actions_are_listed_where_they_count(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "help", "execution"), 0);
	assert_has(&stage.out,
		   "Aliases: get and describe for show, ls for list, logs for output\n");
	assert_int_equal(stage_run(&stage, "help", "backup"), 0);
	assert_false(has_text(&stage.out, "Aliases"));
	stage_done(&stage);
}

static void settings_of_the_server_alone_are_listed_by_serve_alone(void **state)
{
	(void)state;
	assert_true(help_scopes(CMD_SERVE) & SCOPE_SERVE);
	assert_int_equal(help_scopes(CMD_BACKUP), SCOPE_STORE);
	assert_int_equal(help_scopes(CMD_RESTORE), SCOPE_STORE);
	assert_false(help_scopes(CMD_DOCTOR) & SCOPE_SERVE);
	assert_true(help_points_to_serve(CMD_DOCTOR));
	assert_false(help_points_to_serve(CMD_SERVE));
	assert_false(help_points_to_serve(CMD_BACKUP));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_action_is_explained_with_its_own_options),
		cmocka_unit_test(aliases_of_actions_are_listed_where_they_count),
		cmocka_unit_test(settings_of_the_server_alone_are_listed_by_serve_alone),
		cmocka_unit_test(the_overview_has_every_command_option_and_exit_code),
		cmocka_unit_test(no_line_of_help_is_wider_than_a_terminal),
		cmocka_unit_test(a_command_is_explained_with_its_own_options),
		cmocka_unit_test(help_is_reached_in_many_ways),
		cmocka_unit_test(help_for_what_is_not_there),
		cmocka_unit_test(the_program_alone_says_how_it_is_used),
		cmocka_unit_test(markdown_has_a_section_for_each_command),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
