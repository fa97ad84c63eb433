/* The facts about a row that does not fit its check. */
#ifndef BELFRY_STORE_SQLITE_SQLITE_DAMAGE_H
#define BELFRY_STORE_SQLITE_SQLITE_DAMAGE_H

#include "store/damage.h"

#include <sqlite3.h>

/* By what the key of the row says that the statement stands on: the statement's first column must
 * be one of its table. Without the tenant's name. */
struct damaged_row damaged_row_of(sqlite3_stmt *stmt);
/* The number of its tenant; 0: it names none. */
u32 damaged_row_tenant(sqlite3_stmt *stmt);
/* Tells of that row with the names that its key has as numbers: its tenant's, its type's or its
 * queue's. Reads them by `db`. `table` NULL: the one of the statement's first column. */
void damaged_row_tell(sqlite3 *db, sqlite3_stmt *stmt, const char *table,
		      const struct damage_sink *sink);

#endif
