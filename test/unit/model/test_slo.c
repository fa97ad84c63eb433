/* The words of service levels. */
#include "model/slo.h"

#include "base/check.h"

static void each_has_a_word_and_a_unit_of_its_own(void **state)
{
	(void)state;
	for (u32 i = 0; i < SLO_COUNT; i++) {
		assert_true(slo_word((enum slo)i).len > 0);
		assert_true(slo_unit((enum slo)i).len > 0);
		for (u32 k = 0; k < i; k++)
			assert_false(str_eq(slo_word((enum slo)i), slo_word((enum slo)k)));
	}
	assert_str(slo_word(SLO_CUTOFF), STR("cutoff_miss_rate"));
	assert_str(slo_unit(SLO_CUTOFF), STR("ratio"));
}

static void each_verdict_has_a_word(void **state)
{
	(void)state;
	for (u32 i = 0; i < SLO_VERDICTS; i++)
		assert_true(slo_verdict_word((enum slo_verdict)i).len > 0);
	assert_str(slo_verdict_word(SLO_IS_BREACHED), STR("breached"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_has_a_word_and_a_unit_of_its_own),
		cmocka_unit_test(each_verdict_has_a_word),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
