#include "api/access.h"

#include "base/check.h"

static void every_role_has_a_word_that_leads_back(void **state)
{
	(void)state;
	for (u32 i = 0; i < ROLE_COUNT; i++) {
		enum role role = ROLE_COUNT;
		assert_true(role_parse(role_name((enum role)i), &role));
		assert_int_equal(i, role);
	}
	enum role role;
	assert_false(role_parse(STR("root"), &role));
	assert_false(role_parse(STR(""), &role));
}

static void each_role_reaches_what_its_sentence_says(void **state)
{
	(void)state;
	for (u32 reach = 0; reach < REACH_COUNT; reach++)
		assert_true(role_reaches(ROLE_ADMIN, (enum reach)reach));
	assert_true(role_reaches(ROLE_VIEWER, REACH_READ));
	assert_false(role_reaches(ROLE_VIEWER, REACH_PRODUCE));
	assert_false(role_reaches(ROLE_VIEWER, REACH_PROFILE));
	assert_true(role_reaches(ROLE_PRODUCER, REACH_PRODUCE));
	assert_false(role_reaches(ROLE_PRODUCER, REACH_OPERATE));
	assert_true(role_reaches(ROLE_OPERATOR, REACH_OPERATE));
	assert_false(role_reaches(ROLE_OPERATOR, REACH_WORK));
	assert_false(role_reaches(ROLE_OPERATOR, REACH_MANAGE));
	assert_true(role_reaches(ROLE_WORKER, REACH_WORK));
	assert_false(role_reaches(ROLE_WORKER, REACH_READ));
	assert_true(role_reaches(ROLE_USER, REACH_PROFILE));
	assert_false(role_reaches(ROLE_USER, REACH_READ));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_role_has_a_word_that_leads_back),
		cmocka_unit_test(each_role_reaches_what_its_sentence_says),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
