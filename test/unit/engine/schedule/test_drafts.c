/* What a job may not say, and how it is told. */
#include "engine/jobs_desk.h"

static void refused(struct jobs_desk *jobs, struct job_row row, enum err err, const char *words)
{
	const struct answer *answer = job_put(jobs, (struct uuid){ { 0 } }, 0, row);
	if (answer->err != err) print_error("%d: %s\n", answer->err, answer->why.text);
	assert_int_equal(err, answer->err);
	if (!strstr(answer->why.text, words)) print_error("%s\n", answer->why.text);
	assert_non_null(strstr(answer->why.text, words));
	assert_int_equal(memory_store_counts(jobs->desk.store).jobs, 0);
}

static void a_rule_that_cannot_be_read_is_refused_by_field(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.rule = STR("61 * * * *");
	refused(jobs, row, ERR_CRON_RANGE, "cron_expression: ");
	row.kind = JOB_RRULE;
	refused(jobs, row, ERR_RRULE_SYNTAX, "recurrence_rule: ");
	row = hourly("a");
	row.zone = STR("../etc/passwd");
	refused(jobs, row, ERR_ZONE_NAME, "timezone: ");
	row = hourly("a");
	row.start = STR("soon");
	refused(jobs, row, ERR_TIME_SYNTAX, "start_at: ");
	row = hourly("a");
	row.exdates = STR("2026-01-01T00:00,then");
	refused(jobs, row, ERR_TIME_SYNTAX, "exdates: ");
	row = hourly("a");
	row.exclude = STR("holidays");
	refused(jobs, row, ERR_INVALID, "exclude: there is no calendar \"holidays\"");
}

static void a_rule_that_never_fires_is_refused(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.rule = STR("0 0 30 2 *");
	refused(jobs, row, ERR_RULE_NEVER, "");
}

static void put_calendar(struct jobs_desk *jobs, const char *body)
{
	struct command put = { .kind = COMMAND_CALENDAR_PUT,
			       .tenant = STR("acme"),
			       .calendar = { STR("closed"), str_from(body) } };
	assert_int_equal(ERR_OK, desk_do(&jobs->desk, put)->err);
}

/* The rule alone goes on, and once upon a time it fired: only from now on no day is left. */
static void a_schedule_without_a_day_left_is_refused(void **state)
{
	struct jobs_desk *jobs = *state;
	const char *words = "exclude: the calendars leave no day";
	put_calendar(jobs, "2023-11-01 FREQ=DAILY");
	struct job_row row = hourly("a");
	row.exclude = STR("closed");
	refused(jobs, row, ERR_RULE_NEVER, words);
	row.kind = JOB_INTERVAL;
	row.interval_ms = HOUR;
	refused(jobs, row, ERR_RULE_NEVER, words);
	row.kind = JOB_RRULE;
	row.rule = STR("FREQ=DAILY");
	row.start = STR("2020-01-01T09:00");
	refused(jobs, row, ERR_RULE_NEVER, words);
	put_calendar(jobs, "2023-11-01 FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA");
	assert_int_equal(ERR_OK, job_refused(jobs, row));
}

/* What is over by its own rule is no mistake of its calendars. */
static void a_series_that_is_over_may_exclude_days(void **state)
{
	struct jobs_desk *jobs = *state;
	put_calendar(jobs, "2023-11-01 FREQ=DAILY");
	struct job_row row = hourly("a");
	row.kind = JOB_RRULE;
	row.rule = STR("FREQ=DAILY;COUNT=3");
	row.start = STR("2020-01-01T09:00");
	row.exclude = STR("closed");
	assert_int_equal(ERR_OK, job_refused(jobs, row));
}

static void more_than_once_a_minute_needs_the_tenants_leave(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.rule = STR("*/10 * * * * *");
	refused(jobs, row, ERR_INVALID, "every 10 s; this tenant allows at most every 60 s");
	row = hourly("a");
	row.kind = JOB_INTERVAL;
	row.interval_ms = 59 * MSEC_SECOND;
	refused(jobs, row, ERR_INVALID, "every 59 s");
	desk_set_tenant(&jobs->desk, "acme", (struct tenant_policy){ .min_interval_ms = 10000 });
	assert_int_equal(ERR_OK, job_refused(jobs, row));
}

static void bounds_are_named(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.catchup_max = 1001;
	refused(jobs, row, ERR_INVALID, "catchup_max must be 1 to 1000, got 1001");
	row = hourly("a");
	row.priority = 11;
	refused(jobs, row, ERR_INVALID, "priority must be 0 to 10");
	row = hourly("a");
	row.horizon_ms = LIMIT_JOB_HORIZON_MS + MSEC_SECOND;
	refused(jobs, row, ERR_INVALID, "horizon_seconds must be 0 to 2073600");
	row = hourly("a");
	row.grace_ms = -1;
	refused(jobs, row, ERR_INVALID, "grace_seconds");
	row = hourly("a");
	row.kind = JOB_ONCE;
	refused(jobs, row, ERR_INVALID, "run_at must be from 1970 to 9999");
	row = hourly("a");
	row.is_system_required = true;
	row.state = JOB_DISABLED;
	refused(jobs, row, ERR_CONFLICT, "cannot be disabled");
}

static void an_interval_counts_from_its_creation(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.kind = JOB_INTERVAL;
	row.interval_ms = 7 * MINUTE;
	struct uuid job = job_new(jobs, row);
	assert_true(next_run(jobs, job).hot.run_at == jobs->desk.now.wall + 7 * MINUTE);
	assert_true(str_eq(job_row_of(jobs, job).start, STR("2023-11-14T22:06:00Z")));
}

static struct job_row made_with(struct jobs_desk *jobs, const char *code, bool takes)
{
	struct job_row row = hourly(code);
	row.priority = 2;
	const struct answer *answer = desk_do(
		&jobs->desk, (struct command){ .kind = COMMAND_JOB_PUT,
					       .tenant = STR("acme"),
					       .job_put = { .row = &row,
							    .type = STR("report.make"),
							    .priority_is_scaled = takes,
							    .takes_misfire = takes,
							    .takes_grace = takes } });
	assert_int_equal(ERR_OK, answer->err);
	return job_row_of(jobs, answer->job.job);
}

static void a_tenant_says_what_a_new_job_does_not(void **state)
{
	struct jobs_desk *jobs = *state;
	struct command set = { .kind = COMMAND_SET_TENANT, .set = { .name = STR("acme") } };
	set.set.defaults = (struct tenant_defaults){ .misfire = MISFIRE_SKIP + 1,
						     .grace_ms = 7000,
						     .priority_steps = 5 };
	desk_do(&jobs->desk, set);
	struct job_row taken = made_with(jobs, "a", true), own = made_with(jobs, "b", false);
	assert_int_equal(MISFIRE_SKIP, taken.misfire);
	assert_int_equal(7000, taken.grace_ms);
	assert_int_equal(3, taken.priority);
	assert_int_equal(MISFIRE_RUN_ONCE, own.misfire);
	assert_int_equal(DEFAULT_GRACE_MS, own.grace_ms);
	assert_int_equal(2, own.priority);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		job_test(a_rule_that_cannot_be_read_is_refused_by_field),
		job_test(a_rule_that_never_fires_is_refused),
		job_test(a_schedule_without_a_day_left_is_refused),
		job_test(a_series_that_is_over_may_exclude_days),
		job_test(more_than_once_a_minute_needs_the_tenants_leave),
		job_test(bounds_are_named),
		job_test(an_interval_counts_from_its_creation),
		job_test(a_tenant_says_what_a_new_job_does_not),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
