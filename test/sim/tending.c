/* The process's retention: when it takes its steps. */
#include "sim/sim.h"

enum { TEND_STEPS = 16 }; /* one after the other */

/* A few steps, as the thread takes them between turns. Whoever dies in one is looked at when the
 * next process starts. */
static void tend(struct node *node)
{
	struct sim *sim = node->sim;
	enum err err = ERR_OK;
	bool more = true;
	node->is_inside = true;
	for (u32 i = 0; more && !err && !node->is_dead && i < TEND_STEPS; i++)
		err = pump_tend(node->pump, &more);
	node->is_inside = false;
	node->is_dead |= err == ERR_STORE_SYNC;
	if (node->is_dead) node_die(node);
	else oracle_on_tend(&sim->oracle, node->now.wall);
}

static void tending_comes(void *context, u64 argument)
{
	struct node *node = context;
	struct sim *sim = node->sim;
	(void)argument;
	if (sim->is_over) return;
	if (node->pump && node->is_well && sim->world.t >= node->asleep_until) tend(node);
	node_begin_tending(node);
}

void node_begin_tending(struct node *node)
{
	struct sim *sim = node->sim;
	msec every = sim->swarm.tend_every;
	if (!every) return;
	msec after = prng_between(&node->tending, every / 2, every * 3 / 2);
	world_at(&sim->world, &node->tending, sim->world.t + after, tending_comes, node, 0);
}
