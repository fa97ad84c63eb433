#include "stage.h"

static void it_says_how_the_server_is(void **state)
{
	STAGE(stage);
	stage_expect(&stage, "GET status", 200, "{\"status\":\"ready\",\"due\":3}");
	assert_int_equal(stage_run(&stage, "status"), 0);
	assert_has(&stage.out, "server                 http://127.0.0.1:1\n");
	assert_has(&stage.out, "status                 \u2713 ready\n");
	assert_has(&stage.out, "due                    3\n");
	stage_expect(&stage, "GET status", 200, "{\"status\":\"ready\"}");
	assert_int_equal(stage_run(&stage, "status", "--json"), 0);
	assert_true(str_eq(buf_view(&stage.out), STR("{\"status\":\"ready\"}\n")));
	stage_done(&stage);
}

static void it_takes_no_words_and_needs_a_server(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "status", "please"), 2);
	stage.http_err = ERR_UNREACHABLE;
	assert_int_equal(stage_run(&stage, "status"), 7);
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(it_says_how_the_server_is),
		cmocka_unit_test(it_takes_no_words_and_needs_a_server),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
