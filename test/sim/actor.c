/* Who is there, what things are called, and what becomes of everybody once all is healed. */
#include "sim/sim.h"

#include "base/must.h"

#include <stdio.h>

enum { HEALERS = 4 };

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
		for (u32 copy = 0; copy < sim->swarm.copies[kind]; copy++)
			actor_new(sim, (enum actor_kind)kind, copy);
	}
}

void actors_heal(struct sim *sim)
{
	for (u32 i = 0; i < HEALERS; i++) worker_new(sim, ACTOR_HONEST, 1000 + i);
	if (swarm_has_handlers(&sim->swarm)) worker_new(sim, ACTOR_HANDLER, 1000 + HEALERS);
	if (!sim->swarm.keeps_pauses) operator_new(sim, ACTOR_PAUSER, 1000);
	if (sim->swarm.actors >> ACTOR_THROTTLER & 1) operator_new(sim, ACTOR_THROTTLER, 1000);
	if (swarm_has_jobs(&sim->swarm)) scheduler_new(sim, ACTOR_SCHEDULER, 1000);
	if (swarm_has_reminders(&sim->swarm)) forgetful_new(sim, ACTOR_FORGETFUL, 1000);
}

void actors_done(struct sim *sim)
{
	for (u32 i = 0; i < sim->actors_len; i++) sim->actors[i]->free(sim->actors[i]);
	sim->actors_len = 0;
}
