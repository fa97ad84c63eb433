/* Names that the server may be asked by. */
#include "api/hosts.h"

#include "base/check.h"

static struct address address_of(const char *text)
{
	struct address address;
	struct why why;
	assert_int_equal(ERR_OK, address_parse_with_port(str_from(text), &address, &why));
	return address;
}

static void loopback_and_the_bound_address_need_no_list(void **state)
{
	(void)state;
	struct served_hosts hosts = { 0 };
	struct address bound = address_of("192.0.2.7:7654");
	hosts_add_bound(&hosts, &bound);
	static const char *const ours[] = { "localhost",      "LocalHost:7654", "127.0.0.1:80",
					    "127.3.4.5",      "[::1]:7654",     "demo.localhost:1",
					    "192.0.2.7:7654", "192.0.2.7",      "" };
	for (size_t i = 0; i < countof(ours); i++)
		assert_true(hosts_know(&hosts, str_from(ours[i])));
	static const char *const theirs[] = { "evil.example",       "evil.example:7654",
					      "localhost.evil.org", "192.0.2.8",
					      "127.0.0.1.nip.io",   "notlocalhost",
					      ".localhost",         "[::2]" };
	for (size_t i = 0; i < countof(theirs); i++)
		assert_false(hosts_know(&hosts, str_from(theirs[i])));
}

static void the_list_names_others_with_or_without_a_port(void **state)
{
	(void)state;
	struct served_hosts hosts;
	struct why why;
	assert_int_equal(ERR_OK,
			 hosts_parse(STR("belfry.example.com, jobs.example:8443"), &hosts, &why));
	assert_true(hosts_know(&hosts, STR("belfry.example.com")));
	assert_true(hosts_know(&hosts, STR("Belfry.Example.com:443")));
	assert_true(hosts_know(&hosts, STR("belfry.example.com.")));
	assert_true(hosts_know(&hosts, STR("jobs.example:8443")));
	assert_false(hosts_know(&hosts, STR("jobs.example:80")));
	assert_int_equal(ERR_OK, hosts_parse(STR("*"), &hosts, &why));
	assert_true(hosts_know(&hosts, STR("evil.example")));
	assert_int_equal(ERR_USAGE, hosts_parse(STR("http://a/"), &hosts, &why));
}

static void a_server_on_all_addresses_is_asked_by_any_of_them(void **state)
{
	(void)state;
	struct served_hosts hosts = { 0 };
	struct address bound = address_of("0.0.0.0:7654");
	hosts_add_bound(&hosts, &bound);
	assert_true(hosts_know(&hosts, STR("10.1.2.3:7654")));
	assert_false(hosts_know(&hosts, STR("evil.example:7654")));
}

static void an_origin_is_the_hosts_own_or_none(void **state)
{
	(void)state;
	assert_true(origin_is_of(STR("http://localhost:7654"), false, STR("localhost:7654")));
	assert_true(origin_is_of(STR("https://a.example"), true, STR("A.example")));
	assert_false(origin_is_of(STR("http://a.example"), true, STR("a.example")));
	assert_false(origin_is_of(STR("http://localhost:80"), false, STR("localhost:7654")));
	assert_false(origin_is_of(STR("null"), false, STR("localhost")));
	assert_false(origin_is_of(STR("http://"), false, STR("")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(loopback_and_the_bound_address_need_no_list),
		cmocka_unit_test(the_list_names_others_with_or_without_a_port),
		cmocka_unit_test(a_server_on_all_addresses_is_asked_by_any_of_them),
		cmocka_unit_test(an_origin_is_the_hosts_own_or_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
