#include "server/version.h"

#include "base/check.h"

static void the_version_is_three_numbers(void **state)
{
	(void)state;
	str rest = str_from(version_number());
	for (u32 i = 0; i < 3; i++) {
		u64 number;
		assert_true(str_to_u64(str_split(&rest, '.'), 10000, &number));
	}
	assert_int_equal(rest.len, 0);
}

static void the_compiler_is_one_of_the_two(void **state)
{
	(void)state;
	str compiler = str_from(version_compiler());
	assert_true(str_starts_with(compiler, STR("gcc ")) ||
		    str_starts_with(compiler, STR("clang ")));
	assert_non_null(version_commit());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_version_is_three_numbers),
		cmocka_unit_test(the_compiler_is_one_of_the_two),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
