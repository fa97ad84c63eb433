/* From the pump to those who listen: what kinds of things have happened, of which tenants and
 * types, gathered until the loop has time for it. Bounded: what does not fit is "anything". */
#ifndef BELFRY_SERVER_STIRS_H
#define BELFRY_SERVER_STIRS_H

#include "api/streams.h"
#include "server/tally.h"

struct stirs;

enum { STIRS_MAX = 256 };

MUST_USE enum err stirs_new(struct stirs **out_stirs);
void stirs_free(struct stirs *stirs);

/* On the pump's thread: a committed turn's journal. True: the loop has to be told, since nothing
 * waited for it before. */
MUST_USE bool stirs_add(struct stirs *stirs, const struct tally_names *names, u64 turn,
			str journal);

/* What waited, on the loop's thread; valid until the next call. */
struct stirred {
	const struct stir *stirs;
	u32 len;
	bool is_all;
	u64 turn;
};
struct stirred stirs_take(struct stirs *stirs);

#endif
