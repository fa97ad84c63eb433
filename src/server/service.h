/* The running server: store, pump, API and network, put together, started in order and taken apart
 * in the reverse. */
#ifndef BELFRY_SERVER_SERVICE_H
#define BELFRY_SERVER_SERVICE_H

#include "base/buf.h"
#include "base/err.h"
#include "server/config.h"

struct service;
struct standby;

/* The settings of a service, and its listeners. */
struct service_host {
	const struct setting_value *settings; /* by enum setting_id; valid for the service's life */
	struct standby *standby; /* that becomes the broker; NULL: forked when needed */
	str notify_socket;       /* of the service manager; empty: none */
	bool prints_what_to_try; /* whoever started it is at a terminal */
	void *context;
	void (*log)(void *context, str line);  /* a log line; from any thread, one at a time */
	void (*say)(void *context, str words); /* to the person who started it; several lines */
};

MUST_USE enum err service_start(const struct service_host *host, struct service **out_service,
				struct why *why);

/* Writes the addresses of the service, and a link that signs a browser in once: a line each. */
void service_print_links(struct service *service, struct buf *out);

/* A warning in its log about a variable that looks like a setting. */
void service_warn_of_name(struct service *service, const struct why *why);

/* Until a signal (TERM, INT) ends it, and what was under way is answered. ERR_STORE_SYNC: the disk
 * failed to keep what was written. */
MUST_USE enum err service_run(struct service *service, struct why *why);

void service_free(struct service *service);

#endif
