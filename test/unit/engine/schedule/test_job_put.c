/* Making a job, and changing one in one step. */
#include "engine/jobs_desk.h"

static void a_code_belongs_to_one_job(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	const struct answer *answer = job_put(jobs, (struct uuid){ { 0 } }, 0, hourly("a"));
	assert_int_equal(answer->err, ERR_CONFLICT);
	assert_true(uuid_eq(&answer->job.other, &job));
	job_do(jobs, COMMAND_JOB_DELETE, (struct job_command){ .job = job });
	job_new(jobs, hourly("a"));
}

static void two_of_one_turn_do_not_share_a_code(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	struct command put = { .kind = COMMAND_JOB_PUT,
			       .tenant = STR("acme"),
			       .job_put = { .row = &row, .type = STR("t") } };
	struct command again = put;
	desk_submit(&jobs->desk, &put);
	desk_submit(&jobs->desk, &again);
	desk_settle(&jobs->desk);
	assert_int_equal(jobs->desk.last.head.err, ERR_CONFLICT);
	assert_int_equal(memory_store_counts(jobs->desk.store).jobs, 1);
}

static void a_change_withdraws_what_stands_and_plans_anew(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	struct uuid job = job_new(jobs, row);
	struct uuid before = next_run(jobs, job).id;
	row.rule = STR("30 * * * *");
	row.parameters = STR("{\"b\": 2}");
	const struct answer *answer = job_put(jobs, job, 1, row);
	assert_int_equal(answer->err, ERR_OK);
	assert_int_equal(answer->job.version, 2);
	assert_int_equal(minutes_of(answer->job.run_at), 30);
	assert_int_equal(desk_state(&jobs->desk, before), RUN_CANCELLED);
	struct run_row next = next_run(jobs, job);
	assert_true(uuid_eq(&next.id, &answer->job.run));
	assert_true(str_eq(desk_row(&jobs->desk, next.id).payload, STR("{\"b\": 2}")));
	expect_ledger(jobs, job, ""); /* what was withdrawn comes again, or never was one */
}

static void an_old_version_is_refused(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	assert_int_equal(ERR_OK, job_put(jobs, job, 1, hourly("a"))->err);
	assert_int_equal(ERR_VERSION, job_put(jobs, job, 1, hourly("a"))->err);
	assert_int_equal(ERR_OK, job_put(jobs, job, 0, hourly("a"))->err);
	assert_int_equal(job_row_of(jobs, job).version, 3);
}

static void two_changes_of_one_turn_leave_one_run(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a"), other = hourly("a");
	struct uuid job = job_new(jobs, row);
	other.rule = STR("15 3 * * *");
	struct command first = { .kind = COMMAND_JOB_PUT,
				 .tenant = STR("acme"),
				 .job_put = { .id = job, .row = &other, .type = STR("t") } };
	struct command second = first;
	second.job_put.row = &row;
	desk_submit(&jobs->desk, &first);
	desk_submit(&jobs->desk, &second);
	desk_settle(&jobs->desk);
	assert_int_equal(desk_count(&jobs->desk, RUN_QUEUED), 1);
	assert_int_equal(minutes_of(next_run(jobs, job).hot.run_at), 0);
	desk_same_as_fresh(&jobs->desk);
}

static void a_running_run_goes_on(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	struct uuid job = job_new(jobs, row);
	desk_advance(&jobs->desk, MINUTE);
	struct lease lease = job_claim(jobs);
	row.rule = STR("30 * * * *");
	assert_int_equal(ERR_OK, job_put(jobs, job, 0, row)->err);
	assert_int_equal(desk_state(&jobs->desk, lease.run), RUN_PROCESSING);
	job_done(jobs, lease);
	expect_ledger(jobs, job, "0:fired");
}

static void a_disabled_job_plans_nothing_and_comes_back(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	struct uuid job = job_new(jobs, row);
	row.state = JOB_DISABLED;
	assert_int_equal(ERR_OK, job_put(jobs, job, 0, row)->err);
	assert_true(next_run(jobs, job).hot.run_at == MSEC_MIN);
	desk_advance(&jobs->desk, 3 * HOUR);
	row.state = JOB_ACTIVE;
	assert_int_equal(ERR_OK, job_put(jobs, job, 0, row)->err);
	assert_int_equal(minutes_of(next_run(jobs, job).hot.run_at), 180);
	expect_ledger(jobs, job, "");
}

/* What a person skipped stays skipped, also when the job is changed afterwards. */
static void a_change_does_not_bring_a_skipped_one_back(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.horizon_ms = 3 * HOUR;
	struct uuid job = job_new(jobs, row);
	job_do(jobs, COMMAND_JOB_SKIP_NEXT, (struct job_command){ .job = job });
	assert_int_equal(ERR_OK, job_put(jobs, job, 0, row)->err);
	assert_int_equal(minutes_of(next_run(jobs, job).hot.run_at), 60);
	expect_ledger(jobs, job, "0:skipped/skip_next");
}

static void a_job_of_another_tenant_is_not_there(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	struct uuid job = job_new(jobs, row);
	struct command put = { .kind = COMMAND_JOB_PUT,
			       .tenant = STR("globex"),
			       .job_put = { .id = job, .row = &row, .type = STR("t") } };
	assert_int_equal(ERR_NOT_FOUND, desk_do(&jobs->desk, put)->err);
	struct command run = { .kind = COMMAND_JOB_RUN,
			       .tenant = STR("globex"),
			       .job = { .job = job } };
	assert_int_equal(ERR_NOT_FOUND, desk_do(&jobs->desk, run)->err);
}

/* Its instant came; a change while it waits for its jitter leaves it, and makes no second one. */
static void a_single_run_that_waits_for_its_jitter_stays_the_only_one(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.kind = JOB_ONCE;
	row.rule = STR("");
	row.jitter_ms = MSEC_HOUR;
	row.run_at = jobs->desk.now.wall + 10 * MSEC_MINUTE;
	struct uuid job = job_new(jobs, row);
	struct uuid run = next_run(jobs, job).id;
	assert_true(next_run(jobs, job).hot.run_at > row.run_at + 1);
	desk_advance(&jobs->desk, 10 * MSEC_MINUTE + 1);
	assert_int_equal(ERR_OK, job_put(jobs, job, 0, row)->err);
	assert_true(next_is(jobs, job, run));
	assert_int_equal(job_row_of(jobs, job).hot.undecided, 1);
	desk_advance(&jobs->desk, MSEC_HOUR);
	assert_int_equal(job_row_of(jobs, job).hot.undecided, 0);
	expect_ledger(jobs, job, "9:late");
}

/* It was decided before its time; once that is over a change must not plan it again. */
static void a_single_run_that_was_left_out_does_not_come_back(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.kind = JOB_ONCE;
	row.rule = STR("");
	row.run_at = jobs->desk.now.wall + MSEC_HOUR;
	struct uuid job = job_new(jobs, row);
	job_do(jobs, COMMAND_JOB_SKIP_NEXT, (struct job_command){ .job = job });
	desk_advance(&jobs->desk, 2 * MSEC_HOUR);
	assert_int_equal(ERR_OK, job_put(jobs, job, 0, row)->err);
	assert_int_equal(job_row_of(jobs, job).hot.undecided, 0);
	/* Another instant is another run. */
	row.run_at = jobs->desk.now.wall + MSEC_HOUR;
	assert_int_equal(ERR_OK, job_put(jobs, job, 0, row)->err);
	assert_int_equal(job_row_of(jobs, job).hot.undecided, 1);
}

/* The same for a job that fired often and shall fire once: what was left out is over. */
static void what_was_left_out_is_not_made_up_for_by_another_kind(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	struct uuid job = job_new(jobs, row);
	job_do(jobs, COMMAND_JOB_SKIP_NEXT, (struct job_command){ .job = job });
	desk_advance(&jobs->desk, 31 * MSEC_MINUTE);
	row.kind = JOB_ONCE;
	row.rule = STR("");
	row.run_at = JOBS_START;
	assert_int_equal(ERR_OK, job_put(jobs, job, 0, row)->err);
	assert_int_equal(job_row_of(jobs, job).hot.undecided, 0);
	/* One that nobody decided is late, not lost. */
	row.run_at = JOBS_START + MSEC_MINUTE;
	assert_int_equal(ERR_OK, job_put(jobs, job, 0, row)->err);
	desk_settle(&jobs->desk);
	expect_ledger(jobs, job, "0:skipped/skip_next 1:late");
}

/* Moved to an earlier time it goes on before its instant; a change in that turn leaves it alone. */
static void a_moved_one_that_went_on_is_not_planned_again(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	struct uuid job = job_new(jobs, row);
	struct command move = { .kind = COMMAND_RESCHEDULE,
				.run = { .run = next_run(jobs, job).id,
					 .run_at = jobs->desk.now.wall } };
	struct command put = { .kind = COMMAND_JOB_PUT,
			       .tenant = STR("acme"),
			       .job_put = { .id = job, .row = &row, .type = STR("t") } };
	desk_submit(&jobs->desk, &move);
	desk_submit(&jobs->desk, &put);
	desk_settle(&jobs->desk);
	expect_ledger(jobs, job, "0:fired");
	assert_int_equal(minutes_of(next_run(jobs, job).hot.run_at), 60);
	desk_same_as_fresh(&jobs->desk);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		job_test(a_code_belongs_to_one_job),
		job_test(two_of_one_turn_do_not_share_a_code),
		job_test(a_change_withdraws_what_stands_and_plans_anew),
		job_test(an_old_version_is_refused),
		job_test(two_changes_of_one_turn_leave_one_run),
		job_test(a_running_run_goes_on),
		job_test(a_disabled_job_plans_nothing_and_comes_back),
		job_test(a_change_does_not_bring_a_skipped_one_back),
		job_test(a_single_run_that_was_left_out_does_not_come_back),
		job_test(a_single_run_that_waits_for_its_jitter_stays_the_only_one),
		job_test(a_job_of_another_tenant_is_not_there),
		job_test(what_was_left_out_is_not_made_up_for_by_another_kind),
		job_test(a_moved_one_that_went_on_is_not_planned_again),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
