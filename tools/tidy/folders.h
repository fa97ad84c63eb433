/* Which folder of the engine calls which: read from the symbols of its objects, held against
 * folders.def. */
#ifndef BELFRY_TIDY_FOLDERS_H
#define BELFRY_TIDY_FOLDERS_H

#include "tidy/findings.h"

/* How the files of the engine hang together. */
struct folder_measures {
	u32 files;
	u32 cycle;       /* files of the largest call cycle */
	u32 inner_cycle; /* the same by calls inside one folder alone */
	u32 against;     /* calls against the order of folders */
};

/* `symbols`: what `nm -A` prints of the objects below obj/src/engine/. ERR_CONFLICT: they are of
 * other sources than those of the tree, and calls cannot be read from them. None at all are fine: a
 * machine may have no nm. */
enum err check_symbols(const struct tree *tree, str symbols, struct why *why);
/* Of symbols that fit the tree. */
void check_folder_calls(const struct tree *tree, str symbols, struct findings *findings,
			struct folder_measures *out_measures);
void folder_measures_print(const struct folder_measures *measures, struct buf *out);

#endif
