/* The facts about each kind of row: model/kinds.def as a table. A database makes its statements
 * from them, the memory store its order and its copies. */
#ifndef BELFRY_STORE_KINDS_H
#define BELFRY_STORE_KINDS_H

#include "model/change.h"
#include "store/columns.h"
#include "store/store.h"

enum kind_put { PUT_REPLACE, PUT_NEW, PUT_FIRST, PUT_OWN };
enum kind_kept { KEPT_ALWAYS, KEPT_WITH, KEPT_RULE, KEPT_UNTIL, KEPT_AT, KEPT_RESOLVED, KEPT_ID };

/* A group of columns, and where its struct is in the row. */
struct kind_group {
	enum column_group group;
	u32 at;
};

struct kind {
	const struct kind_group *groups;
	u32 groups_len;
	u32 key; /* the first columns of the first group, which are the key */
	size_t row_bytes;
	enum kind_put put;
	enum kind_kept kept;
	bool is_dropped; /* deleted with its tenant */
	/* Whether memory always holds this row; NULL: no row of the kind. */
	bool (*is_held)(const void *row);
};

/* Memory for a row of any kind. */
union any_row {
#define X(NAME, name, row, where, key, put, held, with, kept, groups, sentence) row name;
	ROW_KINDS(X)
#undef X
};

extern const struct kind row_kinds[KIND_COUNT];

static inline const char *kind_table(const struct kind *kind)
{
	return column_groups[kind->groups[0].group].table;
}

/* The columns of the key. */
static inline const struct columns *kind_columns(const struct kind *kind)
{
	return &column_groups[kind->groups[0].group];
}

/* The offset of the tenant's number, in rows of a kind with a tenant. */
u32 kind_tenant_at(const struct kind *kind);

/* The column by which a database finds expired rows of a kind; NULL: rows of the kind do not
 * expire. */
const char *kind_dated_by(const struct kind *kind);
/* Rows whose column is at most this instant have expired. */
msec kind_past_until(enum row_kind kind, const struct retention *retention, msec wall);
/* The instant in that column of a row. */
msec kind_dated_at(const struct kind *kind, const void *row);

/* The seed of a group's checksum: NULL, or an id, which may be written into `room`. */
const struct uuid *kind_seed(const struct kind *kind, u32 group, const void *row,
			     struct uuid *room);

/* Compares by the columns of the key, one after the other, as a database sorts them. */
int kind_compare(const struct kind *kind, const void *row, const void *other);

/* Copies a row's texts with the callback `copy`. */
typedef str kind_copy_text(void *context, str text);
void kind_copy_texts(const struct kind *kind, void *row, kind_copy_text *copy, void *context);

#endif
