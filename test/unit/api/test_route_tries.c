/* Sends that are tried out. */
#include "api/shelf.h"
#include "api/stage.h"

static void who_may_not_operate_tries_nothing(void **state)
{
	struct stage stage = { 0 };
	struct shelf shelf;
	(void)state;
	stage_open_with(&stage, &shelf);
	struct stage_token viewer = stage_add_token(&stage, STR("acme"), ROLE_VIEWER);
	struct stage_token admin = stage_add_token(&stage, STR("acme"), ROLE_ADMIN);
	stage_call(&stage, &viewer, "POST", AT_BASE("pings/nightly/test"), STR("{}"));
	assert_int_equal(403, stage.status);
	/* What goes out under the operator's name is the system's to try. */
	stage_call(&stage, &admin, "POST", AT_BASE("alerts/sentry/test"), STR("{}"));
	assert_int_equal(403, stage.status);
	stage_close(&stage);
}

static void a_group_without_a_url_is_not_there(void **state)
{
	struct stage stage = { 0 };
	struct shelf shelf;
	(void)state;
	stage_open_with(&stage, &shelf);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_OPERATOR);
	stage_call(&stage, &token, "POST", AT_BASE("pings/nightly/test"), STR("{}"));
	assert_int_equal(404, stage.status);
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_may_not_operate_tries_nothing),
		cmocka_unit_test(a_group_without_a_url_is_not_there),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
