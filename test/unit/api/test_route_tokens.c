/* Tokens: made, shown once, listed without their secrets, taken away. */
#include "api/shelf.h"
#include "api/stage.h"

static void shelf_of_acme(struct stage *stage, struct shelf *shelf)
{
	shelf_init(shelf);
	shelf->tenants[0] = (struct tenant_view){ .id = STR("acme") };
	shelf->tenants_len = 1;
	stage->query = &shelf->query;
}

static void a_token_that_was_made_works_and_one_that_was_taken_does_not(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct stage_token made;
	char path[200];
	struct shelf shelf;
	stage_open(&stage);
	shelf_of_acme(&stage, &shelf);
	struct stage_token system = stage_add_token(&stage, STR("system"), ROLE_ADMIN);
	str body = stage_call(&stage, &system, "POST", AT_BASE("tokens"),
			      STR("{\"tenant_id\":\"acme\",\"role\":\"producer\",\"name\":\"ci\","
				  "\"expires_at\":\"2030-01-01T00:00:00Z\"}"));
	assert_int_equal(201, stage.status);
	assert_int_equal(TOKEN_TEXT_BYTES, member(body, "token").len);
	memcpy(made.text, member(body, "token").at, sizeof made.text);
	assert_str(member(body, "expires_at"), STR("2030-01-01T00:00:00Z"));
	snprintf(path, sizeof path, "%s%.*s?tenant_id=acme", AT_BASE("tokens/"),
		 STR_ARG(member(body, "id")));
	body = stage_call(&stage, &made, "POST", AT_BASE("tasks"), STR("{\"type\":\"a\"}"));
	assert_int_equal(201, stage.status);
	assert_str(member(body, "tenant_id"), STR("acme"));
	stage_call(&stage, &made, "GET", AT_BASE("tokens"), STR(""));
	assert_int_equal(403, stage.status);
	stage_call(&stage, &system, "DELETE", path, STR(""));
	assert_int_equal(204, stage.status);
	stage_call(&stage, &made, "POST", AT_BASE("tasks"), STR("{\"type\":\"a\"}"));
	assert_int_equal(401, stage.status);
	stage_call(&stage, &system, "DELETE", path, STR(""));
	assert_int_equal(404, stage.status);
	stage_call(&stage, &system, "POST", AT_BASE("tokens"),
		   STR("{\"tenant_id\":\"acne\",\"role\":\"producer\"}"));
	assert_int_equal(404, stage.status);
	stage_close(&stage);
}

static void a_tenants_admin_makes_tokens_of_his_tenant_alone(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open(&stage);
	shelf_of_acme(&stage, &shelf);
	struct stage_token acme = stage_add_token(&stage, STR("acme"), ROLE_ADMIN);
	str body = stage_call(&stage, &acme, "POST", AT_BASE("tokens"),
			      STR("{\"role\":\"worker\",\"queues\":[\"default\"]}"));
	assert_int_equal(201, stage.status);
	assert_str(member(body, "tenant_id"), STR("acme"));
	assert_str(member(body, "queues"), STR("[\"default\"]"));
	stage_call(&stage, &acme, "POST", AT_BASE("tokens"),
		   STR("{\"role\":\"admin\",\"tenant_id\":\"system\"}"));
	assert_int_equal(404, stage.status);
	static const char *const bad[] = { "{}",
					   "{\"role\":\"root\"}",
					   "{\"role\":\"user\"}",
					   "{\"role\":\"worker\",\"queues\":[\"a b\"]}",
					   "{\"role\":\"viewer\",\"queues\":[\"default\"]}",
					   "{\"role\":\"viewer\",\"expires_at\":\"never\"}" };
	for (size_t i = 0; i < countof(bad); i++) {
		stage_call(&stage, &acme, "POST", AT_BASE("tokens"), str_from(bad[i]));
		assert_int_equal(422, stage.status);
	}
	stage_close(&stage);
}

static void a_list_shows_no_secret_and_no_hash(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	struct buf row_body;
	stage_open_with(&stage, &shelf);
	u8 secret[TOKEN_SECRET_BYTES] = { 3 };
	struct token_row row = { .role = ROLE_VIEWER, .name = STR("ci") };
	row.hash = token_hash(secret);
	buf_init(&row_body, 4096);
	token_row_write(&row, &row_body);
	shelf.documents[0] = (struct document_view){ .tenant = STR("acme") };
	shelf.documents[0].row.key = (struct document_key){
		DOCUMENT_TOKEN, { 1 }, STR("01000000-0000-0000-0000-000000000000")
	};
	shelf.documents[0].row.body = buf_view(&row_body);
	shelf.documents[0].row.until = MSEC_MAX;
	shelf.documents_len = 1;
	struct stage_token acme = stage_add_token(&stage, STR("acme"), ROLE_ADMIN);
	str body = stage_call(&stage, &acme, "GET", AT_BASE("tokens"), STR(""));
	assert_str(member(item(member(body, "data"), 0), "name"), STR("ci"));
	assert_false(text_has(body, STR("hash")));
	assert_false(text_has(body, STR("belfry_")));
	buf_done(&row_body);
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_token_that_was_made_works_and_one_that_was_taken_does_not),
		cmocka_unit_test(a_tenants_admin_makes_tokens_of_his_tenant_alone),
		cmocka_unit_test(a_list_shows_no_secret_and_no_hash),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
