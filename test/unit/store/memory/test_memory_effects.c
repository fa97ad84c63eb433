/* What no correct engine may ask for about effects, and what tests see of them. */
#include "store/memory/memory_scene.h"

static struct effect_row an_effect(void)
{
	return (struct effect_row){ .id = id_of(1 << 16),
				    .tenant = { 1 },
				    .key = { 5, 6 },
				    .claims = 1,
				    .action_key = STR("charge"),
				    .idempotency_key = STR("k") };
}

static void put_effect(struct scene *scene, struct effect_row row)
{
	struct effect_row *copy = arena_alloc(&scene->turn.arena, sizeof *copy);
	assert_non_null(copy);
	*copy = row;
	add_put(scene, KIND_EFFECT)->effect = copy;
}

static void what_is_done_and_changes_is_a_bug(void **state)
{
	struct scene *scene = *state;
	struct effect_row row = an_effect();
	put_effect(scene, row);
	row.state = EFFECT_DONE;
	put_effect(scene, row);
	commit(scene);
	row.state = EFFECT_RELEASED;
	put_effect(scene, row);
	assert_true(commit_breaks_promise(scene));
}

static void one_that_is_open_again_without_a_new_claim_is_a_bug(void **state)
{
	struct scene *scene = *state;
	put_effect(scene, an_effect());
	commit(scene);
	put_effect(scene, an_effect());
	assert_true(commit_breaks_promise(scene));
}

static void two_of_one_key_are_a_bug(void **state)
{
	struct scene *scene = *state;
	struct effect_row other = an_effect();
	put_effect(scene, an_effect());
	commit(scene);
	other.id = id_of(2 << 16);
	put_effect(scene, other);
	assert_true(commit_breaks_promise(scene));
}

static void a_row_in_doubt_is_a_bug(void **state)
{
	struct scene *scene = *state;
	struct effect_row row = an_effect();
	row.state = EFFECT_IN_DOUBT;
	put_effect(scene, row);
	assert_true(commit_breaks_promise(scene));
}

static void an_effect_can_be_looked_at(void **state)
{
	struct scene *scene = *state;
	const struct effect_row *row = NULL;
	struct uuid id = id_of(1 << 16), other = id_of(3);
	put_effect(scene, an_effect());
	commit(scene);
	assert_true(memory_store_find_effect(memory_of(scene), &id, &row));
	assert_str(row->action_key, STR("charge"));
	assert_false(memory_store_find_effect(memory_of(scene), &other, &row));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		memory_story(what_is_done_and_changes_is_a_bug),
		memory_story(one_that_is_open_again_without_a_new_claim_is_a_bug),
		memory_story(two_of_one_key_are_a_bug),
		memory_story(a_row_in_doubt_is_a_bug),
		memory_story(an_effect_can_be_looked_at),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
