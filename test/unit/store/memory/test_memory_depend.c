/* What no correct engine may ask for about links. */
#include "store/memory/memory_scene.h"

static void put_links(struct scene *scene, u32 run, u32 len)
{
	struct links_row *row = arena_alloc_zeroed(&scene->turn.arena, sizeof *row);
	assert_non_null(row);
	row->run = id_of(run);
	row->tenant.v = 1;
	row->len = len;
	add_put(scene, KIND_LINKS)->links = row;
}

static void links_of_a_run_that_is_not_there_are_a_bug(void **state)
{
	struct scene *scene = *state;
	put_links(scene, 7, 1);
	assert_true(commit_breaks_promise(scene));
}

static void a_task_depends_on_nothing(void **state)
{
	struct scene *scene = *state;
	struct run_row task = a_run(1);
	put_run(scene, &task);
	put_links(scene, 1, 1);
	assert_true(commit_breaks_promise(scene));
}

static void more_links_than_a_job_has_dependencies_are_a_bug(void **state)
{
	struct scene *scene = *state;
	struct job_row job = a_job(5);
	struct run_row run = a_job_run(1, 5);
	run.payload_len = (u32)job.parameters.len;
	put_job(scene, &job);
	put_run(scene, &run);
	put_links(scene, 1, LIMIT_JOB_DEPENDENCIES + 1);
	assert_true(commit_breaks_promise(scene));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		memory_story(links_of_a_run_that_is_not_there_are_a_bug),
		memory_story(a_task_depends_on_nothing),
		memory_story(more_links_than_a_job_has_dependencies_are_a_bug),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
