#include "base/field_error.h"

#include "base/check.h"

static void expect_text(const char *field, const char *reason, const char *text)
{
	struct why why;
	assert_int_equal(fail_field(&why, ERR_INVALID, str_from(field), str_from(reason)),
			 ERR_INVALID);
	assert_int_equal(why.code, ERR_INVALID);
	assert_string_equal(why.text, text);
}

static void a_reason_that_begins_with_a_verb_needs_no_colon(void **state)
{
	(void)state;
	expect_text("priority", "must be 1 to 10, got 11", "priority must be 1 to 10, got 11");
	expect_text("--handler", "is required", "--handler is required");
	expect_text("timezone", "\"Mars\" is not a time zone",
		    "timezone: \"Mars\" is not a time zone");
	expect_text("run_at", "an instant is written so", "run_at: an instant is written so");
	expect_text("x", "musty", "x: musty");
}

static void without_a_field_the_reason_stands_alone(void **state)
{
	(void)state;
	expect_text("", "must be an object", "must be an object");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_reason_that_begins_with_a_verb_needs_no_colon),
		cmocka_unit_test(without_a_field_the_reason_stands_alone),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
