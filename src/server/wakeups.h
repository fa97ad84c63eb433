/* Wake-ups from the pump to listeners: which kinds of changes happened, for which tenants and
 * types, gathered until the loop has time. Bounded: whatever does not fit counts as "any
 * change". */
#ifndef BELFRY_SERVER_WAKEUPS_H
#define BELFRY_SERVER_WAKEUPS_H

#include "api/streams.h"
#include "server/tally.h"

struct wakeups;

enum { WAKEUPS_MAX = 256 };

MUST_USE enum err wakeups_new(struct wakeups **out_wakeups);
void wakeups_free(struct wakeups *wakeups);

/* Adds a committed turn's journal, on the pump's thread. True: the loop has to be woken, since
 * nothing was waiting before. */
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
