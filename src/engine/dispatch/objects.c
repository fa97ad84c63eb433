/* Tenants, types, shares and lanes: found, or made on first use. Their memory is reserved, so
 * making one cannot fail. */
#include "engine/core/owner.h"
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"

struct tenant *tenant_find(const struct engine *engine, tenant_no no)
{
	return u64_map_find(&engine->dispatch.tenants, no.v);
}

struct tenant *tenant_get(struct engine *engine, tenant_no no)
{
	struct tenant *tenant = tenant_find(engine, no);
	must(no.v != 0);
	if (tenant) return tenant;
	tenant = pool_take(&engine->dispatch.tenant_pool);
	tenant->no = no;
	list_init(&tenant->shares);
	list_init(&tenant->gated);
	list_init(&tenant->routes);
	list_init(&tenant->all_types);
	tenant->is_system = str_eq(name_text(engine, NAME_TENANT, no.v), SYSTEM_NAME);
	u64_map_insert(&engine->dispatch.tenants, no.v, tenant);
	return tenant;
}

struct type *type_find(const struct engine *engine, tenant_no tenant, type_no no)
{
	return u64_map_find(&engine->dispatch.types, pair_key(tenant.v, no.v));
}

struct type *type_get(struct engine *engine, struct tenant *tenant, type_no no)
{
	struct type *type = type_find(engine, tenant->no, no);
	must(no.v != 0);
	if (type) return type;
	type = pool_take(&engine->dispatch.type_pool);
	type->tenant = tenant;
	type->no = no;
	type->carrier_by_name = carrier_of_type(name_text(engine, NAME_TYPE, no.v));
	type->notifies_by_name = str_eq(name_text(engine, NAME_TYPE, no.v), REMINDER_TYPE);
	list_init(&type->lanes);
	tenant->types++;
	u64_map_insert(&engine->dispatch.types, pair_key(tenant->no.v, no.v), type);
	type_join(engine, type);
	if (type->policy && type->policy->route.len) engine->hooks->gates.type_made(engine, type);
	return type;
}

enum err tenant_named(struct engine *engine, str name, struct tenant **out_tenant, struct why *why)
{
	u32 known = name_find(engine, NAME_TENANT, name);
	struct tenant *tenant = known ? tenant_find(engine, (tenant_no){ known }) : NULL;
	if (tenant && tenant->is_leaving)
		return fail(why, ERR_CONFLICT, "the tenant is being deleted");
	if (tenant) {
		*out_tenant = tenant; /* an existing tenant has its row */
		return ERR_OK;
	}
	enum err err = name_check_room(engine, NAME_TENANT, name, why);
	if (err) return err;
	*out_tenant = tenant_get(engine, (tenant_no){ name_intern(engine, NAME_TENANT, name) });
	return ERR_OK;
}

enum err tenant_of_command(struct engine *engine, const struct command *command,
			   struct tenant **out_tenant, struct why *why)
{
	enum err err = name_check(NAME_TENANT, command->tenant, "tenant_id", why);
	return err ? err : tenant_named(engine, command->tenant, out_tenant, why);
}

void type_note_named(struct engine *engine, struct type *type, bool is_named)
{
	struct change *change = change_add(engine, CHANGE_TYPE_NAMED);
	change->type_named.tenant = type->tenant->no;
	change->type_named.type = type->no;
	change->type_named.is_gone = !is_named;
	type->is_unnamed = !is_named;
}

/* New names of types count even after their types are removed: a tenant that invents names stops at
 * its own limit, not at the limit for all. */
enum err type_named(struct engine *engine, struct tenant *tenant, str name, struct type **out_type,
		    struct why *why)
{
	u32 known = name_find(engine, NAME_TYPE, name);
	struct type *type = known ? type_find(engine, tenant->no, (type_no){ known }) : NULL;
	u32 has = tenant->types > tenant->types_named ? tenant->types : tenant->types_named;
	if (type) {
		if (type->is_unnamed) type_note_named(engine, type, true);
		*out_type = type;
		return ERR_OK;
	}
	if (has >= LIMIT_TYPES_PER_TENANT)
		return fail(why, ERR_QUOTA, "a tenant may have at most %d types",
			    LIMIT_TYPES_PER_TENANT);
	enum err err = name_check_room(engine, NAME_TYPE, name, why);
	if (err) return err;
	u32 kept = engine->core.names[NAME_TYPE].kept;
	type_no no = { name_intern(engine, NAME_TYPE, name) };
	tenant->types_named += engine->core.names[NAME_TYPE].kept - kept;
	*out_type = type_get(engine, tenant, no);
	type_note_named(engine, *out_type, true);
	return ERR_OK;
}

struct queue *queue_of(struct engine *engine, queue_no no)
{
	must(no.v != 0);
	must(no.v <= LIMIT_QUEUES_MAX);
	return &engine->dispatch.queues[no.v];
}

static u32 side_no(enum carrier carrier, queue_no queue)
{
	return (u32)carrier << 16 | queue.v;
}

u64 lane_index_key(enum carrier carrier, queue_no queue, type_no type)
{
	return pair_key(side_no(carrier, queue), type.v);
}

struct share *share_find(const struct engine *engine, tenant_no tenant, queue_no queue,
			 enum carrier carrier)
{
	return u64_map_find(&engine->dispatch.shares, pair_key(tenant.v, side_no(carrier, queue)));
}

static struct share *share_get(struct engine *engine, struct tenant *tenant, struct queue *queue,
			       enum carrier carrier)
{
	struct share *share = share_find(engine, tenant->no, queue->no, carrier);
	if (share) return share;
	share = pool_take(&engine->dispatch.share_pool);
	share->tenant = tenant;
	share->queue = queue;
	share->carrier = carrier;
	list_init(&share->lanes);
	list_init(&share->dropped);
	list_push_back(&tenant->shares, &share->in_tenant);
	struct pause_key key = { PAUSE_QUEUE, tenant->no, queue->no.v };
	share->pause = pause_find(engine, &key);
	u64_map_insert(&engine->dispatch.shares,
		       pair_key(tenant->no.v, side_no(carrier, queue->no)), share);
	return share;
}

struct lane *lane_find(const struct type *type, const struct queue *queue, route_no own)
{
	for (struct list_node *node = type->lanes.head.next; node != &type->lanes.head;
	     node = node->next) {
		struct lane *lane = container_of(node, struct lane, in_type);
		if (lane->own.v == own.v && lane->share->queue == queue) return lane;
	}
	return NULL;
}

/* The lane index is made with the first lane of its kind. So opening a lane later needs no memory,
 * even when many open at once after a pause. */
static struct lane_index *lane_index_get(struct engine *engine, enum carrier carrier,
					 queue_no queue, type_no type)
{
	u64 key = lane_index_key(carrier, queue, type);
	struct lane_index *lane_index = u64_map_find(&engine->dispatch.lane_indexes, key);
	if (lane_index) return lane_index;
	lane_index = pool_take(&engine->dispatch.lane_index_pool);
	lane_index->key = key;
	u64_map_insert(&engine->dispatch.lane_indexes, key, lane_index);
	return lane_index;
}

enum carrier type_carrier(const struct type *type)
{
	enum carrier said = type->policy ? type->policy->carrier : CARRIER_UNSAID;
	return said ? said : type->carrier_by_name;
}

/* Assigns the lane to the carrier of its type. */
static void lane_settle(struct engine *engine, struct lane *lane, struct queue *queue)
{
	struct type *type = lane->type;
	lane->share = share_get(engine, type->tenant, queue, type_carrier(type));
	lane->lane_index = lane_index_get(engine, type_carrier(type), queue->no, type->no);
	lane->share->all_lanes++;
	lane->lane_index->all++;
}

struct lane *lane_get(struct engine *engine, struct type *type, struct queue *queue, route_no own)
{
	struct lane *lane = lane_find(type, queue, own);
	if (lane) return lane;
	lane = pool_take(&engine->dispatch.lane_pool);
	lane->type = type;
	lane->own = own;
	lane->route = type->route;
	lane_settle(engine, lane, queue);
	list_push_back(&type->lanes, &lane->in_type);
	if (own.v) engine->hooks->gates.lane_made(engine, lane);
	return lane;
}

void lane_note_used(struct lane *lane, bool is_used)
{
	struct tenant *tenant = lane->type->tenant;
	if (!lane->own.v || lane->is_used == is_used) return;
	must(is_used || tenant->own_lanes > 0);
	if (is_used) tenant->own_lanes++;
	else tenant->own_lanes--;
	lane->is_used = is_used;
}

/* As for names of types, new names count even after they are gone. A run that becomes due is always
 * let in: its route was counted when it was named. */
enum err route_named(struct engine *engine, struct type *type, const struct queue *queue, str name,
		     route_no *out_route, struct why *why)
{
	struct tenant *tenant = type->tenant;
	*out_route = (route_no){ name_find(engine, NAME_ROUTE, name) };
	if (!name.len) return ERR_OK;
	const struct lane *lane = out_route->v ? lane_find(type, queue, *out_route) : NULL;
	if (lane && lane->is_used) return ERR_OK;
	if (tenant->own_lanes >= LIMIT_ROUTES_PER_TENANT)
		return fail(why, ERR_QUOTA, "live runs of a tenant name at most %d routes at once",
			    LIMIT_ROUTES_PER_TENANT);
	if (!out_route->v && tenant->routes_named >= LIMIT_ROUTE_NAMES_PER_TENANT)
		return fail(why, ERR_QUOTA,
			    "runs of a tenant bring at most %d new names of routes between two "
			    "starts of the server",
			    LIMIT_ROUTE_NAMES_PER_TENANT);
	enum err err = name_check_room(engine, NAME_ROUTE, name, why);
	if (err) return err;
	tenant->routes_named += !out_route->v;
	out_route->v = name_intern(engine, NAME_ROUTE, name);
	return ERR_OK;
}

/* ---- what nothing is left in --------------------------------------------------------------- */

/* How many empty lanes stay in memory, since many become due again soon. */
enum { IDLE_LANES_MAX = 1000 };

void lane_note_idle(struct engine *engine, struct lane *lane)
{
	if (lane->runs || lane->spill) return;
	lane_note_used(lane, false);
	if (list_node_is_in_list(&lane->in_idle)) return;
	list_push_back(&engine->dispatch.idle, &lane->in_idle);
	engine->dispatch.idle_len++;
}

void type_release(struct engine *engine, struct type *type)
{
	if (type->row || type->pause || !list_is_empty(&type->lanes)) return;
	must(type->running == 0);
	if (type->route) engine->hooks->gates.type_gone(engine, type);
	type_part(engine, type);
	type->tenant->types--;
	u64_map_remove(&engine->dispatch.types, pair_key(type->tenant->no.v, type->no.v));
	pool_give(&engine->dispatch.type_pool, type);
}

void tenant_release(struct engine *engine, struct tenant *tenant)
{
	if (tenant->has_row || tenant->gates || tenant->pause || tenant->types ||
	    tenant->types_named || tenant->routes_named)
		return;
	if (tenant->is_leaving) return;
	if (!list_is_empty(&tenant->shares) || !list_is_empty(&tenant->routes)) return;
	must(tenant->running == 0);
	must(list_is_empty(&tenant->all_types));
	if (list_node_is_in_list(&tenant->in_stale)) list_remove(&tenant->in_stale);
	u64_map_remove(&engine->dispatch.tenants, tenant->no.v);
	pool_give(&engine->dispatch.tenant_pool, tenant);
}

static void unlink_node(struct list_node *node)
{
	if (list_node_is_in_list(node)) list_remove(node);
}

static void share_release(struct engine *engine, struct share *share)
{
	if (share->all_lanes) return;
	must(!share->is_open);
	unlink_node(&share->in_opened);
	list_remove(&share->in_tenant);
	u64_map_remove(&engine->dispatch.shares,
		       pair_key(share->tenant->no.v, side_no(share->carrier, share->queue->no)));
	pool_give(&engine->dispatch.share_pool, share);
}

/* The lane leaves its share and its lane index, which are removed when they are empty. */
static void lane_depart(struct engine *engine, struct lane *lane)
{
	must(!lane->is_open);
	if (--lane->lane_index->all == 0) {
		u64_map_remove(&engine->dispatch.lane_indexes, lane->lane_index->key);
		pool_give(&engine->dispatch.lane_index_pool, lane->lane_index);
	}
	lane->share->all_lanes--;
	share_release(engine, lane->share);
}

static void lane_change_hands(struct engine *engine, struct lane *lane)
{
	struct queue *queue = lane->share->queue;
	lane_shut(engine, lane);
	lane_depart(engine, lane);
	lane_settle(engine, lane, queue);
	lane_update(engine, lane);
}

void type_change_hands(struct engine *engine, struct type *type)
{
	enum carrier carrier = type_carrier(type);
	for (struct list_node *node = type->lanes.head.next; node != &type->lanes.head;
	     node = node->next) {
		struct lane *lane = container_of(node, struct lane, in_type);
		if (lane->share->carrier != carrier) lane_change_hands(engine, lane);
	}
}

static void lane_release(struct engine *engine, struct lane *lane)
{
	struct type *type = lane->type;
	struct tenant *tenant = type->tenant;
	must(lane->runs == 0);
	unlink_node(&lane->in_opened);
	unlink_node(&lane->in_thirsty);
	if (lane->own.v) engine->hooks->gates.lane_gone(engine, lane);
	list_remove(&lane->in_type);
	lane_depart(engine, lane);
	pool_give(&engine->dispatch.lane_pool, lane);
	type_release(engine, type);
	tenant_release(engine, tenant);
}

/* A share whose virtual time is ahead of the others' would lose that debt if it were removed: it
 * stays. */
void idle_release(struct engine *engine)
{
	u32 tries = engine->dispatch.idle_len;
	if (tries > LIMIT_TURN_ITEMS) tries = LIMIT_TURN_ITEMS;
	while (engine->dispatch.idle_len > IDLE_LANES_MAX && tries--) {
		struct lane *lane = container_of(list_pop_front(&engine->dispatch.idle),
						 struct lane, in_idle);
		engine->dispatch.idle_len--;
		if (lane->runs || lane->spill) continue;
		if (lane->share->vtime >
		    lane->share->queue->sides[lane->share->carrier].share_vtime) {
			lane_note_idle(engine, lane);
			if (tries > 64) tries = 64;
			continue;
		}
		lane_release(engine, lane);
	}
}

enum err reserve_tenant(struct engine *engine)
{
	enum err err = pool_reserve(&engine->dispatch.tenant_pool, 1);
	return err ? err : u64_map_reserve(&engine->dispatch.tenants, 1);
}

enum err reserve_namesakes(struct engine *engine, u32 types, u32 bases)
{
	enum err err = pool_reserve(&engine->dispatch.namesakes_pool, types);
	if (!err) err = u64_map_reserve(&engine->dispatch.namesakes, types);
	return err ? err : pool_reserve(&engine->dispatch.base_pool, bases);
}

enum err reserve_type(struct engine *engine)
{
	enum err err = reserve_tenant(engine);
	if (!err) err = pool_reserve(&engine->dispatch.type_pool, 1);
	if (!err) err = u64_map_reserve(&engine->dispatch.types, 1);
	if (!err) err = reserve_namesakes(engine, 1, 0);
	if (!err) err = pool_reserve(&engine->gates.route_pool, 1);
	if (!err) err = map_reserve(&engine->gates.routes, 1);
	if (!err) err = heap_reserve(&engine->clock.boot, 1);
	return err;
}

enum err reserve_lane(struct engine *engine)
{
	enum err err = reserve_type(engine);
	if (!err) err = pool_reserve(&engine->dispatch.share_pool, 1);
	if (!err) err = u64_map_reserve(&engine->dispatch.shares, 1);
	if (!err) err = pool_reserve(&engine->dispatch.lane_pool, 1);
	if (!err) err = pool_reserve(&engine->dispatch.lane_index_pool, 1);
	if (!err) err = u64_map_reserve(&engine->dispatch.lane_indexes, 1);
	/* for the type's route, and for the run's */
	if (!err) err = pool_reserve(&engine->gates.route_pool, 2);
	if (!err) err = map_reserve(&engine->gates.routes, 2);
	if (!err) err = heap_reserve(&engine->clock.boot, 2);
	return err;
}

bool pause_is_of(const void *item, const void *key)
{
	const struct pause_key *a = &((const struct pause *)item)->key;
	const struct pause_key *b = key;
	return a->scope == b->scope && a->tenant.v == b->tenant.v && a->no == b->no;
}

u64 pause_hash(const struct engine *engine, const struct pause_key *key)
{
	return hash_u64(engine->core.hash_key,
			pair_key(key->tenant.v, key->no) ^ hash_mix(key->scope + 1u));
}

struct pause *pause_find(const struct engine *engine, const struct pause_key *key)
{
	return map_find(&engine->gates.pauses_by_key, pause_hash(engine, key), key);
}

bool tenant_is_leaving(const struct engine *engine, tenant_no no)
{
	const struct tenant *tenant = tenant_find(engine, no);
	return tenant && tenant->is_leaving;
}
