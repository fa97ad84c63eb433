/* What only the memory store can say about retention: that it counts right, and what it keeps. The
 * promises of every store are in test/conformance/test_tend.c. */
#include "store/memory/memory_scene.h"

static const struct retention a_day = { .finished_ms = MSEC_DAY, .dead_ms = MSEC_DAY };

static void put_ended(struct scene *scene, u32 number, enum run_state state)
{
	struct run_row row = a_run(number);
	row.hot.state = state;
	row.hot.finished_at = SCENE_START;
	put_run(scene, &row);
}

static void tend(struct scene *scene)
{
	for (bool more = true; more;)
		assert_int_equal(store_tend(scene->store, scene->turn.now, &a_day, &more), ERR_OK);
}

static void what_is_removed_is_not_counted_any_more(void **state)
{
	struct scene *scene = *state;
	put_ended(scene, 1, RUN_DONE);
	put_ended(scene, 2, RUN_DLQ);
	struct run_row queued = a_run(3);
	put_run(scene, &queued);
	commit(scene);
	scene->wall += MSEC_DAY;
	begin(scene);
	tend(scene);
	struct memory_counts counts = memory_store_counts(memory_of(scene));
	assert_int_equal(counts.runs[RUN_DONE], 0);
	assert_int_equal(counts.runs[RUN_DLQ], 0);
	assert_int_equal(counts.runs[RUN_QUEUED], 1);
	assert_int_equal(counts.turns, 1); /* the journal stays */
}

static struct memory_fault fail_first_step(void *context, enum memory_call call, u64 number)
{
	(void)context;
	bool fails = call == MEMORY_TEND && number == 1;
	return (struct memory_fault){ fails ? ERR_STORE : ERR_OK, false };
}

static void a_step_that_fails_has_removed_nothing(void **state)
{
	struct scene *scene = *state;
	struct memory_faults faults = { NULL, fail_first_step, NULL };
	bool more = true;
	put_ended(scene, 1, RUN_DONE);
	commit(scene);
	scene->wall += MSEC_DAY;
	begin(scene);
	memory_store_set_faults(memory_of(scene), &faults);
	assert_int_equal(store_tend(scene->store, scene->turn.now, &a_day, &more), ERR_STORE);
	assert_false(more);
	assert_int_equal(state_of(scene, 1), RUN_DONE);
	tend(scene);
	assert_false(see_run(scene, 1).found);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		memory_story(what_is_removed_is_not_counted_any_more),
		memory_story(a_step_that_fails_has_removed_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
