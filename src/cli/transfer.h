/* The functions that export and import share with others. */
#ifndef BELFRY_CLI_TRANSFER_H
#define BELFRY_CLI_TRANSFER_H

#include "cli/verb.h"

/* Whether a member of a job, by its key in quotes, is the server's own to fill in. */
bool transfer_is_own_of_job(str key);

/* Adds the tenant that was asked for to a path, as its query. */
void transfer_add_tenant(struct cli *cli, struct buf *path);

#endif
