/* Running programs, on disk. A server that starts after a crash finds the programs that its
 * predecessor left, and ends them before their runs are offered again. One file for each, in a
 * folder of its own: "PID START RUN". */
#ifndef BELFRY_HANDLER_RECORDS_H
#define BELFRY_HANDLER_RECORDS_H

#include "base/err.h"
#include "base/uuid.h"

#include <sys/types.h>

/* Opens the folder; creates it if it does not exist (0700). ERR_IO: not possible, or others can use
 * the folder. The caller closes `out_fd`. */
MUST_USE enum err records_open(const char *path, int *out_fd, struct why *why);

/* The process must exist. ERR_IO. */
MUST_USE enum err records_add(int folder, pid_t pid, struct uuid run);
void records_remove(int folder, pid_t pid);

/* Ends every recorded process that still runs, with its session and every process that started with
 * its JOB_ID. ERR_OK: the records are removed. ERR_BUSY: a process did not end within `wait_ms`. */
MUST_USE enum err records_sweep(int folder, u32 wait_ms, u32 *out_ended, struct why *why);

#endif
