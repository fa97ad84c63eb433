/* How a request lives: carried out and answered, once; and what may go wrong. */
#include "api/shelf.h"
#include "api/stage.h"

static void every_answer_has_an_id_of_its_own(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	stage_call(&stage, NULL, "GET", "/healthz", STR(""));
	assert_int_equal(200, stage.status);
	expect_has(buf_view(&stage.fields), "X-Request-Id: ");
	char first[200];
	size_t len = stage.fields.len;
	memcpy(first, stage.fields.at, len);
	stage_call(&stage, NULL, "GET", "/healthz", STR(""));
	assert_false(str_eq((str){ first, len }, buf_view(&stage.fields)));
	stage_close(&stage);
}

static void a_full_pump_answers_503_and_says_when_to_come_again(void **state)
{
	(void)state;
	struct stage stage = { .is_busy = true };
	stage_open(&stage);
	struct stage_token admin = stage_add_token(&stage, STR("acme"), ROLE_ADMIN);
	str body = stage_call(&stage, &admin, "POST", AT_BASE("tasks"), STR("{\"type\":\"a\"}"));
	assert_int_equal(503, stage.status);
	assert_str(member(body, "code"), STR("busy"));
	expect_has(buf_view(&stage.fields), "Retry-After: ");
	stage_close(&stage);
}

static void too_many_requests_at_once_are_turned_away(void **state)
{
	(void)state;
	struct stage stage = { .requests_max = 1 };
	stage_open(&stage);
	struct stage_token worker = stage_add_token(&stage, STR("acme"), ROLE_WORKER);
	stage_begin(&stage, &worker, "POST", AT_BASE("worker/lease"),
		    STR("{\"worker_id\":\"w\",\"wait_ms\":1000}"));
	stage_settle(&stage);
	assert_int_equal(0, stage.responses);
	stage_call(&stage, NULL, "GET", "/healthz", STR(""));
	assert_int_equal(503, stage.status);
	stage.now.boot += 1001;
	stage.now.wall += 1001;
	stage_settle(&stage);
	assert_int_equal(200, stage.status);
	stage_close(&stage);
}

static void what_the_store_does_not_take_is_not_acknowledged(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	struct stage_token admin = stage_add_token(&stage, STR("acme"), ROLE_ADMIN);
	memory_store_set_down(stage.store, true);
	u32 before = stage.responses;
	stage_begin(&stage, &admin, "POST", AT_BASE("tasks"), STR("{\"type\":\"a\"}"));
	assert_int_equal(ERR_STORE, pump_turn(stage.pump));
	assert_int_equal(1, stage.posts_len);
	stage.posts_len = 0;
	api_resume(stage.posts[0]);
	assert_int_equal(before + 1, stage.responses);
	assert_int_equal(503, stage.status);
	assert_str(member(buf_view(&stage.body), "code"), STR("store"));
	memory_store_set_down(stage.store, false);
	stage_settle(&stage);
	stage_close(&stage);
}

/* Each allocation of a call fails once: it is answered all the same, once, and nothing is left
 * open. */
static void tell_with_faults(const char *method, const char *path, str body)
{
	for (u64 nth = 1; nth < 400; nth++) {
		struct mem_watch watch = { .refuse = check_refuse_nth, .context = &nth };
		struct stage stage = { 0 };
		struct shelf shelf;
		stage_open_with(&stage, &shelf);
		struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_ADMIN);
		mem_set_watch(&watch);
		stage_begin(&stage, &token, method, path, body);
		stage_settle(&stage);
		mem_set_watch(NULL);
		stage_settle(&stage);
		assert_int_equal(1, stage.responses);
		/* 404: made, and then looked for on a shelf that does not follow the store. */
		bool is_good = stage.status < 300 || stage.status == 503 || stage.status == 404;
		if (!is_good) fail_msg("%s, allocation %d: %d", path, (int)nth, stage.status);
		assert_int_equal(0, api_under_way(stage.api));
		stage_close(&stage);
		if (watch.asked < nth) return;
	}
	fail_msg("%s never came to an end", path);
}

static void whatever_memory_lacks_a_call_is_answered_once(void **state)
{
	(void)state;
	tell_with_faults(
		"POST", AT_BASE("tasks"),
		STR("{\"type\":\"a\",\"payload\":{\"x\":1},\"idempotency_key\":\"k\\u0041\"}"));
	tell_with_faults("POST", AT_BASE("tasks/bulk"),
			 STR("{\"tasks\":[{\"type\":\"a\"},{\"type\":\"b\",\"priority\":99}]}"));
	tell_with_faults("POST", AT_BASE("worker/lease"), STR("{\"worker_id\":\"w\"}"));
	tell_with_faults("GET", AT_BASE("queue"), STR(""));
	tell_with_faults("GET", AT_BASE("forecast"), STR(""));
	tell_with_faults("POST", AT_BASE("tokens"), STR("{\"role\":\"viewer\"}"));
	tell_with_faults(
		"POST", AT_BASE("tasks"),
		STR("{\"type\":\"a\",\"reference_type\":\"order\",\"reference_id\":\"7\"}"));
	tell_with_faults("PUT", AT_BASE("types/a"), STR("{\"fatal\":[\"x\"],\"quiet\":\"pass\"}"));
	tell_with_faults("POST", AT_BASE("jobs"),
			 STR("{\"code\":\"j\",\"handler\":\"a\",\"cron\":\"0 9 * * *\",\"exdates\":"
			     "[\"2030-01-01T09:00:00Z\"]}"));
	tell_with_faults("POST", AT_BASE("preview"), STR("{\"rule\":\"FREQ=DAILY\"}"));
	tell_with_faults("PUT", AT_BASE("calendars/c"), STR("{\"dates\":[\"2030-01-01\"]}"));
	tell_with_faults("PUT", AT_BASE("secrets/s"), STR("{\"value\":\"hunter2\"}"));
	tell_with_faults("GET", "/openapi.json", STR(""));
	tell_with_faults("PUT", AT_BASE("users/ann"), STR("{\"name\":\"Ann\"}"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_answer_has_an_id_of_its_own),
		cmocka_unit_test(a_full_pump_answers_503_and_says_when_to_come_again),
		cmocka_unit_test(too_many_requests_at_once_are_turned_away),
		cmocka_unit_test(what_the_store_does_not_take_is_not_acknowledged),
		cmocka_unit_test(whatever_memory_lacks_a_call_is_answered_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
