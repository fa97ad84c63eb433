/* Tenants, types, seats, stands: found, or made when first used. Their room has been
 * reserved, so making one cannot fail. */
#include "engine/core/owner.h"

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
	list_init(&tenant->seats);
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
	list_init(&type->stands);
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
		*out_tenant = tenant; /* what is there has its row */
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

/* Types whose names nobody had used count also when they are gone: a tenant that draws names at
 * random stops at its bound, not at everybody's. */
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

u64 shelf_key(enum carrier carrier, queue_no queue, type_no type)
{
	return pair_key(side_no(carrier, queue), type.v);
}

struct seat *seat_find(const struct engine *engine, tenant_no tenant, queue_no queue,
		       enum carrier carrier)
{
	return u64_map_find(&engine->dispatch.seats, pair_key(tenant.v, side_no(carrier, queue)));
}

static struct seat *seat_get(struct engine *engine, struct tenant *tenant, struct queue *queue,
			     enum carrier carrier)
{
	struct seat *seat = seat_find(engine, tenant->no, queue->no, carrier);
	if (seat) return seat;
	seat = pool_take(&engine->dispatch.seat_pool);
	seat->tenant = tenant;
	seat->queue = queue;
	seat->carrier = carrier;
	list_init(&seat->stands);
	list_init(&seat->dropped);
	list_push_back(&tenant->seats, &seat->in_tenant);
	struct pause_key key = { PAUSE_QUEUE, tenant->no, queue->no.v };
	seat->pause = pause_find(engine, &key);
	u64_map_insert(&engine->dispatch.seats, pair_key(tenant->no.v, side_no(carrier, queue->no)),
		       seat);
	return seat;
}

struct stand *stand_find(const struct type *type, const struct queue *queue, route_no own)
{
	for (struct list_node *node = type->stands.head.next; node != &type->stands.head;
	     node = node->next) {
		struct stand *stand = container_of(node, struct stand, in_type);
		if (stand->own.v == own.v && stand->seat->queue == queue) return stand;
	}
	return NULL;
}

/* It comes to be with the first stand of its kind: opening a stand later, when many come back from
 * a pause at once, needs no room. */
static struct shelf *shelf_get(struct engine *engine, enum carrier carrier, queue_no queue,
			       type_no type)
{
	u64 key = shelf_key(carrier, queue, type);
	struct shelf *shelf = u64_map_find(&engine->dispatch.shelves, key);
	if (shelf) return shelf;
	shelf = pool_take(&engine->dispatch.shelf_pool);
	shelf->key = key;
	u64_map_insert(&engine->dispatch.shelves, key, shelf);
	return shelf;
}

enum carrier type_carrier(const struct type *type)
{
	enum carrier said = type->policy ? type->policy->carrier : CARRIER_UNSAID;
	return said ? said : type->carrier_by_name;
}

/* With those who carry its type out. */
static void stand_settle(struct engine *engine, struct stand *stand, struct queue *queue)
{
	struct type *type = stand->type;
	stand->seat = seat_get(engine, type->tenant, queue, type_carrier(type));
	stand->shelf = shelf_get(engine, type_carrier(type), queue->no, type->no);
	stand->seat->all_stands++;
	stand->shelf->all++;
}

struct stand *stand_get(struct engine *engine, struct type *type, struct queue *queue, route_no own)
{
	struct stand *stand = stand_find(type, queue, own);
	if (stand) return stand;
	stand = pool_take(&engine->dispatch.stand_pool);
	stand->type = type;
	stand->own = own;
	stand->route = type->route;
	stand_settle(engine, stand, queue);
	list_push_back(&type->stands, &stand->in_type);
	if (own.v) engine->hooks->gates.stand_made(engine, stand);
	return stand;
}

void stand_note_used(struct stand *stand, bool is_used)
{
	struct tenant *tenant = stand->type->tenant;
	if (!stand->own.v || stand->is_used == is_used) return;
	must(is_used || tenant->own_stands > 0);
	if (is_used) tenant->own_stands++;
	else tenant->own_stands--;
	stand->is_used = is_used;
}

/* Like names of types, those that nobody had used count also when they are gone. What comes by its
 * time is let in however many there are: it was counted when it was named. */
enum err route_named(struct engine *engine, struct type *type, const struct queue *queue, str name,
		     route_no *out_route, struct why *why)
{
	struct tenant *tenant = type->tenant;
	*out_route = (route_no){ name_find(engine, NAME_ROUTE, name) };
	if (!name.len) return ERR_OK;
	const struct stand *stand = out_route->v ? stand_find(type, queue, *out_route) : NULL;
	if (stand && stand->is_used) return ERR_OK;
	if (tenant->own_stands >= LIMIT_ROUTES_PER_TENANT)
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

/* So many stay, for those that come and go. */
enum { IDLE_STANDS_MAX = 1000 };

void stand_note_idle(struct engine *engine, struct stand *stand)
{
	if (stand->runs || stand->spill) return;
	stand_note_used(stand, false);
	if (list_node_is_in_list(&stand->in_idle)) return;
	list_push_back(&engine->dispatch.idle, &stand->in_idle);
	engine->dispatch.idle_len++;
}

void type_release(struct engine *engine, struct type *type)
{
	if (type->row || type->pause || !list_is_empty(&type->stands)) return;
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
	if (!list_is_empty(&tenant->seats) || !list_is_empty(&tenant->routes)) return;
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

static void seat_release(struct engine *engine, struct seat *seat)
{
	if (seat->all_stands) return;
	must(!seat->is_open);
	unlink_node(&seat->in_opened);
	list_remove(&seat->in_tenant);
	u64_map_remove(&engine->dispatch.seats,
		       pair_key(seat->tenant->no.v, side_no(seat->carrier, seat->queue->no)));
	pool_give(&engine->dispatch.seat_pool, seat);
}

/* It leaves its seat and its shelf, which go when they are empty. */
static void stand_depart(struct engine *engine, struct stand *stand)
{
	must(!stand->is_open);
	if (--stand->shelf->all == 0) {
		u64_map_remove(&engine->dispatch.shelves, stand->shelf->key);
		pool_give(&engine->dispatch.shelf_pool, stand->shelf);
	}
	stand->seat->all_stands--;
	seat_release(engine, stand->seat);
}

static void stand_change_hands(struct engine *engine, struct stand *stand)
{
	struct queue *queue = stand->seat->queue;
	stand_shut(engine, stand);
	stand_depart(engine, stand);
	stand_settle(engine, stand, queue);
	stand_update(engine, stand);
}

void type_change_hands(struct engine *engine, struct type *type)
{
	enum carrier carrier = type_carrier(type);
	for (struct list_node *node = type->stands.head.next; node != &type->stands.head;
	     node = node->next) {
		struct stand *stand = container_of(node, struct stand, in_type);
		if (stand->seat->carrier != carrier) stand_change_hands(engine, stand);
	}
}

static void stand_release(struct engine *engine, struct stand *stand)
{
	struct type *type = stand->type;
	struct tenant *tenant = type->tenant;
	must(stand->runs == 0);
	unlink_node(&stand->in_opened);
	unlink_node(&stand->in_thirsty);
	if (stand->own.v) engine->hooks->gates.stand_gone(engine, stand);
	list_remove(&stand->in_type);
	stand_depart(engine, stand);
	pool_give(&engine->dispatch.stand_pool, stand);
	type_release(engine, type);
	tenant_release(engine, tenant);
}

/* A seat whose turn is ahead of the others' would lose what it owes them: it stays. */
void idle_release(struct engine *engine)
{
	u32 tries = engine->dispatch.idle_len;
	if (tries > LIMIT_TURN_ITEMS) tries = LIMIT_TURN_ITEMS;
	while (engine->dispatch.idle_len > IDLE_STANDS_MAX && tries--) {
		struct stand *stand = container_of(list_pop_front(&engine->dispatch.idle),
						   struct stand, in_idle);
		engine->dispatch.idle_len--;
		if (stand->runs || stand->spill) continue;
		if (stand->seat->turn > stand->seat->queue->sides[stand->seat->carrier].seat_turn) {
			stand_note_idle(engine, stand);
			if (tries > 64) tries = 64;
			continue;
		}
		stand_release(engine, stand);
	}
}

enum err reserve_tenant(struct engine *engine)
{
	enum err err = pool_reserve(&engine->dispatch.tenant_pool, 1);
	return err ? err : u64_map_reserve(&engine->dispatch.tenants, 1);
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

enum err reserve_stand(struct engine *engine)
{
	enum err err = reserve_type(engine);
	if (!err) err = pool_reserve(&engine->dispatch.seat_pool, 1);
	if (!err) err = u64_map_reserve(&engine->dispatch.seats, 1);
	if (!err) err = pool_reserve(&engine->dispatch.stand_pool, 1);
	if (!err) err = pool_reserve(&engine->dispatch.shelf_pool, 1);
	if (!err) err = u64_map_reserve(&engine->dispatch.shelves, 1);
	/* The type's route, and the run's. */
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
