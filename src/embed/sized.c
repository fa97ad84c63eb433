/* Arguments of callers: structs of any version, texts, JSON. */
#include "embed/parts.h"

#include "api/plain.h"

enum { CHECK_BYTES_MAX = 8 << 20, SIZED_MAX = 4096 };

void belfry_init(void *sized, size_t size)
{
	if (!sized || size < sizeof size) return;
	memset(sized, 0, size);
	memcpy(sized, &size, sizeof size);
}

belfry_error sized_take(const void *given, void *out, size_t size, const char *name,
			belfry_why *why)
{
	size_t told;
	if (!given) return refuse(why, BELFRY_INVALID, "%s is NULL", name);
	memcpy(&told, given, sizeof told);
	if (told < sizeof told || told > SIZED_MAX)
		return refuse(why, BELFRY_INVALID, "%s.size is %zu; set it by BELFRY_INIT", name,
			      told);
	for (size_t i = size; i < told; i++) {
		if (((const u8 *)given)[i])
			return refuse(why, BELFRY_INVALID,
				      "%s has a member that this version of the library lacks",
				      name);
	}
	memset(out, 0, size);
	memcpy(out, given, told < size ? told : size);
	return BELFRY_OK;
}

str text_of(const char *text)
{
	return text ? str_from(text) : STR("");
}

belfry_error words_take(const char *text, size_t bytes_max, const char *name, str *out_words,
			belfry_why *why)
{
	str words = text_of(text);
	size_t kept = 0;
	for (size_t at = 0, len; at < words.len; at += len) {
		len = str_utf8_length(str_from_offset(words, at));
		if (!len)
			return refuse(why, BELFRY_INVALID, "%s is not UTF-8 (byte %zu)", name,
				      at + 1);
		if (at + len <= bytes_max) kept = at + len;
	}
	*out_words = str_slice(words, 0, kept);
	return BELFRY_OK;
}

static belfry_error check(struct json *json, const struct json_wish *wish, str *out_json,
			  belfry_why *why)
{
	struct why fault;
	if (wish->is_object && json_peek(json) != VALUE_OBJECT && !json_failed(json))
		return refuse(why, BELFRY_INVALID, "%s must be a JSON object", wish->name);
	if (!json_skip(json, out_json) || !json_end(json))
		return refuse(why, BELFRY_INVALID, "%s is not JSON: %s (byte %u)", wish->name,
			      json->why.text, json->why.at + 1);
	if (plain_explain(json->plain->fault, &fault))
		return refuse(why, BELFRY_INVALID, "%s %s", wish->name, fault.text);
	return BELFRY_OK;
}

belfry_error json_take(str given, const struct json_wish *wish, str *out_json, belfry_why *why)
{
	struct arena arena;
	struct plain plain;
	struct json json;
	str value;
	if (given.len > wish->bytes_max)
		return refuse(why, BELFRY_INVALID, "%s has %zu bytes; at most %zu are allowed",
			      wish->name, given.len, wish->bytes_max);
	arena_init(&arena, CHECK_BYTES_MAX);
	plain_init(&plain, &arena);
	plain_begin(&plain);
	json_init(&json, given);
	json.plain = &plain;
	belfry_error error = check(&json, wish, &value, why);
	if (arena_failed(&arena))
		error = refuse(why, BELFRY_MEMORY, "%s cannot be checked: out of memory",
			       wish->name);
	arena_done(&arena);
	if (!error) *out_json = value;
	return error;
}

belfry_error payload_take(const char *text, size_t len, str *out_json, belfry_why *why)
{
	static const struct json_wish wish = { "payload", LIMIT_PAYLOAD_BYTES, true };
	if (!text && len) return refuse(why, BELFRY_INVALID, "payload is NULL with a length");
	if (!text) {
		*out_json = STR("{}");
		return BELFRY_OK;
	}
	return json_take((str){ text, len ? len : strlen(text) }, &wish, out_json, why);
}
