#include "executor/references.h"

#include "api/token.h"
#include "base/buf.h"

/* A string of the text: from its first quote to behind its last one. */
struct quoted {
	size_t from;
	size_t to;
	bool is_key;
};

static bool is_space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* The next string from `at` on. */
static bool next_string(str text, size_t at, struct quoted *out)
{
	while (at < text.len && text.at[at] != '"') at++;
	if (at >= text.len) return false;
	out->from = at++;
	while (at < text.len && text.at[at] != '"') at += text.at[at] == '\\' ? 2 : 1;
	if (at >= text.len) return false;
	out->to = ++at;
	while (at < text.len && is_space(text.at[at])) at++;
	out->is_key = at < text.len && text.at[at] == ':';
	return true;
}

/* The name that a value stands for; names have no letters that would be escaped. */
static bool is_reference(str text, const struct quoted *quoted, str *out_name)
{
	const str word = STR("secret:");
	str value = str_slice(text, quoted->from + 1, quoted->to - 1);
	if (quoted->is_key || !str_starts_with(value, word) || value.len == word.len) return false;
	*out_name = str_from_offset(value, word.len);
	return out_name->len <= HANDLER_SECRET_NAME_BYTES &&
	       str_find(*out_name, '\\') == out_name->len;
}

static bool is_listed(const str *names, u32 len, str name)
{
	for (u32 i = 0; i < len; i++) {
		if (str_eq(names[i], name)) return true;
	}
	return false;
}

enum err references_find(str payload, str *out_names, u32 max, u32 *out_len)
{
	struct quoted quoted = { 0 };
	str name;
	*out_len = 0;
	while (next_string(payload, quoted.to, &quoted)) {
		if (!is_reference(payload, &quoted, &name)) continue;
		if (is_listed(out_names, *out_len, name)) continue;
		if (*out_len == max) return ERR_QUOTA;
		out_names[(*out_len)++] = name;
	}
	return ERR_OK;
}

static const struct handler_secret *secret_named(const struct handler_secret *secrets, u32 len,
						 str name)
{
	for (u32 i = 0; i < len; i++) {
		if (str_eq(secrets[i].name, name)) return &secrets[i];
	}
	return NULL;
}

static void fill(str payload, const struct handler_secret *secrets, u32 len, struct buf *out)
{
	struct quoted quoted = { 0 };
	size_t copied = 0;
	str name;
	while (next_string(payload, quoted.to, &quoted)) {
		const struct handler_secret *secret = is_reference(payload, &quoted, &name)
							      ? secret_named(secrets, len, name)
							      : NULL;
		if (!secret) continue;
		buf_add(out, str_slice(payload, copied, quoted.from));
		buf_add_json(out, secret->value);
		copied = quoted.to;
	}
	buf_add(out, str_from_offset(payload, copied));
}

enum err references_fill(str payload, const struct handler_secret *secrets, u32 len,
			 struct arena *arena, str *out_payload)
{
	struct buf out;
	enum err err = ERR_OK;
	*out_payload = payload;
	if (!len) return ERR_OK;
	buf_init(&out, LIMIT_PAYLOAD_BYTES);
	/* Taken at once: a buffer that grows leaves copies behind. */
	if (!buf_extend(&out, LIMIT_PAYLOAD_BYTES)) return ERR_MEMORY;
	buf_clear(&out);
	fill(payload, secrets, len, &out);
	if (buf_failed(&out)) err = ERR_TOO_LONG;
	else *out_payload = str_copy(arena, buf_view(&out));
	if (!err && arena_failed(arena)) err = ERR_MEMORY;
	secret_forget(out.at, out.len);
	buf_done(&out);
	return err;
}
