/* What happened in a run of the simulator: a hash over all of it, and, while a failure is told
 * again, its last lines. The hash is always kept: the same seed must give the same one. */
#ifndef BELFRY_TEST_SIM_TRACE_H
#define BELFRY_TEST_SIM_TRACE_H

#include "base/str.h"
#include "base/uuid.h"

enum { TRACE_LINES_MAX = 200, TRACE_LINE_BYTES = 200 };

struct trace {
	u64 hash;
	bool is_told;      /* lines are kept */
	struct uuid focus; /* only lines about this run, and about the world; nil: all */
	u64 lines;         /* told so far; the last TRACE_LINES_MAX are kept */
	char (*ring)[TRACE_LINE_BYTES];
};

void trace_mix(struct trace *trace, u64 value);
void trace_mix_text(struct trace *trace, str text);

/* A line about the world, or about one run. */
void trace_say(struct trace *trace, i64 at, const char *format, ...) PRINTF_LIKE(3, 4);
void trace_say_of(struct trace *trace, i64 at, const struct uuid *run, const char *format, ...)
	PRINTF_LIKE(4, 5);

void trace_print(const struct trace *trace);

/* Enough of an id to tell it from others by eye. */
static inline u32 uuid_short(const struct uuid *uuid)
{
	return (u32)uuid->bytes[12] << 24 | (u32)uuid->bytes[13] << 16 | (u32)uuid->bytes[14] << 8 |
	       uuid->bytes[15];
}

#endif
