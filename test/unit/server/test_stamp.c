/* The instant in the name of a file that is kept. */
#include "server/stamp.h"

#include "base/check.h"

static void a_stamp_is_an_instant_that_a_file_name_may_hold(void **state)
{
	char text[STAMP_BYTES];
	(void)state;
	stamp_print(0, text);
	assert_string_equal(text, "19700101T000000Z");
	stamp_print((msec)1794974700 * 1000 + 123, text);
	assert_string_equal(text, "20261118T040500Z");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_stamp_is_an_instant_that_a_file_name_may_hold),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
