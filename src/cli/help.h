/* Help, made from the tables of commands, options, settings and exit codes. */
#ifndef BELFRY_CLI_HELP_H
#define BELFRY_CLI_HELP_H

#include "cli/verb.h"

/* Prints a command's purpose and options on cli->out. */
void help_command(struct cli *cli, enum verb_id id);

/* One action of a command: its words, the call it makes and the options it takes. False when the
 * command has no action of that name. */
MUST_USE bool help_action(struct cli *cli, enum verb_id id, str name);

/* The scopes whose settings the help of a command lists: settings of the server alone are listed by
 * `belfry help serve`, and other commands that take them point there. */
u32 help_scopes(enum verb_id id);
bool help_points_to_serve(enum verb_id id);

/* `belfry` alone: a few lines on cli->err; returns ERR_USAGE. */
MUST_USE enum err help_usage(struct cli *cli);

#endif
