/* The world's time. True time runs in milliseconds from 0; the process sees it through two clocks:
 * the wall clock, which drifts and steps, and the boot clock, which only grows. What is to happen
 * stands in a heap by (true time, a number drawn by who asked for it), so that leaving one actor
 * out does not reorder the others. */
#ifndef BELFRY_TEST_SIM_WORLD_H
#define BELFRY_TEST_SIM_WORLD_H

#include "base/heap.h"
#include "base/msec.h"
#include "base/prng.h"

/* 2026-01-05, a Monday. */
#define WORLD_WALL_BEGIN ((msec)1767571200000)

typedef void world_act(void *context, u64 argument);

struct world {
	msec t;
	msec grid; /* 0: none; else turns come at its multiples and all else between them, so that
		      who is seen by the same turn does not depend on who else is there */
	msec wall_offset; /* what steps have added up to */
	i64 drift_ppm;    /* of the wall clock against the boot clock */
	msec boot_origin; /* true time at which the boot clock was 0 */
	struct heap events;
	struct world_event *spare;
	u64 happened;
};

void world_init(struct world *world, i64 drift_ppm);
/* Frees the events that are left without letting them happen. */
void world_done(struct world *world);

/* `act` happens at `when` (not before the present); `prng` is the asking actor's. */
void world_at(struct world *world, struct prng *prng, msec when, world_act *act, void *context,
	      u64 argument);
/* The same for a turn: on the grid, if there is one. */
void world_turn_at(struct world *world, struct prng *prng, msec when, world_act *act, void *context,
		   u64 argument);
/* Lets the next thing happen; false: there is none up to `until`, and time is there. */
bool world_next(struct world *world, msec until);

struct now world_now(const struct world *world);

#endif
