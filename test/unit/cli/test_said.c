/* What an attempt wrote, as a person sees it. */
#include "stage.h"

#define PATH "GET executions/e1/output"

static void each_stream_goes_its_way(void **state)
{
	STAGE(stage);
	stage_expect(&stage, PATH, 200,
		     "{\"kind\":\"program\",\"stdout\":{\"bytes\":9,\"kept\":9,\"truncated\":false,"
		     "\"encoding\":\"utf-8\",\"text\":\"one\\ntwo\\n\"},\"stderr\":{\"bytes\":4,"
		     "\"kept\":4,\"truncated\":false,\"encoding\":\"utf-8\",\"text\":\"oops\"}}");
	assert_int_equal(stage_run(&stage, "execution", "output", "e1"), 0);
	assert_true(str_eq(buf_view(&stage.out), STR("one\ntwo\n")));
	assert_true(str_eq(buf_view(&stage.err), STR("oops\n")));
	stage_done(&stage);
}

static void what_could_steer_a_terminal_is_made_visible(void **state)
{
	STAGE(stage);
	stage_expect(&stage, PATH, 200,
		     "{\"stdout\":{\"bytes\":9,\"kept\":5,\"truncated\":true,"
		     "\"encoding\":\"utf-8\",\"text\":\"a\\u001b[2J\"}}");
	assert_int_equal(stage_run(&stage, "execution", "output", "e1"), 0);
	assert_true(str_eq(buf_view(&stage.out), STR("a?[2J\n")));
	assert_has(&stage.err, "stdout: of 9 bytes the first 5 are kept");
	stage_done(&stage);
}

static void bytes_that_are_no_text_come_as_base64(void **state)
{
	STAGE(stage);
	stage_expect(&stage, PATH, 200,
		     "{\"stdout\":{\"bytes\":4,\"kept\":4,\"truncated\":false,"
		     "\"encoding\":\"base64\",\"text\":\"Yf9iYw==\"}}");
	assert_int_equal(stage_run(&stage, "execution", "output", "e1"), 0);
	assert_true(str_eq(buf_view(&stage.out), STR("a?bc\n")));
	stage_done(&stage);
}

static void nothing_and_what_may_not_be_seen_are_said(void **state)
{
	STAGE(stage);
	stage_expect(&stage, PATH, 200, "{\"kind\":\"none\"}");
	assert_int_equal(stage_run(&stage, "execution", "output", "e1"), 0);
	assert_has(&stage.err, "the attempt left no output");
	stage_expect(&stage, PATH, 200,
		     "{\"kind\":\"response\",\"response\":{\"bytes\":4,\"kept\":4,"
		     "\"truncated\":false,\"encoding\":null,\"text\":null}}");
	assert_int_equal(stage_run(&stage, "execution", "output", "e1"), 0);
	assert_has(&stage.err, "to operators only");
	stage_done(&stage);
}

static void a_program_gets_the_answer_as_it_is(void **state)
{
	STAGE(stage);
	stage_expect(&stage, PATH, 200, "{\"kind\":\"none\"}");
	assert_int_equal(stage_run(&stage, "execution", "output", "e1", "--json"), 0);
	assert_true(str_eq(buf_view(&stage.out), STR("{\"kind\":\"none\"}\n")));
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_stream_goes_its_way),
		cmocka_unit_test(what_could_steer_a_terminal_is_made_visible),
		cmocka_unit_test(bytes_that_are_no_text_come_as_base64),
		cmocka_unit_test(nothing_and_what_may_not_be_seen_are_said),
		cmocka_unit_test(a_program_gets_the_answer_as_it_is),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
