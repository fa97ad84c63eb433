/* The plain page: for everybody, with nothing of anybody in it. */
#include "api/stage.h"

static void its_files_need_no_token(void **state)
{
	static const struct {
		const char *path, *type, *has;
	} rows[] = {
		{ "/", "text/html; charset=utf-8", "<title>Belfry</title>" },
		{ "/status.js", "text/javascript; charset=utf-8", "\"use strict\"" },
		{ "/status.css", "text/css; charset=utf-8", "color-scheme" },
	};
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	for (u32 i = 0; i < countof(rows); i++) {
		str body = stage_call(&stage, NULL, "GET", rows[i].path, STR(""));
		assert_int_equal(200, stage.status);
		assert_str(buf_view(&stage.type), str_from(rows[i].type));
		assert_true(text_has(body, str_from(rows[i].has)));
	}
	stage_close(&stage);
}

/* Its script makes text of everything: there is no way from data to markup. */
static void its_script_never_writes_markup(void **state)
{
	static const char *const forbidden[] = {
		"innerHTML",      "outerHTML", "insertAdjacentHTML",
		"document.write", "eval(",     "new Function"
	};
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	str body = stage_call(&stage, NULL, "GET", "/status.js", STR(""));
	for (u32 i = 0; i < countof(forbidden); i++)
		assert_false(text_has(body, str_from(forbidden[i])));
	body = stage_call(&stage, NULL, "GET", "/", STR(""));
	assert_false(text_has(body, STR("style=")));
	assert_false(text_has(body, STR("onclick")));
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(its_files_need_no_token),
		cmocka_unit_test(its_script_never_writes_markup),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
