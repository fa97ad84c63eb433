/* Audit rows: in the commit of the change, in a chain that goes on, for as long as they are kept.
 */
#include "conformance/audit_rows.h"
#include "store/sqlite/sqlite_scene.h"

static u64 number_of(struct scene *scene, const char *sql)
{
	sqlite3_stmt *stmt = sqlite_kind_look(subject_of(scene), sql, NULL);
	assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
	u64 number = (u64)sqlite3_column_int64(stmt, 0);
	sqlite_kind_stop_looking(subject_of(scene));
	return number;
}

static void no_two_links_are_alike_also_behind_a_crash(void **state)
{
	struct scene *scene = sqlite_scene_open();
	(void)state;
	for (u32 i = 0; i < 4; i++) {
		put_audit(scene, an_audit_row(scene, 1, 1));
		put_audit(scene, an_audit_row(scene, 2, 1));
		commit(scene);
		if (i != 1) continue;
		crash(scene);
		expect_recalled(scene, "");
	}
	assert_int_equal(4, number_of(scene, "SELECT count(DISTINCT chain) FROM audit"));
	assert_int_equal(8, number_of(scene, "SELECT sum(rows) FROM audit"));
	sqlite_scene_close(scene);
}

static void a_commit_that_fails_leaves_no_row_and_the_chain_as_it_was(void **state)
{
	struct scene *scene = sqlite_scene_open();
	(void)state;
	put_audit(scene, an_audit_row(scene, 1, 1));
	commit(scene);
	subject_of(scene)->planned = FAULT_REFUSED;
	put_audit(scene, an_audit_row(scene, 1, 1));
	assert_int_equal(ERR_STORE, try_commit(scene));
	assert_int_equal(1, number_of(scene, "SELECT count(*) FROM audit"));
	begin(scene);
	put_audit(scene, an_audit_row(scene, 1, 1));
	commit(scene);
	assert_int_equal(2, number_of(scene, "SELECT count(*) FROM audit"));
	sqlite_scene_close(scene);
}

static void rows_leave_when_their_time_is_over_and_the_last_one_stays(void **state)
{
	struct scene *scene = sqlite_scene_open();
	struct retention year = { .journal_ms = 30 * MSEC_DAY, .audit_ms = 400 * MSEC_DAY };
	struct now now = { SCENE_START + 399 * MSEC_DAY, SCENE_START };
	bool more = true;
	(void)state;
	for (u32 i = 0; i < 500; i++) {
		put_audit(scene, an_audit_row(scene, 1, 1));
		commit(scene);
	}
	struct store *store = sqlite_store_view(subject_of(scene)->store);
	while (more) assert_int_equal(ERR_OK, store_tend(store, now, &year, &more));
	assert_int_equal(500, number_of(scene, "SELECT count(*) FROM audit"));
	now.wall += 2 * MSEC_DAY;
	more = true;
	while (more) assert_int_equal(ERR_OK, store_tend(store, now, &year, &more));
	assert_int_equal(1, number_of(scene, "SELECT count(*) FROM audit"));
	assert_int_equal(1, number_of(scene, "SELECT count(*) FROM audit_anchor"));
	/* Nor is it noted any more where rows were. */
	assert_int_equal(1, number_of(scene, "SELECT count(*) FROM tenant_turns WHERE kind = 1"));
	sqlite_scene_close(scene);
}

/* The journal's chain holds them: without it they would be worth less. */
static void rows_stay_as_long_as_the_journal_does(void **state)
{
	struct scene *scene = sqlite_scene_open();
	struct retention retention = { .journal_ms = 30 * MSEC_DAY, .audit_ms = MSEC_DAY };
	struct now now = { SCENE_START + 20 * MSEC_DAY, SCENE_START };
	bool more = true;
	(void)state;
	for (u32 i = 0; i < 3; i++) {
		put_audit(scene, an_audit_row(scene, 1, 1));
		commit(scene);
	}
	struct store *store = sqlite_store_view(subject_of(scene)->store);
	while (more) assert_int_equal(ERR_OK, store_tend(store, now, &retention, &more));
	assert_int_equal(3, number_of(scene, "SELECT count(*) FROM audit"));
	sqlite_scene_close(scene);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_two_links_are_alike_also_behind_a_crash),
		cmocka_unit_test(a_commit_that_fails_leaves_no_row_and_the_chain_as_it_was),
		cmocka_unit_test(rows_leave_when_their_time_is_over_and_the_last_one_stays),
		cmocka_unit_test(rows_stay_as_long_as_the_journal_does),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
