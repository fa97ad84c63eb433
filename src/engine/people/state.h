/* The part of the engine's memory that daily windows and reminders have. */
#ifndef BELFRY_ENGINE_PEOPLE_STATE_H
#define BELFRY_ENGINE_PEOPLE_STATE_H

#include "engine/people/daily_parts.h"
#include "engine/people/remind_parts.h"

struct people_memory {
	struct dailies dailies;
	struct reminders reminders;
};

#endif
