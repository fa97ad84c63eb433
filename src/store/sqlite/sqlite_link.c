/* Every connection is set up here, the writer and the readers, so that none forgets a lock.
 *
 * Defensive mode and an untrusted schema: a file that somebody else prepared cannot make SQLite run
 * functions or damage itself. The limits are far above what our statements need and far below what
 * a prepared file could ask for. */
#include "store/sqlite/sqlite_link.h"

#include "base/must.h"
#include "store/sqlite/sqlite_cells.h"

#include <errno.h>
#include <stdio.h>

enum {
	BUSY_MS = 2000,
	PRAGMA_MAX = 64,
	LENGTH_MAX = 96 << 20, /* the largest journal row, and what surrounds it */
	WAL_BYTES_KEPT = 64 << 20,
	LOG_CHUNK_BYTES = 16 << 10,
};

/* ---- codes -------------------------------------------------------------------------------- */

static bool disk_is_full(sqlite3 *db)
{
	int error = db ? sqlite3_system_errno(db) : 0;
	return error == ENOSPC || error == EDQUOT;
}

enum err link_err(sqlite3 *db, int code)
{
	(void)db;
	switch (code & 0xff) {
	case SQLITE_OK:
	case SQLITE_ROW:
	case SQLITE_DONE: return ERR_OK;
	case SQLITE_NOMEM: return ERR_MEMORY;
	case SQLITE_IOERR: return code == SQLITE_IOERR_NOMEM ? ERR_MEMORY : ERR_STORE;
	case SQLITE_CORRUPT:
	case SQLITE_NOTADB: return ERR_STORE_DAMAGED;
	case SQLITE_INTERRUPT: return ERR_BUSY;
	case SQLITE_CONSTRAINT:
	case SQLITE_MISUSE:
	case SQLITE_RANGE:
	case SQLITE_MISMATCH: must(code == SQLITE_OK); break; /* a statement of ours is wrong */
	default: break;
	}
	return ERR_STORE;
}

bool link_is_full(sqlite3 *db)
{
	int code = sqlite3_extended_errcode(db);
	/* The log's index grows, too, and SQLite does not say why it could not. */
	return code == SQLITE_FULL || code == SQLITE_IOERR_SHMSIZE || disk_is_full(db);
}

enum err link_write_err(sqlite3 *db, int code)
{
	/* The log's index is made anew from the log: that it cannot grow loses nothing. */
	bool is_index = code == SQLITE_IOERR_SHMSIZE || code == SQLITE_IOERR_SHMMAP ||
			code == SQLITE_IOERR_SHMOPEN;
	bool is_disk = (code & 0xff) == SQLITE_IOERR && code != SQLITE_IOERR_NOMEM && !is_index;
	if (is_disk && code != SQLITE_IOERR_READ && !disk_is_full(db)) return ERR_STORE_SYNC;
	return link_err(db, code);
}

enum err link_fail(sqlite3 *db, int code, struct why *why, const char *what)
{
	enum err err = link_err(db, code);
	if (!err) return ERR_OK;
	return fail(why, err, "cannot %s: %s", what,
		    db ? sqlite3_errmsg(db) : sqlite3_errstr(code));
}

/* ---- small statements --------------------------------------------------------------------- */

enum err link_run(sqlite3 *db, const char *sql, struct why *why)
{
	int code = sqlite3_exec(db, sql, NULL, NULL, NULL);
	return code ? link_fail(db, sqlite3_extended_errcode(db), why, "set up the store") : ERR_OK;
}

enum err link_number(sqlite3 *db, const char *sql, struct why *why, i64 *out_number)
{
	sqlite3_stmt *stmt = NULL;
	int code = sqlite3_prepare_v2(db, sql, -1, &stmt, NULL);
	if (code == SQLITE_OK) code = sqlite3_step(stmt);
	if (code == SQLITE_ROW) *out_number = sqlite3_column_int64(stmt, 0);
	sqlite3_finalize(stmt);
	if (code == SQLITE_ROW) return ERR_OK;
	if (code == SQLITE_DONE) return fail(why, ERR_STORE_DAMAGED, "no answer to \"%s\"", sql);
	return link_fail(db, code, why, "read the store");
}

/* ---- setting up --------------------------------------------------------------------------- */

static const struct {
	int limit;
	int value;
} limits[] = {
	{ SQLITE_LIMIT_LENGTH, LENGTH_MAX },   { SQLITE_LIMIT_SQL_LENGTH, 32768 },
	{ SQLITE_LIMIT_COLUMN, 128 },          { SQLITE_LIMIT_EXPR_DEPTH, 100 },
	{ SQLITE_LIMIT_COMPOUND_SELECT, 8 },   { SQLITE_LIMIT_VDBE_OP, 25000 },
	{ SQLITE_LIMIT_FUNCTION_ARG, 8 },      { SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 256 },
	{ SQLITE_LIMIT_VARIABLE_NUMBER, 128 }, { SQLITE_LIMIT_TRIGGER_DEPTH, 1 },
	{ SQLITE_LIMIT_WORKER_THREADS, 0 },
};

static const struct {
	int option;
	int value;
} options[] = {
	{ SQLITE_DBCONFIG_DEFENSIVE, 1 },
	{ SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0 },
	{ SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0 },
	{ SQLITE_DBCONFIG_ENABLE_TRIGGER, 0 },
	{ SQLITE_DBCONFIG_ENABLE_VIEW, 0 },
	{ SQLITE_DBCONFIG_DQS_DML, 0 },
	{ SQLITE_DBCONFIG_DQS_DDL, 0 },
};

static void restrict_link(sqlite3 *db, enum link_kind kind)
{
	for (u32 i = 0; i < countof(limits); i++)
		sqlite3_limit(db, limits[i].limit, limits[i].value);
	sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, kind == LINK_BACKUP ? 1 : 0);
	for (u32 i = 0; i < countof(options); i++)
		sqlite3_db_config(db, options[i].option, options[i].value, (int *)NULL);
	/* The writer ends the log when it is closed, once it was found fit to write: a file that is
	 * refused stays as it is. Nobody else may. */
	sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)NULL);
	sqlite3_extended_result_codes(db, 1);
	sqlite3_busy_timeout(db, BUSY_MS);
}

static enum err set_number(sqlite3 *db, const char *pragma, i64 value, struct why *why)
{
	char sql[PRAGMA_MAX];
	snprintf(sql, sizeof sql, "PRAGMA %s=%lld", pragma, (long long)value);
	return link_run(db, sql, why);
}

static enum err set_up_all(sqlite3 *db, const struct link_config *config, struct why *why)
{
	enum err err = set_number(db, "cache_size", -(i64)config->cache_kib, why);
	if (!err) err = set_number(db, "temp_store", 2, why);
	if (!err) err = set_number(db, "mmap_size", 0, why); /* an I/O error would be a signal */
	if (!err) err = set_number(db, "cell_size_check", 1, why);
	if (!err) err = set_number(db, "wal_autocheckpoint", 0, why);
	return err;
}

/* WAL and FULL: a commit is on the disk when it returns. The step into WAL mode itself is the one
 * commit that goes through a rollback journal: EXTRA makes the journal's removal durable, too. A
 * journal that came back after a power cut would undo all that the log has seen since. */
static enum err set_up_writer(sqlite3 *db, struct why *why)
{
	i64 synchronous = 0;
	enum err err = set_number(db, "page_size", 4096, why);
	if (!err) err = link_run(db, "PRAGMA synchronous=EXTRA", why);
	if (!err) err = link_run(db, "PRAGMA journal_mode=WAL", why);
	if (!err) err = link_run(db, "PRAGMA synchronous=FULL", why);
	if (!err) err = set_number(db, "journal_size_limit", WAL_BYTES_KEPT, why);
	if (!err) err = link_number(db, "PRAGMA synchronous", why, &synchronous);
	if (!err) must(synchronous == 2);
	return err;
}

enum err link_open(const struct link_config *config, struct why *why, sqlite3 **out_db)
{
	sqlite3 *db = NULL;
	int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW;
	flags |= config->kind == LINK_WRITER ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
					     : SQLITE_OPEN_READONLY;
	if (config->vfs) flags &= ~SQLITE_OPEN_NOFOLLOW;
	int code = sqlite3_open_v2(config->path->text, &db, flags, config->vfs);
	enum err err = ERR_OK;
	if (code) err = link_fail(db, code, why, "open the store");
	if (!err) restrict_link(db, config->kind);
	if (!err) err = set_up_all(db, config, why);
	if (!err && config->kind == LINK_WRITER) err = set_up_writer(db, why);
	if (err) link_close(db);
	else *out_db = db;
	return err;
}

void link_end_log_on_close(sqlite3 *db, bool ends)
{
	sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !ends, (int *)NULL);
}

void link_close(sqlite3 *db)
{
	if (db) must(sqlite3_close(db) == SQLITE_OK);
}

/* ---- the mark ----------------------------------------------------------------------------- */

/* Through the VFS, so that a simulated disk has it, too. */

static sqlite3_vfs *vfs_of(const char *name)
{
	return sqlite3_vfs_find(name);
}

void mark_leave(const struct file_path *path, const char *vfs_name)
{
	sqlite3_vfs *vfs = vfs_of(vfs_name);
	struct file_path beside = file_path_beside(path, "-check");
	sqlite3_file *file = vfs ? sqlite3_malloc(vfs->szOsFile) : NULL;
	int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MAIN_JOURNAL;
	if (!file) return;
	memset(file, 0, (size_t)vfs->szOsFile);
	if (vfs->xOpen(vfs, beside.text, file, flags, &flags) == SQLITE_OK) {
		(void)file->pMethods->xWrite(file, "failed\n", 7, 0);
		(void)file->pMethods->xSync(file, SQLITE_SYNC_FULL);
	}
	if (file->pMethods) (void)file->pMethods->xClose(file);
	sqlite3_free(file);
}

bool mark_is_there(const struct file_path *path, const char *vfs_name)
{
	sqlite3_vfs *vfs = vfs_of(vfs_name);
	struct file_path beside = file_path_beside(path, "-check");
	int exists = 0;
	if (!vfs || vfs->xAccess(vfs, beside.text, SQLITE_ACCESS_EXISTS, &exists)) return true;
	return exists;
}

void mark_remove(const struct file_path *path, const char *vfs_name)
{
	sqlite3_vfs *vfs = vfs_of(vfs_name);
	struct file_path beside = file_path_beside(path, "-check");
	if (vfs) (void)vfs->xDelete(vfs, beside.text, 1);
}

/* ---- the log ------------------------------------------------------------------------------ */

static int write_again(sqlite3_file *file)
{
	char bytes[LOG_CHUNK_BYTES];
	sqlite3_int64 size = 0;
	int code = file->pMethods->xFileSize(file, &size);
	for (sqlite3_int64 at = 0; !code && at < size; at += LOG_CHUNK_BYTES) {
		int len = size - at < LOG_CHUNK_BYTES ? (int)(size - at) : LOG_CHUNK_BYTES;
		code = file->pMethods->xRead(file, bytes, len, at);
		if (!code) code = file->pMethods->xWrite(file, bytes, len, at);
	}
	return code;
}

/* Behind what was written the log is filled up: a sync of a file that does not grow has less to
 * write, and is steadier. A reader takes zeros for the log's end. */
static int fill_up(sqlite3_file *file, sqlite3_int64 least)
{
	static const char zeros[LOG_CHUNK_BYTES];
	sqlite3_int64 size = 0;
	int code = file->pMethods->xFileSize(file, &size);
	for (sqlite3_int64 at = size; !code && at < least; at += LOG_CHUNK_BYTES) {
		int len = least - at < LOG_CHUNK_BYTES ? (int)(least - at) : LOG_CHUNK_BYTES;
		code = file->pMethods->xWrite(file, zeros, len, at);
	}
	return code;
}

/* Writes what was there again (`least` is 0), or fills up to `least` bytes, and syncs. */
static enum err log_write(const struct file_path *path, const char *vfs_name, sqlite3_int64 least)
{
	sqlite3_vfs *vfs = vfs_of(vfs_name);
	struct file_path beside = file_path_beside(path, "-wal");
	int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_WAL, exists = 0;
	if (!vfs || vfs->xAccess(vfs, beside.text, SQLITE_ACCESS_EXISTS, &exists)) return ERR_STORE;
	if (!exists) return ERR_OK;
	sqlite3_file *file = sqlite3_malloc(vfs->szOsFile);
	if (!file) return ERR_MEMORY;
	memset(file, 0, (size_t)vfs->szOsFile);
	int code = vfs->xOpen(vfs, beside.text, file, flags, &flags);
	if (!code) code = least ? fill_up(file, least) : write_again(file);
	if (!code) code = file->pMethods->xSync(file, SQLITE_SYNC_FULL);
	if (file->pMethods) (void)file->pMethods->xClose(file);
	sqlite3_free(file);
	if (code == SQLITE_IOERR_FSYNC || code == SQLITE_IOERR_WRITE) return ERR_STORE_SYNC;
	return code ? ERR_STORE : ERR_OK;
}

enum err log_secure(const struct file_path *path, const char *vfs_name)
{
	return log_write(path, vfs_name, 0);
}

enum err log_lay_out(const struct file_path *path, const char *vfs_name, u32 pages)
{
	enum { FRAME_BYTES = 24 + 4096 }; /* of a log's frame: its head and a page */
	return pages ? log_write(path, vfs_name, (sqlite3_int64)pages * FRAME_BYTES) : ERR_OK;
}
