/* A connection to the file: how it is set up, and what SQLite's codes mean to us. */
#ifndef BELFRY_STORE_SQLITE_SQLITE_LINK_H
#define BELFRY_STORE_SQLITE_SQLITE_LINK_H

#include "base/err.h"
#include "store/sqlite/sqlite_file.h"

#include <sqlite3.h>

enum link_kind {
	LINK_WRITER, /* the one that writes and checkpoints */
	LINK_READER, /* reads only, never checkpoints, not even when it is closed */
	LINK_BACKUP, /* a reader that may write one other file */
};

struct link_config {
	const struct file_path *path;
	const char *vfs; /* NULL: the system's */
	enum link_kind kind;
	u32 cache_kib;
};

MUST_USE enum err link_open(const struct link_config *config, struct why *why, sqlite3 **out_db);
void link_close(sqlite3 *db); /* NULL: nothing */
/* Whether the log is brought into the file and removed when this connection, the last one, is
 * closed. Not, unless it is said. */
void link_end_log_on_close(sqlite3 *db, bool ends);

/* The error for the code of the last call. A broken promise of ours (a constraint, a misuse) stops
 * the process. */
enum err link_err(sqlite3 *db, int code);
/* The same of a write: here a disk that does not do what it is told is ERR_STORE_SYNC, while one
 * that is full is ERR_STORE. */
enum err link_write_err(sqlite3 *db, int code);
/* Whether the last call failed since the disk is full. */
bool link_is_full(sqlite3 *db);

/* As err, with SQLite's own words in `why`. */
enum err link_fail(sqlite3 *db, int code, struct why *why, const char *what);

/* A statement without parameters and rows. */
MUST_USE enum err link_run(sqlite3 *db, const char *sql, struct why *why);
/* A statement whose first row's first column is a number. */
MUST_USE enum err link_number(sqlite3 *db, const char *sql, struct why *why, i64 *out_number);

/* The mark that a write failed: the next start looks before it trusts. Best effort on a disk that
 * has just failed; the check is also run when SQLite itself finds something wrong. */
void mark_leave(const struct file_path *path, const char *vfs);
bool mark_is_there(const struct file_path *path, const char *vfs);
void mark_remove(const struct file_path *path, const char *vfs);

/* Makes the log durable as it reads now: the disk may have lost parts of it although they still
 * read as written, so every byte is written again, and synced. */
MUST_USE enum err log_secure(const struct file_path *path, const char *vfs_name);
/* Makes the log so long at least, with zeros behind what it holds; 0: leaves it as it is. */
MUST_USE enum err log_lay_out(const struct file_path *path, const char *vfs_name, u32 pages);

#endif
