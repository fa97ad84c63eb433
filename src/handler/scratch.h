/* The folder that a program has to itself while it runs. All of them lie in one folder of ours,
 * which programs may pass through but not list. */
#ifndef BELFRY_HANDLER_SCRATCH_H
#define BELFRY_HANDLER_SCRATCH_H

#include "base/err.h"

#include <sys/types.h>

/* Opens the folder they lie in, makes it when it is not there (0711), and removes what earlier
 * servers left in it. ERR_IO: it cannot be, or is not ours. The caller closes `out_fd`. */
MUST_USE enum err scratch_open(const char *path, int *out_fd, struct why *why);

/* A new, empty folder of that name, for that owner alone. 0 or an errno. */
MUST_USE int scratch_make(int folder, const char *name, uid_t uid, gid_t gid);

/* With all that is in it, as far as it goes: HANDLER_WORK_DEPTH deep, links not followed. Nobody
 * else uses it any more. False: something is left. */
bool scratch_remove(int folder, const char *name);

#endif
