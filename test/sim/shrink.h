/* A failing seed with everything left out that the failure does not need. */
#ifndef BELFRY_TEST_SIM_SHRINK_H
#define BELFRY_TEST_SIM_SHRINK_H

#include "sim/sim.h"

/* Tries to leave out fault after fault, then actor after actor, then cuts the time by bisection.
 * Returns the smallest swarm found that still fails, and how it does. */
struct swarm shrink(const struct swarm *swarm, struct sim_result *out_result);

#endif
