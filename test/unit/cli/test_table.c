#include "cli/table.h"

#include "stage.h"

static struct table table;

static void given_table(u32 columns, const char *const *cells)
{
	table_init(&table, columns);
	for (; *cells; cells++) table_add_cell(&table, str_from(*cells));
}

static void expect_table(struct stage *stage, u32 indent, const char *expected)
{
	struct output output;
	output_init(&output, &stage->doors, STREAM_OUT);
	output.color = stage->color;
	table_print(&table, indent, &output);
	assert_true(output_flush(&output));
	assert_str(buf_view(&stage->out), str_from(expected));
	output_done(&output);
	table_done(&table);
}

static void columns_are_as_wide_as_their_widest_cell(void **state)
{
	STAGE(stage);
	static const char *const cells[] = { "a", "long head", "b", "cell", "x",
					     "1", "c",         "",  "2",    NULL };
	given_table(3, cells);
	expect_table(&stage, 0, "a     long head  b\ncell  x          1\nc                2\n");
	stage_done(&stage);
}

static void no_line_ends_in_spaces(void **state)
{
	STAGE(stage);
	static const char *const cells[] = { "a", "b", "c", "1",          "",
					     "",  "2", "3", "a long one", NULL };
	given_table(3, cells);
	expect_table(&stage, 2, "  a  b  c\n  1\n  2  3  a long one\n");
	stage_done(&stage);
}

static void a_column_without_text_is_left_out(void **state)
{
	STAGE(stage);
	static const char *const cells[] = { "a", "b", "c", "1", "", "", "2", "", "", NULL };
	given_table(3, cells);
	expect_table(&stage, 0, "a\n1\n2\n");
	stage_done(&stage);
}

static void numbers_end_at_the_same_place(void **state)
{
	STAGE(stage);
	static const char *const cells[] = { "#", "b", "9", "x", "10", "y", NULL };
	given_table(2, cells);
	table.right[0] = true;
	expect_table(&stage, 0, " #  b\n 9  x\n10  y\n");
	stage_done(&stage);
}

static void the_head_is_dim_and_columns_have_their_style(void **state)
{
	STAGE(stage);
	static const char *const cells[] = { "a", "b", "1", "2", NULL };
	stage.color = true;
	given_table(2, cells);
	table.styles[1] = STYLE_BOLD;
	expect_table(&stage, 0, "\x1b[2ma\x1b[0m  \x1b[2mb\x1b[0m\n1  \x1b[1m2\x1b[0m\n");
	stage_done(&stage);
}

/* Whole words in fewer columns are worth more than all columns in pieces. */
static void a_narrow_line_loses_its_last_columns_before_its_words(void **state)
{
	STAGE(stage);
	static const char *const cells[] = { "ID",         "TYPE",
					     "STATE",      "NOTE",
					     "0123456789", "orders.import",
					     "queued",     "a rather long remark",
					     NULL };
	given_table(4, cells);
	table.width_max = 52;
	expect_table(&stage, 0,
		     "ID          TYPE           STATE   NOTE\n"
		     "0123456789  orders.import  queued  a rather long re\u2026\n");
	buf_clear(&stage.out);
	given_table(4, cells);
	table.width_max = 40;
	expect_table(&stage, 0,
		     "ID          TYPE           STATE\n"
		     "0123456789  orders.import  queued\n");
	buf_clear(&stage.out);
	given_table(4, cells);
	table.width_max = 16;
	expect_table(&stage, 0, "ID          TYPE\n0123456789  ord\u2026\n");
	stage_done(&stage);
}

static void a_column_that_stays_is_left_when_others_are_not(void **state)
{
	STAGE(stage);
	static const char *const cells[] = { "ID",         "TYPE",
					     "STATE",      "NOTE",
					     "0123456789", "orders.import",
					     "queued",     "a rather long remark",
					     NULL };
	given_table(4, cells);
	table.width_max = 44;
	table.stays[3] = true;
	expect_table(&stage, 0,
		     "ID          TYPE           NOTE\n"
		     "0123456789  orders.import  a rather long re\u2026\n");
	stage_done(&stage);
}

static enum style shout(str text)
{
	return str_eq(text, STR("bad")) ? STYLE_ERROR : STYLE_PLAIN;
}

static void a_cells_text_may_say_how_it_looks(void **state)
{
	STAGE(stage);
	static const char *const cells[] = { "a", "bad", "good", NULL };
	stage.color = true;
	given_table(1, cells);
	table.style_of[0] = shout;
	expect_table(&stage, 0, "\x1b[2ma\x1b[0m\n\x1b[1;31mbad\x1b[0m\ngood\n");
	stage_done(&stage);
}

static void text_that_did_not_fit_fails_the_output(void **state)
{
	STAGE(stage);
	struct output output;
	output_init(&output, &stage.doors, STREAM_OUT);
	table_init(&table, 1);
	(void)buf_extend(&table.text, TABLE_TEXT_MAX);
	buf_add_byte(&table.text, 'x');
	table_close_cell(&table);
	table_print(&table, 0, &output);
	assert_false(output_flush(&output));
	output_done(&output);
	table_done(&table);
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(columns_are_as_wide_as_their_widest_cell),
		cmocka_unit_test(no_line_ends_in_spaces),
		cmocka_unit_test(a_column_without_text_is_left_out),
		cmocka_unit_test(numbers_end_at_the_same_place),
		cmocka_unit_test(the_head_is_dim_and_columns_have_their_style),
		cmocka_unit_test(a_narrow_line_loses_its_last_columns_before_its_words),
		cmocka_unit_test(a_column_that_stays_is_left_when_others_are_not),
		cmocka_unit_test(a_cells_text_may_say_how_it_looks),
		cmocka_unit_test(text_that_did_not_fit_fails_the_output),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
