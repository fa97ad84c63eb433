/* Dependencies between jobs; for the files of engine/ alone, included by whole.h.
 *
 * A run that waits for other runs is in memory from the moment when it falls due, and knows which
 * runs it waits for. So when a run ends, one look-up finds the runs that wait for it. */
#ifndef BELFRY_ENGINE_SCHEDULE_DEPEND_PARTS_H
#define BELFRY_ENGINE_SCHEDULE_DEPEND_PARTS_H

#include "base/list.h"
#include "base/map.h"
#include "engine/memory/pool.h"
#include "model/turn.h"

struct engine;
struct engine_run;
struct job;
struct draft;

/* A run that others wait for. */
struct awaited {
	struct uuid id;
	struct list awaits; /* in_list: never empty */
	/* its state has changed, and the runs that wait for it have not been checked yet */
	struct list_node in_moved;
	enum run_state state;
	bool has_begun; /* it has started at least once */
	bool is_looked_at;
};

struct await {
	struct engine_run *run; /* the run that waits */
	struct awaited *on;     /* the run that it waits for; NULL: still to be looked up */
	struct list_node in_list;
	struct await *next; /* of the same run */
	struct uuid job;    /* of `on` */
	enum dependency_kind kind;
};

struct waiting {
	struct uuid_map awaited; /* of struct awaited, by run */
	struct pool await_pool, awaited_pool;
	struct list asking; /* in_list: waits whose runs have to be looked up, oldest first */
	u32 asking_len;
	struct list moved; /* in_moved */
	/* For the step under way: */
	const struct want *answer; /* the dependencies of the run that is being decided */
	u32 acts_left;             /* how many waiting runs may still go on or end */
	bool has_matched;          /* the leases of this turn have been handed out */
	u32 asks_left;             /* how many look-ups the step may still request */
};

/* ---- depend.c ----------------------------------------------------------------------------- */
void waiting_init(struct waiting *waiting, u64 seed);
void waiting_done(struct waiting *waiting);
/* The run is due: requests its dependencies for the next turn. */
void run_ask(struct engine *engine, struct engine_run *run);
bool run_is_asking(const struct engine_run *run);
u32 wants_of_asking(const struct engine *engine);
void want_links(const struct engine *engine, struct turn *turn);
/* requests the runs that this run waits for */
void want_awaited(struct turn *turn, const struct engine_run *run);
/* The requested dependencies are loaded: decides each run, which then goes on, waits or ends. */
void asks_answered(struct engine *engine);
/* run_is_forsaken: a dependency of the run that is being decided was cancelled. The other: the run
 * has to wait. */
bool run_is_forsaken(const struct engine *engine);
bool run_has_to_wait(const struct engine *engine);
void run_go_on(struct engine *engine, struct engine_run *run); /* goes on or keeps waiting */
/* Removes the run from the list of waiting runs. */
void run_leave_waiting(struct engine *engine, struct engine_run *run);
/* A later occurrence of the job has fallen due: ends runs of it that wait for dead letters. */
void job_overtakes(struct engine *engine, struct job *job, msec planned_at);
/* To be called for every change of state of a job's run. */
void awaited_moved(struct engine *engine, const struct engine_run *run, enum run_state to);
/* The run was withdrawn, so it never was an occurrence: a run that waits for it looks for
 * another. */
void awaited_withdrawn(struct engine *engine, const struct engine_run *run);
void waiting_settle(struct engine *engine);
bool await_is_met(const struct await *await);

/* ---- depend_put.c ------------------------------------------------------------------------- */
void want_behind(struct turn *turn, const struct command *command);
/* Reserves memory for the search for circles, while reserving. */
MUST_USE enum err draft_dependencies(const struct engine *engine, struct turn *turn,
				     struct draft *draft);
/* `job` NULL: the job is new. */
MUST_USE enum err dependencies_check(const struct engine *engine, const struct draft *draft,
				     const struct job *job, struct why *why);

#endif
