/* Plans follow the time zone data. The store says by which data its plans were made; where these
 * are others now, everything is planned anew, and then the store says so. */
#ifndef BELFRY_PUMP_REPLAN_H
#define BELFRY_PUMP_REPLAN_H

#include "base/err.h"
#include "model/command.h"
#include "store/query.h"

/* How a host has a command carried out and waits for it. */
struct replan_door {
	void *context;
	enum err (*ask)(void *context, struct command *command, struct why *why);
	msec now; /* wall */
};

MUST_USE enum err replan_if_needed(const struct replan_door *door, struct query *query, str version,
				   struct why *why);

#endif
