/* belfry events follow: what happens, line by line, until the user has seen enough. */
#ifndef BELFRY_CLI_FOLLOW_H
#define BELFRY_CLI_FOLLOW_H

#include "cli/render.h"

/* `path`: the list with its filters; with "after=" it begins behind that event, else now. */
MUST_USE enum err follow_run(struct cli *cli, enum output_form form, str path);

#endif
