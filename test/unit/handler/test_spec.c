#include "handler/spec.h"

#include "base/buf.h"
#include "handler/own_arena.h"

static struct handler_spec parsed(const char *json)
{
	struct handler_spec spec;
	struct why why = { .text = "" };
	if (spec_parse(str_from(json), &arena, &spec, &why) != ERR_OK)
		fail_msg("%s: %s", json, why.text);
	return spec;
}

static void each_kind_has_its_fields(void **state)
{
	(void)state;
	assert_int_equal(parsed("{\"kind\":\"pull\"}").kind, HANDLER_PULL);
	struct handler_spec http = parsed(
		"{\"kind\":\"http\",\"url\":\"https://a/\",\"headers\":{\"A\":\"b\","
		"\"C\":\"secret:token\"},\"secrets\":[\"new\",\"old\"]}");
	assert_int_equal(http.kind, HANDLER_HTTP);
	assert_str(http.url, STR("https://a/"));
	assert_int_equal(http.headers_len, 2);
	assert_false(http.headers[0].is_secret);
	assert_true(http.headers[1].is_secret);
	assert_str(http.headers[1].value, STR("token"));
	assert_int_equal(http.secrets_len, 2);
	struct handler_spec exec = parsed(
		"{\"kind\":\"exec\",\"program\":\"p\",\"arguments\":{\"n\":\"v\"}}");
	assert_str(exec.program, STR("p"));
	assert_str(exec.slots[0].value, STR("v"));
	assert_str(parsed("{\"kind\":\"smtp\",\"to\":\"a@b\",\"subject\":\"s\"}").subject,
		   STR("s"));
	struct handler_spec log = parsed(
		"{\"kind\":\"log\",\"level\":\"warn\",\"message\":\"m\",\"payload\":true}");
	assert_true(log.with_payload);
	assert_str(log.level, STR("warn"));
}

static void secrets_are_named_once_each(void **state)
{
	(void)state;
	struct handler_spec spec = parsed(
		"{\"kind\":\"http\",\"url\":\"https://a/\",\"headers\":{\"A\":\"secret:x\","
		"\"B\":\"secret:y\",\"C\":\"plain\"},\"secrets\":[\"x\"]}");
	str names[HANDLER_SECRETS_MAX];
	assert_int_equal(spec_secrets(&spec, names), 2);
	assert_str(names[0], STR("x"));
	assert_str(names[1], STR("y"));
}

static void what_is_wrong_is_named(void **state)
{
	(void)state;
	static const struct {
		const char *json;
		const char *word;
	} wrong[] = {
		{ "", "JSON" },
		{ "[]", "JSON" },
		{ "{", "JSON" },
		{ "{}", "kind" },
		{ "{\"kind\":7}", "kind" },
		{ "{\"kind\":\"shell\"}", "kind" },
		{ "{\"kind\":\"pull\",\"kind\":\"log\"}", "JSON" },
		{ "{\"kind\":\"http\"}", "url is required" },
		{ "{\"kind\":\"exec\"}", "program is required" },
		{ "{\"kind\":\"http\",\"url\":7}", "url" },
		{ "{\"kind\":\"http\",\"url\":\"\"}", "url" },
		{ "{\"kind\":\"http\",\"url\":\"a\\nb\"}", "control" },
		{ "{\"kind\":\"http\",\"url\":\"a\",\"program\":\"p\"}", "program" },
		{ "{\"kind\":\"http\",\"url\":\"a\",\"headers\":[]}", "headers" },
		{ "{\"kind\":\"http\",\"url\":\"a\",\"headers\":{\"Host\":\"b\"}}", "Host" },
		{ "{\"kind\":\"http\",\"url\":\"a\",\"headers\":{\"WEBHOOK-ID\":\"b\"}}",
		  "set by the server" },
		{ "{\"kind\":\"http\",\"url\":\"a\",\"headers\":{\"a b\":\"b\"}}", "a b" },
		{ "{\"kind\":\"http\",\"url\":\"a\",\"headers\":{\"\":\"b\"}}", "headers" },
		{ "{\"kind\":\"http\",\"url\":\"a\",\"headers\":{\"A\":\"x\\ry\"}}", "control" },
		{ "{\"kind\":\"http\",\"url\":\"a\",\"headers\":{\"A\":\"secret:\"}}", "secret" },
		{ "{\"kind\":\"http\",\"url\":\"a\",\"secrets\":[\"1\",\"2\",\"3\"]}", "1 to 2" },
		{ "{\"kind\":\"http\",\"url\":\"a\",\"secrets\":\"x\"}", "secrets" },
		{ "{\"kind\":\"http\",\"url\":\"a\",\"secrets\":[]}", "secrets" },
		{ "{\"kind\":\"http\",\"url\":\"a\",\"content_type\":\"text/html\"}",
		  "content_type" },
		{ "{\"kind\":\"exec\",\"program\":\"p\",\"arguments\":{\"n\":7}}", "arguments" },
		{ "{\"kind\":\"log\",\"payload\":\"yes\"}", "payload" },
		{ "{\"kind\":\"log\",\"level\":\"x\"}", "level" },
	};
	for (size_t i = 0; i < countof(wrong); i++) {
		struct handler_spec spec;
		struct why why = { .text = "" };
		enum err err = spec_parse(str_from(wrong[i].json), &arena, &spec, &why);
		if (err == ERR_OK || !strstr(why.text, wrong[i].word))
			fail_msg("%s: %s", wrong[i].json, why.text);
	}
}

static void lists_are_bounded(void **state)
{
	(void)state;
	struct buf json;
	struct handler_spec spec;
	struct why why;
	buf_init(&json, 1 << 20);
	buf_add(&json, STR("{\"kind\":\"http\",\"url\":\"a\",\"headers\":{"));
	for (u32 i = 0; i <= HANDLER_HEADERS_MAX; i++)
		buf_addf(&json, "%s\"H%u\":\"v\"", i ? "," : "", i);
	buf_add(&json, STR("}}"));
	assert_int_equal(spec_parse(buf_view(&json), &arena, &spec, &why), ERR_INVALID);
	buf_clear(&json);
	buf_add(&json, STR("{\"kind\":\"exec\",\"program\":\"p\",\"arguments\":{"));
	for (u32 i = 0; i <= HANDLER_PROGRAM_SLOTS; i++)
		buf_addf(&json, "%s\"a%u\":\"v\"", i ? "," : "", i);
	buf_add(&json, STR("}}"));
	assert_int_equal(spec_parse(buf_view(&json), &arena, &spec, &why), ERR_INVALID);
	while (json.len <= HANDLER_SPEC_BYTES) buf_add_byte(&json, ' ');
	assert_int_equal(spec_parse(buf_view(&json), &arena, &spec, &why), ERR_TOO_LONG);
	buf_done(&json);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_kind_has_its_fields),
		cmocka_unit_test(secrets_are_named_once_each),
		cmocka_unit_test(what_is_wrong_is_named),
		cmocka_unit_test(lists_are_bounded),
	};
	return cmocka_run_group_tests(tests, open_arena, close_arena);
}
