/* The tables, and how an older file gets them. */
#ifndef BELFRY_STORE_SQLITE_SQLITE_SCHEMA_H
#define BELFRY_STORE_SQLITE_SQLITE_SCHEMA_H

#include "base/err.h"
#include "store/sqlite/sqlite_file.h"

#include <sqlite3.h>

/* "BELF", what SQLite's header names as the application; and "BELB" of a backup, so that one is
 * known for what it is before SQLite opens it beside a log that is not its own. */
enum { SCHEMA_APPLICATION = 0x42454c46, SCHEMA_BACKUP = 0x42454c42 };

/* The version this program writes. */
u32 schema_version(void);

/* Whether the file is ours, and of a version we know. An empty file is version 0. */
MUST_USE enum err schema_check(sqlite3 *db, struct why *why, u32 *out_version);

/* Changes whose file it is, and syncs it. Only of a file that nobody has open and that has no log.
 */
MUST_USE enum err schema_stamp(const struct file_path *path, u32 application, struct why *why);

/* Brings a file of `version` up to schema_version, one transaction a step. */
MUST_USE enum err schema_migrate(sqlite3 *db, u32 version, struct why *why);

#endif
