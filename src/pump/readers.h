/* Threads that read: listings and single objects for the API, each thread with its own look at the
 * store, so that no listing ever comes near the pump. Tenants take turns: a read waits for one of
 * each other tenant that waits, however many those have, and one tenant never has all threads. */
#ifndef BELFRY_PUMP_READERS_H
#define BELFRY_PUMP_READERS_H

#include "base/err.h"
#include "base/str.h"
#include "base/types.h"

struct query; /* store/query.h */
struct readers;

enum { READERS_MAX = 16 };

struct readers_config {
	u32 threads;
	u32 queue_max; /* requests that may wait; one tenant may take up what the others leave */
	u64 seed;      /* hides the order of hash tables from strangers */
	void *context;
	/* A look at the store for one thread; called on the thread that starts them. */
	enum err (*open)(void *context, struct query **out_query, struct why *why);
	void (*close)(void *context, struct query *query);
	/* On a reader's thread. `turns`: how many of other tenants were taken while it waited. */
	void (*work)(void *item, struct query *query, u64 turns);
};

MUST_USE enum err readers_start(const struct readers_config *config, struct readers **out_readers,
				struct why *why);

/* From any thread; an empty tenant is the server itself. ERR_BUSY: too many wait, of all or of this
 * tenant; nothing was taken. */
MUST_USE enum err readers_submit(struct readers *readers, str tenant, void *item);

/* Finishes what was taken, then ends the threads. NULL: nothing. */
void readers_stop(struct readers *readers);

#endif
