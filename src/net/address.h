/* Internet addresses: text to bytes and back, ranges (CIDR), and what kind of address one is. Names
 * are not looked up here. Values; nothing is owned. */
#ifndef BELFRY_NET_ADDRESS_H
#define BELFRY_NET_ADDRESS_H

#include "base/buf.h"
#include "base/err.h"
#include "base/str.h"

#include <netinet/in.h>
#include <sys/socket.h>

/* An IPv4 address stands in the first four bytes, the rest is zero. One that came mapped into IPv6
 * (::ffff:1.2.3.4) is IPv4 here, so that a range of IPv4 also catches it. */
struct address {
	u8 bytes[16];
	u16 port;
	bool is_v6;
};

/* The address alone: "127.0.0.1", "::1", "[::1]". The port becomes 0. */
MUST_USE enum err address_parse(str text, struct address *out_address, struct why *why);
/* With its port: "127.0.0.1:7654", "[::1]:7654", "localhost:7654" (127.0.0.1). */
MUST_USE enum err address_parse_with_port(str text, struct address *out_address, struct why *why);

/* False: neither IPv4 nor IPv6. */
MUST_USE bool address_from_socket(const struct sockaddr *from, struct address *out_address);
/* Fills `out` and returns the length that belongs to it. */
socklen_t address_to_socket(const struct address *address, struct sockaddr_storage *out);

void address_print(const struct address *address, struct buf *out);           /* ::1 */
void address_print_with_port(const struct address *address, struct buf *out); /* [::1]:7654 */

/* The same address; ports do not count. */
bool address_is_same(const struct address *a, const struct address *b);
bool address_is_loopback(const struct address *address);
/* 0.0.0.0 or :: */
bool address_is_any(const struct address *address);
/* Reachable from anywhere: not loopback, private, link-local, shared, multicast, reserved or
 * unspecified, and no IPv6 form that hides an IPv4 address (mapped, NAT64, 6to4, Teredo). */
bool address_is_public(const struct address *address);

/* A range: the addresses that have the first `bits` bits of `base`. */
struct cidr {
	struct address base;
	u8 bits;
};

enum { CIDRS_MAX = 64 };

/* "10.0.0.0/8", "::1/128"; a bare address is a range of one. Bits behind the prefix must be zero.
 */
MUST_USE enum err cidr_parse(str text, struct cidr *out_cidr, struct why *why);
bool cidr_contains(const struct cidr *cidr, const struct address *address);

struct cidrs {
	struct cidr at[CIDRS_MAX];
	u32 len;
};

/* Separated by commas, with or without spaces; empty text: none. */
MUST_USE enum err cidrs_parse(str text, struct cidrs *out_cidrs, struct why *why);
bool cidrs_contain(const struct cidrs *cidrs, const struct address *address);

#endif
