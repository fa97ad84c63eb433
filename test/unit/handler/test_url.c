#include "handler/url.h"

#include "handler/own_arena.h"

static struct url parsed(const char *text)
{
	struct url url = { .port = 0 };
	struct why why = { .text = "" };
	if (url_parse(str_from(text), &arena, &url, &why) != ERR_OK)
		fail_msg("%s: %s", text, why.text);
	return url;
}

static void an_address_is_read_and_printed_in_its_one_form(void **state)
{
	(void)state;
	struct url url = parsed("HTTPS://Hooks.Example.ORG.:8443/a/b?c=d%20e");
	assert_true(url.is_https);
	assert_false(url.is_literal);
	assert_int_equal(url.port, 8443);
	assert_str(url.host, STR("hooks.example.org"));
	assert_str(url.text, STR("https://hooks.example.org:8443/a/b?c=d%20e"));
	assert_string_equal(url.terminated, "https://hooks.example.org:8443/a/b?c=d%20e");
	assert_str(parsed("http://a.example:80?q").text, STR("http://a.example/?q"));
	assert_int_equal(parsed("http://a.example").port, 80);
	assert_int_equal(parsed("https://a.example").port, 443);
}

static void every_notation_of_an_address_becomes_that_address(void **state)
{
	(void)state;
	static const char *const notations[] = {
		"127.0.0.1",
		"127.1",
		"127.0.1",
		"2130706433",
		"0x7f000001",
		"0x7f.1",
		"0177.0.0.1",
		"017700000001",
		"0X7F.0x0.0.0x1",
		"127.0.0.1.",
		"[::ffff:127.0.0.1]",
		"[::ffff:7f00:1]",
		"\xef\xbc\x91\xef\xbc\x92\xef\xbc\x97.0.0.1",
	};
	for (size_t i = 0; i < countof(notations); i++) {
		char text[128];
		snprintf(text, sizeof text, "https://%s/", notations[i]);
		struct url url = parsed(text);
		assert_true(url.is_literal);
		assert_str(url.host, STR("127.0.0.1"));
		assert_str(url.text, STR("https://127.0.0.1/"));
		assert_int_equal(url.address.port, 443);
	}
	assert_str(parsed("https://[2606:4700:0::1]:8443/").text,
		   STR("https://[2606:4700::1]:8443/"));
}

static void a_name_in_other_letters_becomes_its_a_labels(void **state)
{
	(void)state;
	assert_str(parsed("https://b\xc3\xbc"
			  "cher.example/")
			   .host,
		   STR("xn--bcher-kva.example"));
	struct url url;
	assert_int_equal(url_parse(STR("https://\xff\xfe/"), &arena, &url, NULL), ERR_INVALID);
}

static void what_may_mean_two_things_is_refused(void **state)
{
	(void)state;
	static const char *const refused[] = {
		"",
		"https",
		"https:",
		"https://",
		"https:///",
		"ftp://a/",
		"//a/",
		"https://a@b/",
		"https://a%41/",
		"https://a\\b/",
		"https://a b/",
		"https://a\nb/",
		"https://a/\x01",
		"https://a/#x",
		"https://a/\"",
		"https://[::1/",
		"https://[1.2.3.4]/",
		"https://::1/",
		"https://[fe80::1%25lo]/",
		"https://a:/",
		"https://a:0/",
		"https://a:65536/",
		"https://a:+1/",
		"https://a:1:2/",
		"https://[::1]x/",
		"https://1.2.3.4.5/",
		"https://256.0.0.1/",
		"https://1.2.3.256/",
		"https://09.0.0.1/",
		"https://0x/",
		"https://0x100000000/",
		"https://4294967296/",
		"https://1..2/",
		"https://a../",
		"https://127.0.0.1../",
		"https://./",
		"https://a..b/",
		"https://.a/",
		"https://-a/",
		"https://a-/",
		"https://a_b/",
		"https://*/",
	};
	for (size_t i = 0; i < countof(refused); i++) {
		struct url url;
		struct why why = { .text = "" };
		if (url_parse(str_from(refused[i]), &arena, &url, &why) != ERR_INVALID)
			fail_msg("%s was taken", refused[i]);
		assert_true(why.text[0]);
	}
}

static void bounds_are_named(void **state)
{
	(void)state;
	char text[4096] = "https://a/";
	struct url url;
	struct why why;
	memset(text + 10, 'x', 2048);
	assert_int_equal(url_parse(str_from(text), &arena, &url, &why), ERR_TOO_LONG);
	assert_non_null(strstr(why.text, "2048"));
	memcpy(text, "https://", 8);
	memset(text + 8, 'x', 300);
	text[308] = '\0';
	assert_int_equal(url_parse(str_from(text), &arena, &url, &why), ERR_INVALID);
	assert_non_null(strstr(why.text, "253"));
}

static void without_memory_it_says_so(void **state)
{
	(void)state;
	struct arena none;
	struct url url;
	arena_init(&none, 16);
	assert_int_equal(url_parse(STR("https://a.example/"), &none, &url, NULL), ERR_MEMORY);
	arena_done(&none);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_address_is_read_and_printed_in_its_one_form),
		cmocka_unit_test(every_notation_of_an_address_becomes_that_address),
		cmocka_unit_test(a_name_in_other_letters_becomes_its_a_labels),
		cmocka_unit_test(what_may_mean_two_things_is_refused),
		cmocka_unit_test(bounds_are_named),
		cmocka_unit_test(without_memory_it_says_so),
	};
	return cmocka_run_group_tests(tests, open_arena, close_arena);
}
