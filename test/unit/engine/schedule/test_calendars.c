/* Calendars: days that schedules leave out. */
#include "engine/jobs_desk.h"

static const struct answer *calendar_do(struct jobs_desk *jobs, enum command_kind kind,
					const char *name, const char *body)
{
	return desk_do(&jobs->desk,
		       (struct command){ .kind = kind,
					 .tenant = STR("acme"),
					 .calendar = { str_from(name), str_from(body) } });
}

static bool has_next(const struct jobs_desk *jobs, struct uuid job)
{
	return next_run(jobs, job).hot.run_at != MSEC_MIN;
}

/* Every day at 22:00. */
static struct job_row daily(void)
{
	struct job_row row = hourly("daily");
	row.rule = STR("0 22 * * *");
	row.exclude = STR("holidays");
	return row;
}

static void excluded_days_are_left_out(void **state)
{
	struct jobs_desk *jobs = *state;
	assert_int_equal(ERR_OK, calendar_do(jobs, COMMAND_CALENDAR_PUT, "holidays",
					     "2023-11-14\n2023-11-01 FREQ=MONTHLY;BYMONTHDAY=16\n")
					 ->err);
	struct uuid job = job_new(jobs, daily());
	assert_int_equal(minutes_of(next_run(jobs, job).hot.run_at), 24 * 60);
	desk_advance(&jobs->desk, 24 * HOUR + MINUTE);
	assert_int_equal(minutes_of(next_run(jobs, job).hot.run_at), 72 * 60);
}

static void a_change_of_a_calendar_plans_its_jobs_anew(void **state)
{
	struct jobs_desk *jobs = *state;
	calendar_do(jobs, COMMAND_CALENDAR_PUT, "holidays", "2023-12-25");
	struct uuid job = job_new(jobs, daily());
	struct job_row row = hourly("other");
	struct uuid other = job_new(jobs, row), other_run = next_run(jobs, other).id;
	assert_int_equal(minutes_of(next_run(jobs, job).hot.run_at), 0);
	calendar_do(jobs, COMMAND_CALENDAR_PUT, "holidays", "2023-11-14\n2023-11-15");
	assert_int_equal(minutes_of(next_run(jobs, job).hot.run_at), 48 * 60);
	assert_true(next_is(jobs, other, other_run));
	calendar_do(jobs, COMMAND_CALENDAR_PUT, "holidays", "");
	assert_int_equal(minutes_of(next_run(jobs, job).hot.run_at), 0);
	desk_same_as_fresh(&jobs->desk);
}

static void look_for_last(void *context, const struct memory_run_seen *seen)
{
	struct uuid *last = context;
	if (seen->row->planned_at == JOBS_START + 36 * HOUR) *last = seen->row->id;
}

/* The one that stands has come and waits for its jitter; what new days bring lies before what a
 * person has left out. */
static void new_days_are_found_before_what_was_left_out(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = daily();
	row.rule = STR("0 10,22 * * *");
	row.horizon_ms = 48 * HOUR;
	row.jitter_ms = 11 * HOUR;
	calendar_do(jobs, COMMAND_CALENDAR_PUT, "holidays", "2023-11-15");
	struct uuid job = job_new(jobs, row);
	struct uuid last = { { 0 } };
	memory_store_each_run(jobs->desk.store, look_for_last, &last);
	assert_int_equal(ERR_OK, desk_run_command(&jobs->desk, COMMAND_CANCEL, last));
	desk_advance(&jobs->desk, 2 * MINUTE);
	assert_true(next_run(jobs, job).planned_at == JOBS_START); /* it waits */
	assert_int_equal(job_row_of(jobs, job).hot.undecided, 1);
	calendar_do(jobs, COMMAND_CALENDAR_PUT, "holidays", "2023-12-25");
	for (u32 i = 0; i < 24 * 60; i++) desk_advance(&jobs->desk, MINUTE);
	expect_ledger(jobs, job, "0:fired 720:fired 2160:skipped/cancelled");
}

/* More than may stand at once were left out: all of them are known when it is planned anew. */
static void what_was_left_out_stays_out_however_much_it_is(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("often");
	row.rule = STR("* * * * *");
	row.exclude = STR("holidays");
	calendar_do(jobs, COMMAND_CALENDAR_PUT, "holidays", "2023-12-25");
	struct uuid job = job_new(jobs, row);
	for (u32 i = 0; i < LIMIT_JOB_PLANNED + 20; i++)
		job_do(jobs, COMMAND_JOB_SKIP_NEXT, (struct job_command){ .job = job });
	assert_int_equal(minutes_of(next_run(jobs, job).hot.run_at), LIMIT_JOB_PLANNED + 20);
	calendar_do(jobs, COMMAND_CALENDAR_PUT, "holidays", "2023-12-26");
	assert_int_equal(minutes_of(next_run(jobs, job).hot.run_at), LIMIT_JOB_PLANNED + 20);
	assert_int_equal(job_row_of(jobs, job).hot.undecided, 1);
}

/* A calendar may be changed before its jobs are: they stand still, the journal says why, and they
 * go on when it has days again. Until then such a job can be disabled, but not kept active. */
static void a_job_whose_calendar_leaves_no_day_stands_still(void **state)
{
	struct jobs_desk *jobs = *state;
	calendar_do(jobs, COMMAND_CALENDAR_PUT, "holidays", "2023-12-25");
	struct uuid job = job_new(jobs, daily());
	calendar_do(jobs, COMMAND_CALENDAR_PUT, "holidays", "2023-11-01 FREQ=DAILY");
	assert_false(has_next(jobs, job));
	assert_int_equal(jobs->desk.journal[JOURNAL_JOB_UNPLANNED], 1);
	struct job_row row = daily();
	assert_int_equal(ERR_RULE_NEVER, job_put(jobs, job, 0, row)->err);
	row.state = JOB_DISABLED;
	assert_int_equal(ERR_OK, job_put(jobs, job, 0, row)->err);
	row.state = JOB_ACTIVE;
	assert_int_equal(ERR_RULE_NEVER, job_put(jobs, job, 0, row)->err);
	calendar_do(jobs, COMMAND_CALENDAR_PUT, "holidays", "2023-11-14");
	assert_int_equal(ERR_OK, job_put(jobs, job, 0, row)->err);
	calendar_do(jobs, COMMAND_CALENDAR_PUT, "holidays", "2023-11-01 FREQ=DAILY");
	assert_false(has_next(jobs, job));
	calendar_do(jobs, COMMAND_CALENDAR_PUT, "holidays", "2023-11-14");
	assert_int_equal(minutes_of(next_run(jobs, job).hot.run_at), 24 * 60);
	desk_same_as_fresh(&jobs->desk);
}

/* The same of one that counts from its start, and that is not in memory when the days go. */
static void a_series_out_of_memory_stands_still_too(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = daily();
	row.kind = JOB_RRULE;
	row.rule = STR("FREQ=DAILY");
	row.start = STR("2023-11-16T22:00");
	calendar_do(jobs, COMMAND_CALENDAR_PUT, "holidays", "2023-12-25");
	struct uuid job = job_new(jobs, row);
	jobs_down_for(jobs, MINUTE);
	calendar_do(jobs, COMMAND_CALENDAR_PUT, "holidays", "2023-11-01 FREQ=DAILY");
	assert_false(has_next(jobs, job));
	jobs_down_for(jobs, MINUTE);
	calendar_do(jobs, COMMAND_CALENDAR_PUT, "holidays", "2023-11-16");
	assert_int_equal(minutes_of(next_run(jobs, job).hot.run_at), 72 * 60);
}

static void calendars_survive_a_crash(void **state)
{
	struct jobs_desk *jobs = *state;
	calendar_do(jobs, COMMAND_CALENDAR_PUT, "holidays", "2023-11-15");
	struct uuid job = job_new(jobs, daily());
	jobs_down_for(jobs, MINUTE);
	assert_int_equal(minutes_of(next_run(jobs, job).hot.run_at), 48 * 60);
}

static void a_calendar_that_a_job_needs_stays(void **state)
{
	struct jobs_desk *jobs = *state;
	calendar_do(jobs, COMMAND_CALENDAR_PUT, "holidays", "2023-11-14");
	struct uuid job = job_new(jobs, daily());
	assert_int_equal(ERR_CONFLICT,
			 calendar_do(jobs, COMMAND_CALENDAR_DELETE, "holidays", "")->err);
	assert_int_equal(ERR_NOT_FOUND,
			 calendar_do(jobs, COMMAND_CALENDAR_DELETE, "fairs", "")->err);
	job_do(jobs, COMMAND_JOB_DELETE, (struct job_command){ .job = job });
	assert_int_equal(ERR_OK, calendar_do(jobs, COMMAND_CALENDAR_DELETE, "holidays", "")->err);
	assert_int_equal(ERR_INVALID, job_refused(jobs, daily()));
}

static void what_is_no_day_is_refused_by_line(void **state)
{
	struct jobs_desk *jobs = *state;
	const struct answer *answer = calendar_do(jobs, COMMAND_CALENDAR_PUT, "holidays",
						  "2023-11-14\n\nChristmas");
	assert_int_not_equal(answer->err, ERR_OK);
	assert_non_null(strstr(answer->why.text, "entry 3"));
	assert_int_equal(ERR_INVALID, calendar_do(jobs, COMMAND_CALENDAR_PUT, "", "")->err);
	assert_int_equal(ERR_INVALID, calendar_do(jobs, COMMAND_CALENDAR_PUT, "a,b", "")->err);
}

static void a_tenant_has_fifty(void **state)
{
	struct jobs_desk *jobs = *state;
	char room[32];
	for (u32 i = 0; i < LIMIT_CALENDARS_PER_TENANT; i++) {
		snprintf(room, sizeof room, "c%u", i);
		assert_int_equal(ERR_OK, calendar_do(jobs, COMMAND_CALENDAR_PUT, room, "")->err);
	}
	assert_int_equal(ERR_QUOTA, calendar_do(jobs, COMMAND_CALENDAR_PUT, "more", "")->err);
	assert_int_equal(ERR_OK, calendar_do(jobs, COMMAND_CALENDAR_PUT, "c7", "2023-11-14")->err);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		job_test(excluded_days_are_left_out),
		job_test(a_change_of_a_calendar_plans_its_jobs_anew),
		job_test(what_was_left_out_stays_out_however_much_it_is),
		job_test(new_days_are_found_before_what_was_left_out),
		job_test(a_job_whose_calendar_leaves_no_day_stands_still),
		job_test(a_series_out_of_memory_stands_still_too),
		job_test(calendars_survive_a_crash),
		job_test(a_calendar_that_a_job_needs_stays),
		job_test(what_is_no_day_is_refused_by_line),
		job_test(a_tenant_has_fifty),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
