/* JSON from any bytes. Properties: our scan and jansson accept and refuse the same (but for what
 * jansson cannot know: our depth counts 64 where its own may be deeper; numbers too large for it);
 * a refusal has a place inside the text; what is accepted is handed on byte for byte; a string that
 * is unescaped and written again reads to the same; a body read by a table never crashes, and says
 * why it was refused. What is plain, jansson takes at its strictest, and where a name is said to
 * stand twice it finds it, too. What a lenient reader takes is JSON once it is mended. */
#pragma clang attribute push(__attribute__((no_sanitize("coverage", "address", "undefined"))), \
			     apply_to = function)

#include "api/handlers.h"
#include "api/plain.h"
#include "api/write.h"
#include "fuzz_common.h"

#include <jansson.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_ours(str text, struct json *json)
{
	str bytes = { 0 };
	json_init(json, text);
	if (!json_skip(json, &bytes) || !json_end(json)) return false;
	if (bytes.at < text.at || bytes.at + bytes.len > text.at + text.len)
		fuzz_stop("a value outside of its text");
	return true;
}

/* jansson refuses numbers that no double holds; we keep their digits. */
static bool is_jansson_shy(const json_error_t *error)
{
	enum json_error_code code = json_error_code(error);
	return code == json_error_numeric_overflow || code == json_error_stack_overflow ||
	       code == json_error_null_byte_in_key;
}

static void compare(str text)
{
	struct json ours;
	json_error_t error;
	bool is_good = is_ours(text, &ours);
	json_t *theirs = json_loadb(text.at, text.len,
				    JSON_DECODE_ANY | JSON_ALLOW_NUL | JSON_DECODE_INT_AS_REAL,
				    &error);
	if (is_good && !theirs && !is_jansson_shy(&error))
		fuzz_stop("we accept %.*s: %s", STR_ARG(text), error.text);
	bool is_deep = strstr(ours.why.text, "nested deeper") != NULL;
	/* jansson passes over a NUL behind a number. */
	bool has_nul = text.len && memchr(text.at, '\0', text.len) != NULL;
	if (!is_good && theirs && !is_deep && !has_nul)
		fuzz_stop("we refuse %.*s: %s at %u", STR_ARG(text), ours.why.text, ours.why.at);
	if (!is_good && ours.why.at > text.len) fuzz_stop("a place outside of %.*s", STR_ARG(text));
	if (!is_good && !ours.why.text[0]) fuzz_stop("no reason for %.*s", STR_ARG(text));
	json_decref(theirs);
}

/* The first string of the text, if it begins with one: unescaped, written, read again. */
static void check_string(str text)
{
	struct json json;
	struct json_string string;
	struct arena arena;
	struct buf out;
	str plain, again;
	json_init(&json, text);
	if (json_peek(&json) != VALUE_STRING || !json_read_string(&json, &string)) return;
	arena_init(&arena, (size_t)1 << 24);
	buf_init(&out, (size_t)1 << 24);
	if (json_unescape(string, &arena, &plain)) {
		write_text(&out, plain);
		json_init(&json, buf_view(&out));
		if (!json_read_string(&json, &string) || !json_end(&json))
			fuzz_stop("%.*s is written as %.*s", STR_ARG(text),
				  STR_ARG(buf_view(&out)));
		if (!json_unescape(string, &arena, &again) || !str_eq(plain, again))
			fuzz_stop("%.*s does not come back", STR_ARG(text));
	}
	buf_done(&out);
	arena_done(&arena);
}

static void check_plain(str text)
{
	struct arena arena;
	struct json json;
	json_error_t error = { 0 };
	if (!is_ours(text, &json)) return;
	arena_init(&arena, (size_t)1 << 24);
	bool is_plain = plain_is(text, &arena);
	json_t *theirs = json_loadb(text.at, text.len,
				    JSON_DECODE_ANY | JSON_ALLOW_NUL | JSON_DECODE_INT_AS_REAL |
					    JSON_REJECT_DUPLICATES,
				    &error);
	enum json_error_code code = theirs ? json_error_unknown : json_error_code(&error);
	if (is_plain && !theirs && code != json_error_stack_overflow &&
	    code != json_error_null_byte_in_key)
		fuzz_stop("%.*s is said to be plain: %s", STR_ARG(text), error.text);
	struct plain plain;
	str bytes;
	plain_init(&plain, &arena);
	json_init(&json, text);
	json.plain = &plain;
	if (json_skip(&json, &bytes) && plain.fault == PLAIN_NAME_TWICE && theirs)
		fuzz_stop("%.*s is said to have a name twice", STR_ARG(text));
	json_decref(theirs);
	arena_done(&arena);
}

static void check_mended(str text)
{
	struct arena arena;
	struct json json;
	str bytes, mended;
	json_init(&json, text);
	json.is_lenient = true;
	if (!json_skip(&json, &bytes)) return;
	arena_init(&arena, (size_t)1 << 24);
	if (json_mend(bytes, &arena, &mended) &&
	    (mended.len != bytes.len || !is_ours(mended, &json)))
		fuzz_stop("%.*s is mended to %.*s", STR_ARG(bytes), STR_ARG(mended));
	arena_done(&arena);
}

static void check_shapes(str text)
{
	static const struct shape *const shapes[] = { &task_body, &results_body, &job_body,
						      &lease_body };
	for (size_t i = 0; i < countof(shapes); i++) {
		struct arena arena;
		arena_init(&arena, (size_t)1 << 24);
		struct faults faults = { .arena = &arena };
		void *object = arena_alloc_zeroed(&arena, shapes[i]->size);
		if (object && !shape_read_body(shapes[i], text, &faults, object) && !faults.len)
			fuzz_stop("%s refuses %.*s without a word", shapes[i]->name, STR_ARG(text));
		arena_done(&arena);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size > 65536) return 0;
	char *text = malloc(size ? size : 1);
	if (!text) return 0;
	memcpy(text, data, size);
	str all = { text, size };
	compare(all);
	check_string(all);
	check_plain(all);
	check_mended(all);
	check_shapes(all);
	free(text);
	return 0;
}

#pragma clang attribute pop
