/* Operations over many runs, and pauses. */
#include "api/shelf.h"
#include "api/stage.h"

static void all_that_match_are_cancelled_by_an_operation(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_OPERATOR);
	for (u32 i = 0; i < 3; i++)
		stage_call(&stage, &token, "POST", AT_BASE("tasks"),
			   i == 1 ? STR("{\"type\":\"b\",\"in\":\"1h\"}")
				  : STR("{\"type\":\"a\",\"in\":\"1h\"}"));
	str body = stage_call(&stage, &token, "POST", AT_BASE("queue/cancel"),
			      STR("{\"type\":\"a\",\"state\":\"queued\",\"reason\":\"clean\"}"));
	assert_int_equal(202, stage.status);
	assert_str(member(body, "kind"), STR("cancel"));
	assert_str(member(body, "type"), STR("a"));
	assert_int_equal(2, memory_store_counts(stage.store).runs[RUN_CANCELLED]);
	stage_call(&stage, &token, "POST", AT_BASE("queue/retry"), STR("{\"state\":\"lost\"}"));
	assert_int_equal(422, stage.status);
	stage_call(&stage, &token, "POST", AT_BASE("queue/discard"), STR("{\"state\":\"dlq\"}"));
	assert_int_equal(202, stage.status);
	stage_call(&stage, &token, "POST",
		   AT_BASE("operations/01000000-0000-0000-0000-000000000000/cancel"), STR(""));
	assert_int_equal(404, stage.status);
	stage_close(&stage);
}

static void an_operation_that_has_ended_cannot_be_stopped(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	struct operation_view ended = { .tenant = STR("acme") };
	ended.row.id.bytes[0] = 1;
	ended.row.state = OPERATION_DONE;
	shelf.operations[0] = ended;
	shelf.operations_len = 1;
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_OPERATOR);
	struct stage_token rival = stage_add_token(&stage, STR("rival"), ROLE_OPERATOR);
	const char *path = AT_BASE("operations/01000000-0000-0000-0000-000000000000/cancel");
	str body = stage_call(&stage, &token, "POST", path, STR("{}"));
	assert_int_equal(409, stage.status);
	assert_true(text_has(body, STR("the operation has ended: it is done")));
	stage_call(&stage, &rival, "POST", path, STR("{}"));
	assert_int_equal(404, stage.status);
	/* Nobody but the engine knows better than a reader who is a moment late. */
	shelf.operations[0].row.state = OPERATION_RUNNING;
	stage_call(&stage, &token, "POST", path, STR("{}"));
	assert_int_equal(404, stage.status);
	stage_close(&stage);
}

static void a_dry_run_counts_and_touches_nothing(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	for (u8 i = 0; i < 3; i++) {
		shelf.runs[i] = (struct run_view){ .tenant = STR("acme"),
						   .state = i ? RUN_DLQ : RUN_QUEUED };
		shelf.runs[i].row.id.bytes[0] = (u8)(9 - i);
	}
	shelf.runs_len = 3;
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_OPERATOR);
	str body = stage_call(&stage, &token, "POST", AT_BASE("queue/retry"),
			      STR("{\"dry_run\":true}"));
	assert_int_equal(200, stage.status);
	assert_str(body, STR("{\"dry_run\":true,\"count\":2,\"or_more\":false}"));
	body = stage_call(&stage, &token, "POST", AT_BASE("queue/retry"),
			  STR("{\"dry_run\":true,\"state\":\"queued\"}"));
	assert_str(member(body, "count"), STR("0"));
	shelf.err = ERR_STORE;
	stage_call(&stage, &token, "POST", AT_BASE("queue/retry"), STR("{\"dry_run\":true}"));
	assert_int_equal(503, stage.status);
	stage_close(&stage);
}

static void an_operation_is_seen_by_its_tenant(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	shelf.operations[0] = (struct operation_view){ .tenant = STR("acme") };
	shelf.operations[0].row.id.bytes[0] = 1;
	shelf.operations_len = 1;
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_VIEWER);
	struct stage_token rival = stage_add_token(&stage, STR("rival"), ROLE_ADMIN);
	const char *path = AT_BASE("operations/01000000-0000-0000-0000-000000000000");
	str body = stage_call(&stage, &token, "GET", path, STR(""));
	assert_str(member(body, "state"), STR("running"));
	stage_call(&stage, &rival, "GET", path, STR(""));
	assert_int_equal(404, stage.status);
	stage_close(&stage);
}

static void what_is_paused_is_not_leased_until_it_is_resumed(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_OPERATOR);
	struct stage_token worker = stage_add_token(&stage, STR("acme"), ROLE_WORKER);
	stage_call(&stage, &token, "POST", AT_BASE("tasks"), STR("{\"type\":\"mail.send\"}"));
	str body = stage_call(&stage, &token, "POST", AT_BASE("pause"),
			      STR("{\"scope\":\"type\",\"type\":\"mail.send\",\"reason\":\"spam\","
				  "\"until\":\"2030-01-01T00:00:00Z\"}"));
	assert_int_equal(200, stage.status);
	assert_str(member(body, "paused"), STR("true"));
	assert_str(member(member(body, "pause"), "until"), STR("2030-01-01T00:00:00Z"));
	body = stage_call(&stage, &worker, "POST", AT_BASE("worker/lease"),
			  STR("{\"worker_id\":\"w\"}"));
	assert_str(member(body, "leases"), STR("[]"));
	body = stage_call(&stage, &token, "POST", AT_BASE("resume"),
			  STR("{\"scope\":\"type\",\"type\":\"mail.send\"}"));
	assert_str(member(body, "paused"), STR("false"));
	body = stage_call(&stage, &worker, "POST", AT_BASE("worker/lease"),
			  STR("{\"worker_id\":\"w\"}"));
	expect_has(body, "mail.send");
	static const char *const bad[] = { "{}", "{\"scope\":\"type\"}", "{\"scope\":\"queue\"}",
					   "{\"scope\":\"moon\"}",
					   "{\"scope\":\"tenant\",\"until\":\"soon\"}" };
	for (size_t i = 0; i < countof(bad); i++) {
		stage_call(&stage, &token, "POST", AT_BASE("pause"), str_from(bad[i]));
		assert_int_equal(422, stage.status);
	}
	stage_close(&stage);
}

static void pauses_are_listed_for_their_tenant(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	shelf.pauses[0] = (struct pause_view){ .tenant = STR("acme"), .name = STR("mail") };
	shelf.pauses[0].row.key.scope = PAUSE_TYPE;
	shelf.pauses[1] = (struct pause_view){ .tenant = STR("rival") };
	shelf.pauses_len = 2;
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_VIEWER);
	str body = stage_call(&stage, &token, "GET", AT_BASE("pauses"), STR(""));
	assert_str(member(item(member(body, "data"), 0), "type"), STR("mail"));
	assert_false(text_has(body, STR("rival")));
	struct stage_token system = stage_add_token(&stage, STR("system"), ROLE_VIEWER);
	body = stage_call(&stage, &system, "GET", AT_BASE("pauses?tenant_id=*"), STR(""));
	expect_has(body, "rival");
	stage_close(&stage);
}

static void a_job_is_paused_like_anything_else(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	char text[400];
	stage_open_with(&stage, &shelf);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_OPERATOR);
	struct stage_token rival = stage_add_token(&stage, STR("rival"), ROLE_OPERATOR);
	stage_call(&stage, &token, "POST", AT_BASE("jobs"),
		   STR("{\"code\":\"j\",\"handler\":\"t\",\"schedule_type\":\"MANUAL\"}"));
	/* The engine has it; the shelf shows it under the id that was looked for. */
	shelf.jobs[0] = (struct job_view){ .tenant = STR("acme") };
	shelf.jobs[0].row.code = STR("j");
	shelf.jobs[0].row.id = shelf.last_job;
	shelf.jobs_len = 1;
	stage_call(&stage, &token, "POST", AT_BASE("resume"),
		   STR("{\"scope\":\"job\",\"job_id\":\"j\"}"));
	assert_int_equal(200, stage.status); /* it runs already */
	str body = stage_call(&stage, &token, "POST", AT_BASE("pause"),
			      STR("{\"scope\":\"job\",\"job_id\":\"j\",\"reason\":\"holiday\","
				  "\"until\":\"2030-01-01T00:00:00Z\"}"));
	assert_int_equal(200, stage.status);
	assert_str(member(member(body, "pause"), "scope"), STR("job"));
	assert_str(member(member(body, "pause"), "until"), STR("2030-01-01T00:00:00Z"));
	snprintf(text, sizeof text, "{\"scope\":\"job\",\"job_id\":\"%.*s\"}",
		 STR_ARG(member(member(body, "pause"), "job_id")));
	shelf.jobs[0].row.pause = (struct job_pause){ .since = 1, .until = MSEC_MAX };
	body = stage_call(&stage, &token, "GET", AT_BASE("pauses"), STR(""));
	expect_has(body, "\"scope\":\"job\"");
	expect_has(body, "\"code\":\"j\"");
	stage_call(&stage, &rival, "POST", AT_BASE("resume"), str_from(text));
	assert_int_equal(404, stage.status);
	body = stage_call(&stage, &token, "POST", AT_BASE("resume"), str_from(text));
	assert_int_equal(200, stage.status);
	assert_str(member(body, "paused"), STR("false"));
	body = stage_call(&stage, &token, "POST", AT_BASE("pause"), STR("{\"scope\":\"job\"}"));
	assert_int_equal(422, stage.status);
	expect_has(body, "/job_id");
	shelf.jobs[0].row.pause = (struct job_pause){ 0 };
	body = stage_call(&stage, &token, "GET", AT_BASE("pauses"), STR(""));
	assert_false(text_has(body, STR("\"job\"")));
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_that_match_are_cancelled_by_an_operation),
		cmocka_unit_test(an_operation_that_has_ended_cannot_be_stopped),
		cmocka_unit_test(a_dry_run_counts_and_touches_nothing),
		cmocka_unit_test(an_operation_is_seen_by_its_tenant),
		cmocka_unit_test(what_is_paused_is_not_leased_until_it_is_resumed),
		cmocka_unit_test(pauses_are_listed_for_their_tenant),
		cmocka_unit_test(a_job_is_paused_like_anything_else),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
