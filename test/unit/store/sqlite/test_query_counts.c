/* Counts and workers. */
#include "store/sqlite/query_scene.h"

static void put_states(struct query_scene *it)
{
	static const enum run_state states[] = { RUN_WAITING, RUN_QUEUED, RUN_QUEUED,
						 RUN_QUEUED,  RUN_DONE,   RUN_DONE,
						 RUN_FAILED,  RUN_DLQ,    RUN_CANCELLED };
	for (u32 i = 0; i < countof(states); i++) {
		struct run_row row = a_run(1 + i);
		row.hot.state = states[i];
		row.hot.spilled = i == 3;
		put_run(it->scene, &row);
	}
	struct execution_row execution = an_execution(1, 2, 1);
	struct run_row other = a_run(50);
	other.tenant.v = 2;
	put_run(it->scene, &other);
	put_claim(it->scene, &execution);
	commit(it->scene);
}

static void runs_are_counted_by_the_state_that_everyone_sees(void **state)
{
	static const u64 expected[RUN_STATE_COUNT] = { 1, 2, 1, 2, 1, 1, 1 };
	struct query_scene it = query_scene_open();
	struct run_counts counts = { .most = 100 };
	(void)state;
	put_states(&it);
	assert_int_equal(it.query->calls->counts(it.query, acme, &counts), ERR_OK);
	for (u32 i = 0; i < RUN_STATE_COUNT; i++) assert_int_equal(counts.of[i], expected[i]);
	assert_int_equal(it.query->calls->counts(it.query, everyone, &counts), ERR_OK);
	assert_int_equal(counts.of[RUN_QUEUED], 3);
	assert_int_equal(it.query->calls->counts(it.query, nobody, &counts), ERR_OK);
	assert_int_equal(counts.of[RUN_QUEUED], 0);
	counts.most = 1;
	assert_int_equal(it.query->calls->counts(it.query, acme, &counts), ERR_OK);
	assert_int_equal(counts.of[RUN_QUEUED], 1); /* and not one more */
	assert_int_equal(counts.of[RUN_DONE], 1);
	query_scene_close(&it);
}

static void workers_are_those_who_hold_or_held_something(void **state)
{
	struct query_scene it = query_scene_open();
	struct worker_page page;
	(void)state;
	put_name(it.scene, NAME_WORKER, 4, STR("w-4"));
	put_states(&it);
	struct execution_row execution = an_execution(2, 3, 1);
	execution.worker.v = 4;
	put_claim(it.scene, &execution);
	commit(it.scene);
	put_end(it.scene, &execution,
		&(struct execution_end){ .outcome = OUTCOME_SUCCESS,
					 .ended_at = SCENE_START + MSEC_HOUR });
	commit(it.scene);
	assert_int_equal(it.query->calls->workers(it.query, acme, 9, &it.arena, &page), ERR_OK);
	assert_int_equal(page.len, 2);
	assert_str(page.rows[0].id, STR("w-4"));
	assert_int_equal(page.rows[0].running, 0);
	assert_true(page.rows[0].last_seen == SCENE_START + MSEC_HOUR);
	assert_str(page.rows[1].id, STR("w-3"));
	assert_int_equal(page.rows[1].running, 1);
	assert_int_equal(it.query->calls->workers(it.query, globex, 9, &it.arena, &page), ERR_OK);
	assert_int_equal(page.len, 0);
	query_scene_close(&it);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(runs_are_counted_by_the_state_that_everyone_sees),
		cmocka_unit_test(workers_are_those_who_hold_or_held_something),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
