#include "observe/log.h"

#include "base/check.h"

struct lines {
	char text[20000];
	size_t len;
	u32 count;
};

static void keep(void *context, str line)
{
	struct lines *lines = context;
	assert_true(lines->len + line.len < sizeof lines->text);
	memcpy(lines->text + lines->len, line.at, line.len);
	lines->len += line.len;
	lines->count++;
}

static void a_line_is_one_json_object_with_what_is_known(void **state)
{
	static struct lines lines;
	struct uuid run = { { 1 } };
	(void)state;
	lines = (struct lines){ .len = 0 };
	struct log_sink sink = { &lines, LOG_INFO, keep };
	struct log_about about = LOG_ABOUT;
	about.tenant = STR("acme");
	about.run = &run;
	about.attempts = 0;
	about.err_code = STR("store");
	log_write(&sink, LOG_WARN, 0, STR("it said \"no\"\n{\"level\":\"info\"}"), &about);
	assert_str(((str){ lines.text, lines.len }),
		   STR("{\"time\":\"1970-01-01T00:00:00Z\",\"level\":\"warn\",\"msg\":\"it said "
		       "\\\"no\\\"\\n{\\\"level\\\":\\\"info\\\"}\",\"tenant\":\"acme\","
		       "\"run_id\":\"01000000-0000-0000-0000-000000000000\",\"attempts\":0,"
		       "\"err_code\":\"store\"}\n"));
}

static void numbers_of_their_own_names_may_have_decimals(void **state)
{
	static struct lines lines;
	static const struct log_number numbers[] = { { "value", 125 },
						     { "window_minutes", 15000 } };
	(void)state;
	lines = (struct lines){ .len = 0 };
	struct log_sink sink = { &lines, LOG_INFO, keep };
	struct log_about about = LOG_ABOUT;
	about.slo = STR("saturation");
	about.unit = STR("ratio");
	about.numbers = numbers;
	about.numbers_len = countof(numbers);
	log_write(&sink, LOG_WARN, 0, STR("m"), &about);
	assert_str(((str){ lines.text, lines.len }),
		   STR("{\"time\":\"1970-01-01T00:00:00Z\",\"level\":\"warn\",\"msg\":\"m\","
		       "\"slo\":\"saturation\",\"unit\":\"ratio\",\"value\":0.125,"
		       "\"window_minutes\":15}\n"));
}

static void what_is_below_the_level_is_not_written(void **state)
{
	static struct lines lines;
	(void)state;
	lines = (struct lines){ .len = 0 };
	struct log_sink sink = { &lines, LOG_WARN, keep };
	log_write(&sink, LOG_INFO, 0, STR("quiet"), NULL);
	assert_int_equal(0, lines.count);
	log_write(&sink, LOG_ERROR, 0, STR("loud"), NULL);
	assert_int_equal(1, lines.count);
}

static void a_line_of_a_handler_gets_its_time(void **state)
{
	static struct lines lines;
	(void)state;
	lines = (struct lines){ .len = 0 };
	struct log_sink sink = { &lines, LOG_INFO, keep };
	log_pass(&sink, 0, STR("{\"level\":\"debug\",\"msg\":\"quiet\"}"));
	log_pass(&sink, 0, STR("{\"level\":\"loud\",\"msg\":\"no such level\"}"));
	log_pass(&sink, 0, STR("{\"msg\":\"no level\"}"));
	log_pass(&sink, 0, STR("{\"level\":\"info\",\"msg\":\"tick\"}"));
	assert_str(
		((str){ lines.text, lines.len }),
		STR("{\"time\":\"1970-01-01T00:00:00Z\",\"level\":\"info\",\"msg\":\"tick\"}\n"));
}

static void a_value_of_any_length_stays_one_bounded_line(void **state)
{
	static struct lines lines;
	static char large[100000];
	(void)state;
	lines = (struct lines){ .len = 0 };
	memset(large, '\n', sizeof large);
	struct log_sink sink = { &lines, LOG_DEBUG, keep };
	log_write(&sink, LOG_INFO, 0, (str){ large, sizeof large }, NULL);
	assert_int_equal(1, lines.count);
	assert_in_range(lines.len, 1000, 4000);
	assert_null(memchr(lines.text, '\n', lines.len - 1));
}

static void levels_have_names_that_lead_back(void **state)
{
	(void)state;
	for (u32 i = 0; i < LOG_LEVELS; i++) {
		enum log_level level = LOG_LEVELS;
		assert_true(log_level_parse(log_level_name((enum log_level)i), &level));
		assert_int_equal(i, level);
	}
	enum log_level level;
	assert_false(log_level_parse(STR("loud"), &level));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_line_of_a_handler_gets_its_time),
		cmocka_unit_test(a_line_is_one_json_object_with_what_is_known),
		cmocka_unit_test(numbers_of_their_own_names_may_have_decimals),
		cmocka_unit_test(what_is_below_the_level_is_not_written),
		cmocka_unit_test(a_value_of_any_length_stays_one_bounded_line),
		cmocka_unit_test(levels_have_names_that_lead_back),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
