/* A browser signs in and out. */
#include "api/bootstrap.h"
#include "api/stage.h"

static str set_cookie(const struct stage *stage)
{
	str fields = buf_view(&stage->fields);
	while (fields.len) {
		str line = str_split(&fields, '\n');
		if (str_starts_with(line, STR("Set-Cookie: "))) return str_from_offset(line, 12);
	}
	return (str){ 0 };
}

static void sign_in(struct stage *stage, const struct stage_token *token, char *out_cookie)
{
	char body[200];
	snprintf(body, sizeof body, "{\"token\":\"%.*s\"}", TOKEN_TEXT_BYTES, token->text);
	stage_call(stage, NULL, "POST", AT_BASE("session"), str_from(body));
	assert_int_equal(201, stage->status);
	str cookie = set_cookie(stage);
	str pair = str_split(&cookie, ';');
	memcpy(out_cookie, pair.at, pair.len);
	out_cookie[pair.len] = '\0';
}

static void a_token_becomes_a_cookie_that_ends_with_signing_out(void **state)
{
	(void)state;
	struct stage stage = { .is_secure = true };
	char cookie[200];
	stage_open(&stage);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_OPERATOR);
	sign_in(&stage, &token, cookie);
	expect_has(set_cookie(&stage), "__Host-belfry=");
	expect_has(set_cookie(&stage),
		   "; Path=/; HttpOnly; SameSite=Strict; Max-Age=43200; Secure");
	assert_str(member(buf_view(&stage.body), "role"), STR("operator"));
	stage_with(&stage, STR("cookie"), str_from(cookie));
	stage_call(&stage, NULL, "GET", AT_BASE("templates"), STR(""));
	assert_int_equal(200, stage.status);
	stage_with(&stage, STR("cookie"), str_from(cookie));
	stage_with(&stage, STR("sec-fetch-site"), STR("same-origin"));
	stage_call(&stage, NULL, "DELETE", AT_BASE("session"), STR(""));
	assert_int_equal(204, stage.status);
	expect_has(set_cookie(&stage), "Max-Age=0");
	stage_with(&stage, STR("cookie"), str_from(cookie));
	stage_call(&stage, NULL, "GET", AT_BASE("templates"), STR(""));
	assert_int_equal(401, stage.status);
	stage_close(&stage);
}

static void without_tls_the_cookie_has_its_plain_name(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	char cookie[200];
	stage_open(&stage);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_VIEWER);
	sign_in(&stage, &token, cookie);
	assert_true(str_starts_with(str_from(cookie), STR("belfry=")));
	assert_false(text_has(set_cookie(&stage), STR("Secure")));
	stage_close(&stage);
}

static void wrong_tokens_and_codes_are_refused_and_slowed_down(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	stage_call(&stage, NULL, "POST", AT_BASE("session"), STR("{}"));
	assert_int_equal(401, stage.status);
	/* Nothing was given, so nothing was guessed. */
	for (u32 i = 0; i < 11; i++)
		stage_call(&stage, NULL, "POST", AT_BASE("session"), STR("{\"code\":\"00\"}"));
	assert_int_equal(401, stage.status);
	stage_call(&stage, NULL, "POST", AT_BASE("session"), STR("{\"code\":\"00\"}"));
	assert_int_equal(429, stage.status);
	stage_close(&stage);
}

/* A disk that is full must keep nobody out, and nobody in. */
static void sessions_begin_and_end_while_nothing_can_be_stored(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	char cookie[200], path[200];
	stage_open(&stage);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_ADMIN);
	stage.is_busy = true;
	sign_in(&stage, &token, cookie);
	str id = member(buf_view(&stage.body), "id");
	snprintf(path, sizeof path, AT_BASE("sessions/%.*s"), STR_ARG(id));
	stage_call(&stage, &token, "DELETE", path, STR(""));
	assert_int_equal(204, stage.status);
	stage_with(&stage, STR("cookie"), str_from(cookie));
	stage_call(&stage, NULL, "GET", AT_BASE("sessions"), STR(""));
	assert_int_equal(401, stage.status);
	stage_close(&stage);
}

static void a_code_signs_in_once_and_is_not_kept(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	char code[SESSION_TEXT_BYTES], body[200];
	stage_open(&stage);
	assert_int_equal(ERR_OK, first_code_make(stage.api, code));
	snprintf(body, sizeof body, "{\"code\":\"%.*s\"}", (int)sizeof code, code);
	stage_call(&stage, NULL, "POST", AT_BASE("session"), str_from(body));
	assert_int_equal(201, stage.status);
	assert_str(member(buf_view(&stage.body), "tenant_id"), STR("system"));
	stage_call(&stage, NULL, "POST", AT_BASE("session"), str_from(body));
	assert_int_equal(401, stage.status);
	stage_close(&stage);
}

static void signing_in_counts_for_the_tenants_quota(void **state)
{
	(void)state;
	struct stage stage = { .rates = { .requests = 1 } };
	char body[200];
	stage_open(&stage);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_VIEWER);
	snprintf(body, sizeof body, "{\"token\":\"%.*s\"}", TOKEN_TEXT_BYTES, token.text);
	for (u32 i = 0; i < 2 * QUOTA_BURST_SECONDS && stage.status != 429; i++)
		stage_call(&stage, NULL, "POST", AT_BASE("session"), str_from(body));
	assert_int_equal(429, stage.status);
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_token_becomes_a_cookie_that_ends_with_signing_out),
		cmocka_unit_test(without_tls_the_cookie_has_its_plain_name),
		cmocka_unit_test(wrong_tokens_and_codes_are_refused_and_slowed_down),
		cmocka_unit_test(sessions_begin_and_end_while_nothing_can_be_stored),
		cmocka_unit_test(a_code_signs_in_once_and_is_not_kept),
		cmocka_unit_test(signing_in_counts_for_the_tenants_quota),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
