/* The room in memory for runs, their lanes, the calls that wait for them, and timers. */
#include "engine/core/core.h"
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"
#include "engine/whole.h"

static enum err take_types(struct engine *engine, const struct room *room, u32 runs)
{
	u32 types = runs + room->pauses + room->settings;
	u32 queues = least(LIMIT_QUEUES_MAX,
			   (u64)engine->core.names[NAME_QUEUE].len + room->queues);
	u32 shares = runs + (room->types_set + room->inheriting) * queues;
	enum err err = pool_reserve(&engine->dispatch.tenant_pool, types + room->tenants);
	if (!err) err = u64_map_reserve(&engine->dispatch.tenants, types + room->tenants);
	if (!err) err = pool_reserve(&engine->dispatch.type_pool, types);
	if (!err) err = u64_map_reserve(&engine->dispatch.types, types);
	if (!err) err = pool_reserve(&engine->dispatch.type_row_pool, room->settings);
	if (!err) err = reserve_namesakes(engine, types, room->bases);
	if (!err) err = pool_reserve(&engine->dispatch.share_pool, shares);
	if (!err) err = u64_map_reserve(&engine->dispatch.shares, shares);
	if (!err) err = pool_reserve(&engine->dispatch.lane_index_pool, shares);
	return err ? err : u64_map_reserve(&engine->dispatch.lane_indexes, shares);
}

/* A lane may take all free memory, a lane that is held back a quarter of it: below a fifth of the
 * bound nothing is spilled. */
static enum err take_spills(struct engine *engine, const struct room *room, u32 runs)
{
	if (((u64)engine->core.runs.table.count + runs) * 5 < engine->config.runs_max)
		return ERR_OK;
	if (!engine->config.runs_max) return ERR_OK;
	return pool_reserve(&engine->dispatch.spill_pool,
			    runs + room->timers + room->ended + room->deferred);
}

enum err runs_take_room(struct engine *engine, const struct room *room)
{
	u32 runs = room_total(room).runs;
	enum err err = pool_reserve(&engine->core.run_pool, runs);
	if (!err) err = uuid_map_reserve(&engine->core.runs, runs);
	if (!err) err = pool_reserve(&engine->dispatch.lane_pool, runs);
	if (!err) err = take_types(engine, room, runs);
	if (!err) err = take_spills(engine, room, runs);
	/* Each new run, and each command, may be the first that its tenant's quota counts. */
	u32 first = runs - room->loaded + room->fallbacks + room->commands;
	if (!err) err = quotas_reserve(engine, first + LIMIT_TURN_ALERTS);
	return err ? err : pool_reserve(&engine->core.operation_pool, room->operations);
}

enum err calls_take_room(struct engine *engine, const struct room *room)
{
	enum err err = pool_reserve(&engine->dispatch.call_pool, room->calls);
	if (!err)
		err = u64_map_reserve(&engine->dispatch.calls,
				      room->calls + engine->dispatch.call_pool.used_count);
	if (!err) err = pool_reserve(&engine->dispatch.wait_pool, room->waits);
	if (!err) err = pool_reserve(&engine->dispatch.post_pool, room->waits);
	if (!err) err = u64_map_reserve(&engine->dispatch.posts, room->waits);
	if (!err && (room->calls || room->claims))
		err = workers_reserve(engine, room->calls, room->claims);
	if (!err) err = pool_reserve(&engine->core.execution_pool, room->claims);
	if (!err) err = uuid_map_reserve(&engine->core.executions, room->claims);
	if (err) return err;
	return uuid_map_reserve(&engine->step.ended,
				room->ended + room->timers + room->touched + room->replaced);
}

static enum err grow_heap(struct heap *heap, u64 wanted)
{
	return wanted > heap->count ? heap_reserve(heap, (u32)(wanted - heap->count)) : ERR_OK;
}

/* Every object may be in its timer heap at once. */
enum err timers_take_room(struct engine *engine, const struct room *room)
{
	u64 runs = (u64)engine->core.runs.table.count + room_total(room).runs;
	const struct followers *followers = &engine->together.followers;
	u64 wall = 2 * runs + followers->by_run.table.count + followers->predecessors.table.count +
		   2 * (u64)room->after + engine->together.cooldowns.table.count + room->fallbacks +
		   engine->gates.pauses_len + room->pauses + engine->schedule.jobs.table.count +
		   engine->gates.gatekeepers_len + engine->schedule.drafts_len +
		   2 * (u64)engine->watch.alerts.rules.table.count + room->settings;
	u64 boot = (u64)engine->core.executions.table.count + room->claims +
		   engine->gates.asked.table.count + room->guarded_runs +
		   engine->dispatch.call_pool.used_count + engine->workers.pool.used_count +
		   2 * (u64)room->calls + engine->gates.routes.table.count + room->routes +
		   1; /* the service */
	enum err err = grow_heap(&engine->clock.wall, wall);
	return err ? err : grow_heap(&engine->clock.boot, boot);
}
