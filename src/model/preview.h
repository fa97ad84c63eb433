/* The next instants of a schedule, for people: in UTC, on the wall of its zone, and what a clock
 * change did to each. */
#ifndef BELFRY_MODEL_PREVIEW_H
#define BELFRY_MODEL_PREVIEW_H

#include "base/arena.h"
#include "model/books.h"

enum { PREVIEW_COUNT_MAX = 1000 };

struct preview_item {
	msec at;
	msec run_at; /* with the job's jitter: when its run is due */
	str local;   /* 2025-03-30T03:30:00 */
	str note;    /* empty: no clock change touches it */
};

struct preview {
	struct preview_item *items;
	u32 len;   /* below what was asked for: there are no more */
	str words; /* the rule in plain English; empty: it has none */
};

/* The first `count` occurrences later than `after`. The message names the field at fault. */
MUST_USE enum err preview_make(const struct job_row *row, const struct books_sources *sources,
			       msec after, u32 count, struct arena *arena,
			       struct preview *out_preview, struct why *why);

#endif
