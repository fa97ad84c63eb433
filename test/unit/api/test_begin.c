/* How a request begins: found, admitted, read, in this order. */
#include "api/stage.h"

static void without_a_token_nothing_is_learned(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	stage_call(&stage, NULL, "GET", "/api/v1/scheduler/no/such/path", STR(""));
	assert_int_equal(401, stage.status);
	expect_has(buf_view(&stage.fields), "WWW-Authenticate: Bearer");
	stage_call(&stage, NULL, "PATCH", AT_BASE("tasks"), STR(""));
	assert_int_equal(401, stage.status);
	str body = stage_call(&stage, NULL, "POST", AT_BASE("tasks"), STR("{\"type\":\"a\"}"));
	assert_int_equal(401, stage.status);
	assert_str(member(body, "code"), STR("unauthorized"));
	assert_str(buf_view(&stage.type), STR("application/problem+json"));
	stage_close(&stage);
}

static void a_path_that_is_not_there_and_a_method_that_is_not_allowed(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	struct stage_token admin = stage_add_token(&stage, STR("acme"), ROLE_ADMIN);
	stage_call(&stage, &admin, "GET", AT_BASE("no/such/path"), STR(""));
	assert_int_equal(404, stage.status);
	str body = stage_call(&stage, &admin, "DELETE", AT_BASE("worker/lease"), STR(""));
	assert_int_equal(405, stage.status);
	expect_has(buf_view(&stage.fields), "Allow: POST\n");
	assert_str(member(body, "type"), STR("urn:belfry:problem:method"));
	stage_call(&stage, &admin, "BREW", AT_BASE("worker/lease"), STR(""));
	assert_int_equal(405, stage.status);
	stage_close(&stage);
}

static void a_body_has_a_bound_and_must_be_json(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	struct stage_token admin = stage_add_token(&stage, STR("acme"), ROLE_ADMIN);
	size_t len = ((size_t)1 << 20) + 1;
	char *large = malloc(len);
	memset(large, ' ', len);
	str body = stage_call(&stage, &admin, "POST", AT_BASE("tasks"), (str){ large, len });
	free(large);
	assert_int_equal(413, stage.status);
	expect_has(member(body, "detail"), "at most 1048576");
	stage_with(&stage, STR("content-type"), STR("text/plain"));
	stage_call(&stage, &admin, "POST", AT_BASE("tasks"), STR("{\"type\":\"a\"}"));
	assert_int_equal(415, stage.status);
	stage_with(&stage, STR("content-type"), STR("application/json; charset=utf-8"));
	stage_call(&stage, &admin, "POST", AT_BASE("tasks"), STR("{\"type\":\"a\"}"));
	assert_int_equal(201, stage.status);
	body = stage_call(&stage, &admin, "POST", AT_BASE("tasks"), STR("{\"type\":}"));
	assert_int_equal(400, stage.status);
	assert_str(member(body, "code"), STR("json"));
	stage_close(&stage);
}

static void the_head_alone_tells_how_long_a_body_may_be(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	struct stage_token admin = stage_add_token(&stage, STR("acme"), ROLE_ADMIN);
	char bearer[7 + TOKEN_TEXT_BYTES] = "Bearer ";
	memcpy(bearer + 7, admin.text, sizeof admin.text);
	struct api_field field = { STR("authorization"), { bearer, sizeof bearer } };
	struct api_call call = { .method = STR("POST"),
				 .path = STR("/api/v1/scheduler/tasks/bulk"),
				 .fields = &field,
				 .fields_len = 1 };
	size_t most = 0;
	assert_true(api_head(stage.api, &call, &most));
	assert_int_equal(16 << 20, most);
	call.fields_len = 0;
	assert_false(api_head(stage.api, &call, &most));
	assert_int_equal(0, api_under_way(stage.api));
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_a_token_nothing_is_learned),
		cmocka_unit_test(a_path_that_is_not_there_and_a_method_that_is_not_allowed),
		cmocka_unit_test(a_body_has_a_bound_and_must_be_json),
		cmocka_unit_test(the_head_alone_tells_how_long_a_body_may_be),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
