/* The disk that forgets. */
#include "base/check.h"
#include "sim/vfs.h"

#include <sqlite3.h>

static sqlite3_file *open_on(const char *vfs_name, const char *name)
{
	sqlite3_vfs *vfs = sqlite3_vfs_find(vfs_name);
	assert_non_null(vfs);
	sqlite3_file *file = calloc(1, (size_t)vfs->szOsFile);
	int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MAIN_DB;
	assert_non_null(file);
	assert_int_equal(vfs->xOpen(vfs, name, file, flags, &flags), SQLITE_OK);
	return file;
}

static void close_file(sqlite3_file *file)
{
	assert_int_equal(file->pMethods->xClose(file), SQLITE_OK);
	free(file);
}

static int write_at(sqlite3_file *file, size_t offset, const char *text)
{
	return file->pMethods->xWrite(file, text, (int)strlen(text), (sqlite3_int64)offset);
}

static int sync_file(sqlite3_file *file)
{
	return file->pMethods->xSync(file, SQLITE_SYNC_FULL);
}

static void what_was_synced_survives_and_what_was_not_may(void **state)
{
	u32 survived = 0, lost = 0;
	(void)state;
	for (u64 seed = 1; seed <= 200; seed++) {
		struct platter *disk = platter_new("d", seed);
		sqlite3_file *file = open_on("d", "a");
		assert_int_equal(write_at(file, 0, "first"), SQLITE_OK);
		assert_int_equal(sync_file(file), SQLITE_OK);
		assert_int_equal(write_at(file, 512, "second"), SQLITE_OK);
		platter_crash(disk);
		str view = platter_view(disk, "a");
		assert_str(str_slice(view, 0, 5), STR("first"));
		if (view.len >= 518 && str_eq(str_slice(view, 512, 518), STR("second"))) survived++;
		else lost++;
		close_file(file);
		platter_free(disk);
	}
	assert_true(survived > 20);
	assert_true(lost > 20);
}

/* Order means nothing: the later of two writes may be there without the earlier. */
static void sectors_survive_in_any_order_and_one_may_be_torn(void **state)
{
	u32 later_alone = 0, torn = 0;
	static char ones[512];
	(void)state;
	memset(ones, '1', sizeof ones);
	for (u64 seed = 1; seed <= 400; seed++) {
		struct platter *disk = platter_new("d", seed);
		sqlite3_file *file = open_on("d", "a");
		static char zeros[1024];
		assert_int_equal(file->pMethods->xWrite(file, zeros, 1024, 0), SQLITE_OK);
		assert_int_equal(sync_file(file), SQLITE_OK);
		assert_int_equal(file->pMethods->xWrite(file, ones, 512, 0), SQLITE_OK);
		assert_int_equal(file->pMethods->xWrite(file, ones, 512, 512), SQLITE_OK);
		platter_crash(disk);
		str view = platter_view(disk, "a");
		assert_int_equal(view.len, 1024);
		if (view.at[0] == 0 && view.at[1023] == '1') later_alone++;
		for (u32 i = 0; i < 2; i++) {
			str sector = str_slice(view, i * 512, i * 512 + 512);
			if (sector.at[0] == '1' && sector.at[511] == 0) torn++;
		}
		close_file(file);
		platter_free(disk);
	}
	assert_true(later_alone > 10);
	assert_true(torn > 10);
}

static void the_same_seed_forgets_the_same(void **state)
{
	char views[2][4096];
	(void)state;
	for (u32 round = 0; round < 2; round++) {
		struct platter *disk = platter_new("d", 77);
		sqlite3_file *file = open_on("d", "a");
		for (u32 i = 0; i < 8; i++)
			assert_int_equal(write_at(file, i * 512, "x"), SQLITE_OK);
		assert_int_equal(sync_file(file), SQLITE_OK);
		for (u32 i = 0; i < 8; i++)
			assert_int_equal(write_at(file, i * 512, "y"), SQLITE_OK);
		platter_crash(disk);
		memset(views[round], 0, sizeof views[round]);
		str view = platter_view(disk, "a");
		memcpy(views[round], view.at, view.len);
		close_file(file);
		platter_free(disk);
	}
	assert_memory_equal(views[0], views[1], sizeof views[0]);
}

static void a_killed_process_loses_nothing_and_its_handles_are_dead(void **state)
{
	struct platter *disk = platter_new("d", 1);
	sqlite3_file *file = open_on("d", "a");
	sqlite3_int64 size;
	char byte;
	(void)state;
	assert_int_equal(write_at(file, 0, "hello"), SQLITE_OK);
	platter_kill(disk);
	assert_str(platter_view(disk, "a"), STR("hello"));
	assert_int_equal(write_at(file, 0, "HELLO"), SQLITE_IOERR_WRITE);
	assert_int_equal(sync_file(file), SQLITE_IOERR_FSYNC);
	assert_int_equal(file->pMethods->xRead(file, &byte, 1, 0), SQLITE_IOERR_READ);
	assert_int_equal(file->pMethods->xFileSize(file, &size), SQLITE_IOERR_FSTAT);
	assert_int_equal(file->pMethods->xLock(file, SQLITE_LOCK_SHARED), SQLITE_IOERR_LOCK);
	close_file(file);
	assert_str(platter_view(disk, "a"), STR("hello"));
	platter_free(disk);
}

struct plan {
	enum platter_call call;
	enum platter_fault fault;
};

static enum platter_fault follow(void *context, enum platter_call call, u64 number)
{
	const struct plan *plan = context;
	(void)number;
	return call == plan->call ? plan->fault : PLATTER_WELL;
}

static void any_call_may_fail(void **state)
{
	struct platter *disk = platter_new("d", 1);
	sqlite3_vfs *vfs = sqlite3_vfs_find("d");
	sqlite3_file *file = open_on("d", "a");
	char byte;
	(void)state;
	assert_int_equal(write_at(file, 0, "hello"), SQLITE_OK);
	platter_set_faults(disk, follow, &(struct plan){ PLATTER_WRITE, PLATTER_FULL });
	assert_int_equal(write_at(file, 0, "HELLO"), SQLITE_FULL);
	platter_set_faults(disk, follow, &(struct plan){ PLATTER_WRITE, PLATTER_ERROR });
	assert_int_equal(write_at(file, 0, "HELLO"), SQLITE_IOERR_WRITE);
	platter_set_faults(disk, follow, &(struct plan){ PLATTER_READ, PLATTER_ERROR });
	assert_int_equal(file->pMethods->xRead(file, &byte, 1, 0), SQLITE_IOERR_READ);
	platter_set_faults(disk, follow, &(struct plan){ PLATTER_TRUNCATE, PLATTER_ERROR });
	assert_int_equal(file->pMethods->xTruncate(file, 0), SQLITE_IOERR_TRUNCATE);
	platter_set_faults(disk, follow, &(struct plan){ PLATTER_SYNC, PLATTER_ERROR });
	assert_int_equal(sync_file(file), SQLITE_IOERR_FSYNC);
	platter_set_faults(disk, follow, &(struct plan){ PLATTER_DELETE, PLATTER_ERROR });
	assert_int_equal(vfs->xDelete(vfs, "a", 0), SQLITE_IOERR_DELETE);
	platter_set_faults(disk, NULL, NULL);
	assert_int_equal(platter_calls(disk, PLATTER_WRITE), 3);
	assert_int_equal(platter_calls(disk, PLATTER_SYNC), 1);
	close_file(file);
	platter_free(disk);
}

/* What a failed sync did not keep reads well until the power is cut, and then never. */
static void a_failed_sync_loses_for_good(void **state)
{
	u32 lost = 0;
	(void)state;
	for (u64 seed = 1; seed <= 100; seed++) {
		struct platter *disk = platter_new("d", seed);
		sqlite3_file *file = open_on("d", "a");
		assert_int_equal(write_at(file, 0, "old"), SQLITE_OK);
		assert_int_equal(sync_file(file), SQLITE_OK);
		assert_int_equal(write_at(file, 0, "new"), SQLITE_OK);
		platter_set_faults(disk, follow, &(struct plan){ PLATTER_SYNC, PLATTER_ERROR });
		assert_int_equal(sync_file(file), SQLITE_IOERR_FSYNC);
		platter_set_faults(disk, NULL, NULL);
		assert_int_equal(sync_file(file), SQLITE_OK); /* says well, and writes nothing */
		assert_str(platter_view(disk, "a"), STR("new"));
		platter_crash(disk);
		lost += str_eq(platter_view(disk, "a"), STR("old"));
		close_file(file);
		platter_free(disk);
	}
	assert_true(lost > 20);
	assert_true(lost < 80);
}

static void names_that_were_not_synced_come_and_go(void **state)
{
	u32 gone = 0, back = 0;
	(void)state;
	for (u64 seed = 1; seed <= 100; seed++) {
		struct platter *disk = platter_new("d", seed);
		sqlite3_vfs *vfs = sqlite3_vfs_find("d");
		sqlite3_file *file = open_on("d", "new");
		close_file(file);
		file = open_on("d", "old");
		assert_int_equal(write_at(file, 0, "text"), SQLITE_OK);
		assert_int_equal(sync_file(file), SQLITE_OK);
		close_file(file);
		assert_int_equal(vfs->xDelete(vfs, "old", 0), SQLITE_OK);
		platter_crash(disk);
		int there = 0;
		assert_int_equal(vfs->xAccess(vfs, "new", SQLITE_ACCESS_EXISTS, &there), SQLITE_OK);
		gone += !there;
		back += str_eq(platter_view(disk, "old"), STR("text"));
		platter_free(disk);
	}
	assert_true(gone > 20 && gone < 80);
	assert_true(back > 20 && back < 80);
}

/* Two disks of which a process, or a power cut, would find the same are alike, and no others. */
static void a_digest_tells_apart_what_the_next_process_finds(void **state)
{
	struct platter *disk = platter_new("d", 1);
	sqlite3_file *file = open_on("d", "a");
	(void)state;
	assert_int_equal(write_at(file, 0, "first"), SQLITE_OK);
	u64 written = platter_digest(disk);
	assert_int_equal(sync_file(file), SQLITE_OK);
	u64 synced = platter_digest(disk);
	assert_true(synced != written);
	assert_true(platter_digest(disk) == synced);
	assert_int_equal(write_at(file, 0, "other"), SQLITE_OK);
	assert_int_equal(sync_file(file), SQLITE_OK);
	assert_true(platter_digest(disk) != synced);
	assert_int_equal(write_at(file, 0, "first"), SQLITE_OK);
	assert_true(platter_digest(disk) != synced); /* as it reads, but a cut may take it */
	assert_int_equal(sync_file(file), SQLITE_OK);
	assert_true(platter_digest(disk) == synced);
	platter_set_seed(disk, 2);
	assert_true(platter_digest(disk) != synced);
	close_file(file);
	platter_free(disk);
}

/* A whole database on it: two connections see each other, and a flipped bit is seen. */
static void sqlite_works_on_it(void **state)
{
	struct platter *disk = platter_new("d", 1);
	sqlite3 *writer, *reader;
	sqlite3_stmt *stmt;
	(void)state;
	assert_int_equal(
		sqlite3_open_v2("x.db", &writer, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, "d"),
		SQLITE_OK);
	assert_int_equal(sqlite3_exec(writer,
				      "PRAGMA journal_mode=WAL; CREATE TABLE t (x);"
				      "INSERT INTO t VALUES ('hello')",
				      NULL, NULL, NULL),
			 SQLITE_OK);
	assert_int_equal(sqlite3_open_v2("x.db", &reader, SQLITE_OPEN_READONLY, "d"), SQLITE_OK);
	assert_int_equal(sqlite3_prepare_v2(reader, "SELECT x FROM t", -1, &stmt, NULL), SQLITE_OK);
	assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
	assert_string_equal((const char *)sqlite3_column_text(stmt, 0), "hello");
	sqlite3_finalize(stmt);
	sqlite3_close(reader);
	sqlite3_close(writer);
	str file = platter_view(disk, "x.db");
	assert_true(file.len > 0);
	char before = file.at[100];
	platter_flip(disk, "x.db", 800);
	assert_int_equal(platter_view(disk, "x.db").at[100] ^ before, 1);
	platter_free(disk);
	assert_null(sqlite3_vfs_find("d"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_synced_survives_and_what_was_not_may),
		cmocka_unit_test(sectors_survive_in_any_order_and_one_may_be_torn),
		cmocka_unit_test(the_same_seed_forgets_the_same),
		cmocka_unit_test(a_killed_process_loses_nothing_and_its_handles_are_dead),
		cmocka_unit_test(any_call_may_fail),
		cmocka_unit_test(a_failed_sync_loses_for_good),
		cmocka_unit_test(names_that_were_not_synced_come_and_go),
		cmocka_unit_test(a_digest_tells_apart_what_the_next_process_finds),
		cmocka_unit_test(sqlite_works_on_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
