/* A process that waits to become the broker (handler/broker.h). It is forked before anything is
 * read that it must not carry along: a setting, a secret, a key. What it then needs it is told:
 * where the programs file is, and two folders. */
#ifndef BELFRY_HANDLER_STANDBY_H
#define BELFRY_HANDLER_STANDBY_H

#include "base/err.h"
#include "handler/programs.h"

#include <sys/types.h>

struct standby;

/* First of all in main, while there is one thread. What `words` (main's own; from the second on)
 * and `environment` say is wiped in the new process. NULL: there can be none; the broker is then
 * forked when it is started. */
struct standby *standby_take(char **words, char **environment);
/* The process ends, unless it has become the broker. */
void standby_free(struct standby *standby); /* NULL: nothing */

/* The message to the process. Paths end with a zero byte. */
struct standby_word {
	char programs_file[4096];
	char work_folder[4096];
	struct digest programs; /* as the server read them */
	bool is_plain;
};

/* From the server: the process becomes the broker; from now on `out_fd` leads there. ERR_IO: `why`
 * says what; the standby is then of no use. The folders' descriptors stay the caller's. */
MUST_USE enum err standby_begin(struct standby *standby, const struct standby_word *word,
				const int folders[2], int *out_fd, pid_t *out_pid, struct why *why);

#endif
