/* A copy of a store while it runs. */
#ifndef BELFRY_STORE_SQLITE_SQLITE_BACKUP_H
#define BELFRY_STORE_SQLITE_SQLITE_BACKUP_H

#include "store/sqlite/sqlite_examine.h"

/* Copies the store at `from` into a new file `to`, as it is at one moment, and reads every row of
 * the copy; on any error there is no file. Damaged rows of the store are no error: the report
 * counts them. Safe beside a running server, from any thread or process: it only reads. It takes
 * as long as the file is large. The copy is no store: `belfry restore` makes one of it. */
MUST_USE enum err sqlite_backup(str from, str to, struct examine_report *out_report,
				struct why *why);

#endif
