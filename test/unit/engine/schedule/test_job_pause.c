/* While a job is paused nothing is made or written for each occurrence. */
#include "engine/jobs_desk.h"

static struct job_command about(struct uuid job)
{
	return (struct job_command){ .job = job, .reason = STR("because") };
}

static void paused(struct jobs_desk *jobs, struct uuid job)
{
	assert_int_equal(ERR_OK, job_do(jobs, COMMAND_JOB_PAUSE, about(job))->err);
}

static void resumed(struct jobs_desk *jobs, struct uuid job)
{
	assert_int_equal(ERR_OK, job_do(jobs, COMMAND_JOB_RESUME, about(job))->err);
}

static void rests(struct jobs_desk *jobs, struct lease lease)
{
	struct report report = { .execution = lease.execution,
				 .outcome = OUTCOME_NOOP,
				 .pauses_job = true };
	assert_int_equal(HOLDER_OK, desk_report(&jobs->desk, report));
}

static u64 runs_made(const struct jobs_desk *jobs)
{
	struct memory_counts counts = memory_store_counts(jobs->desk.store);
	u64 runs = 0;
	for (u32 i = 0; i < RUN_STATE_COUNT; i++) runs += counts.runs[i];
	return runs;
}

static void pass_hours(struct jobs_desk *jobs, u32 hours)
{
	for (u32 i = 0; i < hours; i++) desk_advance(&jobs->desk, HOUR);
}

/* ---- a person's ---------------------------------------------------------------------------- */

static void one_late_run_follows_a_persons_pause(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	paused(jobs, job);
	desk_advance(&jobs->desk, MINUTE);
	u32 published = jobs->desk.journal[JOURNAL_MOVED];
	pass_hours(jobs, 3);
	expect_ledger(jobs, job, "");
	assert_int_equal(1, runs_made(jobs));
	assert_int_equal(published, jobs->desk.journal[JOURNAL_MOVED]);
	jobs_down_for(jobs, HOUR);
	expect_ledger(jobs, job, "");
	assert_int_equal(0, desk_lease(&jobs->desk, 9, (struct lease_command){ 0 }));
	resumed(jobs, job);
	expect_ledger(jobs, job, "0:late 60..240:skipped/paused(4)");
	assert_int_equal(0, minutes_of(job_claim(jobs).planned_at));
	assert_int_equal(0, desk_lease(&jobs->desk, 9, (struct lease_command){ 0 }));
	assert_int_equal(300, minutes_of(next_run(jobs, job).hot.run_at));
	desk_same_as_fresh(&jobs->desk);
}

static void with_skip_none_follows(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.misfire = MISFIRE_SKIP;
	struct uuid job = job_new(jobs, row);
	paused(jobs, job);
	desk_advance(&jobs->desk, MINUTE);
	pass_hours(jobs, 2);
	expect_ledger(jobs, job, "");
	resumed(jobs, job);
	expect_ledger(jobs, job, "0..120:skipped/paused(3)");
	assert_int_equal(180, minutes_of(next_run(jobs, job).hot.run_at));
	assert_int_equal(0, desk_lease(&jobs->desk, 9, (struct lease_command){ 0 }));
}

/* Also where it would make up for what was missed. */
static void with_run_all_one_follows(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.misfire = MISFIRE_RUN_ALL;
	struct uuid job = job_new(jobs, row);
	paused(jobs, job);
	desk_advance(&jobs->desk, MINUTE);
	pass_hours(jobs, 2);
	resumed(jobs, job);
	expect_ledger(jobs, job, "0:late 60..120:skipped/paused(2)");
}

static void a_pause_within_which_nothing_comes_changes_nothing(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a")), first = next_run(jobs, job).id;
	paused(jobs, job);
	resumed(jobs, job);
	assert_true(next_is(jobs, job, first));
	assert_int_equal(1, runs_made(jobs));
	desk_advance(&jobs->desk, MINUTE);
	expect_ledger(jobs, job, "0:fired");
}

static void a_job_that_fires_once_is_late_and_not_lost(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.kind = JOB_ONCE;
	row.misfire = MISFIRE_SKIP;
	row.run_at = JOBS_START + HOUR;
	struct uuid job = job_new(jobs, row);
	paused(jobs, job);
	pass_hours(jobs, 3);
	expect_ledger(jobs, job, "");
	resumed(jobs, job);
	expect_ledger(jobs, job, "60:late");
}

static void what_stands_within_a_horizon_is_withdrawn(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.horizon_ms = 6 * HOUR;
	struct uuid job = job_new(jobs, row);
	assert_int_equal(6, job_row_of(jobs, job).hot.undecided);
	paused(jobs, job);
	assert_int_equal(1, job_row_of(jobs, job).hot.undecided);
	desk_advance(&jobs->desk, MINUTE);
	pass_hours(jobs, 2);
	assert_int_equal(6, runs_made(jobs));
	resumed(jobs, job);
	expect_ledger(jobs, job, "0:late 60..120:skipped/paused(2)");
	assert_int_equal(180, minutes_of(next_run(jobs, job).hot.run_at));
	assert_int_equal(6, job_row_of(jobs, job).hot.undecided);
}

/* What a person left out ahead of its time keeps its row, and no range meets it. */
static void what_was_taken_ahead_stays_taken(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	for (u32 i = 0; i < 2; i++) job_do(jobs, COMMAND_JOB_SKIP_NEXT, about(job));
	paused(jobs, job);
	desk_advance(&jobs->desk, MINUTE);
	pass_hours(jobs, 4);
	resumed(jobs, job);
	expect_ledger(jobs, job,
		      "0:skipped/skip_next 60:skipped/skip_next 120:late "
		      "180..240:skipped/paused(2)");
}

/* ---- with an end --------------------------------------------------------------------------- */

static struct job_command until(const struct jobs_desk *jobs, struct uuid job, msec span)
{
	struct job_command wish = about(job);
	wish.until = jobs->desk.now.wall + span;
	return wish;
}

static void a_pause_that_ends_by_itself_is_followed_by_the_same(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("skips");
	row.misfire = MISFIRE_SKIP;
	struct uuid late = job_new(jobs, hourly("late")), skips = job_new(jobs, row);
	job_do(jobs, COMMAND_JOB_PAUSE, until(jobs, late, 91 * MINUTE));
	job_do(jobs, COMMAND_JOB_PAUSE, until(jobs, skips, 91 * MINUTE));
	for (u32 i = 0; i < 91; i++) desk_advance(&jobs->desk, MINUTE);
	expect_ledger(jobs, late, "0:late 60..90:skipped/paused(1)");
	expect_ledger(jobs, skips, "0..90:skipped/paused(2)");
	assert_int_equal(120, minutes_of(next_run(jobs, late).hot.run_at));
	assert_int_equal(120, minutes_of(next_run(jobs, skips).hot.run_at));
	desk_same_as_fresh(&jobs->desk);
}

/* What came behind the end was missed, and what its job says of that counts. */
static void a_pause_may_end_while_nobody_is_there(void **state)
{
	static const struct {
		const char *code;
		enum misfire misfire;
		const char *ledger;
	} cases[] = {
		{ "once", MISFIRE_RUN_ONCE,
		  "0:late 60..89:skipped/paused(1) 120..240:missed/misfire(3)" },
		{ "skip", MISFIRE_SKIP,
		  "0..89:skipped/paused(2) 120:skipped/misfire "
		  "180..234:skipped/misfire(1) 240:fired" },
		{ "all", MISFIRE_RUN_ALL,
		  "0:late 60..89:skipped/paused(1) 120:late 180:late 240:late" },
	};
	struct jobs_desk *jobs = *state;
	struct uuid made[countof(cases)];
	for (u32 i = 0; i < countof(cases); i++) {
		struct job_row row = hourly(cases[i].code);
		row.misfire = cases[i].misfire;
		made[i] = job_new(jobs, row);
		job_do(jobs, COMMAND_JOB_PAUSE, until(jobs, made[i], 90 * MINUTE));
	}
	jobs_down_for(jobs, 4 * HOUR + MINUTE);
	desk_settle(&jobs->desk);
	for (u32 i = 0; i < countof(cases); i++) expect_ledger(jobs, made[i], cases[i].ledger);
}

/* ---- a handler's own ----------------------------------------------------------------------- */

static void none_follows_a_rest_and_nothing_is_made_in_it(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	desk_advance(&jobs->desk, MINUTE);
	rests(jobs, job_claim(jobs));
	assert_int_equal(2, runs_made(jobs));
	pass_hours(jobs, 5);
	assert_int_equal(2, runs_made(jobs));
	expect_ledger(jobs, job, "0:fired");
	assert_int_equal(0, job_row_of(jobs, job).hot.undecided);
	jobs_down_for(jobs, HOUR);
	assert_int_equal(2, runs_made(jobs));
	resumed(jobs, job);
	expect_ledger(jobs, job, "0:fired 60..360:skipped/paused(6)");
	assert_int_equal(420, minutes_of(next_run(jobs, job).hot.run_at));
	assert_int_equal(0, desk_lease(&jobs->desk, 9, (struct lease_command){ 0 }));
	desk_same_as_fresh(&jobs->desk);
}

static void a_short_rest_leaves_the_next_one_as_it_stands(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	desk_advance(&jobs->desk, MINUTE);
	struct uuid next = next_run(jobs, job).id;
	rests(jobs, job_claim(jobs));
	desk_advance(&jobs->desk, MINUTE);
	job_do(jobs, COMMAND_JOB_RUN, about(job));
	assert_true(next_is(jobs, job, next));
	job_done(jobs, job_claim(jobs));
	desk_advance(&jobs->desk, HOUR);
	expect_ledger(jobs, job, "0:fired 60:fired");
}

static void a_rest_withdraws_what_stands_within_a_horizon(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.horizon_ms = 6 * HOUR;
	struct uuid job = job_new(jobs, row);
	desk_advance(&jobs->desk, MINUTE);
	rests(jobs, job_claim(jobs));
	assert_int_equal(1, job_row_of(jobs, job).hot.undecided);
	u64 made = runs_made(jobs);
	pass_hours(jobs, 3);
	assert_int_equal(made, runs_made(jobs));
	resumed(jobs, job);
	expect_ledger(jobs, job, "0:fired 60..180:skipped/paused(3)");
}

/* ---- other acts while it is paused --------------------------------------------------------- */

/* Paused, mended, resumed: what was to follow still does, once. */
static void a_change_while_it_is_paused_keeps_the_late_run(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	paused(jobs, job);
	desk_advance(&jobs->desk, MINUTE);
	pass_hours(jobs, 2);
	for (u32 i = 0; i < 2; i++) {
		struct job_row row = hourly("a");
		row.rule = STR("30 * * * *");
		assert_int_equal(ERR_OK, job_put(jobs, job, 0, row)->err);
		desk_advance(&jobs->desk, HOUR);
	}
	resumed(jobs, job);
	expect_ledger(jobs, job,
		      "0:late 60..120:skipped/paused(2) 150..180:skipped/paused(1) "
		      "210..240:skipped/paused(1)");
	assert_int_equal(270, minutes_of(next_run(jobs, job).hot.run_at));
}

static void a_job_may_be_disabled_or_deleted_while_it_is_paused(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a")), other = job_new(jobs, hourly("b"));
	paused(jobs, job);
	paused(jobs, other);
	desk_advance(&jobs->desk, MINUTE);
	pass_hours(jobs, 1);
	struct job_row row = hourly("a");
	row.state = JOB_DISABLED;
	assert_int_equal(ERR_OK, job_put(jobs, job, 0, row)->err);
	expect_ledger(jobs, job, "0:skipped/disabled 60..60:skipped/paused(1)");
	assert_int_equal(ERR_OK, job_do(jobs, COMMAND_JOB_DELETE, about(other))->err);
	expect_ledger(jobs, other, "0:skipped/deleted");
	pass_hours(jobs, 2);
	row.state = JOB_ACTIVE;
	assert_int_equal(ERR_OK, job_put(jobs, job, 0, row)->err);
	pass_hours(jobs, 1);
	resumed(jobs, job);
	expect_ledger(jobs, job, "0:skipped/disabled 60..60:skipped/paused(1) 240:fired");
}

static void what_stopped_can_be_cancelled_or_left_out(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	paused(jobs, job);
	desk_advance(&jobs->desk, MINUTE);
	pass_hours(jobs, 1);
	assert_int_equal(ERR_OK,
			 desk_run_command(&jobs->desk, COMMAND_CANCEL, next_run(jobs, job).id));
	assert_int_equal(60, minutes_of(next_run(jobs, job).hot.run_at));
	assert_int_equal(ERR_OK, job_do(jobs, COMMAND_JOB_SKIP_NEXT, about(job))->err);
	pass_hours(jobs, 2);
	resumed(jobs, job);
	expect_ledger(jobs, job,
		      "0:skipped/cancelled 60:skipped/skip_next 120:late "
		      "180..180:skipped/paused(1)");
}

/* A skip ahead of time must stay known when the job is changed while it rests. */
static void a_change_while_it_rests_keeps_what_was_taken_ahead(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	desk_advance(&jobs->desk, MINUTE);
	struct lease lease = job_claim(jobs);
	for (u32 i = 0; i < 2; i++) job_do(jobs, COMMAND_JOB_SKIP_NEXT, about(job));
	rests(jobs, lease);
	assert_int_equal(ERR_OK, job_put(jobs, job, 0, hourly("a"))->err);
	pass_hours(jobs, 4);
	resumed(jobs, job);
	expect_ledger(jobs, job,
		      "0:fired 60:skipped/skip_next 120:skipped/skip_next "
		      "180..240:skipped/paused(2)");
}

/* A disabled job has no occurrences that a pause could leave out. */
static void to_resume_a_disabled_job_writes_nothing(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	desk_advance(&jobs->desk, MINUTE);
	rests(jobs, job_claim(jobs));
	struct job_row row = hourly("a");
	row.state = JOB_DISABLED;
	assert_int_equal(ERR_OK, job_put(jobs, job, 0, row)->err);
	pass_hours(jobs, 3);
	resumed(jobs, job);
	expect_ledger(jobs, job, "0:fired");
}

/* The run that is to follow is not decided by what passes behind it. */
static void a_change_leaves_the_run_that_stopped_to_be_judged(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.misfire = MISFIRE_RUN_ALL;
	struct uuid job = job_new(jobs, row);
	paused(jobs, job);
	desk_advance(&jobs->desk, MINUTE);
	pass_hours(jobs, 2);
	assert_int_equal(ERR_OK, job_put(jobs, job, 0, row)->err);
	desk_same_as_fresh(&jobs->desk);
	resumed(jobs, job);
	expect_ledger(jobs, job, "0:late 60..120:skipped/paused(2)");
}

/* ---- said twice ---------------------------------------------------------------------------- */

static void to_pause_a_paused_job_changes_nothing(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	paused(jobs, job);
	struct job_row before = job_row_of(jobs, job);
	desk_advance(&jobs->desk, 2 * MINUTE);
	struct job_command again = until(jobs, job, HOUR);
	again.reason = STR("another");
	const struct answer *answer = job_do(jobs, COMMAND_JOB_PAUSE, again);
	assert_int_equal(ERR_OK, answer->err);
	assert_true(answer->number == (u64)before.pause.since);
	struct job_row after = job_row_of(jobs, job);
	assert_true(after.version == before.version && after.pause.until == MSEC_MAX);
	assert_true(str_eq(after.pause.reason, STR("because")));
}

/* A rest is not a person's pause: new work would end it. */
static void a_person_may_pause_a_job_that_rests(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	desk_advance(&jobs->desk, MINUTE);
	rests(jobs, job_claim(jobs));
	pass_hours(jobs, 2);
	paused(jobs, job);
	assert_true(str_eq(job_row_of(jobs, job).pause.reason, STR("because")));
	job_do(jobs, COMMAND_JOB_RUN, about(job));
	assert_int_equal(0, desk_lease(&jobs->desk, 9, (struct lease_command){ 0 }));
	pass_hours(jobs, 2);
	resumed(jobs, job);
	expect_ledger(jobs, job,
		      "0:fired 60..120:skipped/paused(2) 180:late 240..240:skipped/paused(1)");
}

/* What comes in a person's pause is late also where a rest ended before it. */
static void one_late_run_follows_a_pause_behind_a_rest(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	desk_advance(&jobs->desk, MINUTE);
	rests(jobs, job_claim(jobs));
	desk_advance(&jobs->desk, MINUTE);
	resumed(jobs, job);
	desk_advance(&jobs->desk, MINUTE);
	paused(jobs, job);
	pass_hours(jobs, 2);
	resumed(jobs, job);
	expect_ledger(jobs, job, "0:fired 60:late 120..122:skipped/paused(1)");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		job_test(one_late_run_follows_a_persons_pause),
		job_test(with_skip_none_follows),
		job_test(with_run_all_one_follows),
		job_test(a_pause_within_which_nothing_comes_changes_nothing),
		job_test(a_job_that_fires_once_is_late_and_not_lost),
		job_test(what_stands_within_a_horizon_is_withdrawn),
		job_test(what_was_taken_ahead_stays_taken),
		job_test(a_pause_that_ends_by_itself_is_followed_by_the_same),
		job_test(a_pause_may_end_while_nobody_is_there),
		job_test(none_follows_a_rest_and_nothing_is_made_in_it),
		job_test(a_short_rest_leaves_the_next_one_as_it_stands),
		job_test(a_rest_withdraws_what_stands_within_a_horizon),
		job_test(a_change_while_it_is_paused_keeps_the_late_run),
		job_test(a_job_may_be_disabled_or_deleted_while_it_is_paused),
		job_test(what_stopped_can_be_cancelled_or_left_out),
		job_test(a_change_while_it_rests_keeps_what_was_taken_ahead),
		job_test(to_resume_a_disabled_job_writes_nothing),
		job_test(a_change_leaves_the_run_that_stopped_to_be_judged),
		job_test(to_pause_a_paused_job_changes_nothing),
		job_test(a_person_may_pause_a_job_that_rests),
		job_test(one_late_run_follows_a_pause_behind_a_rest),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
