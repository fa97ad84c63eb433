/* Which runs a job makes ahead of time. */
#include "engine/jobs_desk.h"
#include "model/timetable.h"

static void only_the_next_one_stands_without_a_horizon(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	assert_int_equal(job_row_of(jobs, job).hot.undecided, 1);
	assert_int_equal(desk_count(&jobs->desk, RUN_QUEUED), 1);
	struct run_row run = next_run(jobs, job);
	assert_int_equal(run.hot.plan_state, PLAN_STATE_PLANNED);
	assert_true(run.hot.bucket == run.planned_at);
	assert_true(str_eq(desk_row(&jobs->desk, run.id).payload, STR("{\"a\": 1}")));
}

static void a_horizon_puts_its_whole_span_into_the_queue(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.horizon_ms = 48 * HOUR;
	struct uuid job = job_new(jobs, row);
	assert_int_equal(job_row_of(jobs, job).hot.undecided, 48);
	desk_advance(&jobs->desk, MINUTE);
	assert_int_equal(job_row_of(jobs, job).hot.undecided, 48);
	assert_int_equal(desk_count(&jobs->desk, RUN_QUEUED), 49);
}

static void a_horizon_holds_a_thousand_at_most(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.rule = STR("* * * * *");
	row.horizon_ms = 48 * HOUR;
	row.max_instances = 0;
	struct uuid job = job_new(jobs, row);
	assert_int_equal(job_row_of(jobs, job).hot.undecided, 1000);
	desk_advance(&jobs->desk, MINUTE);
	assert_int_equal(job_row_of(jobs, job).hot.undecided, 1000);
}

static void jitter_is_the_same_every_time_and_keeps_the_order(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.jitter_ms = 4 * HOUR; /* more than the distance between two */
	struct uuid job = job_new(jobs, row);
	msec last = 0;
	for (u32 i = 0; i < 5; i++) {
		struct run_row run = next_run(jobs, job);
		msec expected = timetable_jitter(&job, run.planned_at, HOUR);
		assert_true(run.hot.run_at - run.planned_at == expected);
		assert_true(run.hot.run_at > last);
		last = run.hot.run_at;
		desk_advance(&jobs->desk, run.hot.run_at - jobs->desk.now.wall);
		job_done(jobs, desk_claim(&jobs->desk));
	}
	expect_ledger(jobs, job, "0:fired 60:fired 120:fired 180:fired 240:fired");
}

/* Its policy counts first, then the type's, then what jobs take by default. */
static void a_run_takes_what_its_job_says(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	struct uuid plain = job_new(jobs, row);
	row.code = STR("b");
	row.priority = 2;
	row.max_attempts = 9;
	row.timeout_ms = 7000;
	struct uuid rich = job_new(jobs, row);
	assert_int_equal(next_run(jobs, plain).hot.max_attempts, 4);
	assert_int_equal(next_run(jobs, plain).hot.priority, 5);
	assert_int_equal(next_run(jobs, rich).hot.max_attempts, 9);
	assert_int_equal(next_run(jobs, rich).hot.priority, 2);
	assert_int_equal(next_run(jobs, rich).timeout_ms, 7000);
	desk_advance(&jobs->desk, MINUTE);
	struct lease first = desk_claim(&jobs->desk), second = desk_claim(&jobs->desk);
	assert_true(uuid_eq(&first.job, &rich));
	assert_int_equal(first.timeout_at - jobs->desk.now.wall, 7000);
	assert_int_equal(second.timeout_at - jobs->desk.now.wall, 300000);
}

static void a_series_that_ends_has_no_next(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.kind = JOB_RRULE;
	row.rule = STR("FREQ=HOURLY;COUNT=2");
	row.start = STR("2023-11-14T22:00:00");
	struct uuid job = job_new(jobs, row);
	for (u32 i = 0; i < 2; i++) {
		desk_advance(&jobs->desk, HOUR);
		job_done(jobs, desk_claim(&jobs->desk));
	}
	assert_true(next_run(jobs, job).hot.run_at == MSEC_MIN);
	assert_int_equal(job_row_of(jobs, job).hot.run_count, 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		job_test(only_the_next_one_stands_without_a_horizon),
		job_test(a_horizon_puts_its_whole_span_into_the_queue),
		job_test(a_horizon_holds_a_thousand_at_most),
		job_test(jitter_is_the_same_every_time_and_keeps_the_order),
		job_test(a_run_takes_what_its_job_says),
		job_test(a_series_that_ends_has_no_next),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
