/* `belfry demo`: a server on loopback with a folder that goes away, filled with tenants, jobs and a
 * history, and a worker beside it. Both are processes of their own: whichever is killed is started
 * again, so that anyone can see what is kept. */
#ifndef BELFRY_DEMO_DEMO_H
#define BELFRY_DEMO_DEMO_H

#include "cli/output.h"
#include "client/talk.h"
#include "server/config.h"

struct demo_host {
	struct config *config; /* data folder, address and log level are the demo's to set */
	struct talk *talk;
	struct output *out;  /* words for people */
	const char *program; /* as it was called, for the lines to try */
};

/* Until SIGINT, SIGTERM or SIGHUP comes, or its time is over; leaves nothing behind. */
MUST_USE enum err demo_run(const struct demo_host *host, const struct demo_wish *wish,
			   struct why *why);

#endif
