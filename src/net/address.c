#include "net/address.h"

#include "base/must.h"

#include <arpa/inet.h>

enum { PORT_MAX = 65535, V4_BITS = 32, V6_BITS = 128 };

static const u8 mapped_prefix[12] = { [10] = 0xff, [11] = 0xff };

/* ::ffff:1.2.3.4 is 1.2.3.4. */
static void unmap(struct address *address)
{
	if (!address->is_v6 || memcmp(address->bytes, mapped_prefix, sizeof mapped_prefix) != 0)
		return;
	memmove(address->bytes, address->bytes + 12, 4);
	memset(address->bytes + 4, 0, 12);
	address->is_v6 = false;
}

static enum err not_an_address(str text, struct why *why)
{
	return fail(why, ERR_ADDRESS, "\"%.*s\" is not an IPv4 or IPv6 address",
		    STR_ARG(str_slice(text, 0, 64)));
}

enum err address_parse(str text, struct address *out_address, struct why *why)
{
	struct address address = { .is_v6 = str_find(text, ':') < text.len };
	char terminated[INET6_ADDRSTRLEN];
	str bare = text;
	if (bare.len >= 2 && bare.at[0] == '[' && bare.at[bare.len - 1] == ']') {
		if (!address.is_v6) return not_an_address(text, why);
		bare = str_slice(bare, 1, bare.len - 1);
	}
	if (bare.len == 0 || bare.len >= sizeof terminated || memchr(bare.at, '\0', bare.len))
		return not_an_address(text, why);
	memcpy(terminated, bare.at, bare.len);
	terminated[bare.len] = '\0';
	if (inet_pton(address.is_v6 ? AF_INET6 : AF_INET, terminated, address.bytes) != 1)
		return not_an_address(text, why);
	unmap(&address);
	*out_address = address;
	return ERR_OK;
}

/* Where the port begins: behind the last colon. */
static size_t port_at(str text)
{
	size_t at = text.len;
	while (at > 0 && text.at[at - 1] != ':') at--;
	return at;
}

enum err address_parse_with_port(str text, struct address *out_address, struct why *why)
{
	struct address address;
	u64 port;
	size_t at = port_at(text);
	if (at == 0)
		return fail(why, ERR_ADDRESS, "\"%.*s\" has no port: write HOST:PORT",
			    STR_ARG(str_slice(text, 0, 64)));
	if (!str_to_u64(str_from_offset(text, at), PORT_MAX, &port))
		return fail(why, ERR_ADDRESS, "\"%.*s\": the port must be 0 to %d",
			    STR_ARG(str_slice(text, 0, 64)), PORT_MAX);
	str host = str_slice(text, 0, at - 1);
	if (str_eq(host, STR("localhost"))) host = STR("127.0.0.1");
	/* Without brackets nobody could tell where the address ends. */
	if (str_find(host, ':') < host.len && host.at[0] != '[') return not_an_address(text, why);
	enum err err = address_parse(host, &address, why);
	if (err) return err;
	address.port = (u16)port;
	*out_address = address;
	return ERR_OK;
}

bool address_from_socket(const struct sockaddr *from, struct address *out_address)
{
	struct address address = { .is_v6 = from->sa_family == AF_INET6 };
	if (from->sa_family == AF_INET) {
		struct sockaddr_in v4;
		memcpy(&v4, from, sizeof v4);
		memcpy(address.bytes, &v4.sin_addr, 4);
		address.port = ntohs(v4.sin_port);
	} else if (from->sa_family == AF_INET6) {
		struct sockaddr_in6 v6;
		memcpy(&v6, from, sizeof v6);
		memcpy(address.bytes, &v6.sin6_addr, 16);
		address.port = ntohs(v6.sin6_port);
	} else {
		return false;
	}
	unmap(&address);
	*out_address = address;
	return true;
}

socklen_t address_to_socket(const struct address *address, struct sockaddr_storage *out)
{
	memset(out, 0, sizeof *out);
	if (address->is_v6) {
		struct sockaddr_in6 v6 = { .sin6_family = AF_INET6,
					   .sin6_port = htons(address->port) };
		memcpy(&v6.sin6_addr, address->bytes, 16);
		memcpy(out, &v6, sizeof v6);
		return sizeof v6;
	}
	struct sockaddr_in v4 = { .sin_family = AF_INET, .sin_port = htons(address->port) };
	memcpy(&v4.sin_addr, address->bytes, 4);
	memcpy(out, &v4, sizeof v4);
	return sizeof v4;
}

/* Every request has its source printed, and inet_ntop needs 4,000 instructions for IPv4. */
static void print_v4(const struct address *address, struct buf *out)
{
	for (u32 i = 0; i < 4; i++) {
		if (i) buf_add_byte(out, '.');
		buf_add_u64(out, address->bytes[i]);
	}
}

void address_print(const struct address *address, struct buf *out)
{
	char text[INET6_ADDRSTRLEN];
	if (!address->is_v6) {
		print_v4(address, out);
		return;
	}
	const char *printed = inet_ntop(AF_INET6, address->bytes, text, sizeof text);
	must(printed != NULL);
	buf_add(out, str_from(printed));
}

void address_print_with_port(const struct address *address, struct buf *out)
{
	if (address->is_v6) buf_add_byte(out, '[');
	address_print(address, out);
	if (address->is_v6) buf_add_byte(out, ']');
	buf_addf(out, ":%u", address->port);
}

bool address_is_same(const struct address *a, const struct address *b)
{
	return a->is_v6 == b->is_v6 && memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

bool address_is_loopback(const struct address *address)
{
	static const u8 v6_loopback[16] = { [15] = 1 };
	if (!address->is_v6) return address->bytes[0] == 127;
	return memcmp(address->bytes, v6_loopback, sizeof v6_loopback) == 0;
}

bool address_is_any(const struct address *address)
{
	static const u8 zeros[16];
	return memcmp(address->bytes, zeros, sizeof zeros) == 0;
}

/* Ranges that the IANA registries of special addresses keep out of the public Internet, and the
 * IPv6 forms behind which an IPv4 address may hide. */
static const struct cidr special[] = {
	{ { .bytes = { 0 } }, 8 },             /* this network, unspecified */
	{ { .bytes = { 10 } }, 8 },            /* private */
	{ { .bytes = { 100, 64 } }, 10 },      /* shared, behind a carrier's NAT */
	{ { .bytes = { 127 } }, 8 },           /* loopback */
	{ { .bytes = { 169, 254 } }, 16 },     /* link-local, metadata services */
	{ { .bytes = { 172, 16 } }, 12 },      /* private */
	{ { .bytes = { 192, 0, 0 } }, 24 },    /* protocol assignments */
	{ { .bytes = { 192, 0, 2 } }, 24 },    /* documentation */
	{ { .bytes = { 192, 88, 99 } }, 24 },  /* 6to4 relays */
	{ { .bytes = { 192, 168 } }, 16 },     /* private */
	{ { .bytes = { 198, 18 } }, 15 },      /* benchmarks */
	{ { .bytes = { 198, 51, 100 } }, 24 }, /* documentation */
	{ { .bytes = { 203, 0, 113 } }, 24 },  /* documentation */
	{ { .bytes = { 224 } }, 4 },           /* multicast */
	{ { .bytes = { 240 } }, 4 },           /* reserved, broadcast */
	{ { .is_v6 = true }, 96 },             /* unspecified, loopback, IPv4-compatible */
	{ { .bytes = { 0, 0x64, 0xff, 0x9b }, .is_v6 = true }, 32 },    /* NAT64, both prefixes */
	{ { .bytes = { 1 }, .is_v6 = true }, 8 },                       /* discard */
	{ { .bytes = { 0x20, 0x01 }, .is_v6 = true }, 23 },             /* Teredo, assignments */
	{ { .bytes = { 0x20, 0x01, 0x0d, 0xb8 }, .is_v6 = true }, 32 }, /* documentation */
	{ { .bytes = { 0x20, 0x02 }, .is_v6 = true }, 16 },             /* 6to4 */
	{ { .bytes = { 0x3f, 0xff }, .is_v6 = true }, 20 },             /* documentation */
	{ { .bytes = { 0x5f }, .is_v6 = true }, 16 },                   /* segment routing */
	{ { .bytes = { 0xfc }, .is_v6 = true }, 7 },                    /* unique local */
	{ { .bytes = { 0xfe, 0x80 }, .is_v6 = true }, 10 },             /* link-local */
	{ { .bytes = { 0xfe, 0xc0 }, .is_v6 = true }, 10 },             /* site-local */
	{ { .bytes = { 0xff }, .is_v6 = true }, 8 },                    /* multicast */
	/* All that is not in 2000::/3, from which public addresses are given. */
	{ { .bytes = { 0 }, .is_v6 = true }, 3 },
	{ { .bytes = { 0x40 }, .is_v6 = true }, 2 },
	{ { .bytes = { 0x80 }, .is_v6 = true }, 1 },
};

bool address_is_public(const struct address *address)
{
	for (size_t i = 0; i < countof(special); i++) {
		if (cidr_contains(&special[i], address)) return false;
	}
	return true;
}

static bool has_prefix(const u8 *bytes, const u8 *prefix, u32 bits)
{
	u32 whole = bits / 8;
	if (memcmp(bytes, prefix, whole) != 0) return false;
	if (bits % 8 == 0) return true;
	u8 mask = (u8)(0xff << (8 - bits % 8));
	return (bytes[whole] & mask) == (prefix[whole] & mask);
}

static bool is_zero_behind(const struct address *address, u32 bits)
{
	u8 cut[16] = { 0 };
	memcpy(cut, address->bytes, (bits + 7) / 8);
	if (bits % 8) cut[bits / 8] = (u8)(cut[bits / 8] & (0xff << (8 - bits % 8)));
	return memcmp(cut, address->bytes, sizeof cut) == 0;
}

enum err cidr_parse(str text, struct cidr *out_cidr, struct why *why)
{
	struct cidr cidr;
	size_t slash = str_find(text, '/');
	enum err err = address_parse(str_slice(text, 0, slash), &cidr.base, why);
	if (err) return err;
	u64 bits = cidr.base.is_v6 ? V6_BITS : V4_BITS;
	if (slash < text.len && !str_to_u64(str_from_offset(text, slash + 1), bits, &bits))
		return fail(why, ERR_ADDRESS, "\"%.*s\": the prefix length must be 0 to %u",
			    STR_ARG(str_slice(text, 0, 64)), cidr.base.is_v6 ? V6_BITS : V4_BITS);
	cidr.bits = (u8)bits;
	if (!is_zero_behind(&cidr.base, cidr.bits))
		return fail(why, ERR_ADDRESS,
			    "\"%.*s\" has address bits after its prefix of %u "
			    "bits",
			    STR_ARG(str_slice(text, 0, 64)), cidr.bits);
	*out_cidr = cidr;
	return ERR_OK;
}

bool cidr_contains(const struct cidr *cidr, const struct address *address)
{
	if (cidr->base.is_v6 != address->is_v6) return false;
	return has_prefix(address->bytes, cidr->base.bytes, cidr->bits);
}

enum err cidrs_parse(str text, struct cidrs *out_cidrs, struct why *why)
{
	struct cidrs cidrs = { .len = 0 };
	str rest = str_trim(text);
	while (rest.len) {
		str one = str_trim(str_split(&rest, ','));
		if (cidrs.len == CIDRS_MAX)
			return fail(why, ERR_ADDRESS, "more than %d address ranges", CIDRS_MAX);
		enum err err = cidr_parse(one, &cidrs.at[cidrs.len], why);
		if (err) return err;
		cidrs.len++;
	}
	*out_cidrs = cidrs;
	return ERR_OK;
}

bool cidrs_contain(const struct cidrs *cidrs, const struct address *address)
{
	for (u32 i = 0; i < cidrs->len; i++) {
		if (cidr_contains(&cidrs->at[i], address)) return true;
	}
	return false;
}
