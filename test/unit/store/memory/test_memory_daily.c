/* What no correct engine may ask for about days. */
#include "store/memory/memory_scene.h"

static struct daily_row row;
static struct day_row day;

static void put_person(struct scene *scene)
{
	row = (struct daily_row){ .tenant = { 1 },
				  .user = STR("ann"),
				  .hot = { .decided = 10, .date = 11, .run = id_of(1) } };
	add_put(scene, KIND_DAILY)->daily = &row;
	commit(scene);
}

static void put_day(struct scene *scene, i64 date, enum day_status status)
{
	day = (struct day_row){
		.tenant = { 1 }, .user = STR("ann"), .date = date, .through = date, .status = status
	};
	add_put(scene, KIND_DAY)->day = &day;
}

static void a_day_that_is_finalized_twice_is_a_bug(void **state)
{
	struct scene *scene = *state;
	put_person(scene);
	put_day(scene, 11, DAY_SUCCESS);
	commit(scene);
	put_day(scene, 11, DAY_CUTOFF_REACHED);
	assert_true(commit_breaks_promise(scene));
}

static void a_day_of_nobody_is_a_bug(void **state)
{
	struct scene *scene = *state;
	put_day(scene, 11, DAY_SUCCESS);
	assert_true(commit_breaks_promise(scene));
}

static void give_back(struct scene *scene, i64 decided)
{
	struct change *change = add_change(scene, CHANGE_DAILY_HOT);
	change->daily_hot.tenant.v = 1;
	change->daily_hot.user = STR("ann");
	change->daily_hot.hot = row.hot;
	change->daily_hot.hot.decided = decided;
}

static void a_day_that_is_given_back_is_a_bug(void **state)
{
	struct scene *scene = *state;
	put_person(scene);
	put_day(scene, 10, DAY_SUCCESS);
	commit(scene);
	give_back(scene, 9);
	assert_true(commit_breaks_promise(scene));
}

/* Of a clock that was ahead. */
static void a_day_that_left_the_ledger_is_given_back(void **state)
{
	struct scene *scene = *state;
	put_person(scene);
	put_day(scene, 10, DAY_CUTOFF_REACHED);
	commit(scene);
	struct undone_day_row undone = { .day = day, .undone_at = 5 };
	add_change(scene, CHANGE_DELETE)->row_kind = KIND_DAY;
	scene->turn.changes[scene->turn.changes_len - 1].day = &day;
	add_put(scene, KIND_UNDONE_DAY)->undone_day = &undone;
	give_back(scene, 9);
	commit(scene);
}

static void a_window_of_a_day_that_is_decided_is_a_bug(void **state)
{
	struct scene *scene = *state;
	put_person(scene);
	row.hot.date = 10;
	add_put(scene, KIND_DAILY)->daily = &row;
	assert_true(commit_breaks_promise(scene));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		memory_story(a_day_that_is_finalized_twice_is_a_bug),
		memory_story(a_day_of_nobody_is_a_bug),
		memory_story(a_day_that_is_given_back_is_a_bug),
		memory_story(a_day_that_left_the_ledger_is_given_back),
		memory_story(a_window_of_a_day_that_is_decided_is_a_bug),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
