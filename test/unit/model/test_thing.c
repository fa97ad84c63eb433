/* The kinds of things. */
#include "model/rows.h"

#include "base/check.h"

static void every_kind_has_a_word_of_its_own(void **state)
{
	(void)state;
	for (enum thing_kind a = 0; a < THING_KINDS; a++) {
		assert_true(thing_kind_name(a).len > 0);
		for (enum thing_kind b = a + 1; b < THING_KINDS; b++)
			assert_false(str_eq(thing_kind_name(a), thing_kind_name(b)));
	}
}

static void a_tenant_has_one_of_itself_and_any_number_of_users(void **state)
{
	(void)state;
	assert_int_equal(thing_most(THING_TENANT), 1);
	assert_int_equal(thing_most(THING_USER), 0);
	assert_str(thing_kind_name(THING_TOKEN), STR("token"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_kind_has_a_word_of_its_own),
		cmocka_unit_test(a_tenant_has_one_of_itself_and_any_number_of_users),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
