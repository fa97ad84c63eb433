/* Help, made from the tables of commands, options, settings and exit codes. */
#ifndef BELFRY_CLI_HELP_H
#define BELFRY_CLI_HELP_H

#include "cli/verb.h"

/* What a command does and which options it takes, on cli->out. */
void help_command(struct cli *cli, enum verb_id id);

/* `belfry` alone: a few lines on cli->err; returns ERR_USAGE. */
MUST_USE enum err help_usage(struct cli *cli);

#endif
