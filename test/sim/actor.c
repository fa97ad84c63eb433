/* Who is there, what things are called, and what becomes of everybody once all is healed. */
#include "sim/sim.h"

#include "base/must.h"

#include <stdio.h>

enum { HEALERS = 4, COPY_OF_HEALERS = 1000 };

/* Where everybody belongs to a tenant: the first copy of each kind to the first, and so on; of
 * those who come to heal, as many as there are queues. */
static u32 tenant_of_copy(const struct swarm *swarm, u32 copy)
{
	if (copy >= COPY_OF_HEALERS) copy = (copy - COPY_OF_HEALERS) / HEALERS;
	return copy % swarm->tenants;
}

void actor_init(struct actor *actor, struct sim *sim, enum actor_kind kind, u32 copy)
{
	char name[64];
	int len = snprintf(name, sizeof name, "%s-%u", actor_word(kind), copy);
	actor->sim = sim;
	actor->kind = kind;
	actor->copy = copy;
	actor->prng = prng_stream(sim->swarm.seed, (str){ name, (size_t)len });
	must(sim->actors_len < SWARM_ACTORS_MAX);
	actor->index = copy < 3 ? (u32)kind * 3 + copy : copy;
	sim->actors[sim->actors_len++] = actor;
	actor->is_bound = sim->swarm.has_neighbour;
	actor->tenant = tenant_of_copy(&sim->swarm, copy);
	actor->is_intruder = actor->is_bound && actor->tenant == sim->swarm.tenants - 1;
	actor->is_healer = sim->is_healing;
}

static void hears_nothing(struct actor *actor, const struct http_reply *reply)
{
	(void)actor;
	(void)reply;
}

static void actor_free(struct actor *actor)
{
	mem_free(actor);
}

void *actor_make(struct sim *sim, enum actor_kind kind, u32 copy, size_t size)
{
	struct actor *actor = mem_alloc_zeroed(size);
	must(actor != NULL);
	actor_init(actor, sim, kind, copy);
	actor->on_reply = hears_nothing;
	actor->free = actor_free;
	return actor;
}

static void wakes(void *context, u64 argument)
{
	struct actor *actor = context;
	const struct sim *sim = actor->sim;
	(void)argument;
	if (sim->is_over || (sim->is_healing && !actor->is_healer)) return;
	actor->act(actor);
	actor_live(actor);
}

msec actor_waits_as_operator(struct actor *actor)
{
	return actor_between(actor, 1, actor->sim->swarm.operator_pace);
}

void actor_live(struct actor *actor)
{
	struct world *world = &actor->sim->world;
	msec wait = actor->wait(actor);
	world_at(world, &actor->prng, world->t + wait, wakes, actor, 0);
}

u32 actor_draw_tenant(struct actor *actor)
{
	u32 drawn = actor_below(actor, actor->sim->swarm.tenants);
	return actor->is_bound ? actor->tenant : drawn;
}

bool actor_sees(const struct actor *actor, u32 tenant)
{
	return !actor->is_bound || actor->tenant == tenant;
}

str tenant_name(struct call *call, u32 tenant)
{
	return call_text(call, "tenant-%u", tenant);
}

str type_name(struct call *call, u32 type)
{
	return call_text(call, "type-%u", type);
}

str queue_name(struct call *call, u32 queue)
{
	return queue ? call_text(call, "queue-%u", queue) : STR("default");
}

static struct actor *actor_new(struct sim *sim, enum actor_kind kind, u32 copy)
{
	if (kind <= ACTOR_BURSTER) return producer_new(sim, kind, copy);
	if (kind <= ACTOR_IMPATIENT) return worker_new(sim, kind, copy);
	if (kind == ACTOR_HANDLER) return worker_new(sim, kind, copy);
	if (kind == ACTOR_SCHEDULER) return scheduler_new(sim, kind, copy);
	if (kind == ACTOR_FORGETFUL) return forgetful_new(sim, kind, copy);
	if (kind == ACTOR_SUBSCRIBER) return subscriber_new(sim, kind, copy);
	if (kind == ACTOR_GUARD) return guard_new(sim, kind, copy);
	if (kind == ACTOR_CLIMBER) return climber_new(sim, kind, copy);
	if (kind == ACTOR_BATCHER) return batcher_new(sim, kind, copy);
	if (kind == ACTOR_PAYER) return payer_new(sim, kind, copy);
	if (kind == ACTOR_KEEPER) return keeper_new(sim, kind, copy);
	return operator_new(sim, kind, copy);
}

void actors_begin(struct sim *sim)
{
	for (u32 kind = 0; kind < ACTOR_COUNT; kind++) {
		if (!(sim->swarm.actors >> kind & 1)) continue;
		for (u32 copy = 0; copy < sim->swarm.copies[kind]; copy++) {
			if (!swarm_leaves_out(&sim->swarm, tenant_of_copy(&sim->swarm, copy)))
				actor_new(sim, (enum actor_kind)kind, copy);
		}
	}
}

/* One of each for everybody; or for each tenant that is there. */
static void heal_with(struct sim *sim, struct actor *(*new_one)(struct sim *, enum actor_kind, u32),
		      enum actor_kind kind)
{
	u32 sides = sim->swarm.has_neighbour ? sim->swarm.tenants : 1;
	for (u32 i = 0; i < sides; i++) {
		if (!swarm_leaves_out(&sim->swarm, i))
			new_one(sim, kind, COPY_OF_HEALERS + i * HEALERS);
	}
}

void actors_heal(struct sim *sim)
{
	u32 sides = sim->swarm.has_neighbour ? sim->swarm.tenants : 1;
	for (u32 i = 0; i < sides * HEALERS; i++) {
		if (!swarm_leaves_out(&sim->swarm, i / HEALERS))
			worker_new(sim, ACTOR_HONEST, COPY_OF_HEALERS + i);
	}
	if (swarm_has_handlers(&sim->swarm))
		worker_new(sim, ACTOR_HANDLER, COPY_OF_HEALERS + HEALERS);
	if (!sim->swarm.keeps_pauses) heal_with(sim, operator_new, ACTOR_PAUSER);
	if (sim->swarm.actors >> ACTOR_THROTTLER & 1) heal_with(sim, operator_new, ACTOR_THROTTLER);
	if (swarm_has_jobs(&sim->swarm)) heal_with(sim, scheduler_new, ACTOR_SCHEDULER);
	if (swarm_has_reminders(&sim->swarm)) heal_with(sim, forgetful_new, ACTOR_FORGETFUL);
}

void actors_done(struct sim *sim)
{
	for (u32 i = 0; i < sim->actors_len; i++) sim->actors[i]->free(sim->actors[i]);
	sim->actors_len = 0;
}
