/* The server's part of `belfry restore`: where the settings place the store and its key, and
 * whether the key opens the backup's secrets. */
#ifndef BELFRY_SERVER_RESTORE_H
#define BELFRY_SERVER_RESTORE_H

#include "cli/doors.h"
#include "server/config.h"

struct restore_host {
	const struct config *config;
	msec now; /* part of the names of files that are kept */
	finding_progress *progress;
	void *progress_context;
};

/* As sqlite_restore; and ERR_CONFLICT if the key does not open the backup's secrets. */
MUST_USE enum err restore_run(const struct restore_host *host, const struct restore_wish *wish,
			      struct restored *out_restored, struct why *why);

#endif
