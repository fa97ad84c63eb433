/* How much is asked of one host: so many calls at once, and after so many failures in a row none
 * for a while (the circuit is open), then a single one to see whether it is back.
 *
 * Who asks holds a place: one that may go, or one that waits in line. Everything on the loop's
 * thread; time comes in. */
#ifndef BELFRY_HANDLER_HOSTS_H
#define BELFRY_HANDLER_HOSTS_H

#include "base/err.h"
#include "base/list.h"
#include "base/map.h"
#include "base/msec.h"
#include "base/str.h"

struct hosts_config {
	u32 at_once;      /* calls to one host; 0: 8 */
	u32 failures_max; /* in a row, before the circuit opens; 0: 5 */
	msec open_ms;     /* for how long; doubled each time it fails again; 0: 30 s */
	msec open_ms_max; /* 0: 10 min */
	u64 seed;         /* of the table */
};

struct remote_hosts;
struct host;

typedef void host_ready(void *context);

/* Embedded by who asks; zeroed: none. */
struct host_place {
	struct list_node node; /* while it waits */
	struct host *host;
	bool is_running;
	bool is_probe;
	host_ready *ready;
	void *context;
};

enum host_answer {
	HOST_GO,   /* call it now, then hosts_leave */
	HOST_WAIT, /* `ready` will be called, from within another's hosts_leave */
	HOST_OPEN, /* not now; `out_wait` says how long. No place is held */
	HOST_NO_MEMORY,
};

MUST_USE enum err hosts_new(const struct hosts_config *config, struct remote_hosts **out_hosts);
void hosts_free(struct remote_hosts *hosts); /* NULL: nothing. Nobody holds a place any more. */

/* `name` is host and port, in their one spelling. place->ready and context are set by the caller.
 */
MUST_USE enum host_answer hosts_enter(struct remote_hosts *hosts, str name, msec now,
				      struct host_place *place, msec *out_wait);

enum host_result { HOST_WORKED, HOST_FAILED, HOST_UNTRIED };

/* The place is free again, whether it ran or waited; the next in line goes. */
void hosts_leave(struct remote_hosts *hosts, struct host_place *place, enum host_result result,
		 msec now);

#endif
