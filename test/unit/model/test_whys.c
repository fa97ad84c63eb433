/* The words and sentences of reasons. */
#include "model/whys.h"

#include "base/check.h"

static void every_kind_has_a_word_and_a_sentence_of_its_own(void **state)
{
	(void)state;
	for (u32 i = 0; i < WHY_KINDS; i++) {
		assert_true(why_word((enum why_kind)i).len > 0);
		assert_true(why_sentence((enum why_kind)i).len > 0);
		for (u32 k = 0; k < i; k++) {
			assert_false(
				str_eq(why_word((enum why_kind)i), why_word((enum why_kind)k)));
			assert_false(str_eq(why_sentence((enum why_kind)i),
					    why_sentence((enum why_kind)k)));
		}
	}
}

static void every_end_has_a_sentence_and_failures_say_what_helps(void **state)
{
	(void)state;
	for (u32 i = 0; i < RUN_STATE_COUNT; i++) {
		enum run_state end = (enum run_state)i;
		if (!run_state_is_final(end)) continue;
		assert_true(why_end_sentence(end).len > 0);
		assert_int_equal(why_end_help(end).len > 0, run_state_is_dead_letter(end));
	}
	assert_true(why_help(WHY_NO_WORKER).len > 0);
	assert_int_equal(why_help(WHY_LIMIT).len, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_kind_has_a_word_and_a_sentence_of_its_own),
		cmocka_unit_test(every_end_has_a_sentence_and_failures_say_what_helps),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
