/* The items of a batch that failed, as a child names them in its result:
 * {"failures": [{"item": ..., "error": {"class": ..., "message": ...}}]}; an error may be a text.
 */
#ifndef BELFRY_API_FAILURES_H
#define BELFRY_API_FAILURES_H

#include "base/arena.h"
#include "base/str.h"

struct item_failure {
	str item; /* any JSON; empty: not named */
	str error_class;
	str message;
};

/* How many failed items the result names. */
u32 failures_count(str result);
/* Reads the first `most` of them; returns how many there are. The texts are in the arena. */
u32 failures_read(str result, u32 most, struct arena *arena, struct item_failure *out);

#endif
