/* How far long work is: one line on standard error that is written over, where that is a terminal;
 * elsewhere, and with --quiet, nothing. */
#ifndef BELFRY_CLI_PROGRESS_H
#define BELFRY_CLI_PROGRESS_H

#include "cli/verb.h"

enum { PROGRESS_UNKNOWN = 101 };

/* Whether a line can be shown: on a terminal, and nobody asked for quiet. */
bool progress_is_shown(const struct cli *cli);
/* A bar where the percent is known, and a word. `text` may come from outside. */
void progress_show(struct cli *cli, u32 percent, str text);
/* The same for rows of a store that are read: "doing: what, 3 of 7 rows". `all` 0: not known. */
void progress_show_rows(struct cli *cli, const char *doing, const char *what, u64 done, u64 all);
/* Wipes the line; nothing where none was shown. */
void progress_end(struct cli *cli);

/* "########....": so many columns wide. */
void progress_add_bar(u32 percent, u32 columns, struct buf *out);

#endif
