/* Rows to and from statements, by the tables of store/columns.h. */
#ifndef BELFRY_STORE_SQLITE_SQLITE_CELLS_H
#define BELFRY_STORE_SQLITE_SQLITE_CELLS_H

#include "store/columns.h"
#include "store/sqlite/names.def"

#include <sqlite3.h>

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

/* Binds the first columns of a group, without a check. */
void cells_bind_first(struct cells *cells, const struct columns *columns, u32 len, const void *row);

/* Reads a group into `out_row`, whose other members stay. False: it does not fit its check; then
 * out_row holds what nobody may use. Texts borrow from SQLite until the statement moves on. */
MUST_USE bool cells_read(struct cells *cells, enum column_group group, const struct uuid *id,
			 void *out_row);

/* A reminder, without its texts; and these. False: damaged. Texts borrow from the statement. */
MUST_USE bool read_reminder(struct cells *cells, struct reminder_row *out_row);
MUST_USE bool read_reminder_texts(struct cells *cells, struct reminder_row *row);
/* A person's daily window, both groups of it. False: damaged. Texts borrow from the statement. */
MUST_USE bool read_daily(struct cells *cells, struct daily_row *out_row);

/* The turns of a row, the oldest first; false: it cannot be read. */
MUST_USE bool owned_turns_unpack(const struct owned_turns_row *row, u64 out_turns[OWNED_TURNS_MAX],
				 u32 *out_len);
/* How far a list of turns goes, as tenant_lists has it. */
u64 turn_of_place(const struct uuid *place);

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
