/* Retention and checkpoints. */
#include "store/sqlite/sqlite_scene.h"

enum { STEPS_MAX = 1000 };

#define LONG_AGO (SCENE_START - 100 * MSEC_DAY)

static const struct retention a_month = {
	.finished_ms = 30 * MSEC_DAY,
	.dead_ms = 90 * MSEC_DAY,
	.journal_ms = 30 * MSEC_DAY,
	.rows_max = 7,
};

/* A run that ended right when it was made. */
static struct uuid put_ended(struct scene *scene, u32 number, msec at, enum run_state state)
{
	struct run_row row = a_run(number);
	row.id = id_made_at(at, number);
	row.created_at = at;
	row.hot.state = state;
	row.hot.finished_at = run_state_is_final(state) ? at : 0;
	row.payload = STR("{}");
	put_run(scene, &row);
	return row.id;
}

static u64 rows_in(struct scene *scene, const char *table)
{
	char sql[64];
	snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", table);
	sqlite3_stmt *stmt = sqlite_kind_look(subject_of(scene), sql, NULL);
	assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
	u64 rows = (u64)sqlite3_column_int64(stmt, 0);
	sqlite_kind_stop_looking(subject_of(scene));
	return rows;
}

/* Until there is nothing to do; says how many steps that took. */
static u32 tend(struct scene *scene, const struct retention *retention)
{
	struct store *store = sqlite_store_view(subject_of(scene)->store);
	struct now now = { scene->wall, scene->wall };
	u32 steps = 0;
	for (bool more = true; more; steps++) {
		assert_int_equal(store_tend(store, now, retention, &more), ERR_OK);
		assert_true(steps < STEPS_MAX);
	}
	return steps;
}

static void a_run_takes_its_executions_with_it_and_leaves_its_key(void **state)
{
	struct scene *scene = sqlite_scene_open();
	struct unique_key key = { 0, { 1 }, { 1 }, UNIQUE_FOREVER, { 3, 4 } };
	(void)state;
	struct uuid id = put_ended(scene, 1, LONG_AGO, RUN_QUEUED);
	struct execution_row first = an_execution(1, 1, 1), second = an_execution(2, 1, 2);
	struct unique_row unique = { key, id, MSEC_MAX };
	first.run = second.run = id;
	put_unique(scene, &unique);
	put_claim(scene, &first);
	put_progress(scene, &first.id, 50, STR("half"));
	put_output(scene, &first.id, STR("out"), STR("err"));
	commit(scene);
	put_outcome(scene, &first, OUTCOME_RETRY);
	put_claim(scene, &second);
	commit(scene);
	struct run_row done = a_run(1);
	done.id = id;
	done.hot.state = RUN_DONE;
	done.hot.finished_at = LONG_AGO;
	put_outcome(scene, &second, OUTCOME_SUCCESS);
	put_hot(scene, &done);
	commit(scene);
	assert_int_equal(rows_in(scene, "executions"), 2);
	assert_int_equal(rows_in(scene, "progress"), 1);
	tend(scene, &a_month);
	assert_int_equal(rows_in(scene, "executions"), 0);
	assert_int_equal(rows_in(scene, "progress"), 0);
	assert_int_equal(rows_in(scene, "outputs"), 0);
	struct want want = see_unique(scene, &key);
	assert_true(want.unique.found);
	assert_false(want.unique.run_exists);
	assert_true(counters_of(scene).removed >= 4);
	sqlite_scene_close(scene);
}

static void a_step_is_small_and_many_do_it_all(void **state)
{
	struct scene *scene = sqlite_scene_open();
	(void)state;
	for (u32 i = 0; i < 100; i++)
		put_ended(scene, i, LONG_AGO + i, i % 10 ? RUN_DONE : RUN_QUEUED);
	commit(scene);
	u32 steps = tend(scene, &a_month);
	assert_true(steps >= 100 / a_month.rows_max);
	assert_int_equal(rows_in(scene, "runs"), 10);
	/* It rests now: one look says so. */
	assert_int_equal(tend(scene, &a_month), 1);
	scene->wall += MSEC_HOUR;
	assert_true(tend(scene, &a_month) > 1);
	assert_int_equal(rows_in(scene, "runs"), 10);
	sqlite_scene_close(scene);
}

/* Of run 1, or, a bucket's, of none that is there. */
static void put_key(struct scene *scene, i64 bucket, enum unique_scope scope, u32 number,
		    msec until)
{
	struct unique_row row = { { bucket, { 1 }, { 1 }, scope, { number, number } },
				  id_of(scope == UNIQUE_BUCKET ? 2 : 1),
				  until };
	put_unique(scene, &row);
}

static u64 key_records(struct scene *scene)
{
	return number_by(scene, "SELECT coalesce(sum(records), 0) FROM key_segments"
				" WHERE state = 1");
}

static void keys_past_their_time_leave_and_the_others_stay(void **state)
{
	struct scene *scene = sqlite_scene_open();
	struct run_row run = a_run(1);
	struct unique_row held = { { 7, { 1 }, { 1 }, UNIQUE_BUCKET, { 7, 7 } },
				   id_of(1),
				   SCENE_START };
	(void)state;
	put_run(scene, &run);
	put_unique(scene, &held);
	for (u32 i = 1; i <= 20; i++) {
		put_key(scene, -(i64)i, UNIQUE_BUCKET, i, SCENE_START);
		put_key(scene, 0, UNIQUE_FOREVER, i, MSEC_MAX);
		put_key(scene, 20000 + i, UNIQUE_TTL, i, SCENE_START - 1);
		put_key(scene, 20000 + i, UNIQUE_TTL, 100 + i, SCENE_START + MSEC_HOUR);
		put_key(scene, SCENE_START + i, UNIQUE_BUCKET, i, MSEC_MAX);
	}
	commit(scene);
	assert_int_equal(key_records(scene), 101);
	tend(scene, &a_month);
	assert_int_equal(key_records(scene), 101); /* not worth it yet */
	scene->wall += MSEC_DAY;
	begin(scene);
	tend(scene, &a_month);
	assert_int_equal(key_records(scene), 41);
	for (u32 i = 1; i <= 20; i++) {
		struct unique_key forever = { 0, { 1 }, { 1 }, UNIQUE_FOREVER, { i, i } };
		struct unique_key bucket = {
			SCENE_START + i, { 1 }, { 1 }, UNIQUE_BUCKET, { i, i }
		};
		assert_true(see_unique(scene, &forever).unique.found);
		assert_true(see_unique(scene, &bucket).unique.found);
	}
	assert_true(see_unique(scene, &held.key).unique.found); /* its run is there */
	sqlite_scene_close(scene);
}

static void the_journal_leaves_an_anchor_and_its_last_turn(void **state)
{
	struct scene *scene = sqlite_scene_open();
	(void)state;
	scene->wall = LONG_AGO;
	begin(scene);
	for (u32 i = 0; i < 120; i++) {
		put_queue(scene, 1, i, 1);
		commit(scene);
	}
	scene->wall = SCENE_START;
	begin(scene);
	tend(scene, &a_month);
	assert_int_equal(rows_in(scene, "journal"), 1);
	assert_int_equal(rows_in(scene, "anchors"), 1);
	assert_int_equal(rows_in(scene, "anchors WHERE turn = 119"), 1);
	expect_recalled(scene, "queue 1 weight 119 limit 1\n");
	put_queue(scene, 1, 7, 1);
	commit(scene); /* the chain goes on */
	crash(scene);
	expect_recalled(scene, "queue 1 weight 7 limit 1\n");
	sqlite_scene_close(scene);
}

static void the_hash_of_a_result_leaves_when_its_run_would(void **state)
{
	struct scene *scene = sqlite_scene_open();
	(void)state;
	scene->wall = LONG_AGO;
	put_result(scene, (struct result_key){ { 1 }, { 1 }, { 1, 1 } }, STR("old"));
	scene->wall = SCENE_START;
	put_result(scene, (struct result_key){ { 1 }, { 1 }, { 2, 2 } }, STR("new"));
	commit(scene);
	tend(scene, &a_month);
	assert_int_equal(rows_in(scene, "results"), 1);
	assert_int_equal(rows_in(scene, "results WHERE hash = x'6e6577'"), 1);
	sqlite_scene_close(scene);
}

static void what_cannot_be_trusted_is_not_removed(void **state)
{
	struct scene *scene = sqlite_scene_open();
	(void)state;
	put_ended(scene, 1, LONG_AGO, RUN_QUEUED);
	commit(scene);
	put_old_key(scene, &(struct unique_row){
				   { 5, { 1 }, { 1 }, UNIQUE_TTL, { 1, 1 } }, id_of(1), MSEC_MAX });
	crash(scene);
	tamper(scene, "UPDATE runs SET state = 3, finished_at = 1");
	tamper(scene, "UPDATE unique_keys SET until = 1");
	tend(scene, &a_month);
	assert_int_equal(rows_in(scene, "runs"), 1);
	assert_int_equal(rows_in(scene, "unique_keys"), 1);
	sqlite_scene_close(scene);
}

static enum platter_fault fail_syncs(void *context, enum platter_call call, u64 number)
{
	(void)context;
	(void)number;
	return call == PLATTER_SYNC ? PLATTER_ERROR : PLATTER_WELL;
}

static void a_step_that_the_disk_fails_ends_the_store(void **state)
{
	struct scene *scene = sqlite_scene_open();
	struct store *store = sqlite_store_view(subject_of(scene)->store);
	bool more;
	(void)state;
	put_ended(scene, 1, LONG_AGO, RUN_DONE);
	commit(scene);
	platter_set_faults(subject_of(scene)->disk, fail_syncs, NULL);
	enum err err = ERR_OK;
	for (u32 i = 0; !err && i < 10; i++)
		err = store_tend(store, (struct now){ SCENE_START, 0 }, &a_month, &more);
	assert_int_equal(err, ERR_STORE_SYNC);
	assert_int_equal(store_probe(store), ERR_STORE_SYNC);
	platter_set_faults(subject_of(scene)->disk, NULL, NULL);
	sqlite_scene_close(scene);
}

/* ---- checkpoints --------------------------------------------------------------------------- */

/* It is brought over before the commit that follows: the answers of this one need not wait. */
static void the_log_stays_short(void **state)
{
	struct folder folder = folder_make();
	struct sqlite_config config = { .path = str_from(folder.file), .wal_pages = 50 };
	struct scene *scene = sqlite_scene_open();
	struct sqlite_store *store;
	struct why why;
	(void)state;
	assert_int_equal(sqlite_store_open(&config, &why, &store), ERR_OK);
	for (u32 i = 0; i < 200; i++) {
		struct run_row row = a_run(i);
		row.payload = STR("{\"to\": \"ann\"}");
		put_run(scene, &row);
		scene->turn.id = i + 1;
		struct sqlite_counters before = sqlite_store_counters(store);
		assert_int_equal(store_commit(sqlite_store_view(store), &scene->turn), ERR_OK);
		begin(scene);
		struct sqlite_counters after = sqlite_store_counters(store);
		/* The first finds what the schema has written. */
		if (i) assert_true(after.wal_pages < 50 + 40);
		assert_int_equal(after.checkpoints, before.checkpoints + (before.wal_pages >= 50));
	}
	assert_true(sqlite_store_counters(store).checkpoints > 5);
	close_store(store);
	sqlite_scene_close(scene);
	folder_remove(&folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_takes_its_executions_with_it_and_leaves_its_key),
		cmocka_unit_test(a_step_is_small_and_many_do_it_all),
		cmocka_unit_test(keys_past_their_time_leave_and_the_others_stay),
		cmocka_unit_test(the_journal_leaves_an_anchor_and_its_last_turn),
		cmocka_unit_test(the_hash_of_a_result_leaves_when_its_run_would),
		cmocka_unit_test(what_cannot_be_trusted_is_not_removed),
		cmocka_unit_test(a_step_that_the_disk_fails_ends_the_store),
		cmocka_unit_test(the_log_stays_short),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
