/* Connections, what SQLite's codes mean, and the mark of a fault. */
#include "store/sqlite/sqlite_scene.h"

static void codes_become_errors(void **state)
{
	static const struct {
		int code;
		enum err read;
		enum err write;
	} rows[] = {
		{ SQLITE_DONE, ERR_OK, ERR_OK },
		{ SQLITE_ROW, ERR_OK, ERR_OK },
		{ SQLITE_NOMEM, ERR_MEMORY, ERR_MEMORY },
		{ SQLITE_IOERR_NOMEM, ERR_MEMORY, ERR_MEMORY },
		{ SQLITE_FULL, ERR_STORE, ERR_STORE },
		{ SQLITE_IOERR_READ, ERR_STORE, ERR_STORE },
		{ SQLITE_IOERR_WRITE, ERR_STORE, ERR_STORE_SYNC },
		{ SQLITE_IOERR_FSYNC, ERR_STORE, ERR_STORE_SYNC },
		{ SQLITE_IOERR_SHMSIZE, ERR_STORE, ERR_STORE },
		{ SQLITE_IOERR_DIR_FSYNC, ERR_STORE, ERR_STORE_SYNC },
		{ SQLITE_IOERR_TRUNCATE, ERR_STORE, ERR_STORE_SYNC },
		{ SQLITE_BUSY, ERR_STORE, ERR_STORE },
		{ SQLITE_READONLY, ERR_STORE, ERR_STORE },
		{ SQLITE_CORRUPT, ERR_STORE_DAMAGED, ERR_STORE_DAMAGED },
		{ SQLITE_NOTADB, ERR_STORE_DAMAGED, ERR_STORE_DAMAGED },
		{ SQLITE_INTERRUPT, ERR_BUSY, ERR_BUSY },
	};
	(void)state;
	for (u32 i = 0; i < countof(rows); i++) {
		assert_int_equal(link_err(NULL, rows[i].code), rows[i].read);
		assert_int_equal(link_write_err(NULL, rows[i].code), rows[i].write);
	}
}

static void meet_a_constraint(void *context)
{
	(void)context;
	(void)link_err(NULL, SQLITE_CONSTRAINT_PRIMARYKEY);
}

static void a_constraint_is_a_bug_of_ours(void **state)
{
	(void)state;
	assert_true(breaks_promise(meet_a_constraint, NULL));
}

static sqlite3 *open_link(const struct folder *folder, enum link_kind kind)
{
	struct file_path path;
	struct why why = { 0 };
	sqlite3 *db = NULL;
	assert_int_equal(file_path_init(&path, str_from(folder->file), &why), ERR_OK);
	struct link_config config = { .path = &path, .kind = kind, .cache_kib = 1000 };
	if (link_open(&config, &why, &db)) fail_msg("%s", why.text);
	return db;
}

static i64 number_of(sqlite3 *db, const char *sql)
{
	i64 number = -1;
	struct why why;
	assert_int_equal(link_number(db, sql, &why, &number), ERR_OK);
	return number;
}

static void the_writer_syncs_every_commit_and_checkpoints_by_hand(void **state)
{
	struct folder folder = folder_make();
	(void)state;
	sqlite3 *db = open_link(&folder, LINK_WRITER);
	assert_int_equal(number_of(db, "SELECT journal_mode='wal' FROM pragma_journal_mode"), 1);
	assert_int_equal(number_of(db, "PRAGMA synchronous"), 2);
	assert_int_equal(number_of(db, "PRAGMA wal_autocheckpoint"), 0);
	assert_int_equal(number_of(db, "PRAGMA trusted_schema"), 0);
	assert_int_equal(number_of(db, "PRAGMA mmap_size"), 0);
	assert_int_equal(number_of(db, "PRAGMA cache_size"), -1000);
	link_close(db);
	folder_remove(&folder);
}

static void a_reader_cannot_write_and_leaves_the_log_alone(void **state)
{
	struct folder folder = folder_make();
	struct stat about;
	char log[400];
	(void)state;
	sqlite3 *writer = open_link(&folder, LINK_WRITER);
	struct why why;
	assert_int_equal(link_run(writer, "CREATE TABLE t (x); INSERT INTO t VALUES (1)", &why),
			 ERR_OK);
	sqlite3 *reader = open_link(&folder, LINK_READER);
	assert_int_equal(number_of(reader, "SELECT x FROM t"), 1);
	assert_int_equal(link_run(reader, "INSERT INTO t VALUES (2)", &why), ERR_STORE);
	assert_true(why_says(&why, "readonly"));
	assert_int_not_equal(
		sqlite3_wal_checkpoint_v2(reader, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL),
		SQLITE_OK);
	/* The writer goes first and ends nothing, since a reader is there; then the reader is the
	 * last, and still the log stays. */
	sqlite3_db_config(writer, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)NULL);
	link_close(writer);
	link_close(reader);
	snprintf(log, sizeof log, "%s-wal", folder.file);
	assert_int_equal(stat(log, &about), 0);
	assert_true(about.st_size > 0);
	folder_remove(&folder);
}

static void nobody_attaches_another_file_but_a_backup(void **state)
{
	struct folder folder = folder_make();
	struct why why;
	(void)state;
	sqlite3 *db = open_link(&folder, LINK_WRITER);
	assert_int_not_equal(link_run(db, "ATTACH ':memory:' AS other", &why), ERR_OK);
	assert_int_equal(sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, -1), 0);
	link_close(db);
	folder_remove(&folder);
}

static void a_file_that_cannot_be_opened_is_named(void **state)
{
	struct file_path path;
	struct why why;
	sqlite3 *db = NULL;
	(void)state;
	assert_int_equal(file_path_init(&path, STR("/nowhere/at/all.db"), &why), ERR_OK);
	struct link_config config = { .path = &path, .kind = LINK_READER, .cache_kib = 1000 };
	assert_int_equal(link_open(&config, &why, &db), ERR_STORE);
	assert_true(why_says(&why, "cannot open the store"));
	assert_null(db);
}

static void a_mark_stays_until_it_is_removed(void **state)
{
	struct platter *disk = platter_new("marked", 1);
	struct file_path path;
	struct why why;
	(void)state;
	assert_int_equal(file_path_init(&path, STR("m.db"), &why), ERR_OK);
	assert_false(mark_is_there(&path, "marked"));
	mark_leave(&path, "marked");
	assert_true(mark_is_there(&path, "marked"));
	platter_crash(disk);
	assert_true(mark_is_there(&path, "marked"));
	mark_remove(&path, "marked");
	assert_false(mark_is_there(&path, "marked"));
	assert_true(mark_is_there(&path, "no such disk")); /* who cannot look, must check */
	platter_free(disk);
}

/* ---- the log ------------------------------------------------------------------------------- */

static enum platter_fault fail_one_kind(void *context, enum platter_call call, u64 number)
{
	(void)number;
	return call == *(enum platter_call *)context ? PLATTER_ERROR : PLATTER_WELL;
}

static void a_log_is_made_safe_or_the_disk_is_blamed(void **state)
{
	struct scene *scene = sqlite_scene_open();
	struct sqlite_subject *subject = subject_of(scene);
	struct file_path path = { "conformance.db", 14 }, none = { "none.db", 7 };
	enum platter_call call = PLATTER_SYNC;
	(void)state;
	assert_int_equal(log_secure(&none, subject->vfs), ERR_OK);
	u64 writes = platter_calls(subject->disk, PLATTER_WRITE);
	assert_int_equal(log_secure(&path, subject->vfs), ERR_OK);
	assert_true(platter_calls(subject->disk, PLATTER_WRITE) > writes);
	platter_set_faults(subject->disk, fail_one_kind, &call);
	assert_int_equal(log_secure(&path, subject->vfs), ERR_STORE_SYNC);
	call = PLATTER_WRITE;
	assert_int_equal(log_secure(&path, subject->vfs), ERR_STORE_SYNC);
	call = PLATTER_READ;
	assert_int_equal(log_secure(&path, subject->vfs), ERR_STORE);
	call = PLATTER_OPEN;
	assert_int_equal(log_secure(&path, subject->vfs), ERR_STORE);
	platter_set_faults(subject->disk, NULL, NULL);
	sqlite_scene_close(scene);
}

/* Zeros behind what it holds are its end: nothing is lost, nothing is added. */
static void a_log_is_laid_out_ahead(void **state)
{
	struct scene *scene = sqlite_scene_open();
	struct sqlite_subject *subject = subject_of(scene);
	struct file_path path = { "conformance.db", 14 };
	(void)state;
	assert_int_equal(log_lay_out(&path, subject->vfs, 0), ERR_OK);
	u64 writes = platter_calls(subject->disk, PLATTER_WRITE);
	assert_int_equal(log_lay_out(&path, subject->vfs, 400), ERR_OK);
	u64 once = platter_calls(subject->disk, PLATTER_WRITE);
	assert_true(once > writes);
	assert_int_equal(log_lay_out(&path, subject->vfs, 200), ERR_OK); /* it is longer already */
	assert_int_equal(platter_calls(subject->disk, PLATTER_WRITE), once);
	enum platter_call call = PLATTER_SYNC;
	platter_set_faults(subject->disk, fail_one_kind, &call);
	assert_int_equal(log_lay_out(&path, subject->vfs, 800), ERR_STORE_SYNC);
	platter_set_faults(subject->disk, NULL, NULL);
	sqlite_scene_close(scene);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(codes_become_errors),
		cmocka_unit_test(a_constraint_is_a_bug_of_ours),
		cmocka_unit_test(the_writer_syncs_every_commit_and_checkpoints_by_hand),
		cmocka_unit_test(a_reader_cannot_write_and_leaves_the_log_alone),
		cmocka_unit_test(nobody_attaches_another_file_but_a_backup),
		cmocka_unit_test(a_file_that_cannot_be_opened_is_named),
		cmocka_unit_test(a_mark_stays_until_it_is_removed),
		cmocka_unit_test(a_log_is_made_safe_or_the_disk_is_blamed),
		cmocka_unit_test(a_log_is_laid_out_ahead),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
