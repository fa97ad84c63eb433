/* Loading: what the conformance stories do not see, that is bounds and the choice of an index. */
#include "memory_scene.h"

static void load_wants(void *context)
{
	struct scene *scene = context;
	(void)!store_load(scene->store, &scene->turn);
}

static bool want_breaks_promise(struct scene *scene, struct want want)
{
	scene->turn.wants = &want;
	scene->turn.wants_len = 1;
	bool broke = breaks_promise(load_wants, scene);
	scene->turn.wants = NULL;
	scene->turn.wants_len = 0;
	return broke;
}

static void a_page_without_a_limit_is_a_bug(void **state)
{
	struct scene *scene = *state;
	assert_true(want_breaks_promise(scene, (struct want){ .kind = WANT_DUE }));
	assert_true(want_breaks_promise(scene, (struct want){ .kind = WANT_MATCHING }));
}

static void a_want_of_no_kind_is_a_bug(void **state)
{
	struct scene *scene = *state;
	assert_true(want_breaks_promise(scene, (struct want){ .kind = WANT_KINDS }));
}

static void a_load_of_nothing_is_well(void **state)
{
	struct scene *scene = *state;
	assert_int_equal(store_load(scene->store, &scene->turn), ERR_OK);
}

/* What is not found leaves nothing of an earlier answer in the want. */
static void an_answer_starts_afresh(void **state)
{
	struct scene *scene = *state;
	struct want want = { .kind = WANT_RUN,
			     .run = { .seen = { .found = true, .is_open = true } } };
	want = load(scene, want);
	assert_false(want.run.seen.found);
	assert_false(want.run.seen.is_open);
	want = (struct want){ .kind = WANT_EXECUTION, .execution = { .seen = { .found = true } } };
	assert_false(load(scene, want).execution.seen.found);
}

static void a_page_that_finds_no_room_fails_the_load(void **state)
{
	struct scene *scene = *state;
	for (u32 i = 1; i <= 100; i++) {
		struct run_row row = a_run(i);
		put_run(scene, &row);
	}
	commit(scene);
	arena_done(&scene->turn.arena);
	arena_init(&scene->turn.arena, 4096);
	struct want due = { .kind = WANT_DUE,
			    .due = { .after_run_at = MSEC_MIN, .until = MSEC_MAX, .limit = 100 } };
	assert_int_equal(try_load(scene, &due), ERR_MEMORY);
	arena_reset(&scene->turn.arena);
	struct want matching = { .kind = WANT_MATCHING, .matching = { .limit = 100 } };
	assert_int_equal(try_load(scene, &matching), ERR_MEMORY);
	arena_reset(&scene->turn.arena);
	due.due.limit = 2;
	assert_int_equal(try_load(scene, &due), ERR_OK);
}

/* A tenant's key or entity is looked up in an index of its own. Seen by breaking the index by id:
 * whoever walked it would find nothing. */
static void a_key_or_entity_of_a_tenant_is_not_searched_for_among_all(void **state)
{
	struct scene *scene = *state;
	struct run_row row = a_run(1);
	row.key_digest = (struct digest){ 5, 6 };
	row.entity = STR("event:42");
	put_run(scene, &row);
	commit(scene);
	struct run_filter filters[] = {
		{ .tenant = { 1 }, .by_key = true, .key_digest = { 5, 6 } },
		{ .tenant = { 1 }, .entity = STR("event:42") },
		{ .tenant = { 1 } },
	};
	struct treap by_id = memory_of(scene)->by_id;
	memory_of(scene)->by_id.root = NULL;
	for (u32 i = 0; i < countof(filters); i++) {
		struct want want = { .kind = WANT_MATCHING,
				     .matching = { .filter = filters[i], .limit = 5 } };
		assert_int_equal(load(scene, want).matching.len, i < 2 ? 1 : 0);
	}
	memory_of(scene)->by_id = by_id;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		memory_story(a_page_without_a_limit_is_a_bug),
		memory_story(a_want_of_no_kind_is_a_bug),
		memory_story(a_load_of_nothing_is_well),
		memory_story(an_answer_starts_afresh),
		memory_story(a_page_that_finds_no_room_fails_the_load),
		memory_story(a_key_or_entity_of_a_tenant_is_not_searched_for_among_all),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
