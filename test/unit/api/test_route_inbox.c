/* Inboxes over HTTP. */
#include "api/shelf.h"
#include "api/stage.h"

static void what_lies_there_is_listed_and_counted(void **state)
{
	struct stage stage;
	struct shelf shelf;
	(void)state;
	stage_open_with(&stage, &shelf);
	struct stage_token viewer = stage_add_token(&stage, STR("acme"), ROLE_VIEWER);
	shelf.notices[0] = (struct notice_row){ .user = STR("ann"), .title = STR("a"), .at = 1000 };
	shelf.notices[1] = (struct notice_row){
		.user = STR("ann"), .title = STR("b"), .at = 2000, .read_at = 3000
	};
	shelf.notices_len = 2;
	str answer = stage_call(&stage, &viewer, "GET", AT_BASE("inbox?user_id=ann"), STR(""));
	assert_int_equal(200, stage.status);
	assert_str(member(answer, "unread"), STR("1"));
	str row = item(member(answer, "data"), 1);
	assert_str(member(row, "is_read"), STR("true"));
	assert_str(member(row, "read_at"), STR("1970-01-01T00:00:03Z"));
	answer = stage_call(&stage, &viewer, "GET", AT_BASE("inbox?user_id=ann&unread=true"),
			    STR(""));
	assert_str(member(item(member(answer, "data"), 0), "title"), STR("a"));
	answer = stage_call(&stage, &viewer, "GET", AT_BASE("inbox"), STR(""));
	assert_str(member(answer, "data"), STR("[]"));
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_lies_there_is_listed_and_counted),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
