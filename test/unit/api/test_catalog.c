#include "api/catalog.h"

#include "api/handlers.h"
#include "base/check.h"
#include "calendar/cron.h"
#include "model/ladder.h"

static void every_template_that_is_built_in_can_run(void **state)
{
	struct arena arena;
	struct catalog catalog = { 0 };
	struct why why = { 0 };
	(void)state;
	arena_init(&arena, (size_t)1 << 20);
	if (catalog_read(catalog_templates_text(), &arena, &catalog, &why))
		fail_msg("%s", why.text);
	assert_int_equal(17, catalog.templates_len);
	for (u32 i = 0; i < catalog.templates_len; i++) {
		const struct template *template = &catalog.templates[i];
		struct cron cron;
		assert_int_equal(ERR_OK, cron_parse(template->default_schedule, &cron, &why));
		assert_str(template->default_parameters, STR("{}"));
		assert_ptr_equal(template, catalog_find(&catalog, template->code));
	}
	assert_null(catalog_find(&catalog, STR("no_such")));
	const struct template *weekly = catalog_find(&catalog, STR("generate_weekly_report"));
	assert_str(weekly->default_schedule, STR("0 7 * * 1"));
	assert_str(weekly->category, STR("reports"));
	arena_done(&arena);
}

static void a_broken_catalog_says_where(void **state)
{
	static const struct {
		const char *text;
		const char *word;
	} cases[] = {
		{ "{}", "array" },
		{ "[{}]", "is required" },
		{ "[{\"code\":5}]", "code must be a string" },
		{ "[] x", "unexpected text after" },
		{ "[", "" },
	};
	(void)state;
	for (size_t i = 0; i < countof(cases); i++) {
		struct arena arena;
		struct catalog catalog = { 0 };
		struct why why = { 0 };
		arena_init(&arena, (size_t)1 << 20);
		assert_int_not_equal(ERR_OK,
				     catalog_read(str_from(cases[i].text), &arena, &catalog, &why));
		if (!strstr(why.text, cases[i].word)) fail_msg("%s: %s", cases[i].text, why.text);
		arena_done(&arena);
	}
	struct arena none;
	struct catalog catalog;
	arena_init(&none, 16);
	assert_int_equal(ERR_MEMORY, catalog_read(STR("[]"), &none, &catalog, NULL));
	arena_done(&none);
}

static void the_profiles_are_the_five(void **state)
{
	static const char *const codes[] = { "guild", "broadcast", "enterprise", "daily",
					     "billing" };
	struct arena arena;
	struct catalog catalog = { 0 };
	struct why why = { 0 };
	(void)state;
	arena_init(&arena, (size_t)1 << 20);
	if (catalog_read_profiles(catalog_profiles_text(), &arena, &catalog, &why))
		fail_msg("%s", why.text);
	assert_int_equal(countof(codes), catalog.profiles_len);
	for (u32 i = 0; i < countof(codes); i++)
		assert_non_null(catalog_find_profile(&catalog, str_from(codes[i])));
	assert_null(catalog_find_profile(&catalog, STR("default")));
	static const char *const bad[] = { "{}", "[{}]", "[{\"code\":5}]", "[] x", "[" };
	for (u32 i = 0; i < countof(bad); i++)
		assert_int_not_equal(
			ERR_OK, catalog_read_profiles(str_from(bad[i]), &arena, &catalog, &why));
	arena_done(&arena);
	arena_init(&arena, 16);
	assert_int_equal(ERR_MEMORY, catalog_read_profiles(STR("[]"), &arena, &catalog, NULL));
	arena_done(&arena);
}

/* ---- types ---------------------------------------------------------------------------------- */

static const struct type_policy *policy_of(const struct catalog *catalog, u32 profile,
					   const char *name)
{
	const struct catalog_type *type = catalog_type_find(&catalog->facts, profile,
							    str_from(name));
	if (!type) fail_msg("%s is missing", name);
	return &type->policy;
}

static bool is_one_of(str word, const char *words)
{
	for (str rest = str_from(words); rest.len;) {
		if (str_eq(str_split(&rest, ' '), word)) return true;
	}
	return false;
}

/* "event:{event_id}:{offset}": names in braces that are closed. */
static void check_key(str key)
{
	bool is_open = false;
	for (size_t i = 0; i < key.len; i++) {
		if (key.at[i] == '{') assert_false(is_open);
		if (key.at[i] == '}') assert_true(is_open && key.at[i - 1] != '{');
		if (key.at[i] == '{' || key.at[i] == '}') is_open = key.at[i] == '{';
	}
	assert_false(is_open);
}

static void check_entry(const struct type_entry *entry)
{
	struct why why;
	struct cron cron;
	msec offset;
	for (u32 i = 0; i < entry->ladder.len; i++) {
		if (!offset_parse(entry->ladder.at[i], &offset))
			fail_msg("%.*s", STR_ARG(entry->name));
		assert_true(offset <= 0);
	}
	if (entry->schedule.len) assert_int_equal(ERR_OK, cron_parse(entry->schedule, &cron, &why));
	check_key(entry->key);
}

static void every_type_that_is_built_in_can_be_carried_out(void **state)
{
	struct arena arena;
	struct catalog catalog = { 0 };
	struct why why = { 0 };
	(void)state;
	arena_init(&arena, (size_t)4 << 20);
	if (catalog_take(&arena, &catalog, &why)) fail_msg("%s", why.text);
	for (u32 i = 0; i < catalog.types_len; i++) {
		check_entry(&catalog.types[i]);
		assert_ptr_equal(&catalog.types[i],
				 catalog_find_type(&catalog, catalog.types[i].name));
	}
	assert_null(catalog_find_type(&catalog, STR("no.such")));
	assert_null(catalog_type_find(&catalog.facts, PROFILE_ENTERPRISE, STR("reminder.send")));
	assert_true(catalog_routes(&catalog.facts) > 20);
	/* Policies are read as the files say them. */
	const struct type_policy *shield = policy_of(&catalog, PROFILE_BROADCAST,
						     "shield.alert.subscriber");
	assert_int_equal(QUIET_OPT_IN, shield->quiet);
	assert_int_equal(2, shield->ladder_critical_last);
	assert_true(policy_says(shield, SAYS_MAINTENANCE));
	assert_false(policy_says(shield, SAYS_LIMIT));
	assert_int_equal(MAINTENANCE_PASS,
			 policy_of(&catalog, PROFILE_GUILD, "privacy.delete")->maintenance);
	assert_int_equal(
		UNIQUE_SUCCEEDED,
		policy_of(&catalog, PROFILE_BILLING, "invoice.effect_recovery_tick")->scope);
	arena_done(&arena);
}

/* A message to people is told by its type, never by luck: whoever adds one decides. */
static void types_that_reach_people_notify(void **state)
{
	static const char silent[] = "privacy.delete data.integrity events.scheduler_drift_check "
				     "cbsp.depot.snapshot shield.post.auto_archive "
				     "culture.leaderboard.rollup clubs_auto_archive "
				     "phash_index_maintenance";
	struct arena arena;
	struct catalog catalog = { 0 };
	u32 loud = 0;
	(void)state;
	arena_init(&arena, (size_t)4 << 20);
	assert_int_equal(ERR_OK, catalog_take(&arena, &catalog, NULL));
	for (u32 profile = PROFILE_GUILD; profile <= PROFILE_BROADCAST; profile++) {
		const struct profile_types *types = &catalog.facts.profiles[profile];
		for (u32 i = 0; i < types->len; i++) {
			bool is_silent = is_one_of(types->types[i].name, silent);
			if (types->types[i].policy.notifies == is_silent)
				fail_msg("%.*s", STR_ARG(types->types[i].name));
			loud += !is_silent;
		}
	}
	assert_int_equal(24, loud);
	arena_done(&arena);
}

static void a_broken_list_of_types_says_where(void **state)
{
#define TYPE_ROW(more) \
	"{\"name\":\"a\",\"profiles\":[\"guild\"],\"module\":\"m\",\"description\":\"d\"," more "}"
	static const struct {
		const char *text;
		const char *words;
	} cases[] = {
		{ "{}", "array" },
		{ "[{}]", "is required" },
		{ "[" TYPE_ROW("\"policy\":{\"limit\":0}") "]", "a: policy/limit" },
		{ "[" TYPE_ROW("\"policy\":{\"lmit\":1}") "]", "lmit" },
		{ "[" TYPE_ROW("\"policy\":{\"limit\":null}") "]", "null says nothing" },
		{ "[" TYPE_ROW("\"policy\":{\"handler\":{\"kind\":\"pull\"}}") "]",
		  "no part of a profile" },
		{ "[" TYPE_ROW("\"policy\":{\"fallback\":{\"type\":\"b\"}}") "]",
		  "no part of a profile" },
		{ "[" TYPE_ROW("\"policy\":{\"retryable\":[\"x\"],\"fatal\":[\"x\"]}") "]",
		  "both retryable and fatal" },
		{ "[" TYPE_ROW("\"policy\":{\"backoff\":{\"kind\":\"fixed\"}}") "]", "base_ms" },
		{ "[" TYPE_ROW("\"policy\":{}") "," TYPE_ROW("\"policy\":{}") "]", "stands twice" },
		{ "[{\"name\":\"a\",\"profiles\":[\"gild\"],\"module\":\"m\","
		  "\"description\":\"d\",\"policy\":{}}]",
		  "names of profiles" },
	};
	(void)state;
	for (size_t i = 0; i < countof(cases); i++) {
		struct arena arena;
		struct catalog catalog = { 0 };
		struct why why = { 0 };
		arena_init(&arena, (size_t)1 << 20);
		assert_int_not_equal(ERR_OK, catalog_read_types(str_from(cases[i].text), &arena,
								&catalog, &why));
		if (!strstr(why.text, cases[i].words)) fail_msg("%s: %s", cases[i].text, why.text);
		arena_done(&arena);
	}
	struct arena none;
	struct catalog catalog;
	arena_init(&none, 16);
	assert_int_equal(ERR_MEMORY, catalog_read_types(STR("[]"), &none, &catalog, NULL));
	arena_done(&none);
}

static void a_broken_list_of_rules_says_where(void **state)
{
#define RULE_ROW(rule) \
	"[{\"id\":\"00000000-0000-7000-8000-000000000001\",\"profiles\":[],\"rule\":" rule "}]"
	static const struct {
		const char *text;
		const char *words;
	} cases[] = {
		{ "{}", "array" },
		{ "[{}]", "is required" },
		{ RULE_ROW("{\"event\":\"a\"}"), "must name its template" },
		{ RULE_ROW("{\"template\":\"a\"}"), "event" },
		{ "[] x", "unexpected text after" },
	};
	struct arena arena;
	struct catalog catalog = { 0 };
	(void)state;
	for (size_t i = 0; i < countof(cases); i++) {
		struct why why = { 0 };
		arena_init(&arena, (size_t)1 << 20);
		assert_int_not_equal(ERR_OK, catalog_read_rules(str_from(cases[i].text), &arena,
								&catalog, &why));
		if (!strstr(why.text, cases[i].words)) fail_msg("%s: %s", cases[i].text, why.text);
		arena_done(&arena);
	}
	arena_init(&arena, (size_t)1 << 20);
	assert_int_equal(ERR_OK, catalog_read_rules(catalog_rules_text(), &arena, &catalog, NULL));
	assert_int_equal(4, catalog.rules_len);
	for (u32 i = 0; i < 4; i++) {
		for (u32 profile = 0; profile < PROFILE_COUNT; profile++)
			assert_int_equal(profile == PROFILE_ENTERPRISE,
					 catalog_rule_is_of(&catalog.rules[i], profile));
	}
	assert_null(catalog_find_rule(&catalog, STR("no.such")));
	arena_done(&arena);
	arena_init(&arena, 16);
	assert_int_equal(ERR_MEMORY, catalog_read_rules(STR("[]"), &arena, &catalog, NULL));
	arena_done(&arena);
}

/* The field `profile` of a tenant, and the table that the store keeps places of. */
static void the_words_of_the_field_are_the_table(void **state)
{
	(void)state;
	for (u32 i = 0; i < tenant_body.len; i++) {
		if (!str_eq(tenant_body.fields[i].name, STR("profile"))) continue;
		str words = str_from(tenant_body.fields[i].choices);
		for (u32 at = 0; at < PROFILE_COUNT; at++)
			assert_str(profile_word(at), str_split(&words, ','));
		assert_int_equal(0, words.len);
		return;
	}
	fail_msg("a tenant has no profile");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_template_that_is_built_in_can_run),
		cmocka_unit_test(a_broken_catalog_says_where),
		cmocka_unit_test(the_profiles_are_the_five),
		cmocka_unit_test(every_type_that_is_built_in_can_be_carried_out),
		cmocka_unit_test(types_that_reach_people_notify),
		cmocka_unit_test(a_broken_list_of_types_says_where),
		cmocka_unit_test(a_broken_list_of_rules_says_where),
		cmocka_unit_test(the_words_of_the_field_are_the_table),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
