/* What a job may depend on. */
#include "engine/jobs_desk.h"

static struct job_row on(const char *code, struct uuid job)
{
	struct job_row row = hourly(code);
	row.dependencies.len = 1;
	row.dependencies.at[0].job = job;
	return row;
}

static void expect_refused(struct jobs_desk *jobs, struct uuid id, struct job_row row,
			   const char *text)
{
	const struct answer *answer = job_put(jobs, id, 0, row);
	assert_int_equal(ERR_INVALID, answer->err);
	if (!strstr(answer->why.text, text)) print_error("%s\n", answer->why.text);
	assert_non_null(strstr(answer->why.text, text));
}

static const struct uuid none = { { 0 } };

static void each_once_of_a_kind_there_is_and_not_too_many(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid other = job_new(jobs, hourly("import"));
	struct job_row row = on("report", other);
	row.dependencies.at[0].kind = DEPENDENCY_KIND_COUNT;
	expect_refused(jobs, none, row, "unknown dependency_type");
	row = on("report", other);
	row.dependencies.len = 2;
	row.dependencies.at[1].job = other;
	expect_refused(jobs, none, row, "dependencies: items 0 and 1 name the same job");
	row.dependencies.len = LIMIT_JOB_DEPENDENCIES + 1;
	expect_refused(jobs, none, row, "dependencies must have at most 16 items, has 17");
}

static void only_on_jobs_of_the_same_tenant_that_are_there(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid nobodys = { { 7 } };
	struct uuid other = job_new(jobs, hourly("import"));
	struct job_row row = on("report", other);
	expect_refused(jobs, none, on("report", nobodys),
		       "item 0 does not name a job of this tenant");
	const struct answer *answer = desk_do(
		&jobs->desk, (struct command){ .kind = COMMAND_JOB_PUT,
					       .tenant = STR("bad"),
					       .job_put = { .row = &row, .type = STR("t") } });
	assert_int_equal(ERR_INVALID, answer->err);
	assert_int_equal(
		ERR_OK,
		job_do(jobs, COMMAND_JOB_DELETE, (struct job_command){ .job = other })->err);
	expect_refused(jobs, none, row, "item 0 does not name a job of this tenant");
}

static void one_that_is_gone_does_not_bar_another_change(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid other = job_new(jobs, hourly("import"));
	struct uuid job = job_new(jobs, on("report", other));
	job_do(jobs, COMMAND_JOB_DELETE, (struct job_command){ .job = other });
	assert_int_equal(ERR_OK, job_put(jobs, job, 0, on("report", other))->err);
	assert_int_equal(1, job_row_of(jobs, job).dependencies.len);
}

/* Each of two commands of one turn closes half of a cycle: the second is refused. */
static void two_halves_of_a_cycle_in_one_turn(void **state)
{
	struct jobs_desk *jobs = *state;
	struct uuid a = job_new(jobs, hourly("a")), b = job_new(jobs, hourly("b"));
	struct job_row first = on("a", b), second = on("b", a);
	struct command commands[] = {
		{ .kind = COMMAND_JOB_PUT,
		  .tenant = STR("acme"),
		  .job_put = { .id = a, .row = &first, .type = STR("t") } },
		{ .kind = COMMAND_JOB_PUT,
		  .tenant = STR("acme"),
		  .job_put = { .id = b, .row = &second, .type = STR("t") } },
	};
	desk_submit(&jobs->desk, &commands[0]);
	desk_submit(&jobs->desk, &commands[1]);
	desk_settle(&jobs->desk);
	assert_int_equal(1, job_row_of(jobs, a).dependencies.len);
	assert_int_equal(0, job_row_of(jobs, b).dependencies.len);
}

static void a_long_chain_is_looked_through_and_a_longer_one_refused(void **state)
{
	struct jobs_desk *jobs = *state;
	static char codes[LIMIT_DEPENDENCY_JOBS + 1][16];
	struct uuid first = job_new(jobs, hourly("first")), last = first;
	for (u32 i = 1; i <= LIMIT_DEPENDENCY_JOBS; i++) {
		snprintf(codes[i], sizeof codes[i], "job-%u", i);
		last = job_new(jobs, on(codes[i], last));
	}
	expect_refused(jobs, none, on("one-more", last),
		       "more than 500 jobs, directly or indirectly");
	struct job_row row = on("first", last);
	expect_refused(jobs, first, row, "more than 500 jobs, directly or indirectly");
}

static void a_cycle_is_named_also_when_its_codes_are_long(void **state)
{
	struct jobs_desk *jobs = *state;
	static char codes[3][90];
	struct uuid ids[3];
	for (u32 i = 0; i < 3; i++) {
		memset(codes[i], 'a' + (int)i, sizeof codes[i] - 1);
		ids[i] = job_new(jobs, i ? on(codes[i], ids[i - 1]) : hourly(codes[i]));
	}
	expect_refused(jobs, ids[0], on(codes[0], ids[2]), "...");
	expect_refused(jobs, ids[0], on("short", ids[0]), "short -> short");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		job_test(each_once_of_a_kind_there_is_and_not_too_many),
		job_test(only_on_jobs_of_the_same_tenant_that_are_there),
		job_test(one_that_is_gone_does_not_bar_another_change),
		job_test(two_halves_of_a_cycle_in_one_turn),
		job_test(a_long_chain_is_looked_through_and_a_longer_one_refused),
		job_test(a_cycle_is_named_also_when_its_codes_are_long),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
