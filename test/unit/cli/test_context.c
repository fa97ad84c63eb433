#include "stage.h"

static void contexts_are_added_used_listed_and_removed(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "context"), 0);
	assert_has(&stage.err, "there are none");
	stage.url = "https://one";
	stage.token = "secret-token";
	assert_int_equal(stage_run(&stage, "context", "add", "one"), 0);
	stage.url = "https://two";
	stage.token = NULL;
	assert_int_equal(stage_run(&stage, "context", "add", "two"), 0);
	assert_int_equal(stage_run(&stage, "context", "list"), 0);
	assert_has(&stage.out, "* one      https://one  kept");
	assert_has(&stage.out, "  two      https://two  none");
	assert_false(has_text(&stage.out, "secret-token"));
	assert_int_equal(stage_run(&stage, "context", "use", "two"), 0);
	assert_int_equal(stage_run(&stage, "context", "remove", "one"), 0);
	assert_int_equal(stage_run(&stage, "context", "list"), 0);
	assert_has(&stage.out, "* two");
	assert_false(has_text(&stage.out, "https://one"));
	stage_done(&stage);
}

static void what_is_not_there_or_no_name_is_refused(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "context", "use", "two"), 3);
	assert_has(&stage.err, "there is no context \"two\"");
	assert_int_equal(stage_run(&stage, "context", "use"), 2);
	assert_int_equal(stage_run(&stage, "context", "add", "a/b"), 2);
	assert_has(&stage.err, "a name has 1 to 64 letters");
	assert_int_equal(stage_run(&stage, "context", "frob"), 2);
	assert_has(&stage.err, "there are list, use, add and remove");
	stage.input_fails = true;
	assert_int_equal(stage_run(&stage, "context", "add", "one"), 1);
	assert_has(&stage.err, "the disk is full");
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(contexts_are_added_used_listed_and_removed),
		cmocka_unit_test(what_is_not_there_or_no_name_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
