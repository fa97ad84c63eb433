/* The room in memory for batches, for tasks that wait for other runs, and for alerts whose fallback
 * rests. */
#include "engine/together/fallback_parts.h"

/* Batches that are there, made or brought along with their children; and none without a child that
 * may end. */
void together_count_room(const struct engine *engine, struct room *room)
{
	u64 known = (u64)engine->together.batches.table.count + room->batches + room->touched;
	room->settled = least(known, (u64)room_total(room).moves + 1);
	/* Each may be settled; and each that people act on, or that goes on, writes all of its own.
	 */
	u64 links = (u64)engine->together.followers.link_pool.used_count + room->after;
	room->after_links = least(links, LIMIT_TURN_RELEASED) +
			    2 * least(links, (u64)room->touched * LIMIT_TASK_AFTER);
}

enum err together_take_room(struct engine *engine, const struct room *room)
{
	u32 batches = room->batches + room->touched;
	struct followers *followers = &engine->together.followers;
	followers->acts_left = least((u64)followers->link_pool.used_count + room->after,
				     LIMIT_TURN_RELEASED);
	enum err err = pool_reserve(&engine->together.batch_pool, batches);
	if (!err) err = uuid_map_reserve(&engine->together.batches, batches);
	if (!err) err = followers_reserve(engine, room->after);
	if (!err) err = pool_reserve(&engine->together.cooldown_pool, room->fallbacks);
	return err ? err : map_reserve(&engine->together.cooldowns, room->fallbacks);
}
