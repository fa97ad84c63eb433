/* Staging: everything is taken, nothing is kept. */
#include "memory_scene.h"

static void put_much(struct scene *scene)
{
	struct run_row row = a_run(1);
	struct execution_row execution = an_execution(1, 1, 1);
	struct unique_row unique = { { .scope = UNIQUE_FOREVER }, id_of(1), MSEC_MAX };
	struct operation_row operation = { .id = id_of(9) };
	row.payload = STR("{\"to\": \"ann\"}");
	put_run(scene, &row);
	put_claim(scene, &execution);
	put_unique(scene, &unique);
	put_name(scene, NAME_TENANT, 1, STR("acme"));
	put_operation(scene, &operation);
	put_journal(scene, &(struct journal_entry){ .run = id_of(1) });
}

static void what_is_staged_cannot_be_seen(void **state)
{
	struct scene *scene = *state;
	struct memory_store *memory = memory_of(scene);
	put_much(scene);
	assert_int_equal(stage_turn(memory, &scene->turn), ERR_OK);
	assert_int_equal(memory->staged_len, scene->turn.changes_len);
	assert_null(treap_first(&memory->by_id));
	assert_null(treap_first(&memory->by_due));
	assert_null(treap_first(&memory->settings));
	assert_int_equal(memory->executions.table.count, 0);
	assert_int_equal(memory->unique.table.count, 0);
	assert_int_equal(memory->turns_len, 0);
	stage_drop(memory);
}

static void what_is_dropped_was_never_there(void **state)
{
	struct scene *scene = *state;
	struct memory_store *memory = memory_of(scene);
	for (u32 i = 0; i < 3; i++) {
		begin(scene);
		put_much(scene);
		assert_int_equal(stage_turn(memory, &scene->turn), ERR_OK);
		stage_drop(memory);
		assert_int_equal(memory->runs.table.count, 0);
		assert_int_equal(memory->staged_len, 0);
		assert_null(memory->staged_journal);
	}
	stage_drop(memory); /* nothing is left to drop */
	begin(scene);
	put_much(scene);
	commit(scene);
	assert_int_equal(state_of(scene, 1), RUN_PROCESSING);
}

static void a_copy_is_made_of_every_text(void **state)
{
	struct scene *scene = *state;
	struct memory_store *memory = memory_of(scene);
	struct run_row row = a_run(1);
	row.payload = STR("{\"to\": \"ann\"}");
	put_run(scene, &row);
	assert_int_equal(stage_turn(memory, &scene->turn), ERR_OK);
	const struct memory_run *run = memory->staged[0].made;
	assert_true(run->row.payload.at != scene->changes[0].run->payload.at);
	assert_str(run->row.payload, row.payload);
	stage_drop(memory);
}

/* The turn's arena has no room for a claimed payload: the commit has not happened. */
static void a_payload_that_finds_no_room_fails_the_turn(void **state)
{
	struct scene *scene = *state;
	static char payload[LIMIT_PAYLOAD_BYTES];
	struct execution_row execution = an_execution(1, 1, 1);
	struct run_row row = a_run(1);
	row.payload = (str){ payload, sizeof payload };
	put_run(scene, &row);
	commit(scene);
	arena_done(&scene->turn.arena);
	arena_init(&scene->turn.arena, LIMIT_PAYLOAD_BYTES / 2);
	put_claim(scene, &execution);
	assert_int_equal(try_commit(scene), ERR_MEMORY);
	arena_done(&scene->turn.arena);
	arena_init(&scene->turn.arena, SCENE_ARENA_MAX);
	begin(scene);
	assert_int_equal(state_of(scene, 1), RUN_QUEUED);
	assert_int_equal(memory_of(scene)->staged_len, 0);
	put_claim(scene, &execution);
	commit(scene);
	assert_int_equal(state_of(scene, 1), RUN_PROCESSING);
}

static void a_run_is_made_once(void **state)
{
	struct scene *scene = *state;
	struct run_row row = a_run(1);
	put_run(scene, &row);
	commit(scene);
	put_run(scene, &row);
	assert_true(commit_breaks_promise(scene));
}

static void nor_twice_in_a_turn(void **state)
{
	struct scene *scene = *state;
	struct run_row row = a_run(1);
	put_run(scene, &row);
	put_run(scene, &row);
	assert_true(commit_breaks_promise(scene));
}

static void a_change_of_no_kind_is_a_bug(void **state)
{
	struct scene *scene = *state;
	add_change(scene, CHANGE_KINDS);
	assert_true(commit_breaks_promise(scene));
}

static void a_claim_of_no_run_is_a_bug(void **state)
{
	struct scene *scene = *state;
	struct execution_row execution = an_execution(1, 1, 1);
	put_claim(scene, &execution);
	assert_true(commit_breaks_promise(scene));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		memory_story(what_is_staged_cannot_be_seen),
		memory_story(what_is_dropped_was_never_there),
		memory_story(a_copy_is_made_of_every_text),
		memory_story(a_payload_that_finds_no_room_fails_the_turn),
		memory_story(a_run_is_made_once),
		memory_story(nor_twice_in_a_turn),
		memory_story(a_change_of_no_kind_is_a_bug),
		memory_story(a_claim_of_no_run_is_a_bug),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
