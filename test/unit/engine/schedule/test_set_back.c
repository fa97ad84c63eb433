/* A wall clock that was ahead is set back: jobs go on, and no instant fires twice. */
#include "engine/jobs_desk.h"

#define DAY MSEC_DAY
#define AHEAD (400 * DAY)

/* Hourly runs with nobody to take them would wait behind the job's limit. */
static struct job_row free_hourly(const char *code)
{
	struct job_row row = hourly(code);
	row.max_instances = 0;
	return row;
}

static void wall_steps(struct jobs_desk *jobs, msec by)
{
	jobs->desk.now.wall += by;
	desk_settle(&jobs->desk);
}

/* Minute by minute: both clocks agree. */
static void pass(struct jobs_desk *jobs, msec span)
{
	for (msec passed = 0; passed < span; passed += MINUTE) desk_advance(&jobs->desk, MINUTE);
}

/* Takes what is due, and ends it well; how many. */
static u32 work_off(struct jobs_desk *jobs)
{
	u32 count = 0;
	while (desk_lease(&jobs->desk, 1, (struct lease_command){ .lease_ms = 60000 })) {
		job_done(jobs, jobs->desk.leases[jobs->desk.leases_len - 1]);
		count++;
	}
	return count;
}

/* For two and a half hours, from minute -1 on: then it is minute 149. */
static void be_ahead(struct jobs_desk *jobs)
{
	wall_steps(jobs, AHEAD);
	pass(jobs, 150 * MINUTE);
	work_off(jobs);
	wall_steps(jobs, -AHEAD);
}

static void jobs_go_on_a_minute_after_the_clock_is_set_back(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, free_hourly("j"));
	be_ahead(jobs);
	assert_true(next_run(jobs, job).planned_at > JOBS_START + AHEAD);
	pass(jobs, MINUTE);
	/* Minute 0 has fired early, by the clock that was ahead; nothing fired up to minute 150. */
	assert_int_equal(minutes_of(next_run(jobs, job).planned_at), 180);
	pass(jobs, 2 * HOUR);
	assert_int_equal(work_off(jobs), 2);
	assert_true(job_row_of(jobs, job).hot.undone_number == OCCURRENCE_AGAIN + 1);
}

static void the_ledger_names_what_is_planned_again(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, free_hourly("j"));
	be_ahead(jobs);
	pass(jobs, MINUTE);
	expect_ledger(jobs, job,
		      "0:late 60..576000:missed/misfire(1000+) "
		      "150..576059#2147483648:undone/clock(1000+) "
		      "576060:fired 576120:fired");
	pass(jobs, 90 * MINUTE);
	expect_ledger(jobs, job,
		      "0:late 60..576000:missed/misfire(1000+) "
		      "150..576059#2147483648:undone/clock(1000+) "
		      "180#2147483649:fired 240#2147483649:fired "
		      "576060:fired 576120:fired");
}

static void no_instant_fires_twice_when_the_clock_comes_there_again(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, free_hourly("j"));
	be_ahead(jobs);
	pass(jobs, 2 * HOUR);
	work_off(jobs);
	u32 before = jobs->desk.leases_len;
	wall_steps(jobs, AHEAD - 2 * HOUR - 30 * MINUTE);
	pass(jobs, 5 * MINUTE);
	work_off(jobs);
	/* One late run stands for all; then what fired before is passed over. */
	assert_int_equal(jobs->desk.leases_len, before + 1);
	pass(jobs, 55 * MINUTE);
	work_off(jobs);
	assert_int_equal(jobs->desk.leases_len, before + 1);
	assert_true(next_run(jobs, job).planned_at == JOBS_START + AHEAD + 3 * HOUR);
	desk_same_as_fresh(&jobs->desk);
}

static void a_step_back_by_a_little_is_waited_for(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, free_hourly("j"));
	pass(jobs, 65 * MINUTE);
	wall_steps(jobs, -9 * MINUTE);
	pass(jobs, 5 * MINUTE);
	assert_int_equal(job_row_of(jobs, job).hot.undone_number, 0);
	expect_ledger(jobs, job, "0:fired 60:fired");
}

static void a_clock_that_still_moves_is_waited_for(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, free_hourly("j"));
	be_ahead(jobs);
	for (u32 i = 0; i < 5; i++) {
		desk_advance(&jobs->desk, 50 * MSEC_SECOND);
		wall_steps(jobs, 10 * MSEC_SECOND);
	}
	assert_int_equal(job_row_of(jobs, job).hot.undone_number, 0);
	pass(jobs, 2 * MINUTE);
	assert_int_equal(job_row_of(jobs, job).hot.undone_number, OCCURRENCE_AGAIN + 1);
}

static void a_clock_set_back_while_no_server_ran_is_found_at_the_start(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, free_hourly("j"));
	wall_steps(jobs, AHEAD);
	pass(jobs, 150 * MINUTE);
	work_off(jobs);
	jobs_down_for(jobs, -AHEAD);
	jobs->desk.now.boot += AHEAD + MINUTE;
	desk_settle(&jobs->desk);
	pass(jobs, 2 * MINUTE);
	assert_true(next_run(jobs, job).planned_at < JOBS_START + 4 * HOUR);
}

static void a_crash_half_way_leaves_the_rest_for_the_next_start(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid all[20];
	char code[8];
	for (u32 i = 0; i < countof(all); i++) {
		snprintf(code, sizeof code, "j%u", i);
		all[i] = job_new(jobs, free_hourly(code));
	}
	be_ahead(jobs);
	jobs->desk.now.wall += MINUTE;
	jobs->desk.now.boot += MINUTE;
	/* Daily windows and reminders are looked at before the jobs. */
	for (u32 i = 0; i < 3; i++) assert_int_equal(ERR_OK, pump_turn(jobs->desk.pump));
	u32 done = 0;
	for (u32 i = 0; i < countof(all); i++)
		done += job_row_of(jobs, all[i]).hot.undone_number != 0;
	assert_int_equal(done, LIMIT_SET_BACK_JOBS);
	jobs_down_for(jobs, 0);
	pass(jobs, 2 * MINUTE);
	for (u32 i = 0; i < countof(all); i++) {
		assert_int_equal(job_row_of(jobs, all[i]).hot.undone_number, OCCURRENCE_AGAIN + 1);
		assert_int_equal(minutes_of(next_run(jobs, all[i]).planned_at), 180);
	}
	desk_same_as_fresh(&jobs->desk);
}

static void a_job_that_ran_once_does_not_run_again(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = job_defaults();
	row.kind = JOB_ONCE;
	row.run_at = JOBS_START + 30 * DAY;
	row.code = STR("once");
	struct uuid job = job_new(jobs, row);
	be_ahead(jobs);
	pass(jobs, 5 * MINUTE);
	assert_true(next_run(jobs, job).hot.run_at == MSEC_MIN);
	/* As an hourly one it goes on from now. */
	u64 version = job_row_of(jobs, job).version;
	const struct answer *answer = job_put(jobs, job, version, free_hourly("once"));
	assert_int_equal(answer->err, ERR_OK);
	assert_int_equal(minutes_of(next_run(jobs, job).planned_at), 180);
	pass(jobs, 2 * HOUR);
	assert_int_equal(work_off(jobs), 2);
}

static void what_a_person_left_out_stays_left_out(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, free_hourly("j"));
	wall_steps(jobs, AHEAD);
	pass(jobs, 150 * MINUTE);
	work_off(jobs);
	const struct answer *answer = job_do(jobs, COMMAND_JOB_SKIP_NEXT,
					     (struct job_command){ .job = job });
	assert_int_equal(answer->err, ERR_OK);
	wall_steps(jobs, -AHEAD);
	pass(jobs, 2 * MINUTE);
	assert_int_equal(minutes_of(next_run(jobs, job).planned_at), 180);
	struct job_row row = job_row_of(jobs, job);
	assert_true(decided_has(&row.hot.undone_except, JOBS_START + AHEAD + 3 * HOUR));
}

static void a_job_with_a_horizon_gets_all_of_it_again(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = free_hourly("j");
	row.horizon_ms = 6 * HOUR;
	struct uuid job = job_new(jobs, row);
	be_ahead(jobs);
	pass(jobs, 2 * MINUTE);
	assert_int_equal(job_row_of(jobs, job).hot.undecided, 6);
	pass(jobs, 3 * HOUR);
	assert_int_equal(work_off(jobs), 3);
}

static void a_disabled_job_is_set_back_too(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, free_hourly("j"));
	wall_steps(jobs, AHEAD);
	pass(jobs, 150 * MINUTE);
	work_off(jobs);
	struct job_row row = free_hourly("j");
	row.state = JOB_DISABLED;
	u64 version = job_row_of(jobs, job).version;
	assert_int_equal(ERR_OK, job_put(jobs, job, version, row)->err);
	wall_steps(jobs, -AHEAD);
	pass(jobs, 2 * MINUTE);
	assert_true(next_run(jobs, job).hot.run_at == MSEC_MIN);
	row.state = JOB_ACTIVE;
	assert_int_equal(ERR_OK, job_put(jobs, job, version + 1, row)->err);
	assert_int_equal(minutes_of(next_run(jobs, job).planned_at), 180);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		job_test(jobs_go_on_a_minute_after_the_clock_is_set_back),
		job_test(the_ledger_names_what_is_planned_again),
		job_test(no_instant_fires_twice_when_the_clock_comes_there_again),
		job_test(a_step_back_by_a_little_is_waited_for),
		job_test(a_clock_that_still_moves_is_waited_for),
		job_test(a_clock_set_back_while_no_server_ran_is_found_at_the_start),
		job_test(a_crash_half_way_leaves_the_rest_for_the_next_start),
		job_test(a_job_that_ran_once_does_not_run_again),
		job_test(what_a_person_left_out_stays_left_out),
		job_test(a_job_with_a_horizon_gets_all_of_it_again),
		job_test(a_disabled_job_is_set_back_too),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
