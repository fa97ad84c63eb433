#include "handler/url.h"

#include "base/buf.h"
#include "base/must.h"
#include "handler/limits.h"

#include <idn2.h>

enum { PORT_HTTPS = 443, PORT_HTTP = 80, PORT_MAX = 65535, LABEL_BYTES = 63, V4_PARTS = 4 };

/* Printable ASCII that RFC 3986 lets stand in a path or query, and %. */
static bool is_path_byte(char c)
{
	if (c <= ' ' || c >= 0x7f) return false;
	return memchr("\"#<>[\\]^`{|}", c, 12) == NULL;
}

static enum err split_scheme(str *rest, struct url *url, struct why *why)
{
	str https = STR("https://"), http = STR("http://");
	if (str_eq_nocase(str_slice(*rest, 0, https.len), https)) {
		url->is_https = true;
		*rest = str_from_offset(*rest, https.len);
		return ERR_OK;
	}
	if (!str_eq_nocase(str_slice(*rest, 0, http.len), http))
		return fail(why, ERR_INVALID, "url must begin with https:// or http://");
	*rest = str_from_offset(*rest, http.len);
	return ERR_OK;
}

static size_t authority_end(str rest)
{
	size_t at = 0;
	while (at < rest.len && !memchr("/?#", rest.at[at], 3)) at++;
	return at;
}

static enum err check_path(str path, struct why *why)
{
	for (size_t i = 0; i < path.len; i++) {
		if (is_path_byte(path.at[i])) continue;
		return fail_at(why, ERR_INVALID, i, 1,
			       "url has a byte that must be escaped: 0x%02x",
			       (unsigned)(unsigned char)path.at[i]);
	}
	return ERR_OK;
}

static enum err check_authority(str authority, struct why *why)
{
	for (size_t i = 0; i < authority.len; i++) {
		char c = authority.at[i];
		if (c == '@')
			return fail(why, ERR_INVALID,
				    "url must not contain a user name; "
				    "use a header");
		if (c == '%')
			return fail(why, ERR_INVALID, "url must not have an escape in its host");
		if ((unsigned char)c <= ' ' || c == 0x7f || c == '\\')
			return fail(why, ERR_INVALID,
				    "url has a character that is not allowed in its host");
	}
	return ERR_OK;
}

/* Takes ":443" off the end. */
static enum err split_port(str *authority, struct url *url, struct why *why)
{
	url->port = url->is_https ? PORT_HTTPS : PORT_HTTP;
	bool bracketed = authority->len && authority->at[0] == '[';
	size_t colon = bracketed ? str_find(*authority, ']') + 1 : str_find(*authority, ':');
	if (bracketed && colon > authority->len)
		return fail(why, ERR_INVALID, "url has a bracket that is not closed");
	if (colon == authority->len) return ERR_OK;
	u64 port;
	str digits = str_from_offset(*authority, colon + 1);
	if (authority->at[colon] != ':' || digits.len > 5 || !str_to_u64(digits, PORT_MAX, &port) ||
	    port == 0)
		return fail(why, ERR_INVALID, "url: the port must be 1 to %d", PORT_MAX);
	url->port = (u16)port;
	*authority = str_slice(*authority, 0, colon);
	return ERR_OK;
}

static bool is_ascii(str text)
{
	for (size_t i = 0; i < text.len; i++) {
		if ((unsigned char)text.at[i] >= 0x80) return false;
	}
	return true;
}

/* IDNA 2008 with the mappings of UTS 46: also what only looks like digits and dots becomes digits
 * and dots, which is why numbers are looked for afterwards. */
static enum err to_a_labels(str host, struct arena *arena, str *out_host, struct why *why)
{
	char terminated[HANDLER_HOST_BYTES + 1];
	char *ascii = NULL;
	memcpy(terminated, host.at, host.len);
	terminated[host.len] = '\0';
	int code = idn2_to_ascii_8z(terminated, &ascii, IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL);
	if (code == IDN2_MALLOC) return ERR_MEMORY;
	if (code != IDN2_OK)
		return fail(why, ERR_INVALID, "url: the host is not a valid international name");
	str name = str_from(ascii);
	bool fits = name.len && name.len <= HANDLER_HOST_BYTES;
	*out_host = fits ? str_copy(arena, name) : STR("");
	idn2_free(ascii);
	if (!fits) return fail(why, ERR_INVALID, "url: the host is not a valid international name");
	return arena_failed(arena) ? ERR_MEMORY : ERR_OK;
}

static bool is_label(str label)
{
	if (label.len == 0 || label.len > LABEL_BYTES) return false;
	if (label.at[0] == '-' || label.at[label.len - 1] == '-') return false;
	for (size_t i = 0; i < label.len; i++) {
		char c = label.at[i];
		if (!(c >= 'a' && c <= 'z') && !ascii_is_digit(c) && c != '-') return false;
	}
	return true;
}

/* A number as inet_aton reads it: 0x is hexadecimal, a leading 0 octal. */
static bool read_number(str part, u64 *out_value)
{
	u32 base = 10;
	u64 value = 0;
	if (str_starts_with(part, STR("0x"))) base = 16, part = str_from_offset(part, 2);
	else if (part.len > 1 && part.at[0] == '0') base = 8, part = str_from_offset(part, 1);
	if (part.len == 0) return false;
	for (size_t i = 0; i < part.len; i++) {
		char c = part.at[i];
		u32 digit = ascii_is_digit(c)      ? (u32)(c - '0')
			    : c >= 'a' && c <= 'f' ? (u32)(c - 'a') + 10
						   : 16;
		if (digit >= base) return false;
		value = value * base + digit;
		if (value > UINT32_MAX) return false;
	}
	*out_value = value;
	return true;
}

static str last_label(str host)
{
	size_t at = host.len;
	while (at > 0 && host.at[at - 1] != '.') at--;
	return str_from_offset(host, at);
}

/* Whether somebody may take it for an address: its last part is a number, or means to be one. */
static bool looks_numeric(str host)
{
	str last = last_label(host);
	bool hexadecimal = str_starts_with(last, STR("0x"));
	bool numeric = last.len > 0;
	for (size_t i = hexadecimal ? 2 : 0; i < last.len; i++) {
		char c = last.at[i];
		bool letter = hexadecimal && c >= 'a' && c <= 'f';
		numeric = numeric && (ascii_is_digit(c) || letter);
	}
	return numeric;
}

/* Each part but the last is a byte, the last fills the rest. */
static bool read_v4(str host, struct address *out_address)
{
	u64 parts[V4_PARTS];
	u32 len = 0;
	str rest = host;
	while (rest.len) {
		if (len == V4_PARTS || !read_number(str_split(&rest, '.'), &parts[len]))
			return false;
		len++;
	}
	if (len == 0) return false;
	u64 bits = parts[len - 1];
	if (bits >> (8 * (V4_PARTS + 1 - len))) return false;
	for (u32 i = 0; i + 1 < len; i++) {
		if (parts[i] > 255) return false;
		bits |= parts[i] << (8 * (V4_PARTS - 1 - i));
	}
	*out_address = (struct address){ .bytes = { (u8)(bits >> 24), (u8)(bits >> 16),
						    (u8)(bits >> 8), (u8)bits } };
	return true;
}

static enum err check_name(str host, struct why *why)
{
	str rest = host;
	u32 labels = 0;
	/* A dot at the end would be a label that the loop does not see. */
	bool dotted = host.len == 0 || host.at[host.len - 1] == '.';
	do {
		if (dotted || !is_label(str_split(&rest, '.')))
			return fail(why, ERR_INVALID,
				    "url: the host is not a valid name: "
				    "\"%.*s\"",
				    STR_ARG(host));
		labels++;
	} while (rest.len);
	must(labels <= HANDLER_HOST_BYTES);
	return ERR_OK;
}

static enum err set_literal(struct url *url, struct address address, struct arena *arena)
{
	struct buf text;
	buf_init(&text, INET6_ADDRSTRLEN + 1);
	address_print(&address, &text);
	url->is_literal = true;
	url->address = address;
	url->address.port = url->port;
	url->host = str_copy(arena, buf_view(&text));
	enum err err = buf_failed(&text) || arena_failed(arena) ? ERR_MEMORY : ERR_OK;
	buf_done(&text);
	return err;
}

static enum err lower(str *host, struct arena *arena)
{
	char *at = arena_alloc(arena, host->len + 1);
	if (!at) return ERR_MEMORY;
	for (size_t i = 0; i < host->len; i++) at[i] = ascii_lower(host->at[i]);
	*host = (str){ at, host->len };
	return ERR_OK;
}

static enum err read_name(str host, struct arena *arena, struct url *url, struct why *why)
{
	struct address address;
	enum err err = is_ascii(host) ? ERR_OK : to_a_labels(host, arena, &host, why);
	if (err) return err;
	err = lower(&host, arena);
	if (err) return err;
	if (host.len > 1 && host.at[host.len - 1] == '.') host.len--;
	if (looks_numeric(host)) {
		if (!read_v4(host, &address))
			return fail(why, ERR_INVALID,
				    "url: the host is not an IPv4 address: \"%.*s\"",
				    STR_ARG(host));
		return set_literal(url, address, arena);
	}
	err = check_name(host, why);
	if (err) return err;
	url->host = host;
	return ERR_OK;
}

static enum err read_host(str host, struct arena *arena, struct url *url, struct why *why)
{
	struct address address;
	if (host.len == 0) return fail(why, ERR_INVALID, "url has no host");
	if (host.len > HANDLER_HOST_BYTES)
		return fail(why, ERR_INVALID, "url has a host of more than %d bytes",
			    HANDLER_HOST_BYTES);
	if (host.at[0] != '[') return read_name(host, arena, url, why);
	if (address_parse(host, &address, NULL) != ERR_OK)
		return fail(why, ERR_INVALID, "url: the host is not an IPv6 address: \"%.*s\"",
			    STR_ARG(host));
	return set_literal(url, address, arena);
}

static enum err print_url(struct url *url, str path, struct arena *arena)
{
	struct buf text;
	bool bracketed = url->is_literal && url->address.is_v6;
	buf_init(&text, 2 * HANDLER_URL_BYTES);
	buf_addf(&text, "%s://%s%.*s%s", url->is_https ? "https" : "http", bracketed ? "[" : "",
		 STR_ARG(url->host), bracketed ? "]" : "");
	if (url->port != (url->is_https ? PORT_HTTPS : PORT_HTTP))
		buf_addf(&text, ":%u", url->port);
	if (path.len == 0 || path.at[0] != '/') buf_add_byte(&text, '/');
	buf_add(&text, path);
	url->terminated = arena_alloc(arena, text.len + 1);
	enum err err = buf_failed(&text) || !url->terminated ? ERR_MEMORY : ERR_OK;
	if (!err) {
		memcpy(url->terminated, text.at, text.len);
		url->terminated[text.len] = '\0';
		url->text = (str){ url->terminated, text.len };
	}
	buf_done(&text);
	return err;
}

enum err url_parse(str text, struct arena *arena, struct url *out_url, struct why *why)
{
	struct url url = { .is_https = false };
	str rest = text;
	if (text.len > HANDLER_URL_BYTES)
		return fail(why, ERR_TOO_LONG, "url has more than %d bytes", HANDLER_URL_BYTES);
	enum err err = split_scheme(&rest, &url, why);
	if (err) return err;
	size_t end = authority_end(rest);
	str authority = str_slice(rest, 0, end);
	str path = str_from_offset(rest, end);
	err = check_authority(authority, why);
	if (err) return err;
	err = check_path(path, why);
	if (err) return err;
	err = split_port(&authority, &url, why);
	if (err) return err;
	err = read_host(authority, arena, &url, why);
	if (err) return err;
	err = print_url(&url, path, arena);
	if (err) return err;
	*out_url = url;
	return ERR_OK;
}
