/* Where a rule is wrong, for the eye: the rule, a caret line under the mistake, which field or part
 * it is and what may stand there. */
#ifndef BELFRY_CLI_FAULT_H
#define BELFRY_CLI_FAULT_H

#include "calendar/next.h"
#include "cli/verb.h"

/* Prints it all on cli->err and returns why->code. `rule` is the text that `why` is about. */
enum err report_rule(struct cli *cli, enum rule_kind kind, str rule, const struct why *why);

#endif
