/* What becomes of an occurrence when its time has come, or is long past. */
#include "engine/jobs_desk.h"

static void an_occurrence_fires_and_the_next_one_stands(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	assert_int_equal(minutes_of(next_run(jobs, job).hot.run_at), 0);
	desk_advance(&jobs->desk, MINUTE);
	expect_ledger(jobs, job, "0:fired");
	assert_int_equal(minutes_of(next_run(jobs, job).hot.run_at), 60);
	struct lease lease = desk_claim(&jobs->desk);
	assert_true(uuid_eq(&lease.job, &job));
	assert_int_equal(lease.planned_at, JOBS_START);
	job_done(jobs, lease);
	desk_advance(&jobs->desk, HOUR);
	expect_ledger(jobs, job, "0:fired 60:fired");
	desk_same_as_fresh(&jobs->desk);
}

static void run_once_makes_one_late_run_for_all(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	jobs_down_for(jobs, 5 * HOUR + 11 * MINUTE);
	expect_ledger(jobs, job, "0:late 60..310:missed/misfire(5)");
	assert_int_equal(1, desk_lease(&jobs->desk, 10, (struct lease_command){ 0 }));
	assert_int_equal(minutes_of(next_run(jobs, job).hot.run_at), 360);
	jobs_down_for(jobs, 0);
	expect_ledger(jobs, job, "0:late 60..310:missed/misfire(5)");
}

static void skip_leaves_out_what_is_later_than_its_grace(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.misfire = MISFIRE_SKIP;
	row.grace_ms = 15 * MINUTE;
	struct uuid job = job_new(jobs, row);
	jobs_down_for(jobs, 5 * HOUR + 11 * MINUTE);
	/* 300 is ten minutes late: it still runs. */
	expect_ledger(jobs, job, "0:skipped/misfire 60..294:skipped/misfire(4) 300:fired");
	assert_int_equal(1, desk_lease(&jobs->desk, 10, (struct lease_command){ 0 }));
	assert_int_equal(minutes_of(next_run(jobs, job).hot.run_at), 360);
}

static void a_clock_set_back_brings_nothing_back_that_was_passed_over(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.misfire = MISFIRE_SKIP;
	row.grace_ms = MINUTE;
	struct uuid job = job_new(jobs, row);
	jobs_down_for(jobs, 5 * HOUR + 11 * MINUTE);
	expect_ledger(jobs, job, "0:skipped/misfire 60..308:skipped/misfire(5)");
	jobs->desk.now.wall -= 3 * HOUR;
	assert_int_equal(job_put(jobs, job, 0, row)->err, ERR_OK);
	assert_int_equal(minutes_of(next_run(jobs, job).hot.run_at), 360);
}

/* Nothing else was missed: when the clock was right again, a new schedule begins at once. */
static void a_late_run_decides_nothing_that_nobody_missed(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	struct uuid job = job_new(jobs, row);
	jobs_down_for(jobs, 50 * MINUTE);
	expect_ledger(jobs, job, "0:late");
	jobs->desk.now.wall -= 40 * MINUTE;
	row.rule = STR("*/10 * * * *");
	assert_int_equal(job_put(jobs, job, 0, row)->err, ERR_OK);
	assert_int_equal(minutes_of(next_run(jobs, job).hot.run_at), 10);
	desk_same_as_fresh(&jobs->desk);
}

static void run_all_makes_up_for_each_oldest_first_up_to_a_bound(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.misfire = MISFIRE_RUN_ALL;
	row.catchup_max = 3;
	row.max_instances = 0;
	struct uuid job = job_new(jobs, row);
	jobs_down_for(jobs, 6 * HOUR + 11 * MINUTE);
	expect_ledger(jobs, job, "0:late 60:late 120:late 180..370:missed/misfire(4)");
	assert_int_equal(3, desk_lease(&jobs->desk, 10, (struct lease_command){ 0 }));
	for (u32 i = 0; i < 3; i++)
		assert_int_equal(minutes_of(jobs->desk.leases[i].planned_at), 60 * i);
	assert_int_equal(jobs->desk.leases[1].cause, CAUSE_CATCHUP);
	assert_int_equal(minutes_of(next_run(jobs, job).hot.run_at), 420);
}

static void what_is_made_up_for_may_be_spread(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.misfire = MISFIRE_RUN_ALL;
	row.catchup_spread_ms = 30 * MINUTE;
	row.max_instances = 0;
	job_new(jobs, row);
	jobs_down_for(jobs, 3 * HOUR + 11 * MINUTE);
	job_done(jobs, desk_claim(&jobs->desk));
	assert_int_equal(0, desk_lease(&jobs->desk, 10, (struct lease_command){ 0 }));
	for (u32 i = 0; i < 3; i++) {
		desk_advance(&jobs->desk, 10 * MINUTE);
		job_done(jobs, desk_claim(&jobs->desk));
	}
}

static void a_job_that_fires_once_is_late_but_never_lost(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.kind = JOB_ONCE;
	row.misfire = MISFIRE_SKIP;
	row.run_at = JOBS_START + HOUR;
	struct uuid job = job_new(jobs, row);
	jobs_down_for(jobs, 30 * 24 * HOUR);
	expect_ledger(jobs, job, "60:late");
	job_done(jobs, desk_claim(&jobs->desk));
	assert_true(next_run(jobs, job).hot.run_at == MSEC_MIN);
}

static void at_the_limit_one_waits_and_further_ones_are_skipped(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.timeout_ms = MSEC_DAY;
	struct uuid job = job_new(jobs, row);
	desk_advance(&jobs->desk, MINUTE);
	struct lease lease = job_claim(jobs);
	job_works_for(jobs, lease, 3 * HOUR);
	expect_ledger(jobs, job, "0:fired 60:fired 120:skipped/overlap 180:skipped/overlap");
	assert_int_equal(0, desk_lease(&jobs->desk, 10, (struct lease_command){ 0 }));
	job_done(jobs, lease);
	struct lease next = desk_claim(&jobs->desk);
	assert_int_equal(minutes_of(next.planned_at), 60);
}

static void replace_cancels_the_running_one(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.overlap = OVERLAP_BY_REPLACE;
	row.timeout_ms = MSEC_DAY;
	struct uuid job = job_new(jobs, row);
	desk_advance(&jobs->desk, MINUTE);
	struct lease lease = job_claim(jobs);
	job_works_for(jobs, lease, HOUR);
	assert_int_equal(jobs->desk.stops, 1);
	assert_int_equal(desk_state(&jobs->desk, lease.run), RUN_CANCELLED);
	expect_ledger(jobs, job, "0:fired 60:fired");
	assert_int_equal(minutes_of(desk_claim(&jobs->desk).planned_at), 60);
}

static void one_that_may_not_wait_replaces_nobody(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.timeout_ms = MSEC_DAY;
	struct uuid job = job_new(jobs, row);
	desk_advance(&jobs->desk, MINUTE);
	struct lease lease = job_claim(jobs);
	job_works_for(jobs, lease, HOUR); /* one waits */
	row.overlap = OVERLAP_BY_REPLACE;
	row.catchup_max = 1;
	assert_int_equal(ERR_OK, job_put(jobs, job, 0, row)->err);
	job_works_for(jobs, lease, HOUR);
	expect_ledger(jobs, job, "0:fired 60:fired 120:skipped/backlog");
	assert_int_equal(desk_state(&jobs->desk, lease.run), RUN_PROCESSING);
	job_done(jobs, lease);
}

static void without_a_worker_only_so_many_wait(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.catchup_max = 2;
	struct uuid job = job_new(jobs, row);
	desk_advance(&jobs->desk, MINUTE);
	for (u32 i = 0; i < 3; i++) desk_advance(&jobs->desk, HOUR);
	expect_ledger(jobs, job, "0:fired 60:fired 120:skipped/backlog 180:skipped/backlog");
	desk_same_as_fresh(&jobs->desk);
}

/* With a horizon each standing run is judged by itself, and one still stands for all. */
static void a_horizon_misses_its_runs_one_by_one(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.horizon_ms = 3 * HOUR;
	struct uuid job = job_new(jobs, row);
	jobs_down_for(jobs, 5 * HOUR + 11 * MINUTE);
	expect_ledger(jobs, job,
		      "0:late 60:missed/misfire 120:missed/misfire "
		      "180..310:missed/misfire(3)");
	assert_int_equal(job_row_of(jobs, job).hot.undecided, 3);
}

/* One that was moved comes first, and makes no runs of what was missed. */
static void a_moved_one_leaves_what_was_missed_to_the_others(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.horizon_ms = 3 * HOUR;
	struct uuid job = job_new(jobs, row);
	struct command move = { .kind = COMMAND_RESCHEDULE,
				.run = { .run = next_run(jobs, job).id,
					 .run_at = JOBS_START + 30 * MINUTE } };
	assert_int_equal(ERR_OK, desk_do(&jobs->desk, move)->err);
	jobs_down_for(jobs, 10 * HOUR + 11 * MINUTE);
	expect_ledger(jobs, job, "0:late 60:late 120:missed/misfire 180..610:missed/misfire(8)");
	assert_int_equal(job_row_of(jobs, job).hot.undecided, 3);
}

/* Nobody is stopped in favour of an occurrence that does not go on itself. */
static void what_is_skipped_for_its_backlog_replaces_nothing(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.overlap = OVERLAP_BY_REPLACE;
	row.max_instances = 2;
	row.catchup_max = 1;
	row.timeout_ms = 10 * HOUR;
	struct uuid job = job_new(jobs, row);
	desk_advance(&jobs->desk, MINUTE);
	struct lease first = job_claim(jobs);
	job_works_for(jobs, first, HOUR); /* one more came, and waits */
	row.priority = 1;
	assert_int_equal(ERR_OK, job_put(jobs, job, 0, row)->err);
	job_do(jobs, COMMAND_JOB_RUN, (struct job_command){ .job = job });
	struct lease urgent = job_claim(jobs);
	for (u32 i = 0; i < 12; i++) {
		desk_beat(&jobs->desk, urgent.execution);
		job_works_for(jobs, first, 5 * MINUTE);
	}
	expect_ledger(jobs, job, "0:fired 60:fired 120:skipped/backlog");
	assert_int_equal(0, jobs->desk.stops);
	job_done(jobs, first);
	job_done(jobs, urgent);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		job_test(an_occurrence_fires_and_the_next_one_stands),
		job_test(run_once_makes_one_late_run_for_all),
		job_test(skip_leaves_out_what_is_later_than_its_grace),
		job_test(a_clock_set_back_brings_nothing_back_that_was_passed_over),
		job_test(a_late_run_decides_nothing_that_nobody_missed),
		job_test(run_all_makes_up_for_each_oldest_first_up_to_a_bound),
		job_test(what_is_made_up_for_may_be_spread),
		job_test(a_job_that_fires_once_is_late_but_never_lost),
		job_test(at_the_limit_one_waits_and_further_ones_are_skipped),
		job_test(replace_cancels_the_running_one),
		job_test(one_that_may_not_wait_replaces_nobody),
		job_test(without_a_worker_only_so_many_wait),
		job_test(a_horizon_misses_its_runs_one_by_one),
		job_test(a_moved_one_leaves_what_was_missed_to_the_others),
		job_test(what_is_skipped_for_its_backlog_replaces_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
