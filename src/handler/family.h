/* Processes by what /proc says of them: whose children they are, since when they run. Linux only.
 */
#ifndef BELFRY_HANDLER_FAMILY_H
#define BELFRY_HANDLER_FAMILY_H

#include "base/str.h"
#include "base/types.h"

#include <sys/types.h>

/* The fields of /proc/PID/stat. A pid is used again sooner or later; with its start it is one
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

/* Each process there is; false at the end. A walk sees what was there when it passed. */
struct kin_walk {
	void *folder; /* NULL: not begun */
};
MUST_USE bool kin_next(struct kin_walk *walk, struct kin *out_kin);
void kin_walk_done(struct kin_walk *walk);

/* Ends every descendant of this process but those that `spare` names, and theirs. All are stopped
 * first, in as many rounds as it takes until none moves any more: a family that cannot fork cannot
 * outrun its end. Returns how many got the KILL. */
u32 family_kill(bool (*spare)(void *context, pid_t pid), void *context);

/* Whether the environment that a process began with has that line ("NAME=value"). */
bool kin_has_environment(pid_t pid, str line);

#endif
