/* Looking ahead. */
#include "api/shelf.h"
#include "api/stage.h"

static void any_rule_can_be_looked_ahead_with(void **state)
{
	static const struct {
		const char *body;
		const char *first; /* NULL: refused */
	} cases[] = {
		{ "{\"rule\":\"0 9 * * 1\",\"count\":2}", "2023-11-20T09:00:00Z" },
		{ "{\"kind\":\"rrule\",\"rule\":\"FREQ=DAILY\",\"start\":\"2030-01-01T08:00\","
		  "\"timezone\":\"UTC\"}",
		  "2030-01-01T08:00:00Z" },
		{ "{\"rule\":\"FREQ=HOURLY\"}", "2023-11-14T23:13:20Z" },
		{ "{\"rule\":\"15m\",\"after\":\"2023-11-14T23:00:00Z\"}", "2023-11-14T23:13:20Z" },
		{ "{\"rule\":\"0 9 * *\"}", NULL },
		{ "{\"rule\":\"0 0 30 2 *\"}", NULL },
		{ "{\"kind\":\"often\",\"rule\":\"0 9 * * 1\"}", NULL },
		{ "{\"kind\":\"interval\",\"rule\":\"soon\"}", NULL },
		{ "{\"rule\":\"0 9 * * 1\",\"timezone\":\"Mars/Base\"}", NULL },
		{ "{\"rule\":\"0 9 * * 1\",\"count\":1001}", NULL },
		{ "{}", NULL },
	};
	(void)state;
	struct stage stage = { 0 };
	stage_open(&stage);
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_USER);
	for (size_t i = 0; i < countof(cases); i++) {
		str body = stage_call(&stage, &token, "POST", AT_BASE("preview"),
				      str_from(cases[i].body));
		if (!cases[i].first) {
			if (stage.status != 422) fail_msg("%s: %d", cases[i].body, stage.status);
			continue;
		}
		if (stage.status != 200) fail_msg("%s: %.*s", cases[i].body, STR_ARG(body));
		assert_str(member(item(member(body, "data"), 0), "at"), str_from(cases[i].first));
	}
	stage_close(&stage);
}

static void a_jobs_next_runs_leave_its_calendars_out(void **state)
{
	(void)state;
	struct stage stage = { 0 };
	struct shelf shelf;
	stage_open_with(&stage, &shelf);
	struct job_view *job = &shelf.jobs[0];
	*job = (struct job_view){ .tenant = STR("acme") };
	job->row = job_defaults();
	job->row.kind = JOB_CRON;
	job->row.rule = STR("0 9 * * *");
	job->row.code = STR("report");
	job->row.exclude = STR("holidays");
	shelf.jobs_len = 1;
	shelf.calendars[0].tenant = STR("acme");
	shelf.calendars[0].row.name = STR("holidays");
	shelf.calendars[0].row.body = STR("2023-11-15\n");
	shelf.calendars_len = 1;
	struct stage_token token = stage_add_token(&stage, STR("acme"), ROLE_VIEWER);
	str body = stage_call(&stage, &token, "GET", AT_BASE("jobs/report/next-runs?count=2"),
			      STR(""));
	assert_int_equal(200, stage.status);
	assert_str(member(body, "data"),
		   STR("[{\"at\":\"2023-11-16T09:00:00Z\",\"local\":\"2023-11-16T09:00:00\","
		       "\"note\":null},{\"at\":\"2023-11-17T09:00:00Z\",\"local\":"
		       "\"2023-11-17T09:00:00\",\"note\":null}]"));
	shelf.calendars_len = 0;
	stage_call(&stage, &token, "GET", AT_BASE("jobs/report/next-runs"), STR(""));
	assert_int_equal(422, stage.status);
	stage_call(&stage, &token, "GET", AT_BASE("jobs/none/next-runs"), STR(""));
	assert_int_equal(404, stage.status);
	stage_close(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_rule_can_be_looked_ahead_with),
		cmocka_unit_test(a_jobs_next_runs_leave_its_calendars_out),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
