/* Those who use the process. Each has a stream of its own, so that leaving one out does not change
 * what the others draw. */
#ifndef BELFRY_TEST_SIM_ACTOR_H
#define BELFRY_TEST_SIM_ACTOR_H

#include "base/prng.h"
#include "sim/node.h"
#include "sim/swarm.h"

struct sim;

struct actor {
	struct sim *sim;
	enum actor_kind kind;
	u32 copy;      /* which of its kind */
	u32 index;     /* its own among all, whoever else is there */
	bool is_bound; /* to this tenant: it sees and says nothing about others */
	u32 tenant;
	bool is_intruder; /* it sees the others' things, too, and tries its own token on them */
	bool is_healer;   /* it came once all was healed, so that there can be rest */
	struct prng prng;
	void (*on_reply)(struct actor *actor, const struct http_reply *reply);
	/* Of those who live: what they do, and how long they wait before they do it again. */
	void (*act)(struct actor *actor);
	msec (*wait)(struct actor *actor);
	void (*free)(struct actor *actor);
};

/* Makes every actor of the swarm and gives each its first thing to do. */
void actors_begin(struct sim *sim);
void actors_done(struct sim *sim);
/* All is healed: honest workers for every type that has one, and nobody else asks for anything. */
void actors_heal(struct sim *sim);

/* Fills in what all actors have. */
void actor_init(struct actor *actor, struct sim *sim, enum actor_kind kind, u32 copy);
/* One of a kind whose struct, of `size` bytes, begins with its actor. What becomes of its calls it
 * sees for itself, unless it sets on_reply. */
void *actor_make(struct sim *sim, enum actor_kind kind, u32 copy, size_t size);
/* From now on it waits, acts, and waits again, until all is over or healed; who came to heal goes
 * on. */
void actor_live(struct actor *actor);
msec actor_waits_as_operator(struct actor *actor);

struct actor *producer_new(struct sim *sim, enum actor_kind kind, u32 copy);
struct actor *worker_new(struct sim *sim, enum actor_kind kind, u32 copy);
struct actor *keeper_new(struct sim *sim, enum actor_kind kind, u32 copy);
struct actor *scheduler_new(struct sim *sim, enum actor_kind kind, u32 copy);
struct actor *forgetful_new(struct sim *sim, enum actor_kind kind, u32 copy);
struct actor *subscriber_new(struct sim *sim, enum actor_kind kind, u32 copy);
struct actor *guard_new(struct sim *sim, enum actor_kind kind, u32 copy);
/* A hook of its is asked. */
void guard_is_asked(struct sim *sim, const struct policy_hook_ask *ask);
struct actor *climber_new(struct sim *sim, enum actor_kind kind, u32 copy);
struct actor *batcher_new(struct sim *sim, enum actor_kind kind, u32 copy);
struct actor *payer_new(struct sim *sim, enum actor_kind kind, u32 copy);
struct actor *operator_new(struct sim *sim, enum actor_kind kind, u32 copy);

/* Any tenant; or the one that it is bound to, after the same draw. */
u32 actor_draw_tenant(struct actor *actor);
/* Whether it may know of this tenant's things. */
bool actor_sees(const struct actor *actor, u32 tenant);

/* The names that everybody uses. */
str tenant_name(struct call *call, u32 tenant);
str type_name(struct call *call, u32 type);
str queue_name(struct call *call, u32 queue);

static inline msec actor_between(struct actor *actor, msec low, msec high)
{
	return prng_between(&actor->prng, low, high);
}

static inline bool actor_chance(struct actor *actor, u64 times, u64 of)
{
	return prng_chance(&actor->prng, times, of);
}

static inline u32 actor_below(struct actor *actor, u32 n)
{
	return (u32)prng_below(&actor->prng, n);
}

#endif
