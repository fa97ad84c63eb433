/* What committed turns tell, counted for the metrics. The pump's thread reads a turn's journal and
 * counts by number into a table of fixed size; whoever asks for the metrics brings it into them
 * then. Past its bound a tenant's type counts as "other", as labels do, so nothing is lost and
 * nobody waits for more than a copy of the table. */
#ifndef BELFRY_SERVER_TALLY_H
#define BELFRY_SERVER_TALLY_H

#include "base/err.h"
#include "base/str.h"
#include "model/names.h"
#include "observe/metrics.h"

struct tally;

/* How numbers become texts; asked on the thread that adds. */
struct tally_names {
	void *context;
	str (*name)(void *context, enum name_kind kind, u32 no);
};

MUST_USE enum err tally_new(u64 seed, struct tally **out_tally);
void tally_free(struct tally *tally); /* NULL: nothing */

/* The journal of a committed turn; `now` is when, by the wall. On any one thread. */
void tally_add(struct tally *tally, const struct tally_names *names, str journal, msec now);
/* Brings what was counted into the metrics, and begins at zero again. On the metrics' thread. */
void tally_bring(struct tally *tally, struct metrics *metrics);

#endif
