/* The lists by tenant against the tables whose rows they list. */
#ifndef BELFRY_STORE_SQLITE_SQLITE_COMPARE_H
#define BELFRY_STORE_SQLITE_SQLITE_COMPARE_H

#include "store/sqlite/sqlite_cells.h"
#include "store/sqlite/sqlite_examine.h"

/* Compares one list with its table, both as they are at one moment; only reads, a row at a time.
 * Tells sink->stray each difference and adds their number to *strays. An error: the list or its
 * table cannot be read to its end. */
MUST_USE enum err list_compare(sqlite3 *db, enum owned_list list, const struct examine_sink *sink,
			       u64 *strays, struct why *why);
/* The same of the turns that are about each tenant, of the journal or of the audit. */
MUST_USE enum err turns_compare(sqlite3 *db, enum turn_kind kind, const struct examine_sink *sink,
				u64 *strays, struct why *why);
/* Unique keys: segments against their filters, unfinished runs against their keys. out_wrong: how
 * many are not found that should be. */
MUST_USE enum err keys_compare(sqlite3 *db, u64 *out_wrong, struct why *why);

#endif
