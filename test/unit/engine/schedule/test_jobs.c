/* Jobs in memory: their limit, their pause, what they remember. */
#include "engine/jobs_desk.h"

static struct lease_command any(void)
{
	return (struct lease_command){ .lease_ms = 600000 };
}

static void a_limit_is_never_passed(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.max_instances = 2;
	struct uuid job = job_new(jobs, row);
	for (u32 i = 0; i < 5; i++)
		assert_int_equal(
			ERR_OK,
			job_do(jobs, COMMAND_JOB_RUN, (struct job_command){ .job = job })->err);
	assert_int_equal(2, desk_lease(&jobs->desk, 10, any()));
	assert_int_equal(0, desk_lease(&jobs->desk, 10, any()));
	job_done(jobs, jobs->desk.leases[0]);
	assert_int_equal(1, desk_lease(&jobs->desk, 10, any()));
	desk_same_as_fresh(&jobs->desk);
}

static void a_limit_goes_on_across_a_crash(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	job_do(jobs, COMMAND_JOB_RUN, (struct job_command){ .job = job });
	job_do(jobs, COMMAND_JOB_RUN, (struct job_command){ .job = job });
	struct lease lease = job_claim(jobs);
	jobs_down_for(jobs, 0);
	assert_int_equal(0, desk_lease(&jobs->desk, 10, any()));
	job_done(jobs, lease);
	assert_int_equal(1, desk_lease(&jobs->desk, 10, any()));
}

/* A run that waits for its retry holds no place. */
static void a_retry_leaves_its_place(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	job_do(jobs, COMMAND_JOB_RUN, (struct job_command){ .job = job });
	job_do(jobs, COMMAND_JOB_RUN, (struct job_command){ .job = job });
	struct lease lease = job_claim(jobs);
	desk_finish(&jobs->desk, lease.execution, OUTCOME_RETRY, STR("network"));
	msec delay = desk_row(&jobs->desk, lease.run).hot.run_at - jobs->desk.now.wall;
	assert_in_range(delay, 36000, 84000); /* 60 s, give or take 20 to 40 % */
	assert_int_equal(1, desk_lease(&jobs->desk, 10, any()));
}

static void a_job_remembers_how_its_runs_ended(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.max_attempts = 1;
	struct uuid job = job_new(jobs, row);
	for (u32 i = 0; i < 3; i++) {
		job_do(jobs, COMMAND_JOB_RUN, (struct job_command){ .job = job });
		struct lease lease = job_claim(jobs);
		desk_advance(&jobs->desk, 5000);
		if (i < 2) desk_finish(&jobs->desk, lease.execution, OUTCOME_FAIL, STR("network"));
		else job_done(jobs, lease);
		struct job_hot hot = job_row_of(jobs, job).hot;
		assert_int_equal(hot.run_count, i + 1);
		assert_int_equal(hot.failure_count, i < 2 ? i + 1 : 2);
		assert_int_equal(hot.failures_in_a_row, i < 2 ? i + 1 : 0);
		assert_int_equal(hot.last_state, i < 2 ? RUN_FAILED : RUN_DONE);
		assert_int_equal(hot.last_duration_ms, 5000);
	}
}

static void a_job_whose_zone_is_gone_runs_what_stands_and_plans_no_more(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	/* The row as it would be had its zone been there: the store does not judge it. */
	struct job_row row = job_row_of(jobs, job);
	row.version++;
	row.zone = STR("Mars/Olympus");
	struct change change = { .kind = CHANGE_JOB_PUT, .job = &row };
	struct turn turn = { .id = 1000, .now = jobs->desk.now, .changes = &change };
	turn.changes_len = 1;
	arena_init(&turn.arena, 1 << 20);
	buf_init(&turn.journal, 1 << 10);
	assert_int_equal(ERR_OK, store_commit(memory_store_view(jobs->desk.store), &turn));
	arena_done(&turn.arena);
	buf_done(&turn.journal);
	jobs_down_for(jobs, MINUTE);
	expect_ledger(jobs, job, "0:fired");
	job_done(jobs, desk_claim(&jobs->desk));
	assert_true(next_run(jobs, job).hot.run_at == MSEC_MIN);
}

/* The machine sleeps until all that memory knows of is due; what a worker then gets in one turn,
 * in which somebody also asks to resume the job. */
static u32 leased_in_the_turn_after(struct jobs_desk *jobs, msec slept, struct uuid job)
{
	struct command resume = { .kind = COMMAND_JOB_RESUME,
				  .tenant = STR("acme"),
				  .actor = STR("ann"),
				  .job = { .job = job } };
	desk_submit(&jobs->desk, &resume);
	return desk_leased_in_one_turn(&jobs->desk, slept);
}

/* The job is not in memory when its pause ends: it comes with the command, and its pause ends
 * then, beside the timers that were there. */
static void a_pause_that_ends_late_leaves_time_for_what_is_due(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.rule = STR("0 12 * * *");
	struct uuid job = job_new(jobs, row);
	struct job_command wish = { .job = job, .until = jobs->desk.now.wall + MINUTE };
	assert_int_equal(ERR_OK, job_do(jobs, COMMAND_JOB_PAUSE, wish)->err);
	desk_advance(&jobs->desk, 2 * MINUTE);
	struct enqueue_item item = { .run_at = jobs->desk.now.wall + 2 * MINUTE };
	desk_enqueue_many(&jobs->desk, "acme", item, 3);
	assert_int_equal(3, leased_in_the_turn_after(jobs, 3 * MINUTE, job));
}

/* What is late is skipped, and the one after it is planned and judged at once. */
static void an_occurrence_planned_late_leaves_time_for_what_is_due(void **state)
{
	struct jobs_desk *jobs = *state;
	jobs->desk.config.engine.horizon = 3 * HOUR;
	desk_crash(&jobs->desk);
	struct job_row row = hourly("a");
	row.misfire = MISFIRE_SKIP;
	row.grace_ms = 10 * MINUTE;
	struct uuid job = job_new(jobs, row);
	struct enqueue_item item = { .run_at = JOBS_START + HOUR + 2 * MINUTE };
	desk_enqueue_many(&jobs->desk, "acme", item, 3);
	assert_int_equal(4, leased_in_the_turn_after(jobs, HOUR + 6 * MINUTE, job));
}

/* Occurrences that a clock that jumped has kept waiting line up when the wait is over. */
static void a_wait_for_the_clock_that_ends_leaves_time_for_what_is_due(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	job_new(jobs, hourly("b"));
	job_new(jobs, hourly("c"));
	jobs->desk.now.wall += 2 * HOUR;
	desk_settle(&jobs->desk);
	struct enqueue_item item = { .run_at = jobs->desk.now.wall + MINUTE / 2 };
	desk_enqueue_many(&jobs->desk, "acme", item, 3);
	assert_int_equal(6, leased_in_the_turn_after(jobs, MINUTE, job));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		job_test(a_limit_is_never_passed),
		job_test(a_limit_goes_on_across_a_crash),
		job_test(a_retry_leaves_its_place),
		job_test(a_job_remembers_how_its_runs_ended),
		job_test(a_pause_that_ends_late_leaves_time_for_what_is_due),
		job_test(an_occurrence_planned_late_leaves_time_for_what_is_due),
		job_test(a_wait_for_the_clock_that_ends_leaves_time_for_what_is_due),
		job_test(a_job_whose_zone_is_gone_runs_what_stands_and_plans_no_more),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
