/* The checks, each over the whole tree. They only read the tree; what they find goes to `findings`.
 */
#ifndef BELFRY_TIDY_CHECK_H
#define BELFRY_TIDY_CHECK_H

#include "tidy/findings.h"
#include "tidy/tree.h"

enum {
	FUNCTION_LINES_MAX = 70,
	FILE_LINES_MAX = 800,
	LINE_COLUMNS_MAX = 100,
	ROW_COLUMNS_MAX = 240, /* the rows of a .def table are read across, not down */
	NESTING_MAX = 4,
	TAB_COLUMNS = 8,
};

/* layers.c: who includes whom. */
void check_layers(const struct tree *tree, struct findings *findings);
/* headers.c: system headers where they belong, and guards named after their files. */
void check_system_headers(const struct tree *tree, struct findings *findings);
void check_header_guards(const struct tree *tree, struct findings *findings);
/* cycles.c. */
void check_include_cycles(const struct tree *tree, struct findings *findings);
/* sizes.c: functions, nesting, files, lines. */
void check_sizes(const struct tree *tree, struct findings *findings);
/* calls.c: calls that have a better replacement. */
void check_banned_calls(const struct tree *tree, struct findings *findings);
/* words.c: text that does not belong into any file. */
void check_leftovers(const struct tree *tree, struct findings *findings);
void check_machine_paths(const struct tree *tree, struct findings *findings);
void check_trailing_space(const struct tree *tree, struct findings *findings);
/* rows.c. */
void check_def_rows(const struct tree *tree, struct findings *findings);
/* twins.c. */
void check_twins(const struct tree *tree, struct findings *findings);
/* tags.c: names of structs, enums and unions. */
void check_tags(const struct tree *tree, struct findings *findings);
/* comments.c: how files and comments begin. */
void check_openings(const struct tree *tree, struct findings *findings);
void check_headless(const struct tree *tree, struct findings *findings);

/* All of them, and the exceptions that are left over. */
void check_all(const struct tree *tree, struct findings *findings);

/* users.c: functions that are not static although no other file uses them. A hint, not a finding.
 * Fills `out` with a line each, when it is not NULL; returns how many there are. */
u32 count_lonely_functions(const struct tree *tree, struct arena *arena, struct buf *out);

#endif
