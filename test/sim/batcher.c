/* Those who send one thing to many: batches of a few children, some of which are called off. */
#include "sim/sim.h"

#include "base/must.h"

enum { MADE_MAX = 8, CHILDREN_MAX = 12, KEYS = 6 };

struct batcher {
	struct actor actor;
	u64 serial;
	struct uuid made[MADE_MAX]; /* the last ones it was answered about */
	u32 tenants[MADE_MAX];
	u64 made_len;
	u64 reply; /* of the one under way */
	u32 tenant;
};

static struct batcher *batcher_of(struct actor *actor)
{
	return container_of(actor, struct batcher, actor);
}

static void fill_item(struct batcher *batcher, struct call *call, struct enqueue_item *item, u32 i)
{
	item->payload = call_text(call, "{\"b\":%u,\"n\":%llu,\"i\":%u}", batcher->actor.index,
				  (unsigned long long)batcher->serial, i);
}

/* The parent's; few, and tasks have them too, so that many collide. */
static void draw_key(struct actor *actor, struct call *call, struct enqueue_item *parent)
{
	parent->key = call_text(call, "shared-%u", actor_below(actor, KEYS));
	parent->scope = (enum unique_scope)actor_below(actor, UNIQUE_FOREVER + 1);
	if (parent->scope == UNIQUE_TTL) parent->unique_ttl = 10 * MSEC_MINUTE;
}

static void makes_one(struct batcher *batcher)
{
	struct actor *actor = &batcher->actor;
	struct sim *sim = actor->sim;
	u32 len = 1 + actor_below(actor, CHILDREN_MAX);
	struct call *call = call_make(sim, actor, COMMAND_BATCH);
	struct enqueue_item *items = arena_alloc_array(&call->arena, len + 1, sizeof *items);
	must(items != NULL);
	batcher->serial++;
	struct enqueue_item item = { .type = type_name(call,
						       actor_below(actor, sim->swarm.types)) };
	u32 queue = actor_below(actor, sim->swarm.queues);
	if (queue) item.queue = queue_name(call, queue);
	if (actor_chance(actor, 1, 2)) item.max_attempts = (u32)actor_between(actor, 1, 3);
	if (actor_chance(actor, 1, 3)) item.priority = (u32)actor_between(actor, 1, 10);
	for (u32 i = 0; i <= len; i++) {
		items[i] = item;
		fill_item(batcher, call, &items[i], i);
	}
	if (actor_chance(actor, 1, 3)) draw_key(actor, call, &items[len]);
	call->command.batch =
		(struct batch_command){ .parent = &items[len], .children = items, .len = len };
	if (actor_chance(actor, 1, 2)) {
		call->command.batch.pause_ms = actor_between(actor, 0, 20 * MSEC_SECOND);
		call->command.batch.jitter_ms = actor_between(actor, 0, 5 * MSEC_SECOND);
		if (actor->is_bound) call->command.batch.jitter_ms = 0; /* drawn by turns */
	}
	batcher->tenant = actor_draw_tenant(actor);
	call->command.tenant = tenant_name(call, batcher->tenant);
	call->token = 1 + batcher->tenant;
	batcher->reply = call->reply;
	call_send(sim, call);
}

static void calls_one_off(struct batcher *batcher)
{
	struct actor *actor = &batcher->actor;
	struct sim *sim = actor->sim;
	u32 len = (u32)(batcher->made_len < MADE_MAX ? batcher->made_len : MADE_MAX);
	if (!len) return;
	u32 which = actor_below(actor, len);
	struct call *call = call_make(sim, actor, COMMAND_CANCEL);
	call->command.run.run = batcher->made[which];
	call->command.run.reason = STR("called off");
	call->command.tenant = tenant_name(call, batcher->tenants[which]);
	call->token = 1 + batcher->tenants[which];
	call_send(sim, call);
}

static void act(struct actor *actor)
{
	if (actor_chance(actor, 1, 5)) calls_one_off(batcher_of(actor));
	else makes_one(batcher_of(actor));
}

static msec wait(struct actor *actor)
{
	return actor_between(actor, 1, actor->sim->swarm.operator_pace / 2);
}

static void on_reply(struct actor *actor, const struct http_reply *reply)
{
	struct batcher *batcher = batcher_of(actor);
	if (reply->kind != COMMAND_BATCH || reply->err || reply->reply != batcher->reply) return;
	u32 place = (u32)(batcher->made_len++ % MADE_MAX);
	batcher->made[place] = reply->claim;
	batcher->tenants[place] = batcher->tenant;
}

struct actor *batcher_new(struct sim *sim, enum actor_kind kind, u32 copy)
{
	struct batcher *batcher = actor_make(sim, kind, copy, sizeof *batcher);
	batcher->actor.on_reply = on_reply;
	batcher->actor.act = act;
	batcher->actor.wait = wait;
	actor_live(&batcher->actor);
	return &batcher->actor;
}
