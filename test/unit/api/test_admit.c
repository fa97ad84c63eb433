/* Who asks, for whom, how often. */
#include "api/stage.h"

static void call_with(struct stage *stage, const char *name, const char *value, const char *method,
		      const char *path)
{
	stage_with(stage, str_from(name), str_from(value));
	stage_call(stage, NULL, method, path, STR(""));
}

static void only_a_bearer_token_counts(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	call_with(&stage, "authorization", "Basic YTpi", "GET", AT_BASE("templates"));
	assert_int_equal(401, stage.status);
	call_with(&stage, "authorization", "Bearer", "GET", AT_BASE("templates"));
	assert_int_equal(401, stage.status);
	call_with(&stage, "authorization", "Bearer nonsense", "GET", AT_BASE("templates"));
	assert_int_equal(401, stage.status);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_VIEWER);
	stage_call(&stage, &token, "GET", AT_BASE("templates"), STR(""));
	assert_int_equal(200, stage.status);
	stage_close(&stage);
}

static void who_guesses_is_slowed_down_and_others_are_not(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_VIEWER);
	for (u32 i = 0; i < 11; i++)
		call_with(&stage, "authorization", "Bearer guess", "GET", AT_BASE("templates"));
	assert_int_equal(401, stage.status);
	call_with(&stage, "authorization", "Bearer guess", "GET", AT_BASE("templates"));
	assert_int_equal(429, stage.status);
	expect_has(buf_view(&stage.fields), "Retry-After: ");
	/* A right token from the same address still counts. */
	stage_call(&stage, &token, "GET", AT_BASE("templates"), STR(""));
	assert_int_equal(200, stage.status);
	stage_close(&stage);
}

static void a_token_of_the_system_may_name_a_tenant_and_others_may_not(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	struct stage_token system = stage_add_token(&stage, STR("system"), ROLE_ADMIN);
	struct stage_token acme = stage_add_token(&stage, STR("acme"), ROLE_ADMIN);
	str body = stage_call(&stage, &system, "POST", AT_BASE("tasks"),
			      STR("{\"type\":\"a\",\"guildId\":\"acme\"}"));
	assert_str(member(body, "tenant_id"), STR("acme"));
	body = stage_call(&stage, &system, "POST", AT_BASE("tasks?tenant_id=rival"),
			  STR("{\"type\":\"a\"}"));
	assert_str(member(body, "tenant_id"), STR("rival"));
	body = stage_call(&stage, &system, "POST", AT_BASE("tasks"), STR("{\"type\":\"a\"}"));
	assert_str(member(body, "tenant_id"), STR("system"));
	stage_call(&stage, &system, "POST", AT_BASE("tasks?tenant_id=a"),
		   STR("{\"type\":\"a\",\"tenant_id\":\"b\"}"));
	assert_int_equal(422, stage.status);
	stage_call(&stage, &system, "POST", AT_BASE("tasks?tenant_id=*"), STR("{\"type\":\"a\"}"));
	assert_int_equal(422, stage.status);
	stage_call(&stage, &system, "POST", AT_BASE("tasks?tenant_id=a%20b"),
		   STR("{\"type\":\"a\"}"));
	assert_int_equal(422, stage.status);
	stage_call(&stage, &acme, "POST", AT_BASE("tasks"),
		   STR("{\"type\":\"a\",\"tenant_id\":\"acme\"}"));
	assert_int_equal(201, stage.status);
	stage_call(&stage, &acme, "POST", AT_BASE("tasks"),
		   STR("{\"type\":\"a\",\"tenant_id\":\"rival\"}"));
	assert_int_equal(404, stage.status);
	stage_call(&stage, &acme, "POST", AT_BASE("queue/cancel?tenant_id=*"), STR("{}"));
	assert_int_equal(404, stage.status);
	stage_close(&stage);
}

/* Proxies and habits send such headers along: none of them says for whom a call is. */
static void no_header_names_a_tenant(void **state)
{
	(void)state;
	static const char *const names[] = { "X-Tenant",  "X-Tenant-Id",   "Tenant",
					     "Tenant-Id", "Belfry-Tenant", "X-Forwarded-Tenant" };
	struct stage stage = { 0 };
	stage_open(&stage);
	struct stage_token acme = stage_add_token(&stage, STR("acme"), ROLE_ADMIN);
	struct stage_token system = stage_add_token(&stage, STR("system"), ROLE_ADMIN);
	for (size_t i = 0; i < countof(names); i++) {
		stage_with(&stage, str_from(names[i]), STR("rival"));
		str body = stage_call(&stage, &acme, "POST", AT_BASE("tasks"),
				      STR("{\"type\":\"a\"}"));
		assert_int_equal(201, stage.status);
		assert_str(member(body, "tenant_id"), STR("acme"));
		stage_with(&stage, str_from(names[i]), STR("rival"));
		body = stage_call(&stage, &system, "POST", AT_BASE("tasks"),
				  STR("{\"type\":\"a\"}"));
		assert_str(member(body, "tenant_id"), STR("system"));
	}
	stage_close(&stage);
}

static void a_tenant_that_asks_too_often_is_told_when_to_come_again(void **state)
{
	(void)state;
	struct stage stage = { .rates = { .requests = 2 } };
	stage_open(&stage);
	struct stage_token acme = stage_add_token(&stage, STR("acme"), ROLE_VIEWER);
	struct stage_token rival = stage_add_token(&stage, STR("rival"), ROLE_VIEWER);
	stage_call(&stage, &acme, "GET", AT_BASE("templates"), STR(""));
	assert_false(text_has(buf_view(&stage.fields), STR("RateLimit")));
	for (u32 i = 0; i < 3; i++) stage_call(&stage, &acme, "GET", AT_BASE("templates"), STR(""));
	assert_int_equal(200, stage.status);
	expect_has(buf_view(&stage.fields), "RateLimit-Policy: \"requests\";q=4;w=2\n");
	expect_has(buf_view(&stage.fields), "RateLimit: \"requests\";r=0;t=2\n");
	stage_call(&stage, &acme, "GET", AT_BASE("templates"), STR(""));
	assert_int_equal(429, stage.status);
	expect_has(buf_view(&stage.fields), "Retry-After: 1\n");
	expect_has(buf_view(&stage.body), "the tenant's quota \\\"requests_per_second\\\" is 2");
	stage_call(&stage, &rival, "GET", AT_BASE("templates"), STR(""));
	assert_int_equal(200, stage.status);
	stage.now.boot += 500;
	stage_call(&stage, &acme, "GET", AT_BASE("templates"), STR(""));
	assert_int_equal(200, stage.status);
	stage_close(&stage);
}

static void a_tenant_that_sends_too_much_is_told_so(void **state)
{
	(void)state;
	struct stage stage = { .rates = { .bytes = 20 } };
	stage_open(&stage);
	struct stage_token acme = stage_add_token(&stage, STR("acme"), ROLE_PRODUCER);
	str task = STR("{\"type\":\"a\",\"payload\":{\"what\":\"much more than may be sent\"}}");
	stage_call(&stage, &acme, "POST", AT_BASE("tasks"), task);
	assert_int_equal(201, stage.status); /* once, however much it is */
	stage_call(&stage, &acme, "POST", AT_BASE("tasks"), task);
	assert_int_equal(429, stage.status);
	expect_has(buf_view(&stage.fields),
		   "RateLimit-Policy: \"bytes\";q=40;qu=\"content-bytes\";w=2\n");
	expect_has(buf_view(&stage.body), "the tenant's quota \\\"bytes_per_second\\\" is 20");
	stage_call(&stage, &acme, "GET", AT_BASE("templates"), STR(""));
	assert_int_equal(200, stage.status); /* it sends nothing */
	stage.now.boot += 10 * MSEC_SECOND;
	stage_call(&stage, &acme, "POST", AT_BASE("tasks"), task);
	assert_int_equal(201, stage.status);
	stage_close(&stage);
}

static void workers_are_counted_by_request_and_the_system_is_not(void **state)
{
	(void)state;
	struct stage stage = { .rates = { .requests = 1 } };
	stage_open(&stage);
	struct stage_token worker = stage_add_token(&stage, STR("acme"), ROLE_WORKER);
	struct stage_token viewer = stage_add_token(&stage, STR("acme"), ROLE_VIEWER);
	struct stage_token admin = stage_add_token(&stage, STR("system"), ROLE_ADMIN);
	for (u32 i = 0; i < 4; i++) {
		stage_call(&stage, &worker, "POST", AT_BASE("worker/heartbeat"),
			   STR("{\"worker_id\":\"w\"}"));
		assert_int_equal(i < 2 ? 200 : 429, stage.status);
		stage_call(&stage, &admin, "GET", AT_BASE("templates"), STR(""));
		assert_int_equal(200, stage.status);
	}
	stage_call(&stage, &viewer, "GET", AT_BASE("templates"), STR(""));
	assert_int_equal(429, stage.status); /* its tenant has used it up */
	stage_close(&stage);
}

static void a_browser_may_change_things_only_from_our_own_pages(void **state)
{
	(void)state;
	struct stage stage = { .is_secure = true };
	char id[SESSION_TEXT_BYTES], cookie[100];
	u8 random[SESSION_ID_BYTES] = { 4 };
	struct who who = { .tenant = STR("acme"), .role = ROLE_PRODUCER };
	stage_open(&stage);
	struct session_start start = {
		.who = &who, .random = random, .now = stage.now, .until = MSEC_MAX
	};
	assert_int_equal(ERR_OK, sessions_begin(api_sessions(stage.api), &start, id));
	snprintf(cookie, sizeof cookie, "a=b; __Host-belfry=%.*s", (int)sizeof id, id);
	call_with(&stage, "cookie", cookie, "GET", AT_BASE("templates"));
	assert_int_equal(200, stage.status);
	static const struct {
		const char *name, *value;
		int status;
	} cases[] = {
		{ "accept", "*/*", 403 },
		{ "sec-fetch-site", "cross-site", 403 },
		{ "sec-fetch-site", "same-site", 403 },
		{ "sec-fetch-site", "same-origin", 201 },
		{ "sec-fetch-site", "none", 201 },
		{ "origin", "https://evil.example", 403 },
		{ "origin", "https://belfry.example", 201 },
	};
	for (size_t i = 0; i < countof(cases); i++) {
		stage_with(&stage, STR("cookie"), str_from(cookie));
		stage_with(&stage, STR("content-type"), STR("application/json"));
		stage_with(&stage, str_from(cases[i].name), str_from(cases[i].value));
		stage_call(&stage, NULL, "POST", AT_BASE("tasks"), STR("{\"type\":\"a\"}"));
		if (stage.status != cases[i].status)
			fail_msg("%s %s: %d", cases[i].name, cases[i].value, stage.status);
	}
	/* A form cannot send JSON; a browser's body must say that it is. */
	stage_with(&stage, STR("cookie"), str_from(cookie));
	stage_with(&stage, STR("sec-fetch-site"), STR("same-origin"));
	stage_call(&stage, NULL, "POST", AT_BASE("tasks"), STR("{\"type\":\"a\"}"));
	assert_int_equal(415, stage.status);
	/* The plain name counts only without TLS. */
	snprintf(cookie, sizeof cookie, "belfry=%.*s", (int)sizeof id, id);
	call_with(&stage, "cookie", cookie, "GET", AT_BASE("templates"));
	assert_int_equal(401, stage.status);
	stage_close(&stage);
}

static int status_of_bearer(struct stage *stage, struct known_token *known, const char *text)
{
	char bearer[7 + TOKEN_TEXT_BYTES] = "Bearer ";
	size_t most = 0;
	memcpy(bearer + 7, text, TOKEN_TEXT_BYTES);
	struct api_field field = { STR("Authorization"), { bearer, sizeof bearer } };
	struct api_call call = { .connection = stage,
				 .method = STR("POST"),
				 .path = str_from(AT_BASE("tasks")),
				 .body = STR("{\"type\":\"a\"}"),
				 .source = STR("192.0.2.7"),
				 .known = known,
				 .fields = &field,
				 .fields_len = 1 };
	bool is_welcome = api_head(stage->api, &call, &most);
	(void)api_handle(stage->api, &call);
	stage_settle(stage);
	assert_int_equal(is_welcome, stage->status == 201);
	return stage->status;
}

static void a_known_token_holds_only_while_its_row_does(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct known_token known = { 0 };
	const struct token_row *row;
	stage_open(&stage);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_PRODUCER);
	str text = { token.text, sizeof token.text };
	assert_int_equal(201, status_of_bearer(&stage, &known, token.text));
	assert_true(uuid_eq(&known.id, &token.id));
	assert_int_equal(201, status_of_bearer(&stage, &known, token.text));
	/* The row gets another secret under the same id. */
	assert_int_equal(ERR_OK, auth_check(api_auth(stage.api), text, 0, &row));
	struct token_row other = *row;
	other.tenant = STR("acme"); /* not the old row's, which goes */
	other.hash.bytes[0] ^= 1;
	assert_int_equal(ERR_OK, auth_put(api_auth(stage.api), &other));
	assert_int_equal(401, status_of_bearer(&stage, &known, token.text));
	other.hash.bytes[0] ^= 1;
	assert_int_equal(ERR_OK, auth_put(api_auth(stage.api), &other));
	assert_int_equal(201, status_of_bearer(&stage, &known, token.text));
	auth_remove(api_auth(stage.api), &token.id);
	assert_int_equal(401, status_of_bearer(&stage, &known, token.text));
	stage_close(&stage);
}

static void each_token_of_a_connection_counts_for_itself(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct known_token known = { 0 };
	stage_open(&stage);
	struct stage_token acme = stage_add_token(&stage, STR("acme"), ROLE_PRODUCER);
	struct stage_token rival = stage_add_token(&stage, STR("rival"), ROLE_PRODUCER);
	assert_int_equal(201, status_of_bearer(&stage, &known, acme.text));
	assert_str(member(buf_view(&stage.body), "tenant_id"), STR("acme"));
	assert_int_equal(201, status_of_bearer(&stage, &known, rival.text));
	assert_str(member(buf_view(&stage.body), "tenant_id"), STR("rival"));
	/* A wrong one is refused and leaves the right one known. */
	char wrong[TOKEN_TEXT_BYTES];
	memcpy(wrong, rival.text, sizeof wrong);
	wrong[50] = wrong[50] == 'a' ? 'b' : 'a';
	assert_int_equal(401, status_of_bearer(&stage, &known, wrong));
	assert_true(uuid_eq(&known.id, &rival.id));
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_a_bearer_token_counts),
		cmocka_unit_test(who_guesses_is_slowed_down_and_others_are_not),
		cmocka_unit_test(a_token_of_the_system_may_name_a_tenant_and_others_may_not),
		cmocka_unit_test(no_header_names_a_tenant),
		cmocka_unit_test(a_tenant_that_asks_too_often_is_told_when_to_come_again),
		cmocka_unit_test(a_tenant_that_sends_too_much_is_told_so),
		cmocka_unit_test(workers_are_counted_by_request_and_the_system_is_not),
		cmocka_unit_test(a_browser_may_change_things_only_from_our_own_pages),
		cmocka_unit_test(a_known_token_holds_only_while_its_row_does),
		cmocka_unit_test(each_token_of_a_connection_counts_for_itself),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
