#include "api/hosts.h"

static bool is_name(str text)
{
	if (!text.len || text.len > 255) return false;
	for (size_t i = 0; i < text.len; i++) {
		char c = text.at[i];
		bool is_good = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
			       (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_' ||
			       c == ':' || c == '[' || c == ']';
		if (!is_good) return false;
	}
	return true;
}

enum err hosts_parse(str text, struct served_hosts *out_hosts, struct why *why)
{
	struct served_hosts hosts = { 0 };
	while (text.len) {
		str name = str_trim(str_split(&text, ','));
		if (!name.len) continue;
		if (str_eq(name, STR("*"))) {
			hosts.is_any = true;
			continue;
		}
		if (!is_name(name))
			return fail(why, ERR_USAGE,
				    "\"%.*s\" is not a host name, with or without a port",
				    STR_ARG(str_slice(name, 0, 60)));
		if (hosts.names_len == HOSTS_MAX)
			return fail(why, ERR_USAGE, "at most %d names are allowed", HOSTS_MAX);
		hosts.names[hosts.names_len++] = name;
	}
	*out_hosts = hosts;
	return ERR_OK;
}

void hosts_add_bound(struct served_hosts *hosts, const struct address *bound)
{
	if (address_is_any(bound)) hosts->is_any_address = true;
	else if (hosts->bound_len < HOSTS_BOUND_MAX) hosts->bound[hosts->bound_len++] = *bound;
}

/* "name:80", "[::1]:80", "name.": the name alone. */
static str without_port(str host)
{
	size_t end = host.len;
	if (host.len && host.at[0] == '[') {
		end = str_find(host, ']');
		return str_slice(host, 0, end < host.len ? end + 1 : end);
	}
	host = str_slice(host, 0, str_find(host, ':'));
	if (host.len > 1 && host.at[host.len - 1] == '.') host.len--;
	return host;
}

static bool is_local_name(str name)
{
	const str end = STR(".localhost");
	if (str_eq_nocase(name, STR("localhost"))) return true;
	return name.len > end.len &&
	       str_eq_nocase(str_slice(name, name.len - end.len, name.len), end);
}

static bool is_our_address(const struct served_hosts *hosts, str name)
{
	struct address address;
	struct why why;
	if (address_parse(name, &address, &why)) return false;
	if (address_is_loopback(&address) || hosts->is_any_address) return true;
	for (u32 i = 0; i < hosts->bound_len; i++) {
		if (address_is_same(&hosts->bound[i], &address)) return true;
	}
	return false;
}

bool hosts_know(const struct served_hosts *hosts, str host)
{
	str name = without_port(host);
	if (!host.len || hosts->is_any || is_local_name(name)) return true;
	for (u32 i = 0; i < hosts->names_len; i++) {
		str ours = hosts->names[i];
		if (str_eq_nocase(ours, name) || str_eq_nocase(ours, host)) return true;
	}
	return is_our_address(hosts, name);
}

bool origin_is_of(str origin, bool is_secure, str host)
{
	const str scheme = is_secure ? STR("https://") : STR("http://");
	return host.len && str_starts_with(origin, scheme) &&
	       str_eq_nocase(str_from_offset(origin, scheme.len), host);
}
