/* The part of the engine's memory that dispatch has. */
#ifndef BELFRY_ENGINE_DISPATCH_STATE_H
#define BELFRY_ENGINE_DISPATCH_STATE_H

#include "base/list.h"
#include "base/map.h"
#include "engine/core/object_parts.h"
#include "engine/memory/pool.h"

struct dispatch_memory {
	struct u64_map tenants;
	struct u64_map types;        /* tenant, type */
	struct u64_map shares;       /* tenant, carrier, queue */
	struct u64_map lane_indexes; /* carrier, queue, type */
	struct u64_map posts;
	struct u64_map calls; /* by reply */
	struct queue queues[LIMIT_QUEUES_MAX + 1];
	struct pool tenant_pool, type_pool, type_row_pool, share_pool, lane_pool, spill_pool,
		lane_index_pool, post_pool, wait_pool, call_pool, namesakes_pool, base_pool;
	struct u64_map namesakes; /* by type */
	struct list stale_namesakes, stale_tenants;
	u32 base_routes;           /* base policies that name a route, and types of the catalog */
	struct list fresh_calls;   /* that came in this turn and are not served yet */
	struct list waiting_calls; /* oldest first */
	struct list opened_lanes, opened_shares;
	/* lanes without runs, in_idle: the one that has been empty longest first */
	struct list idle;
	u32 idle_len;
	/* lanes with a blind or short band, in_thirsty: to be refilled from the store */
	struct list thirsty;
	/* runs_asked: the most that the present calls may lease */
	u64 calls_made, claims_made, runs_asked;
	struct gatekeeper
		/* the gates of the tenant `system`, which hold for every tenant */
		*system_gates;
	/* shares are closed because a route of all tenants is full: they keep their virtual time */
	bool keeps_vtime;
	u64 sweep_from;            /* number of the next waiting call to try; 0: no sweep */
	bool sweep_again;          /* a slot came free during a sweep: another sweep follows */
	u64 queue_vtime[CARRIERS]; /* of the queue that was served last */
	u32 running, due;

	/* For the turn under way: */
	u32 bases_left; /* how many types may still take a new base policy */
	u32 claims_left;
	struct lease *leases; /* reserved memory: for claims_left leases at the start of the step */
	u32 leases_used;
	u32 claimed_bytes;
};

#endif
