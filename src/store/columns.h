/* Rows as groups of columns: where each member is in its struct, the names of a group in a
 * database, and the checksum of each group. Every store that writes columns uses these tables. */
#ifndef BELFRY_STORE_COLUMNS_H
#define BELFRY_STORE_COLUMNS_H

#include "model/audit.h"
#include "model/rows.h"
#include "model/stats.h"
#include "store/groups.def"

/* A turn's row in the journal. `chain` is the digest of this turn and of the turn before. */
struct journal_row {
	u64 turn;
	msec wall;
	u32 entries;
	struct digest chain;
	str packed;
};

/* A stored row of statistics, and the turn of the journal up to which its numbers are complete. */
struct stats_kept {
	struct stats_key key;
	str cells; /* packed */
};

struct stats_turn {
	u64 turn;
	msec wall;
};

/* Lists by tenant (sqlite_lists.c): which list, and the id up to which it is complete. For the last
 * list, of turns (sqlite_turns.c), the turn up to which it is complete. */
enum owned_list {
	LIST_RUNS,
	LIST_EXECUTIONS,
	LIST_EFFECTS,
	OWNED_LISTS,
	LIST_TURNS = OWNED_LISTS,
};

struct owned_list_row {
	enum owned_list list;
	struct uuid through;
};

/* Turns that concern a tenant: with journal entries, or with audit rows, of that tenant. */
enum turn_kind { TURNS_OF_JOURNAL, TURNS_OF_AUDIT, TURN_KINDS };
enum { OWNED_TURNS_MAX = 512 }; /* in one row */

struct owned_turns_row {
	u32 tenant;
	enum turn_kind kind;
	u64 last;
	u64 first;
	str later; /* the distance of each later turn from the one before, as varints */
};

/* Unique keys (doc/adr/0042): what a turn did to them, packed; a segment of the records of older
 * turns, in order of their hashes; a block of it, or a part of its filter. */
struct key_turn_row {
	u64 place;
	str packed;
};

enum key_segment_state {
	KEY_SEGMENT_LIVE = 1,
	KEY_SEGMENT_BUILDING, /* a merge writes it: found at a start, it is garbage */
	KEY_SEGMENT_GARBAGE,  /* its rows are being removed */
};

struct key_segment_row {
	u32 number;
	u32 age; /* a higher one has newer records */
	u32 level;
	enum key_segment_state state;
	u64 records;
	u32 parts;     /* of its filter */
	msec worth_at; /* from then on about half of its records count no more */
};

struct key_block_row {
	i64 id; /* the segment's number, and 31 bits: of the first hash, or which part */
	str packed;
};

/* The audit rows of a turn, packed. `chain` is the digest of this turn and of the turn before. */
struct audit_turn {
	u64 turn;
	msec at;
	u32 rows;
	bool is_by_row; /* from an earlier version, which chained each row by itself */
	struct digest chain;
	str packed;
};

enum column_group {
#define X(name, table, row, columns, check, owner) GROUP_##name,
	COLUMN_GROUPS(X)
#undef X
		GROUP_COUNT
};

enum column_kind {
	COLUMN_U32,
	COLUMN_LATER,
	COLUMN_LATER_I64,
	COLUMN_I64,
	COLUMN_BOOL,
	COLUMN_UUID,
	COLUMN_DIGEST,
	COLUMN_BYTES,
	COLUMN_TEXT,
	COLUMN_LINK,
	COLUMN_LATER_LINK,
	COLUMN_LATER_BYTES,
	COLUMN_STEPS,
	COLUMN_CLASSES,
	COLUMN_ROUTE,
	COLUMN_DEPENDENCIES,
	COLUMN_LINKS,
	COLUMN_LATER_CLASSES,
};

struct column {
	u16 offset;
	u8 kind; /* enum column_kind */
};

/* The owner whose id seeds the checksum of a group: none, the row of this id, or a person. */
enum check_owner { OWNER_NONE, OWNER_ID, OWNER_PERSON };

/* A group of columns; `names` as "id, tenant, ". */
struct columns {
	const struct column *at;
	u32 len;
	enum check_owner owner;
	const char *names;
	const char *table;
	const char *check; /* the column with the checksum */
	size_t row_bytes;  /* the size of the struct that has the members */
};

extern const struct columns column_groups[GROUP_COUNT];

static inline bool column_kind_is_text(enum column_kind kind)
{
	return kind == COLUMN_BYTES || kind == COLUMN_TEXT || kind == COLUMN_LATER_BYTES;
}

/* A list with a number before it (DEPENDENCIES, LINKS): the bytes after the number, and the size of
 * an element. */
str counted_bytes(enum column_kind kind, const void *at);
size_t counted_size(enum column_kind kind);

/* The seed of the checksum of a daily window's second group. */
struct uuid daily_owner(tenant_no tenant, str user);

/* The checksum that is stored in the row. `id`: the owner of the group; NULL where the group names
 * its owner itself. */
i32 columns_check(enum column_group group, const void *row, const struct uuid *id);

#endif
