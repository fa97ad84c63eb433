/* Text for a command: a file, or standard input. */
#include "cli/file.h"

#include "stage.h"

static enum err read_file(void *context, str path, size_t max, struct buf *out, struct why *why)
{
	(void)context;
	assert_int_equal(max, CLI_TEXT_BYTES_MAX);
	if (!str_eq(path, STR("tale"))) return fail(why, ERR_NOT_FOUND, "no such file");
	buf_add(out, STR("once"));
	return ERR_OK;
}

static void expect(struct stage *stage, const char *file, enum err err, const char *text)
{
	struct cli cli = { .doors = &stage->doors };
	struct buf out;
	struct why why;
	buf_init(&out, CLI_TEXT_BYTES_MAX);
	assert_int_equal(cli_read_text(&cli, str_from(file), &out, &why), err);
	if (!err) assert_str(buf_view(&out), str_from(text));
	buf_done(&out);
}

static void a_file_by_its_name(void **state)
{
	STAGE(stage);
	stage.doors.read_file = read_file;
	expect(&stage, "tale", ERR_OK, "once");
	expect(&stage, "other", ERR_NOT_FOUND, "");
	stage_done(&stage);
}

static void a_dash_is_standard_input(void **state)
{
	STAGE(stage);
	stage.input = STR("upon a time");
	expect(&stage, "-", ERR_OK, "upon a time");
	stage_done(&stage);
}

static void input_without_end_is_refused(void **state)
{
	STAGE(stage);
	char *endless = malloc(CLI_TEXT_BYTES_MAX + 1);
	memset(endless, 'x', CLI_TEXT_BYTES_MAX + 1);
	stage.input = (str){ endless, CLI_TEXT_BYTES_MAX + 1 };
	expect(&stage, "-", ERR_TOO_LONG, "");
	free(endless);
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_file_by_its_name),
		cmocka_unit_test(a_dash_is_standard_input),
		cmocka_unit_test(input_without_end_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
