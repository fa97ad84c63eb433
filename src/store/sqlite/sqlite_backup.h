/* A copy of a store while it runs. */
#ifndef BELFRY_STORE_SQLITE_SQLITE_BACKUP_H
#define BELFRY_STORE_SQLITE_SQLITE_BACKUP_H

#include "base/err.h"
#include "base/str.h"

/* Copies the store at `from` into a new file `to`, as it is at one moment, and looks the copy over;
 * on any error there is no file. Safe beside a running server, from any thread or process: it only
 * reads. It takes as long as the file is large. */
MUST_USE enum err sqlite_backup(str from, str to, struct why *why);

/* Whether the file is one of ours and sound in its structure. Only reads, as a backup does.
 * ERR_STORE_DAMAGED: it is not. */
MUST_USE enum err sqlite_look_over(str path, struct why *why);

#endif
