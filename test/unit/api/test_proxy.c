/* Which role the word of a proxy gives. */
#include "api/proxy.h"

#include "base/check.h"

static struct proxy_sign_in parsed(const char *rules)
{
	struct proxy_sign_in sign_in;
	struct why why;
	assert_int_equal(proxy_parse(STR("Remote-User"), STR("Remote-Groups"), str_from(rules),
				     &sign_in, &why),
			 ERR_OK);
	return sign_in;
}

static enum err ask(const struct proxy_sign_in *sign_in, const char *user, const char *groups,
		    struct arena *arena, struct who *out_who)
{
	struct why why;
	return proxy_who(sign_in, str_from(user), str_from(groups), arena, out_who, &why);
}

static void the_first_rule_that_fits_counts(void **state)
{
	(void)state;
	struct proxy_sign_in sign_in = parsed(
		"ops = acme:operator,, admins=system:admin,*=a:viewer");
	struct arena arena;
	struct who who = { 0 };
	arena_init(&arena, 1 << 16);
	assert_int_equal(sign_in.rules_len, 3);
	assert_int_equal(ask(&sign_in, "ann", "admins, ops", &arena, &who), ERR_OK);
	assert_true(str_eq(who.tenant, STR("acme")));
	assert_int_equal(who.role, ROLE_OPERATOR);
	assert_true(who.is_proxied);
	assert_int_equal(ask(&sign_in, "ann", "other", &arena, &who), ERR_OK);
	assert_int_equal(who.role, ROLE_VIEWER);
	arena_done(&arena);
}

static void a_person_without_a_rule_is_refused(void **state)
{
	(void)state;
	struct proxy_sign_in sign_in = parsed("ops=acme:operator");
	struct arena arena;
	struct who who = { 0 };
	arena_init(&arena, 1 << 16);
	assert_int_equal(ask(&sign_in, "ann", "", &arena, &who), ERR_FORBIDDEN);
	assert_int_equal(ask(&sign_in, "ann", "opsx, xops", &arena, &who), ERR_FORBIDDEN);
	arena_done(&arena);
}

static void no_two_persons_share_a_name(void **state)
{
	(void)state;
	struct proxy_sign_in sign_in = parsed("*=acme:viewer");
	struct arena arena;
	struct who who = { 0 };
	arena_init(&arena, 1 << 16);
	assert_int_equal(ask(&sign_in, " ann@example.com ", "", &arena, &who), ERR_OK);
	assert_true(str_eq(who.user, STR("ann:example.com")));
	assert_int_equal(ask(&sign_in, "ann:example.com", "", &arena, &who), ERR_FORBIDDEN);
	assert_int_equal(ask(&sign_in, "", "", &arena, &who), ERR_FORBIDDEN);
	assert_int_equal(ask(&sign_in, "a b", "", &arena, &who), ERR_FORBIDDEN);
	arena_done(&arena);
}

static void expect_refused(const char *user, const char *groups, const char *rules)
{
	struct proxy_sign_in sign_in;
	struct why why;
	enum err err = proxy_parse(str_from(user), str_from(groups), str_from(rules), &sign_in,
				   &why);
	if (err != ERR_USAGE) fail_msg("%s %s %s", user, groups, rules);
}

static void rules_that_mean_nothing_are_refused(void **state)
{
	(void)state;
	expect_refused("Remote-User", "", "");
	expect_refused("", "Remote-Groups", "");
	expect_refused("", "", "*=acme:viewer");
	expect_refused("Cookie", "", "*=acme:viewer");
	expect_refused("Remote User", "", "*=acme:viewer");
	expect_refused("Remote-User", "X-Forwarded-For", "*=acme:viewer");
	expect_refused("Remote-User", "", "ops");
	expect_refused("Remote-User", "", "ops=acme");
	expect_refused("Remote-User", "", "ops=acme:king");
	expect_refused("Remote-User", "", "ops=acme:worker");
	expect_refused("Remote-User", "", "ops=a b:viewer");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_rule_that_fits_counts),
		cmocka_unit_test(a_person_without_a_rule_is_refused),
		cmocka_unit_test(no_two_persons_share_a_name),
		cmocka_unit_test(rules_that_mean_nothing_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
