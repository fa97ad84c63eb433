/* A file whose audit rows stand there one by one, each a link of the chain. */
#include "store/sqlite/sqlite_repack.h"

#include "conformance/audit_rows.h"
#include "store/sqlite/migrations.def"
#include "store/sqlite/query_scene.h"
#include "store/sqlite/sqlite_schema.h"
#include "store/sqlite/sqlite_verify.h"

#include <openssl/sha.h>

enum { LAST_VERSION_BY_ROW = 28, DIGEST_BYTES = 16, ROWS = 150 };

struct old_file {
	struct folder folder;
	sqlite3 *db;
	u8 chain[DIGEST_BYTES];
	u64 last_turn;
};

static void run(sqlite3 *db, const char *sql)
{
	if (sqlite3_exec(db, sql, NULL, NULL, NULL)) fail_msg("%s: %s", sql, sqlite3_errmsg(db));
}

static struct old_file open_old(void)
{
	static const char *const brings[] = {
#define X(version, brings, sql) sql,
		MIGRATIONS(X)
#undef X
	};
	struct old_file old = { .folder = folder_make() };
	char stamp[128];
	snprintf(stamp, sizeof stamp, "PRAGMA application_id=%d; PRAGMA user_version=%u",
		 SCHEMA_APPLICATION, LAST_VERSION_BY_ROW);
	assert_int_equal(sqlite3_open(old.folder.file, &old.db), SQLITE_OK);
	for (u32 i = 0; i < LAST_VERSION_BY_ROW; i++) run(old.db, brings[i]);
	run(old.db, stamp);
	return old;
}

static void link_row(struct old_file *old, const struct audit_row *row)
{
	u8 hash[SHA256_DIGEST_LENGTH];
	struct buf bytes;
	buf_init(&bytes, DIGEST_BYTES + AUDIT_PACKED_MAX);
	buf_add(&bytes, (str){ (const char *)old->chain, DIGEST_BYTES });
	audit_pack(row, &bytes);
	assert_false(buf_failed(&bytes));
	SHA256((const u8 *)bytes.at, bytes.len, hash);
	memcpy(old->chain, hash, DIGEST_BYTES);
	buf_done(&bytes);
}

static void bind_text(sqlite3_stmt *stmt, int at, str text)
{
	if (text.len) sqlite3_bind_blob(stmt, at, text.at, (int)text.len, SQLITE_STATIC);
}

static void put_row(struct old_file *old, struct audit_row row)
{
	sqlite3_stmt *stmt = NULL;
	const str texts[] = { row.actor,   row.action, row.kind,   row.object,
			      row.request, row.source, row.before, row.after };
	link_row(old, &row);
	assert_int_equal(
		sqlite3_prepare_v2(old->db,
				   "INSERT INTO audit VALUES (?, ?, ?, ?, ?, NULL, NULL, ?, ?,"
				   " ?, ?, ?, ?, ?, ?, ?, 0)",
				   -1, &stmt, NULL),
		SQLITE_OK);
	sqlite3_bind_int64(stmt, 1, (i64)row.turn);
	sqlite3_bind_int64(stmt, 2, row.number);
	sqlite3_bind_int64(stmt, 3, row.at);
	sqlite3_bind_int64(stmt, 4, row.tenant.v);
	sqlite3_bind_int64(stmt, 5, row.made);
	for (u32 i = 0; i < countof(texts); i++) bind_text(stmt, 6 + (int)i, texts[i]);
	sqlite3_bind_blob(stmt, 14, old->chain, DIGEST_BYTES, SQLITE_STATIC);
	assert_int_equal(sqlite3_step(stmt), SQLITE_DONE);
	sqlite3_finalize(stmt);
}

/* Two rows a turn, of two tenants. */
static struct old_file open_old_with_rows(void)
{
	struct old_file old = open_old();
	for (u32 i = 0; i < ROWS; i++)
		put_row(&old, (struct audit_row){ .turn = 1 + i / 2,
						  .number = 1 + i % 2,
						  .at = SCENE_START + i / 2,
						  .tenant = { 1 + i % 2 },
						  .made = 1,
						  .actor = STR("ann"),
						  .action = STR("task.create"),
						  .kind = STR("task"),
						  .object = i % 3 ? STR("x") : (str){ 0 },
						  .after = STR("{}") });
	return old;
}

static enum err bring_up_and_verify(struct old_file *old, struct chain_report *report,
				    struct why *why)
{
	sqlite3_close(old->db);
	close_store(open_file(old->folder.file));
	return sqlite_verify(str_from(old->folder.file), report, why);
}

static u64 number_in(const char *file, const char *sql)
{
	sqlite3 *db = NULL;
	struct why why;
	i64 number = 0;
	assert_int_equal(sqlite3_open(file, &db), SQLITE_OK);
	assert_int_equal(link_number(db, sql, &why, &number), ERR_OK);
	sqlite3_close(db);
	return (u64)number;
}

static void rows_are_packed_and_their_links_hold_as_before(void **state)
{
	struct old_file old = open_old_with_rows();
	struct chain_report report;
	struct why why = { 0 };
	char chain[CHAIN_TEXT_BYTES];
	u64 halves[2];
	(void)state;
	if (bring_up_and_verify(&old, &report, &why)) fail_msg("%s", why.text);
	assert_int_equal(ROWS, report.rows);
	memcpy(halves, old.chain, sizeof halves);
	snprintf(chain, sizeof chain, "%016" PRIx64 "%016" PRIx64, halves[0], halves[1]);
	assert_string_equal(chain, report.audit);
	assert_int_equal(ROWS / 2, number_in(old.folder.file, "SELECT count(*) FROM audit"));
	assert_int_equal(0, number_in(old.folder.file, "SELECT count(*) FROM sqlite_schema"
						       " WHERE name = 'audit_tenants'"));
	assert_int_equal(0, number_in(old.folder.file, "SELECT count(*) FROM sqlite_schema"
						       " WHERE name = 'audit_rows'"));
	folder_remove(&old.folder);
}

static void a_row_that_was_changed_before_is_still_found(void **state)
{
	struct old_file old = open_old_with_rows();
	struct chain_report report;
	struct why why = { 0 };
	(void)state;
	run(old.db, "UPDATE audit SET actor = x'626f62' WHERE turn = 7 AND number = 2");
	assert_int_equal(ERR_STORE_DAMAGED, bring_up_and_verify(&old, &report, &why));
	assert_true(why_says(&why, "turn 7:"));
	folder_remove(&old.folder);
}

/* Retention went row by row, and may have stopped within a turn. */
static void what_retention_had_cut_is_no_gap(void **state)
{
	struct old_file old = open_old_with_rows();
	struct chain_report report;
	struct why why = { 0 };
	(void)state;
	run(old.db, "INSERT INTO audit_anchor SELECT 1, turn, number, chain FROM audit"
		    " WHERE turn = 7 AND number = 1;"
		    "DELETE FROM audit WHERE (turn, number) <= (7, 1)");
	if (bring_up_and_verify(&old, &report, &why)) fail_msg("%s", why.text);
	assert_int_equal(ROWS - 13, report.rows);
	folder_remove(&old.folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_are_packed_and_their_links_hold_as_before),
		cmocka_unit_test(a_row_that_was_changed_before_is_still_found),
		cmocka_unit_test(what_retention_had_cut_is_no_gap),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
