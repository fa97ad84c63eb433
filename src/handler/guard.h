/* Where webhooks may go. Everything public, by https to the ports 443 and 8443; and what the
 * operator put on the allow-list: there also plain http, other ports and private addresses.
 * Addresses of forbidden.def, and those that this server listens on, cannot be allowed.
 *
 * The order of use, which is what makes it hold: guard_check_url before anything is looked up
 * guard_check_answers all addresses of the name: one bad one refuses them all guard_is_pinned in
 * the very call that opens the socket: the address that was checked, or none Read only once it is
 * made: any thread may ask. */
#ifndef BELFRY_HANDLER_GUARD_H
#define BELFRY_HANDLER_GUARD_H

#include "handler/url.h"

struct guard;

struct guard_config {
	str allow; /* addresses, ranges, names and *.names, separated by commas */
	/* Where the server listens. An unspecified address (0.0.0.0) means every address that this
	 * machine has when the guard is made. */
	const struct address *own;
	u32 own_len;
};

MUST_USE enum err guard_new(const struct guard_config *config, struct guard **out_guard,
			    struct why *why);
void guard_free(struct guard *guard); /* NULL: does nothing */

/* ERR_INVALID: refused; all three say why. */
MUST_USE enum err guard_check_url(const struct guard *guard, const struct url *url,
				  struct why *why);
/* `out_pinned`: the address to connect to, with its port. */
MUST_USE enum err guard_check_answers(const struct guard *guard, const struct url *url,
				      const struct address *answers, u32 len,
				      struct address *out_pinned, struct why *why);
bool guard_is_pinned(const struct address *pinned, const struct sockaddr *peer);

#endif
