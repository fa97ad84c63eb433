/* Which texts can be a zone's name. What passes here is safe as a path below the database's folder:
 * it has no dots, starts with no slash and has no empty part. */
#include "calendar/zone.h"

enum { QUOTED_LEN_MAX = 64 };

static bool is_name_byte(char c)
{
	char lower = ascii_lower(c);
	return (lower >= 'a' && lower <= 'z') || ascii_is_digit(c) || c == '+' || c == '-' ||
	       c == '_';
}

/* Says what a byte has done wrong that cannot be in a name. */
static enum err refuse_byte(str name, size_t at, struct why *why)
{
	char c = name.at[at];
	unsigned byte = (unsigned char)c;
	str quoted = str_slice(name, 0, QUOTED_LEN_MAX);
	if (c == ' ')
		return fail_at(
			why, ERR_ZONE_NAME, at, 1,
			"a time zone name has no spaces: America/New_York, not America/New York");
	if (c == '.')
		return fail_at(why, ERR_ZONE_NAME, at, 1,
			       "\"%.*s\" is not a time zone: the names have no dots",
			       STR_ARG(quoted));
	if (byte < 0x20 || byte == 0x7f)
		return fail_at(why, ERR_ZONE_NAME, at, 1,
			       "a time zone name has no control characters (byte 0x%02x)", byte);
	if (byte >= 0x80)
		return fail_at(why, ERR_ZONE_NAME, at, 1, "a time zone name is ASCII (byte 0x%02x)",
			       byte);
	return fail_at(why, ERR_ZONE_NAME, at, 1,
		       "'%c' cannot be in a time zone name; give a name such as Europe/London", c);
}

static enum err refuse_slash(str name, size_t at, struct why *why)
{
	if (at == 0) return fail_at(why, ERR_ZONE_NAME, at, 1, "a time zone name is not a path");
	if (at + 1 == name.len)
		return fail_at(why, ERR_ZONE_NAME, at, 1, "a time zone name does not end with '/'");
	return fail_at(why, ERR_ZONE_NAME, at, 1,
		       "a time zone name has no empty part between slashes");
}

enum err zone_check_name(str name, struct why *why)
{
	if (name.len == 0)
		return fail(why, ERR_ZONE_NAME,
			    "a time zone name is required, such as Europe/London");
	if (name.len > ZONE_NAME_MAX)
		return fail_at(why, ERR_ZONE_NAME, ZONE_NAME_MAX, name.len - ZONE_NAME_MAX,
			       "a time zone name must have at most %d characters, has %zu",
			       ZONE_NAME_MAX, name.len);
	bool part_is_empty = true;
	for (size_t at = 0; at < name.len; at++) {
		if (name.at[at] == '/') {
			if (part_is_empty || at + 1 == name.len) return refuse_slash(name, at, why);
			part_is_empty = true;
			continue;
		}
		if (!is_name_byte(name.at[at])) return refuse_byte(name, at, why);
		part_is_empty = false;
	}
	if (str_starts_with(name, STR("right/")))
		return fail(why, ERR_ZONE_NAME,
			    "time zones that count leap seconds (right/) are refused");
	if (str_starts_with(name, STR("posix/")))
		return fail(why, ERR_ZONE_NAME, "give the time zone without \"posix/\" in front");
	return ERR_OK;
}
