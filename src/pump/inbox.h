/* Commands that wait for the pump, in the order of their arrival: the only queue between callers
 * and the pump. The links are part of the commands, so adding one needs no memory.
 *
 * Any thread, unless a function says otherwise. `lock` also guards what a host keeps beside the
 * inbox, so that a thread which sleeps misses nothing (pump_thread.c). */
#ifndef BELFRY_PUMP_INBOX_H
#define BELFRY_PUMP_INBOX_H

#include "base/err.h"
#include "model/command.h"

#include <pthread.h>

struct inbox {
	/* protects all members below; never held during a turn or a callback */
	pthread_mutex_t lock;
	struct list commands;
	u32 len;
	u32 max;
	u64 busy; /* how many were refused because it was full */
};

void inbox_init(struct inbox *inbox, u32 max);
/* It must be empty. */
void inbox_done(struct inbox *inbox);

/* ERR_BUSY: too many commands wait; this one was not accepted. */
MUST_USE enum err inbox_put(struct inbox *inbox, struct command *command);

/* Under the lock. */
MUST_USE enum err inbox_put_locked(struct inbox *inbox, struct command *command);
struct command *inbox_first_locked(const struct inbox *inbox); /* NULL: none */
void inbox_remove_locked(struct inbox *inbox, struct command *command);

/* Removes the first command; NULL: none. */
struct command *inbox_take(struct inbox *inbox);
/* Removes a command that was not taken yet. */
void inbox_withdraw(struct inbox *inbox, struct command *command);
u32 inbox_len(struct inbox *inbox);

#endif
