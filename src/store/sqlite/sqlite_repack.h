/* How the audit of an older file is brought into the form that it has now. */
#ifndef BELFRY_STORE_SQLITE_SQLITE_REPACK_H
#define BELFRY_STORE_SQLITE_SQLITE_REPACK_H

#include "base/err.h"

#include <sqlite3.h>

/* Inside of the transaction of its migration; the table of single rows is gone afterwards. */
MUST_USE enum err audit_repack(sqlite3 *db, struct why *why);

#endif
