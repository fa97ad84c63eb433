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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_kind_has_a_word_and_a_sentence_of_its_own),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
