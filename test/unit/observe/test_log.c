/* Log lines: their fields, their bounds, and that every phrase stands in doc/logs.md. */
#include "observe/log.h"

#include "base/check.h"
#include "page.h"

#include <stdlib.h>

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
	about.detail = STR("it said \"no\"\n{\"level\":\"info\"}");
	log_write(&sink, 0, PHRASE_STORE_BLOCKED, &about);
	assert_str(((str){ lines.text, lines.len }),
		   STR("{\"time\":\"1970-01-01T00:00:00Z\",\"level\":\"error\",\"msg\":\"store "
		       "writes failed\",\"detail\":\"it said "
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
	log_write(&sink, 0, PHRASE_SLO_BREACHED, &about);
	assert_str(((str){ lines.text, lines.len }),
		   STR("{\"time\":\"1970-01-01T00:00:00Z\",\"level\":\"warn\","
		       "\"msg\":\"SLO breached\","
		       "\"slo\":\"saturation\",\"unit\":\"ratio\",\"value\":0.125,"
		       "\"window_minutes\":15}\n"));
}

static void what_is_below_the_level_is_not_written(void **state)
{
	static struct lines lines;
	(void)state;
	lines = (struct lines){ .len = 0 };
	struct log_sink sink = { &lines, LOG_WARN, keep };
	log_write(&sink, 0, PHRASE_SERVER_STARTED, NULL);
	log_write_at(&sink, LOG_INFO, 0, PHRASE_REQUEST_ANSWERED, NULL);
	assert_int_equal(0, lines.count);
	log_write(&sink, 0, PHRASE_FSYNC_FAILED, NULL);
	assert_int_equal(1, lines.count);
	log_write_at(&sink, LOG_WARN, 0, PHRASE_REQUEST_ANSWERED, NULL);
	assert_int_equal(2, lines.count);
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
	struct log_about about = LOG_ABOUT;
	about.detail = (str){ large, sizeof large };
	log_write(&sink, 0, PHRASE_SERVER_STARTED, &about);
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

static void the_page_is_as_new_as_the_table(void **state)
{
	struct buf page;
	(void)state;
	buf_init(&page, PAGE_TEXT_MAX);
	buf_add(&page,
		STR("# Log lines\n\nAn operator searches the log for an event. Each line "
		    "therefore has a fixed phrase, `msg`, and puts\neverything that varies into "
		    "fields beside it. Dead letters of one type, in a log in JSON:\n\n```sh\n"
		    "grep '\"msg\":\"run failed\"' belfry.log | grep "
		    "'\"type\":\"mail.send\"'\n```\n\n    "
		    "{\"time\":\"2030-01-07T08:14:00.120Z\",\"level\":\"info\",\"msg\":\"run "
		    "failed\",\"tenant\":\"acme\",\n     "
		    "\"run_id\":\"019b9f3c-7c00-7000-8000-000000000001\",\"type\":\"mail.send\","
		    "\"state\":\"failed\",\"attempts\":1,\n     \"duration_ms\":84,"
		    "\"err_code\":\"validation\"}\n\nThe log goes to standard error. "
		    "`--log-format` selects text or JSON (default: text on a terminal, else\n"
		    "JSON), `--log` the lowest level that is written; `--log-requests false` "
		    "leaves "
		    "requests out. Handlers of\nkind `log` write lines with a `msg` of their own "
		    "([handlers.md](handlers.md)).\n\n| `msg` | level | meaning |\n"
		    "|---|---|---|\n"));
#define X(name, phrase, level, meaning)                   \
	buf_addf(&page, "| `%s` | %.*s | %s |\n", phrase, \
		 STR_ARG(log_level_name(log_phrase_level(PHRASE_##name))), meaning);
	LOG_PHRASES(X)
#undef X
	buf_add(&page, STR("\nThis page is made from `src/observe/phrases.def`: `make pages`.\n"));
	expect_page("logs.md", buf_view(&page));
	buf_done(&page);
}

static bool is_listed(str phrase)
{
	for (u32 i = 0; i < LOG_PHRASE_COUNT; i++) {
		if (str_eq(phrase, log_phrase_text((enum log_phrase)i))) return true;
	}
	return false;
}

/* Layers below observe/ write their lines as text. */
static void a_phrase_written_as_text_is_listed(void **state)
{
	static const char *const files[] = { "host/log_writer.c", "handler/exec.c" };
	const str begin = STR("\\\"msg\\\":\\\"");
	const char *data = getenv("TEST_DATA");
	(void)state;
	for (size_t i = 0; i < countof(files); i++) {
		static char text[100000];
		char path[4096];
		u32 found = 0;
		int len = snprintf(path, sizeof path, "%s/../../src/%s", data ? data : "test/data",
				   files[i]);
		assert_true(len > 0 && (size_t)len < sizeof path);
		FILE *in = fopen(path, "rb");
		assert_non_null(in);
		text[fread(text, 1, sizeof text - 1, in)] = '\0';
		fclose(in);
		for (const char *at = text; (at = strstr(at, begin.at)); found++) {
			at += begin.len;
			const char *end = strchr(at, '\\');
			assert_non_null(end);
			if (!is_listed((str){ at, (size_t)(end - at) }))
				fail_msg("%s: \"%.*s\" is not in phrases.def", files[i],
					 (int)(end - at), at);
		}
		assert_true(found > 0);
	}
}

static void no_phrase_is_listed_twice(void **state)
{
	(void)state;
	for (u32 i = 0; i < LOG_PHRASE_COUNT; i++) {
		for (u32 j = 0; j < i; j++)
			assert_false(str_eq(log_phrase_text((enum log_phrase)i),
					    log_phrase_text((enum log_phrase)j)));
	}
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
		cmocka_unit_test(no_phrase_is_listed_twice),
		cmocka_unit_test(a_phrase_written_as_text_is_listed),
		cmocka_unit_test(the_page_is_as_new_as_the_table),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
