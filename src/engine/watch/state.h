/* The part of the engine's memory that alerts and pings have. */
#ifndef BELFRY_ENGINE_WATCH_STATE_H
#define BELFRY_ENGINE_WATCH_STATE_H

#include "engine/watch/alert_parts.h"

struct watch_memory {
	struct alerts alerts;
	u32 pings_left; /* for which this turn has reserved memory */
};

#endif
