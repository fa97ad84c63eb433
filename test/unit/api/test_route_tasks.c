/* Tasks come in. */
#include "api/shelf.h"
#include "api/stage.h"

static void a_new_task_is_201_and_a_second_of_its_key_is_200(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_PRODUCER);
	str body = stage_call(&stage, &token, "POST", AT_BASE("tasks"),
			      STR("{\"type\":\"mail.send\",\"payload\":{\"to\":1.10},"
				  "\"idempotency_key\":\"k1\"}"));
	assert_int_equal(201, stage.status);
	assert_str(member(body, "state"), STR("queued"));
	assert_str(member(body, "status"), STR("PENDING"));
	assert_str(member(body, "duplicate"), STR("false"));
	assert_str(member(body, "tenant_id"), STR("acme"));
	assert_str(member(body, "idempotency_key"), STR("k1"));
	char id[36];
	memcpy(id, member(body, "id").at, 36);
	body = stage_call(&stage, &token, "POST", AT_BASE("tasks"),
			  STR("{\"type\":\"mail.send\",\"idempotencyKey\":\"k1\"}"));
	assert_int_equal(200, stage.status);
	assert_str(member(body, "duplicate"), STR("true"));
	assert_str(member(body, "id"), ((str){ id, 36 }));
	assert_int_equal(1, memory_store_counts(stage.store).runs[RUN_QUEUED]);
	stage_close(&stage);
}

static void a_key_inside_the_payload_counts(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_PRODUCER);
	stage_call(&stage, &token, "POST", AT_BASE("tasks"),
		   STR("{\"type\":\"a\",\"payload\":{\"idempotencyKey\":\"k\\u0031\","
		       "\"runAtBucket\":1700000000000}}"));
	assert_int_equal(201, stage.status);
	stage_call(&stage, &token, "POST", AT_BASE("tasks"),
		   STR("{\"type\":\"a\",\"payload\":{\"idempotencyKey\":\"k1\","
		       "\"runAtBucket\":1700000000000}}"));
	assert_int_equal(200, stage.status);
	stage_call(&stage, &token, "POST", AT_BASE("tasks"),
		   STR("{\"type\":\"a\",\"payload\":{\"idempotencyKey\":[\"k1\"]}}"));
	assert_int_equal(201, stage.status);
	stage_close(&stage);
}

static void handler_and_task_type_name_the_type_where_type_does_not(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_PRODUCER);
	str body = stage_call(&stage, &token, "POST", AT_BASE("tasks"),
			      STR("{\"task_type\":\"EMAIL\",\"handler\":\"mail\"}"));
	assert_str(member(body, "type"), STR("mail"));
	body = stage_call(&stage, &token, "POST", AT_BASE("tasks"),
			  STR("{\"task_type\":\"EMAIL\"}"));
	assert_str(member(body, "type"), STR("EMAIL"));
	body = stage_call(&stage, &token, "POST", AT_BASE("tasks"), STR("{}"));
	assert_int_equal(422, stage.status);
	expect_has(body, "{\"pointer\":\"/type\",\"reason\":\"is required\"");
	stage_close(&stage);
}

static void times_are_instants_epochs_spans_or_local(void **state)
{
	static const struct {
		const char *body;
		const char *run_at; /* NULL: refused */
	} cases[] = {
		{ "{\"type\":\"a\",\"run_at\":\"2030-01-01T10:00:00+02:00\"}",
		  "2030-01-01T08:00:00Z" },
		{ "{\"type\":\"a\",\"runAt\":1893456000500}", "2030-01-01T00:00:00.500Z" },
		{ "{\"type\":\"a\",\"scheduled_at\":\"2030-01-01T10:00\",\"timezone\":\"UTC\"}",
		  "2030-01-01T10:00:00Z" },
		{ "{\"type\":\"a\",\"in\":\"10m\"}", "2023-11-14T22:23:20Z" },
		{ "{\"type\":\"a\",\"in\":90}", "2023-11-14T22:14:50Z" },
		{ "{\"type\":\"a\",\"run_at\":\"2030-01-01T10:00\"}", NULL },
		{ "{\"type\":\"a\",\"run_at\":\"2030-01-01T10:00\",\"timezone\":\"Mars/Base\"}",
		  NULL },
		{ "{\"type\":\"a\",\"run_at\":\"10000-01-01T10:00:00Z\"}", NULL },
		{ "{\"type\":\"a\",\"run_at\":253402300800000}", NULL },
		{ "{\"type\":\"a\",\"run_at\":1.5}", NULL },
		{ "{\"type\":\"a\",\"run_at\":\"soon\"}", NULL },
		{ "{\"type\":\"a\",\"run_at\":\"2030-01-01T10:00:00Z\",\"in\":\"5m\"}", NULL },
	};
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_PRODUCER);
	for (size_t i = 0; i < countof(cases); i++) {
		str body = stage_call(&stage, &token, "POST", AT_BASE("tasks"),
				      str_from(cases[i].body));
		if (!cases[i].run_at) {
			if (stage.status != 422) fail_msg("%s: %d", cases[i].body, stage.status);
			continue;
		}
		if (stage.status != 201) fail_msg("%s: %.*s", cases[i].body, STR_ARG(body));
		assert_str(member(body, "run_at"), str_from(cases[i].run_at));
	}
	stage_close(&stage);
}

static void what_contradicts_itself_is_refused(void **state)
{
	static const char *const bodies[] = {
		"{\"type\":\"a\",\"max_attempts\":3,\"max_retries\":2}",
		"{\"type\":\"a\",\"entity\":\"e:1\",\"reference_type\":\"e\"}",
		"{\"type\":\"a\",\"unique_scope\":\"sometimes\"}",
		"{\"type\":\"a\",\"unique_scope\":\"0s\"}",
		"{\"type\":\"a\",\"payload\":[]}",
		"{\"type\":\"a\",\"payload\":\"{}\"}",
		"{\"type\":\"a\",\"priority\":0}",
		"{\"type\":\"a\",\"queue\":\"no-such-queue\"}",
		"{\"type\":\"a\",\"colour\":\"red\"}",
		"{\"type\":\"a\",\"max_attempts\":1001}",
	};
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_PRODUCER);
	for (size_t i = 0; i < countof(bodies); i++) {
		stage_call(&stage, &token, "POST", AT_BASE("tasks"), str_from(bodies[i]));
		if (stage.status != 422) fail_msg("%s: %d", bodies[i], stage.status);
	}
	assert_int_equal(0, memory_store_counts(stage.store).runs[RUN_QUEUED]);
	static const char *const good[] = {
		"{\"type\":\"a\",\"max_retries\":0,\"unique_scope\":\"24h\",\"priority\":\"low\"}",
		"{\"type\":\"a\",\"reference_type\":\"order\",\"reference_id\":\"7\"}",
		("{\"type\":\"a\",\"unique_scope\":\"forever\",\"dedupe_key\":\"x\","
		 "\"deadline_at\":"
		 "\"2030-01-01T00:00:00Z\",\"timeout_seconds\":5,\"user_id\":\"u1\"}"),
	};
	for (size_t i = 0; i < countof(good); i++) {
		stage_call(&stage, &token, "POST", AT_BASE("tasks"), str_from(good[i]));
		if (stage.status != 201) fail_msg("%s: %d", good[i], stage.status);
	}
	stage_close(&stage);
}

static void a_call_with_the_same_idempotency_key_is_answered_again(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_PRODUCER);
	stage_with(&stage, STR("idempotency-key"), STR("call-1"));
	str body = stage_call(&stage, &token, "POST", AT_BASE("tasks"), STR("{\"type\":\"a\"}"));
	assert_int_equal(201, stage.status);
	char id[36];
	memcpy(id, member(body, "id").at, 36);
	/* In the meantime the run was cancelled. */
	struct run_view *run = &shelf.runs[shelf.runs_len++];
	*run = (struct run_view){ .tenant = STR("acme"), .type = STR("a"), .queue = STR("q") };
	run->state = RUN_CANCELLED;
	assert_true(uuid_parse((str){ id, 36 }, &run->row.id));
	stage_with(&stage, STR("Idempotency-Key"), STR("call-1"));
	body = stage_call(&stage, &token, "POST", AT_BASE("tasks"), STR("{\"type\":\"a\"}"));
	assert_int_equal(201, stage.status);
	assert_str(member(body, "id"), ((str){ id, 36 }));
	assert_str(member(body, "state"), STR("cancelled"));
	expect_has(buf_view(&stage.fields), "Idempotent-Replayed: true");
	/* And then it was let go. */
	shelf.runs_len = 0;
	stage_with(&stage, STR("Idempotency-Key"), STR("call-1"));
	body = stage_call(&stage, &token, "POST", AT_BASE("tasks"), STR("{\"type\":\"a\"}"));
	assert_str(member(body, "state"), STR("purged"));
	stage_with(&stage, STR("idempotency-key"), STR("call-1"));
	stage_call(&stage, &token, "POST", AT_BASE("tasks"), STR("{\"type\":\"b\"}"));
	assert_int_equal(422, stage.status);
	assert_int_equal(1, memory_store_counts(stage.store).runs[RUN_QUEUED]);
	stage_close(&stage);
}

static void many_are_answered_one_by_one(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_PRODUCER);
	str body = stage_call(
		&stage, &token, "POST", AT_BASE("tasks/bulk"),
		STR("{\"tasks\":[{\"type\":\"a\",\"key\":\"1\"},{\"type\":\"a\",\"priority\":99},"
		    "{\"type\":\"a\",\"key\":\"1\"},5,{\"type\":\"a\",\"queue\":\"none\"},"
		    "{\"type\":\"a\",\"tenant_id\":\"rival\"},{}]}"));
	assert_int_equal(200, stage.status);
	str results = member(body, "results");
	assert_str(member(item(results, 0), "duplicate"), STR("false"));
	expect_has(item(results, 1),
		   "\"code\":\"invalid\",\"detail\":\"priority must be 1 to 10, got 99\"");
	assert_str(member(item(results, 2), "duplicate"), STR("true"));
	assert_true(str_eq(member(item(results, 0), "id"), member(item(results, 2), "id")));
	expect_has(item(results, 3), "a task must be an object");
	expect_has(item(results, 4), "\"error\"");
	expect_has(item(results, 5), "not_found");
	expect_has(item(results, 6), "is required");
	assert_int_equal(1, memory_store_counts(stage.store).runs[RUN_QUEUED]);
	stage_close(&stage);
}

static void all_or_none_where_that_is_asked_for(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_PRODUCER);
	str body = stage_call(&stage, &token, "POST", AT_BASE("tasks/bulk"),
			      STR("{\"atomic\":true,\"tasks\":[{\"type\":\"a\"},{\"type\":\"a\","
				  "\"priority\":99}]}"));
	assert_int_equal(422, stage.status);
	expect_has(body, "task 1");
	stage_call(&stage, &token, "POST", AT_BASE("tasks/bulk"),
		   STR("{\"atomic\":true,\"tasks\":[{\"type\":\"a\"},{\"type\":\"a\","
		       "\"queue\":\"no\"}]}"));
	assert_int_equal(422, stage.status);
	assert_int_equal(0, memory_store_counts(stage.store).runs[RUN_QUEUED]);
	stage_call(&stage, &token, "POST", AT_BASE("tasks/bulk"),
		   STR("{\"atomic\":true,\"tasks\":[{\"type\":\"a\"},{\"type\":\"a\"}]}"));
	assert_int_equal(200, stage.status);
	assert_int_equal(2, memory_store_counts(stage.store).runs[RUN_QUEUED]);
	body = stage_call(&stage, &token, "POST", AT_BASE("tasks/bulk"), STR("{\"tasks\":[]}"));
	assert_int_equal(200, stage.status);
	assert_str(body, STR("{\"results\":[]}"));
	stage_close(&stage);
}

static void ten_thousand_at_once_and_not_one_more(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_PRODUCER);
	struct buf body;
	buf_init(&body, (size_t)1 << 20);
	buf_add(&body, STR("{\"tasks\":["));
	for (u32 i = 0; i < LIMIT_ENQUEUE_MANY; i++) {
		if (i) buf_add_byte(&body, ',');
		buf_add(&body, STR("{\"type\":\"a\"}"));
	}
	size_t len = body.len;
	buf_add(&body, STR("]}"));
	stage_call(&stage, &token, "POST", AT_BASE("tasks/bulk"), buf_view(&body));
	assert_int_equal(200, stage.status);
	assert_int_equal(LIMIT_ENQUEUE_MANY, memory_store_counts(stage.store).runs[RUN_QUEUED]);
	body.len = len;
	buf_add(&body, STR(",{\"type\":\"a\"}]}"));
	str answer = stage_call(&stage, &token, "POST", AT_BASE("tasks/bulk"), buf_view(&body));
	assert_int_equal(422, stage.status);
	expect_has(answer, "/tasks");
	buf_done(&body);
	stage_close(&stage);
}

static void enqueued_tasks_are_counted_by_type_and_tenant(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct buf text;
	stage_open(&stage);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_PRODUCER);
	stage_call(&stage, &token, "POST", AT_BASE("tasks"), STR("{\"type\":\"a\"}"));
	stage_call(&stage, &token, "POST", AT_BASE("tasks"),
		   STR("{\"type\":\"a\",\"idempotency_key\":\"k\"}"));
	stage_call(&stage, &token, "POST", AT_BASE("tasks"),
		   STR("{\"type\":\"a\",\"idempotency_key\":\"k\"}"));
	tally_bring(stage.tally, stage.metrics);
	buf_init(&text, 1 << 20);
	metrics_print(stage.metrics, METRIC_NAMES_SEED, &text);
	expect_has(buf_view(&text), "am_jobs_queued_total{type=\"a\",guild=\"acme\"} 2\n");
	metrics_print(stage.metrics, METRIC_NAMES_OURS, &text);
	expect_has(buf_view(&text), "belfry_runs_duplicate_total{type=\"a\",tenant=\"acme\"} 1\n");
	buf_done(&text);
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_new_task_is_201_and_a_second_of_its_key_is_200),
		cmocka_unit_test(a_key_inside_the_payload_counts),
		cmocka_unit_test(handler_and_task_type_name_the_type_where_type_does_not),
		cmocka_unit_test(times_are_instants_epochs_spans_or_local),
		cmocka_unit_test(what_contradicts_itself_is_refused),
		cmocka_unit_test(a_call_with_the_same_idempotency_key_is_answered_again),
		cmocka_unit_test(many_are_answered_one_by_one),
		cmocka_unit_test(all_or_none_where_that_is_asked_for),
		cmocka_unit_test(ten_thousand_at_once_and_not_one_more),
		cmocka_unit_test(enqueued_tasks_are_counted_by_type_and_tenant),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
