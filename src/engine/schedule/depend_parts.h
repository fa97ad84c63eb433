/* Dependencies between jobs, as the other files of engine/ know them; parts.h brings it along.
 *
 * A run that waits for others is in memory from the moment it falls due, and knows them; so each
 * end of a run finds who waits for it by one look-up. */
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
	struct list awaits;        /* in_list: never empty */
	struct list_node in_moved; /* its state has changed, and they have not been looked at */
	enum run_state state;
	bool has_begun; /* at some time */
	bool is_looked_at;
};

struct await {
	struct engine_run *run; /* who waits */
	struct awaited *on;     /* for whom; NULL: that is to be looked up */
	struct list_node in_list;
	struct await *next; /* of the same run */
	struct uuid job;    /* of `on` */
	enum dependency_kind kind;
};

struct waiting {
	struct uuid_map awaited; /* of struct awaited */
	struct pool await_pool, awaited_pool;
	struct list asking; /* in_list: whose runs are to be looked up, in their order */
	u32 asking_len;
	struct list moved; /* in_moved */
	/* Of the step under way: */
	const struct want *answer; /* for the run that is being judged */
	u32 acts_left;             /* so many that wait may go on, or end */
	bool has_matched;          /* leases of this turn are given out */
	u32 asks_left;             /* so many may be asked for again */
};

/* ---- depend.c ----------------------------------------------------------------------------- */
void waiting_init(struct waiting *waiting, u64 seed);
void waiting_done(struct waiting *waiting);
/* The run is due: its dependencies are looked up for the next turn. */
void run_ask(struct engine *engine, struct engine_run *run);
bool run_is_asking(const struct engine_run *run);
u32 wants_of_asking(const struct engine *engine);
void want_links(const struct engine *engine, struct turn *turn);
void want_awaited(struct turn *turn, const struct engine_run *run); /* those it waits for */
/* The dependencies that were looked up are here: their runs are decided, go on, wait or end. */
void asks_answered(struct engine *engine);
/* Of the run that is being judged: what it depends on was cancelled; or it has to wait. */
bool run_is_forsaken(const struct engine *engine);
bool run_has_to_wait(const struct engine *engine);
void run_go_on(struct engine *engine, struct engine_run *run); /* or wait */
/* Out of the line of those that wait. */
void run_leave_waiting(struct engine *engine, struct engine_run *run);
/* A later occurrence of the job has fallen due: those that wait for dead letters end. */
void job_overtakes(struct engine *engine, struct job *job, msec planned_at);
/* Every move of a run of a job. */
void awaited_moved(struct engine *engine, const struct engine_run *run, enum run_state to);
/* The run is withdrawn: it never was an occurrence, so a run that waits for it looks for another.
 */
void awaited_withdrawn(struct engine *engine, const struct engine_run *run);
void waiting_settle(struct engine *engine);
bool await_is_met(const struct await *await);

/* ---- depend_put.c ------------------------------------------------------------------------- */
void want_behind(struct turn *turn, const struct command *command);
/* Room for the search, while reserving. */
MUST_USE enum err draft_dependencies(const struct engine *engine, struct turn *turn,
				     struct draft *draft);
/* `job` NULL: a new one. */
MUST_USE enum err dependencies_check(const struct engine *engine, const struct draft *draft,
				     const struct job *job, struct why *why);

#endif
