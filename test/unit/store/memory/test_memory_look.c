/* What tests and the simulator see. */
#include "memory_scene.h"

struct seen {
	char text[512]; /* a word for each visit */
	size_t len;
};

static void note(struct seen *seen, const char *format, u64 a, u64 b)
{
	int len = snprintf(seen->text + seen->len, sizeof seen->text - seen->len, format, a, b);
	assert_true(len > 0);
	seen->len += (size_t)len;
	assert_true(seen->len < sizeof seen->text);
}

static void note_run(void *context, const struct memory_run_seen *run)
{
	note(context, "%" PRIu64 ":%" PRIu64 " ", run->row->id.bytes[15], (u64)run->state);
	assert_int_equal(run->open != NULL, run->state == RUN_PROCESSING);
}

static void note_execution(void *context, const struct memory_execution_seen *execution)
{
	note(context, "%" PRIu64 ":%" PRIu64 " ", execution->row->id.bytes[15],
	     execution->end ? (u64)execution->end->outcome : 0);
}

static void note_unique(void *context, const struct unique_row *row)
{
	note(context, "%" PRIu64 ":%" PRIu64 " ", row->run.bytes[15], (u64)row->key.scope);
}

static void note_turn(void *context, const struct memory_turn_seen *turn)
{
	note(context, "%" PRIu64 ":%" PRIu64 " ", turn->id, turn->entries);
	assert_true(turn->wall == SCENE_START);
	assert_int_equal(turn->journal.len > 0, turn->entries > 0);
}

/* Run 1 done after two attempts, run 2 held, run 3 queued, with a key that is past its time. */
static void given_three(struct scene *scene)
{
	struct execution_row executions[] = { an_execution(1, 1, 1), an_execution(2, 1, 2),
					      an_execution(3, 2, 1) };
	struct unique_row unique = { { .scope = UNIQUE_TTL }, id_of(3), SCENE_START - 1 };
	for (u32 i = 3; i >= 1; i--) {
		struct run_row row = a_run(i);
		row.payload = STR("{\"to\": \"ann\"}");
		put_run(scene, &row);
	}
	put_unique(scene, &unique);
	put_claim(scene, &executions[0]);
	put_journal(scene, &(struct journal_entry){ .run = id_of(1) });
	commit(scene);
	put_outcome(scene, &executions[0], OUTCOME_STALLED);
	put_claim(scene, &executions[1]);
	put_claim(scene, &executions[2]);
	commit(scene);
	struct run_row done = a_run(1);
	done.hot.state = RUN_DONE;
	put_outcome(scene, &executions[1], OUTCOME_SUCCESS);
	put_hot(scene, &done);
	commit(scene);
}

static void runs_are_visited_by_id(void **state)
{
	struct seen seen = { 0 };
	given_three(*state);
	memory_store_each_run(memory_of(*state), note_run, &seen);
	assert_string_equal(seen.text, "1:3 2:2 3:1 ");
}

static void a_run_is_found_with_its_texts(void **state)
{
	struct memory_run_seen run;
	struct uuid ids[] = { id_of(2), id_of(4) };
	given_three(*state);
	assert_true(memory_store_find_run(memory_of(*state), &ids[0], &run));
	assert_str(run.row->payload, STR("{\"to\": \"ann\"}"));
	assert_int_equal(run.state, RUN_PROCESSING);
	assert_int_equal(run.row->hot.state, RUN_QUEUED);
	assert_uuid(run.open->id, execution_id_of(3));
	assert_int_equal(run.executions, 1);
	assert_false(memory_store_find_run(memory_of(*state), &ids[1], &run));
}

static void executions_are_visited_as_they_were_begun(void **state)
{
	struct seen all = { 0 }, one = { 0 }, none = { 0 };
	struct uuid ids[] = { id_of(1), id_of(9) };
	given_three(*state);
	memory_store_each_execution(memory_of(*state), NULL, note_execution, &all);
	memory_store_each_execution(memory_of(*state), &ids[0], note_execution, &one);
	memory_store_each_execution(memory_of(*state), &ids[1], note_execution, &none);
	assert_string_equal(all.text, "1:6 2:1 3:0 ");
	assert_string_equal(one.text, "1:6 2:1 ");
	assert_string_equal(none.text, "");
}

static void an_execution_is_found_open_or_ended(void **state)
{
	struct memory_execution_seen execution;
	struct uuid ids[] = { execution_id_of(3), execution_id_of(2), execution_id_of(4) };
	given_three(*state);
	assert_true(memory_store_find_execution(memory_of(*state), &ids[0], &execution));
	assert_null(execution.end);
	assert_true(memory_store_find_execution(memory_of(*state), &ids[1], &execution));
	assert_int_equal(execution.end->outcome, OUTCOME_SUCCESS);
	assert_false(memory_store_find_execution(memory_of(*state), &ids[2], &execution));
}

static void keys_past_their_time_are_visited_too(void **state)
{
	struct seen seen = { 0 };
	given_three(*state);
	memory_store_each_unique(memory_of(*state), note_unique, &seen);
	assert_string_equal(seen.text, "3:2 ");
}

static void turns_are_visited_from_any_place(void **state)
{
	struct seen all = { 0 }, later = { 0 }, none = { 0 };
	given_three(*state);
	memory_store_each_turn(memory_of(*state), 0, note_turn, &all);
	memory_store_each_turn(memory_of(*state), 1, note_turn, &later);
	memory_store_each_turn(memory_of(*state), 3, note_turn, &none);
	assert_string_equal(all.text, "1:1 2:0 3:0 ");
	assert_string_equal(later.text, "2:0 3:0 ");
	assert_string_equal(none.text, "");
}

static void everything_is_counted(void **state)
{
	given_three(*state);
	struct memory_counts counts = memory_store_counts(memory_of(*state));
	assert_true(counts.runs[RUN_DONE] == 1);
	assert_true(counts.runs[RUN_PROCESSING] == 1);
	assert_true(counts.runs[RUN_QUEUED] == 1);
	assert_true(counts.runs[RUN_WAITING] + counts.runs[RUN_FAILED] == 0);
	assert_true(counts.runs[RUN_DLQ] + counts.runs[RUN_CANCELLED] == 0);
	assert_true(counts.executions == 3);
	assert_true(counts.open == 1);
	assert_true(counts.unique_keys == 1);
	assert_true(counts.turns == 3);
	assert_true(counts.last_turn == 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		memory_story(runs_are_visited_by_id),
		memory_story(a_run_is_found_with_its_texts),
		memory_story(executions_are_visited_as_they_were_begun),
		memory_story(an_execution_is_found_open_or_ended),
		memory_story(keys_past_their_time_are_visited_too),
		memory_story(turns_are_visited_from_any_place),
		memory_story(everything_is_counted),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
