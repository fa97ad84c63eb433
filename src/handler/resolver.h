/* Resolves names to addresses without blocking the loop: getaddrinfo on threads of its own, since
 * only getaddrinfo follows the configuration of the machine. Asked and answered on the loop's
 * thread. */
#ifndef BELFRY_HANDLER_RESOLVER_H
#define BELFRY_HANDLER_RESOLVER_H

#include "base/err.h"
#include "base/str.h"
#include "net/address.h"
#include "net/loop.h"

struct resolver;
struct lookup;

/* Runs on a thread of the resolver and may wait. Writes at most `max` addresses, the best first;
 * returns how many the name has; 0: none. */
typedef u32 resolver_function(void *context, const char *host, struct address *out, u32 max);

/* `len` 0: the name has no address, or more than can be checked. */
typedef void resolver_answer(void *context, const struct address *answers, u32 len);

struct resolver_config {
	struct loop *loop;
	resolver_function *function; /* NULL: getaddrinfo */
	void *context;               /* its argument */
	u32 threads;                 /* 0: HANDLER_LOOKUP_THREADS */
};

MUST_USE enum err resolver_new(const struct resolver_config *config,
			       struct resolver **out_resolver);
/* Waits for open look-ups; no callback is called any more. */
void resolver_free(struct resolver *resolver); /* NULL: does nothing */

/* ERR_BUSY: too many look-ups wait. `out_lookup` is valid until the answer. */
MUST_USE enum err resolver_ask(struct resolver *resolver, str host, resolver_answer *answer,
			       void *context, struct lookup **out_lookup);
/* Cancels the callback of a look-up. */
void resolver_forget(struct lookup *lookup);

#endif
