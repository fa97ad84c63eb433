/* The memory that daily windows and reminders add to a step, computed when those of its turn are
 * loaded. */
#include "engine/core/own_parts.h"
#include "engine/whole.h"

/* Each window that is loaded, or named by a command, ends at most once. A reminder is written at
 * most once by time and once by its end, and twice by commands. */
void people_count_room(const struct engine *engine, struct room *room)
{
	const struct dailies *dailies = &engine->people.dailies;
	const struct reminders *reminders = &engine->people.reminders;
	u64 ends = (u64)room->timers + room->ended + room->touched;
	room->days += room->set_back + least((u64)dailies->pool.used_count + dailies->loaded, ends);
	u32 spoken = room->reminders / 2 + room->set_back;
	u64 known = (u64)reminders->pool.used_count + reminders->loaded + spoken;
	room->reminders = 2 * spoken + least(2 * known, ends);
}

enum err people_take_room(struct engine *engine, const struct room *room)
{
	enum err err = pool_reserve(&engine->people.dailies.pool, room->days);
	return err ? err : pool_reserve(&engine->people.reminders.pool, room->reminders);
}
