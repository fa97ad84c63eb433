/* Moves the damaged rows of a table of settings to a file, in a store that no server has open, so
 * that a start is not refused for them. For `belfry doctor`. */
#ifndef BELFRY_STORE_SQLITE_SQLITE_ASIDE_H
#define BELFRY_STORE_SQLITE_SQLITE_ASIDE_H

#include "base/buf.h"
#include "store/damage.h"

/* The file stands beside the store, "belfry.db-set-aside-pauses-20261118T040500Z.sql" where `stamp`
 * is "20261118T040500Z": an INSERT a row, readable by its owner alone. It lasts before a row is
 * removed; all rows are, or none. Its path is added to `out_file`; no damaged row: no file, nothing
 * is added. Errors as sqlite_rebuild_lists, and ERR_IO: the file cannot be written. */
MUST_USE enum err sqlite_set_aside(str path, const struct aside_table *aside, str stamp,
				   struct buf *out_file, u64 *out_rows, struct why *why);

#endif
