#define _GNU_SOURCE
#include "handler/redact.h"

#include "base/buf.h"
#include "base/must.h"

static size_t find(str text, str part)
{
	const char *at = text.len ? memmem(text.at, text.len, part.at, part.len) : NULL;
	return at ? (size_t)(at - text.at) : text.len;
}

static void replace(str text, str part, struct buf *out)
{
	size_t at;
	while ((at = find(text, part)) < text.len) {
		buf_add(out, str_slice(text, 0, at));
		buf_add(out, STR("[secret]"));
		text = str_from_offset(text, at + part.len);
	}
	buf_add(out, text);
}

static str without(str text, str part, struct arena *arena)
{
	struct buf copy;
	if (part.len < REDACT_BYTES_MIN || find(text, part) == text.len) return text;
	buf_init(&copy, 2 * text.len + sizeof "[secret]");
	replace(text, part, &copy);
	str clean = buf_failed(&copy) ? STR("") : str_copy(arena, buf_view(&copy));
	buf_done(&copy);
	return clean;
}

str redact(str text, str secret, struct arena *arena)
{
	struct buf quoted;
	if (secret.len < REDACT_BYTES_MIN) return text;
	text = without(text, secret, arena);
	buf_init(&quoted, 6 * secret.len + 2);
	buf_add_json(&quoted, secret);
	str escaped = buf_view(&quoted);
	if (buf_failed(&quoted)) text = STR("");
	else if (escaped.len - 2 != secret.len)
		text = without(text, str_slice(escaped, 1, escaped.len - 1), arena);
	buf_done(&quoted);
	return text;
}

str redact_end(str text, str secret)
{
	size_t len = secret.len ? secret.len - 1 : 0;
	if (len > text.len) len = text.len;
	for (; len >= REDACT_BYTES_MIN; len--) {
		str end = str_from_offset(text, text.len - len);
		if (str_eq(end, str_slice(secret, 0, len)))
			return str_slice(text, 0, text.len - len);
	}
	return text;
}
