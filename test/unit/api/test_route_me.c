/* Who is asking, and what it may do. */
#include "api/shelf.h"
#include "api/stage.h"

static void a_token_is_told_its_tenant_and_what_it_may_call(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_VIEWER);
	shelf.tenants[0] = (struct tenant_view){
		.id = STR("acme"),
		.details = STR("{\"name\":\"Acme\",\"profile\":\"guild\"}"),
		.defaults = { .priority_steps = 5 },
	};
	shelf.tenants_len = 1;
	str body = stage_call(&stage, &token, "GET", AT_BASE("me"), STR(""));
	assert_int_equal(200, stage.status);
	assert_str(member(body, "tenant_id"), STR("acme"));
	assert_str(member(body, "is_system"), STR("false"));
	assert_str(member(body, "authenticated_by"), STR("token"));
	assert_str(member(body, "session"), STR("null"));
	assert_str(member(body, "tenant"),
		   STR("{\"id\":\"acme\",\"name\":\"Acme\",\"profile\":\"guild\","
		       "\"timezone\":null,\"priority_last\":5}"));
	assert_str(member(body, "access"), STR("[\"read\",\"ledger\",\"anybody\",\"person\"]"));
	expect_has(member(body, "operations"), "\"explainRun\"");
	assert_false(text_has(member(body, "operations"), STR("\"createTask\"")));
	assert_str(member(body, "server_version"), STR("0.0.0-test"));
	stage_close(&stage);
}

/* The tenant of a token may have no settings yet: it has those of all. */
static void a_tenant_without_settings_has_ten_priorities(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	struct stage_token token = stage_add_token(&stage, STR("system"), ROLE_ADMIN);
	str body = stage_call(&stage, &token, "GET", AT_BASE("me"), STR(""));
	assert_int_equal(200, stage.status);
	expect_has(member(body, "tenant"), "\"priority_last\":10");
	expect_has(member(body, "operations"), "\"createTenant\"");
	shelf.err = ERR_STORE;
	stage_call(&stage, &token, "GET", AT_BASE("me"), STR(""));
	assert_int_equal(503, stage.status);
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_token_is_told_its_tenant_and_what_it_may_call),
		cmocka_unit_test(a_tenant_without_settings_has_ten_priorities),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
