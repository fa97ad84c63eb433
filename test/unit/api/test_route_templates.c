/* Jobs from templates. */
#include "api/shelf.h"
#include "api/stage.h"

static void templates_are_listed_with_their_schedules(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_VIEWER);
	str body = stage_call(&stage, &token, "GET", AT_BASE("templates"), STR(""));
	assert_int_equal(200, stage.status);
	expect_has(body, "\"code\":\"vacuum_database\"");
	expect_has(body, "\"default_schedule\":\"*/15 * * * *\"");
	expect_has(body, "\"schedule_in_words\":\"every 15 minutes\"");
	stage_close(&stage);
}

static void a_tenant_may_change_what_the_template_lets_it(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_PRODUCER);
	stage_call(&stage, &token, "POST", AT_BASE("templates/vacuum_database/create-job"),
		   STR("{\"cron_expression\":\"0 1 * * *\"}"));
	assert_int_equal(403, stage.status);
	stage_call(&stage, &token, "POST", AT_BASE("templates/no_such/create-job"), STR("{}"));
	assert_int_equal(404, stage.status);
	stage_call(&stage, &token, "POST", AT_BASE("templates/sync_quickbooks/create-job"),
		   STR("{\"cron_expression\":\"0 1 * *\"}"));
	assert_int_equal(422, stage.status);
	/* The shelf does not follow what the store was told: made, and then not seen. */
	stage_call(&stage, &token, "POST", AT_BASE("templates/sync_quickbooks/create-job"),
		   STR("{\"code\":\"mine\",\"cron_expression\":\"0 1 * * *\"}"));
	assert_int_equal(404, stage.status);
	stage_call(&stage, &token, "POST", AT_BASE("templates/sync_quickbooks/create-job"),
		   STR("{\"code\":\"mine\"}"));
	assert_int_equal(409, stage.status);
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(templates_are_listed_with_their_schedules),
		cmocka_unit_test(a_tenant_may_change_what_the_template_lets_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
