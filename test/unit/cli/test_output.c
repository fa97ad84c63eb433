#include "cli/output.h"

#include "stage.h"

static void text_is_gathered_and_written_at_once(void **state)
{
	STAGE(stage);
	struct output output;
	output_init(&output, &stage.doors, STREAM_OUT);
	buf_add(&output.text, STR("one "));
	buf_add(&output.text, STR("two"));
	assert_int_equal(stage.flushes, 0);
	assert_true(output_flush(&output));
	assert_true(output_flush(&output));
	assert_int_equal(stage.flushes, 1);
	assert_str(buf_view(&stage.out), STR("one two"));
	output_done(&output);
	stage_done(&stage);
}

static void much_text_is_written_before_its_end(void **state)
{
	STAGE(stage);
	struct output output;
	output_init(&output, &stage.doors, STREAM_OUT);
	for (u32 i = 0; i < OUTPUT_PIECE; i++) {
		assert_int_equal(stage.flushes, 0);
		assert_true(output_flush_large(&output));
		buf_add_byte(&output.text, 'x');
	}
	assert_true(output_flush_large(&output));
	assert_int_equal(stage.flushes, 1);
	assert_int_equal(stage.out.len, OUTPUT_PIECE);
	output_done(&output);
	stage_done(&stage);
}

static void styles_show_with_colour_only(void **state)
{
	STAGE(stage);
	struct output output;
	output_init(&output, &stage.doors, STREAM_OUT);
	output_styled(&output, STYLE_BOLD, STR("a"));
	output.color = true;
	output_styled(&output, STYLE_BOLD, STR("b"));
	output_styled(&output, STYLE_PLAIN, STR("c"));
	assert_true(output_flush(&output));
	assert_str(buf_view(&stage.out), STR("a\x1b[1mb\x1b[0mc"));
	output_done(&output);
	stage_done(&stage);
}

static void foreign_text_cannot_steer_a_terminal(void **state)
{
	STAGE(stage);
	struct output output;
	output_init(&output, &stage.doors, STREAM_OUT);
	output_safe(&output, STR("a\x1b[2J\n\tb\x7f\xc2\x9bz\xc3\xa9\xc2\xa0\xc2"));
	assert_true(output_flush(&output));
	assert_str(buf_view(&stage.out), STR("a?[2J? b??z\xc3\xa9\xc2\xa0?"));
	output_done(&output);
	stage_done(&stage);
}

static void after_a_failed_write_nothing_more_is_written(void **state)
{
	STAGE(stage);
	struct output output;
	output_init(&output, &stage.doors, STREAM_OUT);
	stage.out_result = WRITE_FAILED;
	buf_add_byte(&output.text, 'x');
	assert_false(output_flush(&output));
	stage.out_result = WRITE_DONE;
	buf_add_byte(&output.text, 'y');
	assert_false(output_flush(&output));
	assert_int_equal(stage.flushes, 1);
	assert_int_equal(output.result, WRITE_FAILED);
	assert_str(str_from(output.why.text), STR("the disk is full"));
	output_done(&output);
	stage_done(&stage);
}

static void text_past_all_bounds_is_a_failure(void **state)
{
	STAGE(stage);
	struct output output;
	output_init(&output, &stage.doors, STREAM_OUT);
	(void)buf_extend(&output.text, OUTPUT_TEXT_MAX);
	buf_add_byte(&output.text, 'x');
	assert_false(output_flush(&output));
	assert_int_equal(output.result, WRITE_FAILED);
	assert_int_equal(stage.flushes, 0);
	output_done(&output);
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text_is_gathered_and_written_at_once),
		cmocka_unit_test(much_text_is_written_before_its_end),
		cmocka_unit_test(styles_show_with_colour_only),
		cmocka_unit_test(foreign_text_cannot_steer_a_terminal),
		cmocka_unit_test(after_a_failed_write_nothing_more_is_written),
		cmocka_unit_test(text_past_all_bounds_is_a_failure),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
