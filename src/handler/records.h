/* Which programs run, on disk, so that a server that starts after a crash finds those its
 * forerunner left behind and ends them before their runs are offered again. A file for each in a
 * folder of its own: "PID START RUN". */
#ifndef BELFRY_HANDLER_RECORDS_H
#define BELFRY_HANDLER_RECORDS_H

#include "base/err.h"
#include "base/uuid.h"

#include <sys/types.h>

/* Opens the folder, and makes it when it is not there (0700). ERR_IO: it cannot be, or is not ours
 * alone. The caller closes `out_fd`. */
MUST_USE enum err records_open(const char *path, int *out_fd, struct why *why);

/* Of a process that exists. ERR_IO. */
MUST_USE enum err records_add(int folder, pid_t pid, struct uuid run);
void records_remove(int folder, pid_t pid);

/* Ends every process on record that still runs, with all that belongs to it: its session, and
 * whatever began with its JOB_ID. The records are gone when it returns ERR_OK. ERR_BUSY: something
 * would not die within `wait_ms`. */
MUST_USE enum err records_sweep(int folder, u32 wait_ms, u32 *out_ended, struct why *why);

#endif
