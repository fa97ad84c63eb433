#include "stage.h"

static void the_version_comes_with_what_it_was_built_from(void **state)
{
	STAGE(stage);
	static const char *const ways[][2] = { { "version", NULL },
					       { "--version", NULL },
					       { "-V", NULL } };
	for (size_t i = 0; i < countof(ways); i++) {
		assert_int_equal(stage_run_words(&stage, ways[i]), 0);
		assert_str(buf_view(&stage.out), STR("belfry 1.2.3\n"
						     "compiler   cc 1\n"
						     "zone data  2025b in the attic\n"));
	}
	stage_done(&stage);
}

static void json_for_a_program(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "version", "--json"), 0);
	assert_str(buf_view(&stage.out), STR("{\"version\":\"1.2.3\",\"compiler\":\"cc 1\","
					     "\"zone_data\":\"2025b in the attic\"}\n"));
	stage_done(&stage);
}

static void without_zone_data_it_says_why(void **state)
{
	STAGE(stage);
	stage.input_fails = true;
	assert_int_equal(stage_run(&stage, "version"), 0);
	assert_has(&stage.out, "zone data  none: no such folder\n");
	stage_done(&stage);
}

static void arguments_are_not_expected(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "version", "next"), 2);
	assert_has(&stage.err, "expected no argument, got \"next\"");
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_version_comes_with_what_it_was_built_from),
		cmocka_unit_test(json_for_a_program),
		cmocka_unit_test(without_zone_data_it_says_why),
		cmocka_unit_test(arguments_are_not_expected),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
