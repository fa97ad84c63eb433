/* Every row of a store against its check, and what is told of those that do not fit. */
#include "store/sqlite/sqlite_examine.h"

#include "store/sqlite/hot_store.h"
#include "store/sqlite/sqlite_schema.h"

struct told {
	struct damaged_row rows[8];
	u32 rows_len;
	char fault[512];
	u32 faults;
	u32 words; /* of progress */
};

static void on_progress(void *context, const char *table, u64 done, u64 all)
{
	struct told *told = context;
	(void)table;
	assert_true(!all || done <= all);
	told->words++;
}

static void on_damaged(void *context, const struct damaged_row *row)
{
	struct told *told = context;
	assert_in_range(told->rows_len, 0, 7);
	told->rows[told->rows_len++] = *row;
}

static void on_fault(void *context, const char *words)
{
	struct told *told = context;
	snprintf(told->fault, sizeof told->fault, "%s", words);
	told->faults++;
}

static struct examine_report examine(const struct hot_store *hot, struct told *told)
{
	const struct examine_sink sink = { told, on_progress, on_damaged, on_fault, NULL, 0 };
	struct examine_report report = { 0 };
	struct why why;
	*told = (struct told){ 0 };
	if (sqlite_examine(str_from(hot->folder.file), &sink, &report, &why))
		fail_msg("%s", why.text);
	return report;
}

static struct hot_store live(void)
{
	struct hot_store hot = hot_open();
	hot_live(&hot, 10, 20, 0);
	return hot;
}

static void a_sound_store_has_only_rows_that_fit(void **state)
{
	struct hot_store hot = live();
	struct told told;
	(void)state;
	struct examine_report report = examine(&hot, &told);
	assert_int_equal(report.damaged, 0);
	assert_int_equal(report.faults, 0);
	assert_false(report.is_older);
	assert_true(report.rows >= 410); /* 200 runs, their bodies, ten turns */
	hot_close(&hot);
}

/* Of three jobs one is disabled, one was decided by a clock that was ahead. */
static void jobs_that_are_decided_ahead_of_a_moment_are_counted(void **state)
{
	struct hot_store hot = hot_open();
	struct examine_sink sink = { .ahead_of = SCENE_START };
	struct examine_report report = { 0 };
	struct why why;
	(void)state;
	hot_live_jobs(&hot);
	assert_int_equal(sqlite_examine(str_from(hot.folder.file), &sink, &report, &why), ERR_OK);
	assert_int_equal(report.damaged, 0);
	assert_int_equal(report.ahead, 1);
	assert_true(report.ahead_through == SCENE_START + MSEC_DAY);
	sink.ahead_of = SCENE_START + MSEC_DAY;
	assert_int_equal(sqlite_examine(str_from(hot.folder.file), &sink, &report, &why), ERR_OK);
	assert_int_equal(report.ahead, 0);
	sink.ahead_of = 0;
	assert_int_equal(sqlite_examine(str_from(hot.folder.file), &sink, &report, &why), ERR_OK);
	assert_int_equal(report.ahead, 0);
	hot_close(&hot);
}

static void a_row_that_was_changed_is_named(void **state)
{
	struct hot_store hot = live();
	struct told told;
	struct uuid third = id_of(3), fifth = id_of(5);
	(void)state;
	run_sql(hot.folder.file, "UPDATE runs SET priority = 1 WHERE hex(id) LIKE '%0003'");
	run_sql(hot.folder.file, "UPDATE bodies SET payload = x'00' WHERE hex(id) LIKE '%0005'");
	run_sql(hot.folder.file, "UPDATE journal SET entries = 77 WHERE turn = 4");
	struct examine_report report = examine(&hot, &told);
	assert_int_equal(report.damaged, 3);
	assert_int_equal(report.faults, 0);
	assert_int_equal(told.rows_len, 3);
	assert_string_equal(told.rows[0].table, "runs");
	assert_true(uuid_eq(&told.rows[0].id, &third));
	assert_string_equal(told.rows[1].table, "bodies");
	assert_true(uuid_eq(&told.rows[1].run, &fifth));
	assert_string_equal(told.rows[2].table, "journal");
	assert_int_equal(told.rows[2].turn, 4);
	hot_close(&hot);
}

/* Rows are whole, and the index does not have them. */
static void an_index_that_lacks_a_row_is_a_fault(void **state)
{
	struct hot_store hot = live();
	struct told told;
	(void)state;
	run_sql(hot.folder.file,
		"PRAGMA writable_schema = 1;"
		"UPDATE sqlite_schema SET sql = replace(sql, 'state = 1', 'state = 0')"
		" WHERE name = 'runs_due'");
	struct examine_report report = examine(&hot, &told);
	assert_true(report.faults > 0);
	assert_int_equal(report.damaged, 0);
	assert_true(*told.fault);
	hot_close(&hot);
}

static void a_store_of_an_older_version_is_not_read_by_rows(void **state)
{
	struct hot_store hot = live();
	struct told told;
	(void)state;
	run_sql(hot.folder.file, "PRAGMA user_version = 3");
	struct examine_report report = examine(&hot, &told);
	assert_true(report.is_older);
	assert_int_equal(report.version, 3);
	assert_int_equal(report.rows, 0);
	hot_close(&hot);
}

static void what_a_start_would_refuse_is_said_without_opening_it(void **state)
{
	struct hot_store hot = hot_open();
	struct store_state seen;
	struct why why;
	(void)state;
	str path = str_from(hot.folder.file);
	hot_live(&hot, 60, 20, 40);
	assert_int_equal(sqlite_state(path, &seen, &why), ERR_OK);
	assert_false(seen.is_in_use);
	assert_int_equal(seen.log_commits_dropped, 0);
	struct sqlite_store *store = open_file(hot.folder.file);
	assert_int_equal(sqlite_state(path, &seen, &why), ERR_OK);
	assert_true(seen.is_in_use);
	sqlite_store_abandon(store);
	u64 size = hot_size(hot.folder.file);
	assert_int_equal(truncate(hot.folder.file, (off_t)(size / 2)), 0);
	assert_int_equal(sqlite_state(path, &seen, &why), ERR_STORE_DAMAGED);
	assert_true(why_says(&why, "is truncated"));
	hot_close(&hot);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_sound_store_has_only_rows_that_fit),
		cmocka_unit_test(jobs_that_are_decided_ahead_of_a_moment_are_counted),
		cmocka_unit_test(a_row_that_was_changed_is_named),
		cmocka_unit_test(an_index_that_lacks_a_row_is_a_fault),
		cmocka_unit_test(a_store_of_an_older_version_is_not_read_by_rows),
		cmocka_unit_test(what_a_start_would_refuse_is_said_without_opening_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
