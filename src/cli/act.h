/* Commands that are one call of the API (resources.def), and what they share with others. */
#ifndef BELFRY_CLI_ACT_H
#define BELFRY_CLI_ACT_H

#include "cli/resource.h"
#include "cli/verb.h"

/* Asks on `err`, unless --yes was given. ERR_USAGE: nobody is there to be asked; ERR_CONFLICT: the
 * answer is no. Reports. */
MUST_USE enum err act_ask(struct cli *cli, str question);

/* Carries out the action that the words name. */
MUST_USE enum err act_run(struct cli *cli, enum verb_id verb);

#endif
