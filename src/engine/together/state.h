/* The part of the engine's memory that batches, tasks after tasks, ladders, fallbacks and effects
 * have. */
#ifndef BELFRY_ENGINE_TOGETHER_STATE_H
#define BELFRY_ENGINE_TOGETHER_STATE_H

#include "base/list.h"
#include "base/map.h"
#include "engine/core/beside_parts.h"
#include "engine/memory/pool.h"
#include "engine/together/after_parts.h"
#include "engine/together/batch_parts.h"

struct effect_seen; /* engine/together/effects.c */

struct together_memory {
	struct uuid_map batches; /* of struct batch */
	struct pool batch_pool;
	struct list dirty_batches, sweeping_batches;
	struct map cooldowns; /* of struct cooldown, see fallbacks.c */
	struct pool cooldown_pool;
	u32 fallbacks; /* types that have a fallback */
	struct followers followers;

	/* For the turn under way: */
	struct uuid_map effects; /* of struct effect_seen (effects.c) */
	struct uuid_map effects_by_key;
	struct effect_seen *effect_room; /* reserved memory for new ones */
	struct ladders_known ladders;    /* see ladders.c */
};

#endif
