/* The writers that lists (render_table.c) and single things (render.c) share. */
#ifndef BELFRY_CLI_RENDER_PARTS_H
#define BELFRY_CLI_RENDER_PARTS_H

#include "cli/render.h"

/* Foreign text: nothing in it may steer a terminal. */
void render_safe(str text, struct buf *out);
/* A value under its key, as people read it; is_short: for a narrow column. */
void render_value(const struct render *render, str key, const json_t *value, bool is_short,
		  struct buf *out);
/* Whether a member of that name is a state. */
bool render_is_state(str key);
/* The member that a column shows; NULL: the row has none. */
const json_t *render_column(const json_t *row, str column);
/* Rows of objects as a table; an object by its name alone. */
void render_rows(const struct render *render, str items);
void render_name(const struct render *render, str item);

#endif
