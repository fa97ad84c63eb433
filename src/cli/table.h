/* A table for a person: columns as wide as their widest cell (in characters), two spaces apart, a
 * dim head; where a line would not fit, the last columns are left out (but those that stay) until
 * the others have room enough, and the widest of them give way, their cells cut. Cells are written
 * to `text` one after the other; cells of a row are filled from the left. */
#ifndef BELFRY_CLI_TABLE_H
#define BELFRY_CLI_TABLE_H

#include "cli/output.h"

enum { TABLE_COLUMNS_MAX = 16, TABLE_ROWS_MAX = 1001, TABLE_TEXT_MAX = 1 << 20 };

struct table {
	struct buf text;
	u32 ends[TABLE_ROWS_MAX][TABLE_COLUMNS_MAX]; /* of each cell in `text` */
	enum style styles[TABLE_COLUMNS_MAX];
	bool right[TABLE_COLUMNS_MAX]; /* numbers end at the same place */
	bool stays[TABLE_COLUMNS_MAX]; /* where others are left out for want of room */
	/* Where a cell's text says how it looks; NULL: the column's style counts. */
	enum style (*style_of[TABLE_COLUMNS_MAX])(str text);
	u32 width_max; /* of a line; longer cells are cut; 0: no bound */
	u32 columns;
	u32 rows;  /* complete ones */
	u32 cells; /* of the row that is being filled */
};

/* Characters, each taken for one column wide. */
size_t table_text_width(str text);

void table_init(struct table *table, u32 columns);
void table_done(struct table *table);

/* Ends the cell that was written to `text`; after the last one of a row the next row begins. */
void table_close_cell(struct table *table);
void table_add_cell(struct table *table, str text);

/* The first row is the head. Columns without any text below their head are left out. `indent`
 * spaces stand before each line. */
void table_print(const struct table *table, u32 indent, struct output *out);

#endif
