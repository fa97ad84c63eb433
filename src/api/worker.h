/* Helpers that the routes of workers share: a wish for leases, and the answer with leases. */
#ifndef BELFRY_API_WORKER_H
#define BELFRY_API_WORKER_H

#include "api/request.h"
#include "api/shapes.h"

/* By their places in the words of the field. */
enum { PAYLOAD_AS_JSON, PAYLOAD_AS_TEXT };

SHAPE_STRUCT(lease_input, LEASE_FIELDS);

/* The command that a wish is, as far as the token allows it; the worker is known from now on. */
MUST_USE enum err worker_fill_lease(struct request *request, const struct lease_input *input,
				    str worker, struct lease_command *lease);
/* The command of a call that waits for leases, unless there are some at once. */
enum err worker_ask(struct request *request, const struct lease_command *lease,
		    struct command *command);
/* Members of an answer: the leases and what belongs to them; whether the worker is to drain. */
void worker_write_leases(struct request *request, const struct lease_input *input);
void worker_put_drain(struct request *request);
/* Members of a verdict: an item of a list that was refused by itself. A nil execution is null. */
void worker_put_fault(struct buf *out, const struct uuid *execution, const struct fault *fault);

#endif
