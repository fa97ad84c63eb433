/* What no correct engine may ask for about jobs, and what tests see of them. */
#include "store/memory/memory_scene.h"

static struct occurrence_row an_occurrence(u32 job, msec planned_at)
{
	return (struct occurrence_row){ .job = id_of(job),
					.tenant = { 1 },
					.planned_at = planned_at };
}

static void put_job_and_run(struct scene *scene, u32 run)
{
	struct job_row job = a_job(1);
	struct run_row row = a_job_run(run, 1);
	row.payload_len = (u32)job.parameters.len;
	put_job(scene, &job);
	put_run(scene, &row);
}

static void an_occurrence_that_is_decided_twice_is_a_bug(void **state)
{
	struct scene *scene = *state;
	put_job_and_run(scene, 10);
	add_put(scene, KIND_OCCURRENCE)->occurrence = an_occurrence(1, 5000);
	commit(scene);
	add_put(scene, KIND_OCCURRENCE)->occurrence = an_occurrence(1, 5000);
	assert_true(commit_breaks_promise(scene));
}

static void an_occurrence_that_was_decided_and_is_planned_again_is_a_bug(void **state)
{
	struct scene *scene = *state;
	struct run_row again = a_job_run(11, 1);
	put_job_and_run(scene, 10);
	add_put(scene, KIND_OCCURRENCE)->occurrence = an_occurrence(1, again.planned_at);
	commit(scene);
	again.payload_len = (u32)a_job(1).parameters.len;
	put_run(scene, &again);
	assert_true(commit_breaks_promise(scene));
}

static void a_run_of_a_job_that_is_not_there_is_a_bug(void **state)
{
	struct scene *scene = *state;
	struct run_row row = a_job_run(11, 1);
	row.payload_is_jobs = false;
	put_run(scene, &row);
	assert_true(commit_breaks_promise(scene));
}

static void a_second_job_of_a_code_is_a_bug(void **state)
{
	struct scene *scene = *state;
	struct job_row job = a_job(1), other = a_job(2);
	put_job(scene, &job);
	put_job(scene, &other);
	assert_true(commit_breaks_promise(scene));
}

static void a_version_that_does_not_grow_is_a_bug(void **state)
{
	struct scene *scene = *state;
	struct job_row job = a_job(1);
	put_job(scene, &job);
	commit(scene);
	put_job(scene, &job);
	assert_true(commit_breaks_promise(scene));
}

static void what_was_decided_does_not_become_undecided(void **state)
{
	struct scene *scene = *state;
	struct job_row job = a_job(1);
	put_job(scene, &job);
	commit(scene);
	job.hot.decided_through--;
	put_job_hot(scene, &job);
	assert_true(commit_breaks_promise(scene));
}

static void count_job(void *context, const struct job_row *row)
{
	assert_true(row->version > 0);
	++*(u32 *)context;
}

static void the_next_run_is_the_first_that_is_undecided(void **state)
{
	struct scene *scene = *state;
	struct run_row decided = a_job_run(10, 1), later = a_job_run(12, 1);
	struct uuid id = id_of(1);
	u32 jobs = 0;
	put_job_and_run(scene, 10);
	later.payload_len = (u32)a_job(1).parameters.len;
	put_run(scene, &later);
	commit(scene);
	assert_uuid(memory_store_next_run(memory_of(scene), &id)->id, id_of(10));
	decided.hot.plan_state = PLAN_STATE_DECIDED;
	put_hot(scene, &decided);
	commit(scene);
	assert_uuid(memory_store_next_run(memory_of(scene), &id)->id, id_of(12));
	memory_store_each_job(memory_of(scene), count_job, &jobs);
	assert_int_equal(jobs, 1);
	assert_int_equal(memory_store_counts(memory_of(scene)).jobs, 1);
	id = id_of(2);
	assert_null(memory_store_next_run(memory_of(scene), &id));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		memory_story(an_occurrence_that_is_decided_twice_is_a_bug),
		memory_story(an_occurrence_that_was_decided_and_is_planned_again_is_a_bug),
		memory_story(a_run_of_a_job_that_is_not_there_is_a_bug),
		memory_story(a_second_job_of_a_code_is_a_bug),
		memory_story(a_version_that_does_not_grow_is_a_bug),
		memory_story(what_was_decided_does_not_become_undecided),
		memory_story(the_next_run_is_the_first_that_is_undecided),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
