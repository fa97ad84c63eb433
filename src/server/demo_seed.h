/* What the demo is filled with: catalog/demo.json, built in. Calls of the API that make tenants and
 * jobs, a history that is worked off in a moment, and programs for the demo's worker. */
#ifndef BELFRY_SERVER_DEMO_SEED_H
#define BELFRY_SERVER_DEMO_SEED_H

#include "cli/doors.h"
#include "server/talk.h"

#include <jansson.h>

/* The file's text. */
str demo_seed_text(void);
/* Parsed; the caller's to give back (json_decref). NULL: no memory. `receiver` is the address that
 * webhooks go to. */
json_t *demo_seed_data(const char *receiver);

/* The server to be filled, and as whom. */
struct demo_target {
	struct talk *talk;
	str url;
	str token;
};

/* What is set up, then the history, then jobs and tasks. ERR_INVALID names the call that was
 * refused. */
MUST_USE enum err demo_seed_fill(const struct demo_target *target, const json_t *data,
				 struct why *why);

/* The worker's programs; their texts are the data's. */
void demo_seed_programs(const json_t *data, struct work_wish *wish);

#endif
