/* From the pump to those who listen: what kinds of things have happened, of which tenants and
 * types, gathered until the loop has time for it. Bounded: what does not fit is "anything". */
#ifndef BELFRY_SERVER_WAKEUPS_H
#define BELFRY_SERVER_WAKEUPS_H

#include "api/streams.h"
#include "server/tally.h"

struct wakeups;

enum { WAKEUPS_MAX = 256 };

MUST_USE enum err wakeups_new(struct wakeups **out_wakeups);
void wakeups_free(struct wakeups *wakeups);

/* On the pump's thread: a committed turn's journal. True: the loop has to be told, since nothing
 * waited for it before. */
MUST_USE bool wakeups_add(struct wakeups *wakeups, const struct tally_names *names, u64 turn,
			  str journal);

/* Wake-ups that waited, on the loop's thread; valid until the next call. */
struct wakeup_batch {
	const struct wakeup *wakeups;
	u32 len;
	bool is_all;
	u64 turn;
};
struct wakeup_batch wakeups_take(struct wakeups *wakeups);

#endif
