/* The demo's processes: its server and its worker, each a fork of the demo with a function of its
 * own. None outlives the demo; one that does not end when it is told to is killed. */
#ifndef BELFRY_DEMO_DEMO_CHILD_H
#define BELFRY_DEMO_DEMO_CHILD_H

#include "base/buf.h"
#include "base/err.h"
#include "base/msec.h"

#include <sys/types.h>

/* The work of a child until it ends; its exit code. `told` is for a word to the demo, and is closed
 * when there will be none any more. */
typedef int demo_work(void *context, int told);

struct demo_child {
	const char *name;
	demo_work *work;
	void *context;
	pid_t pid; /* 0: none runs */
	int status;
};

/* Signals that the demo waits for are blocked from here on: INT, TERM, HUP, CHLD. Their door to be
 * read from; -1: none could be opened. */
int demo_signals_open(void);
void demo_signals_close(int signals);
/* Waits so long for a signal; its number, 0 for none. */
int demo_signals_wait(int signals, msec span);

/* Standard output and error of the child go to the end of the file `log`. Reads what it tells until
 * it stops telling, into `out_told`. */
MUST_USE enum err demo_child_start(struct demo_child *child, const char *log, struct buf *out_told,
				   struct why *why);

/* Whether it has ended by itself; `status` says how. */
bool demo_child_has_ended(struct demo_child *child);

/* Tells it to end, for good (INT, then TERM), waits, and kills it when it has not ended after
 * `grace`, or when the user grows impatient (another INT or TERM). */
void demo_child_end(struct demo_child *child, int signals, msec grace);

#endif
