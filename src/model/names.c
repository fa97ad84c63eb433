/* Which texts may name a tenant, a type, a queue or a worker. */
#include "model/names.h"

#include "base/must.h"
#include "model/policy.h"

#define NAME_LETTERS "A-Z a-z 0-9 . _ : -"

static const u32 bytes_max[NAME_KINDS] = {
	[NAME_TENANT] = LIMIT_TENANT_NAME_BYTES, [NAME_TYPE] = LIMIT_TYPE_NAME_BYTES,
	[NAME_QUEUE] = LIMIT_QUEUE_NAME_BYTES,   [NAME_WORKER] = LIMIT_WORKER_NAME_BYTES,
	[NAME_ROUTE] = LIMIT_ROUTE_BYTES,
};

u32 name_bytes_max(enum name_kind kind)
{
	must(kind < NAME_KINDS);
	return bytes_max[kind];
}

static bool is_name_letter(char c)
{
	char lower = ascii_lower(c);
	if (lower >= 'a' && lower <= 'z') return true;
	return ascii_is_digit(c) || c == '.' || c == '_' || c == ':' || c == '-';
}

/* The first byte that no name has; name.len: none. */
static size_t first_wrong(str name)
{
	size_t at = 0;
	while (at < name.len && is_name_letter(name.at[at])) at++;
	return at;
}

enum err name_check(enum name_kind kind, str name, const char *field, struct why *why)
{
	must(kind < NAME_KINDS);
	must(field != NULL);
	if (name.len == 0)
		return fail(why, ERR_INVALID,
			    "%s must not be empty; it has 1 to %u of " NAME_LETTERS, field,
			    bytes_max[kind]);
	if (name.len > bytes_max[kind])
		return fail(why, ERR_INVALID, "%s has %zu bytes; at most %u are allowed", field,
			    name.len, bytes_max[kind]);
	size_t at = first_wrong(name);
	if (at == name.len) return ERR_OK;
	/* A character is quoted whole, so that the message stays readable; what is no character
	 * at all, as one byte. */
	size_t len = str_utf8_length(str_from_offset(name, at));
	if (len == 0) len = 1;
	return fail_at(why, ERR_INVALID, at, len,
		       "%s has '%.*s' at byte %zu; allowed are " NAME_LETTERS, field, (int)len,
		       name.at + at, at + 1);
}
