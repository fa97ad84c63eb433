#include "../base/check.h"
#include "base/buf.h"
#include "net/uri.h"

static bool decode(const char *raw, char *out, size_t room)
{
	size_t len = strlen(raw), decoded;
	assert_true(len < room);
	memcpy(out, raw, len);
	if (!uri_decode_path(out, len, &decoded)) return false;
	out[decoded] = '\0';
	return true;
}

static void a_path_is_decoded_once(void **state)
{
	static const char *const rows[][2] = {
		{ "/", "/" },
		{ "/a/b", "/a/b" },
		{ "/a%20b", "/a b" },
		{ "/%C3%A4", "/\xc3\xa4" },
		{ "/%25%32%66", "/%2f" }, /* once: what comes out is not decoded again */
		{ "/a.b/..c/d..", "/a.b/..c/d.." },
		{ "/a+b", "/a+b" },
		{ "//", "//" },
		{ "/~x:@!$&'()*,;=", "/~x:@!$&'()*,;=" },
	};
	char text[64];
	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		assert_true(decode(rows[i][0], text, sizeof text));
		assert_string_equal(text, rows[i][1]);
	}
}

static void a_path_that_could_mean_two_things_is_refused(void **state)
{
	static const char *const rows[] = {
		"",      "a",     "%2f",    "/%2f",    "/%2F",       "/%5C", "/\\",  "/%00",
		"/%0a",  "/%7f",  "/%2e",   "/a%2E",   "/.",         "/..",  "/a/.", "/a/..",
		"/../a", "/./a",  "/a/../", "/%",      "/%4",        "/%4g", "/%g4", "/% 4",
		"/a b",  "/\x80", "/%80",   "/%c0%af", "/%ed%a0%80", "/#a",  "/a#",  "/\x01",
	};
	char text[64];
	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		if (decode(rows[i], text, sizeof text)) fail_msg("%s passed", rows[i]);
	}
}

static void segments_come_one_by_one(void **state)
{
	str rest = STR("/jobs//7/"), segment;
	(void)state;
	assert_true(uri_next_segment(&rest, &segment));
	assert_str(segment, STR("jobs"));
	assert_true(uri_next_segment(&rest, &segment));
	assert_str(segment, STR(""));
	assert_true(uri_next_segment(&rest, &segment));
	assert_str(segment, STR("7"));
	assert_true(uri_next_segment(&rest, &segment));
	assert_str(segment, STR(""));
	assert_false(uri_next_segment(&rest, &segment));
}

static void parameters_are_decoded(void **state)
{
	struct arena arena;
	struct uri_query query = { .rest = STR("a=1&&b=x%20y+z&c&=d&e=f=g&%C3%A4=%26") };
	static const char *const rows[][2] = {
		{ "a", "1" }, { "b", "x y z" }, { "c", "" },
		{ "", "d" },  { "e", "f=g" },   { "\xc3\xa4", "&" }
	};
	str name, value;
	(void)state;
	arena_init(&arena, 1 << 20);
	for (size_t i = 0; i < countof(rows); i++) {
		assert_int_equal(uri_query_next(&query, &arena, &name, &value), URI_PARAMETER);
		assert_str(name, str_from(rows[i][0]));
		assert_str(value, str_from(rows[i][1]));
	}
	assert_int_equal(uri_query_next(&query, &arena, &name, &value), URI_END);
	assert_int_equal(uri_query_next(&query, &arena, &name, &value), URI_END);
	arena_done(&arena);
}

static void malformed_parameters_are_told_apart(void **state)
{
	static const char *const rows[] = { "a=%", "a=%2", "a=%xx", "a=%00", "a=%ff", "%ff=a" };
	struct arena arena;
	str name, value;
	(void)state;
	arena_init(&arena, 1 << 20);
	for (size_t i = 0; i < countof(rows); i++) {
		struct uri_query query = { .rest = str_from(rows[i]) };
		assert_int_equal(uri_query_next(&query, &arena, &name, &value), URI_MALFORMED);
	}
	arena_done(&arena);
}

static void parameters_have_a_bound(void **state)
{
	struct arena arena;
	struct buf text;
	str name, value;
	(void)state;
	arena_init(&arena, 1 << 20);
	buf_init(&text, 1 << 20);
	for (int i = 0; i < URI_PARAMETERS_MAX + 1; i++) buf_add(&text, STR("a=b&"));
	struct uri_query query = { .rest = buf_view(&text) };
	for (int i = 0; i < URI_PARAMETERS_MAX; i++)
		assert_int_equal(uri_query_next(&query, &arena, &name, &value), URI_PARAMETER);
	assert_int_equal(uri_query_next(&query, &arena, &name, &value), URI_TOO_MANY);
	buf_done(&text);
	arena_done(&arena);
}

static void without_memory_nothing_is_decoded(void **state)
{
	struct arena arena;
	struct mem_watch watch = { .refuse = check_refuse_all };
	struct uri_query query = { .rest = STR("a=%20") };
	str name, value;
	(void)state;
	arena_init(&arena, 1 << 20);
	mem_set_watch(&watch);
	assert_int_equal(uri_query_next(&query, &arena, &name, &value), URI_NO_MEMORY);
	mem_set_watch(NULL);
	arena_done(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_path_is_decoded_once),
		cmocka_unit_test(a_path_that_could_mean_two_things_is_refused),
		cmocka_unit_test(segments_come_one_by_one),
		cmocka_unit_test(parameters_are_decoded),
		cmocka_unit_test(malformed_parameters_are_told_apart),
		cmocka_unit_test(parameters_have_a_bound),
		cmocka_unit_test(without_memory_nothing_is_decoded),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
