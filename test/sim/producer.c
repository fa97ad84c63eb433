/* Those who create work: one by one, in bulk, in bursts on the hour, with keys of their own or with
 * keys that others use too. What is not answered is asked again, with the same key and body. */
#include "sim/sim.h"

#include "base/must.h"

enum { PENDING_MAX = 64, TRIES_MAX = 8, SHARED_KEYS = 8, ENTITIES = 6, AFTER_MAX = 3 };

/* Everything that a command says is drawn from here, so that a retry says the same. */
struct order {
	u64 seed;
	u64 serial;
	msec wall; /* when it was first thought of */
	u64 reply; /* of the last try; 0: the slot is free */
	u32 tries;
	/* Drawn once, for what there is changes. */
	struct uuid after[AFTER_MAX];
	u32 after_len;
	enum dependency_kind needs;
};

struct producer {
	struct actor actor;
	msec pace;
	u64 serial;
	struct order pending[PENDING_MAX];
};

static struct producer *producer_of(struct actor *actor)
{
	return container_of(actor, struct producer, actor);
}

/* ---- what is asked for -------------------------------------------------------------------- */

static void draw_time(struct prng *prng, const struct order *order, bool is_soon,
		      struct enqueue_item *item)
{
	u64 dice = prng_below(prng, is_soon ? 65 : 100);
	if (dice < 50) return; /* now */
	item->run_at = order->wall;
	item->run_at_is_absolute = true;
	if (dice < 65) item->run_at += prng_between(prng, 0, 2 * MSEC_MINUTE);
	else if (dice < 85) item->run_at += prng_between(prng, 0, 2 * MSEC_HOUR);
	else if (dice < 90) item->run_at += prng_between(prng, 0, 3 * MSEC_DAY);
	else if (dice < 98) item->run_at -= prng_between(prng, 0, MSEC_HOUR);
	else item->run_at -= prng_between(prng, 29 * MSEC_DAY, 40 * MSEC_DAY);
}

static void draw_limits(struct prng *prng, const struct order *order, struct enqueue_item *item)
{
	msec run_at = item->run_at ? item->run_at : order->wall;
	if (prng_chance(prng, 1, 2)) item->priority = (u32)prng_between(prng, 1, 10);
	if (prng_chance(prng, 1, 3)) item->max_attempts = (u32)prng_between(prng, 1, 6);
	if (prng_chance(prng, 1, 4)) item->timeout_ms = prng_between(prng, 2, 400) * MSEC_SECOND;
	if (prng_chance(prng, 1, 10))
		item->deadline_at = run_at + prng_between(prng, MSEC_SECOND, 2 * MSEC_HOUR);
}

/* In every scope, with few keys: so that many collide. */
static void draw_shared_key(struct prng *prng, struct call *call, struct enqueue_item *item)
{
	static const msec spans[] = { 0, 30 * MSEC_SECOND, 10 * MSEC_MINUTE };
	item->key = call_text(call, "shared-%u", (u32)prng_below(prng, SHARED_KEYS));
	item->scope = (enum unique_scope)prng_below(prng, UNIQUE_FOREVER + 1);
	if (item->scope == UNIQUE_TTL) item->unique_ttl = spans[prng_below(prng, countof(spans))];
	if (item->scope == UNIQUE_BUCKET && prng_chance(prng, 1, 3))
		item->bucket = call_text(call, "bucket-%u", (u32)prng_below(prng, 3));
}

static void draw_key(const struct producer *producer, struct prng *prng, const struct order *order,
		     u32 i, struct call *call, struct enqueue_item *item)
{
	if (producer->actor.kind == ACTOR_SHARER) {
		draw_shared_key(prng, call, item);
	} else if (prng_chance(prng, 2, 3)) {
		item->key = call_text(call, "own-%u-%llu-%u", producer->actor.index,
				      (unsigned long long)order->serial, i);
		item->scope = (enum unique_scope)prng_below(prng, UNIQUE_FOREVER + 1);
	}
	if (prng_chance(prng, 1, 4))
		item->entity = call_text(call, "event:%u", (u32)prng_below(prng, ENTITIES));
}

static void fill_item(const struct producer *producer, struct prng *prng, const struct order *order,
		      u32 i, struct call *call, struct enqueue_item *item)
{
	const struct swarm *swarm = &producer->actor.sim->swarm;
	item->type = type_name(call, (u32)prng_below(prng, swarm->types));
	u32 queue = (u32)prng_below(prng, swarm->queues);
	if (queue || prng_chance(prng, 1, 2)) item->queue = queue_name(call, queue);
	draw_time(prng, order, swarm->all_is_soon, item);
	draw_limits(prng, order, item);
	draw_key(producer, prng, order, i, call, item);
	/* Without a draw: seeds without such people stay what they are. */
	if (swarm_has_hush(swarm) && (order->serial + i) % 4)
		item->user = call_text(call, "user-%u", (u32)((order->serial + i) % 4) - 1);
	/* Likewise. */
	if (swarm_has_routes(swarm) && (order->serial + i) % 5 == 0)
		item->route = call_text(call, "route-%u",
					(u32)((order->serial + i) / 5 % (ORACLE_ROUTES - 1)));
	/* Some say what they have said before in other words. Likewise. */
	struct prng apart = prng_stream(order->seed + i, STR("replaces"));
	item->replaces = swarm->has_replacing && prng_chance(&apart, 1, 2);
	/* Every other task of a call waits for them. */
	if (order->after_len && i % 2 == 0) {
		struct uuid *after = arena_alloc_array(&call->arena, AFTER_MAX, sizeof *after);
		must(after != NULL);
		memcpy(after, order->after, sizeof order->after);
		item->after = after;
		item->after_len = order->after_len;
		item->needs = order->needs;
	}
	item->payload = call_text(call, "{\"p\":%u,\"n\":%llu,\"i\":%u}", producer->actor.index,
				  (unsigned long long)order->serial, i);
}

/* Half of the calls have an Idempotency-Key; a few clients use that of the call before again. */
static void sign_call(const struct producer *producer, const struct order *order, struct prng *prng,
		      struct command *command)
{
	u64 serial = order->serial;
	command->has_replay = prng_chance(prng, 1, 2);
	if (prng_chance(prng, 1, 20)) serial--;
	command->replay_key = (struct digest){ 1 + producer->actor.index, serial };
	command->replay_body = (struct digest){ order->seed, 1 };
}

/* Some have work for a job that may rest. Drawn apart, so that seeds without jobs draw as ever. */
static void name_resumed(const struct order *order, u32 tenant, struct call *call)
{
	const struct oracle_jobs *jobs = call->actor->sim->oracle.jobs;
	struct prng prng = prng_stream(order->seed, STR("resumes"));
	if (!jobs->len || !prng_chance(&prng, 1, 4)) return;
	const struct oracle_job *job = jobs->all[prng_below(&prng, jobs->len)];
	if (oracle_index(job->tenant) != tenant) return;
	char text[UUID_TEXT_LEN + 1] = "";
	uuid_print(job->id, text);
	str *name = arena_alloc(&call->arena, sizeof *name);
	must(name != NULL);
	*name = call_text(call, "%s", text);
	call->command.enqueue.resumes = name;
	call->command.enqueue.resumes_len = 1;
}

static u32 draw_tenant(const struct producer *producer, struct prng *prng)
{
	u32 tenant = (u32)prng_below(prng, producer->actor.sim->swarm.tenants);
	return producer->actor.is_bound ? producer->actor.tenant : tenant;
}

static u32 draw_len(const struct producer *producer, struct prng *prng)
{
	return producer->actor.kind == ACTOR_BULKER ? (u32)prng_between(prng, 2, 20) : 1;
}

/* Runs of the tenant that were acknowledged lately, however they stand, each once. */
static void draw_after(const struct producer *producer, struct order *order)
{
	enum { LATELY = 30, TRIES = 8 };
	const struct sim *sim = producer->actor.sim;
	struct prng prng = prng_init(order->seed);
	struct prng apart = prng_stream(order->seed, STR("after"));
	(void)draw_len(producer, &prng);
	u32 tenant = draw_tenant(producer, &prng) + 1;
	u32 range = oracle_runs_len(&sim->oracle, tenant);
	if (!sim->swarm.has_followers || !range || !prng_chance(&apart, 1, 4)) return;
	order->needs = prng_chance(&apart, 1, 3) ? DEPENDENCY_COMPLETE : DEPENDENCY_SUCCESS;
	if (range > LATELY) range = LATELY;
	u32 len = (u32)prng_between(&apart, 1, AFTER_MAX);
	for (u32 i = 0; i < TRIES && order->after_len < len; i++) {
		const struct oracle_run *run = oracle_run_back(&sim->oracle, tenant,
							       (u32)prng_below(&apart, range));
		bool is_named = !run->is_acked || run->is_purged;
		for (u32 k = 0; k < order->after_len; k++)
			is_named |= uuid_eq(&order->after[k], &run->id);
		if (!is_named) order->after[order->after_len++] = run->id;
	}
}

static struct call *call_for(struct producer *producer, const struct order *order)
{
	struct sim *sim = producer->actor.sim;
	struct prng prng = prng_init(order->seed);
	struct call *call = call_make(sim, &producer->actor, COMMAND_ENQUEUE);
	bool is_bulk = producer->actor.kind == ACTOR_BULKER;
	u32 len = draw_len(producer, &prng);
	u32 tenant = draw_tenant(producer, &prng);
	struct enqueue_item *items = arena_alloc_array(&call->arena, len, sizeof *items);
	must(items != NULL);
	for (u32 i = 0; i < len; i++) fill_item(producer, &prng, order, i, call, &items[i]);
	if (is_bulk && prng_chance(&prng, 1, 4))
		items[prng_below(&prng, len)].queue = STR("no-such-queue");
	call->command.tenant = tenant_name(call, tenant);
	call->command.actor = call_text(call, "producer-%u", producer->actor.index);
	call->command.enqueue = (struct enqueue_command){
		.items = items, .len = len, .atomic = is_bulk && prng_chance(&prng, 1, 2)
	};
	name_resumed(order, tenant, call);
	call->filter.tenants = (u64)1 << tenant;
	call->is_retry = order->tries > 0;
	sign_call(producer, order, &prng, &call->command);
	return call;
}

/* ---- asking, and asking again ------------------------------------------------------------- */

static void answer_is_overdue(void *context, u64 reply);

static void send_order(struct producer *producer, struct order *order)
{
	struct sim *sim = producer->actor.sim;
	struct call *call = call_for(producer, order);
	order->reply = call->reply;
	order->tries++;
	msec patience = actor_between(&producer->actor, 2 * MSEC_SECOND, 20 * MSEC_SECOND);
	world_at(&sim->world, &producer->actor.prng, sim->world.t + patience, answer_is_overdue,
		 producer, call->reply);
	call_send(sim, call);
}

static struct order *find_order(struct producer *producer, u64 reply)
{
	for (u32 i = 0; i < PENDING_MAX; i++) {
		if (producer->pending[i].reply == reply) return &producer->pending[i];
	}
	return NULL;
}

static void try_again(struct producer *producer, struct order *order)
{
	if (order->tries >= TRIES_MAX || producer->actor.sim->is_healing) order->reply = 0;
	else send_order(producer, order);
}

static void answer_is_overdue(void *context, u64 reply)
{
	struct producer *producer = context;
	struct order *order = find_order(producer, reply);
	if (order && !producer->actor.sim->is_over) try_again(producer, order);
}

static void send_again_later(void *context, u64 reply)
{
	answer_is_overdue(context, reply);
}

static void on_reply(struct actor *actor, const struct http_reply *reply)
{
	struct producer *producer = producer_of(actor);
	struct sim *sim = actor->sim;
	struct order *order = find_order(producer, reply->reply);
	if (!order) return; /* too late: it was asked again */
	bool is_over = reply->err == ERR_OK || reply->err == ERR_INVALID ||
		       reply->err == ERR_NOT_FOUND || reply->err == ERR_REPLAY_BODY;
	if (is_over) {
		order->reply = 0;
		return;
	}
	msec wait = actor_between(actor, 50, 10 * MSEC_SECOND);
	world_at(&sim->world, &actor->prng, sim->world.t + wait, send_again_later, producer,
		 reply->reply);
}

static void order_something(struct producer *producer)
{
	struct order *order = find_order(producer, 0);
	if (!order) return; /* too much is open already */
	*order = (struct order){ .seed = prng_next(&producer->actor.prng),
				 .serial = ++producer->serial,
				 .wall = world_now(&producer->actor.sim->world).wall };
	draw_after(producer, order);
	struct order twice = *order;
	send_order(producer, order);
	/* Some clients send the same thing twice at once. */
	if (!actor_chance(&producer->actor, 1, 20)) return;
	order = find_order(producer, 0);
	if (!order) return;
	*order = twice;
	send_order(producer, order);
}

/* ---- when --------------------------------------------------------------------------------- */

static void act(struct actor *actor)
{
	struct producer *producer = producer_of(actor);
	u32 burst = 1;
	if (actor->kind == ACTOR_BURSTER) burst = (u32)(MSEC_HOUR / producer->pace) + 1;
	if (burst > PENDING_MAX) burst = PENDING_MAX;
	for (u32 i = 0; i < burst; i++) order_something(producer);
}

static msec wait(struct actor *actor)
{
	msec usual = actor_between(actor, 1, 2 * producer_of(actor)->pace);
	if (actor->kind != ACTOR_BURSTER) return usual;
	return MSEC_HOUR - actor->sim->world.t % MSEC_HOUR;
}

struct actor *producer_new(struct sim *sim, enum actor_kind kind, u32 copy)
{
	struct producer *producer = actor_make(sim, kind, copy, sizeof *producer);
	producer->actor.on_reply = on_reply;
	producer->actor.act = act;
	producer->actor.wait = wait;
	u32 producers = 0;
	for (u32 i = 0; i <= ACTOR_BURSTER; i++) {
		if (sim->swarm.actors >> i & 1) producers += sim->swarm.copies[i];
	}
	producer->pace = MSEC_HOUR * producers / sim->swarm.runs_per_hour + 1;
	if (kind == ACTOR_BULKER) producer->pace *= 6;
	actor_live(&producer->actor);
	return &producer->actor;
}
