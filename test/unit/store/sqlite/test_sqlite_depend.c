/* What damage means for what a run waits for. */
#include "store/sqlite/sqlite_scene.h"

enum { OTHER = 1, DEPENDENT = 2 };

static void put_pair(struct scene *scene)
{
	struct job_row other = a_job(OTHER), dependent = a_job(DEPENDENT);
	struct run_row awaited = a_job_run(10, OTHER), run = a_job_run(20, DEPENDENT);
	struct links_row *links = arena_alloc_zeroed(&scene->turn.arena, sizeof *links);
	assert_non_null(links);
	dependent.code = STR("dependent");
	dependent.dependencies.len = 1;
	dependent.dependencies.at[0].job = other.id;
	awaited.payload_len = run.payload_len = (u32)other.parameters.len;
	run.hot.state = RUN_WAITING;
	put_job(scene, &other);
	put_job(scene, &dependent);
	put_run(scene, &awaited);
	put_run(scene, &run);
	*links = (struct links_row){ .run = run.id, .tenant = { 1 }, .len = 1 };
	links->at[0] = (struct link){ .job = other.id, .awaited = awaited.id };
	add_put(scene, KIND_LINKS)->links = links;
	commit(scene);
}

static struct want links_of(struct scene *scene)
{
	static struct dependency asked;
	asked = (struct dependency){ id_of(OTHER), DEPENDENCY_SUCCESS };
	struct want want = { .kind = WANT_LINKS };
	want.links.run = id_of(20);
	want.links.at = MSEC_MAX;
	want.links.asked = &asked;
	want.links.asked_len = 1;
	return load(scene, want);
}

static void damaged_links_are_looked_up_anew(void **state)
{
	(void)state;
	struct scene *scene = sqlite_scene_open();
	put_pair(scene);
	assert_true(links_of(scene).links.is_kept);
	assert_int_equal(tamper(scene, "UPDATE links SET tenant = 7"), 1);
	struct want want = links_of(scene);
	assert_false(want.links.is_kept);
	assert_uuid(want.links.rows[0].link.awaited, id_of(10));
	sqlite_scene_close(scene);
}

static void a_damaged_run_is_not_meant(void **state)
{
	(void)state;
	struct scene *scene = sqlite_scene_open();
	put_pair(scene);
	assert_int_equal(tamper(scene, "DELETE FROM links"), 1);
	assert_int_equal(tamper(scene, "UPDATE runs SET priority = 9 WHERE hex(id) LIKE '%000A'"),
			 1);
	struct want want = links_of(scene);
	assert_true(uuid_is_nil(&want.links.rows[0].link.awaited));
	assert_false(want.links.rows[0].seen.found);
	sqlite_scene_close(scene);
}

/* A row from before there were dependencies: none, and its check still holds. */
static void a_job_without_any_keeps_its_check(void **state)
{
	(void)state;
	struct scene *scene = sqlite_scene_open();
	struct job_row job = a_job(OTHER);
	put_job(scene, &job);
	commit(scene);
	struct want want = { .kind = WANT_JOB, .job = { .id = id_of(OTHER) } };
	assert_true(load(scene, want).job.found);
	assert_int_equal(tamper(scene, "UPDATE jobs SET dependencies = zeroblob(20)"), 1);
	assert_false(load(scene, want).job.found);
	assert_int_equal(tamper(scene, "UPDATE jobs SET dependencies = NULL"), 1);
	assert_true(load(scene, want).job.found);
	sqlite_scene_close(scene);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(damaged_links_are_looked_up_anew),
		cmocka_unit_test(a_damaged_run_is_not_meant),
		cmocka_unit_test(a_job_without_any_keeps_its_check),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
