/* The working folder of a program while it runs. All such folders are in one folder of the server,
 * which programs may traverse but not list. */
#ifndef BELFRY_HANDLER_SCRATCH_H
#define BELFRY_HANDLER_SCRATCH_H

#include "base/err.h"

#include <sys/types.h>

/* Opens the folder of folders; creates it if it does not exist (0711), and removes what earlier
 * servers left. ERR_IO: not possible, or others own it. The caller closes `out_fd`. */
MUST_USE enum err scratch_open(const char *path, int *out_fd, struct why *why);

/* Creates an empty folder of that name, accessible to that owner alone. 0 or an errno. */
MUST_USE int scratch_make(int folder, const char *name, uid_t uid, gid_t gid);

/* Removes the folder with its content, HANDLER_WORK_DEPTH deep; links are not followed. No process
 * may use it any more. False: something is left. */
bool scratch_remove(int folder, const char *name);

#endif
