/* Rows to and from statements, and the checks that go with them. */
#include "store/sqlite/sqlite_scene.h"

enum { PARAMETERS_MAX = 64 };

/* A statement that gives back what is bound to it. */
static sqlite3_stmt *echo(sqlite3 **out_db)
{
	struct buf sql;
	sqlite3_stmt *stmt = NULL;
	assert_int_equal(sqlite3_open(":memory:", out_db), SQLITE_OK);
	buf_init(&sql, 1 << 10);
	buf_add(&sql, STR("SELECT ?"));
	for (u32 i = 1; i < PARAMETERS_MAX; i++) buf_add(&sql, STR(", ?"));
	assert_int_equal(sqlite3_prepare_v2(*out_db, sql.at, (int)sql.len, &stmt, NULL), SQLITE_OK);
	buf_done(&sql);
	return stmt;
}

static void echo_done(sqlite3 *db, sqlite3_stmt *stmt)
{
	sqlite3_finalize(stmt);
	assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static struct run_row a_row_with_everything(void)
{
	struct run_row row = a_run(7);
	row.key_digest = (struct digest){ UINT64_MAX, 1 };
	row.job = id_of(3);
	row.parent = id_of(4);
	row.fallback_of = id_of(5);
	row.hops = 2;
	row.copied_from = id_of(6);
	row.alert = 77;
	row.alert_key = STR("shield-7");
	row.is_critical = 1;
	row.cause = CAUSE_BACKFILL;
	row.entity = STR("event:42");
	row.user = STR("ann");
	row.deadline_at = MSEC_MAX;
	row.timeout_ms = MSEC_MIN;
	row.payload_len = UINT32_MAX;
	return row;
}

static void a_group_comes_back_as_it_was_bound(void **state)
{
	sqlite3 *db;
	sqlite3_stmt *stmt = echo(&db);
	struct run_row row = a_row_with_everything(), read = { 0 };
	(void)state;
	struct cells cells = cells_to_bind(stmt);
	cells_bind(&cells, GROUP_RUN_FIXED, &row, NULL);
	cells_bind(&cells, GROUP_RUN_HOT, &row.hot, &row.id);
	assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
	cells = cells_to_read(stmt);
	assert_true(cells_read(&cells, GROUP_RUN_FIXED, NULL, &read));
	assert_true(cells_read(&cells, GROUP_RUN_HOT, &read.id, &read.hot));
	assert_same_numbers(&read, &row);
	assert_true(read.payload_len == UINT32_MAX);
	assert_str(read.entity, row.entity);
	assert_str(read.user, row.user);
	assert_str(read.alert_key, row.alert_key);
	echo_done(db, stmt);
}

/* One value at a time is another one than the check was made of. */
static void every_column_is_covered_by_the_check(void **state)
{
	sqlite3 *db;
	sqlite3_stmt *stmt = echo(&db);
	struct run_row row = a_row_with_everything(), read;
	(void)state;
	struct cells cells = cells_to_bind(stmt);
	cells_bind(&cells, GROUP_RUN_FIXED, &row, NULL);
	int columns = cells.at - 1;
	assert_true(columns > 10);
	for (int i = 1; i <= columns; i++) {
		cells = cells_to_bind(stmt);
		cells_bind(&cells, GROUP_RUN_FIXED, &row, NULL);
		sqlite3_bind_int64(stmt, i, 0x1234567);
		assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
		cells = cells_to_read(stmt);
		assert_false(cells_read(&cells, GROUP_RUN_FIXED, NULL, &read));
		sqlite3_reset(stmt);
	}
	echo_done(db, stmt);
}

static void policies_keep_steps_and_classes(void **state)
{
	sqlite3 *db;
	sqlite3_stmt *stmt = echo(&db);
	struct type_row row = { { 3 }, { 4 }, { .limit = 5 } }, read = { 0 };
	(void)state;
	row.policy.backoff = (struct backoff){ BACKOFF_STEPS, 3, { 1000, 5000, MSEC_MAX }, 0, 9 };
	assert_true(class_list_add(&row.policy.fatal, STR("dm_closed")));
	struct cells cells = cells_to_bind(stmt);
	cells_bind(&cells, GROUP_TYPE, &row, NULL);
	assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
	cells = cells_to_read(stmt);
	assert_true(cells_read(&cells, GROUP_TYPE, NULL, &read));
	assert_int_equal(read.policy.backoff.steps_len, 3);
	assert_true(read.policy.backoff.steps[2] == MSEC_MAX);
	assert_true(class_list_has(&read.policy.fatal, STR("dm_closed")));
	assert_int_equal(read.policy.retryable.len, 0);
	echo_done(db, stmt);
}

/* What a damaged record may hold: blobs too long, too short, of another type. */
static void outsized_values_are_refused_not_believed(void **state)
{
	sqlite3 *db;
	sqlite3_stmt *stmt = echo(&db);
	struct type_row row = { { 3 }, { 4 }, { .limit = 5 } }, read = { 0 };
	static char large[4096];
	(void)state;
	for (int i = 1; i <= 13; i++) {
		struct cells cells = cells_to_bind(stmt);
		cells_bind(&cells, GROUP_TYPE, &row, NULL);
		sqlite3_bind_blob(stmt, i, large, i % 2 ? (int)sizeof large : 7, SQLITE_STATIC);
		assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
		cells = cells_to_read(stmt);
		bool is_whole = cells_read(&cells, GROUP_TYPE, NULL, &read);
		/* A blob where a zero was: the value that is read is that zero. */
		if (is_whole) assert_int_equal(read.policy.limit, 5);
		assert_true(read.policy.backoff.steps_len <= LIMIT_BACKOFF_STEPS);
		assert_true(read.policy.fatal.len <= sizeof read.policy.fatal.text);
		sqlite3_reset(stmt);
	}
	echo_done(db, stmt);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_group_comes_back_as_it_was_bound),
		cmocka_unit_test(every_column_is_covered_by_the_check),
		cmocka_unit_test(policies_keep_steps_and_classes),
		cmocka_unit_test(outsized_values_are_refused_not_believed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
