#define _GNU_SOURCE
#include "handler/guard.h"

#include "base/memory.h"
#include "base/must.h"
#include "handler/forbidden.def"
#include "handler/limits.h"

#include <ifaddrs.h>

enum { PORT_HTTPS = 443, PORT_HTTPS_OTHER = 8443 };
enum opener { NEVER, UNLESS_ALLOWED };

/* clang-format off */
static const struct row {
	const char *range;
	enum opener opener;
	const char *sentence;
} rows[] = {
#define X(range, opener, sentence) { range, opener, sentence },
	FORBIDDEN(X)
#undef X
};
/* clang-format on */

struct allowed_name {
	char text[HANDLER_HOST_BYTES];
	u32 len;
	bool is_suffix; /* "*.example.org": what ends in ".example.org" */
};

struct guard {
	struct cidr ranges[countof(rows)];
	struct cidr allowed[HANDLER_ALLOW_MAX];
	u32 allowed_len;
	struct allowed_name names[HANDLER_ALLOW_MAX];
	u32 names_len;
	struct address own[HANDLER_OWN_ADDRESSES_MAX];
	u32 own_len;
};

static void read_rows(struct guard *guard)
{
	for (size_t i = 0; i < countof(rows); i++) {
		enum err err = cidr_parse(str_from(rows[i].range), &guard->ranges[i], NULL);
		must(err == ERR_OK);
	}
}

/* "*.example.org" is kept as ".example.org". */
static enum err add_name(struct guard *guard, str word, struct why *why)
{
	if (guard->names_len == HANDLER_ALLOW_MAX)
		return fail(why, ERR_INVALID, "the allow-list has more than %d names",
			    HANDLER_ALLOW_MAX);
	struct allowed_name *name = &guard->names[guard->names_len];
	name->is_suffix = str_starts_with(word, STR("*."));
	str text = name->is_suffix ? str_from_offset(word, 1) : word;
	if (text.len < 2 || text.len > HANDLER_HOST_BYTES || str_find(text, '*') < text.len)
		return fail(why, ERR_INVALID,
			    "the allow-list has \"%.*s\", which is neither an address range nor "
			    "a name",
			    STR_ARG(word));
	for (size_t i = 0; i < text.len; i++) {
		char c = ascii_lower(text.at[i]);
		bool fits = (c >= 'a' && c <= 'z') || ascii_is_digit(c) || c == '-' || c == '.';
		if (!fits)
			return fail(why, ERR_INVALID,
				    "the allow-list has \"%.*s\", which is neither an address "
				    "range nor a name",
				    STR_ARG(word));
		name->text[i] = c;
	}
	name->len = (u32)text.len;
	guard->names_len++;
	return ERR_OK;
}

static bool is_range_like(str word)
{
	bool numeric = word.len > 0;
	for (size_t i = 0; i < word.len; i++) {
		char c = word.at[i];
		if (c == ':' || c == '/') return true;
		numeric = numeric && (ascii_is_digit(c) || c == '.');
	}
	return numeric;
}

static enum err add_allowed(struct guard *guard, str word, struct why *why)
{
	if (!is_range_like(word)) return add_name(guard, word, why);
	if (guard->allowed_len == HANDLER_ALLOW_MAX)
		return fail(why, ERR_INVALID, "the allow-list has more than %d ranges",
			    HANDLER_ALLOW_MAX);
	enum err err = cidr_parse(word, &guard->allowed[guard->allowed_len], why);
	if (!err) guard->allowed_len++;
	return err;
}

static enum err read_allow(struct guard *guard, str allow, struct why *why)
{
	str rest = str_trim(allow);
	while (rest.len) {
		enum err err = add_allowed(guard, str_trim(str_split(&rest, ',')), why);
		if (err) return err;
	}
	return ERR_OK;
}

static enum err add_own(struct guard *guard, const struct address *address, u16 port)
{
	if (guard->own_len == HANDLER_OWN_ADDRESSES_MAX) return ERR_TOO_LONG;
	guard->own[guard->own_len] = *address;
	guard->own[guard->own_len].port = port;
	guard->own_len++;
	return ERR_OK;
}

/* Every address of every interface. */
static enum err add_interfaces(struct guard *guard, u16 port)
{
	struct ifaddrs *first = NULL;
	struct address address;
	enum err err = ERR_OK;
	if (getifaddrs(&first) != 0) return ERR_IO;
	for (const struct ifaddrs *it = first; it && !err; it = it->ifa_next) {
		if (it->ifa_addr && address_from_socket(it->ifa_addr, &address))
			err = add_own(guard, &address, port);
	}
	freeifaddrs(first);
	return err;
}

static enum err read_own(struct guard *guard, const struct guard_config *config, struct why *why)
{
	enum err err = ERR_OK;
	for (u32 i = 0; i < config->own_len && !err; i++) {
		const struct address *own = &config->own[i];
		err = address_is_any(own) ? add_interfaces(guard, own->port)
					  : add_own(guard, own, own->port);
	}
	if (!err) return ERR_OK;
	return fail(why, err, "cannot read the addresses of this machine, or it has more than %d",
		    HANDLER_OWN_ADDRESSES_MAX);
}

enum err guard_new(const struct guard_config *config, struct guard **out_guard, struct why *why)
{
	struct guard *guard = mem_alloc_zeroed(sizeof *guard);
	if (!guard) return fail(why, ERR_MEMORY, "no memory for the webhooks' guard");
	read_rows(guard);
	enum err err = read_allow(guard, config->allow, why);
	if (!err) err = read_own(guard, config, why);
	if (err) {
		mem_free(guard);
		return err;
	}
	*out_guard = guard;
	return ERR_OK;
}

void guard_free(struct guard *guard)
{
	mem_free(guard);
}

static bool is_listed_name(const struct guard *guard, str host)
{
	for (u32 i = 0; i < guard->names_len; i++) {
		const struct allowed_name *name = &guard->names[i];
		str text = { name->text, name->len };
		if (!name->is_suffix && str_eq(host, text)) return true;
		if (name->is_suffix && host.len > text.len &&
		    str_eq(str_from_offset(host, host.len - text.len), text))
			return true;
	}
	return false;
}

static bool is_listed_address(const struct guard *guard, const struct address *address)
{
	for (u32 i = 0; i < guard->allowed_len; i++) {
		if (cidr_contains(&guard->allowed[i], address)) return true;
	}
	return false;
}

/* Loopback is one place however it is spelt: what listens on 127.0.0.1 answers at 127.0.0.2 too
 * when it listens on all. */
static bool is_own(const struct guard *guard, const struct address *address, u16 port)
{
	for (u32 i = 0; i < guard->own_len; i++) {
		const struct address *own = &guard->own[i];
		if (own->port != port) continue;
		if (address_is_same(own, address)) return true;
		if (address_is_loopback(own) && address_is_loopback(address)) return true;
	}
	return false;
}

/* Ports and schemes that everyone may use, without a place on the allow-list. */
static enum err check_public_way(const struct url *url, struct why *why)
{
	if (!url->is_https)
		return fail(why, ERR_INVALID,
			    "http is allowed only for hosts on the allow-list; use https");
	if (url->port != PORT_HTTPS && url->port != PORT_HTTPS_OTHER)
		return fail(why, ERR_INVALID,
			    "port %u is allowed only for hosts on the allow-list; use %d or %d",
			    url->port, PORT_HTTPS, PORT_HTTPS_OTHER);
	return ERR_OK;
}

static enum err check_address(const struct guard *guard, const struct url *url,
			      const struct address *address, bool listed, struct why *why)
{
	if (is_own(guard, address, url->port))
		return fail(why, ERR_INVALID, "%.*s is an address of this server",
			    STR_ARG(url->host));
	for (size_t i = 0; i < countof(rows); i++) {
		if (!cidr_contains(&guard->ranges[i], address)) continue;
		if (rows[i].opener == UNLESS_ALLOWED && listed) break;
		return fail(why, ERR_INVALID, "%.*s has a forbidden address: %s%s",
			    STR_ARG(url->host), rows[i].sentence,
			    rows[i].opener == UNLESS_ALLOWED ? "; BELFRY_WEBHOOK_ALLOW can allow it"
							     : "");
	}
	return listed ? ERR_OK : check_public_way(url, why);
}

enum err guard_check_url(const struct guard *guard, const struct url *url, struct why *why)
{
	struct address pinned;
	if (url->is_literal) return guard_check_answers(guard, url, &url->address, 1, &pinned, why);
	/* Whether its addresses are on the list is not known yet. */
	if (guard->allowed_len || is_listed_name(guard, url->host)) return ERR_OK;
	return check_public_way(url, why);
}

enum err guard_check_answers(const struct guard *guard, const struct url *url,
			     const struct address *answers, u32 len, struct address *out_pinned,
			     struct why *why)
{
	if (len == 0) return fail(why, ERR_INVALID, "%.*s has no address", STR_ARG(url->host));
	bool by_name = !url->is_literal && is_listed_name(guard, url->host);
	for (u32 i = 0; i < len; i++) {
		bool listed = by_name || is_listed_address(guard, &answers[i]);
		enum err err = check_address(guard, url, &answers[i], listed, why);
		if (err) return err;
	}
	*out_pinned = answers[0];
	out_pinned->port = url->port;
	return ERR_OK;
}

bool guard_is_pinned(const struct address *pinned, const struct sockaddr *peer)
{
	struct address address;
	return address_from_socket(peer, &address) && address_is_same(&address, pinned) &&
	       address.port == pinned->port;
}
