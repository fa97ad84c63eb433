#include "model/when.h"

#include "base/check.h"
#include "calendar/zone.h"

static void an_instant_needs_no_zone_and_a_local_time_does(void **state)
{
	msec at = 0;
	struct why why = { 0 };
	(void)state;
	assert_int_equal(ERR_OK, when_parse(STR("1970-01-01T01:00:01+01:00"), NULL, &at, &why));
	assert_int_equal(1000, at);
	assert_int_equal(ERR_TIME_SYNTAX, when_parse(STR("1970-01-01T00:00:01"), NULL, &at, &why));
	assert_non_null(strstr(why.text, "timezone"));
	assert_int_equal(ERR_OK, when_parse(STR("1970-01-01T00:00:02"), zone_utc(), &at, &why));
	assert_int_equal(2000, at);
	assert_int_equal(ERR_TIME_SYNTAX, when_parse(STR("tomorrow"), zone_utc(), &at, &why));
	assert_true(when_is_local(STR("2025-03-30T01:30")));
	assert_false(when_is_local(STR("2025-03-30T01:30:00Z")));
	assert_false(when_is_local(STR("soon")));
}

static void milliseconds_end_with_the_year_9999(void **state)
{
	msec at = 0;
	(void)state;
	assert_int_equal(ERR_OK, when_from_epoch(MSEC_YEAR_9999_END, &at, NULL));
	assert_int_equal(MSEC_YEAR_9999_END, at);
	assert_int_equal(ERR_TIME_SYNTAX, when_from_epoch(MSEC_YEAR_9999_END + 1, &at, NULL));
	assert_int_equal(ERR_TIME_SYNTAX, when_from_epoch(-1, &at, NULL));
}

static void what_is_printed_parses_to_the_same(void **state)
{
	struct buf out;
	msec at = 0, span = 0;
	(void)state;
	buf_init(&out, 100);
	when_print(1700000000123, &out);
	assert_int_equal(ERR_OK, when_parse(buf_view(&out), NULL, &at, NULL));
	assert_int_equal(1700000000123, at);
	assert_int_equal(ERR_OK, span_parse(STR("1h30m"), &span, NULL));
	assert_int_equal(90 * MSEC_MINUTE, span);
	assert_int_equal(ERR_INTERVAL, span_parse(STR("later"), &span, NULL));
	buf_done(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_instant_needs_no_zone_and_a_local_time_does),
		cmocka_unit_test(milliseconds_end_with_the_year_9999),
		cmocka_unit_test(what_is_printed_parses_to_the_same),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
