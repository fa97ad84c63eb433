/* What people do to a job. */
#include "engine/jobs_desk.h"

static struct job_command about(struct uuid job)
{
	return (struct job_command){ .job = job, .reason = STR("because") };
}

static void run_now_does_not_move_the_next_one(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	struct uuid next = next_run(jobs, job).id;
	struct uuid run = job_do(jobs, COMMAND_JOB_RUN, about(job))->job.run;
	struct lease lease = job_claim(jobs);
	assert_true(uuid_eq(&lease.run, &run));
	assert_int_equal(lease.cause, CAUSE_MANUAL);
	assert_int_equal(lease.planned_at, 0);
	assert_true(next_is(jobs, job, next));
	job_done(jobs, lease);
	expect_ledger(jobs, job, "");
}

static void run_now_may_have_a_payload_of_its_own(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	struct job_command wish = { .job = job, .has_payload = true, .payload = STR("{\"c\": 3}") };
	struct uuid run = job_do(jobs, COMMAND_JOB_RUN, wish)->job.run;
	assert_true(str_eq(desk_row(&jobs->desk, run).payload, STR("{\"c\": 3}")));
	wish.payload.len = LIMIT_PAYLOAD_BYTES + 1;
	assert_int_equal(ERR_INVALID, job_do(jobs, COMMAND_JOB_RUN, wish)->err);
}

static void skip_next_leaves_one_out_and_plans_the_following(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	const struct answer *answer = job_do(jobs, COMMAND_JOB_SKIP_NEXT, about(job));
	assert_int_equal(answer->err, ERR_OK);
	assert_int_equal(minutes_of(answer->job.run_at), 60);
	expect_ledger(jobs, job, "0:skipped/skip_next");
	desk_advance(&jobs->desk, 61 * MINUTE);
	expect_ledger(jobs, job, "0:skipped/skip_next 60:fired");
}

/* From hourly to every quarter: when the series comes to what was skipped, it knows. */
static void what_was_skipped_is_not_planned_again_by_another_rule(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	desk_advance(&jobs->desk, MINUTE);
	job_do(jobs, COMMAND_JOB_SKIP_NEXT, about(job));
	struct job_row often = hourly("a");
	often.rule = STR("*/15 * * * *");
	assert_int_equal(job_put(jobs, job, 0, often)->err, ERR_OK);
	jobs_down_for(jobs, 0);
	for (u32 i = 0; i < 5; i++) desk_advance(&jobs->desk, 15 * MINUTE);
	expect_ledger(jobs, job,
		      "0:fired 15:fired 30:fired 45:fired 60:skipped/skip_next 75:fired");
}

static void skip_next_within_a_horizon_leaves_the_others_alone(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.horizon_ms = 3 * HOUR;
	struct uuid job = job_new(jobs, row);
	struct uuid second = job_do(jobs, COMMAND_JOB_SKIP_NEXT, about(job))->job.run;
	assert_int_equal(ERR_OK, desk_run_command(&jobs->desk, COMMAND_CANCEL, second));
	desk_advance(&jobs->desk, 2 * HOUR + MINUTE);
	expect_ledger(jobs, job, "0:skipped/skip_next 60:skipped/cancelled 120:fired");
}

static void a_job_without_a_next_has_nothing_to_skip(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.kind = JOB_MANUAL;
	struct uuid job = job_new(jobs, row);
	assert_int_equal(ERR_CONFLICT, job_do(jobs, COMMAND_JOB_SKIP_NEXT, about(job))->err);
	assert_int_equal(ERR_CONFLICT, job_do(jobs, COMMAND_JOB_BACKFILL, about(job))->err);
	assert_int_equal(ERR_OK, job_do(jobs, COMMAND_JOB_RUN, about(job))->err);
}

static void a_pause_beats_a_claim_and_ends_by_itself(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	desk_advance(&jobs->desk, MINUTE); /* due, offered, nobody there */
	struct job_command wish = about(job);
	wish.until = jobs->desk.now.wall + 10 * MINUTE;
	assert_int_equal(ERR_OK, job_do(jobs, COMMAND_JOB_PAUSE, wish)->err);
	assert_int_equal(0, desk_lease(&jobs->desk, 9, (struct lease_command){ 0 }));
	u64 reply = desk_call(&jobs->desk, 1, (struct lease_command){ .wait_ms = 60000 });
	desk_advance(&jobs->desk, 9 * MINUTE + 30 * MSEC_SECOND);
	reply = desk_call(&jobs->desk, 1, (struct lease_command){ .wait_ms = 60000 });
	desk_advance(&jobs->desk, 30 * MSEC_SECOND);
	assert_int_equal(jobs->desk.granted[reply], 1);
	wish.until = 5;
	assert_int_equal(ERR_INVALID, job_do(jobs, COMMAND_JOB_PAUSE, wish)->err);
}

/* By the clock it is paused again, until the clock is there once more. */
static void a_clock_set_back_into_a_pause_holds_what_was_offered(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	struct job_command wish = about(job);
	wish.until = jobs->desk.now.wall + 10 * MINUTE;
	assert_int_equal(ERR_OK, job_do(jobs, COMMAND_JOB_PAUSE, wish)->err);
	desk_advance(&jobs->desk, 10 * MINUTE); /* due, offered, nobody there */
	jobs->desk.now.wall -= 5 * MINUTE;
	assert_int_equal(0, desk_lease(&jobs->desk, 9, (struct lease_command){ 0 }));
	desk_same_as_fresh(&jobs->desk);
	u64 reply = desk_call(&jobs->desk, 1, (struct lease_command){ .wait_ms = 30000 });
	desk_advance(&jobs->desk, 4 * MINUTE + 45 * MSEC_SECOND);
	assert_int_equal(jobs->desk.granted[reply], 0);
	reply = desk_call(&jobs->desk, 1, (struct lease_command){ .wait_ms = 30000 });
	desk_advance(&jobs->desk, 15 * MSEC_SECOND);
	assert_int_equal(jobs->desk.granted[reply], 1);
}

static void a_deleted_job_ends_all_its_runs(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.horizon_ms = 5 * HOUR;
	row.max_instances = 2;
	struct uuid job = job_new(jobs, row);
	for (u32 i = 0; i < 4; i++) job_do(jobs, COMMAND_JOB_RUN, about(job));
	struct lease lease = job_claim(jobs);
	assert_int_equal(ERR_OK, job_do(jobs, COMMAND_JOB_DELETE, about(job))->err);
	assert_int_equal(jobs->desk.stops, 1);
	assert_int_equal(desk_state(&jobs->desk, lease.run), RUN_CANCELLED);
	assert_int_equal(desk_count(&jobs->desk, RUN_QUEUED), 0);
	assert_int_equal(desk_count(&jobs->desk, RUN_CANCELLED), 9);
	assert_int_equal(job_row_of(jobs, job).state, JOB_DELETED);
	assert_int_equal(ERR_NOT_FOUND, job_do(jobs, COMMAND_JOB_RUN, about(job))->err);
	desk_advance(&jobs->desk, 5 * HOUR);
	expect_ledger(jobs, job, "");
}

static void what_the_system_requires_stays(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.is_system_required = true;
	struct uuid job = job_new(jobs, row);
	assert_int_equal(ERR_CONFLICT, job_do(jobs, COMMAND_JOB_DELETE, about(job))->err);
	row.state = JOB_DISABLED;
	assert_int_equal(ERR_CONFLICT, job_put(jobs, job, 0, row)->err);
	row.is_system_required = false; /* and it is not talked out of it */
	assert_int_equal(ERR_CONFLICT, job_put(jobs, job, 0, row)->err);
}

static void a_past_span_can_be_run_again_and_again(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	desk_advance(&jobs->desk, 3 * HOUR + MINUTE);
	job_done(jobs, desk_claim(&jobs->desk));
	struct job_command wish = { .job = job, .from = JOBS_START, .to = JOBS_START + HOUR };
	const struct answer *answer = job_do(jobs, COMMAND_JOB_BACKFILL, wish);
	assert_int_equal(answer->err, ERR_OK);
	assert_int_equal(answer->job.made, 2);
	assert_int_equal(ERR_OK, job_do(jobs, COMMAND_JOB_BACKFILL, wish)->err);
	expect_ledger(jobs, job,
		      "0:late 0#1:late 0#2:late 60..180:missed/misfire(3) 60#1:late "
		      "60#2:late");
	for (u32 i = 0; i < 4; i++) {
		struct lease lease = desk_claim(&jobs->desk);
		assert_int_equal(lease.cause, CAUSE_BACKFILL);
		assert_int_equal(minutes_of(lease.planned_at), i < 2 ? 0 : 60);
		job_done(jobs, lease);
	}
	wish.to = jobs->desk.now.wall + 1;
	assert_int_equal(ERR_INVALID, job_do(jobs, COMMAND_JOB_BACKFILL, wish)->err);
	wish.to = JOBS_START;
	wish.from = 0;
	assert_int_equal(ERR_INVALID, job_do(jobs, COMMAND_JOB_BACKFILL, wish)->err);
}

static void a_moved_occurrence_keeps_its_instant(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	struct uuid run = next_run(jobs, job).id;
	struct command move = { .kind = COMMAND_RESCHEDULE,
				.run = { .run = run, .run_at = JOBS_START + 90 * MINUTE } };
	assert_int_equal(ERR_OK, desk_do(&jobs->desk, move)->err);
	struct run_row row = desk_row(&jobs->desk, run);
	assert_int_equal(row.hot.plan_state, PLAN_STATE_MOVED);
	assert_true(row.hot.bucket == JOBS_START);
	assert_int_equal(minutes_of(next_run(jobs, job).hot.run_at), 60);
	desk_advance(&jobs->desk, 61 * MINUTE);
	job_done(jobs, desk_claim(&jobs->desk));
	desk_advance(&jobs->desk, 30 * MINUTE);
	expect_ledger(jobs, job, "0:fired 60:fired");
	assert_int_equal(minutes_of(desk_claim(&jobs->desk).planned_at), 0);
}

/* ---- a handler that has nothing to do for now ---------------------------------------------- */

static void job_rests(struct jobs_desk *jobs, struct lease lease)
{
	struct report report = { .execution = lease.execution,
				 .outcome = OUTCOME_NOOP,
				 .pauses_job = true };
	assert_int_equal(HOLDER_OK, desk_report(&jobs->desk, report));
}

static void expect_rest(struct jobs_desk *jobs, struct uuid job, bool rests)
{
	struct job_row row = job_row_of(jobs, job);
	assert_int_equal(rests, job_is_paused(&row.pause, jobs->desk.now.wall));
	if (!rests) return;
	assert_true(str_eq(row.pause.reason, STR("handler")));
	assert_true(row.pause.until == MSEC_MAX);
}

static void a_handler_ends_its_series_for_now(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	desk_advance(&jobs->desk, MINUTE);
	job_rests(jobs, job_claim(jobs));
	expect_rest(jobs, job, true);
	for (u32 i = 0; i < 2; i++) desk_advance(&jobs->desk, HOUR);
	expect_ledger(jobs, job, "0:fired");
	assert_int_equal(0, desk_lease(&jobs->desk, 1, (struct lease_command){ 0 }));
	assert_int_equal(ERR_OK, job_do(jobs, COMMAND_JOB_RESUME, about(job))->err);
	expect_rest(jobs, job, false);
	assert_int_equal(0, desk_lease(&jobs->desk, 1, (struct lease_command){ 0 }));
	desk_advance(&jobs->desk, HOUR);
	assert_int_equal(180, minutes_of(job_claim(jobs).planned_at));
	expect_ledger(jobs, job, "0:fired 60..120:skipped/paused(2) 180:fired");
}

static void new_work_wakes_what_its_handler_has_paused(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	desk_advance(&jobs->desk, MINUTE);
	job_rests(jobs, job_claim(jobs));
	jobs_down_for(jobs, 10 * MINUTE);
	assert_int_equal(ERR_OK, job_put(jobs, job, 0, hourly("a"))->err);
	expect_rest(jobs, job, true);
	struct uuid run = job_do(jobs, COMMAND_JOB_RUN, about(job))->job.run;
	expect_rest(jobs, job, false);
	struct lease lease = job_claim(jobs);
	assert_true(uuid_eq(&lease.run, &run));
}

static struct command enqueue_for(const struct enqueue_item *item, const str *jobs, u32 len)
{
	return (struct command){ .kind = COMMAND_ENQUEUE,
				 .tenant = STR("acme"),
				 .enqueue = { .items = item,
					      .len = 1,
					      .atomic = true,
					      .resumes = jobs,
					      .resumes_len = len } };
}

static void a_task_may_say_for_which_job_there_is_work(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	char id[UUID_TEXT_LEN];
	uuid_print(job, id);
	const struct enqueue_item item = { .type = STR("order.new"), .payload = STR("{}") };
	const str names[] = { STR("a"), { id, sizeof id } };
	for (u32 i = 0; i < countof(names); i++) {
		desk_advance(&jobs->desk, i ? HOUR : MINUTE);
		job_rests(jobs, job_claim(jobs));
		jobs_down_for(jobs, MINUTE);
		expect_rest(jobs, job, true);
		assert_int_equal(ERR_OK,
				 desk_do(&jobs->desk, enqueue_for(&item, &names[i], 1))->err);
		expect_rest(jobs, job, false);
		job_done(jobs, job_claim(jobs)); /* the task */
	}
	const str both[] = { STR("a"), STR("b") };
	assert_int_equal(ERR_INVALID, desk_do(&jobs->desk, enqueue_for(&item, both, 2))->err);
	struct command foreign = enqueue_for(&item, &names[1], 1);
	foreign.tenant = STR("other");
	assert_int_equal(ERR_INVALID, desk_do(&jobs->desk, foreign)->err);
	assert_int_equal(0, desk_lease(&jobs->desk, 1, (struct lease_command){ 0 }));
}

static void one_call_may_wake_several_jobs(void **state)
{
	struct jobs_desk *jobs = *state;
	const str names[] = { STR("a"), STR("b") };
	struct uuid made[] = { job_new(jobs, hourly("a")), job_new(jobs, hourly("b")) };
	const struct enqueue_item item = { .type = STR("order.new"), .payload = STR("{}") };
	desk_advance(&jobs->desk, MINUTE);
	for (u32 i = 0; i < 2; i++) job_rests(jobs, job_claim(jobs));
	for (u32 i = 0; i < 2; i++) expect_rest(jobs, made[i], true);
	assert_int_equal(ERR_OK, desk_do(&jobs->desk, enqueue_for(&item, names, 2))->err);
	for (u32 i = 0; i < 2; i++) expect_rest(jobs, made[i], false);
}

static void what_a_person_has_paused_no_handler_wakes_or_pauses(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	desk_advance(&jobs->desk, MINUTE);
	struct lease lease = job_claim(jobs);
	assert_int_equal(ERR_OK, job_do(jobs, COMMAND_JOB_PAUSE, about(job))->err);
	job_rests(jobs, lease);
	struct job_row row = job_row_of(jobs, job);
	assert_true(str_eq(row.pause.reason, STR("because")));
	job_do(jobs, COMMAND_JOB_RUN, about(job));
	row = job_row_of(jobs, job);
	assert_true(job_is_paused(&row.pause, jobs->desk.now.wall));
	assert_int_equal(0, desk_lease(&jobs->desk, 1, (struct lease_command){ 0 }));
}

static void wakes_by_task(struct jobs_desk *jobs, struct uuid job)
{
	const struct enqueue_item item = { .type = STR("order.new"),
					   .payload = STR("{}"),
					   .run_at = jobs->desk.now.wall + MSEC_DAY };
	(void)job;
	const str name = STR("a");
	assert_int_equal(ERR_OK, desk_do(&jobs->desk, enqueue_for(&item, &name, 1))->err);
}

static void wakes_by_run(struct jobs_desk *jobs, struct uuid job)
{
	assert_int_equal(ERR_OK, job_do(jobs, COMMAND_JOB_RUN, about(job))->err);
}

static void wakes_by_resume(struct jobs_desk *jobs, struct uuid job)
{
	u64 version = job_row_of(jobs, job).version;
	assert_int_equal(ERR_OK, job_do(jobs, COMMAND_JOB_RESUME, about(job))->err);
	assert_true(job_row_of(jobs, job).version == version);
}

static void wakes_by_pause_and_resume(struct jobs_desk *jobs, struct uuid job)
{
	assert_int_equal(ERR_OK, job_do(jobs, COMMAND_JOB_PAUSE, about(job))->err);
	assert_int_equal(ERR_OK, job_do(jobs, COMMAND_JOB_RESUME, about(job))->err);
}

/* Whoever has work for a job that is processing has not been seen by that run. */
static void a_wakeup_while_it_runs_cancels_the_rest_that_run_asks_for(void **state)
{
	void (*const ways[])(struct jobs_desk *, struct uuid) = { wakes_by_task, wakes_by_run,
								  wakes_by_resume,
								  wakes_by_pause_and_resume };
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.max_instances = 2;
	struct uuid job = job_new(jobs, row);
	desk_advance(&jobs->desk, MINUTE);
	for (u32 i = 0; i < countof(ways); i++) {
		struct lease first = job_claim(jobs);
		ways[i](jobs, job);
		struct lease second = { .fence = 0 };
		if (ways[i] == wakes_by_run) second = job_claim(jobs); /* began after it */
		jobs_down_for(jobs, 10 * MSEC_SECOND);
		job_rests(jobs, first);
		expect_rest(jobs, job, false);
		if (ways[i] == wakes_by_run) job_done(jobs, second);
		desk_advance(&jobs->desk, HOUR);
	}
	job_rests(jobs, job_claim(jobs));
	expect_rest(jobs, job, true);
}

/* The wake-up was before it began: that run has seen all there was. */
static void a_wakeup_before_it_ran_cancels_no_rest(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	desk_advance(&jobs->desk, MINUTE);
	struct lease lease = job_claim(jobs);
	wakes_by_task(jobs, job);
	job_done(jobs, lease);
	wakes_by_task(jobs, job);
	wakes_by_run(jobs, job);
	lease = job_claim(jobs);
	job_rests(jobs, lease);
	expect_rest(jobs, job, true);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		job_test(run_now_does_not_move_the_next_one),
		job_test(run_now_may_have_a_payload_of_its_own),
		job_test(skip_next_leaves_one_out_and_plans_the_following),
		job_test(what_was_skipped_is_not_planned_again_by_another_rule),
		job_test(skip_next_within_a_horizon_leaves_the_others_alone),
		job_test(a_job_without_a_next_has_nothing_to_skip),
		job_test(a_pause_beats_a_claim_and_ends_by_itself),
		job_test(a_clock_set_back_into_a_pause_holds_what_was_offered),
		job_test(a_deleted_job_ends_all_its_runs),
		job_test(what_the_system_requires_stays),
		job_test(a_past_span_can_be_run_again_and_again),
		job_test(a_moved_occurrence_keeps_its_instant),
		job_test(a_handler_ends_its_series_for_now),
		job_test(new_work_wakes_what_its_handler_has_paused),
		job_test(a_task_may_say_for_which_job_there_is_work),
		job_test(one_call_may_wake_several_jobs),
		job_test(what_a_person_has_paused_no_handler_wakes_or_pauses),
		job_test(a_wakeup_while_it_runs_cancels_the_rest_that_run_asks_for),
		job_test(a_wakeup_before_it_ran_cancels_no_rest),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
