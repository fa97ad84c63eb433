/* The dashboard's files: for everybody, with nothing of anybody in them. */
#include "api/handlers.h"
#include "api/stage.h"

/* The address of a file that the page names: what stands between `before` and the next quote. */
static const char *named_file(str page, const char *before)
{
	static char path[128]; /* of the test alone */
	size_t len = strlen(before);
	for (size_t i = 0; i + len < page.len; i++) {
		if (memcmp(page.at + i, before, len) != 0) continue;
		str rest = str_from_offset(page, i + len);
		str name = str_slice(rest, 0, str_find(rest, '"'));
		assert_true(name.len < sizeof path);
		memcpy(path, name.at, name.len);
		path[name.len] = 0;
		return path;
	}
	fail_msg("the page names no file after %s", before);
	return "";
}

static void page_and_files_need_no_token(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	str page = stage_call(&stage, NULL, "GET", "/", STR(""));
	assert_int_equal(200, stage.status);
	assert_str(buf_view(&stage.type), STR("text/html; charset=utf-8"));
	assert_true(text_has(page, STR("<title>Belfry</title>")));
	str body = stage_call(&stage, NULL, "GET", named_file(page, "src=\""), STR(""));
	assert_int_equal(200, stage.status);
	assert_str(buf_view(&stage.type), STR("text/javascript; charset=utf-8"));
	assert_true(body.len > 1000);
	stage_close(&stage);
}

static void deep_link_gets_the_page(void **state)
{
	static const char *const paths[] = { "/jobs", "/jobs/01890a5d-ac96-774b-bcce-b302099a8057",
					     "/executions?state=FAILED", "/?x=1" };
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	for (u32 i = 0; i < countof(paths); i++) {
		str page = stage_call(&stage, NULL, "GET", paths[i], STR(""));
		assert_int_equal(200, stage.status);
		assert_true(text_has(page, STR("<title>Belfry</title>")));
	}
	stage_close(&stage);
}

static void only_screens_are_pages(void **state)
{
	(void)state;
	assert_true(page_has_screen(STR("/jobs")));
	assert_true(page_has_screen(STR("/jobs/new")));
	assert_false(page_has_screen(STR("/jobsy")));
	assert_false(page_has_screen(STR("/")));
	assert_false(page_has_screen(STR("")));
	assert_false(page_has_screen(STR("/metrics")));
	struct stage stage = { 0 };
	stage_open(&stage);
	(void)stage_call(&stage, NULL, "GET", "/assets/nothing.js", STR(""));
	assert_int_equal(404, stage.status);
	(void)stage_call(&stage, NULL, "GET", "/assets/index.html", STR(""));
	assert_int_equal(404, stage.status);
	stage_close(&stage);
}

/* A policy forbids inline code; the page must not need any. */
static void page_has_no_inline_code(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	str page = stage_call(&stage, NULL, "GET", "/", STR(""));
	assert_false(text_has(page, STR("style=")));
	assert_false(text_has(page, STR("<style")));
	assert_false(text_has(page, STR("onclick")));
	assert_false(text_has(page, STR("<script>")));
	assert_false(text_has(page, STR("http:")));
	assert_false(text_has(page, STR("https:")));
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(page_and_files_need_no_token),
		cmocka_unit_test(deep_link_gets_the_page),
		cmocka_unit_test(only_screens_are_pages),
		cmocka_unit_test(page_has_no_inline_code),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
