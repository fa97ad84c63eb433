/* Every row of a store, read and compared with its check; and SQLite's own look at trees and
 * indexes. For `belfry doctor`, and for whoever makes or takes a backup. */
#ifndef BELFRY_STORE_SQLITE_SQLITE_EXAMINE_H
#define BELFRY_STORE_SQLITE_SQLITE_EXAMINE_H

#include "base/err.h"
#include "store/query.h"

enum { EXAMINE_FAULTS_MAX = 20 };

/* What is seen without opening it: what a start would refuse, and what its log has lost. */
struct store_state {
	bool is_in_use; /* by a server: then nothing else is looked at */
	u64 log_frames; /* up to the last commit that can be read */
	u64 log_frames_dropped;
	u64 log_commits_dropped;
};
/* ERR_STORE, ERR_STORE_DAMAGED: a start would be refused, `why` says why and what to do. */
MUST_USE enum err sqlite_state(str path, struct store_state *out_state, struct why *why);

/* Who is told; each may be NULL. */
struct examine_sink {
	void *context;
	/* So many rows of so many; `table`: at which it is. `all` 0: the structure is looked at. */
	void (*progress)(void *context, const char *table, u64 done, u64 all);
	void (*damaged)(void *context, const struct damaged_row *row); /* each of them */
	void (*fault)(void *context, const char *words); /* of the structure, the first few */
};

struct examine_report {
	u64 rows;
	u64 damaged;
	u64 faults;    /* of the structure */
	bool is_older; /* of an older version: rows were not read */
	u32 version;
};

/* Only reads, also beside a running server: each table as it is at one moment. ERR_STORE_DAMAGED:
 * the file cannot be read at all; ERR_STORE: it is not a store. Damage that was found is no error:
 * the report counts it. */
MUST_USE enum err sqlite_examine(str path, const struct examine_sink *sink,
				 struct examine_report *out_report, struct why *why);

#endif
