/* The output of an attempt, for a person: stdout to standard output, stderr to standard error. */
#ifndef BELFRY_CLI_SAID_H
#define BELFRY_CLI_SAID_H

#include "cli/verb.h"

/* `body`: the answer of executions/:id/output. */
void said_show(struct cli *cli, str body);

#endif
