#include "cli/batch.h"

#include "stage.h"

static void expect_answers(struct stage *stage, str input, const char *expected)
{
	stage->input = input;
	assert_int_equal(stage_run(stage, "next", "--batch"), 0);
	assert_str(buf_view(&stage->out), str_from(expected));
	assert_int_equal(stage->err.len, 0);
}

static void each_line_is_answered_in_order(void **state)
{
	STAGE(stage);
	expect_answers(
		&stage,
		STR("{\"id\":\"a\",\"kind\":\"cron\",\"rule\":\"0 9 * * *\","
		    "\"tz\":\"Europe/London\",\"after\":\"2025-03-29T12:00:00Z\",\"count\":2}\n"
		    "{\"id\":\"b\",\"kind\":\"rrule\",\"rule\":\"FREQ=DAILY;COUNT=2\","
		    "\"tz\":\"UTC\",\"dtstart\":\"2025-01-01T09:00:00\","
		    "\"after\":\"2025-01-01T00:00:00Z\"}\n"),
		"{\"id\":\"a\",\"next\":[\"2025-03-30T08:00:00Z\",\"2025-03-31T08:00:00Z\"]}\n"
		"{\"id\":\"b\",\"next\":[\"2025-01-01T09:00:00Z\",\"2025-01-02T09:00:00Z\"]}\n");
	stage_done(&stage);
}

static void what_is_not_given_has_a_default(void **state)
{
	STAGE(stage);
	expect_answers(&stage,
		       STR("{\"rule\":\"@yearly\",\"count\":1,\"expect\":[1],\"why\":null}\n"),
		       "{\"id\":null,\"next\":[\"2026-01-01T00:00:00Z\"]}\n");
	expect_answers(&stage,
		       STR("{\"rule\":\"FREQ=YEARLY\",\"count\":1,\"tz\":null,\"kind\":null}\n"),
		       "{\"id\":null,\"next\":[\"2025-11-16T10:01:00Z\"]}\n");
	expect_answers(&stage, STR("{\"rule\":\"1h\",\"count\":1}\n"),
		       "{\"id\":null,\"next\":[\"2025-11-16T10:01:00Z\"]}\n");
	expect_answers(&stage, STR("{\"id\":1,\"rule\":\"@hourly\",\"count\":null}"),
		       "{\"id\":1,\"next\":[\"2025-11-16T11:00:00Z\",\"2025-11-16T12:00:00Z\","
		       "\"2025-11-16T13:00:00Z\",\"2025-11-16T14:00:00Z\",\"2025-11-16T15:00:00Z\","
		       "\"2025-11-16T16:00:00Z\",\"2025-11-16T17:00:00Z\",\"2025-11-16T18:00:00Z\","
		       "\"2025-11-16T19:00:00Z\",\"2025-11-16T20:00:00Z\"]}\n");
	stage_done(&stage);
}

static void an_id_is_given_back_as_it_is(void **state)
{
	STAGE(stage);
	expect_answers(
		&stage,
		STR("{\"id\":{\"n\":[1,\"\xc3\xa9\\n\"]},\"rule\":\"x\"}\n"
		    "{\"id\":-7,\"rule\":\"x\"}\n"
		    "{\"id\":false,\"rule\":\"x\"}\n"),
		"{\"id\":{\"n\":[1,\"\xc3\xa9\\n\"]},\"error\":\"a cron expression has "
		"five fields (minute hour day-of-month month day-of-week), or six with seconds "
		"first; this one has 1\"}\n"
		"{\"id\":-7,\"error\":\"a cron expression has "
		"five fields (minute hour day-of-month month day-of-week), or six with seconds "
		"first; this one has 1\"}\n"
		"{\"id\":false,\"error\":\"a cron expression has "
		"five fields (minute hour day-of-month month day-of-week), or six with seconds "
		"first; this one has 1\"}\n");
	stage_done(&stage);
}

struct mistake {
	const char *line;
	const char *said;
};

static void a_wrong_line_gets_an_answer_that_says_so(void **state)
{
	STAGE(stage);
	static const struct mistake rows[] = {
		{ "", "{\"id\":null,\"error\":\"not valid JSON: " },
		{ "garbage", "{\"id\":null,\"error\":\"not valid JSON: " },
		{ "{\"id\":1,\"rule\":\"@daily\"", "{\"id\":null,\"error\":\"not valid JSON: " },
		{ "{\"id\":1}{\"id\":2}", "{\"id\":null,\"error\":\"not valid JSON: " },
		{ "{\"id\":1,\"id\":2}", "{\"id\":null,\"error\":\"not valid JSON: duplicate" },
		{ "{\"id\":1,\"rule\":\"a\\u0000b\"}",
		  "{\"id\":null,\"error\":\"not valid JSON: " },
		{ "{\"id\":1,\"rule\":\"\xff\"}", "{\"id\":null,\"error\":\"not valid JSON: " },
		{ "[1]", "{\"id\":null,\"error\":\"a JSON object is needed\"}" },
		{ "7", "{\"id\":null,\"error\":\"a JSON object is needed\"}" },
		{ "null", "{\"id\":null,\"error\":\"a JSON object is needed\"}" },
		{ "{\"id\":1}", "{\"id\":1,\"error\":\"rule: missing\"}" },
		{ "{\"id\":1,\"rule\":7}", "{\"id\":1,\"error\":\"rule: a string is needed\"}" },
		{ "{\"id\":1,\"rule\":\"61 * * * *\"}",
		  "{\"id\":1,\"error\":\"minute: \\\"61\\\" is not 0 to 59\"}" },
		{ "{\"id\":1,\"rule\":\"@daily\",\"tz\":\"\"}", "{\"id\":1,\"error\":\"tz: " },
		{ "{\"id\":1,\"rule\":\"@daily\",\"tz\":\"Mars/Phobos\"}",
		  "{\"id\":1,\"error\":\"tz: \\\"Mars/Phobos\\\" is not a time zone\"}" },
		{ "{\"id\":1,\"rule\":\"@daily\",\"kind\":\"at\"}",
		  "{\"id\":1,\"error\":\"kind: " },
		{ "{\"id\":1,\"rule\":\"@daily\",\"after\":\"x\"}",
		  "{\"id\":1,\"error\":\"after: " },
		{ "{\"id\":1,\"rule\":\"@daily\",\"dtstart\":\"x\"}",
		  "{\"id\":1,\"error\":\"dtstart: " },
		{ "{\"id\":1,\"rule\":\"@daily\",\"count\":0}",
		  "{\"id\":1,\"error\":\"count: a whole number from 1 to 1000 is needed\"}" },
		{ "{\"id\":1,\"rule\":\"@daily\",\"count\":1001}",
		  "{\"id\":1,\"error\":\"count: " },
		{ "{\"id\":1,\"rule\":\"@daily\",\"count\":2.0}", "{\"id\":1,\"error\":\"count: " },
		{ "{\"id\":1,\"rule\":\"@daily\",\"count\":\"2\"}",
		  "{\"id\":1,\"error\":\"count: " },
		{ "{\"id\":1,\"rule\":\"@daily\",\"count\":99999999999999999999}",
		  "{\"id\":null,\"error\":\"not valid JSON: " },
	};
	for (size_t i = 0; i < countof(rows); i++) {
		struct buf input;
		buf_init(&input, 10000);
		buf_addf(&input, "%s\n{\"id\":\"after\",\"rule\":\"@yearly\",\"count\":1}\n",
			 rows[i].line);
		stage.input = buf_view(&input);
		assert_int_equal(stage_run(&stage, "next", "--batch"), 0);
		assert_true(str_starts_with(buf_view(&stage.out), str_from(rows[i].said)));
		assert_has(&stage.out,
			   "}\n{\"id\":\"after\",\"next\":[\"2026-01-01T00:00:00Z\"]}\n");
		buf_done(&input);
	}
	stage_done(&stage);
}

static void a_rule_that_never_fires_has_no_next_and_a_reason(void **state)
{
	STAGE(stage);
	stage.input = STR("{\"id\":1,\"rule\":\"FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30\"}\n");
	assert_int_equal(stage_run(&stage, "next", "--batch"), 0);
	assert_has(&stage.out, "{\"id\":1,\"next\":[],\"note\":\"never fires");
	stage.input = STR("{\"id\":1,\"rule\":\"0 0 30 2 *\"}\n");
	assert_int_equal(stage_run(&stage, "next", "--batch"), 0);
	assert_has(&stage.out, "{\"id\":1,\"error\":\"never fires");
	stage_done(&stage);
}

static void nesting_has_a_bound(void **state)
{
	STAGE(stage);
	struct buf input;
	buf_init(&input, 4096);
	for (u32 depth = BATCH_DEPTH_MAX; depth <= BATCH_DEPTH_MAX + 1; depth++) {
		buf_add(&input, STR("{\"id\":2,\"s\":\"[[\\\"[[\",\"x\":"));
		for (u32 i = 1; i < depth; i++) buf_add_byte(&input, '[');
		for (u32 i = 1; i < depth; i++) buf_add_byte(&input, ']');
		buf_add(&input, STR(",\"rule\":\"@yearly\",\"count\":1}\n"));
	}
	expect_answers(&stage, buf_view(&input),
		       "{\"id\":2,\"next\":[\"2026-01-01T00:00:00Z\"]}\n"
		       "{\"id\":null,\"error\":\"nested deeper than 64 levels\"}\n");
	buf_done(&input);
	stage_done(&stage);
}

static void add_line_of(struct buf *input, size_t len)
{
	size_t begin = input->len;
	buf_add(input, STR("{\"rule\":\"@yearly\",\"count\":1,\"id\":3,\"x\":\""));
	while (input->len - begin < len - 2) buf_add_byte(input, 'x');
	buf_add(input, STR("\"}\n"));
}

static void a_line_has_a_bound_and_the_next_one_is_answered(void **state)
{
	STAGE(stage);
	struct buf input;
	buf_init(&input, 8 << 20);
	add_line_of(&input, BATCH_LINE_MAX);
	add_line_of(&input, BATCH_LINE_MAX + 1);
	add_line_of(&input, 3 << 20);
	add_line_of(&input, 100);
	static const char expected[] =
		"{\"id\":3,\"next\":[\"2026-01-01T00:00:00Z\"]}\n"
		"{\"id\":null,\"error\":\"a line has at most 1048576 bytes\"}\n"
		"{\"id\":null,\"error\":\"a line has at most 1048576 bytes\"}\n"
		"{\"id\":3,\"next\":[\"2026-01-01T00:00:00Z\"]}\n";
	expect_answers(&stage, buf_view(&input), expected);
	stage.input_piece = 1000;
	expect_answers(&stage, buf_view(&input), expected);
	buf_done(&input);
	stage_done(&stage);
}

static void a_rule_of_a_megabyte_is_refused_by_its_bound(void **state)
{
	STAGE(stage);
	struct buf input;
	buf_init(&input, 8 << 20);
	buf_add(&input, STR("{\"id\":4,\"rule\":\""));
	for (u32 i = 0; i < 1000000; i++) buf_add_byte(&input, ',');
	buf_add(&input, STR("\"}\n"));
	expect_answers(&stage, buf_view(&input),
		       "{\"id\":4,\"error\":\"an expression may have at most 1000 characters, has "
		       "1000000\"}\n");
	buf_done(&input);
	stage_done(&stage);
}

static void the_last_line_may_lack_its_newline(void **state)
{
	STAGE(stage);
	expect_answers(&stage, STR(""), "");
	expect_answers(&stage, STR("{\"rule\":\"@yearly\",\"count\":1}"),
		       "{\"id\":null,\"next\":[\"2026-01-01T00:00:00Z\"]}\n");
	expect_answers(&stage, STR("{\"rule\":\"@yearly\",\"count\":1}\r\n"),
		       "{\"id\":null,\"next\":[\"2026-01-01T00:00:00Z\"]}\n");
	stage_done(&stage);
}

static void pieces_of_any_size_give_the_same_answers(void **state)
{
	STAGE(stage);
	for (size_t piece = 1; piece < 80; piece++) {
		stage.input_piece = piece;
		expect_answers(&stage,
			       STR("{\"id\":1,\"rule\":\"@yearly\",\"count\":1}\n"
				   "{\"id\":2,\"rule\":\"@yearly\",\"count\":1}"),
			       "{\"id\":1,\"next\":[\"2026-01-01T00:00:00Z\"]}\n"
			       "{\"id\":2,\"next\":[\"2026-01-01T00:00:00Z\"]}\n");
	}
	stage_done(&stage);
}

static void in_a_dialogue_answers_do_not_wait(void **state)
{
	STAGE(stage);
	static const char line[] = "{\"rule\":\"@yearly\",\"count\":1}\n";
	struct buf input;
	buf_init(&input, 1000);
	for (u32 i = 0; i < 3; i++) buf_add(&input, str_from(line));
	stage.input = buf_view(&input);
	assert_int_equal(stage_run(&stage, "next", "--batch"), 0);
	assert_int_equal(stage.flushes, 1);
	stage.doors.input_is_dialogue = true;
	stage.input = buf_view(&input);
	stage.input_piece = sizeof line - 1;
	assert_int_equal(stage_run(&stage, "next", "--batch"), 0);
	assert_int_equal(stage.flushes, 3);
	buf_done(&input);
	stage_done(&stage);
}

static void a_reader_that_has_gone_ends_it_without_a_word(void **state)
{
	STAGE(stage);
	struct buf input;
	buf_init(&input, 1 << 20);
	for (u32 i = 0; i < 10000; i++)
		buf_add(&input, STR("{\"rule\":\"@hourly\",\"count\":9}\n"));
	stage.input = buf_view(&input);
	stage.out_result = WRITE_CLOSED;
	assert_int_equal(stage_run(&stage, "next", "--batch"), 0);
	assert_int_equal(stage.flushes, 1);
	assert_int_equal(stage.err.len, 0);
	assert_true(stage.input.len > 0);
	stage.out_result = WRITE_FAILED;
	assert_int_equal(stage_run(&stage, "next", "--batch"), 1);
	assert_str(buf_view(&stage.err), STR("belfry next: the disk is full\n"));
	buf_done(&input);
	stage_done(&stage);
}

static void input_that_cannot_be_read_is_a_failure(void **state)
{
	STAGE(stage);
	stage.input_fails = true;
	assert_int_equal(stage_run(&stage, "next", "--batch"), 1);
	assert_str(buf_view(&stage.err), STR("belfry next: the input is gone\n"));
	stage_done(&stage);
}

static bool tell_batch(void *context)
{
	struct stage *stage = context;
	stage->input = STR("{\"rule\":\"@yearly\",\"count\":1}\n{\"rule\":\"@daily\"}\n");
	int code = stage_run(stage, "next", "--batch");
	return code != 0 || has_text(&stage->out, "\"error\":\"no memory for the line\"");
}

static void running_out_of_memory_is_told_and_leaks_nothing(void **state)
{
	STAGE(stage);
	/* The stage's own room is there before it is watched. */
	(void)buf_extend(&stage.out, 65536);
	(void)buf_extend(&stage.err, 4096);
	assert_true(for_each_fault(tell_batch, &stage) >= 3);
	stage_done(&stage);
}

static void the_command_line_has_no_rule_then(void **state)
{
	STAGE(stage);
	assert_int_equal(stage_run(&stage, "next", "--batch", "0 9 * * *"), 2);
	assert_has(&stage.err, "--batch reads rules and options from standard input");
	assert_int_equal(stage_run(&stage, "next", "--batch", "--tz", "UTC"), 2);
	assert_int_equal(stage_run(&stage, "next", "--batch", "--json", "--no-color", "--shade=x"),
			 0);
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_line_is_answered_in_order),
		cmocka_unit_test(what_is_not_given_has_a_default),
		cmocka_unit_test(an_id_is_given_back_as_it_is),
		cmocka_unit_test(a_wrong_line_gets_an_answer_that_says_so),
		cmocka_unit_test(a_rule_that_never_fires_has_no_next_and_a_reason),
		cmocka_unit_test(nesting_has_a_bound),
		cmocka_unit_test(a_line_has_a_bound_and_the_next_one_is_answered),
		cmocka_unit_test(a_rule_of_a_megabyte_is_refused_by_its_bound),
		cmocka_unit_test(the_last_line_may_lack_its_newline),
		cmocka_unit_test(pieces_of_any_size_give_the_same_answers),
		cmocka_unit_test(in_a_dialogue_answers_do_not_wait),
		cmocka_unit_test(a_reader_that_has_gone_ends_it_without_a_word),
		cmocka_unit_test(input_that_cannot_be_read_is_a_failure),
		cmocka_unit_test(running_out_of_memory_is_told_and_leaks_nothing),
		cmocka_unit_test(the_command_line_has_no_rule_then),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
