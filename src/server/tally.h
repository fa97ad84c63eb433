/* Counters of committed turns, for the metrics. The pump's thread reads the journal of a turn and
 * counts by number, in a table of fixed size. A request for the metrics adds the counters to the
 * metrics. If the table is full, a type counts as "other", so nothing is lost, and each thread
 * waits for a copy of the table at most. */
#ifndef BELFRY_SERVER_TALLY_H
#define BELFRY_SERVER_TALLY_H

#include "base/err.h"
#include "base/str.h"
#include "model/names.h"
#include "model/policy.h"
#include "observe/metrics.h"

struct tally;
struct turn; /* model/turn.h */

/* Callbacks that return the texts of numbers, on the thread that adds. */
struct tally_names {
	void *context;
	str (*name)(void *context, enum name_kind kind, u32 no);
};

/* A tenant and a type of it: their numbers and names. */
struct tally_pair {
	tenant_no tenant;
	type_no type;
	u8 tenant_len;
	u8 type_len;
	char tenant_text[LIMIT_TENANT_NAME_BYTES];
	char type_text[LIMIT_TYPE_NAME_BYTES];
};
void tally_pair_set(struct tally_pair *pair, const struct tally_names *names, tenant_no tenant,
		    type_no type);
static inline str tally_pair_tenant(const struct tally_pair *pair)
{
	return (str){ pair->tenant_text, pair->tenant_len };
}
static inline str tally_pair_type(const struct tally_pair *pair)
{
	return (str){ pair->type_text, pair->type_len };
}

MUST_USE enum err tally_new(u64 seed, struct tally **out_tally);
void tally_free(struct tally *tally); /* NULL: nothing */

/* Counts a committed turn's journal; `now` is its wall time. On one thread. */
/* `turn` is the journal's; NULL: it is not known, and no retry has a class. */
void tally_add(struct tally *tally, const struct tally_names *names, const struct turn *turn,
	       str journal, msec now);
/* How the attempts ended that a committed turn ends; on the same thread. */
void tally_add_ends(struct tally *tally, const struct turn *turn);
/* Adds the counters to the metrics, and resets them. On the metrics' thread. */
void tally_bring(struct tally *tally, struct metrics *metrics);

#endif
