/* The service as the room of a step looks at it. */
#ifndef BELFRY_ENGINE_WATCH_WATCH_H
#define BELFRY_ENGINE_WATCH_WATCH_H

#include "engine/whole.h"

/* ---- service.c ------------------------------------------------------------------------------- */
/* Whether this turn checks the health of the service (watch/service.c). */
static inline bool service_looks_now(const struct engine *engine, const struct turn *turn)
{
	const struct heap_node *node = &engine->watch.alerts.service.timer.node;
	return node->at && engine->clock.boot.entries[node->at - 1].key <= turn->now.boot;
}

#endif
