/* The running server: puts store, pump, API and network together, starts them in order and ends
 * them in the reverse order. */
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
	bool prints_what_to_try; /* it was started from a terminal */
	void *context;
	/* writes a log line; called on any thread, one at a time */
	void (*log)(void *context, str line);
	void (*say)(void *context, str words); /* prints lines for the person who started it */
};

MUST_USE enum err service_start(const struct service_host *host, struct service **out_service,
				struct why *why);

/* Writes the addresses of the service, and a link that signs a browser in once: a line each. */
void service_print_links(struct service *service, struct buf *out);

/* Logs a warning about a variable that looks like a setting. */
void service_warn_of_name(struct service *service, const struct why *why);

/* Runs until a signal (TERM, INT), and until open requests are answered. ERR_STORE_SYNC: the disk
 * has lost written data. */
MUST_USE enum err service_run(struct service *service, struct why *why);

void service_free(struct service *service);

#endif
