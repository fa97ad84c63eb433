/* A circuit breaker for each host: a limited number of calls at once; after a number of failures in
 * a row no calls for a while (the circuit is open), then a single call as a probe.
 *
 * Each call has a place, which may start or has to wait. Everything runs on the loop's thread; the
 * time is an argument. */
#ifndef BELFRY_HANDLER_HOSTS_H
#define BELFRY_HANDLER_HOSTS_H

#include "base/err.h"
#include "base/list.h"
#include "base/map.h"
#include "base/msec.h"
#include "base/str.h"

struct hosts_config {
	u32 at_once;      /* calls to one host; 0: 8 */
	u32 failures_max; /* failures in a row that open the circuit; 0: 5 */
	msec open_ms;     /* how long it is open; doubled for each failed probe; 0: 30 s */
	msec open_ms_max; /* 0: 10 min */
	u64 seed;         /* for the table */
};

struct remote_hosts;
struct host;

typedef void host_ready(void *context);

/* Embedded in the caller's struct; zeroed: none. */
struct host_place {
	struct list_node node; /* while it waits */
	struct host *host;
	bool is_running;
	bool is_probe;
	host_ready *ready;
	void *context;
};

enum host_answer {
	HOST_GO,   /* call now, then hosts_leave */
	HOST_WAIT, /* `ready` will be called, during another call's hosts_leave */
	HOST_OPEN, /* not now; `out_wait` says how long. The call has no place */
	HOST_NO_MEMORY,
};

MUST_USE enum err hosts_new(const struct hosts_config *config, struct remote_hosts **out_hosts);
/* NULL: does nothing. No place may be in use any more. */
void hosts_free(struct remote_hosts *hosts);

/* `name`: host and port in their normal form. The caller sets place->ready and its context. */
MUST_USE enum host_answer hosts_enter(struct remote_hosts *hosts, str name, msec now,
				      struct host_place *place, msec *out_wait);

enum host_result { HOST_WORKED, HOST_FAILED, HOST_UNTRIED };

/* Frees the place, whether its call ran or waited; the next waiting call may start. */
void hosts_leave(struct remote_hosts *hosts, struct host_place *place, enum host_result result,
		 msec now);

#endif
