#include "handler/guard.h"

#include "handler/own_arena.h"

static struct guard *guard_of(const char *allow, const char *own)
{
	struct address address = { .port = 0 };
	struct guard_config config = { .allow = str_from(allow), .own = &address };
	struct guard *guard;
	struct why why = { .text = "" };
	if (own) {
		assert_int_equal(address_parse_with_port(str_from(own), &address, NULL), ERR_OK);
		config.own_len = 1;
	}
	if (guard_new(&config, &guard, &why) != ERR_OK) fail_msg("%s", why.text);
	return guard;
}

static struct url url_of(const char *text)
{
	struct url url;
	assert_int_equal(url_parse(str_from(text), &arena, &url, NULL), ERR_OK);
	return url;
}

static enum err judge(const struct guard *guard, const char *url_text, const char *addresses)
{
	struct url url = url_of(url_text);
	struct address answers[8], pinned;
	u32 len = 0;
	str rest = str_from(addresses);
	while (rest.len)
		assert_int_equal(address_parse(str_split(&rest, ' '), &answers[len++], NULL), 0);
	struct why why = { .text = "" };
	enum err err = guard_check_url(guard, &url, &why);
	if (!err) err = guard_check_answers(guard, &url, answers, len, &pinned, &why);
	assert_true(!err || why.text[0]);
	if (!err) assert_int_equal(pinned.port, url.port);
	return err;
}

static void public_addresses_are_open_by_https(void **state)
{
	(void)state;
	struct guard *guard = guard_of("", NULL);
	assert_int_equal(judge(guard, "https://a.example/", "93.184.216.34 2606:4700::1"), ERR_OK);
	assert_int_equal(judge(guard, "https://a.example:8443/", "8.8.8.8"), ERR_OK);
	assert_int_equal(judge(guard, "http://a.example/", "8.8.8.8"), ERR_INVALID);
	assert_int_equal(judge(guard, "https://a.example:444/", "8.8.8.8"), ERR_INVALID);
	assert_int_equal(judge(guard, "https://8.8.8.8/", "8.8.8.8"), ERR_OK);
	assert_int_equal(judge(guard, "https://a.example/", ""), ERR_INVALID);
	guard_free(guard);
}

static void one_forbidden_answer_refuses_all(void **state)
{
	(void)state;
	struct guard *guard = guard_of("", NULL);
	assert_int_equal(judge(guard, "https://a.example/", "8.8.8.8 10.0.0.1"), ERR_INVALID);
	assert_int_equal(judge(guard, "https://a.example/", "10.0.0.1 8.8.8.8"), ERR_INVALID);
	assert_int_equal(judge(guard, "https://a.example/", "8.8.8.8 ::1"), ERR_INVALID);
	guard_free(guard);
}

static void the_allow_list_opens_ranges_and_names(void **state)
{
	(void)state;
	struct guard *guard = guard_of("10.1.0.0/16, Hooks.Internal, *.svc.internal", NULL);
	assert_int_equal(judge(guard, "http://10.1.2.3:9000/", "10.1.2.3"), ERR_OK);
	assert_int_equal(judge(guard, "http://x.example:9000/", "10.1.2.3"), ERR_OK);
	assert_int_equal(judge(guard, "http://x.example:9000/", "10.1.2.3 10.2.0.1"), ERR_INVALID);
	assert_int_equal(judge(guard, "http://hooks.internal:81/", "192.168.1.1"), ERR_OK);
	assert_int_equal(judge(guard, "http://a.svc.internal/", "192.168.1.1"), ERR_OK);
	assert_int_equal(judge(guard, "http://svc.internal/", "192.168.1.1"), ERR_INVALID);
	assert_int_equal(judge(guard, "http://evilsvc.internal/", "192.168.1.1"), ERR_INVALID);
	assert_int_equal(judge(guard, "http://x.hooks.internal/", "192.168.1.1"), ERR_INVALID);
	guard_free(guard);
}

static void nobody_opens_what_is_closed_for_good(void **state)
{
	(void)state;
	struct guard *guard = guard_of("0.0.0.0/0, ::/0, hooks.internal", NULL);
	static const char *const closed[] = {
		"169.254.169.254", "0.0.0.0",      "224.0.0.1",   "255.255.255.255",
		"64:ff9b::a00:1",  "2002:a00:1::", "2001:0:1::1", "fe80::1",
		"ff02::1",         "::",           "::10.0.0.1",  "fec0::1",
		"::ffff:0:a00:1",  "4000::1",      "9000::1"
	};
	for (size_t i = 0; i < countof(closed); i++)
		assert_int_equal(judge(guard, "http://hooks.internal/", closed[i]), ERR_INVALID);
	assert_int_equal(judge(guard, "http://hooks.internal/", "10.0.0.1"), ERR_OK);
	assert_int_equal(judge(guard, "http://hooks.internal/", "::1"), ERR_OK);
	guard_free(guard);
}

static void the_server_never_calls_itself(void **state)
{
	(void)state;
	struct guard *guard = guard_of("127.0.0.0/8, ::1", "127.0.0.1:7654");
	assert_int_equal(judge(guard, "http://127.0.0.1:7654/", "127.0.0.1"), ERR_INVALID);
	assert_int_equal(judge(guard, "http://127.9.9.9:7654/", "127.9.9.9"), ERR_INVALID);
	assert_int_equal(judge(guard, "http://[::1]:7654/", "::1"), ERR_INVALID);
	assert_int_equal(judge(guard, "http://127.0.0.1:7655/", "127.0.0.1"), ERR_OK);
	guard_free(guard);
	guard = guard_of("127.0.0.0/8", "0.0.0.0:7654");
	assert_int_equal(judge(guard, "http://127.0.0.1:7654/", "127.0.0.1"), ERR_INVALID);
	guard_free(guard);
}

/* Our table has reasons and openers, net's has neither: they must draw the same line. */
static void the_table_agrees_with_what_net_calls_public(void **state)
{
	(void)state;
	struct guard *guard = guard_of("", NULL);
	struct prng prng = prng_init(check_seed());
	struct url url = url_of("https://a.example/");
	for (u32 i = 0; i < 200000; i++) {
		struct address address = { .is_v6 = prng_chance(&prng, 1, 2) }, pinned;
		u64 bits[2] = { prng_next(&prng), prng_next(&prng) };
		memcpy(address.bytes, bits, address.is_v6 ? 16 : 4);
		/* Half of them near the special ranges. */
		if (address.is_v6 && prng_chance(&prng, 1, 2)) memset(address.bytes + 2, 0, 10);
		if (address.is_v6 && prng_chance(&prng, 1, 4))
			address.bytes[0] = 0x20, address.bytes[1] &= 3;
		struct sockaddr_storage socket;
		address_to_socket(&address, &socket);
		assert_true(address_from_socket((struct sockaddr *)&socket, &address));
		enum err err = guard_check_answers(guard, &url, &address, 1, &pinned, NULL);
		assert_int_equal(err == ERR_OK, address_is_public(&address));
	}
	guard_free(guard);
}

static void only_the_pinned_address_is_connected_to(void **state)
{
	(void)state;
	struct address pinned;
	struct sockaddr_storage peer;
	assert_int_equal(address_parse_with_port(STR("8.8.8.8:443"), &pinned, NULL), ERR_OK);
	address_to_socket(&pinned, &peer);
	assert_true(guard_is_pinned(&pinned, (struct sockaddr *)&peer));
	struct address other = pinned;
	other.port = 80;
	address_to_socket(&other, &peer);
	assert_false(guard_is_pinned(&pinned, (struct sockaddr *)&peer));
	other = pinned;
	other.bytes[3]++;
	address_to_socket(&other, &peer);
	assert_false(guard_is_pinned(&pinned, (struct sockaddr *)&peer));
	peer.ss_family = AF_UNIX;
	assert_false(guard_is_pinned(&pinned, (struct sockaddr *)&peer));
}

static void a_wrong_allow_list_is_refused_by_its_word(void **state)
{
	(void)state;
	static const char *const wrong[] = { "10.0.0.0/33", "10.0.0.1/8", "a b",  "*",
					     "*.",          "a*b",        "x,,y", "::1/129" };
	for (size_t i = 0; i < countof(wrong); i++) {
		struct guard_config config = { .allow = str_from(wrong[i]) };
		struct guard *guard = NULL;
		struct why why = { .text = "" };
		if (guard_new(&config, &guard, &why) == ERR_OK) fail_msg("%s was taken", wrong[i]);
		assert_true(why.text[0]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(public_addresses_are_open_by_https),
		cmocka_unit_test(one_forbidden_answer_refuses_all),
		cmocka_unit_test(the_allow_list_opens_ranges_and_names),
		cmocka_unit_test(nobody_opens_what_is_closed_for_good),
		cmocka_unit_test(the_server_never_calls_itself),
		cmocka_unit_test(the_table_agrees_with_what_net_calls_public),
		cmocka_unit_test(only_the_pinned_address_is_connected_to),
		cmocka_unit_test(a_wrong_allow_list_is_refused_by_its_word),
	};
	return cmocka_run_group_tests(tests, open_arena, close_arena);
}
