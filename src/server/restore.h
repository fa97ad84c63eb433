/* The door behind `belfry restore`: where the store and its key are by the settings, and whether
 * the key opens the secrets of the backup. */
#ifndef BELFRY_SERVER_RESTORE_H
#define BELFRY_SERVER_RESTORE_H

#include "cli/doors.h"
#include "server/config.h"

struct restore_host {
	const struct config *config;
	msec now; /* names what is kept */
	finding_progress *progress;
	void *progress_context;
};

/* As sqlite_restore says; and ERR_CONFLICT where the key does not open the backup's secrets. */
MUST_USE enum err restore_run(const struct restore_host *host, const struct restore_wish *wish,
			      struct restored *out_restored, struct why *why);

#endif
