/* Types of a profile are found by name, in it alone. */
#include "model/catalog.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const struct catalog_type types[] = {
	{ { "a", 1 }, { .priority = 1 } },
	{ { "a.b", 3 }, { .priority = 2 } },
	{ { "b", 1 }, { .priority = 3 } },
};
static const struct catalog_facts facts = { .profiles[PROFILE_GUILD] = { types, 3 } };

static void a_type_is_found_in_its_profile_alone(void **state)
{
	(void)state;
	for (u32 i = 0; i < 3; i++) {
		assert_ptr_equal(&types[i],
				 catalog_type_find(&facts, PROFILE_GUILD, types[i].name));
		assert_null(catalog_type_find(&facts, PROFILE_BILLING, types[i].name));
		assert_null(catalog_type_find(NULL, PROFILE_GUILD, types[i].name));
	}
	assert_null(catalog_type_find(&facts, PROFILE_GUILD, STR("")));
	assert_null(catalog_type_find(&facts, PROFILE_GUILD, STR("a.")));
	assert_null(catalog_type_find(&facts, PROFILE_GUILD, STR("c")));
}

static void a_profile_has_its_word(void **state)
{
	(void)state;
	assert_true(str_eq(profile_word(PROFILE_NONE), STR("default")));
	assert_true(str_eq(profile_word(PROFILE_BILLING), STR("billing")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_type_is_found_in_its_profile_alone),
		cmocka_unit_test(a_profile_has_its_word),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
