/* Calendars. */
#include "api/shelf.h"
#include "api/stage.h"

static void a_calendar_is_shown_as_dates_and_rules(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	shelf.calendars[0].tenant = STR("acme");
	shelf.calendars[0].row = (struct calendar_row){
		.name = STR("holidays"),
		.version = 3,
		.body = STR("2025-12-25\n2025-01-01 FREQ=YEARLY;BYMONTH=5;BYDAY=1MO\n2026-01-01\n"),
	};
	shelf.calendars_len = 1;
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_VIEWER);
	str body = stage_call(&stage, &token, "GET", AT_BASE("calendars/holidays"), STR(""));
	assert_str(member(body, "dates"), STR("[\"2025-12-25\",\"2026-01-01\"]"));
	assert_str(
		member(body, "rules"),
		STR("[{\"rule\":\"FREQ=YEARLY;BYMONTH=5;BYDAY=1MO\",\"start\":\"2025-01-01\"}]"));
	expect_has(buf_view(&stage.fields), "ETag: \"3\"");
	body = stage_call(&stage, &token, "GET", AT_BASE("calendars"), STR(""));
	expect_has(body, "holidays");
	stage_call(&stage, &token, "GET", AT_BASE("calendars/other"), STR(""));
	assert_int_equal(404, stage.status);
	stage_close(&stage);
}

static void what_would_be_two_lines_is_refused(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_OPERATOR);
	static const char *const bad[] = {
		"{\"dates\":[\"2025-12-25\\n2026-01-01\"]}",
		"{\"dates\":[\"2025-12-25 FREQ=DAILY\"]}",
		"{\"rules\":[{\"rule\":\"FREQ=DAILY\\n2025-01-01\",\"start\":\"2025-01-01\"}]}",
		"{\"rules\":[{\"rule\":\"FREQ=DAILY\"}]}",
		"{\"rules\":[5]}",
	};
	for (size_t i = 0; i < countof(bad); i++) {
		stage_call(&stage, &token, "PUT", AT_BASE("calendars/c"), str_from(bad[i]));
		assert_int_equal(422, stage.status);
	}
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_calendar_is_shown_as_dates_and_rules),
		cmocka_unit_test(what_would_be_two_lines_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
