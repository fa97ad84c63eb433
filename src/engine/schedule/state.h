/* The part of the engine's memory that jobs have. */
#ifndef BELFRY_ENGINE_SCHEDULE_STATE_H
#define BELFRY_ENGINE_SCHEDULE_STATE_H

#include "base/list.h"
#include "base/map.h"
#include "engine/memory/pool.h"
#include "engine/schedule/depend_parts.h"
#include "model/turn.h"

struct job; /* engine/schedule/job_parts.h */
struct draft;

struct schedule_memory {
	struct backoff job_backoff; /* for jobs whose settings name none */
	struct uuid_map jobs;
	struct pool job_pool, job_lane_pool;
	struct list touched_jobs;
	struct map calendars;   /* of struct calendar */
	struct waiting waiting; /* runs that wait for runs of other jobs */
	u32 heavy_jobs;         /* jobs that may plan more than one run at once */
	u32 replace_jobs;       /* jobs whose occurrences may cancel running ones */
	u32 undecided;          /* runs in memory that are PLANNED or MOVED */

	/* For the turn under way: */
	struct draft *drafts;
	u32 drafts_len;
	/* decisions about occurrences that may still be made; each may plan one run */
	u32 judged_left;
	u32 plans_left; /* runs that may be planned beyond one for each decision */
};

#endif
