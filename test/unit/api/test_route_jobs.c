/* Jobs: seen, by id and by code; and their history. */
#include "api/shelf.h"
#include "api/stage.h"

static void put_job(struct shelf *shelf)
{
	struct job_view *job = &shelf->jobs[0];
	*job = (struct job_view){ .tenant = STR("acme"),
				  .type = STR("t"),
				  .queue = STR("default") };
	job->row = job_defaults();
	job->row.id.bytes[0] = 1;
	job->row.code = STR("report");
	job->row.kind = JOB_MANUAL;
	job->row.version = 4;
	shelf->jobs_len = 1;
}

static void a_job_is_found_by_id_and_by_code(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	put_job(&shelf);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_VIEWER);
	struct stage_token rival = stage_add_token(&stage, STR("rival"), ROLE_ADMIN);
	str body = stage_call(&stage, &token, "GET",
			      AT_BASE("jobs/01000000-0000-0000-0000-000000000000"), STR(""));
	assert_str(member(body, "code"), STR("report"));
	expect_has(buf_view(&stage.fields), "ETag: \"4\"");
	stage_call(&stage, &token, "GET", AT_BASE("jobs/report"), STR(""));
	assert_int_equal(200, stage.status);
	stage_call(&stage, &rival, "GET", AT_BASE("jobs/report"), STR(""));
	assert_int_equal(404, stage.status);
	stage_call(&stage, &rival, "GET", AT_BASE("jobs/01000000-0000-0000-0000-000000000000"),
		   STR(""));
	assert_int_equal(404, stage.status);
	body = stage_call(&stage, &token, "GET", AT_BASE("jobs?status=DISABLED&type=t"), STR(""));
	assert_int_equal(200, stage.status);
	assert_int_equal(1u << JOB_DISABLED, shelf.last_jobs.states);
	assert_str(shelf.last_jobs.type, STR("t"));
	stage_close(&stage);
}

static void history_is_of_that_job(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	char path[400];
	stage_open_with(&stage, &shelf);
	put_job(&shelf);
	for (u32 i = 0; i < 3; i++) {
		shelf.occurrences[i] = (struct occurrence_row){ .job = shelf.jobs[0].row.id,
								.planned_at = 3000 - 1000 * i,
								.outcome = OCCURRENCE_SKIPPED,
								.reason = OCCURRENCE_BY_PAUSED };
	}
	shelf.occurrences[2].until = 5000;
	shelf.occurrences[2].count = 9;
	shelf.occurrences_len = 3;
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_VIEWER);
	stage_call(&stage, &token, "GET", AT_BASE("jobs/report/executions"), STR(""));
	assert_int_equal(200, stage.status);
	assert_int_equal(1, shelf.last_executions.job.bytes[0]);
	str body = stage_call(&stage, &token, "GET", AT_BASE("jobs/report/occurrences?limit=2"),
			      STR(""));
	assert_str(member(item(member(body, "data"), 0), "reason"), STR("paused"));
	snprintf(path, sizeof path, "%s?cursor=%.*s", AT_BASE("jobs/report/occurrences"),
		 STR_ARG(member(body, "next_cursor")));
	body = stage_call(&stage, &token, "GET", path, STR(""));
	assert_str(member(item(member(body, "data"), 0), "count"), STR("9"));
	assert_str(member(body, "next_cursor"), STR("null"));
	body = stage_call(&stage, &token, "GET", AT_BASE("jobs/report/occurrences?outcome=fired"),
			  STR(""));
	assert_str(member(body, "data"), STR("[]"));
	stage_call(&stage, &token, "GET", AT_BASE("jobs/none/occurrences"), STR(""));
	assert_int_equal(404, stage.status);
	stage_close(&stage);
}

static void what_is_asked_of_a_job_is_checked_first(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	put_job(&shelf);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_OPERATOR);
	str body = stage_call(&stage, &token, "POST", AT_BASE("jobs"), STR("{\"code\":\"a\"}"));
	assert_int_equal(422, stage.status);
	expect_has(body, "/handler");
	stage_call(&stage, &token, "POST", AT_BASE("jobs/report/backfill"), STR("{\"from\":5}"));
	assert_int_equal(422, stage.status);
	stage_call(&stage, &token, "POST", AT_BASE("jobs/report/pause"),
		   STR("{\"until\":\"soon\"}"));
	assert_int_equal(422, stage.status);
	stage_with(&stage, STR("if-match"), STR("\"3\""));
	stage_call(&stage, &token, "DELETE", AT_BASE("jobs/report"), STR(""));
	assert_int_equal(412, stage.status);
	stage_call(&stage, &token, "POST", AT_BASE("jobs/none/run"), STR("{}"));
	assert_int_equal(404, stage.status);
	shelf.jobs[0].row.state = JOB_DELETED;
	stage_call(&stage, &token, "POST", AT_BASE("jobs/01000000-0000-0000-0000-000000000000/run"),
		   STR("{}"));
	assert_int_equal(404, stage.status);
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_job_is_found_by_id_and_by_code),
		cmocka_unit_test(history_is_of_that_job),
		cmocka_unit_test(what_is_asked_of_a_job_is_checked_first),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
