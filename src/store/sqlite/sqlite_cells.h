/* Rows to and from statements, by the tables of columns.def, and the check of each group. */
#ifndef BELFRY_STORE_SQLITE_SQLITE_CELLS_H
#define BELFRY_STORE_SQLITE_SQLITE_CELLS_H

#include "model/audit.h"
#include "model/rows.h"
#include "model/stats.h"
#include "store/sqlite/columns.def"

#include <sqlite3.h>

/* A turn's row in the journal. `chain` is the digest of the turn before and of this one. */
struct journal_row {
	u64 turn;
	msec wall;
	u32 entries;
	struct digest chain;
	str packed;
};

/* A row of statistics as it is kept, and up to which turn of the journal all are. */
struct stats_kept {
	struct stats_key key;
	str cells; /* packed */
};

struct stats_turn {
	u64 turn;
	msec wall;
};

/* Lists by tenant, sqlite_lists.c: which, and up to which id all rows are in it. The last is that
 * of turns, sqlite_turns.c: up to which turn. */
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

/* Some turns that are about a tenant: with entries of the journal, or rows of the audit, of it. */
enum turn_kind { TURNS_OF_JOURNAL, TURNS_OF_AUDIT, TURN_KINDS };
enum { OWNED_TURNS_MAX = 512 }; /* in one row */

struct owned_turns_row {
	u32 tenant;
	enum turn_kind kind;
	u64 last;
	u64 first;
	str later; /* how far each turn behind the first is from the one before, as varints */
};

/* The audit rows of a turn, packed. `chain` is the digest of the turn before and of this one. */
struct audit_turn {
	u64 turn;
	msec at;
	u32 rows;
	bool is_by_row; /* written when each row was a link of its own */
	struct digest chain;
	str packed;
};

enum column_group {
#define X(name, table, row, columns, check) GROUP_##name,
	COLUMN_GROUPS(X)
#undef X
		GROUP_COUNT
};

/* A statement, and the parameter or column that comes next. */
struct cells {
	sqlite3_stmt *stmt;
	int at;
};

static inline struct cells cells_to_bind(sqlite3_stmt *stmt)
{
	return (struct cells){ stmt, 1 };
}

static inline struct cells cells_to_read(sqlite3_stmt *stmt)
{
	return (struct cells){ stmt, 0 };
}

/* Binds a group and its check. What it points to must live until the statement was run. `id`: whose
 * group it is; NULL where the group names that itself. */
void cells_bind(struct cells *cells, enum column_group group, const void *row,
		const struct uuid *id);

/* Reads a group into `out_row`, whose other members stay. False: it does not fit its check; then
 * out_row holds what nobody may use. Texts borrow from SQLite until the statement moves on. */
MUST_USE bool cells_read(struct cells *cells, enum column_group group, const struct uuid *id,
			 void *out_row);

/* A reminder, without its texts; and these. False: damaged. Texts borrow from the statement. */
MUST_USE bool read_reminder(struct cells *cells, struct reminder_row *out_row);
MUST_USE bool read_reminder_texts(struct cells *cells, struct reminder_row *row);
/* By whom the check of a daily window's second group is seeded. */
struct uuid daily_owner(tenant_no tenant, str user);
/* A person's daily window, both groups of it. False: damaged. Texts borrow from the statement. */
MUST_USE bool read_daily(struct cells *cells, struct daily_row *out_row);

/* The turns of a row, the oldest first; false: it cannot be read. */
MUST_USE bool owned_turns_unpack(const struct owned_turns_row *row, u64 out_turns[OWNED_TURNS_MAX],
				 u32 *out_len);
/* How far a list of turns goes, as tenant_lists has it. */
u64 turn_of_place(const struct uuid *place);

/* The check that stands in the row. */
i32 cells_check(enum column_group group, const void *row, const struct uuid *id);

/* Single values. */
void cells_bind_i64(struct cells *cells, i64 value);
void cells_bind_uuid(struct cells *cells, const struct uuid *id);
void cells_bind_link(struct cells *cells, const struct uuid *id); /* nil: NULL */
void cells_bind_text(struct cells *cells, str text);
void cells_bind_digest(struct cells *cells, const struct digest *digest);
void cells_bind_bytes(struct cells *cells, str bytes);
struct uuid cells_read_uuid(struct cells *cells); /* nil when it is none */
str cells_read_bytes(struct cells *cells);

#endif
