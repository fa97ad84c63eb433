/* A job's limit: it counts what runs, and the most urgent go first. */
#include "engine/jobs_desk.h"

static struct lease_command any(void)
{
	return (struct lease_command){ .lease_ms = 600000 };
}

static struct lease_command of_type(str *type)
{
	return (struct lease_command){ .lease_ms = 600000, .types = type, .types_len = 1 };
}

static struct uuid run_now(struct jobs_desk *jobs, struct uuid job)
{
	const struct answer *answer = job_do(jobs, COMMAND_JOB_RUN,
					     (struct job_command){ .job = job });
	assert_int_equal(ERR_OK, answer->err);
	return answer->job.run;
}

/* From now on its runs are of another type. */
static void change_type(struct jobs_desk *jobs, struct uuid job, struct job_row row,
			const char *type)
{
	const struct answer *answer = desk_do(
		&jobs->desk,
		(struct command){ .kind = COMMAND_JOB_PUT,
				  .tenant = STR("acme"),
				  .job_put = { .id = job, .row = &row, .type = str_from(type) } });
	assert_int_equal(ERR_OK, answer->err);
}

static struct uuid last_claimed(const struct jobs_desk *jobs)
{
	return jobs->desk.leases[jobs->desk.leases_len - 1].run;
}

/* Nobody works for the handler that the job had; its new one has workers. */
static void what_nobody_takes_keeps_no_other_type_waiting(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	str made = STR("report.make"), sent = STR("report.send");
	row.max_instances = 1;
	struct uuid job = job_new(jobs, row);
	struct uuid old = run_now(jobs, job);
	change_type(jobs, job, row, "report.send");
	struct uuid fresh = run_now(jobs, job);
	assert_int_equal(1, desk_lease(&jobs->desk, 5, of_type(&sent)));
	struct lease lease = jobs->desk.leases[jobs->desk.leases_len - 1];
	assert_true(uuid_eq(&lease.run, &fresh));
	assert_int_equal(0, desk_lease(&jobs->desk, 5, of_type(&made))); /* one runs: no more */
	desk_same_as_fresh(&jobs->desk);
	job_done(jobs, lease);
	assert_int_equal(1, desk_lease(&jobs->desk, 5, of_type(&made)));
	struct uuid last = last_claimed(jobs);
	assert_true(uuid_eq(&last, &old));
}

static void a_place_goes_to_whichever_type_asks_first(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.max_instances = 3;
	struct uuid job = job_new(jobs, row);
	for (u32 i = 0; i < 4; i++) run_now(jobs, job);
	change_type(jobs, job, row, "report.send");
	for (u32 i = 0; i < 4; i++) run_now(jobs, job);
	str sent = STR("report.send");
	assert_int_equal(2, desk_lease(&jobs->desk, 2, of_type(&sent)));
	assert_int_equal(1, desk_lease(&jobs->desk, 9, any()));
	assert_int_equal(0, desk_lease(&jobs->desk, 9, any()));
	desk_same_as_fresh(&jobs->desk);
	for (u32 i = 0; i < 3; i++) job_done(jobs, jobs->desk.leases[i]);
	assert_int_equal(3, desk_lease(&jobs->desk, 9, any()));
	for (u32 i = 3; i < 6; i++) job_done(jobs, jobs->desk.leases[i]);
	assert_int_equal(2, desk_lease(&jobs->desk, 9, any()));
}

/* It comes while another waits for a worker, and does not wait behind it. */
static void the_most_urgent_is_offered(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.max_instances = 1;
	row.priority = 7;
	struct uuid job = job_new(jobs, row);
	run_now(jobs, job);
	row.priority = 2;
	change_type(jobs, job, row, "report.make");
	struct uuid urgent = run_now(jobs, job);
	desk_same_as_fresh(&jobs->desk);
	struct uuid first = job_claim(jobs).run;
	assert_true(uuid_eq(&first, &urgent));
}

/* The least urgent of those that are offered is cancelled: then the next is. */
static void whoever_leaves_makes_room(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.max_instances = 2;
	struct uuid job = job_new(jobs, row);
	struct uuid runs[4];
	for (u32 i = 0; i < 4; i++) {
		desk_advance(&jobs->desk, 1);
		runs[i] = run_now(jobs, job);
	}
	for (u32 i = 1; i < 3; i++)
		assert_int_equal(ERR_OK,
				 desk_do(&jobs->desk, (struct command){ .kind = COMMAND_CANCEL,
									.tenant = STR("acme"),
									.run = { .run = runs[i] } })
					 ->err);
	assert_int_equal(2, desk_lease(&jobs->desk, 9, any()));
	assert_true(uuid_eq(&jobs->desk.leases[0].run, &runs[0]));
	assert_true(uuid_eq(&jobs->desk.leases[1].run, &runs[3]));
}

static void a_pause_takes_back_and_a_resume_offers(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	run_now(jobs, job);
	job_do(jobs, COMMAND_JOB_PAUSE, (struct job_command){ .job = job });
	assert_int_equal(0, desk_lease(&jobs->desk, 9, any()));
	job_do(jobs, COMMAND_JOB_RESUME, (struct job_command){ .job = job });
	assert_int_equal(1, desk_lease(&jobs->desk, 9, any()));
}

/* Another of its job was there before: that is no limit, and `why` does not say so. */
static void why_tells_a_full_job_from_a_place_in_line(void **state)
{
	struct jobs_desk *jobs = *state;
	struct job_row row = hourly("a");
	row.max_instances = 1;
	struct uuid job = job_new(jobs, row);
	run_now(jobs, job);
	desk_advance(&jobs->desk, 1);
	struct uuid second = run_now(jobs, job);
	struct command ask = { .kind = COMMAND_ASK_WHY, .run = { .run = second } };
	const struct why_answer *why = &desk_do(&jobs->desk, ask)->reasons;
	assert_int_equal(1, why->len);
	assert_int_equal(WHY_NO_WORKER, why->reasons[0].kind);
	job_claim(jobs);
	why = &desk_do(&jobs->desk, ask)->reasons;
	assert_int_equal(WHY_JOB_LIMIT, why->reasons[0].kind);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		job_test(what_nobody_takes_keeps_no_other_type_waiting),
		job_test(a_place_goes_to_whichever_type_asks_first),
		job_test(the_most_urgent_is_offered),
		job_test(whoever_leaves_makes_room),
		job_test(a_pause_takes_back_and_a_resume_offers),
		job_test(why_tells_a_full_job_from_a_place_in_line),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
