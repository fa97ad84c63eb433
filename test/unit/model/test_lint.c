/* Keys that look like secrets or personal data. */
#include "model/lint.h"

#include "base/buf.h"
#include "base/check.h"

static void expect_found(const char *payload, enum lint_kind kind, const char *path)
{
	struct lint_found found = lint_payload(str_from(payload));
	if (found.kind != kind) print_error("%s\n", payload);
	assert_int_equal(kind, found.kind);
	assert_str(((str){ found.path, found.path_len }), str_from(path));
}

static void keys_are_found_at_any_depth_and_in_any_spelling(void **state)
{
	(void)state;
	expect_found("{\"password\": \"x\"}", LINT_SECRET, "password");
	expect_found("{\"a\": 1, \"user\": {\"db_Password\" : \"x\"}}", LINT_SECRET,
		     "user.db_Password");
	expect_found("{\"list\": [1, {\"Api-Key\": 7}]}", LINT_SECRET, "list.Api-Key");
	expect_found("{\"p\\u0061ssword\": 1}", LINT_SECRET, "p\\u0061ssword");
	expect_found("{\"to\": {\"customer_email\": \"a@b\"}}", LINT_PERSONAL, "to.customer_email");
	expect_found("{\"dob\": \"1970-01-01\"}", LINT_PERSONAL, "dob");
	expect_found("{\"a\": {\"b\": 1}, \"c\": {\"token\": {\"x\": 1}}}", LINT_SECRET, "c.token");
}

static void what_only_sounds_like_it_is_none(void **state)
{
	static const char *const payloads[] = {
		"{}",
		"{\"name\": \"password\"}",
		"{\"words\": [\"password\", \"token\"]}",
		"{\"tokens_used\": 5, \"pinned\": true, \"secretary\": 1, \"phoned\": 1}",
		"{\"password\": \"secret:db\"}", /* a reference is how it should be */
		"{\"password\": null}",
		"{\"template\": \"{\\\"password\\\": 1}\"}",
		"",
		"[",
		"{\"password",
		"{\"password\"",
		"\"password\": 1",
		"}}}]]",
	};
	(void)state;
	for (u32 i = 0; i < countof(payloads); i++) expect_found(payloads[i], LINT_NOTHING, "");
}

static void depth_and_length_have_bounds(void **state)
{
	(void)state;
	struct buf text;
	buf_init(&text, 1 << 20);
	for (u32 i = 0; i < LINT_DEPTH_MAX - 1; i++) buf_addf(&text, "{\"%040u\":", i);
	buf_add(&text, STR("{\"password\":1"));
	struct lint_found found = lint_payload(buf_view(&text));
	assert_int_equal(LINT_SECRET, found.kind);
	assert_in_range(found.path_len, 8, LINT_PATH_BYTES);
	assert_str(STR("password"), ((str){ found.path + found.path_len - 8, 8 }));
	buf_clear(&text);
	for (u32 i = 0; i < 10 * LINT_DEPTH_MAX; i++) buf_add(&text, STR("{\"a\":"));
	buf_add(&text, STR("{\"password\":1"));
	assert_int_equal(LINT_NOTHING, lint_payload(buf_view(&text)).kind);
	buf_clear(&text);
	buf_add(&text, STR("{\""));
	for (u32 i = 0; i < 5000; i++) buf_add_byte(&text, 'x');
	buf_add(&text, STR("_password\":1}"));
	assert_int_equal(LINT_SECRET, lint_payload(buf_view(&text)).kind);
	buf_done(&text);
}

static void any_bytes_are_walked_to_their_end(void **state)
{
	static const char pieces[] = "{}[]:,\"\\u00 password1";
	char bytes[64];
	struct prng prng = prng_init(check_seed());
	(void)state;
	for (u32 i = 0; i < 20000; i++) {
		size_t len = (size_t)prng_below(&prng, sizeof bytes);
		char *copy = malloc(len + 1);
		assert_non_null(copy);
		for (size_t k = 0; k < len; k++)
			copy[k] = pieces[prng_below(&prng, sizeof pieces - 1)];
		(void)lint_payload((str){ copy, len });
		free(copy);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_are_found_at_any_depth_and_in_any_spelling),
		cmocka_unit_test(what_only_sounds_like_it_is_none),
		cmocka_unit_test(depth_and_length_have_bounds),
		cmocka_unit_test(any_bytes_are_walked_to_their_end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
