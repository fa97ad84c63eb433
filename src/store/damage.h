/* Rows that do not match their checksums: how such a row is named, and how it is reported. */
#ifndef BELFRY_STORE_DAMAGE_H
#define BELFRY_STORE_DAMAGE_H

#include "base/buf.h"
#include "base/uuid.h"

enum { DAMAGED_NAME_BYTES = 255, DAMAGED_ROWS_MAX = 100 };

/* The key of a row that does not match its checksum; nothing else of the row is returned. Nil, 0 or
 * empty: not part of the key. */
struct damaged_row {
	const char *table; /* "runs" */
	struct uuid id;
	struct uuid run; /* the run that it belongs to */
	u64 turn;        /* the turn, for a row of the journal or the audit */
	u32 name_len;
	char name[DAMAGED_NAME_BYTES];
	str tenant; /* set only while the row is being reported */
};

static inline str damaged_row_name(const struct damaged_row *row)
{
	return (str){ row->name, row->name_len };
}

/* Adds the row's table and key: `calendars "holidays", tenant acme`. */
void damaged_row_print(const struct damaged_row *row, struct buf *out);

/* The listener for damaged rows, called on the thread that found the row. `found` NULL: no
 * listener. `row` NULL: the store's writer met a damaged row without its key. */
struct damage_sink {
	void *context;
	void (*found)(void *context, const struct damaged_row *row);
};

/* ---- rows that memory always holds --------------------------------------------------------- */

/* The effect of a damaged row on a start (store/aside.def). */
enum damaged_start { DAMAGED_STOPS, DAMAGED_OMITTED };

struct aside_table {
	const char *table;
	enum damaged_start start;
	const char *consequence;
};

/* NULL: damaged rows of this table are never set aside. */
const struct aside_table *aside_table_find(str table);
/* Adds the names of all tables whose damaged rows can be set aside, separated by commas. */
void aside_tables_print(struct buf *out);

#endif
