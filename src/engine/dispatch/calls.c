/* Lease calls that wait. A call waits at every post (tenant or any, queue or any, type or any) that
 * it asks for. So a lane that opens finds its oldest waiting call in eight look-ups. Calls of
 * workers and calls of the server itself wait separately. */
#include "engine/commands.h"
#include "engine/dispatch/dispatch.h"
#include "engine/memory/memory.h"
#include "engine/whole.h"

/* 1 bit of carrier, 27 of tenant, 8 of queue, 28 of type; 0 is any. */
static u64 post_key(enum carrier carrier, u32 tenant, u32 queue, u32 type)
{
	must(carrier == CARRIER_WORKERS || carrier == CARRIER_NODE);
	must(tenant < 1u << 27);
	must(queue < 1u << 8);
	must(type < 1u << 28);
	return (u64)(carrier == CARRIER_NODE) << 63 | (u64)tenant << 36 | (u64)queue << 28 | type;
}

/* The address of the reply is the key; the engine does not look inside. */
static u64 key_of(const struct reply *reply)
{
	return (u64)(uintptr_t)reply;
}

u32 call_combinations(const struct lease_command *lease)
{
	u32 queues = lease->queues_len ? lease->queues_len : 1;
	u32 types = lease->types_len ? lease->types_len : 1;
	u32 tenants = lease->tenants_len ? lease->tenants_len : 1;
	return queues * types * tenants;
}

u32 call_posts(const struct call *call)
{
	u32 tenants = call->tenants_len ? call->tenants_len : 1;
	u32 queues = call->queues_len ? call->queues_len : 1;
	u32 types = call->types_len ? call->types_len : 1;
	return tenants * queues * types;
}

/* No worker's name begins with '@', so the runs of a node cannot be taken for a worker's. */
static enum err check_holder(const struct engine *engine, const struct lease_command *lease,
			     struct why *why)
{
	if (lease->carrier != CARRIER_NODE && !lease->is_within)
		return name_check(NAME_WORKER, lease->worker, "worker_id", why);
	if (lease->worker.len && str_eq(lease->worker, engine->config.node)) return ERR_OK;
	return fail(why, ERR_INVALID, "this worker_id is reserved for the server's own handlers");
}

static enum err check_lease(const struct engine *engine, const struct lease_command *lease,
			    struct why *why)
{
	enum err err = check_holder(engine, lease, why);
	if (err) return err;
	if (lease->max < 1 || lease->max > LIMIT_LEASE_MANY)
		return fail(why, ERR_INVALID, "max must be 1 to %d", LIMIT_LEASE_MANY);
	if (lease->hostname.len > LIMIT_WORKER_HOST_BYTES)
		return fail(why, ERR_INVALID, "hostname must have at most %d bytes",
			    LIMIT_WORKER_HOST_BYTES);
	if (lease->queues_len > LIMIT_LEASE_QUEUES)
		return fail(why, ERR_INVALID, "queues must have at most %d names",
			    LIMIT_LEASE_QUEUES);
	if (lease->types_len > LIMIT_LEASE_TYPES)
		return fail(why, ERR_INVALID, "types must have at most %d names",
			    LIMIT_LEASE_TYPES);
	if (lease->tenants_len > LIMIT_LEASE_TENANTS)
		return fail(why, ERR_INVALID, "tenants must have at most %d names",
			    LIMIT_LEASE_TENANTS);
	if (call_combinations(lease) > LIMIT_LEASE_COMBINATIONS)
		return fail(why, ERR_INVALID,
			    "queues times types times tenants must be at most "
			    "%d",
			    LIMIT_LEASE_COMBINATIONS);
	if (lease->wait_ms < 0 || lease->wait_ms > LIMIT_LEASE_WAIT_MS)
		return fail(why, ERR_INVALID, "wait_ms must be 0 to %d", LIMIT_LEASE_WAIT_MS);
	if (lease->lease_ms && (lease->lease_ms < LEASE_MS_MIN || lease->lease_ms > LEASE_MS_MAX))
		return fail(why, ERR_INVALID, "lease_ms must be %d to %d", LEASE_MS_MIN,
			    LEASE_MS_MAX);
	return ERR_OK;
}

static enum err resolve_queues(struct engine *engine, struct call *call,
			       const struct lease_command *lease, struct why *why)
{
	for (u32 i = 0; i < lease->queues_len; i++) {
		u32 no = name_find(engine, NAME_QUEUE, lease->queues[i]);
		if (!no || !engine->dispatch.queues[no].exists)
			return fail(why, ERR_INVALID, "queue \"%.*s\" does not exist",
				    STR_ARG(lease->queues[i]));
		call->queues[call->queues_len++] = (queue_no){ no };
	}
	return ERR_OK;
}

static void borrow_tenant(struct engine *engine, struct call *call, str text)
{
	u32 no = name_borrow(engine, NAME_TENANT, text);
	call->tenants[call->tenants_len++] = (tenant_no){ no };
}

static void give_names_back(struct engine *engine, struct call *call)
{
	for (u32 i = 0; i < call->types_len; i++)
		name_give_back(engine, NAME_TYPE, call->types[i].v);
	for (u32 i = 0; i < call->tenants_len; i++)
		name_give_back(engine, NAME_TENANT, call->tenants[i].v);
}

/* A call may wait for types and tenants before their first run: it borrows their names. */
static enum err resolve_names(struct engine *engine, struct call *call,
			      const struct command *command, const struct lease_command *lease,
			      struct why *why)
{
	enum err err = ERR_OK;
	for (u32 i = 0; i < lease->types_len && !err; i++) {
		err = name_check(NAME_TYPE, lease->types[i], "types", why);
		if (err) break;
		u32 no = name_borrow(engine, NAME_TYPE, lease->types[i]);
		call->types[call->types_len++] = (type_no){ no };
	}
	for (u32 i = 0; i < lease->tenants_len && !err; i++) {
		err = name_check(NAME_TENANT, lease->tenants[i], "tenants", why);
		if (err) break;
		if (command->tenant.len && !str_eq(command->tenant, lease->tenants[i]))
			return fail(why, ERR_NOT_FOUND, "there is no such tenant");
		borrow_tenant(engine, call, lease->tenants[i]);
	}
	if (!err && command->tenant.len && !lease->tenants_len)
		borrow_tenant(engine, call, command->tenant);
	return err;
}

struct call *call_new(struct engine *engine, const struct command *command,
		      const struct lease_command *lease, struct why *why)
{
	enum err err = check_lease(engine, lease, why);
	if (err) return NULL;
	struct call *call = pool_take(&engine->dispatch.call_pool);
	list_init(&call->waits);
	call->timer.kind = TIMER_CALL_END;
	call->reply = command->reply;
	call->turn = now_turn(engine)->id;
	call->number = ++engine->dispatch.calls_made;
	call->max = lease->max;
	call->carrier = lease->carrier == CARRIER_NODE ? CARRIER_NODE : CARRIER_WORKERS;
	call->lease_ms = lease->lease_ms;
	call->ends_at = msec_add(boot_now(engine), lease->wait_ms);
	err = resolve_queues(engine, call, lease, why);
	if (!err) err = resolve_names(engine, call, command, lease, why);
	if (!err)
		call->worker = worker_get(engine, command->tenant, lease->worker, lease->hostname);
	if (!err && !call->worker)
		err = fail(why, ERR_QUOTA,
			   "a tenant may have at most %d workers at once, and all of them wait "
			   "or hold runs",
			   LIMIT_TENANT_WORKERS);
	if (err) {
		give_names_back(engine, call);
		pool_give(&engine->dispatch.call_pool, call);
		return NULL;
	}
	worker_take(engine, call->worker, &call->worker->calls);
	engine->dispatch.runs_asked += call->max;
	worker_seen(engine, call->worker);
	return call;
}

/* ---- waiting ------------------------------------------------------------------------------ */

static struct post *post_get(struct engine *engine, u64 key)
{
	struct post *post = u64_map_find(&engine->dispatch.posts, key);
	if (post) return post;
	post = pool_take(&engine->dispatch.post_pool);
	post->key = key;
	list_init(&post->waits);
	u64_map_insert(&engine->dispatch.posts, key, post);
	return post;
}

static void wait_at(struct engine *engine, struct call *call, u64 key)
{
	struct wait *wait = pool_take(&engine->dispatch.wait_pool);
	wait->call = call;
	wait->post = post_get(engine, key);
	list_push_back(&wait->post->waits, &wait->in_post);
	list_push_back(&call->waits, &wait->in_call);
}

void call_wait(struct engine *engine, struct call *call)
{
	u32 tenants = call->tenants_len ? call->tenants_len : 1;
	u32 queues = call->queues_len ? call->queues_len : 1;
	u32 types = call->types_len ? call->types_len : 1;
	for (u32 t = 0; t < tenants; t++) {
		for (u32 q = 0; q < queues; q++) {
			for (u32 y = 0; y < types; y++)
				wait_at(engine, call,
					post_key(call->carrier,
						 call->tenants_len ? call->tenants[t].v : 0,
						 call->queues_len ? call->queues[q].v : 0,
						 call->types_len ? call->types[y].v : 0));
		}
	}
	call->is_waiting = true;
	list_push_back(&engine->dispatch.waiting_calls, &call->in_list);
	u64_map_insert(&engine->dispatch.calls, key_of(call->reply), call);
	heap_push(&engine->clock.boot, &call->timer.node, call->ends_at);
}

void call_forget(struct engine *engine, struct call *call)
{
	while (!list_is_empty(&call->waits)) {
		struct wait *wait = container_of(list_pop_front(&call->waits), struct wait,
						 in_call);
		struct post *post = wait->post;
		list_remove(&wait->in_post);
		pool_give(&engine->dispatch.wait_pool, wait);
		if (!list_is_empty(&post->waits)) continue;
		u64_map_remove(&engine->dispatch.posts, post->key);
		pool_give(&engine->dispatch.post_pool, post);
	}
	if (list_node_is_in_list(&call->in_list)) list_remove(&call->in_list);
	if (call->timer.node.at) heap_remove(&engine->clock.boot, &call->timer.node);
	if (call->is_waiting) u64_map_remove(&engine->dispatch.calls, key_of(call->reply));
	give_names_back(engine, call);
	must(engine->dispatch.runs_asked >= call->max);
	worker_give(engine, call->worker, &call->worker->calls);
	engine->dispatch.runs_asked -= call->max;
	pool_give(&engine->dispatch.call_pool, call);
}

static void consider_post(const struct engine *engine, u64 key, struct call **oldest)
{
	const struct post *post = u64_map_find(&engine->dispatch.posts, key);
	if (!post) return;
	struct call *call = container_of(list_first(&post->waits), struct wait, in_post)->call;
	if (!*oldest || call->number < (*oldest)->number) *oldest = call;
}

struct call *call_for_lane(const struct engine *engine, const struct lane *lane)
{
	struct call *oldest = NULL;
	if (list_is_empty(&engine->dispatch.waiting_calls)) return NULL;
	for (u32 any = 0; any < 8; any++)
		consider_post(engine,
			      post_key(lane->share->carrier, any & 1 ? 0 : lane->type->tenant->no.v,
				       any & 2 ? 0 : lane->share->queue->no.v,
				       any & 4 ? 0 : lane->type->no.v),
			      &oldest);
	return oldest;
}

/* A waiting call, or a call that the last turn had no room for. */
static struct call *call_find(const struct engine *engine, const struct reply *reply)
{
	for (struct list_node *node = engine->dispatch.fresh_calls.head.next;
	     node != &engine->dispatch.fresh_calls.head; node = node->next) {
		struct call *call = container_of(node, struct call, in_list);
		if (call->reply == reply) return call;
	}
	return u64_map_find(&engine->dispatch.calls, key_of(reply));
}

void engine_each_waiting(const struct engine *engine, u64 before_turn,
			 void (*visit)(void *context, struct reply *reply), void *context)
{
	const struct list *lists[] = { &engine->dispatch.waiting_calls,
				       &engine->dispatch.fresh_calls };
	for (u32 i = 0; i < countof(lists); i++) {
		for (struct list_node *node = lists[i]->head.next; node != &lists[i]->head;
		     node = node->next) {
			const struct call *call = container_of(node, struct call, in_list);
			if (call->turn < before_turn) visit(context, call->reply);
		}
	}
}

void on_leave(struct engine *engine, const struct command *command)
{
	struct call *call = call_find(engine, command->leave.reply);
	if (call && !call->answer) {
		call_answer(engine, call, NULL, 0);
		call_forget(engine, call);
	}
	answer_add(engine, command->reply);
}

/* Whether a worker waits for the type, or holds runs of it and will ask again. The types that
 * answered calls had asked for are not stored, so a worker that is busy with another type does not
 * count. */
bool anyone_asks_for(const struct engine *engine, const struct lane *lane)
{
	return call_for_lane(engine, lane) || lane->type->running;
}

void call_answer(struct engine *engine, struct call *call, struct lease *leases, u32 len)
{
	struct answer *answer = call->answer;
	if (answer) {
		answer->held.leases = leases;
		answer->held.leases_len = len;
		answer->claimed = leases;
		answer->claimed_len = &answer->held.leases_len;
		return;
	}
	answer = answer_add(engine, call->reply);
	answer->is_late = call->turn < now_turn(engine)->id;
	answer->lease.leases = leases;
	answer->lease.len = len;
	answer->claimed = leases;
	answer->claimed_len = &answer->lease.len;
}

void engine_sweep(struct engine *engine)
{
	if (engine->dispatch.sweep_from) engine->dispatch.sweep_again = true;
	else engine->dispatch.sweep_from = 1;
}
