/* `belfry import crontab`: the jobs that a crontab would become, and a worker for them. */
#ifndef BELFRY_CLI_CRONTAB_H
#define BELFRY_CLI_CRONTAB_H

#include "cli/verb.h"

/* Shows what it would make; with --write FOLDER makes the jobs and the worker's file. */
MUST_USE enum err crontab_import(struct cli *cli);

#endif
