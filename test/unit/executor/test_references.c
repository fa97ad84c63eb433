/* "secret:NAME" in payloads: found where it is a value, filled in as JSON. */
#include "base/check.h"
#include "executor/references.h"

static void expect_names(const char *payload, const char *expected)
{
	str names[4];
	u32 len = 0;
	char text[200] = "";
	assert_int_equal(references_find(str_from(payload), names, countof(names), &len), ERR_OK);
	for (u32 i = 0; i < len; i++)
		snprintf(text + strlen(text), sizeof text - strlen(text), "%.*s ",
			 STR_ARG(names[i]));
	assert_string_equal(text, expected);
}

static void only_whole_values_are_references(void **state)
{
	(void)state;
	expect_names("{}", "");
	expect_names("{\"a\": \"secret:one\", \"b\": [\"secret:two\", {\"c\": \"secret:one\"}]}",
		     "one two ");
	expect_names("{\"secret:key\": 1, \"secret:other\" : \"plain\"}", "");
	expect_names("{\"a\": \"a secret:x\", \"b\": \"secret:\", \"c\": \"Secret:x\"}", "");
	/* A quote that is escaped does not end a string. */
	expect_names("{\"a\": \"\\\"secret:x\", \"b\": \"\\\\\", \"c\": \"secret:y\"}", "y ");
	expect_names("{\"a\": \"secret:x\\n\"}", "");
	expect_names("{\"a\": \"secret:never-ends", "");
	expect_names("{\"a\": \"secret:never-ends\\", "");
}

static void there_may_be_so_many(void **state)
{
	str names[1];
	u32 len;
	(void)state;
	assert_int_equal(references_find(STR("[\"secret:a\",\"secret:a\"]"), names, 1, &len),
			 ERR_OK);
	assert_int_equal(references_find(STR("[\"secret:a\",\"secret:b\"]"), names, 1, &len),
			 ERR_QUOTA);
}

static void values_are_filled_in_as_json(void **state)
{
	const struct handler_secret secrets[] = { { STR("one"), STR("a \"b\"\n") },
						  { STR("two"), STR("2") } };
	struct arena arena;
	str filled;
	(void)state;
	arena_init(&arena, 1 << 20);
	str payload = STR(
		"{\"a\": \"secret:one\", \"n\": 1.10, \"l\": [\"secret:two\", \"secret:x\"]}");
	assert_int_equal(references_fill(payload, secrets, 2, &arena, &filled), ERR_OK);
	assert_str(filled,
		   STR("{\"a\": \"a \\\"b\\\"\\n\", \"n\": 1.10, \"l\": [\"2\", \"secret:x\"]}"));
	assert_int_equal(references_fill(payload, secrets, 0, &arena, &filled), ERR_OK);
	assert_ptr_equal(filled.at, payload.at);
	arena_done(&arena);
}

static void what_grows_too_long_is_refused(void **state)
{
	static char value[4096];
	struct handler_secret secret = { STR("v"), { value, sizeof value } };
	struct arena arena;
	struct buf payload;
	str filled;
	(void)state;
	memset(value, 'x', sizeof value);
	arena_init(&arena, 4 << 20);
	buf_init(&payload, 1 << 20);
	buf_add(&payload, STR("[0"));
	for (u32 i = 0; i < 70; i++) buf_add(&payload, STR(",\"secret:v\""));
	buf_add_byte(&payload, ']');
	assert_int_equal(references_fill(buf_view(&payload), &secret, 1, &arena, &filled),
			 ERR_TOO_LONG);
	buf_done(&payload);
	arena_done(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_whole_values_are_references),
		cmocka_unit_test(there_may_be_so_many),
		cmocka_unit_test(values_are_filled_in_as_json),
		cmocka_unit_test(what_grows_too_long_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
