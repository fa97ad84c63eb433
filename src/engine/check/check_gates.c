/* The invariants of gates and routes: E-19, E-20, E-23. check.c lists all. */
#include "engine/check/check_parts.h"
#include "engine/core/core.h"
#include "engine/dispatch/dispatch.h"
#include "engine/gates/gate_parts.h"
#include "engine/gates/route_parts.h"
#include "engine/memory/memory.h"
#include "engine/schedule/job_parts.h"
#include "model/timetable.h"

/* ---- gates -------------------------------------------------------------------------------- */

static void check_asked(struct check *check, u32 counted)
{
	const struct engine *engine = check->engine;
	struct map_cursor cursor = { 0 };
	const struct asked *asked;
	while ((asked = uuid_map_next(&engine->gates.asked, &cursor))) {
		const struct engine_run *run = run_find(engine, &asked->run);
		check_expect(check, run && run->is_asked, "E-23 run", &asked->run);
		check_expect(check, asked->timer.node.at != 0, "E-23 timer", &asked->run);
	}
	check_expect(check, counted == engine->gates.asked.table.count, "E-23 count", NULL);
}

void check_gates(struct check *check)
{
	const struct engine *engine = check->engine;
	struct map_cursor cursor = { 0 };
	const struct tenant *tenant;
	u32 keepers = 0, asked = 0;
	while ((tenant = u64_map_next(&engine->dispatch.tenants, &cursor))) {
		bool held = !list_is_empty(&tenant->gated);
		check_expect(check, list_node_is_in_list(&tenant->in_gated) == held, "E-19 tenant",
			     NULL);
		const struct gatekeeper *keeper = tenant->gates;
		asked += tenant->asked;
		check_expect(check, tenant->asked <= LIMIT_HOOK_ASKED, "E-23 bound", NULL);
		if (!keeper) continue;
		keepers++;
		bool timed = keeper->timer.node.at != 0;
		check_expect(check, timed == (keeper->next < MSEC_MAX), "E-19 timer", NULL);
		check_expect(check,
			     !timed || heap_key(&engine->clock.wall, &keeper->timer.node) ==
					       keeper->next,
			     "E-19 instant", NULL);
	}
	check_expect(check, keepers == engine->gates.gatekeepers_len, "E-19 keepers", NULL);
	check_asked(check, asked);
}

/* ---- routes ------------------------------------------------------------------------------- */

/* How many of a type's runs are held that say nothing about their route. */
static u32 check_type_on(struct check *check, const struct type *type, const struct route *route)
{
	u32 running = 0;
	check_expect(check, type->route == route, "E-20 route", NULL);
	list_for_each_of(struct lane, lane, &type->lanes, in_type)
	{
		if (lane->own.v) continue;
		check_expect(check, lane->route == route, "E-20 lane", NULL);
		running += lane->running;
	}
	return running;
}

static void check_route(struct check *check, const struct route *route)
{
	u32 users = 0, running = 0;
	bool has_token = !route->rate.rate || route->level >= (u64)route->rate.per_ms;
	list_for_each_of(struct type, type, &route->types, in_route)
	{
		users++;
		running += check_type_on(check, type, route);
	}
	list_for_each_of(struct lane, lane, &route->lanes, in_route)
	{
		users++;
		running += lane->running;
		str name = name_text(check->engine, NAME_ROUTE, lane->own.v);
		check_expect(check, lane->route == route, "E-20 lane", NULL);
		check_expect(check, str_eq(name, route_name(route)), "E-20 own", NULL);
	}
	check_expect(check, users == route->users, "E-20 users", NULL);
	check_expect(check, running == route->running, "E-20 running", NULL);
	bool is_full = users && route->rate.concurrency &&
		       route->running >= route->rate.concurrency;
	check_expect(check, is_full == route->is_full, "E-20 full", NULL);
	check_expect(check, route->level <= route_capacity(route), "E-20 level", NULL);
	bool is_timed = route->timer.node.at != 0;
	check_expect(check, is_timed == (route->is_closed || !users), "E-20 timer", NULL);
	if (route->is_closed)
		check_expect(check,
			     heap_key(&check->engine->clock.boot, &route->timer.node) ==
				     route->opens_at,
			     "E-20 instant", NULL);
	else if (users) check_expect(check, has_token, "E-20 token", NULL);
}

void check_routes(struct check *check)
{
	struct map_cursor cursor = { 0 };
	const struct route *route;
	const struct type *type;
	while ((route = map_next(&check->engine->gates.routes, &cursor))) check_route(check, route);
	cursor = (struct map_cursor){ 0 };
	while ((type = u64_map_next(&check->engine->dispatch.types, &cursor))) {
		str name = type->policy ? route_name_view(&type->policy->route) : (str){ "", 0 };
		str at = type->route ? route_name(type->route) : (str){ "", 0 };
		check_expect(check, str_eq(name, at), "E-20 name", NULL);
		if (!type->route) continue;
		const struct rate *rate = rate_for(check->engine, type->tenant->no, name);
		bool is_shared = rate && rate->row.policy.scope == RATE_SYSTEM;
		tenant_no whose = is_shared ? (tenant_no){ 0 } : type->tenant->no;
		check_expect(check, type->route->tenant.v == whose.v, "E-20 whose", NULL);
		check_expect(check, type->route->rate.rate == (rate ? rate->row.policy.rate : 0),
			     "E-20 rate", NULL);
	}
}
