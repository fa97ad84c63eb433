#include "cli/examples.h"

#include "cli/verb.h"
#include "stage.h"

static void every_command_is_shown_at_work(void **state)
{
	(void)state;
	for (u32 id = 0; id < CMD_COUNT; id++) {
		if (!verb_has_examples((enum verb_id)id))
			fail_msg("%s has no example", verb_row((enum verb_id)id)->name);
	}
}

static void every_line_is_of_its_command_and_says_what_it_does(void **state)
{
	(void)state;
	for (u32 i = 0; i < example_count(); i++) {
		const struct cli_example *example = example_row(i);
		char call[64];
		snprintf(call, sizeof call, "belfry %s", verb_row(example->verb)->name);
		assert_non_null(strstr(example->line, call));
		assert_true(strlen(example->text) > 0);
		assert_null(strchr(example->line, '\n'));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_command_is_shown_at_work),
		cmocka_unit_test(every_line_is_of_its_command_and_says_what_it_does),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
