/* By which names a server may be asked. A browser on this machine can be led to it under a
 * stranger's name (DNS rebinding): what asks by a name that is not ours is refused. */
#ifndef BELFRY_API_HOSTS_H
#define BELFRY_API_HOSTS_H

#include "base/err.h"
#include "base/str.h"
#include "net/address.h"

enum { HOSTS_MAX = 64, HOSTS_BOUND_MAX = 16 };

struct served_hosts {
	str names[HOSTS_MAX]; /* "belfry.example.com", with or without a port */
	u32 names_len;
	struct address bound[HOSTS_BOUND_MAX];
	u32 bound_len;
	bool is_any;         /* "*": every name is right */
	bool is_any_address; /* bound to all of the machine's: any address may be one of them */
};

/* Names separated by commas; empty: none. They are borrowed. */
MUST_USE enum err hosts_parse(str text, struct served_hosts *out_hosts, struct why *why);
/* An address that it listens at. */
void hosts_add_bound(struct served_hosts *hosts, const struct address *bound);

/* The value of a Host field: a loopback name or address, an address it listens at, or one of the
 * names; none at all is no browser's. */
bool hosts_know(const struct served_hosts *hosts, str host);

/* Whether an Origin is that of the Host it asks. */
bool origin_is_of(str origin, bool is_secure, str host);

#endif
