/* Secrets in payloads, from any bytes. Properties: names lie inside the text and are bounded;
 * without secrets nothing changes; JSON that has all its references filled in is JSON and has none
 * left. */
#pragma clang attribute push(__attribute__((no_sanitize("coverage", "address", "undefined"))), \
			     apply_to = function)

#include "api/json.h"
#include "executor/references.h"
#include "fuzz_common.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_json(str text)
{
	struct json json;
	str bytes;
	json_init(&json, text);
	return json_skip(&json, &bytes) && json_end(&json);
}

static void fill(str text, const str *names, u32 len, struct arena *arena)
{
	struct handler_secret secrets[HANDLER_SECRETS_MAX];
	str again[HANDLER_SECRETS_MAX], filled;
	u32 left = 0;
	for (u32 i = 0; i < len; i++)
		secrets[i] = (struct handler_secret){ names[i], STR("a \"quoted\"\n\xff word") };
	if (references_fill(text, secrets, len, arena, &filled)) return; /* too long */
	if (!len && filled.at != text.at) fuzz_stop("nothing was to be filled in");
	if (!is_json(text)) return;
	if (!is_json(filled)) fuzz_stop("no JSON any more: %.*s", STR_ARG(filled));
	if (references_find(filled, again, HANDLER_SECRETS_MAX, &left) || left)
		fuzz_stop("a reference is left in %.*s", STR_ARG(filled));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	str text = { (const char *)data, size };
	str names[HANDLER_SECRETS_MAX];
	struct arena arena;
	u32 len = 0;
	if (size > 1 << 16) return 0;
	arena_init(&arena, 4 << 20);
	bool is_many = references_find(text, names, HANDLER_SECRETS_MAX, &len) != ERR_OK;
	for (u32 i = 0; i < len; i++) {
		bool is_inside = names[i].at >= text.at &&
				 names[i].at + names[i].len <= text.at + text.len;
		if (!is_inside || !names[i].len || names[i].len > HANDLER_SECRET_NAME_BYTES)
			fuzz_stop("a name of %zu bytes", names[i].len);
	}
	if (!is_many) fill(text, names, len, &arena);
	arena_done(&arena);
	return 0;
}

#pragma clang attribute pop
