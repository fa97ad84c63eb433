/* The engine's memory as a whole: a part for each feature, in the folder of that feature. */
#ifndef BELFRY_ENGINE_WHOLE_H
#define BELFRY_ENGINE_WHOLE_H

#include "base/must.h"
#include "engine/core/own_parts.h"
#include "engine/core/quota_parts.h"
#include "engine/core/state.h"
#include "engine/dispatch/state.h"
#include "engine/engine.h"
#include "engine/gates/state.h"
#include "engine/memory/room.h"
#include "engine/memory/state.h"
#include "engine/people/state.h"
#include "engine/schedule/state.h"
#include "engine/together/state.h"
#include "engine/watch/state.h"
#include "model/journal.h"
#include "model/replay.h"

struct hooks; /* engine/core/owner.h */

struct engine {
	struct engine_config config;
	const struct hooks *hooks; /* features.c */
	struct core_memory core;
	struct clock_memory clock;
	struct reach_memory reach;
	struct dispatch_memory dispatch;
	struct worker_memory workers;
	struct schedule_memory schedule;
	struct gate_memory gates;
	struct together_memory together;
	struct people_memory people;
	struct watch_memory watch;
	struct step_memory step;
};

/* The turn whose step is being carried out. */
static inline struct turn *now_turn(const struct engine *engine)
{
	must(engine->step.turn != NULL);
	return engine->step.turn;
}

static inline msec wall_now(const struct engine *engine)
{
	return now_turn(engine)->now.wall;
}

static inline msec boot_now(const struct engine *engine)
{
	return now_turn(engine)->now.boot;
}

#define SYSTEM_NAME STR("system")

static inline u64 pair_key(u32 high, u32 low)
{
	return (u64)high << 32 | low;
}

#endif
