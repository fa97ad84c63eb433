/* The load to come. */
#include "api/shelf.h"
#include "api/stage.h"

static void put_job(struct shelf *shelf, const char *tenant, const char *rule, const char *exclude)
{
	struct job_view *job = &shelf->jobs[shelf->jobs_len++];
	*job = (struct job_view){ .tenant = str_from(tenant) };
	job->row = job_defaults();
	job->row.id.bytes[0] = (u8)shelf->jobs_len;
	job->row.kind = JOB_CRON;
	job->row.rule = str_from(rule);
	job->row.exclude = str_from(exclude);
}

static void occurrences_and_tasks_fall_into_their_hours(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	put_job(&shelf, "acme", "0 * * * *", "");
	put_job(&shelf, "rival", "0 * * * *", "");
	shelf.runs[0] = (struct run_view){ .tenant = STR("acme"), .state = RUN_QUEUED };
	shelf.runs[0].row.hot.run_at = stage.now.wall + 2 * MSEC_HOUR;
	shelf.runs_len = 1;
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_VIEWER);
	/* It is 22:13; of this hour only what is still to come counts. */
	str body = stage_call(&stage, &token, "GET", AT_BASE("forecast?hours=4"), STR(""));
	assert_int_equal(200, stage.status);
	assert_str(member(body, "from"), STR("2023-11-14T22:00:00Z"));
	assert_str(member(body, "counts"), STR("[0,1,2,1]"));
	assert_str(member(body, "jobs"), STR("1"));
	assert_str(member(body, "peak"), STR("2"));
	assert_str(member(body, "is_cut"), STR("false"));
	struct stage_token system = stage_add_token(&stage, STR("system"), ROLE_VIEWER);
	body = stage_call(&stage, &system, "GET", AT_BASE("forecast?hours=4&tenant_id=*"), STR(""));
	assert_str(member(body, "counts"), STR("[0,2,3,2]"));
	stage_close(&stage);
}

static void days_left_out_and_zones_that_are_gone_count(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	put_job(&shelf, "acme", "0 * * * *", "holidays");
	put_job(&shelf, "acme", "0 * * * *", "");
	shelf.jobs[1].row.zone = STR("Mars/Base");
	put_job(&shelf, "acme", "30 22 * * *", "");
	shelf.jobs[2].row.zone = STR("UTC");
	shelf.calendars[0].tenant = STR("acme");
	shelf.calendars[0].row.name = STR("holidays");
	shelf.calendars[0].row.body = STR("2023-11-15\n");
	shelf.calendars_len = 1;
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_VIEWER);
	str body = stage_call(&stage, &token, "GET", AT_BASE("forecast?hours=3"), STR(""));
	assert_str(member(body, "counts"), STR("[1,1,0]"));
	assert_str(member(body, "left_out"), STR("1"));
	body = stage_call(&stage, &token, "GET", AT_BASE("forecast?hours=1&by=minute"), STR(""));
	assert_str(member(body, "step_seconds"), STR("60"));
	assert_str(member(body, "total"), STR("2"));
	shelf.err = ERR_STORE;
	stage_call(&stage, &token, "GET", AT_BASE("forecast"), STR(""));
	assert_int_equal(503, stage.status);
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(occurrences_and_tasks_fall_into_their_hours),
		cmocka_unit_test(days_left_out_and_zones_that_are_gone_count),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
