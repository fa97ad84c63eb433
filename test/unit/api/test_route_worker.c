/* The worker protocol: lease, heartbeat, results. */
#include "api/stage.h"

static void add_task(struct stage *stage, const struct stage_token *token, const char *body)
{
	stage_call(stage, token, "POST", AT_BASE("tasks"), str_from(body));
	assert_int_equal(201, stage->status);
}

static void copy(str text, char *out, size_t room)
{
	assert_in_range(text.len, 0, room - 1);
	memcpy(out, text.at, text.len);
	out[text.len] = '\0';
}

static void a_worker_gets_the_payload_byte_for_byte_and_reports(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	char execution[40], report[600];
	stage_open(&stage);
	struct stage_token producer = stage_add_token(&stage, STR("acme"), ROLE_PRODUCER);
	struct stage_token worker = stage_add_token(&stage, STR("acme"), ROLE_WORKER);
	stage_with(&stage, STR("traceparent"),
		   STR("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"));
	add_task(&stage, &producer,
		 "{\"type\":\"mail.send\",\"payload\":{ \"n\" : 1.10,"
		 "\"big\":18446744073709551616}}");
	str body = stage_call(&stage, &worker, "POST", AT_BASE("worker/lease"),
			      STR("{\"worker_id\":\"w1\",\"hostname\":\"h\",\"max\":5}"));
	assert_int_equal(200, stage.status);
	str lease = item(member(body, "leases"), 0);
	assert_str(member(lease, "payload"), STR("{ \"n\" : 1.10,\"big\":18446744073709551616}"));
	assert_str(member(lease, "tenant_id"), STR("acme"));
	assert_str(member(lease, "type"), STR("mail.send"));
	assert_str(member(lease, "attempt"), STR("1"));
	assert_str(member(lease, "traceparent"),
		   STR("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"));
	assert_str(member(body, "lease_ms"), STR("60000"));
	assert_str(member(body, "renew_ms"), STR("20000"));
	copy(member(lease, "execution_id"), execution, sizeof execution);
	snprintf(report, sizeof report,
		 "{\"worker_id\":\"w1\",\"results\":[{\"execution_id\":\"%s\","
		 "\"outcome\":\"success\","
		 "\"result\":{\"sent\":1.0}}],\"lease\":{\"max\":1}}",
		 execution);
	body = stage_call(&stage, &worker, "POST", AT_BASE("worker/results"), str_from(report));
	assert_int_equal(200, stage.status);
	assert_str(member(item(member(body, "results"), 0), "status"), STR("200"));
	assert_str(member(body, "leases"), STR("[]"));
	/* The same report again is the same answer. */
	body = stage_call(&stage, &worker, "POST", AT_BASE("worker/results"), str_from(report));
	assert_str(member(item(member(body, "results"), 0), "status"), STR("200"));
	/* Another result for the same execution is not. */
	snprintf(report, sizeof report,
		 "{\"worker_id\":\"w1\",\"results\":[{\"execution_id\":\"%s\",\"outcome\":\"fail\","
		 "\"error\":{\"class\":\"validation\",\"message\":\"no\",\"stack\":\"at x\"}}]}",
		 execution);
	body = stage_call(&stage, &worker, "POST", AT_BASE("worker/results"), str_from(report));
	assert_str(member(item(member(body, "results"), 0), "status"), STR("409"));
	assert_str(member(item(member(body, "results"), 0), "code"), STR("finished"));
	assert_int_equal(1, memory_store_counts(stage.store).runs[RUN_DONE]);
	stage_close(&stage);
}

/* "[{"n": 999...}]" of an older program, and one that is fine: the answer is readable, whatever a
 * reader's bound is. */
static void an_old_payload_that_readers_refuse_is_handed_out_as_text(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	char digits[5001], payload[5100];
	stage_open(&stage);
	struct stage_token producer = stage_add_token(&stage, STR("acme"), ROLE_PRODUCER);
	struct stage_token worker = stage_add_token(&stage, STR("acme"), ROLE_WORKER);
	memset(digits, '9', sizeof digits - 1);
	digits[sizeof digits - 1] = '\0';
	snprintf(payload, sizeof payload, "{\"n\":%s}", digits);
	stage.payload_of_before = str_from(payload);
	add_task(&stage, &producer, "{\"type\":\"a\",\"priority\":1}");
	stage.payload_of_before = STR("{\"a\":1,\"a\":2}");
	add_task(&stage, &producer, "{\"type\":\"a\",\"priority\":2}");
	stage.payload_of_before = (str){ 0 };
	add_task(&stage, &producer, "{\"type\":\"a\",\"priority\":3,\"payload\":{\"n\":1}}");
	str body = stage_call(&stage, &worker, "POST", AT_BASE("worker/lease"),
			      STR("{\"worker_id\":\"w1\",\"max\":5}"));
	assert_int_equal(200, stage.status);
	str leases = member(body, "leases");
	assert_str(member(item(leases, 0), "payload"), STR("null"));
	assert_int_equal(5006 + 2, member(item(leases, 0), "payload_text").len); /* two escapes */
	assert_str(member(item(leases, 1), "payload"), STR("null"));
	assert_str(member(item(leases, 1), "payload_text"), STR("{\\\"a\\\":1,\\\"a\\\":2}"));
	assert_str(member(item(leases, 2), "payload"), STR("{\"n\":1}"));
	stage_close(&stage);
}

static void a_call_waits_for_work_and_ends_by_its_time(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	struct stage_token producer = stage_add_token(&stage, STR("acme"), ROLE_PRODUCER);
	struct stage_token worker = stage_add_token(&stage, STR("acme"), ROLE_WORKER);
	stage_begin(&stage, &worker, "POST", AT_BASE("worker/lease"),
		    STR("{\"worker_id\":\"w1\",\"wait_ms\":30000}"));
	stage_settle(&stage);
	assert_non_null(stage.held);
	assert_int_equal(0, stage.responses);
	/* One that is answered while another waits: both answers come. */
	u32 before = stage.responses;
	stage_begin(&stage, &producer, "POST", AT_BASE("tasks"), STR("{\"type\":\"a\"}"));
	stage_settle(&stage);
	assert_int_equal(before + 2, stage.responses);
	stage_begin(&stage, &worker, "POST", AT_BASE("worker/lease"),
		    STR("{\"worker_id\":\"w2\",\"wait_ms\":30000}"));
	stage_settle(&stage);
	stage.now.boot += 30001;
	stage.now.wall += 30001;
	stage_settle(&stage);
	assert_int_equal(before + 3, stage.responses);
	assert_str(member(buf_view(&stage.body), "leases"), STR("[]"));
	stage_close(&stage);
}

static void a_client_that_leaves_gives_its_place_up(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	struct stage_token producer = stage_add_token(&stage, STR("acme"), ROLE_PRODUCER);
	struct stage_token worker = stage_add_token(&stage, STR("acme"), ROLE_WORKER);
	stage_begin(&stage, &worker, "POST", AT_BASE("worker/lease"),
		    STR("{\"worker_id\":\"w1\",\"wait_ms\":30000}"));
	stage_settle(&stage);
	api_gone(stage.held);
	stage_settle(&stage);
	assert_int_equal(1, stage.responses);
	assert_int_equal(0, api_under_way(stage.api));
	add_task(&stage, &producer, "{\"type\":\"a\"}");
	assert_int_equal(1, memory_store_counts(stage.store).runs[RUN_QUEUED]);
	stage_close(&stage);
}

static void what_a_gone_client_was_given_is_given_back_without_an_attempt(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	struct stage_token producer = stage_add_token(&stage, STR("acme"), ROLE_PRODUCER);
	struct stage_token worker = stage_add_token(&stage, STR("acme"), ROLE_WORKER);
	add_task(&stage, &producer, "{\"type\":\"a\"}");
	stage_begin(&stage, &worker, "POST", AT_BASE("worker/lease"),
		    STR("{\"worker_id\":\"w1\"}"));
	/* It leaves when the pump has decided and before the loop has answered. */
	assert_int_equal(ERR_OK, pump_turn(stage.pump));
	api_gone(stage.held);
	stage_settle(&stage);
	assert_int_equal(0, api_under_way(stage.api));
	str body = stage_call(&stage, &worker, "POST", AT_BASE("worker/lease"),
			      STR("{\"worker_id\":\"w2\"}"));
	assert_str(member(item(member(body, "leases"), 0), "attempt"), STR("1"));
	stage_close(&stage);
}

static void an_answer_that_did_not_arrive_is_given_back_too(void **state)
{
	(void)state;
	struct stage stage = { .is_deaf = true };
	stage_open(&stage);
	struct stage_token producer = stage_add_token(&stage, STR("acme"), ROLE_PRODUCER);
	struct stage_token worker = stage_add_token(&stage, STR("acme"), ROLE_WORKER);
	add_task(&stage, &producer, "{\"type\":\"a\"}");
	stage_call(&stage, &worker, "POST", AT_BASE("worker/lease"), STR("{\"worker_id\":\"w1\"}"));
	stage.is_deaf = false;
	str body = stage_call(&stage, &worker, "POST", AT_BASE("worker/lease"),
			      STR("{\"worker_id\":\"w2\"}"));
	str lease = item(member(body, "leases"), 0);
	assert_str(member(lease, "attempt"), STR("1"));
	assert_str(member(lease, "fence"), STR("2"));
	stage_close(&stage);
}

static void a_heartbeat_tells_what_goes_on_and_what_does_not(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	char execution[40], beat[400];
	stage_open(&stage);
	struct stage_token producer = stage_add_token(&stage, STR("acme"), ROLE_PRODUCER);
	struct stage_token worker = stage_add_token(&stage, STR("acme"), ROLE_WORKER);
	add_task(&stage, &producer, "{\"type\":\"a\"}");
	str body = stage_call(&stage, &worker, "POST", AT_BASE("worker/lease"),
			      STR("{\"worker_id\":\"w1\"}"));
	copy(member(item(member(body, "leases"), 0), "execution_id"), execution, sizeof execution);
	snprintf(beat, sizeof beat,
		 "{\"worker_id\":\"w1\",\"executions\":[{\"id\":\"%s\",\"progress_percent\":40,"
		 "\"progress_message\":\"half\"},"
		 "{\"execution_id\":\"01890a5d-ac96-774b-bcce-b302099a8057\"}]}",
		 execution);
	body = stage_call(&stage, &worker, "POST", AT_BASE("worker/heartbeat"), str_from(beat));
	assert_int_equal(200, stage.status);
	str extended = item(member(body, "extended"), 0);
	assert_str(str_slice(extended, 1, extended.len - 1), str_from(execution));
	expect_has(member(body, "lost"), "01890a5d-ac96-774b-bcce-b302099a8057");
	assert_str(member(body, "cancelled"), STR("[]"));
	stage_close(&stage);
}

static void a_token_limited_to_queues_leases_from_those_alone(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	struct stage_token worker = stage_add_token(&stage, STR("acme"), ROLE_WORKER);
	u8 secret[TOKEN_SECRET_BYTES] = { 7 };
	struct token_row row = { .id = worker.id,
				 .role = ROLE_WORKER,
				 .tenant = STR("acme"),
				 .until = MSEC_MAX,
				 .queues_len = 1,
				 .queues = { STR("default") } };
	row.hash = token_hash(secret);
	token_print(&row.id, secret, worker.text);
	assert_int_equal(ERR_OK, auth_put(api_auth(stage.api), &row));
	stage_call(&stage, &worker, "POST", AT_BASE("worker/lease"),
		   STR("{\"worker_id\":\"w1\",\"queues\":[\"default\",\"other\"]}"));
	assert_int_equal(403, stage.status);
	stage_call(&stage, &worker, "POST", AT_BASE("worker/lease"), STR("{\"worker_id\":\"w1\"}"));
	assert_int_equal(200, stage.status);
	stage_close(&stage);
}

static void a_worker_of_the_system_leases_from_all_or_from_those_it_names(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	struct stage_token producer = stage_add_token(&stage, STR("acme"), ROLE_PRODUCER);
	struct stage_token system = stage_add_token(&stage, STR("system"), ROLE_WORKER);
	struct stage_token rival = stage_add_token(&stage, STR("rival"), ROLE_WORKER);
	add_task(&stage, &producer, "{\"type\":\"a\"}");
	str body = stage_call(&stage, &rival, "POST", AT_BASE("worker/lease"),
			      STR("{\"worker_id\":\"w\"}"));
	assert_str(member(body, "leases"), STR("[]"));
	stage_call(&stage, &rival, "POST", AT_BASE("worker/lease"),
		   STR("{\"worker_id\":\"w\",\"tenants\":[\"acme\"]}"));
	assert_int_equal(404, stage.status);
	body = stage_call(&stage, &system, "POST", AT_BASE("worker/lease"),
			  STR("{\"worker_id\":\"w\",\"tenants\":[\"other\"]}"));
	assert_str(member(body, "leases"), STR("[]"));
	body = stage_call(&stage, &system, "POST", AT_BASE("worker/lease"),
			  STR("{\"worker_id\":\"w\"}"));
	assert_str(member(item(member(body, "leases"), 0), "tenant_id"), STR("acme"));
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_worker_gets_the_payload_byte_for_byte_and_reports),
		cmocka_unit_test(an_old_payload_that_readers_refuse_is_handed_out_as_text),
		cmocka_unit_test(a_call_waits_for_work_and_ends_by_its_time),
		cmocka_unit_test(a_client_that_leaves_gives_its_place_up),
		cmocka_unit_test(what_a_gone_client_was_given_is_given_back_without_an_attempt),
		cmocka_unit_test(an_answer_that_did_not_arrive_is_given_back_too),
		cmocka_unit_test(a_heartbeat_tells_what_goes_on_and_what_does_not),
		cmocka_unit_test(a_token_limited_to_queues_leases_from_those_alone),
		cmocka_unit_test(a_worker_of_the_system_leases_from_all_or_from_those_it_names),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
