/* The second pair of eyes: what no correct engine asks for stops the process. */
#include "memory_scene.h"

static void given_run_in(struct scene *scene, u32 number, enum run_state state)
{
	struct run_row row = a_run(number);
	struct execution_row execution = an_execution(number, number, 1);
	bool is_held = state == RUN_PROCESSING;
	row.hot.state = is_held ? RUN_QUEUED : state;
	put_run(scene, &row);
	if (is_held) put_claim(scene, &execution);
	commit(scene);
}

static void put_state(struct scene *scene, u32 number, enum run_state state)
{
	struct run_row row = a_run(number);
	row.hot.state = state;
	put_hot(scene, &row);
}

/* --- states --- */

/* One store for each try: a broken promise leaves nothing to go on with. */
static bool move_breaks_promise(enum run_state from, enum run_state to)
{
	void *state;
	open_memory_scene(&state);
	struct scene *scene = state;
	struct execution_row execution = an_execution(1, 1, 1);
	given_run_in(scene, 1, from);
	put_state(scene, 1, to);
	if (from == RUN_PROCESSING) put_outcome(scene, &execution, OUTCOME_SUCCESS);
	bool broke = commit_breaks_promise(scene);
	close_memory_scene(&state);
	return broke;
}

static void only_moves_of_the_table_are_kept(void **state)
{
	(void)state;
	for (u32 i = 0; i < RUN_STATE_COUNT; i++) {
		for (u32 j = 0; j < RUN_STATE_COUNT; j++) {
			enum run_state from = (enum run_state)i, to = (enum run_state)j;
			if (to == RUN_PROCESSING) continue;
			bool is_legal = run_state_may_become(from, to);
			if (from == to) is_legal = !run_state_is_final(from);
			if (move_breaks_promise(from, to) != !is_legal)
				fail_msg("from %u to %u", i, j);
		}
	}
}

static void a_row_never_says_processing(void **state)
{
	struct scene *scene = *state;
	given_run_in(scene, 1, RUN_QUEUED);
	put_state(scene, 1, RUN_PROCESSING);
	assert_true(commit_breaks_promise(scene));
}

static void nor_when_it_is_new(void **state)
{
	struct scene *scene = *state;
	struct run_row row = a_run(1);
	row.hot.state = RUN_PROCESSING;
	put_run(scene, &row);
	assert_true(commit_breaks_promise(scene));
}

/* An end that came first does not make every later move in its turn legal. */
static void what_ended_is_judged_from_there_on(void **state)
{
	struct scene *scene = *state;
	struct execution_row execution = an_execution(1, 1, 1);
	given_run_in(scene, 1, RUN_PROCESSING);
	put_outcome(scene, &execution, OUTCOME_SUCCESS);
	put_state(scene, 1, RUN_DONE);
	put_state(scene, 1, RUN_QUEUED);
	assert_true(commit_breaks_promise(scene));
}

static void nor_does_an_end_that_comes_second(void **state)
{
	struct scene *scene = *state;
	struct execution_row execution = an_execution(1, 1, 1);
	given_run_in(scene, 1, RUN_PROCESSING);
	put_state(scene, 1, RUN_DONE);
	put_outcome(scene, &execution, OUTCOME_SUCCESS);
	put_state(scene, 1, RUN_QUEUED);
	assert_true(commit_breaks_promise(scene));
}

static void the_end_of_an_earlier_turn_excuses_nothing(void **state)
{
	struct scene *scene = *state;
	struct execution_row execution = an_execution(1, 1, 1);
	given_run_in(scene, 1, RUN_PROCESSING);
	put_outcome(scene, &execution, OUTCOME_RELEASED);
	commit(scene);
	put_state(scene, 1, RUN_DONE); /* from queued */
	assert_true(commit_breaks_promise(scene));
}

static void a_run_that_ended_is_not_left_held(void **state)
{
	struct scene *scene = *state;
	given_run_in(scene, 1, RUN_PROCESSING);
	put_state(scene, 1, RUN_DONE);
	assert_true(commit_breaks_promise(scene));
}

static void a_held_run_may_be_given_another_time(void **state)
{
	struct scene *scene = *state;
	struct run_row row = a_run(1);
	given_run_in(scene, 1, RUN_PROCESSING);
	row.hot.run_at += 5;
	put_hot(scene, &row);
	commit(scene);
	assert_int_equal(state_of(scene, 1), RUN_PROCESSING);
	expect_row(scene, 1, &row);
}

/* --- runs --- */

static void a_change_of_no_run_is_a_bug(void **state)
{
	struct scene *scene = *state;
	put_state(scene, 1, RUN_CANCELLED);
	assert_true(commit_breaks_promise(scene));
}

static void a_change_by_another_tenant_is_a_bug(void **state)
{
	struct scene *scene = *state;
	struct run_row row = a_run(1);
	given_run_in(scene, 1, RUN_QUEUED);
	row.tenant.v = 2;
	put_hot(scene, &row);
	assert_true(commit_breaks_promise(scene));
}

static void a_run_without_a_tenant_is_a_bug(void **state)
{
	struct scene *scene = *state;
	struct run_row row = a_run(1);
	row.tenant.v = 0;
	put_run(scene, &row);
	assert_true(commit_breaks_promise(scene));
}

static void a_run_without_a_type_is_a_bug(void **state)
{
	struct scene *scene = *state;
	struct run_row row = a_run(1);
	row.type.v = 0;
	put_run(scene, &row);
	assert_true(commit_breaks_promise(scene));
}

static void a_wrong_payload_length_is_a_bug(void **state)
{
	struct scene *scene = *state;
	struct run_row row = a_run(1);
	row.payload = STR("{}");
	row.payload_len = 3;
	add_change(scene, CHANGE_RUN_NEW)->run = &row;
	assert_true(commit_breaks_promise(scene));
}

static void a_payload_past_its_bound_is_a_bug(void **state)
{
	struct scene *scene = *state;
	static char payload[LIMIT_PAYLOAD_BYTES + 1];
	struct run_row row = a_run(1);
	row.payload = (str){ payload, sizeof payload };
	put_run(scene, &row);
	assert_true(commit_breaks_promise(scene));
}

/* --- executions --- */

static void a_run_has_one_holder_at_a_time(void **state)
{
	struct scene *scene = *state;
	struct execution_row second = an_execution(2, 1, 2);
	given_run_in(scene, 1, RUN_PROCESSING);
	put_claim(scene, &second);
	assert_true(commit_breaks_promise(scene));
}

static void only_what_is_queued_is_claimed(void **state)
{
	(void)state;
	for (u32 i = 0; i < RUN_STATE_COUNT; i++) {
		void *opened;
		open_memory_scene(&opened);
		struct execution_row execution = an_execution(9, 1, 9);
		given_run_in(opened, 1, (enum run_state)i);
		put_claim(opened, &execution);
		assert_int_equal(commit_breaks_promise(opened), i != RUN_QUEUED);
		close_memory_scene(&opened);
	}
}

static void a_fence_that_does_not_grow_is_a_bug(void **state)
{
	struct scene *scene = *state;
	struct execution_row first = an_execution(1, 1, 5), second = an_execution(2, 1, 5);
	struct run_row row = a_run(1);
	put_run(scene, &row);
	put_claim(scene, &first);
	commit(scene);
	put_outcome(scene, &first, OUTCOME_STALLED);
	commit(scene);
	put_claim(scene, &second);
	assert_true(commit_breaks_promise(scene));
}

static void a_fence_at_or_below_the_rows_is_a_bug(void **state)
{
	struct scene *scene = *state;
	struct execution_row execution = an_execution(1, 1, 7);
	struct run_row row = a_run(1);
	row.hot.fence = 7;
	put_run(scene, &row);
	put_claim(scene, &execution);
	assert_true(commit_breaks_promise(scene));
}

static void an_execution_for_another_tenant_is_a_bug(void **state)
{
	struct scene *scene = *state;
	struct execution_row execution = an_execution(1, 1, 1);
	given_run_in(scene, 1, RUN_QUEUED);
	execution.tenant.v = 2;
	put_claim(scene, &execution);
	assert_true(commit_breaks_promise(scene));
}

static void an_end_of_nothing_is_a_bug(void **state)
{
	struct scene *scene = *state;
	struct execution_row execution = an_execution(1, 1, 1);
	given_run_in(scene, 1, RUN_QUEUED);
	put_outcome(scene, &execution, OUTCOME_SUCCESS);
	assert_true(commit_breaks_promise(scene));
}

static void an_execution_ends_once(void **state)
{
	struct scene *scene = *state;
	struct execution_row execution = an_execution(1, 1, 1);
	given_run_in(scene, 1, RUN_PROCESSING);
	put_outcome(scene, &execution, OUTCOME_RELEASED);
	commit(scene);
	put_outcome(scene, &execution, OUTCOME_SUCCESS);
	assert_true(commit_breaks_promise(scene));
}

static void an_end_that_names_another_run_is_a_bug(void **state)
{
	struct scene *scene = *state;
	struct execution_row execution = an_execution(1, 1, 1);
	given_run_in(scene, 1, RUN_PROCESSING);
	execution.run = id_of(2);
	put_outcome(scene, &execution, OUTCOME_SUCCESS);
	assert_true(commit_breaks_promise(scene));
}

static void an_end_without_an_outcome_is_a_bug(void **state)
{
	struct scene *scene = *state;
	struct execution_row execution = an_execution(1, 1, 1);
	given_run_in(scene, 1, RUN_PROCESSING);
	put_outcome(scene, &execution, OUTCOME_OPEN);
	assert_true(commit_breaks_promise(scene));
}

static void a_beat_of_what_has_ended_is_a_bug(void **state)
{
	struct scene *scene = *state;
	struct execution_row execution = an_execution(1, 1, 1);
	given_run_in(scene, 1, RUN_PROCESSING);
	put_outcome(scene, &execution, OUTCOME_RELEASED);
	add_change(scene, CHANGE_EXECUTION_BEAT)->execution.id = execution.id;
	assert_true(commit_breaks_promise(scene));
}

static void a_lease_without_its_execution_is_a_bug(void **state)
{
	struct scene *scene = *state;
	struct execution_row execution = an_execution(1, 1, 1);
	given_run_in(scene, 1, RUN_QUEUED);
	put_claim(scene, &execution);
	scene->turn.changes_len = 0;
	assert_true(commit_breaks_promise(scene));
}

/* --- the rest --- */

static void a_key_for_no_run_is_a_bug(void **state)
{
	struct scene *scene = *state;
	struct unique_row row = { { .scope = UNIQUE_ACTIVE }, id_of(1), MSEC_MAX };
	put_unique(scene, &row);
	assert_true(commit_breaks_promise(scene));
}

static void a_key_without_a_scope_is_a_bug(void **state)
{
	struct scene *scene = *state;
	struct unique_row row = { { .scope = UNIQUE_NONE }, id_of(1), MSEC_MAX };
	given_run_in(scene, 1, RUN_QUEUED);
	put_unique(scene, &row);
	assert_true(commit_breaks_promise(scene));
}

static void a_number_means_one_name_for_good(void **state)
{
	struct scene *scene = *state;
	put_name(scene, NAME_TENANT, 1, STR("acme"));
	commit(scene);
	put_name(scene, NAME_TENANT, 1, STR("acme"));
	put_name(scene, NAME_QUEUE, 1, STR("default"));
	commit(scene);
	put_name(scene, NAME_TENANT, 1, STR("globex"));
	assert_true(commit_breaks_promise(scene));
}

static void number_zero_is_no_name(void **state)
{
	struct scene *scene = *state;
	put_name(scene, NAME_TENANT, 0, STR("acme"));
	assert_true(commit_breaks_promise(scene));
}

static void turns_grow(void **state)
{
	struct scene *scene = *state;
	given_run_in(scene, 1, RUN_QUEUED);
	scene->turn.id = scene->last_turn;
	assert_true(commit_breaks_promise(scene));
}

static void a_journal_that_lost_an_entry_is_a_bug(void **state)
{
	struct scene *scene = *state;
	buf_done(&scene->turn.journal);
	buf_init(&scene->turn.journal, 10);
	put_journal(scene, &(struct journal_entry){ .run = id_of(1) });
	assert_true(commit_breaks_promise(scene));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_moves_of_the_table_are_kept),
		memory_story(a_row_never_says_processing),
		memory_story(nor_when_it_is_new),
		memory_story(what_ended_is_judged_from_there_on),
		memory_story(nor_does_an_end_that_comes_second),
		memory_story(the_end_of_an_earlier_turn_excuses_nothing),
		memory_story(a_run_that_ended_is_not_left_held),
		memory_story(a_held_run_may_be_given_another_time),
		memory_story(a_change_of_no_run_is_a_bug),
		memory_story(a_change_by_another_tenant_is_a_bug),
		memory_story(a_run_without_a_tenant_is_a_bug),
		memory_story(a_run_without_a_type_is_a_bug),
		memory_story(a_wrong_payload_length_is_a_bug),
		memory_story(a_payload_past_its_bound_is_a_bug),
		memory_story(a_run_has_one_holder_at_a_time),
		cmocka_unit_test(only_what_is_queued_is_claimed),
		memory_story(a_fence_that_does_not_grow_is_a_bug),
		memory_story(a_fence_at_or_below_the_rows_is_a_bug),
		memory_story(an_execution_for_another_tenant_is_a_bug),
		memory_story(an_end_of_nothing_is_a_bug),
		memory_story(an_execution_ends_once),
		memory_story(an_end_that_names_another_run_is_a_bug),
		memory_story(an_end_without_an_outcome_is_a_bug),
		memory_story(a_beat_of_what_has_ended_is_a_bug),
		memory_story(a_lease_without_its_execution_is_a_bug),
		memory_story(a_key_for_no_run_is_a_bug),
		memory_story(a_key_without_a_scope_is_a_bug),
		memory_story(a_number_means_one_name_for_good),
		memory_story(number_zero_is_no_name),
		memory_story(turns_grow),
		memory_story(a_journal_that_lost_an_entry_is_a_bug),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
