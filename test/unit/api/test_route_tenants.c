/* Tenants and their settings. */
#include "api/shelf.h"
#include "api/stage.h"

static void a_tenant_is_made_once_by_the_system(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	struct stage_token system = stage_add_token(&stage, STR("system"), ROLE_ADMIN);
	struct stage_token acme = stage_add_token(&stage, STR("acme"), ROLE_ADMIN);
	str body = stage_call(&stage, &system, "POST", AT_BASE("tenants"),
			      STR("{\"id\":\"guild:42\",\"name\":\"A guild\",\"profile\":\"guild\","
				  "\"weight\":3}"));
	assert_int_equal(201, stage.status);
	assert_str(member(body, "id"), STR("guild:42"));
	assert_str(member(body, "profile"), STR("guild"));
	assert_str(member(body, "weight"), STR("3"));
	expect_has(buf_view(&stage.fields), "ETag: \"");
	stage_call(&stage, &system, "POST", AT_BASE("tenants"), STR("{\"id\":\"guild:42\"}"));
	assert_int_equal(409, stage.status);
	stage_call(&stage, &system, "POST", AT_BASE("tenants"), STR("{}"));
	assert_int_equal(422, stage.status);
	stage_call(&stage, &system, "POST", AT_BASE("tenants"), STR("{\"id\":\"a b\"}"));
	assert_int_equal(422, stage.status);
	stage_call(&stage, &acme, "POST", AT_BASE("tenants"), STR("{\"id\":\"x\"}"));
	assert_int_equal(403, stage.status);
	stage_close(&stage);
}

static void put_tenant(struct shelf *shelf, struct stage *stage, u64 version)
{
	(void)stage;
	shelf->tenants[0] = (struct tenant_view){
		.id = STR("acme"),
		.version = version,
		.details = STR("{\"name\":\"Acme\","
			       "\"quiet_hours\":{ \"start\": \"22:00\", \"end\": \"07:00\" }}")
	};
	shelf->tenants[0].policy.max_attempts = 7;
	shelf->tenants[1] = (struct tenant_view){ .id = STR("rival") };
	shelf->tenants_len = 2;
}

static void a_tenant_sees_and_changes_itself_but_not_its_share(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	struct stage_token system = stage_add_token(&stage, STR("system"), ROLE_ADMIN);
	struct stage_token acme = stage_add_token(&stage, STR("acme"), ROLE_ADMIN);
	stage_call(&stage, &system, "POST", AT_BASE("tenants"), STR("{\"id\":\"acme\"}"));
	put_tenant(&shelf, &stage, stage_version(&stage, buf_view(&stage.body)));
	str body = stage_call(&stage, &acme, "PUT", AT_BASE("tenants/acme/settings"),
			      STR("{\"require_key\":true,\"name\":\"New\",\"max_attempts\":null,"
				  "\"backoff\":{\"kind\":\"fixed\",\"base_ms\":5}}"));
	assert_int_equal(200, stage.status);
	assert_str(member(body, "name"), STR("New"));
	assert_str(member(body, "quiet_hours"),
		   STR("{ \"start\": \"22:00\", \"end\": \"07:00\" }"));
	assert_str(member(body, "require_key"), STR("true"));
	assert_false(text_has(body, STR("max_attempts")));
	assert_false(text_has(body, STR("min_interval_seconds")));
	body = stage_call(&stage, &acme, "PUT", AT_BASE("tenants/acme/settings"),
			  STR("{\"min_interval_seconds\":0}"));
	assert_int_equal(422, stage.status);
	stage_call(&stage, &acme, "POST", AT_BASE("tasks"), STR("{\"type\":\"a\"}"));
	assert_int_equal(422, stage.status);
	stage_call(&stage, &acme, "PUT", AT_BASE("tenants/acme"), STR("{\"weight\":9}"));
	assert_int_equal(403, stage.status);
	stage_call(&stage, &acme, "PUT", AT_BASE("tenants/acme"), STR("{\"id\":\"other\"}"));
	assert_int_equal(422, stage.status);
	stage_call(&stage, &acme, "PUT", AT_BASE("tenants/rival"), STR("{\"name\":\"x\"}"));
	assert_int_equal(404, stage.status);
	body = stage_call(&stage, &acme, "GET", AT_BASE("tenants/acme"), STR(""));
	assert_str(member(body, "max_attempts"), STR("7"));
	stage_call(&stage, &acme, "GET", AT_BASE("tenants/rival/settings"), STR(""));
	assert_int_equal(404, stage.status);
	body = stage_call(&stage, &acme, "GET", AT_BASE("tenants"), STR(""));
	assert_false(text_has(body, STR("rival")));
	body = stage_call(&stage, &system, "GET", AT_BASE("tenants"), STR(""));
	expect_has(body, "rival");
	stage_close(&stage);
}

static void somebody_who_was_quicker_is_412_or_tried_again(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	struct stage_token system = stage_add_token(&stage, STR("system"), ROLE_ADMIN);
	stage_call(&stage, &system, "POST", AT_BASE("tenants"), STR("{\"id\":\"acme\"}"));
	put_tenant(&shelf, &stage, 999999);
	u32 before = shelf.asked;
	stage_call(&stage, &system, "PUT", AT_BASE("tenants/acme"), STR("{\"name\":\"x\"}"));
	assert_int_equal(412, stage.status);
	assert_int_equal(before + 2 * STEP_TRIES_MAX, shelf.asked); /* the audit looks, too */
	before = shelf.asked;
	stage_with(&stage, STR("if-match"), str_from(stage_tag(&stage, "\"", 999999, "\"")));
	stage_call(&stage, &system, "PUT", AT_BASE("tenants/acme"), STR("{\"name\":\"x\"}"));
	assert_int_equal(412, stage.status);
	assert_int_equal(before + 2, shelf.asked);
	stage_close(&stage);
}

static void a_tenant_says_how_close_together_occurrences_may_be(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	struct stage_token system = stage_add_token(&stage, STR("system"), ROLE_ADMIN);
	struct stage_token acme = stage_add_token(&stage, STR("acme"), ROLE_ADMIN);
	str job = STR("{\"code\":\"j\",\"handler\":\"h\",\"cron_expression\":\"*/5 * * * * *\"}");
	stage_call(&stage, &acme, "POST", AT_BASE("jobs"), job);
	assert_int_equal(422, stage.status);
	str body = stage_call(&stage, &system, "POST", AT_BASE("tenants"),
			      STR("{\"id\":\"acme\",\"min_interval_seconds\":5}"));
	assert_int_equal(201, stage.status);
	assert_str(member(body, "min_interval_seconds"), STR("5"));
	assert_int_equal(0, memory_store_counts(stage.store).jobs);
	stage_call(&stage, &acme, "POST", AT_BASE("jobs"), job);
	assert_int_equal(1, memory_store_counts(stage.store).jobs);
	stage_close(&stage);
}

static void a_profile_gives_what_the_call_does_not(void **state)
{
	static const struct {
		const char *profile;
		const char *max_attempts; /* NULL: not set */
		const char *lease_ms;
		const char *timeout_seconds;
		const char *backoff;
		const char *require_key;
	} cases[] = {
		{ "guild", "5", "60000", "86400",
		  "{\"kind\":\"steps\",\"steps_ms\":[60000,300000,900000,3600000]}", "false" },
		{ "broadcast", "5", "60000", NULL, "{\"kind\":\"exponential\",\"base_ms\":60000}",
		  "true" },
		{ "enterprise", "4", "300000", NULL, "{\"kind\":\"exponential\",\"base_ms\":60000}",
		  "false" },
		{ "daily", "1000", NULL, NULL, "{\"kind\":\"fixed\",\"base_ms\":600000}", "false" },
		{ "billing", NULL, NULL, NULL, "{\"kind\":\"default\"}", "false" },
		{ "default", NULL, NULL, NULL, "{\"kind\":\"default\"}", "false" },
	};
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	struct stage_token system = stage_add_token(&stage, STR("system"), ROLE_ADMIN);
	for (u32 i = 0; i < countof(cases); i++) {
		char text[200];
		snprintf(text, sizeof text, "{\"id\":\"t%u\",\"profile\":\"%s\"}", i,
			 cases[i].profile);
		str body = stage_call(&stage, &system, "POST", AT_BASE("tenants"), str_from(text));
		assert_int_equal(201, stage.status);
		assert_str(member(body, "backoff"), str_from(cases[i].backoff));
		assert_str(member(body, "require_key"), str_from(cases[i].require_key));
		const char *const pairs[][2] = { { "max_attempts", cases[i].max_attempts },
						 { "lease_ms", cases[i].lease_ms },
						 { "timeout_seconds", cases[i].timeout_seconds } };
		for (u32 j = 0; j < countof(pairs); j++) {
			if (pairs[j][1])
				assert_str(member(body, pairs[j][0]), str_from(pairs[j][1]));
			else assert_false(text_has(body, str_from(pairs[j][0])));
		}
	}
	str body = stage_call(&stage, &system, "POST", AT_BASE("tenants"),
			      STR("{\"id\":\"own\",\"profile\":\"broadcast\","
				  "\"max_attempts\":9,\"require_key\":false,\"lease_ms\":null}"));
	assert_str(member(body, "max_attempts"), STR("9"));
	assert_str(member(body, "require_key"), STR("false"));
	assert_false(text_has(body, STR("lease_ms")));
	body = stage_call(&stage, &system, "POST", AT_BASE("tenants"),
			  STR("{\"id\":\"x\",\"profile\":\"moon\"}"));
	assert_int_equal(422, stage.status);
	expect_has(body, "guild");
	expect_has(body, "broadcast");
	expect_has(body, "enterprise");
	expect_has(body, "daily");
	expect_has(body, "billing");
	stage_close(&stage);
}

static void another_profile_replaces_the_one_before(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	struct stage_token system = stage_add_token(&stage, STR("system"), ROLE_ADMIN);
	stage_call(&stage, &system, "POST", AT_BASE("tenants"), STR("{\"id\":\"acme\"}"));
	put_tenant(&shelf, &stage, stage_version(&stage, buf_view(&stage.body)));
	shelf.tenants[0].policy.weight = 4;
	str body = stage_call(&stage, &system, "PUT", AT_BASE("tenants/acme"),
			      STR("{\"profile\":\"enterprise\"}"));
	assert_int_equal(200, stage.status);
	assert_str(member(body, "max_attempts"), STR("4"));
	assert_str(member(body, "weight"), STR("4"));
	assert_str(member(body, "profile"), STR("enterprise"));
	stage_close(&stage);
}

static void a_tenant_is_deleted_by_the_system_and_its_tokens_end_at_once(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	struct stage_token system = stage_add_token(&stage, STR("system"), ROLE_ADMIN);
	struct stage_token admin = stage_add_token(&stage, STR("acme"), ROLE_ADMIN);
	struct stage_token other = stage_add_token(&stage, STR("other"), ROLE_VIEWER);
	stage_call(&stage, &system, "DELETE", AT_BASE("tenants/acme"), STR(""));
	assert_int_equal(404, stage.status);
	stage_call(&stage, &admin, "POST", AT_BASE("tasks"), STR("{\"type\":\"a.b\"}"));
	assert_int_equal(201, stage.status);
	stage_call(&stage, &admin, "DELETE", AT_BASE("tenants/acme"), STR(""));
	assert_int_equal(403, stage.status);
	str body = stage_call(&stage, &system, "DELETE", AT_BASE("tenants/acme"), STR(""));
	assert_int_equal(202, stage.status);
	assert_str(member(body, "kind"), STR("delete_tenant"));
	assert_str(member(body, "tenant_id"), STR("acme"));
	stage_call(&stage, &admin, "GET", AT_BASE("tasks"), STR(""));
	assert_int_equal(401, stage.status);
	stage_call(&stage, &other, "GET", AT_BASE("status"), STR(""));
	assert_int_equal(200, stage.status);
	stage_call(&stage, &system, "DELETE", AT_BASE("tenants/system"), STR(""));
	assert_int_equal(409, stage.status);
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_tenant_is_made_once_by_the_system),
		cmocka_unit_test(a_tenant_sees_and_changes_itself_but_not_its_share),
		cmocka_unit_test(somebody_who_was_quicker_is_412_or_tried_again),
		cmocka_unit_test(a_tenant_says_how_close_together_occurrences_may_be),
		cmocka_unit_test(a_profile_gives_what_the_call_does_not),
		cmocka_unit_test(another_profile_replaces_the_one_before),
		cmocka_unit_test(a_tenant_is_deleted_by_the_system_and_its_tokens_end_at_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
