/* The part that `next` and `explain` share: a plan from the options of the command line, and the
 * report of a mistake in one. */
#ifndef BELFRY_CLI_RULES_H
#define BELFRY_CLI_RULES_H

#include "cli/plan.h"
#include "cli/show.h"
#include "cli/verb.h"

/* Reports what is wrong, and returns it. On success the caller calls plan_done. A start that had to
 * be chosen is told on cli->err. */
MUST_USE enum err rules_plan(struct cli *cli, const struct arguments *arguments, struct plan *plan);

/* --count within 1 to PLAN_COUNT_MAX; reports what is wrong. */
MUST_USE enum err rules_count(struct cli *cli, const struct arguments *arguments, u32 fallback,
			      u32 *out_count);

#endif
