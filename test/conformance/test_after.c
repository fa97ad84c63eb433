/* What tasks wait for, over every kind of store: a start is told of what has not come, and the rows
 * go with their run. */
#include "conformance/recalled.h"

static struct run_row a_follower(u32 number, u32 tenant)
{
	struct run_row row = a_run(number);
	row.tenant.v = tenant;
	row.hot.state = RUN_WAITING;
	return row;
}

static void put_after(struct scene *scene, u32 run, u32 place, u32 awaited, bool is_live)
{
	add_put(scene, KIND_AFTER)->after = (struct after_row){
		.run = id_of(run),
		.place = place,
		.tenant = { 1 },
		.awaited = id_of(awaited),
		.needs = DEPENDENCY_COMPLETE,
		.is_live = is_live,
		.deadline_at = 7,
	};
}

static void put_waiting(struct scene *scene, u32 number)
{
	struct run_row row = a_follower(number, 1);
	put_run(scene, &row);
}

static void a_start_is_told_of_what_has_not_come(struct scene *scene)
{
	put_waiting(scene, 1);
	put_waiting(scene, 2);
	put_after(scene, 2, 1, 12, true);
	put_after(scene, 2, 0, 11, true);
	put_after(scene, 1, 0, 11, true);
	put_after(scene, 1, 1, 13, false);
	commit(scene);
	crash(scene);
	expect_recalled(scene, "run 01 of 1 waits for 0b (0), needs 1 until 7\n"
			       "run 02 of 1 waits for 0b (0), needs 1 until 7\n"
			       "run 02 of 1 waits for 0c (1), needs 1 until 7\n");
	put_after(scene, 2, 0, 11, false);
	commit(scene);
	crash(scene);
	expect_recalled(scene, "run 01 of 1 waits for 0b (0), needs 1 until 7\n"
			       "run 02 of 1 waits for 0c (1), needs 1 until 7\n");
}

/* However many runs it waits for. */
static void a_task_that_waits_is_one_live_run(struct scene *scene)
{
	struct recalled recalled = { 0 };
	put_waiting(scene, 1);
	put_waiting(scene, 2);
	put_after(scene, 1, 0, 11, true);
	put_after(scene, 1, 1, 12, true);
	put_after(scene, 2, 0, 12, true);
	commit(scene);
	crash(scene);
	assert_int_equal(try_recall(scene, &recalled), ERR_OK);
	assert_int_equal(2, recalled.tallies[1][QUOTA_RUNS]);
	buf_done(&recalled.text);
}

static void the_rows_go_with_their_run(struct scene *scene)
{
	static const struct retention a_day = { .finished_ms = MSEC_DAY, .rows_max = 9 };
	struct run_row row = a_follower(1, 1);
	bool more = true;
	row.id = id_made_at(SCENE_START - 9 * MSEC_DAY, 1);
	row.hot.state = RUN_CANCELLED;
	row.hot.finished_at = SCENE_START - 9 * MSEC_DAY;
	put_run(scene, &row);
	put_waiting(scene, 2);
	put_after(scene, 2, 0, 11, true);
	add_put(scene, KIND_AFTER)->after = (struct after_row){
		.run = row.id, .tenant = { 1 }, .awaited = id_of(11), .is_live = true
	};
	commit(scene);
	while (more) assert_int_equal(store_tend(scene->store, scene->turn.now, &a_day, &more), 0);
	crash(scene);
	expect_recalled(scene, "run 02 of 1 waits for 0b (0), needs 1 until 7\n");
}

int main(void)
{
	static const struct told_story stories[] = {
		STORY(a_start_is_told_of_what_has_not_come),
		STORY(a_task_that_waits_is_one_live_run),
		STORY(the_rows_go_with_their_run),
	};
	return tell_stories(stories, countof(stories));
}
