/* One program of `belfry worker --exec`, from its payload to its exit code: started by sh in a
 * process group of its own, fed on standard input, read from both outputs without blocking. */
#ifndef BELFRY_CLIENT_CHILD_H
#define BELFRY_CLIENT_CHILD_H

#include "base/err.h"
#include "handler/capture.h"

#include <sys/types.h>

enum { CHILD_FDS = 3, CHILD_ID_BYTES = 64, CHILD_MESSAGE_BYTES = 255 };

struct child {
	pid_t pid;          /* 0: none */
	int fds[CHILD_FDS]; /* stdin, stdout and stderr of the program; -1: closed */
	struct buf payload;
	size_t fed; /* bytes of the payload */
	struct capture out;
	struct capture errors; /* the output on stderr */
	struct tail err;       /* and how that ended */
	u32 percent;           /* of its last progress line; 101: none yet */
	char message[CHILD_MESSAGE_BYTES + 1];
	bool is_told; /* the progress was reported */
	bool has_ended;
	int status; /* the status of waitpid, after its end */
};

void child_init(struct child *child);
/* Kills the program if it runs, and frees its state. */
void child_done(struct child *child);

/* `environment`: NAME=value, ended by NULL. */
MUST_USE enum err child_start(struct child *child, const char *command, str payload,
			      char *const *environment, struct why *why);

/* Writes and reads without waiting; notes whether the program has ended. */
void child_attend(struct child *child);

/* To the whole group. */
void child_signal(const struct child *child, int number);

#endif
