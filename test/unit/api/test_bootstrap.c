#include "api/bootstrap.h"

#include "api/shelf.h"
#include "api/stage.h"

static void the_first_token_is_an_admin_of_the_system_and_works_once_kept(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct new_token made;
	struct arena arena;
	struct command command = { 0 };
	stage_open(&stage);
	arena_init(&arena, 65536);
	assert_int_equal(ERR_OK, first_token_make(stage.api, &made, &arena, &command));
	assert_int_equal(COMMAND_DOCUMENT_PUT, command.kind);
	assert_int_equal(DOCUMENT_TOKEN, command.document.kind);
	assert_str(command.tenant, STR("system"));
	assert_false(text_has(command.document.body, (str){ made.text + 40, 64 }));
	struct stage_token token;
	memcpy(token.text, made.text, sizeof token.text);
	stage_call(&stage, &token, "GET", AT_BASE("templates"), STR(""));
	assert_int_equal(401, stage.status);
	assert_int_equal(ERR_OK, auth_put(api_auth(stage.api), &made.row));
	stage_call(&stage, &token, "GET", AT_BASE("templates"), STR(""));
	assert_int_equal(200, stage.status);
	arena_done(&arena);
	stage_close(&stage);
}

static void tokens_of_the_store_count_after_a_start(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	struct new_token made;
	struct arena arena;
	struct command command = { 0 };
	stage_open(&stage);
	shelf_init(&shelf);
	arena_init(&arena, 65536);
	assert_int_equal(ERR_OK, first_token_make(stage.api, &made, &arena, &command));
	shelf.documents[0] = (struct document_view){ .tenant = STR("system") };
	shelf.documents[0].row.key =
		(struct document_key){ DOCUMENT_TOKEN, { 1 }, command.document.name };
	shelf.documents[0].row.body = command.document.body;
	shelf.documents[0].row.until = MSEC_MAX;
	/* Rows that are none of ours are passed over. */
	shelf.documents[1] = shelf.documents[0];
	shelf.documents[1].row.key.name = STR("no id");
	shelf.documents[2] = shelf.documents[0];
	shelf.documents[2].row.body = STR("{}");
	shelf.documents_len = 3;
	assert_int_equal(ERR_OK, api_load_tokens(stage.api, &shelf.query, 1));
	assert_int_equal(1, auth_count(api_auth(stage.api)));
	shelf.err = ERR_STORE;
	assert_int_equal(ERR_STORE, api_load_tokens(stage.api, &shelf.query, 1));
	arena_done(&arena);
	stage_close(&stage);
}

static void a_printed_code_signs_in_once(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	char code[SESSION_TEXT_BYTES], body[100];
	stage_open(&stage);
	assert_int_equal(ERR_OK, first_code_make(stage.api, code));
	snprintf(body, sizeof body, "{\"code\":\"%.*s\"}", (int)sizeof code, code);
	stage_call(&stage, NULL, "POST", AT_BASE("session"), str_from(body));
	assert_int_equal(201, stage.status);
	stage_call(&stage, NULL, "POST", AT_BASE("session"), str_from(body));
	assert_int_equal(401, stage.status);
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_token_is_an_admin_of_the_system_and_works_once_kept),
		cmocka_unit_test(tokens_of_the_store_count_after_a_start),
		cmocka_unit_test(a_printed_code_signs_in_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
