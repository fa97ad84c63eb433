/* Rows by kind: the statements that follow from model/kinds.def, and one way to put, find, delete
 * and tell a row of any kind. */
#ifndef BELFRY_STORE_SQLITE_SQLITE_KINDS_H
#define BELFRY_STORE_SQLITE_SQLITE_KINDS_H

#include "base/buf.h"
#include "store/kinds.h"
#include "store/sqlite/sqlite_cells.h"

enum kind_verb {
	VERB_PUT,
	VERB_DELETE,
	VERB_FIND, /* by its key */
	VERB_HELD, /* what memory always holds, by key */
	VERB_DROP, /* all of a tenant */
	VERB_PAST, /* so many of those that are past their time, the oldest first */
	KIND_VERBS
};

enum { KIND_SQL_MAX = 16 << 10 };

/* The statement; false: the kind has none. */
bool kind_sql(enum row_kind kind, enum kind_verb verb, struct buf *out);

struct sqlite_store;

MUST_USE enum err kind_put(struct sqlite_store *store, enum row_kind kind, const void *row);
/* Of `key` the members of the key count. */
MUST_USE enum err kind_delete(struct sqlite_store *store, enum row_kind kind, const void *key);
/* The rows of a tenant, of every kind that goes with it. */
MUST_USE enum err kinds_drop(struct sqlite_store *store, tenant_no tenant);

/* Removes rows of a kind that are past their time, so many at most. */
MUST_USE enum err kind_forget(struct sqlite_store *store, enum row_kind kind, msec wall,
			      const struct retention *retention, u32 *out_removed);

/* The row of a key. Damaged: noted, and not found; out_damaged says so, where it is not NULL. Texts
 * borrow from SQLite until kind_done, which follows in any case. */
MUST_USE enum err kind_find(struct sqlite_store *store, enum row_kind kind, const void *key,
			    bool *out_found, bool *out_damaged, void *out_row);
void kind_done(struct sqlite_store *store, enum row_kind kind);

/* Reads the row that a statement stands on; false: damaged, and noted. */
MUST_USE bool kind_read(struct sqlite_store *store, enum row_kind kind, struct cells *cells,
			void *out_row);

#endif
