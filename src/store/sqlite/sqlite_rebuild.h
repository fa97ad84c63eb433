/* Makes the lists by tenant anew, in a store that no server has open. For `belfry doctor`. */
#ifndef BELFRY_STORE_SQLITE_SQLITE_REBUILD_H
#define BELFRY_STORE_SQLITE_SQLITE_REBUILD_H

#include "base/err.h"
#include "base/str.h"

/* Empties the lists and fills them from their tables, all or nothing; no row of a table is changed.
 * ERR_CONFLICT: a server has the store; ERR_STORE: it is no store, or of an older version, which
 * the next start upgrades; ERR_STORE_DAMAGED: it cannot be read. */
MUST_USE enum err sqlite_rebuild_lists(str path, u64 *out_entries, struct why *why);

#endif
