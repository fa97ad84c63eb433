/* The kinds of documents. */
#include "model/rows.h"

#include "base/check.h"

static void every_kind_has_a_word_of_its_own(void **state)
{
	(void)state;
	for (enum document_kind a = 0; a < DOCUMENT_KINDS; a++) {
		assert_true(document_kind_name(a).len > 0);
		for (enum document_kind b = a + 1; b < DOCUMENT_KINDS; b++)
			assert_false(str_eq(document_kind_name(a), document_kind_name(b)));
	}
}

static void a_tenant_has_one_of_itself_and_any_number_of_users(void **state)
{
	(void)state;
	assert_int_equal(document_most(DOCUMENT_TENANT), 1);
	assert_int_equal(document_most(DOCUMENT_USER), 0);
	assert_str(document_kind_name(DOCUMENT_TOKEN), STR("token"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_kind_has_a_word_of_its_own),
		cmocka_unit_test(a_tenant_has_one_of_itself_and_any_number_of_users),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
