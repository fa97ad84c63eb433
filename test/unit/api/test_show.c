#include "api/show.h"

#include "api/stage.h"
#include "api/write.h"

static void a_run_is_shown_in_both_vocabularies(void **state)
{
	struct buf out;
	struct run_view run = { .tenant = STR("acme"),
				.type = STR("mail.send"),
				.queue = STR("default"),
				.state = RUN_PROCESSING,
				.has_last = true };
	(void)state;
	buf_init(&out, 65536);
	run.row.hot.run_at = 1000;
	run.row.scope = UNIQUE_FOREVER;
	run.row.payload = STR("{ \"a\": 1.10 }");
	run.last.worker = STR("w1");
	run.last.row.lease_until = 5000;
	run.last.progress_percent = 40;
	run.last.progress_message = STR("half");
	show_run(&out, &run);
	str body = buf_view(&out);
	assert_str(member(body, "state"), STR("processing"));
	assert_str(member(body, "status"), STR("PROCESSING"));
	assert_str(member(body, "worker_id"), STR("w1"));
	assert_str(member(body, "lease_until"), STR("1970-01-01T00:00:05Z"));
	assert_str(member(body, "progress_percent"), STR("40"));
	assert_str(member(body, "unique_scope"), STR("forever"));
	assert_str(member(body, "payload"), STR("{ \"a\": 1.10 }"));
	assert_str(member(body, "scheduled_at"), STR("1970-01-01T00:00:01Z"));
	assert_str(member(body, "last_error"), STR("null"));
	buf_done(&out);
}

static void a_dead_letter_shows_its_last_error(void **state)
{
	struct buf out;
	struct run_view run = { .tenant = STR("acme"), .state = RUN_DLQ, .has_last = true };
	(void)state;
	buf_init(&out, 65536);
	run.last.worker = STR("w1");
	run.last.end = (struct execution_end){ .outcome = OUTCOME_FAIL, .result = STR("[1]") };
	run.error_class = STR("http_5xx");
	run.error_message = STR("<b>no</b>\n");
	show_run(&out, &run);
	str body = buf_view(&out);
	assert_str(member(body, "status"), STR("FAILED"));
	assert_str(member(body, "worker_id"), STR("null"));
	assert_str(member(member(body, "last_error"), "class"), STR("http_5xx"));
	assert_str(member(body, "error_message"), STR("<b>no</b>\\n"));
	assert_str(member(body, "result"), STR("[1]"));
	assert_str(member(body, "result_summary"), STR("[1]"));
	assert_str(member(body, "last_result_hash"), STR("null"));
	buf_done(&out);
}

static void a_run_tells_the_minute_its_key_is_unique_in(void **state)
{
	struct buf out;
	struct run_view run = { .tenant = STR("acme"), .state = RUN_QUEUED };
	(void)state;
	buf_init(&out, 65536);
	run.row.scope = UNIQUE_BUCKET;
	run.row.hot.bucket = 60000;
	show_run(&out, &run);
	assert_str(member(buf_view(&out), "run_at_bucket"), STR("1970-01-01T00:01:00Z"));
	buf_clear(&out);
	run.row.hot.bucket = -77; /* a caller's own: its word is not kept */
	show_run(&out, &run);
	assert_str(member(buf_view(&out), "run_at_bucket"), STR("null"));
	buf_clear(&out);
	run.row.scope = UNIQUE_TTL;
	run.row.unique_ttl = 36 * MSEC_HOUR;
	run.row.hot.bucket = 19000;
	show_run(&out, &run);
	assert_str(member(buf_view(&out), "unique_scope"), STR("1d12h"));
	assert_str(member(buf_view(&out), "run_at_bucket"), STR("null"));
	buf_done(&out);
}

/* A result of 300 bytes and a few, whose characters begin after so many bytes. */
static size_t summary_bytes(str begin)
{
	struct buf out, text;
	struct run_view run = { .tenant = STR("acme"), .state = RUN_DONE, .has_last = true };
	buf_init(&out, 65536);
	buf_init(&text, 4096);
	buf_add(&text, begin);
	for (u32 i = 0; i < 150; i++) buf_add(&text, STR("\xc3\xa9"));
	buf_add(&text, STR("\"]"));
	run.last.end = (struct execution_end){ .outcome = OUTCOME_SUCCESS,
					       .result = buf_view(&text),
					       .result_hash = STR("h1") };
	show_run(&out, &run);
	size_t len = member(buf_view(&out), "result_summary").len;
	assert_str(member(buf_view(&out), "last_result_hash"), STR("h1"));
	buf_done(&text);
	buf_done(&out);
	return len;
}

static void a_long_result_has_a_summary_of_whole_characters(void **state)
{
	(void)state;
	/* One more than it is long: a quotation mark is escaped. */
	assert_int_equal(summary_bytes(STR("[1,\"")), 200 + 1);
	assert_int_equal(summary_bytes(STR("[12,\"")), 199 + 1);
}

static void an_execution_has_the_words_of_its_table(void **state)
{
	static const struct {
		enum outcome outcome;
		const char *status;
		const char *will_retry;
	} cases[] = {
		{ OUTCOME_OPEN, "RUNNING", "false" },   { OUTCOME_SUCCESS, "COMPLETED", "false" },
		{ OUTCOME_NOOP, "COMPLETED", "false" }, { OUTCOME_RETRY, "FAILED", "true" },
		{ OUTCOME_FAIL, "FAILED", "false" },    { OUTCOME_STALLED, "STALLED", "true" },
		{ OUTCOME_TIMEOUT, "TIMEOUT", "true" }, { OUTCOME_CANCELLED, "CANCELLED", "false" },
		{ OUTCOME_DEFER, "PENDING", "false" },  { OUTCOME_RELEASED, "CANCELLED", "false" },
	};
	(void)state;
	for (size_t i = 0; i < countof(cases); i++) {
		struct buf out;
		struct execution_view view = { .max_attempts = 3, .progress_percent = UINT32_MAX };
		buf_init(&out, 65536);
		view.row.attempt = 1;
		view.row.started_at = 1000;
		view.end.outcome = cases[i].outcome;
		view.end.ended_at = cases[i].outcome == OUTCOME_OPEN ? 0 : 3500;
		show_execution(&out, &view);
		str body = buf_view(&out);
		assert_str(member(body, "status"), str_from(cases[i].status));
		assert_str(member(body, "will_retry"), str_from(cases[i].will_retry));
		assert_str(member(body, "duration_ms"),
			   cases[i].outcome == OUTCOME_OPEN ? STR("null") : STR("2500"));
		buf_done(&out);
	}
}

static void operations_pauses_and_policies_have_words(void **state)
{
	struct buf out;
	(void)state;
	buf_init(&out, 65536);
	struct operation_view operation = {
		.row = { .kind = OPERATION_DISCARD, .state = OPERATION_STOPPED, .seen = 5 }
	};
	show_operation(&out, &operation);
	expect_has(buf_view(&out), "\"kind\":\"discard\",\"state\":\"stopped\",\"seen\":5");
	buf_clear(&out);
	struct pause_view pause = { .row = { .key = { .scope = PAUSE_QUEUE }, .until = MSEC_MAX },
				    .name = STR("mail") };
	show_pause(&out, &pause);
	expect_has(buf_view(&out), "\"scope\":\"queue\",\"tenant_id\":null,\"queue\":\"mail\"");
	expect_has(buf_view(&out), "\"until\":null");
	buf_clear(&out);
	struct backoff backoff = { .kind = BACKOFF_STEPS, .steps_len = 2, .steps = { 1, 2 } };
	show_backoff(&out, &backoff);
	assert_str(buf_view(&out), STR("{\"kind\":\"steps\",\"steps_ms\":[1,2]}"));
	buf_clear(&out);
	struct class_list list = { 0 };
	assert_true(class_list_add(&list, STR("a")));
	assert_true(class_list_add(&list, STR("b")));
	write_open(&out, '{');
	show_classes(&out, LOOSE(type, fatal), &list);
	assert_str(buf_view(&out), STR("{\"fatal\":[\"a\",\"b\"]"));
	for (u32 i = 0; i < OPERATION_KINDS; i++)
		assert_true(operation_kind_name((enum operation_kind)i).len > 0);
	buf_done(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_is_shown_in_both_vocabularies),
		cmocka_unit_test(a_dead_letter_shows_its_last_error),
		cmocka_unit_test(a_run_tells_the_minute_its_key_is_unique_in),
		cmocka_unit_test(a_long_result_has_a_summary_of_whole_characters),
		cmocka_unit_test(an_execution_has_the_words_of_its_table),
		cmocka_unit_test(operations_pauses_and_policies_have_words),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
