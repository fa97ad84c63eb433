/* Why a run does not run, or how it has ended, as people read it: `belfry queue why` and --wait. */
#ifndef BELFRY_CLI_WHY_H
#define BELFRY_CLI_WHY_H

#include "cli/verb.h"

/* Every reason of an answer (GET queue/:id/why) with what belongs to it, and the command that would
 * help. `id` is the run's. */
void why_show(const struct cli *cli, struct output *out, str id, str answer);

/* All reasons in one line: "its job is paused (report): the source moves". May have foreign text.
 */
void why_add_line(str answer, struct buf *out);
/* The kinds of the reasons, separated by spaces. */
void why_add_kinds(str answer, struct buf *out);

#endif
