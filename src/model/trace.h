/* The trace of the call that made a run: its trace context (W3C traceparent), and how many servers
 * of ours it came through, so that a circle of webhooks ends. One text, as rows have it:
 * "00-...-01", "00-...-01;hops=2" or ";hops=2". */
#ifndef BELFRY_MODEL_TRACE_H
#define BELFRY_MODEL_TRACE_H

#include "base/arena.h"
#include "base/str.h"

enum { TRACE_HOPS_MAX = 99 };

/* In the arena; `parent` may be empty. */
str trace_make(struct arena *arena, str parent, u32 hops);
str trace_parent(str trace);
/* The 32 digits that all parts of a trace share; empty: it has none. */
str trace_id(str trace);
u32 trace_hops(str trace);

#endif
