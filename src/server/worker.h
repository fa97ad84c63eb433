/* `belfry worker --exec`: leases runs, gives each to a program, renews the leases, reports.
 *
 * What was not reported (the server is away) is kept and told again; the server answers the same
 * report twice alike. A first SIGTERM or SIGINT ends leasing, a second the programs. */
#ifndef BELFRY_SERVER_WORKER_H
#define BELFRY_SERVER_WORKER_H

#include "cli/doors.h"
#include "server/talk.h"

/* `say` gets a line for each run that ended and each trouble, for people. */
struct worker_host {
	struct talk *talk;
	void (*say)(void *context, str line);
	void *context;
};

/* ERR_OK: it was told to stop, or has nothing left to do (once). ERR_UNAUTHORIZED, ERR_FORBIDDEN,
 * ERR_INVALID: the server does not take it; ERR_UNREACHABLE with `once`. */
MUST_USE enum err worker_run(const struct worker_host *host, const struct work_wish *wish,
			     struct why *why);

#endif
