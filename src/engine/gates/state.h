/* The part of the engine's memory that gates and quotas have. */
#ifndef BELFRY_ENGINE_GATES_STATE_H
#define BELFRY_ENGINE_GATES_STATE_H

#include "base/list.h"
#include "base/map.h"
#include "engine/core/beside_parts.h"
#include "engine/memory/pool.h"

struct guarded; /* engine/gates/gate_parts.h */

struct gate_memory {
	struct u64_map tallies; /* of struct quota_tally, by tenant */
	struct map pauses_by_key;
	u32 pauses_len;
	struct map rates, routes;   /* of struct rate, struct route */
	struct list shared_routes;  /* in_list */
	struct list refused_routes; /* in_refused */
	struct pool tally_pool, pause_pool, rate_pool, route_pool, asked_pool;
	struct list gatekeepers; /* in_engine */
	u32 gatekeepers_len;
	u32 pingers;               /* how many of them have pings (watch/pings.c) */
	size_t ping_longest;       /* the longest that any ping had: its group and URL */
	struct list gated_tenants; /* in_gated */
	msec defer_at;             /* boot: when to look at closed lanes next */
	msec deferred_at;          /* boot: when closed lanes were looked at last */
	u32 guard_epoch;
	struct uuid_map asked; /* of struct asked, by run (policy_hook.c) */
	/* runs that a pick met and that the guard has to check */
	struct to_guard to_guard[LIMIT_TURN_GUARDED];
	u32 to_guard_len;
	u32 to_guard_bytes; /* of their payloads */

	/* For the turn under way: */
	u32 defers_left;
	struct guarded *guarded; /* what the store returned for to_guard */
	u32 guarded_len;
};

#endif
