/* What a load does about rows that do not fit their checks. */
#include "store/sqlite/sqlite_scene.h"

static const struct unique_key a_key = { 7, { 1 }, { 1 }, UNIQUE_TTL, { 3, 4 } };

static void put_runs(struct scene *scene, u32 count)
{
	for (u32 i = 1; i <= count; i++) {
		struct run_row row = a_run(i);
		row.entity = STR("event:42");
		put_run(scene, &row);
	}
	commit(scene);
}

static struct want due_page(struct scene *scene, u32 limit)
{
	return load(scene, (struct want){ .kind = WANT_DUE,
					  .due = { .after_run_at = MSEC_MIN,
						   .until = MSEC_MAX,
						   .limit = limit } });
}

static void a_damaged_run_is_not_handed_out_and_counted(void **state)
{
	static const char *const damages[] = {
		"UPDATE runs SET tenant = 2 WHERE hex(id) LIKE '%0002'",
		"UPDATE runs SET run_at = run_at + 1 WHERE hex(id) LIKE '%0002'",
		"UPDATE runs SET entity = X'00' WHERE hex(id) LIKE '%0002'",
		"UPDATE runs SET hot_check = hot_check + 1 WHERE hex(id) LIKE '%0002'",
	};
	(void)state;
	for (u32 i = 0; i < countof(damages); i++) {
		struct scene *scene = sqlite_scene_open();
		put_runs(scene, 3);
		assert_int_equal(tamper(scene, damages[i]), 1);
		assert_false(see_run(scene, 2).found);
		assert_true(see_run(scene, 1).found);
		assert_int_equal(counters_of(scene).damaged, 1);
		struct want want = due_page(scene, 10);
		assert_int_equal(want.due.len, 2);
		assert_uuid(want.due.rows[1].id, id_of(3));
		sqlite_scene_close(scene);
	}
}

/* Else the engine would take a short page for the last one. */
static void a_page_is_full_although_a_row_in_it_is_damaged(void **state)
{
	struct scene *scene = sqlite_scene_open();
	(void)state;
	put_runs(scene, 6);
	tamper(scene, "UPDATE runs SET priority = 9 WHERE hex(id) LIKE '%0002'");
	struct want due = due_page(scene, 3);
	assert_int_equal(due.due.len, 3);
	assert_uuid(due.due.rows[2].id, id_of(4));
	struct want want = { .kind = WANT_MATCHING, .matching = { .limit = 3 } };
	want = load(scene, want);
	assert_int_equal(want.matching.len, 3);
	assert_uuid(want.matching.rows[2].row.id, id_of(4));
	sqlite_scene_close(scene);
}

static void damaged_executions_and_keys_are_not_there(void **state)
{
	struct scene *scene = sqlite_scene_open();
	struct execution_row execution = an_execution(1, 1, 1), ended = an_execution(2, 2, 1);
	struct unique_row unique = { a_key, id_of(1), MSEC_MAX };
	(void)state;
	put_runs(scene, 2);
	put_claim(scene, &execution);
	put_claim(scene, &ended);
	put_unique(scene, &unique);
	commit(scene);
	put_outcome(scene, &ended, OUTCOME_SUCCESS);
	commit(scene);
	assert_true(see_execution(scene, &execution.id).found);
	assert_true(see_execution(scene, &ended.id).found);
	tamper(scene, "UPDATE executions SET lease_until = lease_until + 1 WHERE outcome = 0");
	tamper(scene, "UPDATE executions SET outcome = 3 WHERE outcome = 1");
	tamper(scene, "UPDATE key_turns SET packed = zeroblob(40)");
	crash(scene);
	assert_false(see_execution(scene, &execution.id).found);
	assert_false(see_execution(scene, &ended.id).found);
	assert_false(see_unique(scene, &a_key).unique.found);
	assert_int_equal(counters_of(scene).damaged, 3);
	sqlite_scene_close(scene);
}

static void a_filter_takes_the_narrow_index_only_where_it_holds_all(void **state)
{
	struct scene *scene = sqlite_scene_open();
	struct run_row done = a_run(1), failed = a_run(2), queued = a_run(3);
	const u32 unfinished = 1u << RUN_WAITING | 1u << RUN_QUEUED | 1u << RUN_PROCESSING;
	(void)state;
	done.hot.state = RUN_DONE;
	failed.hot.state = RUN_FAILED;
	done.entity = failed.entity = queued.entity = STR("event:42");
	put_run(scene, &done);
	put_run(scene, &failed);
	put_run(scene, &queued);
	commit(scene);
	static const struct {
		u32 states;
		u32 len;
		u32 first;
	} rows[] = {
		{ 0, 3, 1 },
		{ unfinished, 1, 3 },
		{ 1u << RUN_FAILED, 1, 2 },
		{ 1u << RUN_FAILED | 1u << RUN_QUEUED, 2, 2 },
		{ 1u << RUN_DONE, 1, 1 },
	};
	for (u32 i = 0; i < countof(rows); i++) {
		struct want want = { .kind = WANT_MATCHING,
				     .matching = { .filter = { .tenant = { 1 },
							       .states = rows[i].states,
							       .entity = STR("event:42") },
						   .limit = 10 } };
		want = load(scene, want);
		assert_int_equal(want.matching.len, rows[i].len);
		assert_uuid(want.matching.rows[0].row.id, id_of(rows[i].first));
	}
	sqlite_scene_close(scene);
}

static enum platter_fault fail_reads(void *context, enum platter_call call, u64 number)
{
	(void)context;
	(void)number;
	return call == PLATTER_READ ? PLATTER_ERROR : PLATTER_WELL;
}

/* A disk that cannot be read: an error, and all is well when it is over. */
static void a_failed_read_is_an_error_and_passes(void **state)
{
	struct scene *scene = sqlite_scene_open();
	struct want want = { .kind = WANT_RUN, .run = { .id = id_of(1) } };
	(void)state;
	put_runs(scene, 3);
	crash(scene); /* nothing is in the cache any more */
	platter_set_faults(subject_of(scene)->disk, fail_reads, NULL);
	assert_int_equal(try_load(scene, &want), ERR_STORE);
	platter_set_faults(subject_of(scene)->disk, NULL, NULL);
	assert_true(see_run(scene, 1).found);
	sqlite_scene_close(scene);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_damaged_run_is_not_handed_out_and_counted),
		cmocka_unit_test(a_page_is_full_although_a_row_in_it_is_damaged),
		cmocka_unit_test(damaged_executions_and_keys_are_not_there),
		cmocka_unit_test(a_filter_takes_the_narrow_index_only_where_it_holds_all),
		cmocka_unit_test(a_failed_read_is_an_error_and_passes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
