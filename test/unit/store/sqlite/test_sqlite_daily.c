/* Rows of daily windows that the disk has changed: nobody decides by them. */
#include "sqlite_scene.h"

static struct daily_row ann(void)
{
	return (struct daily_row){ .tenant = { 1 },
				   .user = STR("ann"),
				   .due_minute = 540,
				   .hot = { .date = 20003, .run = id_of(10) } };
}

static void put_ann(struct scene *scene)
{
	static struct daily_row row;
	struct run_row run = a_run(10);
	row = ann();
	run.cause = CAUSE_DAILY;
	run.user = STR("ann");
	add_put(scene, KIND_DAILY)->daily = &row;
	put_run(scene, &run);
	commit(scene);
}

static bool is_found(struct scene *scene)
{
	struct want want = { .kind = WANT_DAILY };
	want.daily.tenant.v = 1;
	want.daily.user = STR("ann");
	return load(scene, want).daily.found;
}

static void a_changed_row_is_as_none(void **state)
{
	(void)state;
	static const char *const harms[] = { "UPDATE daily SET due_minute = 541",
					     "UPDATE daily SET date = 20004",
					     "UPDATE daily SET run = NULL" };
	for (u32 i = 0; i < countof(harms); i++) {
		struct scene *scene = sqlite_scene_open();
		put_ann(scene);
		assert_true(is_found(scene));
		assert_non_null(see_run(scene, 10).row.daily);
		assert_int_equal(1, tamper(scene, harms[i]));
		u64 before = counters_of(scene).damaged;
		assert_false(is_found(scene));
		assert_false(see_run(scene, 10).found);
		assert_true(counters_of(scene).damaged > before);
		sqlite_scene_close(scene);
	}
}

/* What days change belongs to one person: another's is not taken for it. */
static void one_persons_days_are_not_anothers(void **state)
{
	(void)state;
	static struct daily_row bob;
	struct scene *scene = sqlite_scene_open();
	put_ann(scene);
	bob = ann();
	bob.user = STR("bob");
	bob.hot.date = 20009;
	add_put(scene, KIND_DAILY)->daily = &bob;
	commit(scene);
	assert_int_equal(1, tamper(scene, "UPDATE daily SET date = 20009, hot_check ="
					  " (SELECT hot_check FROM daily WHERE user_id = x'626f62')"
					  " WHERE user_id = x'616e6e'"));
	assert_false(is_found(scene));
	sqlite_scene_close(scene);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_changed_row_is_as_none),
		cmocka_unit_test(one_persons_days_are_not_anothers),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
