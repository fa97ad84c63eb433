/* Which rows commands about jobs ask for. */
#include "engine/bare.h"

static struct want *only_want(struct bare *bare, struct command *command, u32 expected)
{
	bare_begin(bare, command, 1);
	u32 found = 0;
	struct want *last = NULL;
	for (u32 i = 0; i < bare->turn.wants_len; i++) {
		if (bare->turn.wants[i].kind != WANT_JOB && bare->turn.wants[i].kind != WANT_JOBS)
			continue;
		last = &bare->turn.wants[i];
		found++;
	}
	assert_int_equal(found, expected);
	return last;
}

static const struct uuid some_job = { { 1, 2, 3 } };

static void a_new_job_of_an_unknown_tenant_needs_nothing(void **state)
{
	(void)state;
	struct bare bare;
	struct job_row row = job_defaults();
	struct command put = { .kind = COMMAND_JOB_PUT,
			       .tenant = STR("acme"),
			       .job_put = { .row = &row } };
	bare_open(&bare);
	only_want(&bare, &put, 0);
	bare_close(&bare);
}

static void a_change_needs_the_undecided_and_a_delete_all_that_is_unfinished(void **state)
{
	(void)state;
	struct bare bare;
	struct job_row row = job_defaults();
	struct command put = { .kind = COMMAND_JOB_PUT,
			       .tenant = STR("acme"),
			       .job_put = { .id = some_job, .row = &row } };
	struct command end = { .kind = COMMAND_JOB_DELETE, .job = { .job = some_job } };
	struct command pause = { .kind = COMMAND_JOB_PAUSE, .job = { .job = some_job } };
	bare_open(&bare);
	struct want *want = only_want(&bare, &put, 1);
	assert_true(uuid_eq(&want->job.id, &some_job));
	assert_int_equal(want->job.which, JOB_RUNS_UNDECIDED);
	assert_int_equal(want->job.limit, LIMIT_JOB_RUNS);
	want = only_want(&bare, &end, 1);
	assert_int_equal(want->job.which, JOB_RUNS_UNFINISHED);
	want = only_want(&bare, &pause, 1);
	assert_int_equal(want->job.which, JOB_RUNS_UNDECIDED);
	bare_close(&bare);
}

static void new_zones_need_nothing_at_first(void **state)
{
	(void)state;
	struct bare bare;
	struct command changed = { .kind = COMMAND_TZ_CHANGED };
	bare_open(&bare);
	only_want(&bare, &changed, 0);
	bare_close(&bare);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_new_job_of_an_unknown_tenant_needs_nothing),
		cmocka_unit_test(a_change_needs_the_undecided_and_a_delete_all_that_is_unfinished),
		cmocka_unit_test(new_zones_need_nothing_at_first),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
