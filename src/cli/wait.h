/* Waiting for a run or an operation to end (--wait): how far it is, why it waits, how it ended. */
#ifndef BELFRY_CLI_WAIT_H
#define BELFRY_CLI_WAIT_H

#include "cli/render.h"

/* Waits for the thing of `answer`, which names its id: an operation, or else a run; then shows it.
 * cli->run_failed says that it did not end well. ERR_TIMED_OUT, reported: it goes on. */
MUST_USE enum err wait_and_show(struct cli *cli, bool is_operation, const struct render *render,
				str answer);

#endif
