/* The durable store of one node: one SQLite file. What a commit has answered with ERR_OK survives
 * a crash of the process and of the machine.
 *
 * One process, one writing connection: it does every write and every checkpoint. Listings
 * (store/query.h) read through connections of their own, which never write and never checkpoint.
 *
 * Each row carries a check of what it holds. A row that does not fit its check is never handed out:
 * see doc/internals/store.md for what that means in each place, and for what no check can see. */
#ifndef BELFRY_STORE_SQLITE_SQLITE_H
#define BELFRY_STORE_SQLITE_SQLITE_H

#include "store/query.h"
#include "store/store.h"

struct sqlite_store;

struct sqlite_config {
	str path; /* of the file; its folder is made, for its owner alone, if it is missing */
	const char *vfs; /* a SQLite VFS by name, for tests: then there is no lock file and nobody
			    asks who owns the file; NULL: the system's */
	u32 cache_kib;   /* of pages kept in memory; 0: 32 MiB */
	u32 recent_keys; /* unique keys that are found in memory before a segment is made of them;
			    0: 16,384 */
	u32 key_filters_kib; /* of filters of unique keys kept in memory; 0: 32 MiB */
	u32 wal_pages;   /* the log is brought into the file when it is longer; 0: 4,000 */
	u32 wal_ahead; /* the log is made so many pages long at the start: commits are steadier when
			  it does not grow; 0: it grows as it needs */
	u64 reserve_bytes;         /* set aside beside the file, given up when the disk is full, see
				      sqlite_file.h; 0: none */
	struct damage_sink damage; /* told of each damaged row that is met by the writer */
};

/* Opens the file, or makes a new one; brings an older one up to date. Refused, by name: a file of a
 * newer version, a file that is none of ours, one that another process has open, one that others
 * may write. */
MUST_USE enum err sqlite_store_open(const struct sqlite_config *config, struct why *why,
				    struct sqlite_store **out_store);

/* The log as the start found it, after a process that did not end well. Frames behind the last
 * commit that could be read are dropped; commits among them were written and are lost: at most the
 * last may not have been acknowledged. */
struct sqlite_log_found {
	u64 frames;  /* up to the last commit that could be read */
	u64 commits; /* that could be read */
	bool header_is_damaged;
	u64 frames_dropped;
	u64 commits_dropped;
};
struct sqlite_log_found sqlite_store_log(const struct sqlite_store *store);

/* The store as the pump knows it; store_close frees it. */
struct store *sqlite_store_view(struct sqlite_store *store);

/* As store_close, but as if the process had died: nothing is brought into the file any more. */
void sqlite_store_abandon(struct sqlite_store *store);

struct sqlite_counters {
	u64 damaged;     /* rows found damaged and not handed out */
	u64 checkpoints; /* times the log was brought into the file */
	u64 wal_pages;   /* length of the log after the last commit */
	u64 removed;     /* rows that retention took away */
};
struct sqlite_counters sqlite_store_counters(const struct sqlite_store *store);

#endif
