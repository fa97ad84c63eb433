#include "api/catalog.h"

#include "base/check.h"
#include "calendar/cron.h"

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_template_that_is_built_in_can_run),
		cmocka_unit_test(a_broken_catalog_says_where),
		cmocka_unit_test(the_profiles_are_the_five),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
