/* Types and queues: policies as data. */
#include "api/shelf.h"
#include "api/stage.h"

static void a_types_policy_is_set_field_by_field(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_OPERATOR);
	/* The shelf does not follow what the store was told: the view after it finds nothing. */
	stage_call(
		&stage, &token, "PUT", AT_BASE("types/mail.send"),
		STR("{\"priority\":\"high\",\"max_attempts\":2,\"handler\":{\"kind\":\"pull\"},"
		    "\"backoff\":{\"kind\":\"fixed\",\"base_ms\":1000},\"fatal\":[\"dm_closed\"],"
		    "\"quiet\":\"opt_in\",\"timeout_seconds\":30}"));
	assert_int_equal(404, stage.status);
	struct type_view *type = &shelf.types[0];
	*type = (struct type_view){ .tenant = STR("acme"),
				    .name = STR("mail.send"),
				    .details = STR("{\"handler\":{ \"kind\": \"pull\" }}") };
	shelf.types_len = 1;
	/* A type that is only a name is shown, and has nothing to take away. */
	stage_call(&stage, &token, "GET", AT_BASE("types/mail.send"), STR(""));
	assert_int_equal(200, stage.status);
	stage_call(&stage, &token, "DELETE", AT_BASE("types/mail.send"), STR(""));
	assert_int_equal(404, stage.status);
	type->version = 999999;
	type->policy.priority = 1;
	type->policy.timeout_ms = 30000;
	type->policy.scope = UNIQUE_TTL;
	type->policy.unique_ttl = 36 * MSEC_HOUR;
	/* The store has another version: read and tried again a few times, then told. */
	stage_call(&stage, &token, "PUT", AT_BASE("types/mail.send"), STR("{\"limit\":5}"));
	assert_int_equal(412, stage.status);
	str body = stage_call(&stage, &token, "GET", AT_BASE("types/mail.send"), STR(""));
	assert_str(member(body, "priority"), STR("1"));
	assert_str(member(body, "timeout_seconds"), STR("30"));
	assert_str(member(body, "handler"), STR("{ \"kind\": \"pull\" }"));
	assert_str(member(body, "unique_scope"), STR("1d12h"));
	expect_text(buf_view(&stage.fields), stage_tag(&stage, "ETag: \"", 999999, "\""));
	body = stage_call(&stage, &token, "GET", AT_BASE("types"), STR(""));
	expect_has(body, "mail.send");
	stage_call(&stage, &token, "DELETE", AT_BASE("types/mail.send"), STR(""));
	assert_int_equal(204, stage.status);
	stage_call(&stage, &token, "DELETE", AT_BASE("types/other"), STR(""));
	assert_int_equal(404, stage.status);
	stage_close(&stage);
}

static void the_policy_counts_for_the_next_task(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_OPERATOR);
	struct stage_token worker = stage_add_token(&stage, STR("acme"), ROLE_WORKER);
	stage_call(&stage, &token, "PUT", AT_BASE("types/a"), STR("{\"lease_ms\":9000}"));
	stage_call(&stage, &token, "POST", AT_BASE("tasks"), STR("{\"type\":\"a\"}"));
	str body = stage_call(&stage, &worker, "POST", AT_BASE("worker/lease"),
			      STR("{\"worker_id\":\"w\"}"));
	assert_str(member(body, "lease_ms"), STR("9000"));
	assert_str(member(body, "renew_ms"), STR("3000"));
	stage_close(&stage);
}

static void the_scope_of_keys_counts_for_the_next_task(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	str task = STR("{\"type\":\"a\",\"idempotency_key\":\"k\"}");
	stage_open_with(&stage, &shelf);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_OPERATOR);
	stage_call(&stage, &token, "POST", AT_BASE("tasks"), task);
	assert_int_equal(201, stage.status);
	stage_call(&stage, &token, "PUT", AT_BASE("types/a"), STR("{\"unique_scope\":\"active\"}"));
	stage_call(&stage, &token, "POST", AT_BASE("tasks"), task);
	assert_int_equal(201, stage.status); /* not the day that the one before it is unique for */
	stage_call(&stage, &token, "POST", AT_BASE("tasks"), task);
	assert_int_equal(200, stage.status);
	str body = stage_call(&stage, &token, "PUT", AT_BASE("types/a"),
			      STR("{\"unique_scope\":\"367d\"}"));
	assert_int_equal(422, stage.status);
	expect_has(body, "unique_scope must be at most 366 days");
	body = stage_call(&stage, &token, "PUT", AT_BASE("types/a"),
			  STR("{\"unique_scope\":\"0s\"}"));
	expect_has(body, "\"/unique_scope\"");
	stage_close(&stage);
}

static void a_wrong_version_is_412_and_wrong_fields_are_422(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_OPERATOR);
	stage_with(&stage, STR("if-match"), STR("nonsense"));
	stage_call(&stage, &token, "PUT", AT_BASE("types/a"), STR("{}"));
	assert_int_equal(412, stage.status);
	stage_with(&stage, STR("if-match"), STR("\"77\""));
	stage_call(&stage, &token, "PUT", AT_BASE("types/a"), STR("{}"));
	assert_int_equal(412, stage.status); /* there is none yet */
	static const char *const bad[] = {
		"{\"priority\":11}",
		"{\"backoff\":{\"kind\":\"steps\"}}",
		("{\"retryable\":[\"a name that is much longer than thirty-two "
		 "bytes\"]}"),
		"{\"lease_ms\":1}",
		"{\"colour\":1}",
		"{\"unique_scope\":\"sometimes\"}"
	};
	for (size_t i = 0; i < countof(bad); i++) {
		stage_call(&stage, &token, "PUT", AT_BASE("types/a"), str_from(bad[i]));
		assert_int_equal(422, stage.status);
	}
	stage_close(&stage);
}

static void queues_are_set_by_the_system_alone(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	shelf.queues[0] = (struct queue_view){ .name = STR("mail"), .policy = { 3, 7 } };
	shelf.queues_len = 1;
	struct stage_token system = stage_add_token(&stage, STR("system"), ROLE_OPERATOR);
	struct stage_token acme = stage_add_token(&stage, STR("acme"), ROLE_ADMIN);
	str body = stage_call(&stage, &system, "PUT", AT_BASE("queues/mail"),
			      STR("{\"weight\":5}"));
	assert_int_equal(200, stage.status);
	assert_str(body, STR("{\"name\":\"mail\",\"weight\":5,\"limit\":7}"));
	body = stage_call(&stage, &system, "PUT", AT_BASE("queues/mail"), STR("{\"limit\":null}"));
	assert_str(member(body, "limit"), STR("null"));
	stage_call(&stage, &acme, "PUT", AT_BASE("queues/mail"), STR("{\"weight\":5}"));
	assert_int_equal(403, stage.status);
	body = stage_call(&stage, &acme, "GET", AT_BASE("queues"), STR(""));
	expect_has(body, "{\"name\":\"mail\",\"weight\":3,\"limit\":7,");
	stage_call(&stage, &acme, "POST", AT_BASE("tasks"),
		   STR("{\"type\":\"a\",\"queue\":\"mail\"}"));
	assert_int_equal(201, stage.status);
	stage_close(&stage);
}

static void a_list_of_queues_tells_what_stands_in_each(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	shelf.queues[0] = (struct queue_view){ .name = STR("mail"),
					       .depth = { 4, 2, 1, 1893456000000, 6, 3 } };
	shelf.queues_len = 1;
	struct stage_token system = stage_add_token(&stage, STR("system"), ROLE_VIEWER);
	struct stage_token acme = stage_add_token(&stage, STR("acme"), ROLE_VIEWER);
	str body = stage_call(&stage, &acme, "GET", AT_BASE("queues"), STR(""));
	expect_has(body, "\"due\":5,\"later\":2,\"running\":1,"
			 "\"oldest_due_at\":\"2030-01-01T00:00:00Z\",\"enqueued_per_minute\":6,"
			 "\"started_per_minute\":3,\"is_partial\":false}");
	body = stage_call(&stage, &system, "GET", AT_BASE("queues?tenant_id=*"), STR(""));
	expect_has(body, "\"due\":4,");
	stage_call(&stage, &acme, "GET", AT_BASE("queues?tenant_id=*"), STR(""));
	assert_int_equal(404, stage.status);
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_types_policy_is_set_field_by_field),
		cmocka_unit_test(the_policy_counts_for_the_next_task),
		cmocka_unit_test(the_scope_of_keys_counts_for_the_next_task),
		cmocka_unit_test(a_wrong_version_is_412_and_wrong_fields_are_422),
		cmocka_unit_test(queues_are_set_by_the_system_alone),
		cmocka_unit_test(a_list_of_queues_tells_what_stands_in_each),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
