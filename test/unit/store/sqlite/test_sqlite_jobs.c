/* What a damaged job means for its runs, and for those of others. */
#include "store/sqlite/sqlite_scene.h"

static void put_job_with_run(struct scene *scene, u32 job, u32 run)
{
	struct job_row row = a_job(job);
	struct run_row planned = a_job_run(run, job);
	char code[16];
	row.code = (str){ code, (size_t)snprintf(code, sizeof code, "job-%u", job) };
	planned.payload_len = (u32)row.parameters.len;
	put_job(scene, &row);
	put_run(scene, &planned);
}

static struct want due_page(struct scene *scene)
{
	return load(scene,
		    (struct want){
			    .kind = WANT_DUE,
			    .due = { .after_run_at = MSEC_MIN, .until = MSEC_MAX, .limit = 10 } });
}

static bool job_is_found(struct scene *scene, u32 number)
{
	struct want want = { .kind = WANT_JOB, .job = { .id = id_of(number) } };
	return load(scene, want).job.found;
}

/* A run whose job nobody can read cannot be decided about; the others can. */
static void a_damaged_job_hides_its_runs_and_no_others(void **state)
{
	static const char *const damages[] = {
		"UPDATE jobs SET rule = X'00' WHERE hex(id) LIKE '%0001'",
		"UPDATE jobs SET version = 9 WHERE hex(id) LIKE '%0001'",
		"UPDATE jobs SET paused_until = 9 WHERE hex(id) LIKE '%0001'",
		"UPDATE jobs SET run_count = 12345 WHERE hex(id) LIKE '%0001'",
		"DELETE FROM jobs WHERE hex(id) LIKE '%0001'",
	};
	(void)state;
	for (u32 i = 0; i < countof(damages); i++) {
		struct scene *scene = sqlite_scene_open();
		put_job_with_run(scene, 1, 10);
		put_job_with_run(scene, 2, 11);
		commit(scene);
		assert_int_equal(tamper(scene, damages[i]), 1);
		struct want due = due_page(scene);
		assert_int_equal(due.due.len, 1);
		assert_uuid(due.due.rows[0].id, id_of(11));
		assert_false(see_run(scene, 10).found);
		assert_false(job_is_found(scene, 1));
		assert_true(job_is_found(scene, 2));
		struct want page = { .kind = WANT_JOBS, .jobs = { .limit = 9, .runs_limit = 9 } };
		page = load(scene, page);
		assert_int_equal(page.jobs.len, 1);
		assert_true(page.jobs.is_last);
		sqlite_scene_close(scene);
	}
}

/* The job plans on; the run that would have got the parameters is withheld. */
static void damaged_parameters_withhold_the_run(void **state)
{
	struct scene *scene = sqlite_scene_open();
	struct run_row next = a_job_run(12, 1);
	struct execution_row execution = an_execution(1, 12, 1);
	(void)state;
	put_job_with_run(scene, 1, 10);
	commit(scene);
	tamper(scene, "UPDATE jobs SET parameters = CAST('{\"depth\": 9999}' AS BLOB)");
	next.payload_len = (u32)a_job(1).parameters.len;
	put_run(scene, &next);
	commit(scene);
	assert_true(see_run(scene, 12).found);
	put_claim(scene, &execution);
	assert_int_equal(try_commit(scene), ERR_OK);
	assert_true(scene->leases[0].damaged);
	assert_int_equal(scene->leases[0].payload.len, 0);
	sqlite_scene_close(scene);
}

static void a_job_that_is_gone_refuses_the_change_of_it(void **state)
{
	struct scene *scene = sqlite_scene_open();
	struct job_row job = a_job(1);
	(void)state;
	put_job_with_run(scene, 1, 10);
	commit(scene);
	tamper(scene, "DELETE FROM jobs");
	job.version = 2;
	put_job_state(scene, &job);
	assert_int_equal(try_commit(scene), ERR_STORE_DAMAGED);
	begin(scene);
	put_job_hot(scene, &job);
	assert_int_equal(try_commit(scene), ERR_STORE_DAMAGED);
	sqlite_scene_close(scene);
}

static void commit_whatever_it_is(void *context)
{
	struct scene *scene = context;
	(void)!try_commit(scene);
}

/* Backstops: the engine has looked before. */
static void a_code_or_an_occurrence_twice_is_a_bug(void **state)
{
	struct scene *scene = sqlite_scene_open();
	struct job_row job = a_job(1), twin = a_job(2);
	(void)state;
	put_job(scene, &job);
	commit(scene);
	put_job(scene, &twin);
	assert_true(breaks_promise(commit_whatever_it_is, scene));
	sqlite_scene_close(scene);
	scene = sqlite_scene_open();
	put_job(scene, &job);
	for (u32 i = 0; i < 2; i++)
		add_put(scene, KIND_OCCURRENCE)->occurrence =
			(struct occurrence_row){ .job = id_of(1), .tenant = { 1 } };
	assert_true(breaks_promise(commit_whatever_it_is, scene));
	sqlite_scene_close(scene);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_damaged_job_hides_its_runs_and_no_others),
		cmocka_unit_test(damaged_parameters_withhold_the_run),
		cmocka_unit_test(a_job_that_is_gone_refuses_the_change_of_it),
		cmocka_unit_test(a_code_or_an_occurrence_twice_is_a_bug),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
