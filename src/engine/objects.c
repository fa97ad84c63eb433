/* Tenants, types, seats, stands, workers: found, or made when first used. Their room has been
 * reserved, so making one cannot fail. */
#include "engine/parts.h"

struct tenant *tenant_find(const struct engine *engine, tenant_no no)
{
	return u64_map_find(&engine->tenants, no.v);
}

struct tenant *tenant_get(struct engine *engine, tenant_no no)
{
	struct tenant *tenant = tenant_find(engine, no);
	must(no.v != 0);
	if (tenant) return tenant;
	tenant = pool_take(&engine->tenant_pool);
	tenant->no = no;
	list_init(&tenant->seats);
	u64_map_insert(&engine->tenants, no.v, tenant);
	return tenant;
}

struct type *type_find(const struct engine *engine, tenant_no tenant, type_no no)
{
	return u64_map_find(&engine->types, pair_key(tenant.v, no.v));
}

struct type *type_get(struct engine *engine, struct tenant *tenant, type_no no)
{
	struct type *type = type_find(engine, tenant->no, no);
	must(no.v != 0);
	if (type) return type;
	type = pool_take(&engine->type_pool);
	type->tenant = tenant;
	type->no = no;
	list_init(&type->stands);
	tenant->types++;
	u64_map_insert(&engine->types, pair_key(tenant->no.v, no.v), type);
	return type;
}

struct queue *queue_of(struct engine *engine, queue_no no)
{
	must(no.v != 0);
	must(no.v <= LIMIT_QUEUES_MAX);
	return &engine->queues[no.v];
}

struct seat *seat_find(const struct engine *engine, tenant_no tenant, queue_no queue)
{
	return u64_map_find(&engine->seats, pair_key(tenant.v, queue.v));
}

static struct seat *seat_get(struct engine *engine, struct tenant *tenant, struct queue *queue)
{
	struct seat *seat = seat_find(engine, tenant->no, queue->no);
	if (seat) return seat;
	seat = pool_take(&engine->seat_pool);
	seat->tenant = tenant;
	seat->queue = queue;
	list_init(&seat->stands);
	list_init(&seat->dropped);
	list_push_back(&tenant->seats, &seat->in_tenant);
	struct pause_key key = { PAUSE_QUEUE, tenant->no, queue->no.v };
	seat->pause = pause_find(engine, &key);
	u64_map_insert(&engine->seats, pair_key(tenant->no.v, queue->no.v), seat);
	return seat;
}

struct stand *stand_find(const struct type *type, const struct queue *queue)
{
	for (struct list_node *node = type->stands.head.next; node != &type->stands.head;
	     node = node->next) {
		struct stand *stand = container_of(node, struct stand, in_type);
		if (stand->seat->queue == queue) return stand;
	}
	return NULL;
}

/* It comes to be with the first stand of its kind: opening a stand later, when many come back from
 * a pause at once, needs no room. */
static struct shelf *shelf_get(struct engine *engine, queue_no queue, type_no type)
{
	u64 key = pair_key(queue.v, type.v);
	struct shelf *shelf = u64_map_find(&engine->shelves, key);
	if (shelf) return shelf;
	shelf = pool_take(&engine->shelf_pool);
	shelf->key = key;
	u64_map_insert(&engine->shelves, key, shelf);
	return shelf;
}

struct stand *stand_get(struct engine *engine, struct type *type, struct queue *queue)
{
	struct stand *stand = stand_find(type, queue);
	if (stand) return stand;
	stand = pool_take(&engine->stand_pool);
	stand->type = type;
	stand->seat = seat_get(engine, type->tenant, queue);
	stand->shelf = shelf_get(engine, queue->no, type->no);
	list_push_back(&type->stands, &stand->in_type);
	return stand;
}

enum { WORKER_GONE_MS = 5 * MSEC_MINUTE };

struct worker *worker_get(struct engine *engine, str name)
{
	worker_no no = { name_intern(engine, NAME_WORKER, name) };
	struct worker *worker = u64_map_find(&engine->workers, no.v);
	if (worker) return worker;
	worker = pool_take(&engine->worker_pool);
	worker->no = no;
	worker->timer.kind = TIMER_WORKER_GONE;
	u64_map_insert(&engine->workers, no.v, worker);
	return worker;
}

/* It has been heard of: known for another while. */
void worker_seen(struct engine *engine, struct worker *worker)
{
	worker->seen = boot_now(engine);
	msec gone = msec_add(worker->seen, WORKER_GONE_MS);
	if (worker->timer.node.at) heap_update(&engine->boot, &worker->timer.node, gone);
	else heap_push(&engine->boot, &worker->timer.node, gone);
}
