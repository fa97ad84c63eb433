/* Which run has a unique key: appended by each turn, found without an index that random keys would
 * scatter over (doc/adr/0042).
 *
 *   sqlite_keys_find.c   reads what is there, and finds a key in it; also for `belfry doctor`
 *   sqlite_keys.c        writes what a commit has
 *   sqlite_keys_merge.c  segments are made of turns, and of smaller segments
 *   sqlite_keys_old.c    rows of unique_keys, as stores of before have them
 *
 * A turn writes its records into one row (key_turns), and into a table in memory. When that is
 * full, its records are sorted by their hash and written as a segment: blocks that fill a page
 * each, and a filter that says which hashes it cannot have. Segments of a level are merged into one
 * of the next, a few thousand records at a time.
 *
 * Invariants, between calls, once known:
 *   - `open` has the newest record of each key that a row of key_turns names, and no other
 *   - a key is whatever its newest record says: in `open`, else in the newest segment that has one
 *   - live segments are in order of age, and no two have records of the same turn
 *   - a key stands in unique_keys only if it has no record here */
#ifndef BELFRY_STORE_SQLITE_SQLITE_KEYS_H
#define BELFRY_STORE_SQLITE_SQLITE_KEYS_H

#include "base/buf.h"
#include "store/key_records.h"
#include "store/sqlite/sqlite_cells.h"

enum {
	KEY_SEGMENTS_MAX = 512,
	KEY_INPUTS = 8, /* so many segments are merged into one */
	KEY_LEVELS = 16,
	KEY_ABSENT = 2048,
};

struct key_segment {
	struct key_segment_row row;
	u8 **parts;   /* of its filter; NULL each: not in memory */
	bool is_busy; /* it is being merged */
};

struct key_merge;

struct keys {
	/* Set once. */
	sqlite3 *db;
	sqlite3_stmt *turns, *segments, *block, *filter, *old;
	void (*damaged)(void *context);
	void *context;
	u32 open_max;    /* a turn that finds more makes a segment of them */
	u32 step;        /* records that are merged at once */
	u32 filters_max; /* parts of filters that memory may hold */
	/* The content of the file. */
	bool is_known;
	bool has_old;            /* rows in unique_keys */
	struct key_record *open; /* a hash table; a slot without a hash is free */
	u32 open_slots;
	u32 open_len;
	u64 last_place;
	u32 last_number;
	struct key_segment live[KEY_SEGMENTS_MAX]; /* the oldest first */
	u32 live_len;
	struct key_segment_row garbage[KEY_SEGMENTS_MAX];
	u32 garbage_len;
	/* Work that goes on. */
	struct buf turn; /* the records of the transaction under way */
	struct key_merge *merges[KEY_LEVELS];
	u64 credit; /* of records that may be merged: each new one brings some */
	struct key_hash absent[KEY_ABSENT]; /* that no segment has, by their first bits */
	u32 filters;                        /* parts that are in memory */
	u32 evict_at, evict_part;
};

/* ---- sqlite_keys_find.c --------------------------------------------------------------------- */

void keys_init(struct keys *keys);
void keys_done(struct keys *keys);
/* After a transaction that failed: what is in memory is ahead of the file. */
void keys_forget(struct keys *keys);
/* Reads what is there, unless it is known. */
MUST_USE enum err keys_know(struct keys *keys);
/* The newest record of a hash; a key that was given back is not found. */
MUST_USE enum err keys_find_record(struct keys *keys, const struct key_hash *hash, bool *out_found,
				   struct key_record *out_record);
/* Whether any segment may have it, by their filters. */
MUST_USE enum err keys_may_have(struct keys *keys, const struct key_hash *hash, bool *out_may);
MUST_USE enum err key_segment_may_have(struct keys *keys, struct key_segment *segment,
				       const struct key_hash *hash, bool *out_may);
/* A record into `open`, in place of the one there. */
MUST_USE enum err keys_open_put(struct keys *keys, const struct key_record *record);
/* Empties `open`: copies its records, in no order, and says how many they were. */
u32 keys_open_take(struct keys *keys, struct key_record *out_records);
void key_segment_close(struct keys *keys, struct key_segment *segment);

/* The ids of a segment's blocks and parts: from .. to. */
static inline i64 key_first_id(u32 segment)
{
	return (i64)segment << KEY_PREFIX_BITS;
}

static inline i64 key_last_id(u32 segment)
{
	return key_first_id(segment + 1) - 1;
}

/* ---- sqlite_keys.c -------------------------------------------------------------------------- */

struct sqlite_store;
struct turn;

MUST_USE enum err find_key(struct sqlite_store *store, const struct unique_key *key,
			   bool *out_found, struct unique_row *out_row);
/* Within a commit. */
MUST_USE enum err put_key(struct sqlite_store *store, const struct unique_row *row, msec wall);
MUST_USE enum err delete_key(struct sqlite_store *store, const struct unique_key *key);
/* At its end: writes what was put and deleted, and merges a little. */
MUST_USE enum err write_keys(struct sqlite_store *store, msec wall);
/* A record within a transaction, without asking who had the key. */
MUST_USE enum err add_key_record(struct sqlite_store *store, const struct key_record *record);

/* ---- sqlite_keys_merge.c -------------------------------------------------------------------- */

/* A segment of all that is in `open`. */
MUST_USE enum err keys_make_segment(struct sqlite_store *store, msec wall);
/* A bounded step of merging and of removing what was merged; out_more: there is more to do. */
MUST_USE enum err keys_merge_step(struct sqlite_store *store, msec wall, bool *out_more);
/* The same without new records: also looks whether the oldest records are worth leaving out. */
MUST_USE enum err tend_segments(struct sqlite_store *store, msec wall, bool *out_more);
void key_merges_forget(struct keys *keys);

/* ---- sqlite_keys_old.c ---------------------------------------------------------------------- */

MUST_USE enum err find_old_key(struct sqlite_store *store, const struct unique_key *key,
			       bool *out_found, struct unique_row *out_row);
MUST_USE enum err delete_old_key(struct sqlite_store *store, const struct unique_key *key);
/* Moves so many rows, those that count no more are removed. */
MUST_USE enum err tend_old_keys(struct sqlite_store *store, msec wall, u32 rows_max,
				bool *out_more);

#endif
