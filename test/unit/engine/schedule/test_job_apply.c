/* Many jobs at once, all or none. */
#include "engine/jobs_desk.h"

enum { MEMBERS_MAX = 8 };

struct plan {
	struct command apply;
	struct command members[MEMBERS_MAX];
	struct job_row rows[MEMBERS_MAX];
	u32 on[MEMBERS_MAX];
};

static struct command *add(struct plan *plan, enum command_kind kind)
{
	struct command *member = &plan->members[plan->apply.job_apply.len++];
	*member = (struct command){
		.kind = kind, .tenant = STR("acme"), .actor = STR("ann"), .apply = &plan->apply
	};
	return member;
}

/* `on`: the member that it depends on, from 1; 0: none. */
static void put(struct plan *plan, struct uuid id, struct job_row row, u32 on)
{
	u32 i = plan->apply.job_apply.len;
	plan->rows[i] = row;
	plan->rows[i].dependencies.len = on > 0;
	plan->on[i] = on;
	add(plan, COMMAND_JOB_PUT)->job_put = (struct job_put){ .id = id,
								.row = &plan->rows[i],
								.type = STR("report.make"),
								.on_members = &plan->on[i] };
}

static void drop(struct plan *plan, struct uuid id)
{
	add(plan, COMMAND_JOB_DELETE)->job = (struct job_command){ .job = id };
}

static const struct answer *carry_out(struct jobs_desk *jobs, struct plan *plan)
{
	plan->apply.kind = COMMAND_JOB_APPLY;
	plan->apply.tenant = STR("acme");
	plan->apply.job_apply.members = plan->members;
	desk_submit(&jobs->desk, &plan->apply);
	desk_settle(&jobs->desk);
	return &jobs->desk.last.head;
}

static u32 count_jobs(const struct jobs_desk *jobs)
{
	u32 count = 0;
	for (u32 i = 0; i < MEMBERS_MAX; i++) {
		const struct job_row *row;
		const struct uuid *id = &jobs->desk.last.applied[i];
		count += memory_store_find_job(jobs->desk.store, id, &row);
	}
	return count;
}

static const struct uuid none = { { 0 } };

static void all_are_made_and_may_depend_on_each_other(void **state)
{
	struct jobs_desk *jobs = *state;
	struct plan plan = { 0 };
	put(&plan, none, hourly("import"), 0);
	put(&plan, none, hourly("report"), 1);
	assert_int_equal(ERR_OK, carry_out(jobs, &plan)->err);
	const struct uuid *made = jobs->desk.last.applied;
	struct job_row report = job_row_of(jobs, made[1]);
	assert_true(str_eq(report.code, STR("report")));
	assert_int_equal(1, report.dependencies.len);
	assert_true(uuid_eq(&report.dependencies.at[0].job, &made[0]));
	assert_int_equal(JOBS_START, next_run(jobs, made[0]).hot.run_at);
}

static void one_that_is_refused_refuses_all(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid old = job_new(jobs, hourly("old"));
	struct job_row bad = hourly("bad");
	struct job_row worse = hourly("worse");
	struct plan plan = { 0 };
	bad.rule = STR("0 9 * * MON-FOO");
	worse.catchup_max = 0;
	drop(&plan, old);
	put(&plan, none, hourly("import"), 0);
	put(&plan, none, bad, 0);
	put(&plan, none, worse, 0);
	const struct answer *answer = carry_out(jobs, &plan);
	assert_int_equal(ERR_CRON_SYNTAX, answer->err);
	assert_int_equal(2, answer->apply.faults_len);
	assert_int_equal(2, jobs->desk.last.faults[0].member);
	assert_int_equal(3, jobs->desk.last.faults[1].member);
	assert_int_equal(0, count_jobs(jobs));
	assert_int_equal(JOB_ACTIVE, job_row_of(jobs, old).state);
	assert_int_equal(ERR_OK, job_refused(jobs, hourly("import"))); /* its code is free */
}

static void a_dry_one_changes_nothing(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid old = job_new(jobs, hourly("old"));
	struct plan plan = { .apply.job_apply.is_dry = true };
	drop(&plan, old);
	put(&plan, none, hourly("import"), 0);
	assert_int_equal(ERR_OK, carry_out(jobs, &plan)->err);
	assert_int_equal(0, count_jobs(jobs));
	assert_int_equal(JOB_ACTIVE, job_row_of(jobs, old).state);
}

static void jobs_that_wait_for_each_other_are_refused(void **state)
{
	struct jobs_desk *jobs = *state;
	struct plan plan = { 0 };
	put(&plan, none, hourly("a"), 2);
	put(&plan, none, hourly("b"), 1);
	assert_int_equal(ERR_INVALID, carry_out(jobs, &plan)->err);
	assert_string_equal("dependencies: the job would wait for itself: a -> b -> a",
			    jobs->desk.last.faults[0].why.text);
	assert_int_equal(0, count_jobs(jobs));
}

/* Each is looked at as if the others were changed already. */
static void dependencies_turn_round(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid a = job_new(jobs, hourly("a"));
	struct job_row row = hourly("b");
	row.dependencies.len = 1;
	row.dependencies.at[0].job = a;
	struct uuid b = job_new(jobs, row);
	struct plan plan = { 0 };
	put(&plan, a, hourly("a"), 2);
	put(&plan, b, hourly("b"), 0);
	assert_int_equal(ERR_OK, carry_out(jobs, &plan)->err);
	assert_int_equal(0, job_row_of(jobs, b).dependencies.len);
	struct job_row turned = job_row_of(jobs, a);
	assert_true(uuid_eq(&turned.dependencies.at[0].job, &b));
}

static void what_is_deleted_cannot_be_waited_for(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid old = job_new(jobs, hourly("old"));
	struct plan plan = { 0 };
	drop(&plan, old);
	put(&plan, none, hourly("report"), 1);
	assert_int_equal(ERR_INVALID, carry_out(jobs, &plan)->err);
	assert_int_equal(JOB_ACTIVE, job_row_of(jobs, old).state);
}

static void a_version_that_is_old_refuses_all(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("a"));
	struct plan plan = { 0 };
	put(&plan, none, hourly("b"), 0);
	put(&plan, job, hourly("a"), 0);
	plan.members[1].job_put.version = 7;
	assert_int_equal(ERR_VERSION, carry_out(jobs, &plan)->err);
	assert_int_equal(0, count_jobs(jobs));
	plan.members[1].job_put.version = 1;
	assert_int_equal(ERR_OK, carry_out(jobs, &plan)->err);
	assert_int_equal(2, job_row_of(jobs, job).version);
}

/* Those to come that were skipped must all be planned at once, beside what others plan. */
static void what_one_must_plan_is_not_left_to_others(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid job = job_new(jobs, hourly("skipped"));
	struct plan plan = { 0 };
	struct job_row wide = hourly("wide");
	struct job_row changed = hourly("skipped");
	wide.horizon_ms = 20 * MSEC_DAY;
	wide.rule = STR("* * * * *");
	changed.rule = STR("*/30 * * * *");
	for (u32 i = 0; i < 20; i++)
		job_do(jobs, COMMAND_JOB_SKIP_NEXT, (struct job_command){ .job = job });
	for (u32 i = 0; i < 5; i++) {
		static const char *const codes[] = { "w0", "w1", "w2", "w3", "w4" };
		wide.code = str_from(codes[i]);
		put(&plan, none, wide, 0);
	}
	put(&plan, job, changed, 0);
	const struct answer *answer = carry_out(jobs, &plan);
	if (answer->err) print_error("%s\n", answer->why.text);
	assert_int_equal(ERR_OK, answer->err);
	assert_int_equal(2, job_row_of(jobs, job).version);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		job_test(all_are_made_and_may_depend_on_each_other),
		job_test(one_that_is_refused_refuses_all),
		job_test(a_dry_one_changes_nothing),
		job_test(jobs_that_wait_for_each_other_are_refused),
		job_test(dependencies_turn_round),
		job_test(what_is_deleted_cannot_be_waited_for),
		job_test(a_version_that_is_old_refuses_all),
		job_test(what_one_must_plan_is_not_left_to_others),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
