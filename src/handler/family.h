/* Processes as /proc shows them: their parents and their starts. Linux only. */
#ifndef BELFRY_HANDLER_FAMILY_H
#define BELFRY_HANDLER_FAMILY_H

#include "base/str.h"
#include "base/types.h"

#include <sys/types.h>

/* The fields of /proc/PID/stat. A pid is reused some day; pid and start together name one
 * process. */
struct kin {
	pid_t pid;
	pid_t parent;
	pid_t group;
	pid_t session;
	char state;
	u64 start; /* in ticks since boot */
};

/* False: there is no such process. */
MUST_USE bool kin_read(pid_t pid, struct kin *out_kin);

/* The next process; false at the end. A walk sees the processes that exist when it passes them. */
struct kin_walk {
	void *folder; /* NULL: not started */
};
MUST_USE bool kin_next(struct kin_walk *walk, struct kin *out_kin);
void kin_walk_done(struct kin_walk *walk);

/* Ends every descendant of this process, except those that `spare` names and their descendants.
 * First all of them are stopped, again and again until none runs: stopped processes cannot fork
 * away. Returns how many were killed. */
u32 family_kill(bool (*spare)(void *context, pid_t pid), void *context);

/* Whether the environment at the start of a process has this line ("NAME=value"). */
bool kin_has_environment(pid_t pid, str line);

#endif
