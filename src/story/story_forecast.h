/* The door behind `belfry forecast`: the jobs and tasks of a story, as the load to come. */
#ifndef BELFRY_STORY_STORY_FORECAST_H
#define BELFRY_STORY_STORY_FORECAST_H

#include "cli/doors.h"

/* `context` is not used. See struct doors. */
MUST_USE enum err story_forecast(void *context, const struct forecast_wish *wish,
				 struct arena *arena, struct forecast *out_forecast,
				 struct why *why);

#endif
