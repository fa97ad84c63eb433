/* The words of the delivery log. */
#include "model/delivery.h"

#include "base/check.h"

static void every_next_has_a_word_of_its_own(void **state)
{
	(void)state;
	for (u32 a = 0; a < DELIVERY_NEXTS; a++) {
		assert_true(delivery_next_name((enum delivery_next)a).len > 0);
		for (u32 b = a + 1; b < DELIVERY_NEXTS; b++)
			assert_false(str_eq(delivery_next_name((enum delivery_next)a),
					    delivery_next_name((enum delivery_next)b)));
	}
	assert_str(delivery_next_name(NEXT_COVERED), STR("covered"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_next_has_a_word_of_its_own),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
