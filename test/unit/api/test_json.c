#include "api/json.h"

#include "base/check.h"

static bool is_valid(str text)
{
	struct json json;
	str bytes;
	json_init(&json, text);
	return json_skip(&json, &bytes) && json_end(&json);
}

static void every_kind_of_value_is_passed_and_handed_on_verbatim(void **state)
{
	static const char *const values[] = {
		"{}",
		"[]",
		"\"\"",
		"0",
		"-0",
		"1.10",
		"18446744073709551616",
		"1e5",
		"-1E-05",
		"true",
		"false",
		"null",
		"[1,[2,[3]],{\"a\":[]}]",
		"{\"a\":1,\"a\":2}",
		"\"\\u00e9\\n\\/\"",
		"\"\\ud83d\\ude00\"",
		"\"\xc3\xa9\"",
		"{\"payload\": {\"x\" : 1.0}}",
	};
	(void)state;
	for (size_t i = 0; i < countof(values); i++) {
		struct json json;
		str bytes;
		char spaced[256];
		int len = snprintf(spaced, sizeof spaced, " \n\t%s \r\n", values[i]);
		json_init(&json, (str){ spaced, (size_t)len });
		assert_true(json_skip(&json, &bytes));
		assert_true(json_end(&json));
		assert_str(bytes, str_from(values[i]));
	}
}

static void what_is_not_json_is_refused_with_its_place(void **state)
{
	static const struct {
		const char *text;
		u32 at;
	} bad[] = {
		{ "", 0 },
		{ "{", 1 },
		{ "[1,]", 3 },
		{ "{\"a\"}", 4 },
		{ "{\"a\":1,}", 7 },
		{ "{a:1}", 1 },
		{ "[1 2]", 3 },
		{ "01", 1 },
		{ "-", 1 },
		{ "1.", 2 },
		{ "1e", 2 },
		{ "+1", 0 },
		{ ".5", 0 },
		{ "tru", 0 },
		{ "nul", 0 },
		{ "\"a", 2 },
		{ "\"\\x\"", 1 },
		{ "\"\\u12\"", 1 },
		{ "\"\\ud800\"", 1 },
		{ "\"\\udc00\"", 1 },
		{ "\"\\ud800\\u0041\"", 1 },
		{ "\"\xff\"", 1 },
		{ "\"\xc3\"", 1 },
		{ "\"\xed\xa0\x80\"", 1 },
		{ "\"\n\"", 1 },
		{ "{} {}", 3 },
		{ "'a'", 0 },
		{ "[1]//", 3 },
		{ "NaN", 0 },
		{ "]", 0 },
		{ "{\"a\":1]", 6 },
		{ "[1}", 2 },
	};
	(void)state;
	for (size_t i = 0; i < countof(bad); i++) {
		struct json json;
		str bytes;
		json_init(&json, str_from(bad[i].text));
		bool good = json_skip(&json, &bytes) && json_end(&json);
		if (good || json.why.at != bad[i].at)
			fail_msg("%s: refused %d at %u, expected %u", bad[i].text, !good,
				 json.why.at, bad[i].at);
		assert_int_equal(ERR_JSON, json.why.code);
		assert_true(json_failed(&json));
		assert_false(json_skip(&json, &bytes));
	}
}

static void nesting_ends_at_64(void **state)
{
	char deep[200];
	(void)state;
	memset(deep, '[', 64);
	memset(deep + 64, ']', 64);
	assert_true(is_valid((str){ deep, 128 }));
	memset(deep, '[', 65);
	memset(deep + 65, ']', 65);
	assert_false(is_valid((str){ deep, 130 }));
	/* Sideways there is no bound of depth. */
	assert_true(is_valid(STR("[[],[],[],{\"a\":{}},[[]]]")));
}

static void special_bytes_are_found_at_every_place_of_a_word(void **state)
{
	(void)state;
	for (size_t at = 0; at < 40; at++) {
		char text[44];
		memset(text, 'a', sizeof text);
		text[0] = '"';
		text[41] = '"';
		assert_true(is_valid((str){ text, 42 }));
		text[1 + at] = '"';
		assert_false(is_valid((str){ text, 42 }));
		text[1 + at] = 0x1f;
		assert_false(is_valid((str){ text, 42 }));
		text[1 + at] = (char)0x80;
		assert_false(is_valid((str){ text, 42 }));
		text[1 + at] = 0x7f;
		assert_true(is_valid((str){ text, 42 }));
	}
}

static void keys_and_items_are_walked_in_order(void **state)
{
	struct json json;
	struct json_string key;
	str digits;
	bool is_integer;
	(void)state;
	json_init(&json, STR("{\"a\": [1, 2.5], \"b\": 7}"));
	assert_true(json_enter(&json, VALUE_OBJECT));
	assert_true(json_next_key(&json, &key));
	assert_str(key.raw, STR("a"));
	assert_true(json_enter(&json, VALUE_ARRAY));
	assert_true(json_next_item(&json));
	assert_true(json_read_number(&json, &digits, &is_integer));
	assert_true(is_integer);
	assert_true(json_next_item(&json));
	assert_true(json_read_number(&json, &digits, &is_integer));
	assert_false(is_integer);
	assert_str(digits, STR("2.5"));
	assert_false(json_next_item(&json));
	assert_false(json_failed(&json));
	assert_true(json_next_key(&json, &key));
	assert_str(key.raw, STR("b"));
	assert_int_equal(VALUE_NUMBER, json_peek(&json));
	assert_true(json_skip(&json, &digits));
	assert_false(json_next_key(&json, &key));
	assert_true(json_end(&json));
}

static void escapes_become_utf8(void **state)
{
	struct arena arena;
	struct json json;
	struct json_string string;
	str text;
	(void)state;
	arena_init(&arena, 65536);
	json_init(&json,
		  STR("\"a\\n\\\"\\\\\\/\\b\\f\\r\\t\\u0041\\u00e9\\u20ac\\ud83d\\ude00z\""));
	assert_true(json_read_string(&json, &string));
	assert_true(string.is_escaped);
	assert_true(json_unescape(string, &arena, &text));
	assert_str(text, STR("a\n\"\\/\b\f\r\tA\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80z"));
	json_init(&json, STR("\"plain\""));
	assert_true(json_read_string(&json, &string));
	assert_true(json_unescape(string, &arena, &text));
	assert_ptr_equal(text.at, string.raw.at);
	json_init(&json, STR("\"a\\u0000b\""));
	assert_true(json_read_string(&json, &string));
	assert_false(json_unescape(string, &arena, &text));
	arena_done(&arena);
}

static void a_member_is_found_by_its_name(void **state)
{
	str bytes = { 0 };
	(void)state;
	assert_true(json_find(STR("{\"a\":{\"b\":1},\"b\":[2]}"), STR("b"), &bytes));
	assert_str(bytes, STR("[2]"));
	assert_false(json_find(STR("{\"a\":{\"c\":1}}"), STR("c"), &bytes));
	assert_false(json_find(STR("[1]"), STR("c"), &bytes));
	assert_true(json_find(STR("{\"a\":1,\"a\":2}"), STR("a"), &bytes));
	assert_str(bytes, STR("2"));
}

static void members_and_texts_are_empty_where_there_are_none(void **state)
{
	struct arena arena;
	(void)state;
	arena_init(&arena, 4096);
	str object = STR("{\"a\":\"x\\ny\",\"b\":7}");
	assert_str(json_member(object, STR("b")), STR("7"));
	assert_int_equal(0, json_member(object, STR("c")).len);
	assert_int_equal(0, json_member((str){ 0 }, STR("a")).len);
	assert_str(json_text(json_member(object, STR("a")), &arena), STR("x\ny"));
	assert_int_equal(0, json_text(json_member(object, STR("b")), &arena).len);
	assert_int_equal(0, json_text((str){ 0 }, &arena).len);
	arena_done(&arena);
}

static void half_a_surrogate_pair_passes_a_lenient_reader_alone(void **state)
{
	const str text = STR("{\"a\":\"x\\udce9\\ud83d\\ude00\\\\ud800\\u0000\"}");
	struct arena arena;
	struct json json;
	struct json_string string;
	str bytes, said;
	(void)state;
	arena_init(&arena, 1 << 16);
	assert_false(is_valid(text));
	json_init(&json, text);
	json.is_lenient = true;
	assert_true(json_skip(&json, &bytes));
	/* As long as before; an escaped backslash begins no escape. */
	assert_true(json_mend(bytes, &arena, &said));
	assert_str(said, STR("{\"a\":\"x\\ufffd\\ud83d\\ude00\\\\ud800\\u0000\"}"));
	assert_true(is_valid(said));
	assert_true(json_mend(said, &arena, &bytes));
	assert_ptr_equal(said.at, bytes.at);
	json_init(&json, STR("\"\\ud800\\u0000!\""));
	json.is_lenient = true;
	assert_true(json_read_string(&json, &string));
	assert_false(json_unescape(string, &arena, &said));
	assert_true(json_unescape_any(string, &arena, &said));
	assert_str(said, STR("\xef\xbf\xbd\xef\xbf\xbd!"));
	json_init(&json, STR("\"\\uzzzz\""));
	json.is_lenient = true;
	assert_false(json_read_string(&json, &string));
	arena_done(&arena);
}

static void a_value_that_is_too_deep_can_be_stepped_over(void **state)
{
	char text[600];
	struct json json;
	str bytes;
	(void)state;
	memset(text, '[', 200);
	memcpy(text + 200, "\"]\\\"]\"", 6);
	memset(text + 206, ']', 200);
	memcpy(text + 406, ",1", 2);
	json_init(&json, (str){ text, 408 });
	struct json before = json;
	assert_false(json_skip(&json, &bytes));
	assert_true(json.is_too_deep);
	json = before;
	assert_true(json_pass_over(&json, &bytes));
	assert_int_equal(406, bytes.len);
	json_init(&json, (str){ text, 300 });
	assert_false(json_pass_over(&json, &bytes));
	assert_false(json.is_too_deep);
	json_init(&json, STR("[1,}"));
	assert_false(json_skip(&json, &bytes));
	assert_false(json.is_too_deep);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_kind_of_value_is_passed_and_handed_on_verbatim),
		cmocka_unit_test(what_is_not_json_is_refused_with_its_place),
		cmocka_unit_test(nesting_ends_at_64),
		cmocka_unit_test(special_bytes_are_found_at_every_place_of_a_word),
		cmocka_unit_test(keys_and_items_are_walked_in_order),
		cmocka_unit_test(escapes_become_utf8),
		cmocka_unit_test(members_and_texts_are_empty_where_there_are_none),
		cmocka_unit_test(a_member_is_found_by_its_name),
		cmocka_unit_test(half_a_surrogate_pair_passes_a_lenient_reader_alone),
		cmocka_unit_test(a_value_that_is_too_deep_can_be_stepped_over),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
