/* Runs that make something else: a reminder or a job, requested as by HTTP, but by the process
 * itself and in the tenant's name. The run's id is the Idempotency-Key, so repeated attempts make
 * one object. On the loop's thread. */
#ifndef BELFRY_DELIVER_MAKER_H
#define BELFRY_DELIVER_MAKER_H

#include "api/api.h"
#include "handler/handler.h"

struct maker {
	struct api *api;
	void *context;
	/* Reports the end; the texts are borrowed during the call. */
	void (*ended)(void *context, const struct handler_report *report);
};

/* The payload is borrowed until `ended` was called, which may be at once. */
void maker_start(const struct maker *maker, const struct lease *lease, str tenant);

#endif
