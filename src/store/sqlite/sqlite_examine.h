/* Every row of a store, read and compared with its check; and SQLite's own look at trees and
 * indexes. For `belfry doctor`, and for whoever makes or takes a backup. */
#ifndef BELFRY_STORE_SQLITE_SQLITE_EXAMINE_H
#define BELFRY_STORE_SQLITE_SQLITE_EXAMINE_H

#include "base/err.h"
#include "store/query.h"

enum { EXAMINE_FAULTS_MAX = 20 };

/* A row that a tenant's list lacks, or an entry of a list that has no such row. */
struct stray_entry {
	const char *list; /* "tenant_runs" */
	struct uuid id;   /* of the row; nil: it is a turn's */
	u64 turn;
	str tenant;      /* whose row, or whose list; empty: nobody knows */
	bool is_missing; /* else it is there, and nobody has such a row */
};

/* The state of a store as seen without opening it: reasons for which a start would refuse it, and
 * losses of its log. */
struct store_state {
	bool is_in_use; /* by a server: then nothing else is looked at */
	u64 log_frames; /* up to the last commit that can be read */
	u64 log_frames_dropped;
	u64 log_commits_dropped;
};
/* ERR_STORE, ERR_STORE_DAMAGED: a start would be refused, `why` says why and what to do. */
MUST_USE enum err sqlite_state(str path, struct store_state *out_state, struct why *why);

/* Listeners of an examination; each may be NULL. */
struct examine_sink {
	void *context;
	/* So many rows of so many; `table`: at which it is. `all` 0: the structure is looked at. */
	void (*progress)(void *context, const char *table, u64 done, u64 all);
	void (*damaged)(void *context, const struct damaged_row *row); /* each of them */
	void (*fault)(void *context, const char *words); /* of the structure, the first few */
	void (*stray)(void *context, const struct stray_entry *entry); /* each of them */
	msec ahead_of; /* jobs that are decided behind it are counted; 0: they are not */
};

struct examine_report {
	u64 rows;
	u64 damaged;
	u64 faults; /* of the structure */
	u64 strays; /* of the lists by tenant: sqlite_lists_rebuild mends them */
	u64 ahead;  /* active jobs that are decided behind `ahead_of`, and how far the last is */
	msec ahead_through;
	u64 ahead_windows, ahead_reminders;
	bool is_older; /* of an older version: rows were not read */
	u32 version;
};

/* Only reads, also beside a running server: each table as it is at one moment. ERR_STORE_DAMAGED:
 * the file cannot be read at all; ERR_STORE: it is not a store. Damage that was found is no error:
 * the report counts it. */
MUST_USE enum err sqlite_examine(str path, const struct examine_sink *sink,
				 struct examine_report *out_report, struct why *why);

#endif
