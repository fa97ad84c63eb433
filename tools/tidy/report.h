/* The measures of the code beside the targets we hold ourselves to. It judges nothing: what has a
 * wall is a check. */
#ifndef BELFRY_TIDY_REPORT_H
#define BELFRY_TIDY_REPORT_H

#include "base/buf.h"
#include "tidy/tree.h"

void report_print(const struct tree *tree, struct arena *arena, struct buf *out);

#endif
