/* Spans of instants of a job that stay decided when a wall clock which was ahead is set back: the
 * job plans from now on and passes over these spans. The list is bounded: if it is full, the two
 * spans with the smallest gap between them are joined. */
#ifndef BELFRY_MODEL_DECIDED_H
#define BELFRY_MODEL_DECIDED_H

#include "base/msec.h"
#include "base/types.h"

struct timetable; /* model/timetable.h */

enum { DECIDED_SPANS = 4 };

/* Both ends are included. */
struct decided_span {
	msec from;
	msec through; /* 0: there is none */
};

/* Ascending and disjoint; unused places are at the end. */
struct decided_spans {
	struct decided_span at[DECIDED_SPANS];
};

u32 decided_len(const struct decided_spans *spans);
/* The end of the last span; 0: there is none. */
msec decided_last(const struct decided_spans *spans);
bool decided_has(const struct decided_spans *spans, msec at);
void decided_add(struct decided_spans *spans, msec from, msec through);
/* Leaves out the spans that end at or before this instant. */
void decided_forget(struct decided_spans *spans, msec before);

/* The next instant of a schedule outside the spans, and the number of such instants in (after,
 * until]; like timetable_next and timetable_count. */
MUST_USE bool decided_next(const struct decided_spans *spans, const struct timetable *timetable,
			   msec after, msec *out_at);
u32 decided_count(const struct decided_spans *spans, const struct timetable *timetable, msec after,
		  msec until, u32 limit, bool *out_more);

#endif
