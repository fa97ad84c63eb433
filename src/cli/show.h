/* The runs of a plan, for a person and for a program. */
#ifndef BELFRY_CLI_SHOW_H
#define BELFRY_CLI_SHOW_H

#include "cli/output.h"
#include "cli/plan.h"

/* The next runs, in ascending order. */
struct runs {
	struct occurrence at[PLAN_COUNT_MAX];
	u32 len;
	bool ended; /* fewer than were asked for: there are no more */
};

void runs_find(struct runs *runs, const struct plan *plan, u32 count);

struct show {
	const struct plan *plan;
	const struct runs *runs;
	msec now;
	bool from_now; /* the runs are those after now: say how far away they are */
};

/* "Mon 2025-11-17 09:00 GMT", with seconds where `seconds`. */
void show_local(const struct plan *plan, msec at, bool seconds, struct buf *out);
/* "2025-11-17T09:00:00+00:00". */
void show_local_iso(const struct plan *plan, msec at, struct buf *out);
/* A table: number, local time, UTC, how far away, what a clock change did. */
void show_table(const struct show *show, u32 indent, struct output *out);

#endif
