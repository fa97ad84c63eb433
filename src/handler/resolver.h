/* Names to addresses without making the loop wait: getaddrinfo on threads of its own, because only
 * it answers as the machine is set up to answer. Asked and answered on the loop's thread. */
#ifndef BELFRY_HANDLER_RESOLVER_H
#define BELFRY_HANDLER_RESOLVER_H

#include "base/err.h"
#include "base/str.h"
#include "net/address.h"
#include "net/loop.h"

struct resolver;
struct lookup;

/* Runs on a thread of the resolver and may wait. Writes at most `max` addresses, the best first,
 * and returns how many the name has; 0: none. */
typedef u32 resolver_function(void *context, const char *host, struct address *out, u32 max);

/* `len` 0: the name has no address, or has more than may be checked. */
typedef void resolver_answer(void *context, const struct address *answers, u32 len);

struct resolver_config {
	struct loop *loop;
	resolver_function *function; /* NULL: getaddrinfo */
	void *context;               /* handed to it */
	u32 threads;                 /* 0: HANDLER_LOOKUP_THREADS */
};

MUST_USE enum err resolver_new(const struct resolver_config *config,
			       struct resolver **out_resolver);
/* Waits for the look-ups under way; nobody is answered any more. */
void resolver_free(struct resolver *resolver); /* NULL: nothing */

/* ERR_BUSY: too many wait. `out_lookup` is valid until the answer. */
MUST_USE enum err resolver_ask(struct resolver *resolver, str host, resolver_answer *answer,
			       void *context, struct lookup **out_lookup);
/* The answer is not wanted any more. */
void resolver_forget(struct lookup *lookup);

#endif
