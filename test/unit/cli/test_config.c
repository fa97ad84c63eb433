#include "stage.h"

static void every_setting_is_told_and_secrets_are_hidden(void **state)
{
	STAGE(stage);
	stage.token = "hush-hush";
	assert_int_equal(stage_run(&stage, "config", "show"), 0);
	assert_has(&stage.out, "STAGE_URL      http://127.0.0.1:1  default      at start");
	assert_has(&stage.out, "STAGE_TOKEN    (hidden)            environment  at start");
	assert_false(has_text(&stage.out, "hush-hush"));
	assert_int_equal(stage_run(&stage, "config", "show", "--json"), 0);
	assert_has(&stage.out, "{\"name\":\"STAGE_TOKEN\",\"flag\":\"token\",\"value\":null,"
			       "\"origin\":\"environment\",\"secret\":true}");
	assert_false(has_text(&stage.out, "hush-hush"));
	stage_done(&stage);
}

static void check_says_that_all_is_understood(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "config", "check"), 0);
	assert_has(&stage.err, "every setting is understood");
	stage.wrong = "STAGE_LISTEN: nowhere is no address";
	assert_int_equal(stage_run(&stage, "config", "check"), 2);
	assert_has(&stage.err, "belfry config: STAGE_LISTEN: nowhere is no address");
	assert_false(has_text(&stage.err, "understood"));
	assert_int_equal(stage_run(&stage, "config", "check", "--shade", "wrong"), 2);
	assert_int_equal(stage_run(&stage, "config"), 2);
	assert_int_equal(stage_run(&stage, "config", "frob"), 2);
	assert_has(&stage.err, "name an action: show or check");
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_setting_is_told_and_secrets_are_hidden),
		cmocka_unit_test(check_says_that_all_is_understood),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
