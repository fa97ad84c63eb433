/* I-21, tenants do not interfere: a history is lived through with all its tenants, and once more
 * without one of them. The others' must be the same: their runs, moves, attempts, outcomes, keys
 * and answers, and when each of it happened, to the millisecond.
 *
 * That leaves no room for a bound, because nothing that is everybody's by nature is there:
 * everybody belongs to a tenant, workers come with their tenant's token and take one run at a time
 * from one queue, neither queues nor the whole have limits, and memory has room for all. Where
 * hands are common, others wait for those that the left-out one has; by how many of its runs is
 * what I-13 bounds, at every claim of other seeds, and `idle` that nobody waits beside a free hand.
 *
 * The process does not die there: that everybody is away while it is, is nobody's doing, and which
 * commit it dies in depends on how many there are. Nor does the machine sleep: then all that was
 * asked meanwhile comes at once, and one turn has not room for it. Its wall clock steps and leaps.
 *
 * The one who is left out sees everybody's runs, and tries its own token on them. */
#ifndef BELFRY_TEST_SIM_NEIGHBOURS_H
#define BELFRY_TEST_SIM_NEIGHBOURS_H

#include "sim/sim.h"

/* Lives through a history, and where a neighbour is drawn, once more without it. */
struct sim_result neighbours_live(const struct swarm *swarm, struct marks *marks,
				  struct trace *trace);

#endif
