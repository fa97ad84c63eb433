/* belfry next --batch: JSON lines in, JSON lines out, in the same order. A line that is wrong gets
 * an answer that says so; only reading or writing can fail. */
#ifndef BELFRY_CLI_BATCH_H
#define BELFRY_CLI_BATCH_H

#include "cli/verb.h"

enum { BATCH_LINE_MAX = 1 << 20, BATCH_DEPTH_MAX = 64, BATCH_COUNT_DEFAULT = 10 };

MUST_USE enum err batch_run(struct cli *cli, const struct arguments *arguments);

#endif
