/* The order of runs, lanes and shares, as lanes.c keeps it and pick.c reads it. */
#ifndef BELFRY_ENGINE_DISPATCH_LANES_PARTS_H
#define BELFRY_ENGINE_DISPATCH_LANES_PARTS_H

#include "engine/whole.h"

/* ---- lanes.c --------------------------------------------------------------------------------- */
bool run_before(const struct engine_run *a, const struct engine_run *b);
bool share_before(const struct share *a, const struct share *b);
struct lane_index *lane_index_find(const struct engine *engine, enum carrier carrier,
				   queue_no queue, type_no type);
struct lane *lane_index_first(struct lane_index *lane_index);
struct side *side_of(const struct share *share);
u64 vtime_cost(u32 weight);
bool share_node_before(const struct pairing_node *a, const struct pairing_node *b, u32 context);

#endif
