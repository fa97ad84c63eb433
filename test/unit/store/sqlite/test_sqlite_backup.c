/* A copy while it runs. */
#include "store/sqlite/sqlite_backup.h"
#include "store/sqlite/sqlite_scene.h"
#include "store/sqlite/sqlite_schema.h"

struct copied {
	struct folder folder;
	char copy[300];
	struct scene *scene; /* fills turns */
	struct sqlite_store *store;
};

static struct copied begin_copy(void)
{
	struct copied copied = { .folder = folder_make(), .scene = sqlite_scene_open() };
	snprintf(copied.copy, sizeof copied.copy, "%s/copy.db", copied.folder.path);
	copied.store = open_file(copied.folder.file);
	return copied;
}

static void end_copy(struct copied *copied)
{
	close_store(copied->store);
	sqlite_scene_close(copied->scene);
	folder_remove(&copied->folder);
}

static void commit_runs(struct copied *copied, u32 from, u32 to)
{
	struct scene *scene = copied->scene;
	for (u32 i = from; i <= to; i++) {
		struct run_row row = a_run(i);
		row.payload = STR("{\"to\": \"ann\"}");
		put_run(scene, &row);
	}
	scene->turn.id = ++scene->last_turn;
	assert_int_equal(store_commit(sqlite_store_view(copied->store), &scene->turn), ERR_OK);
	begin(scene);
}

static i64 count_in(const char *path, const char *sql)
{
	sqlite3 *db = NULL;
	struct why why;
	i64 count = -1;
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	assert_int_equal(link_number(db, sql, &why, &count), ERR_OK);
	sqlite3_close(db);
	return count;
}

static void a_copy_is_a_store_of_one_moment(void **state)
{
	struct copied copied = begin_copy();
	struct examine_report report;
	struct why why = { 0 };
	struct stat about;
	(void)state;
	commit_runs(&copied, 1, 50);
	if (sqlite_backup(str_from(copied.folder.file), str_from(copied.copy), &report, &why))
		fail_msg("%s", why.text);
	assert_int_equal(report.damaged, 0);
	assert_true(report.rows >= 100);
	commit_runs(&copied, 51, 60);
	assert_int_equal(stat(copied.copy, &about), 0);
	assert_int_equal(about.st_mode & 0777, 0600);
	assert_int_equal(count_in(copied.copy, "SELECT count(*) FROM runs"), 50);
	assert_int_equal(count_in(copied.copy, "SELECT count(*) FROM bodies"), 50);
	assert_int_equal(count_in(copied.copy, "PRAGMA application_id"), SCHEMA_BACKUP);
	end_copy(&copied);
}

static void what_is_there_is_never_written_over(void **state)
{
	struct copied copied = begin_copy();
	struct examine_report report;
	struct why why = { 0 };
	(void)state;
	str from = str_from(copied.folder.file), to = str_from(copied.copy);
	assert_int_equal(sqlite_backup(from, to, &report, &why), ERR_OK);
	assert_int_equal(sqlite_backup(from, to, &report, &why), ERR_CONFLICT);
	assert_true(why_says(&why, "already exists"));
	assert_int_equal(sqlite_backup(from, from, &report, &why), ERR_CONFLICT);
	assert_int_equal(store_probe(sqlite_store_view(copied.store)), ERR_OK);
	end_copy(&copied);
}

static void a_copy_that_failed_leaves_no_file(void **state)
{
	struct copied copied = begin_copy();
	struct examine_report report;
	struct why why = { 0 };
	char other[300];
	(void)state;
	snprintf(other, sizeof other, "%s/other.db", copied.folder.path);
	run_sql(other, "CREATE TABLE mine (x)"); /* none of ours */
	assert_int_not_equal(sqlite_backup(str_from(other), str_from(copied.copy), &report, &why),
			     ERR_OK);
	assert_int_equal(access(copied.copy, F_OK), -1);
	assert_int_not_equal(
		sqlite_backup(STR("/nowhere.db"), str_from(copied.copy), &report, &why), ERR_OK);
	assert_int_equal(access(copied.copy, F_OK), -1);
	assert_int_equal(sqlite_backup(str_from(copied.folder.file), STR("/no/such/folder/x"),
				       &report, &why),
			 ERR_IO);
	end_copy(&copied);
}

/* Damaged rows are counted: the rest is worth a backup all the more. */
static void damaged_rows_are_copied_and_counted(void **state)
{
	struct copied copied = begin_copy();
	struct examine_report report;
	struct why why = { 0 };
	(void)state;
	commit_runs(&copied, 1, 50);
	close_store(copied.store);
	run_sql(copied.folder.file, "UPDATE runs SET priority = 1 WHERE hex(id) LIKE '%0003'");
	copied.store = open_file(copied.folder.file);
	str from = str_from(copied.folder.file), to = str_from(copied.copy);
	assert_int_equal(sqlite_backup(from, to, &report, &why), ERR_OK);
	assert_int_equal(report.damaged, 1);
	assert_int_equal(count_in(copied.copy, "SELECT count(*) FROM runs"), 50);
	end_copy(&copied);
}

/* A backup that was killed leaves no file of the name that was asked for. */
static void what_a_killed_backup_left_is_overwritten(void **state)
{
	struct copied copied = begin_copy();
	struct examine_report report;
	struct why why = { 0 };
	char part[320];
	(void)state;
	commit_runs(&copied, 1, 5);
	snprintf(part, sizeof part, "%s.part", copied.copy);
	run_sql(part, "CREATE TABLE half (x)");
	str from = str_from(copied.folder.file), to = str_from(copied.copy);
	assert_int_equal(sqlite_backup(from, to, &report, &why), ERR_OK);
	assert_int_equal(access(part, F_OK), -1);
	assert_int_equal(count_in(copied.copy, "SELECT count(*) FROM runs"), 5);
	end_copy(&copied);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_copy_is_a_store_of_one_moment),
		cmocka_unit_test(what_is_there_is_never_written_over),
		cmocka_unit_test(a_copy_that_failed_leaves_no_file),
		cmocka_unit_test(damaged_rows_are_copied_and_counted),
		cmocka_unit_test(what_a_killed_backup_left_is_overwritten),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
