/* The address of a webhook, read by the one parser whose answer counts: strict, and canonical, so
 * that whoever reads the result again (libcurl) cannot understand anything else by it.
 *
 *   https or http, no user name, no fragment, no escape in the host
 *   a host in other letters becomes its A-labels (IDNA)
 *   every notation of an IPv4 address (octal, hexadecimal, one number, fewer than four) becomes
 *   the address that it means; a name whose last part is a number and means none is refused */
#ifndef BELFRY_HANDLER_URL_H
#define BELFRY_HANDLER_URL_H

#include "base/arena.h"
#include "base/err.h"
#include "net/address.h"

struct url {
	bool is_https;
	bool is_literal; /* the host is an address */
	struct address address;
	u16 port;
	str host;         /* lower case, without brackets and without a dot at its end */
	str text;         /* the whole address, canonical */
	char *terminated; /* the same, for libcurl */
};

/* Texts stand in the arena. ERR_INVALID: `why` says what is wrong. */
MUST_USE enum err url_parse(str text, struct arena *arena, struct url *out_url, struct why *why);

#endif
