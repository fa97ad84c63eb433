/* How much memory a step may take, counted before the step begins. */
#ifndef BELFRY_ENGINE_ROOM_PARTS_H
#define BELFRY_ENGINE_ROOM_PARTS_H

#include "engine/core/parts.h"

enum { JOURNAL_BYTES = 192 }; /* an entry without its texts */

/* How much one step can do at most, of each sort. */
struct bounds {
	const struct turn *turn; /* whose step is counted */
	u32 judged;              /* occurrences whose time comes, or that people act on */
	u32 planned;             /* runs that jobs make */
	u32 replaced;            /* runs that occurrences take the place of */
	u32 created;             /* runs that enqueues make */
	u32 loaded;              /* runs that come in from the store */
	u32 ended;               /* executions that reports end */
	u32 pings;               /* of them: those that may be told of */
	u32 touched;             /* runs that people and operations act on */
	u32 beats;
	u32 timers;
	u32 claims;
	u32 tenants; /* that enqueues may name first, beside their runs */
	u32 calls;
	u64 runs_asked; /* that these take, at most */
	u32 left_over;  /* calls of the turn before */
	u32 waits;
	u32 names;
	u32 pauses;
	u32 types_set;         /* each may move its lanes */
	u32 inheriting, bases; /* types that may take another base; bases that may be made */
	u32 queues;            /* that may be new */
	u32 settings;
	u32 rates;
	u32 routes;
	u32 routes_named; /* by runs that are made */
	u32 asks_routes;
	u32 whys;
	u32 operations;
	u32 deferred; /* runs that gates put off */
	u32 judged_runs;
	u32 asked;          /* runs for which was looked up what they depend on */
	u32 links;          /* that were found */
	u32 released;       /* runs that wait for others, and go on or end */
	u32 audits;         /* rows */
	size_t audit_bytes; /* their texts */
	u32 replays;
	size_t replay_bytes;
	u32 effects;
	u32 batches;  /* that are made */
	u32 denied;   /* runs that the guard may deny */
	u32 fallen;   /* runs that may fail for good, where types have a next way */
	u32 ladders;  /* that may be written */
	u32 rungs;    /* that they may make */
	u32 set_back; /* daily windows or reminders that a clock ahead has decided */
	u32 undone;   /* days of theirs */
	u32 ids;      /* beyond those of runs, executions and operations */
	size_t journal_texts;
};

static inline u32 least(u64 a, u64 b)
{
	return (u32)(a < b ? a : b);
}

/* Adds what one command may take, by the column `room` of commands.def. */
void count_command(struct bounds *bounds, const struct command *command);

#endif
