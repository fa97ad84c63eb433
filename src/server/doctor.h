/* The checks of `belfry doctor` on this machine: clock, zone data, data folder, disk, store. */
#ifndef BELFRY_SERVER_DOCTOR_H
#define BELFRY_SERVER_DOCTOR_H

#include "cli/doors.h"
#include "host/tzdir.h"
#include "server/config.h"

/* The callbacks and facts for the findings. `tzdir` NULL: there is no zone data, for the reason in
 * `tz_why`. */
struct doctor_host {
	const struct config *config;
	const struct tzdir *tzdir;
	const char *tz_why;
	msec now;
};

void doctor_examine(const struct doctor_host *host, finding_report *tell,
		    finding_progress *progress, void *context);

/* Appends the path of the store of these settings to `out`. ERR_USAGE: the store is not a file. */
MUST_USE enum err doctor_store_path(const struct config *config, struct buf *out, struct why *why);

/* Makes the store's lists by tenant anew; errors as sqlite_rebuild_lists. */
MUST_USE enum err doctor_repair_lists(const struct config *config, u64 *out_entries,
				      struct why *why);
/* Moves the damaged rows of a table to a file; errors as sqlite_set_aside. ERR_USAGE: rows of this
 * table cannot be set aside. What became of them is added to `out`. */
MUST_USE enum err doctor_set_aside(const struct config *config, str table, msec now,
				   struct buf *out, struct why *why);

#endif
