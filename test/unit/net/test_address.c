#include "../base/check.h"
#include "net/address.h"

#include <arpa/inet.h>

static struct address address_of(const char *text)
{
	struct address address;
	struct why why = { 0 };
	if (address_parse(str_from(text), &address, &why) != ERR_OK) fail_msg("%s", why.text);
	return address;
}

static void expect_printed(const struct address *address, bool with_port, const char *expected)
{
	struct buf text;
	buf_init(&text, 100);
	if (with_port) address_print_with_port(address, &text);
	else address_print(address, &text);
	assert_str(buf_view(&text), str_from(expected));
	buf_done(&text);
}

static void addresses_are_read_and_written(void **state)
{
	static const char *const rows[][2] = {
		{ "127.0.0.1", "127.0.0.1" },
		{ "::1", "::1" },
		{ "[::1]", "::1" },
		{ "2001:DB8:0:0::1", "2001:db8::1" },
		{ "::ffff:1.2.3.4", "1.2.3.4" },
	};
	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		struct address address = address_of(rows[i][0]);
		expect_printed(&address, false, rows[i][1]);
		assert_int_equal(address.port, 0);
	}
}

static void what_is_no_address_is_refused_by_name(void **state)
{
	static const char *const rows[] = {
		"",
		"x",
		"1.2.3",
		"1.2.3.4.5",
		"256.1.1.1",
		"01.2.3.4",
		"0x7f.0.0.1",
		"127.1",
		"2130706433",
		"[1.2.3.4]",
		"::1]",
		"[::1",
		":::",
		"1::2::3",
		"::g",
		"fe80::1%eth0",
		" 1.2.3.4",
		"1.2.3.4 ",
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
	};
	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		struct address address;
		struct why why = { 0 };
		if (address_parse(str_from(rows[i]), &address, &why) != ERR_ADDRESS)
			fail_msg("%s passed", rows[i]);
		assert_int_equal(why.code, ERR_ADDRESS);
	}
}

static void ports_are_read_behind_the_last_colon(void **state)
{
	static const char *const rows[][2] = {
		{ "127.0.0.1:7654", "127.0.0.1:7654" },
		{ "[::1]:65535", "[::1]:65535" },
		{ "localhost:0", "127.0.0.1:0" },
	};
	static const char *const wrong[] = { "127.0.0.1",
					     "127.0.0.1:",
					     "127.0.0.1:x",
					     ":80",
					     "127.0.0.1:-1",
					     "127.0.0.1:65536",
					     "::1:80",
					     "example.org:80",
					     "[::1]",
					     "[::1]80",
					     "" };
	struct address address;
	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		assert_int_equal(address_parse_with_port(str_from(rows[i][0]), &address, NULL),
				 ERR_OK);
		expect_printed(&address, true, rows[i][1]);
	}
	for (size_t i = 0; i < countof(wrong); i++) {
		struct why why = { 0 };
		if (address_parse_with_port(str_from(wrong[i]), &address, &why) != ERR_ADDRESS)
			fail_msg("%s passed", wrong[i]);
	}
}

static void sockets_speak_of_the_same_addresses(void **state)
{
	static const char *const rows[] = { "127.0.0.1:80", "[2001:db8::7]:443" };
	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		struct sockaddr_storage socket_address;
		struct address address, again;
		assert_int_equal(address_parse_with_port(str_from(rows[i]), &address, NULL),
				 ERR_OK);
		address_to_socket(&address, &socket_address);
		assert_true(address_from_socket((struct sockaddr *)&socket_address, &again));
		assert_true(address_is_same(&address, &again));
		expect_printed(&again, true, rows[i]);
	}
	struct sockaddr other = { .sa_family = AF_UNIX };
	struct address address;
	assert_false(address_from_socket(&other, &address));
}

static void kinds_of_addresses_are_known(void **state)
{
	static const char *const loopback[] = { "127.0.0.1", "127.255.255.255", "::1",
						"::ffff:127.0.0.1" };
	static const char *const outside[] = { "8.8.8.8",    "172.15.0.1",      "172.32.0.1",
					       "100.63.0.1", "100.128.0.1",     "198.17.0.1",
					       "198.20.0.1", "223.255.255.255", "2606:4700::1",
					       "2a00::1",    "2003::1" };
	static const char *const inside[] = {
		"0.0.0.0",      "0.1.2.3",
		"10.1.2.3",     "100.64.0.1",
		"127.0.0.1",    "169.254.169.254",
		"172.16.0.1",   "172.31.255.255",
		"192.0.0.1",    "192.0.2.1",
		"192.168.1.1",  "198.18.0.1",
		"198.51.100.1", "203.0.113.1",
		"224.0.0.1",    "255.255.255.255",
		"240.0.0.1",    "::",
		"::1",          "::ffff:10.0.0.1",
		"::10.0.0.1",   "64:ff9b::a00:1",
		"64:ff9b:1::1", "2001::1",
		"2001:db8::1",  "2002:a00:1::",
		"fc00::1",      "fd12::1",
		"fe80::1",      "fec0::1",
		"ff02::1",      "100::1",
		"4000::1",      "::ffff:0:7f00:1",
	};
	(void)state;
	for (size_t i = 0; i < countof(loopback); i++) {
		struct address address = address_of(loopback[i]);
		assert_true(address_is_loopback(&address));
	}
	for (size_t i = 0; i < countof(outside); i++) {
		struct address address = address_of(outside[i]);
		if (!address_is_public(&address)) fail_msg("%s is public", outside[i]);
		assert_false(address_is_loopback(&address));
	}
	for (size_t i = 0; i < countof(inside); i++) {
		struct address address = address_of(inside[i]);
		if (address_is_public(&address)) fail_msg("%s is not public", inside[i]);
	}
	struct address any = address_of("0.0.0.0"), any6 = address_of("::"),
		       one = address_of("::1");
	assert_true(address_is_any(&any));
	assert_true(address_is_any(&any6));
	assert_false(address_is_any(&one));
}

static void a_range_contains_its_addresses_and_no_others(void **state)
{
	static const struct {
		const char *range, *address;
		bool is_inside;
	} rows[] = {
		{ "10.0.0.0/8", "10.255.0.1", true },
		{ "10.0.0.0/8", "11.0.0.1", false },
		{ "10.0.0.0/9", "10.127.0.1", true },
		{ "10.0.0.0/9", "10.128.0.1", false },
		{ "0.0.0.0/0", "1.2.3.4", true },
		{ "0.0.0.0/0", "::1", false },
		{ "192.168.1.7", "192.168.1.7", true },
		{ "192.168.1.7", "192.168.1.8", false },
		{ "2001:db8::/33", "2001:db8:7fff::", true },
		{ "2001:db8::/33", "2001:db8:8000::", false },
		{ "::1", "::1", true },
		{ "::/0", "1.2.3.4", false },
		{ "10.0.0.0/8", "::ffff:10.0.0.1", true },
	};
	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		struct cidr cidr;
		struct address address = address_of(rows[i].address);
		assert_int_equal(cidr_parse(str_from(rows[i].range), &cidr, NULL), ERR_OK);
		assert_int_equal(cidr_contains(&cidr, &address), rows[i].is_inside);
	}
}

static void malformed_ranges_are_refused(void **state)
{
	static const char *const rows[] = {
		"",       "10.0.0.0/33", "10.0.0.0/",   "10.0.0.0/x", "10.0.0.1/8",
		"::/129", "::1/127",     "10.0.0.0/-1", "/8",         "10.0.0.128/24"
	};
	(void)state;
	for (size_t i = 0; i < countof(rows); i++) {
		struct cidr cidr;
		struct why why = { 0 };
		if (cidr_parse(str_from(rows[i]), &cidr, &why) != ERR_ADDRESS)
			fail_msg("%s passed", rows[i]);
	}
}

static void lists_of_ranges_are_read(void **state)
{
	struct cidrs cidrs;
	struct buf many;
	struct why why = { 0 };
	struct address ten = address_of("10.1.1.1"), six = address_of("::1"),
		       other = address_of("1.1.1.1");
	(void)state;
	assert_int_equal(cidrs_parse(STR(" 10.0.0.0/8 ,::1 "), &cidrs, NULL), ERR_OK);
	assert_int_equal(cidrs.len, 2);
	assert_true(cidrs_contain(&cidrs, &ten));
	assert_true(cidrs_contain(&cidrs, &six));
	assert_false(cidrs_contain(&cidrs, &other));
	assert_int_equal(cidrs_parse(STR(""), &cidrs, NULL), ERR_OK);
	assert_int_equal(cidrs.len, 0);
	assert_int_equal(cidrs_parse(STR("10.0.0.0/8,,"), &cidrs, &why), ERR_ADDRESS);
	buf_init(&many, 10000);
	for (int i = 0; i < CIDRS_MAX + 1; i++) buf_add(&many, STR("1.1.1.1,"));
	assert_int_equal(cidrs_parse(buf_view(&many), &cidrs, &why), ERR_ADDRESS);
	assert_non_null(strstr(why.text, "64"));
	buf_done(&many);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(addresses_are_read_and_written),
		cmocka_unit_test(what_is_no_address_is_refused_by_name),
		cmocka_unit_test(ports_are_read_behind_the_last_colon),
		cmocka_unit_test(sockets_speak_of_the_same_addresses),
		cmocka_unit_test(kinds_of_addresses_are_known),
		cmocka_unit_test(a_range_contains_its_addresses_and_no_others),
		cmocka_unit_test(malformed_ranges_are_refused),
		cmocka_unit_test(lists_of_ranges_are_read),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
