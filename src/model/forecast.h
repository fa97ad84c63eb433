/* The load to come: how many occurrences fall into each step of a span. Pure: the same jobs give
 * the same forecast. */
#ifndef BELFRY_MODEL_FORECAST_H
#define BELFRY_MODEL_FORECAST_H

#include "base/arena.h"
#include "model/books.h"

enum { FORECAST_STEPS_MAX = 60 * 24 * 7, FORECAST_WALK_MAX = 1000000 };

struct forecast {
	msec from; /* inclusive */
	msec step;
	u32 len;
	u32 *counts; /* of each step */
	u64 total;
	u32 jobs;     /* that were added */
	u32 left_out; /* jobs that are disabled, paused or can no longer be planned */
	u32 walked;   /* occurrences so far; at FORECAST_WALK_MAX the walk ends early: */
	bool is_cut;
};

/* Room for `len` steps from `from` on, at most FORECAST_STEPS_MAX. */
MUST_USE enum err forecast_init(struct forecast *forecast, msec from, msec step, u32 len,
				struct arena *arena);

/* Adds a run at an instant; outside the span it does not count. */
void forecast_add(struct forecast *forecast, msec at);

/* Every occurrence of a job within the span, from now on. ERR_MEMORY is the only error: a job
 * without a schedule that can be read is left out, and counted as such. */
MUST_USE enum err forecast_add_job(struct forecast *forecast, const struct job_row *row,
				   const struct books_sources *sources, msec now);

u32 forecast_peak(const struct forecast *forecast); /* the greatest count */

#endif
