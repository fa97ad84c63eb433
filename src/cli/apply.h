/* belfry job apply: jobs as a file has them. */
#ifndef BELFRY_CLI_APPLY_H
#define BELFRY_CLI_APPLY_H

#include "cli/verb.h"

/* Creates the jobs of `file`, or of a folder of files (- is standard input), that are not there,
 * and changes those that differ, all of them or none; with --dry-run the server only says what it
 * would do. What the file does not name stays; with --prune what it has once named is deleted,
 * after asking. Reports. */
MUST_USE enum err apply_jobs(struct cli *cli, str file);

#endif
