/* What no correct engine may ask for about ladders, and what tests see of them. */
#include "model/ladder.h"

#include "store/memory/memory_scene.h"

static struct ladder_row a_ladder(struct scene *scene, msec first, msec second)
{
	struct rung rungs[] = { { .offset = first, .run = id_of(1), .state = RUNG_MADE },
				{ .offset = second } };
	return (struct ladder_row){
		.key = { 5, 6 },
		.id = id_of(9),
		.tenant = { 1 },
		.entity = STR("event:1"),
		.rungs = rungs_of_turn(scene, rungs, countof(rungs)),
	};
}

static void put_ladder(struct scene *scene, enum change_kind kind, struct ladder_row row)
{
	struct ladder_row *copy = arena_alloc(&scene->turn.arena, sizeof *copy);
	assert_non_null(copy);
	*copy = row;
	struct change *change = add_change(scene, kind);
	change->row_kind = KIND_LADDER;
	change->ladder = copy;
}

static void a_change_of_what_is_not_there_is_a_bug(void **state)
{
	struct scene *scene = *state;
	put_ladder(scene, CHANGE_LADDER_PUT, a_ladder(scene, 1, 2));
	assert_true(commit_breaks_promise(scene));
}

static void rungs_out_of_order_are_a_bug(void **state)
{
	struct scene *scene = *state;
	put_ladder(scene, CHANGE_PUT, a_ladder(scene, 2, 2));
	assert_true(commit_breaks_promise(scene));
}

static void a_rung_that_loses_its_run_is_a_bug(void **state)
{
	struct scene *scene = *state;
	struct rung other[] = { { .offset = 1, .run = id_of(2), .state = RUNG_MADE },
				{ .offset = 2 } };
	struct ladder_row row = a_ladder(scene, 1, 2);
	put_ladder(scene, CHANGE_PUT, row);
	row.rungs = rungs_of_turn(scene, other, countof(other));
	put_ladder(scene, CHANGE_LADDER_PUT, row);
	assert_true(commit_breaks_promise(scene));
}

static void one_that_was_stopped_does_not_change(void **state)
{
	struct scene *scene = *state;
	struct ladder_row row = a_ladder(scene, 1, 2);
	row.stopped_at = 7;
	put_ladder(scene, CHANGE_PUT, row);
	commit(scene);
	put_ladder(scene, CHANGE_LADDER_PUT, a_ladder(scene, 1, 2));
	assert_true(commit_breaks_promise(scene));
}

static void a_test_sees_it(void **state)
{
	struct scene *scene = *state;
	struct digest key = { 5, 6 }, other = { 5, 7 };
	put_ladder(scene, CHANGE_PUT, a_ladder(scene, 1, 2));
	commit(scene);
	const struct ladder_row *row = memory_store_find_ladder(memory_of(scene), &key);
	assert_non_null(row);
	assert_int_equal(ladder_rungs_len(row), 2);
	assert_null(memory_store_find_ladder(memory_of(scene), &other));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		memory_story(a_change_of_what_is_not_there_is_a_bug),
		memory_story(rungs_out_of_order_are_a_bug),
		memory_story(a_rung_that_loses_its_run_is_a_bug),
		memory_story(one_that_was_stopped_does_not_change),
		memory_story(a_test_sees_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
