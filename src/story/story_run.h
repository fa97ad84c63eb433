/* The door behind `belfry simulate`: a story's file is read, played and printed. */
#ifndef BELFRY_STORY_STORY_RUN_H
#define BELFRY_STORY_STORY_RUN_H

#include "cli/doors.h"

/* `context` is not used. See struct doors. */
MUST_USE enum err story_run(void *context, const struct simulation *wish, struct output *out,
			    u32 *out_unmet, struct why *why);

#endif
