#include "model/quota.h"

#include "base/check.h"

static void a_refusal_names_the_quota_its_value_and_what_counts(void **state)
{
	(void)state;
	struct why why;
	assert_int_equal(ERR_QUOTA, quota_refuse(QUOTA_RUNS, 5, 5, &why));
	assert_string_equal("this would exceed the tenant's quota \"runs\" of 5: it has 5 runs "
			    "that are waiting, "
			    "queued or processing",
			    why.text);
	/* Where only taking something away helps, nobody is told to come again. */
	assert_int_equal(ERR_FULL, quota_refuse(QUOTA_JOBS, 1, 2, &why));
	assert_int_equal(429, err_http_status(ERR_QUOTA));
	assert_int_equal(409, err_http_status(ERR_FULL));
}

static void every_kind_has_a_word_of_its_own_and_a_bound(void **state)
{
	(void)state;
	for (u32 i = 0; i < QUOTA_KINDS; i++) {
		assert_true(quota_word((enum quota_kind)i).len > 0);
		assert_true(quota_sentence((enum quota_kind)i).len > 0);
		assert_true(quota_greatest((enum quota_kind)i) > 0);
		for (u32 k = 0; k < i; k++)
			assert_false(str_eq(quota_word((enum quota_kind)i),
					    quota_word((enum quota_kind)k)));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_refusal_names_the_quota_its_value_and_what_counts),
		cmocka_unit_test(every_kind_has_a_word_of_its_own_and_a_bound),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
