/* The delivery log over HTTP. */
#include "api/shelf.h"
#include "api/stage.h"

static void tries_are_listed_with_what_followed(void **state)
{
	struct stage stage;
	struct shelf shelf;
	(void)state;
	stage_open_with(&stage, &shelf);
	struct stage_token viewer = stage_add_token(&stage, STR("acme"), ROLE_VIEWER);
	struct delivery_view *view = &shelf.deliveries[0];
	*view = (struct delivery_view){ .tenant = STR("acme"),
					.type = STR("dm"),
					.next_type = STR("mention") };
	view->row = (struct delivery_row){ .at = 1000,
					   .attempt = 1,
					   .outcome = OUTCOME_FAIL,
					   .state = RUN_FAILED,
					   .next = NEXT_LATER,
					   .next_at = 2000,
					   .error_class = STR("dm_closed"),
					   .user = STR("ann") };
	view->row.id.bytes[0] = 1;
	shelf.deliveries_len = 1;
	str answer = stage_call(&stage, &viewer, "GET", AT_BASE("deliveries?user_id=ann&type=dm"),
				STR(""));
	assert_int_equal(200, stage.status);
	str row = item(member(answer, "data"), 0);
	assert_str(member(row, "outcome"), STR("fail"));
	assert_str(member(row, "error_class"), STR("dm_closed"));
	assert_str(member(row, "next"), STR("later"));
	assert_str(member(row, "next_type"), STR("mention"));
	assert_str(member(row, "next_at"), STR("1970-01-01T00:00:02Z"));
	assert_str(member(row, "entity"), STR("null"));
	answer = stage_call(&stage, &viewer, "GET", AT_BASE("deliveries?entity=e"), STR(""));
	assert_str(member(answer, "data"), STR("[]"));
	(void)stage_call(&stage, &viewer, "GET", AT_BASE("deliveries?run_id=x"), STR(""));
	assert_int_equal(422, stage.status);
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tries_are_listed_with_what_followed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
