/* Arguments that a command has no use for are mistakes: they are refused before anything is done.
 */
#ifndef BELFRY_CLI_UNUSED_H
#define BELFRY_CLI_UNUSED_H

#include "cli/render.h"

/* Whether the action uses the option, given together with those it belongs to, in a table. */
bool unused_may_use(const struct cli_action *action, enum option_id option);

/* ERR_USAGE names the first option that the action does not use. */
MUST_USE enum err unused_check(const struct arguments *arguments, const struct cli_action *action,
			       enum output_form form, struct why *why);

/* The same for a worker that carries runs out (worker --exec). */
MUST_USE enum err unused_check_exec(const struct arguments *arguments, struct why *why);

#endif
