/* Counts of committed turns, for the metrics. The pump's thread reads a turn's journal and counts
 * by number into a table of fixed size; whoever asks for the metrics brings it into them then. Past
 * its bound a tenant's type counts as "other", as labels do, so nothing is lost and nobody waits
 * for more than a copy of the table. */
#ifndef BELFRY_SERVER_TALLY_H
#define BELFRY_SERVER_TALLY_H

#include "base/err.h"
#include "base/str.h"
#include "model/names.h"
#include "model/policy.h"
#include "observe/metrics.h"

struct tally;
struct turn; /* model/turn.h */

/* How numbers become texts; asked on the thread that adds. */
struct tally_names {
	void *context;
	str (*name)(void *context, enum name_kind kind, u32 no);
};

/* A tenant and a type of its, by number and as they are called. */
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

/* The journal of a committed turn; `now` is when, by the wall. On any one thread. */
/* `turn` is the journal's; NULL: it is not known, and no retry has a class. */
void tally_add(struct tally *tally, const struct tally_names *names, const struct turn *turn,
	       str journal, msec now);
/* How the attempts ended that a committed turn ends; on the same thread. */
void tally_add_ends(struct tally *tally, const struct turn *turn);
/* Brings what was counted into the metrics, and begins at zero again. On the metrics' thread. */
void tally_bring(struct tally *tally, struct metrics *metrics);

#endif
