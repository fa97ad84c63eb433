/* Random bytes of the system. */
#include "host/entropy.h"

#include "base/check.h"

static void bytes_are_filled_to_the_end_and_differ(void **state)
{
	(void)state;
	static u8 first[1000], second[1000];
	entropy_fill(first, sizeof first);
	entropy_fill(second, sizeof second);
	assert_memory_not_equal(first, second, sizeof first);
	u32 zeros = 0;
	for (size_t i = sizeof first - 64; i < sizeof first; i++) zeros += first[i] == 0;
	assert_true(zeros < 32);
	entropy_fill(first, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bytes_are_filled_to_the_end_and_differ),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
