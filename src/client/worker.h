/* `belfry worker --exec`: leases runs, gives each to a program, renews the leases, reports.
 *
 * What was not reported (the server is away) is kept and told again; the server answers the same
 * report twice alike.
 *
 * Told to drain by the server it takes nothing new, finishes and ends. A first SIGTERM or SIGINT
 * does the same, tells the server, and leaves the programs a grace; a second ends them at once.
 * What a program did not finish for that is given back, and costs the run no attempt. */
#ifndef BELFRY_CLIENT_WORKER_H
#define BELFRY_CLIENT_WORKER_H

#include "cli/doors.h"
#include "client/talk.h"

/* `say` gets a line for each run that ended and each trouble, for people. */
struct worker_host {
	struct talk *talk;
	void (*say)(void *context, str line);
	void *context;
};

/* ERR_OK: it was told to stop or to drain, or has nothing left to do (once). ERR_UNAUTHORIZED,
 * ERR_FORBIDDEN, ERR_INVALID: the server does not take it; ERR_UNREACHABLE with `once`. */
MUST_USE enum err worker_run(const struct worker_host *host, const struct work_wish *wish,
			     struct why *why);

#endif
