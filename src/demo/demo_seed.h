/* The content of the demo: catalog/demo.json, built in. Calls of the API that make tenants, a
 * history that is lived through while the server's clock is moved over a day, calls that make jobs
 * and tasks, and programs for the demo's worker. */
#ifndef BELFRY_DEMO_DEMO_SEED_H
#define BELFRY_DEMO_DEMO_SEED_H

#include "cli/doors.h"
#include "client/talk.h"

#include <jansson.h>

/* The file's text. */
str demo_seed_text(void);
/* "${RECEIVER}" in the file, and what stands for it. */
struct demo_word {
	const char *name;
	const char *value;
};

/* Parsed; the caller's to give back (json_decref). NULL: no memory. */
json_t *demo_seed_data(const struct demo_word *words, u32 words_len);

/* The server to be filled, and as whom. */
struct demo_target {
	struct talk *talk;
	str url;
	str token;
};

/* The server's time, which is the demo's to move. */
struct demo_time {
	msec begin; /* what its wall clock shows at first */
	msec span;  /* to be lived through */
	void (*pass)(void *context, msec span);
	void *context;
};

/* Sets up the objects, then the history. ERR_INVALID names the call that was refused. */
MUST_USE enum err demo_seed_live(const struct demo_target *target, const json_t *data,
				 const struct demo_time *time, struct why *why);

/* Jobs and tasks. */
MUST_USE enum err demo_seed_fill(const struct demo_target *target, const json_t *data,
				 struct why *why);

/* The worker's programs; their texts are the data's. */
void demo_seed_programs(const json_t *data, struct work_wish *wish);

#endif
