#include "observe/log_text.h"

#include "base/check.h"

static void expect_text(str lines, str text)
{
	struct buf out;
	buf_init(&out, 4096);
	log_text_add(lines, &out);
	assert_str(buf_view(&out), text);
	buf_done(&out);
}

static void a_line_begins_with_time_level_and_message(void **state)
{
	(void)state;
	expect_text(STR("{\"time\":\"2026-01-31T18:00:00.250Z\",\"level\":\"warn\",\"msg\":\"lease "
			"expired\",\"run_id\":\"7\",\"attempts\":2}\n"),
		    STR("2026-01-31 18:00:00.250Z warn  lease expired run_id=7 attempts=2\n"));
}

static void a_value_with_spaces_or_quotes_is_quoted(void **state)
{
	(void)state;
	expect_text(STR("{\"time\":\"t\",\"level\":\"info\",\"msg\":\"m\",\"a\":\"b c\",\"d\":\"\","
			"\"e\":\"f=g\",\"h\":[1,{\"i\":null}]}\n"),
		    STR("t info  m a=\"b c\" d=\"\" e=\"f=g\" h=[1,{\"i\":null}]\n"));
}

/* A forged line feed or escape sequence of a terminal must not leave the line. */
static void control_characters_stay_inside_the_line(void **state)
{
	(void)state;
	expect_text(STR("{\"time\":\"t\",\"level\":\"info\",\"msg\":\"a\\nb\\u001b[31m\",\"c\":"
			"\"\\u001b[2J\"}\n"),
		    STR("t info  a b [31m c=\"\\u001B[2J\"\n"));
}

static void several_lines_stay_several_and_other_text_stays(void **state)
{
	(void)state;
	expect_text(STR("{\"time\":\"1\",\"level\":\"info\",\"msg\":\"a\"}\nnot JSON\n"
			"{\"time\":\"2\",\"level\":\"error\",\"msg\":\"b\"}\n"),
		    STR("1 info  a\nnot JSON\n2 error b\n"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_line_begins_with_time_level_and_message),
		cmocka_unit_test(a_value_with_spaces_or_quotes_is_quoted),
		cmocka_unit_test(control_characters_stay_inside_the_line),
		cmocka_unit_test(several_lines_stay_several_and_other_text_stays),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
