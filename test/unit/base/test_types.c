#include "base/types.h"

#include "check.h"

struct inner {
	u32 value;
};

struct outer {
	u8 before;
	struct inner inner;
};

static void the_struct_around_a_member_is_found(void **state)
{
	(void)state;
	struct outer outer = { .before = 7 };
	assert_ptr_equal(container_of(&outer.inner, struct outer, inner), &outer);
	assert_int_equal(container_of(&outer.inner, struct outer, inner)->before, 7);
}

static void an_array_knows_its_count(void **state)
{
	(void)state;
	u16 five[5] = { 0 };
	assert_int_equal(countof(five), 5);
}

static void numbers_are_as_wide_as_their_names(void **state)
{
	(void)state;
	assert_int_equal(sizeof(u8) + sizeof(i8), 2);
	assert_int_equal(sizeof(u16) + sizeof(i16), 4);
	assert_int_equal(sizeof(u32) + sizeof(i32), 8);
	assert_int_equal(sizeof(u64) + sizeof(i64), 16);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_struct_around_a_member_is_found),
		cmocka_unit_test(an_array_knows_its_count),
		cmocka_unit_test(numbers_are_as_wide_as_their_names),
	};
	return cmocka_run_group_tests_name("base/types", tests, NULL, NULL);
}
