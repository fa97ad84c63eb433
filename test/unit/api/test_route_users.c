/* People and secrets. */
#include "api/shelf.h"
#include "api/stage.h"

static void a_person_comes_to_be_by_being_named(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_PRODUCER);
	str body = stage_call(&stage, &token, "PUT", AT_BASE("users/ann"),
			      STR("{\"timezone\":\"UTC\",\"channels\":[\"email\",\"in_app\"],"
				  "\"quiet_hours\":{\"windows\":\"22:00-07:00\"}}"));
	assert_int_equal(200, stage.status);
	assert_str(member(body, "id"), STR("ann"));
	assert_str(member(body, "channels"), STR("[\"email\",\"in_app\"]"));
	stage_call(&stage, &token, "GET", AT_BASE("users/ann"), STR(""));
	assert_int_equal(404, stage.status);
	shelf.documents[0] = (struct document_view){ .tenant = STR("acme") };
	shelf.documents[0].row.key = (struct document_key){ DOCUMENT_USER, { 1 }, STR("ann") };
	shelf.documents[0].row.body = STR("{\"timezone\":\"UTC\"}");
	shelf.documents[0].row.version = 4;
	shelf.documents_len = 1;
	body = stage_call(&stage, &token, "GET", AT_BASE("users/ann"), STR(""));
	assert_str(member(body, "timezone"), STR("UTC"));
	expect_text(buf_view(&stage.fields), stage_tag(&stage, "ETag: \"", 4, "\""));
	stage_call(&stage, &token, "PUT", AT_BASE("users/ann"),
		   STR("{\"timezone\":\"Mars/Base\"}"));
	assert_int_equal(422, stage.status);
	stage_call(&stage, &token, "PUT", AT_BASE("users/a b"), STR("{}"));
	assert_int_equal(404, stage.status);
	stage_close(&stage);
}

static void a_token_of_a_person_is_about_that_person(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	struct stage_token token;
	stage_open_with(&stage, &shelf);
	u8 secret[TOKEN_SECRET_BYTES] = { 8 };
	struct token_row row = { .id = { { 8 } },
				 .role = ROLE_USER,
				 .tenant = STR("acme"),
				 .user = STR("ann"),
				 .until = MSEC_MAX };
	row.hash = token_hash(secret);
	token_print(&row.id, secret, token.text);
	assert_int_equal(ERR_OK, auth_put(api_auth(stage.api), &row));
	str body = stage_call(&stage, &token, "PUT", AT_BASE("users/self"),
			      STR("{\"name\":\"Ann\"}"));
	assert_int_equal(200, stage.status);
	assert_str(member(body, "id"), STR("ann"));
	stage_call(&stage, &token, "PUT", AT_BASE("users/bob"), STR("{\"name\":\"Bob\"}"));
	assert_int_equal(404, stage.status);
	stage_close(&stage);
}

static void a_secret_is_kept_sealed_and_only_its_name_is_seen(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	struct stage_token admin = stage_add_token(&stage, STR("acme"), ROLE_ADMIN);
	str body = stage_call(&stage, &admin, "PUT", AT_BASE("secrets/api-key"),
			      STR("{\"value\":\"hunter2hunter2\"}"));
	assert_int_equal(200, stage.status);
	assert_str(member(body, "name"), STR("api-key"));
	assert_false(text_has(body, STR("hunter2")));
	stage_call(&stage, &admin, "PUT", AT_BASE("secrets/a b"), STR("{\"value\":\"x\"}"));
	assert_int_equal(422, stage.status);
	stage_call(&stage, &admin, "PUT", AT_BASE("secrets/a"), STR("{}"));
	assert_int_equal(422, stage.status);
	shelf.documents[0] = (struct document_view){ .tenant = STR("acme") };
	shelf.documents[0].row.key =
		(struct document_key){ DOCUMENT_SECRET, { 1 }, STR("api-key") };
	shelf.documents[0].row.body = STR("sealed");
	shelf.documents_len = 1;
	body = stage_call(&stage, &admin, "GET", AT_BASE("secrets"), STR(""));
	expect_has(body, "\"name\":\"api-key\"");
	assert_false(text_has(body, STR("sealed")));
	stage_call(&stage, &admin, "DELETE", AT_BASE("secrets/api-key"), STR(""));
	assert_int_equal(204, stage.status);
	stage_call(&stage, &admin, "DELETE", AT_BASE("secrets/api-key"), STR(""));
	assert_int_equal(404, stage.status);
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_person_comes_to_be_by_being_named),
		cmocka_unit_test(a_token_of_a_person_is_about_that_person),
		cmocka_unit_test(a_secret_is_kept_sealed_and_only_its_name_is_seen),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
