/* The part of the engine's memory that the life of a run has, with its clocks. */
#ifndef BELFRY_ENGINE_CORE_STATE_H
#define BELFRY_ENGINE_CORE_STATE_H

#include "base/heap.h"
#include "base/list.h"
#include "base/map.h"
#include "base/pairing.h"
#include "engine/core/object_parts.h"
#include "engine/memory/pool.h"
#include "model/turn.h"

/* Runs, executions and operations, and the names of everything. */
struct core_memory {
	struct names names[NAME_KINDS];
	struct pool name_pool;
	struct hash_key hash_key;
	struct uuid7_clock ids;
	struct uuid_map runs;
	struct uuid_map executions;
	struct pool run_pool, execution_pool;
	struct list operations;
	struct pool operation_pool;
	u32 operations_len;
};

/* People come first: their pages are short, and people wait for them. */
enum set_back_stage { SET_BACK_DAILIES, SET_BACK_REMINDERS, SET_BACK_JOBS, SET_BACK_STAGES };

/* After the clock was set back, or at a start: looks for decisions that a clock which was ahead has
 * made too early, stage by stage (schedule/set_back.c, people/set_back.c). */
struct set_back {
	msec at; /* boot: when the search begins; 0: never */
	/* the clock was set back while this process ran, so the reason is not a start */
	bool was_seen;
	enum set_back_stage stage;
	struct uuid through; /* jobs, or reminders, up to this id are done */
	tenant_no tenant;    /* daily windows up to this tenant and user are done */
	u8 user_len;
	char user[LIMIT_TENANT_NAME_BYTES];
	struct set_back_report report;
};

/* Runs, pauses and leases that wait for an instant, and the state of both clocks. */
struct clock_memory {
	struct heap wall;
	struct heap boot;
	struct now seen; /* of the last turn */
	msec gap_at;     /* boot: when the last long gap between two turns ended */
	u32 timers_left; /* that may still act in this turn */

	/* After a jump of the wall clock, until the clock has settled (clock_hold.c). */
	struct pairing_node *held; /* runs that wait until then */
	msec hold_since;           /* boot */
	msec hold_until;           /* boot; 0: the clock is settled */

	msec recalled_at; /* boot: when this memory was made from the store */
	struct set_back back;
	/* boot: before it nothing is removed for good, see clock_watch_doubts */
	msec leapt_until;
};

/* Which queued runs are in memory: those up to (loaded_at, loaded_id), ordered by (run_at, id). */
struct reach_memory {
	msec loaded_at;
	struct uuid loaded_id;
	/* the last page was full, so the store has more runs that belong in memory */
	bool loading_lags;
	msec scan_at;    /* wall: when to load more runs from the store */
	msec overdue_at; /* wall: no spilled run has a deadline before this */
	/* boot: since when runs that are due have been missing in memory; 0: none are missing */
	msec behind_since;
};

#endif
