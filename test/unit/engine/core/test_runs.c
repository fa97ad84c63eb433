/* Runs in memory: who belongs there, in which line, and that leaving leaves nothing. */
#include "engine/bare.h"
#include "engine/core/core.h"

static void a_run_stands_in_the_line_its_time_says(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	struct uuid ids[] = {
		bare_run(&bare, "acme", (struct enqueue_item){ .run_at = bare.now.wall }),
		bare_run(&bare, "acme", (struct enqueue_item){ .run_at = bare.now.wall + 1 }),
		bare_run(&bare, "acme",
			 (struct enqueue_item){ .run_at = bare.now.wall + MSEC_DAY }),
	};
	const struct engine_run *due = run_find(bare.engine, &ids[0]);
	const struct engine_run *waits = run_find(bare.engine, &ids[1]);
	assert_true(pairing_is_in(&due->in_band));
	assert_false(heap_node_is_in_heap(&due->due.node));
	assert_false(pairing_is_in(&waits->in_band));
	assert_true(heap_node_is_in_heap(&waits->due.node));
	assert_null(run_find(bare.engine, &ids[2])); /* in the store alone */
	bare.now.wall++;
	bare_turn(&bare, NULL, 0);
	assert_true(pairing_is_in(&waits->in_band));
	bare_close(&bare);
}

static void the_border_of_memory_is_a_time_and_an_id(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	struct uuid low = { { 1 } }, mark = { { 2 } }, high = { { 3 } };
	bare.engine->reach.loaded_at = 1000;
	bare.engine->reach.loaded_id = mark;
	assert_true(run_belongs_in_memory(bare.engine, 999, &high));
	assert_true(run_belongs_in_memory(bare.engine, 1000, &low));
	assert_true(run_belongs_in_memory(bare.engine, 1000, &mark));
	assert_false(run_belongs_in_memory(bare.engine, 1000, &high));
	assert_false(run_belongs_in_memory(bare.engine, 1001, &low));
	bare_close(&bare);
}

static void a_finished_run_leaves_nothing_in_memory(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	struct enqueue_item item = { .deadline_at = bare.now.wall + 50000 };
	for (u32 i = 0; i < 20; i++) {
		bare_run(&bare, "acme", item);
		struct report report = { .execution = bare_claim(&bare).execution,
					 .outcome = OUTCOME_SUCCESS };
		bare_do(&bare, (struct command){ .kind = COMMAND_REPORT,
						 .report = { STR("w1"), &report, 1, NULL } });
	}
	assert_int_equal(0, bare.engine->core.runs.table.count);
	assert_int_equal(0, bare.engine->core.run_pool.used_count);
	assert_int_equal(0, bare.engine->core.execution_pool.used_count);
	assert_int_equal(0, bare.engine->clock.wall.count);
	/* The worker is still known, and the service is looked at once more. */
	assert_int_equal(2, bare.engine->clock.boot.count);
	bare_close(&bare);
}

static void what_is_written_of_a_run_is_what_memory_has(void **state)
{
	(void)state;
	struct bare bare;
	bare_open(&bare);
	struct enqueue_item item = { .priority = 3, .max_attempts = 7 };
	bare_run(&bare, "acme", item);
	struct report report = { .execution = bare_claim(&bare).execution,
				 .outcome = OUTCOME_RETRY,
				 .retry_after_ms = 4321 };
	bare.now.wall += 10;
	bare_do(&bare, (struct command){ .kind = COMMAND_REPORT,
					 .report = { STR("w1"), &report, 1, NULL } });
	assert_int_equal(1, bare_changes(&bare, CHANGE_RUN_HOT));
	const struct change *change = bare.turn.changes;
	while (change->kind != CHANGE_RUN_HOT) change++;
	const struct run_hot *hot = &change->run_hot.hot;
	assert_int_equal(RUN_QUEUED, hot->state);
	assert_int_equal(3, hot->priority);
	assert_int_equal(1, hot->attempts);
	assert_int_equal(7, hot->max_attempts);
	assert_int_equal(1, hot->fence);
	assert_int_equal(bare.now.wall + 4321, hot->run_at);
	assert_int_equal(bare.now.wall, hot->updated_at);
	assert_int_equal(0, hot->finished_at);
	assert_int_equal(bare.turn.id, hot->journal_turn);
	bare_close(&bare);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_stands_in_the_line_its_time_says),
		cmocka_unit_test(the_border_of_memory_is_a_time_and_an_id),
		cmocka_unit_test(a_finished_run_leaves_nothing_in_memory),
		cmocka_unit_test(what_is_written_of_a_run_is_what_memory_has),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
