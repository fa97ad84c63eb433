/* Routes: a bucket of tokens each, on the boot clock. A claim takes one; a route without any closes
 * the lanes of its types, and those of runs that name it, so that a pick never looks at them, and
 * its timer opens them. What is held back is not touched in between, and other routes are none of
 * its business.
 *
 * A bucket starts full where it comes to be by somebody's word. A process that begins anew does not
 * know what the one before it used up: then it was empty when the process began, also where the
 * first type comes to stand on it later. So in no span begin more runs than the
 * rate gives for it and the burst, whoever crashes. */
#include "engine/dispatch/dispatch.h"
#include "engine/gates/route_parts.h"
#include "engine/memory/memory.h"

/* A route of all tenants may have thousands of lanes, and opening it costs time for each. So it
 * opens only with this many milliseconds' worth of tokens. */
#define SHARED_PACE_MS 100

struct route_key {
	tenant_no tenant; /* 0: of all tenants */
	str name;
};

static bool route_is_shared(const struct route *route)
{
	return !route->tenant.v;
}

str route_name(const struct route *route)
{
	return (str){ route->name, route->len };
}

bool route_is_of(const void *item, const void *key)
{
	const struct route *route = item;
	const struct route_key *wanted = key;
	return route->tenant.v == wanted->tenant.v && str_eq(route_name(route), wanted->name);
}

static u64 hash_of(const struct engine *engine, const struct route_key *key)
{
	return hash_mix(hash_bytes(engine->core.hash_key, key->name) ^ key->tenant.v);
}

static struct route *route_find(const struct engine *engine, tenant_no tenant, str name)
{
	struct route_key key = { tenant, name };
	return map_find(&engine->gates.routes, hash_of(engine, &key), &key);
}

/* ---- tokens ------------------------------------------------------------------------------- */

u64 route_capacity(const struct route *route)
{
	return (u64)route->rate.burst * (u64)route->rate.per_ms;
}

static void refill(const struct engine *engine, struct route *route)
{
	msec now = engine->clock.seen.boot;
	u64 elapsed = now > route->as_of ? (u64)(now - route->as_of) : 0;
	u64 lacks = route_capacity(route) - route->level;
	route->as_of = now;
	if (!route->rate.rate) return;
	if (elapsed > lacks / route->rate.rate) route->level += lacks;
	else route->level += elapsed * route->rate.rate;
}

u32 route_tokens(const struct engine *engine, struct route *route)
{
	refill(engine, route);
	return route->rate.rate ? (u32)(route->level / (u64)route->rate.per_ms) : 0;
}

/* When the bucket will have this level. */
static msec level_at(const struct route *route, u64 parts)
{
	u64 lacks = parts > route->level ? parts - route->level : 0;
	u64 rate = route->rate.rate;
	return msec_add(route->as_of, (msec)((lacks + rate - 1) / rate));
}

/* The level at which a closed route opens. */
static u64 opening_level(const struct route *route)
{
	u64 token = (u64)route->rate.per_ms;
	u64 paced = (u64)route->rate.rate * SHARED_PACE_MS;
	u64 most = route_capacity(route);
	if (!route_is_shared(route) || paced <= token) return token;
	return paced < most ? paced : most;
}

static msec later(msec a, msec b)
{
	return a > b ? a : b;
}

/* The instant when the route opens; now, if it has enough tokens. */
static msec opening(const struct engine *engine, const struct route *route)
{
	msec at = engine->clock.seen.boot;
	const struct learned *learned = &route->learned;
	u64 token = (u64)route->rate.per_ms;
	if (route->rate.rate && route->level < (route->is_closed ? opening_level(route) : token))
		at = level_at(route, opening_level(route));
	if (learned->window_until > engine->clock.seen.boot && !learned->left)
		at = later(at, learned->window_until);
	return later(at, learned->closed_until);
}

/* ---- open or closed ----------------------------------------------------------------------- */

static void set_timer(struct engine *engine, struct route *route, msec at)
{
	if (route->timer.node.at) heap_remove(&engine->clock.boot, &route->timer.node);
	if (at) heap_push(&engine->clock.boot, &route->timer.node, at);
}

static void forget(struct engine *engine, struct route *route)
{
	struct route_key key = { route->tenant, route_name(route) };
	struct tenant *tenant = route_is_shared(route) ? NULL : tenant_find(engine, route->tenant);
	must(!route->users);
	set_timer(engine, route, 0);
	list_remove(&route->in_list);
	if (list_node_is_in_list(&route->in_named)) list_remove(&route->in_named);
	if (list_node_is_in_list(&route->in_refused)) list_remove(&route->in_refused);
	map_remove(&engine->gates.routes, hash_of(engine, &key), &key);
	pool_give(&engine->gates.route_pool, route);
	if (tenant) tenant_release(engine, tenant);
}

/* The route is not used any more: it is removed once its bucket is full and its learned limit is
 * over. */
static void rest(struct engine *engine, struct route *route)
{
	const struct learned *learned = &route->learned;
	msec now = engine->clock.seen.boot;
	msec at = later(learned->closed_until, learned->window_until);
	refill(engine, route);
	if (route->rate.rate) at = later(at, level_at(route, route_capacity(route)));
	route->is_closed = route->is_full = false;
	if (at > now) set_timer(engine, route, at);
	else forget(engine, route);
}

/* Whether the limit of concurrent runs is reached. A route of all tenants has no such limit: each
 * end of a run would touch the lanes of all tenants. */
static bool is_full(const struct route *route)
{
	u32 most = route->rate.concurrency;
	return most && route->running >= most;
}

static void update_lanes(struct engine *engine, struct route *route)
{
	list_for_each_of(struct type, type, &route->types, in_route) type_update(engine, type);
	list_for_each_of(struct lane, lane, &route->lanes, in_route) lane_update(engine, lane);
}

/* Opens or closes the route by its limit of concurrent runs. */
static void look_at_places(struct engine *engine, struct route *route)
{
	bool is_full_now = is_full(route);
	if (is_full_now == route->is_full) return;
	route->is_full = is_full_now;
	update_lanes(engine, route);
}

void route_look(struct engine *engine, struct route *route)
{
	msec now = engine->clock.seen.boot;
	refill(engine, route);
	msec at = opening(engine, route);
	bool is_closed = at > now;
	bool puts_off = is_closed && msec_sub(at, now) >= ROUTE_PUT_OFF_MS;
	bool is_same = is_closed == route->is_closed && puts_off == route->puts_off;
	set_timer(engine, route, is_closed ? at : 0);
	route->opens_at = at;
	route->is_closed = is_closed;
	route->puts_off = puts_off;
	if (is_same) {
		look_at_places(engine, route);
		return;
	}
	route->is_full = is_full(route);
	engine->dispatch.keeps_vtime = is_closed && route_is_shared(route);
	update_lanes(engine, route);
	engine->dispatch.keeps_vtime = false;
}

void route_timer_acts(struct engine *engine, struct route *route)
{
	if (route->users) route_look(engine, route);
	else rest(engine, route);
}

void route_count(struct engine *engine, struct route *route, int by)
{
	route->running += (u32)by;
	if (route->rate.concurrency) look_at_places(engine, route);
}

void route_started(struct engine *engine, const struct engine_run *run)
{
	struct route *route = run->lane->route;
	if (!route) return;
	struct learned *learned = &route->learned;
	must(!route->is_closed);
	refill(engine, route);
	if (route->rate.rate) {
		must(route->level >= (u64)route->rate.per_ms);
		route->level -= (u64)route->rate.per_ms;
	}
	if (learned->window_until > engine->clock.seen.boot && learned->left) learned->left--;
	if (opening(engine, route) > engine->clock.seen.boot) route_look(engine, route);
}

bool route_holds(const struct engine *engine, const struct route *route,
		 struct closed_gate *out_hold)
{
	if (!route->is_closed) return false;
	msec left = msec_sub(route->opens_at, engine->clock.seen.boot);
	*out_hold = (struct closed_gate){ GATE_RATE_LIMIT, msec_add(engine->clock.seen.wall, left),
					  route_name(route), route->puts_off };
	return true;
}

/* ---- who stands on which ------------------------------------------------------------------ */

static bool is_same_rate(const struct rate_policy *a, const struct rate_policy *b)
{
	return a->rate == b->rate && a->burst == b->burst && a->per_ms == b->per_ms &&
	       a->concurrency == b->concurrency;
}

/* Keeps the tokens that the bucket has, as far as its new size allows. */
static void declare(struct engine *engine, struct route *route, const struct rate *rate)
{
	struct rate_policy policy = rate ? rate->row.policy : (struct rate_policy){ 0 };
	refill(engine, route);
	if (is_same_rate(&policy, &route->rate)) return;
	u64 level = rate ? rate_first_level(engine, rate) : 0;
	if (route->rate.rate) {
		u64 tokens = route->level / (u64)route->rate.per_ms;
		if (tokens > policy.burst) tokens = policy.burst;
		level = tokens * (u64)policy.per_ms;
	}
	route->rate = policy;
	route->level = level;
}

static struct route *route_new(struct engine *engine, tenant_no no, str name)
{
	struct route_key key = { no, name };
	struct route *route = pool_take(&engine->gates.route_pool);
	must(name.len <= sizeof route->name);
	route->timer.kind = TIMER_ROUTE;
	route->tenant = no;
	route->as_of = engine->clock.seen.boot;
	route->len = (u32)name.len;
	memcpy(route->name, name.at, name.len);
	list_init(&route->types);
	list_init(&route->lanes);
	list_push_back(no.v ? &tenant_find(engine, no)->routes : &engine->gates.shared_routes,
		       &route->in_list);
	map_insert(&engine->gates.routes, hash_of(engine, &key), &key, route);
	return route;
}

/* The owner of a route: all tenants, if the rate in force is the system's for all together. */
static tenant_no route_owner(const struct rate *rate, tenant_no tenant)
{
	bool is_shared = rate && rate->row.policy.scope == RATE_SYSTEM;
	return is_shared ? (tenant_no){ 0 } : tenant;
}

/* The route that counts for a tenant's runs with this name; NULL: the name is empty. */
static struct route *route_get(struct engine *engine, tenant_no tenant, str name)
{
	if (!name.len) return NULL;
	const struct rate *rate = rate_for(engine, tenant, name);
	tenant_no no = route_owner(rate, tenant);
	struct route *route = route_find(engine, no, name);
	if (!route) route = route_new(engine, no, name);
	declare(engine, route, rate);
	return route;
}

static str name_of_policy(const struct type *type)
{
	return type->policy ? route_name_view(&type->policy->route) : (str){ "", 0 };
}

const struct route *route_of_runs(const struct engine *engine, const struct type *type,
				  route_no own)
{
	str name = name_text(engine, NAME_ROUTE, own.v);
	if (!own.v) return type->route;
	const struct rate *rate = rate_for(engine, type->tenant->no, name);
	return route_find(engine, route_owner(rate, type->tenant->no), name);
}

/* Moves those lanes of the type that name no route to the type's route; returns how many of their
 * runs are processing. */
static u32 put_lanes(struct type *type, struct route *route)
{
	u32 running = 0;
	list_for_each_of(struct lane, lane, &type->lanes, in_type)
	{
		if (lane->own.v) continue;
		lane->route = route;
		running += lane->running;
	}
	return running;
}

static void leave(struct engine *engine, struct route *route, struct list_node *node, u32 running)
{
	must(route->running >= running);
	list_remove(node);
	route->running -= running;
	if (--route->users == 0) rest(engine, route);
	else look_at_places(engine, route);
}

void type_leave_route(struct engine *engine, struct type *type)
{
	struct route *route = type->route;
	if (!route) return;
	u32 running = put_lanes(type, NULL);
	type->route = NULL;
	type_update(engine, type);
	leave(engine, route, &type->in_route, running);
}

void type_choose_route(struct engine *engine, struct type *type)
{
	struct route *route = route_get(engine, type->tenant->no, name_of_policy(type));
	if (route == type->route) return;
	type_leave_route(engine, type);
	if (!route) return;
	type->route = route;
	list_push_back(&route->types, &type->in_route);
	route->users++;
	route->running += put_lanes(type, route);
	route_look(engine, route);
	type_update(engine, type);
}

void lane_leave_route(struct engine *engine, struct lane *lane)
{
	struct route *route = lane->route;
	if (!list_node_is_in_list(&lane->in_route)) return;
	lane->route = NULL;
	lane_update(engine, lane);
	leave(engine, route, &lane->in_route, lane->running);
}

void lane_choose_route(struct engine *engine, struct lane *lane)
{
	bool is_on_it = list_node_is_in_list(&lane->in_route);
	str name = name_text(engine, NAME_ROUTE, lane->own.v);
	struct route *route = route_get(engine, lane->type->tenant->no, name);
	must(route != NULL);
	if (is_on_it && route == lane->route) return;
	lane_leave_route(engine, lane);
	lane->route = route;
	list_push_back(&route->lanes, &lane->in_route);
	route->users++;
	route->running += lane->running;
	route_look(engine, route);
	lane_update(engine, lane);
}

static const struct rate *rate_of(const struct engine *engine, const struct route *route)
{
	tenant_no system = { name_find(engine, NAME_TENANT, STR("system")) };
	tenant_no whose = route_is_shared(route) ? system : route->tenant;
	const struct rate *rate = rate_for(engine, whose, route_name(route));
	bool is_shared = rate && rate->row.policy.scope == RATE_SYSTEM;
	return is_shared == route_is_shared(route) ? rate : NULL;
}

/* Assigns every user of the route again; the route is kept until that is done. */
static void redo(struct engine *engine, struct route *route)
{
	struct list_node *node = route->types.head.next;
	declare(engine, route, rate_of(engine, route));
	route->users++;
	while (node != &route->types.head) {
		struct type *type = container_of(node, struct type, in_route);
		node = node->next;
		type_choose_route(engine, type);
	}
	node = route->lanes.head.next;
	while (node != &route->lanes.head) {
		struct lane *lane = container_of(node, struct lane, in_route);
		node = node->next;
		lane_choose_route(engine, lane);
	}
	if (--route->users) route_look(engine, route);
	else rest(engine, route);
}

/* Walks over all routes, the one such walk in a turn: a rate was declared or deleted. */
void routes_declare(struct engine *engine, str name)
{
	struct map_cursor cursor = { 0 };
	struct list named;
	struct route *route;
	struct list_node *node;
	list_init(&named);
	while ((route = map_next(&engine->gates.routes, &cursor))) {
		if (str_eq(route_name(route), name)) list_push_back(&named, &route->in_named);
	}
	while ((node = list_pop_front(&named)))
		redo(engine, container_of(node, struct route, in_named));
}

void routes_forget(struct engine *engine, struct tenant *tenant)
{
	struct list_node *node = tenant->routes.head.next;
	while (node != &tenant->routes.head) {
		struct route *route = container_of(node, struct route, in_list);
		node = node->next;
		must(!route->users);
		forget(engine, route);
	}
}

/* ---- room --------------------------------------------------------------------------------- */

enum err routes_reserve(struct engine *engine, u32 more)
{
	enum err err = pool_reserve(&engine->gates.route_pool, more);
	return err ? err : map_reserve(&engine->gates.routes, more);
}

/* If the route belonged to all tenants, each of its users may need a route of its own tenant. */
u32 routes_needed(const struct engine *engine, const struct turn *turn)
{
	u32 needed = 0;
	for (u32 i = 0; i < turn->commands_len; i++) {
		const struct command *command = turn->commands[i];
		needed += command->kind == COMMAND_SET_TYPE;
		if (command->kind != COMMAND_SET_LIMIT) continue;
		const struct route *shared = route_find(engine, (tenant_no){ 0 },
							command->set.name);
		needed += 1 + (shared ? shared->users : 0);
	}
	return needed;
}
