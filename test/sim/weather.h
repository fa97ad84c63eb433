/* The faults of a seed, each with a stream of its own: when they strike, and what the store is told
 * to do. */
#ifndef BELFRY_TEST_SIM_WEATHER_H
#define BELFRY_TEST_SIM_WEATHER_H

#include "base/msec.h"
#include "base/prng.h"
#include "sim/disk.h"
#include "sim/swarm.h"

struct sim;

/* Where a process can die. */
enum point {
	POINT_LOAD,
	POINT_COMMIT_BEFORE,
	POINT_COMMIT_AFTER,
	POINT_RECALL,
	POINT_ANSWER,
	POINT_PUBLISH,
	POINT_STOP,
	POINT_OTHER,
};

struct weather {
	struct sim *sim;
	struct prng streams[FAULT_COUNT];
	struct prng days;  /* whether they strike at the end of a day */
	u64 points;        /* passed so far */
	u64 crash_at;      /* the process dies at this one; 0: at none */
	u32 target;        /* 1 + a holding: the crash waits for a commit that holds it; 0: any */
	bool target_after; /* dies after that commit, not before it */
	u32 commit_target; /* 1 + a holding: so does the failing commit */
	bool load_fails;
	bool recall_is_refused;
	u32 settles_failing;
	enum err commit_err; /* of the next commit; ERR_OK: it goes well */
	bool commit_is_applied;
	bool is_store_down;
	msec store_down_since;
	u64 damaged_salt; /* with few runs damaged: by their id */
	u32 damaged_per_mille;
};

void weather_init(struct weather *weather, struct sim *sim);
/* Faults strike from now on; and everything is well again. */
void weather_begin(struct weather *weather);
void weather_heal(struct weather *weather);

/* Passes a point where the process can die; true: it dies here. */
bool weather_kills_at(struct weather *weather, enum point point);

/* A turn is about to be committed: faults that wait for what it holds are armed. */
void weather_on_commit(struct weather *weather, const struct turn *turn);

struct disk_fault weather_fault(void *context, enum disk_call call);
void weather_note(void *context, enum disk_event event);
bool weather_damages(void *context, const struct uuid *run);

/* Whether a request or a reply gets lost, by the stream of that fault. */
bool weather_loses(struct weather *weather, enum fault fault);

#endif
