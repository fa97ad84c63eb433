/* The room in memory for pauses, rates, routes and the runs that a policy hook is asked about. */
#include "engine/gates/route_parts.h"

enum err gates_take_room(struct engine *engine, const struct room *room)
{
	enum err err = pool_reserve(&engine->gates.pause_pool, room->pauses);
	if (!err) err = map_reserve(&engine->gates.pauses_by_key, room->pauses);
	if (!err) err = pool_reserve(&engine->gates.rate_pool, room->rates);
	if (!err) err = map_reserve(&engine->gates.rates, room->rates);
	if (!err && room->routes) err = routes_reserve(engine, room->routes);
	if (!err) err = pool_reserve(&engine->gates.asked_pool, room->guarded_runs);
	return err ? err : uuid_map_reserve(&engine->gates.asked, room->guarded_runs);
}
