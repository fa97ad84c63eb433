/* Rules of the policy guard: read, refused, and judged; values found in payloads. */
#include "model/guard.h"

#include "base/check.h"

static enum err no_zone(void *context, str name, const struct zone **out_zone, struct why *why)
{
	(void)context;
	(void)name;
	(void)out_zone;
	return fail(why, ERR_ZONE_UNKNOWN, "no such zone");
}

static const struct gates_sources sources = { NULL, no_zone };

static struct verdict judge(const char *body, struct rule_subject subject)
{
	struct guard_rule rules[RULES_MAX];
	struct why why = { 0 };
	u32 len = 0;
	if (guard_rules_read(str_from(body), &sources, rules, RULES_MAX, &len, &why))
		fail_msg("%s: %s", body, why.text);
	return guard_verdict(rules, len, &subject);
}

static enum rule_action action_of(const char *body, const char *type, const char *entity,
				  const char *payload)
{
	struct verdict verdict = judge(body, (struct rule_subject){ .type = str_from(type),
								    .has_texts = true,
								    .entity = str_from(entity),
								    .payload = str_from(payload) });
	assert_true(verdict.is_known);
	return verdict.action;
}

static void the_first_that_matches_counts(void **state)
{
	static const char body[] = "zone UTC\nrule allow\tentity=vip:*\nrule deny\ttype=comms.*\n"
				   "rule allow\nrule deny\n";
	(void)state;
	assert_int_equal(RULE_ALLOW, action_of(body, "comms.a", "vip:1", "{}"));
	assert_int_equal(RULE_DENY, action_of(body, "comms.a", "event:1", "{}"));
	assert_int_equal(RULE_ALLOW, action_of(body, "mail", "", "{}"));
	assert_int_equal(RULE_ALLOW, action_of("", "mail", "", "{}"));
	assert_int_equal(4, guard_rules_count(str_from(body)));
}

static void fields_are_there_are_and_are_not(void **state)
{
	static const struct {
		const char *rule, *payload;
		enum rule_action action;
	} rows[] = {
		{ "rule deny\tfield=a.b", "{\"a\":{\"b\":null}}", RULE_DENY },
		{ "rule deny\tfield=a.b", "{\"a\":{}}", RULE_ALLOW },
		{ "rule deny\tfield=a\tis=\"x\"", "{\"a\" : \"x\" }", RULE_DENY },
		{ "rule deny\tfield=a\tis=\"x\"", "{\"a\":\"xx\"}", RULE_ALLOW },
		{ "rule deny\tfield=a\tis=5", "{\"b\":{\"a\":5}}", RULE_ALLOW },
		{ "rule deny\tfield=a\tnot=true", "{\"a\":true}", RULE_ALLOW },
		{ "rule deny\tfield=a\tnot=true", "{\"a\":false}", RULE_DENY },
		{ "rule deny\tfield=a\tnot=true", "{}", RULE_DENY },
		{ "rule deny\tfield=a\tis=1", "{\"s\":\"}\\\",{\",\"l\":[{\"a\":2}],\"a\":1}",
		  RULE_DENY },
	};
	(void)state;
	for (u32 i = 0; i < countof(rows); i++)
		assert_int_equal(rows[i].action, action_of(rows[i].rule, "t", "", rows[i].payload));
}

static void what_is_no_json_has_no_values(void **state)
{
	static const char *const payloads[] = { "",          "[]",        "{",
						"{\"a",      "{\"a\"",    "{\"a\":",
						"{\"a\" 1}", "{a:1}",     "{\"b\":1 \"a\":2}",
						"\"a\"",     "{\"a\":\"x" };
	str value;
	(void)state;
	for (u32 i = 0; i < countof(payloads); i++) {
		bool found = payload_find(str_from(payloads[i]), STR("a"), &value);
		if (found && value.len) fail_msg("%s: %.*s", payloads[i], STR_ARG(value));
	}
	assert_false(payload_find(STR("{\"\":1}"), STR(""), &value));
}

static void what_needs_texts_says_so(void **state)
{
	struct rule_subject bare = { .type = STR("mail") };
	(void)state;
	assert_false(judge("rule deny\tentity=a*", bare).is_known);
	assert_false(judge("rule deny\tfield=a", bare).is_known);
	assert_true(judge("rule deny\ttype=other\tfield=a", bare).is_known);
	assert_true(judge("rule deny\ttype=mail\nrule deny\tfield=a", bare).is_known);
	assert_false(judge("rule deny\tfield=a\nrule deny\ttype=mail", bare).is_known);
}

/* 1970-01-01 is a Thursday. */
static void hours_defer_to_their_end_and_end_a_permission(void **state)
{
	struct rule_subject noon = { .type = STR("mail"), .now = 12 * MSEC_HOUR };
	(void)state;
	struct verdict verdict = judge("rule defer\thours=UTC 11:00-13:00", noon);
	assert_int_equal(verdict.action, RULE_DEFER);
	assert_int_equal(verdict.until, 13 * MSEC_HOUR);
	verdict = judge("rule defer\thours=UTC 11:00-13:00\tdelay=1000", noon);
	assert_int_equal(verdict.until, 12 * MSEC_HOUR + 1000);
	verdict = judge("rule defer", noon);
	assert_int_equal(verdict.until, 12 * MSEC_HOUR + 5 * MSEC_MINUTE);
	verdict = judge("rule deny\thours=UTC 14:00-15:00", noon);
	assert_int_equal(verdict.action, RULE_ALLOW);
	assert_int_equal(verdict.until, 14 * MSEC_HOUR);
}

static void what_cannot_be_read_is_refused(void **state)
{
	static const char *const lines[] = { "forbid",
					     "deny\tcolour=red",
					     "deny\tis=5",
					     "deny\thours=UTC 9-10",
					     "deny\thours=Nowhere 09:00-10:00",
					     "defer\tdelay=soon" };
	(void)state;
	for (u32 i = 0; i < countof(lines); i++) {
		struct guard_rule rule;
		struct why why = { 0 };
		assert_int_not_equal(ERR_OK,
				     guard_rule_read(str_from(lines[i]), &sources, &rule, &why));
		assert_non_null(strstr(why.text, "policy_rules"));
	}
	struct guard_rule rules[1];
	struct why why;
	u32 len;
	assert_int_equal(ERR_INVALID, guard_rules_read(STR("rule deny\nrule deny"), &sources, rules,
						       1, &len, &why));
}

static void a_hook_is_read_or_refused(void **state)
{
	static const char *const bad[] = {
		"",
		"maybe 1000 60000 - https://h/",
		"defer 99 60000 - https://h/",
		"defer 10001 60000 - https://h/",
		"defer 1000 999 - https://h/",
		"defer 1000 86400001 - https://h/",
		"defer 1000 60000 https://h/",
		"defer 1000 60000 - ",
		"defer 1000 60000 - https://h/ or elsewhere",
	};
	struct guard_hook hook;
	struct why why;
	(void)state;
	for (u32 i = 0; i < countof(bad); i++)
		assert_int_equal(ERR_INVALID, guard_hook_read(str_from(bad[i]), &hook, &why));
	hook = guard_hook_find(STR("zone UTC\nrule deny\nhook deny 2000 60000 key https://h/a\n"));
	assert_int_equal(RULE_DENY, hook.on_failure);
	assert_int_equal(2000, hook.deadline);
	assert_int_equal(60000, hook.delay);
	assert_str(hook.secret, STR("key"));
	assert_str(hook.url, STR("https://h/a"));
	assert_int_equal(0, guard_hook_find(STR("hook allow 2000 60000 - http://h/")).secret.len);
	assert_int_equal(0, guard_hook_find(STR("rule deny\n")).url.len);
}

static void a_rule_that_always_allows_spares_the_hook(void **state)
{
	static const struct {
		const char *body, *type;
		bool exempts;
	} rows[] = {
		{ "", "mail", false },
		{ "rule allow\n", "mail", true },
		{ "rule allow\ttype=mail\n", "mail", true },
		{ "rule allow\ttype=mail\n", "news", false },
		{ "rule deny\ttype=mail\nrule allow\n", "mail", false },
		{ "rule allow\tentity=e:*\nrule allow\n", "mail", false },
		{ "rule allow\thours=UTC 09:00-17:00\n", "mail", false },
	};
	struct guard_rule rules[RULES_MAX];
	struct why why;
	u32 len;
	(void)state;
	for (u32 i = 0; i < countof(rows); i++) {
		assert_int_equal(ERR_OK, guard_rules_read(str_from(rows[i].body), &sources, rules,
							  RULES_MAX, &len, &why));
		assert_int_equal(rows[i].exempts,
				 guard_exempts(rules, len, str_from(rows[i].type)));
	}
}

/* As why, journal and log tell it. */
static void a_rule_is_called_by_its_name_or_its_place(void **state)
{
	(void)state;
	struct guard_rule rules[2];
	char room[RULE_LABEL_BYTES];
	struct why why;
	u32 len;
	str body = STR("rule deny\ttype=other\nrule defer\tfield=a\tname=preview first");
	assert_int_equal(ERR_OK, guard_rules_read(body, NULL, rules, 2, &len, &why));
	struct rule_subject subject = { .type = STR("mail"),
					.has_texts = true,
					.payload = STR("{\"a\":1}") };
	assert_int_equal(1, guard_verdict(rules, len, &subject).rule);
	assert_true(str_eq(guard_rule_label(&rules[1], 1, STR("policy"), room),
			   STR("policy: preview first")));
	assert_true(str_eq(guard_rule_label(&rules[0], 0, STR("policy_denied"), room),
			   STR("policy_denied: rule 1")));
	char long_line[100] = "deny\tname=";
	memset(long_line + 10, 'x', RULE_NAME_BYTES + 1);
	struct guard_rule rule;
	assert_int_equal(ERR_INVALID, guard_rule_read(str_from(long_line), NULL, &rule, &why));
	long_line[10 + RULE_NAME_BYTES] = 0;
	assert_int_equal(ERR_OK, guard_rule_read(str_from(long_line), NULL, &rule, &why));
	str label = guard_rule_label(&rule, 0, STR("policy_denied"), room);
	assert_int_equal(label.len, strlen("policy_denied: ") + RULE_NAME_BYTES);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_rule_is_called_by_its_name_or_its_place),
		cmocka_unit_test(the_first_that_matches_counts),
		cmocka_unit_test(fields_are_there_are_and_are_not),
		cmocka_unit_test(what_is_no_json_has_no_values),
		cmocka_unit_test(what_needs_texts_says_so),
		cmocka_unit_test(hours_defer_to_their_end_and_end_a_permission),
		cmocka_unit_test(what_cannot_be_read_is_refused),
		cmocka_unit_test(a_hook_is_read_or_refused),
		cmocka_unit_test(a_rule_that_always_allows_spares_the_hook),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
