/* Commands that wait for the pump, in the order in which they came: the one queue between whoever
 * asks and whoever turns. The links lie in the commands, so putting one in takes no memory.
 *
 * Any thread, unless a function says otherwise. `lock` also guards what a host keeps beside the
 * inbox, so that a thread which sleeps misses nothing (pump_thread.c). */
#ifndef BELFRY_PUMP_INBOX_H
#define BELFRY_PUMP_INBOX_H

#include "base/err.h"
#include "model/command.h"

#include <pthread.h>

struct inbox {
	pthread_mutex_t lock; /* of all below; never held while the pump turns or calls back */
	struct list commands;
	u32 len;
	u32 max;
	u64 busy; /* refused: it was full */
};

void inbox_init(struct inbox *inbox, u32 max);
/* It must be empty. */
void inbox_done(struct inbox *inbox);

/* ERR_BUSY: too many wait, nothing was taken. */
MUST_USE enum err inbox_put(struct inbox *inbox, struct command *command);

/* Under the lock. */
MUST_USE enum err inbox_put_locked(struct inbox *inbox, struct command *command);
struct command *inbox_first_locked(const struct inbox *inbox); /* NULL: none */
void inbox_remove_locked(struct inbox *inbox, struct command *command);

/* Takes the first one out; NULL: none. */
struct command *inbox_take(struct inbox *inbox);
/* Takes one back that nobody can have taken out. */
void inbox_withdraw(struct inbox *inbox, struct command *command);
u32 inbox_len(struct inbox *inbox);

#endif
