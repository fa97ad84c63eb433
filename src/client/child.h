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
	int fds[CHILD_FDS]; /* to its input, from its output, from its errors; -1: closed */
	struct buf payload;
	size_t fed; /* bytes of the payload */
	struct capture out;
	struct capture errors; /* what it wrote to standard error */
	struct tail err;       /* and how that ended */
	u32 percent;           /* of its last line of progress; 101: none yet */
	char message[CHILD_MESSAGE_BYTES + 1];
	bool is_told; /* the progress has been told */
	bool has_ended;
	int status; /* as waitpid says it, once it has ended */
};

void child_init(struct child *child);
/* Ends it, if it runs. */
void child_done(struct child *child);

/* `environment`: NAME=value, ended by NULL. */
MUST_USE enum err child_start(struct child *child, const char *command, str payload,
			      char *const *environment, struct why *why);

/* Feeds and reads what is possible without waiting; sees whether it has ended. */
void child_attend(struct child *child);

/* To the whole group. */
void child_signal(const struct child *child, int number);

#endif
