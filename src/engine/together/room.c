/* The room in memory for batches, and for alerts whose fallback rests. */
#include "engine/together/fallback_parts.h"

/* Batches that are there, made or brought along with their children; and none without a child that
 * may end. */
void batches_count_room(const struct engine *engine, struct room *room)
{
	u64 known = (u64)engine->together.batches.table.count + room->batches + room->touched;
	room->settled = least(known, (u64)room_total(room).moves + 1);
}

enum err together_take_room(struct engine *engine, const struct room *room)
{
	u32 batches = room->batches + room->touched;
	enum err err = pool_reserve(&engine->together.batch_pool, batches);
	if (!err) err = uuid_map_reserve(&engine->together.batches, batches);
	if (!err) err = pool_reserve(&engine->together.cooldown_pool, room->fallbacks);
	return err ? err : map_reserve(&engine->together.cooldowns, room->fallbacks);
}
