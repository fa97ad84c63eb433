/* Threads that read: listings and single objects for the API, each thread with its own look at the
 * store, so that no listing ever comes near the pump. */
#ifndef BELFRY_PUMP_READERS_H
#define BELFRY_PUMP_READERS_H

#include "base/err.h"
#include "base/types.h"

struct query; /* store/query.h */
struct readers;

enum { READERS_MAX = 16 };

struct readers_config {
	u32 threads;
	u32 queue_max; /* requests that may wait */
	void *context;
	/* A look at the store for one thread; called on the thread that starts them. */
	enum err (*open)(void *context, struct query **out_query, struct why *why);
	void (*close)(void *context, struct query *query);
	/* On a reader's thread. */
	void (*work)(void *item, struct query *query);
};

MUST_USE enum err readers_start(const struct readers_config *config, struct readers **out_readers,
				struct why *why);

/* From any thread. ERR_BUSY: too many wait; nothing was taken. */
MUST_USE enum err readers_submit(struct readers *readers, void *item);

/* Finishes what was taken, then ends the threads. NULL: nothing. */
void readers_stop(struct readers *readers);

#endif
