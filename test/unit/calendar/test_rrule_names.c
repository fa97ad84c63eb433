/* Stories about the names of RFC 5545: each stands once, and a rule written with it is understood.
 */
#include "calendar/rrule_names.h"

#include "support.h"

static void every_part_has_its_name(void **state)
{
	(void)state;
	static const char *const names[PART_KINDS] = {
		[PART_RSCALE] = "RSCALE",
		[PART_FREQ] = "FREQ",
		[PART_INTERVAL] = "INTERVAL",
		[PART_BYMONTH] = "BYMONTH",
		[PART_BYWEEKNO] = "BYWEEKNO",
		[PART_BYYEARDAY] = "BYYEARDAY",
		[PART_BYMONTHDAY] = "BYMONTHDAY",
		[PART_BYDAY] = "BYDAY",
		[PART_BYHOUR] = "BYHOUR",
		[PART_BYMINUTE] = "BYMINUTE",
		[PART_BYSECOND] = "BYSECOND",
		[PART_BYSETPOS] = "BYSETPOS",
		[PART_SKIP] = "SKIP",
		[PART_WKST] = "WKST",
		[PART_COUNT] = "COUNT",
		[PART_UNTIL] = "UNTIL",
	};
	for (u32 part = 0; part < PART_KINDS; part++)
		assert_str(rrule_part_name((enum rrule_part)part), str_from(names[part]));
}

static void every_frequency_is_read_by_its_name(void **state)
{
	(void)state;
	static const char *const names[FREQ_COUNT] = { "SECONDLY", "MINUTELY", "HOURLY", "DAILY",
						       "WEEKLY",   "MONTHLY",  "YEARLY" };
	for (u32 freq = 0; freq < FREQ_COUNT; freq++) {
		char text[50];
		struct rrule rule;
		assert_str(rrule_freq_name((enum rrule_freq)freq), str_from(names[freq]));
		snprintf(text, sizeof text, "FREQ=%s", names[freq]);
		assert_int_equal(rrule_parse(str_from(text), &rule, NULL), ERR_OK);
		assert_int_equal(rule.freq, freq);
	}
}

static void every_weekday_is_read_by_its_name(void **state)
{
	(void)state;
	static const char *const names[] = { "SU", "MO", "TU", "WE", "TH", "FR", "SA" };
	for (u32 day = 0; day < 7; day++) {
		char text[50];
		struct rrule rule;
		assert_str(rrule_weekday_name(day), str_from(names[day]));
		snprintf(text, sizeof text, "FREQ=WEEKLY;BYDAY=%s;WKST=%s", names[day], names[day]);
		assert_int_equal(rrule_parse(str_from(text), &rule, NULL), ERR_OK);
		assert_int_equal(rule.weekdays, 1 << day);
		assert_int_equal(rule.week_start, day);
	}
}

static void every_way_to_skip_is_read_by_its_name(void **state)
{
	(void)state;
	static const char *const names[SKIP_KINDS] = { "OMIT", "BACKWARD", "FORWARD" };
	for (u32 skip = 0; skip < SKIP_KINDS; skip++) {
		char text[60];
		struct rrule rule;
		assert_str(rrule_skip_name((enum rrule_skip)skip), str_from(names[skip]));
		snprintf(text, sizeof text, "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=%s", names[skip]);
		assert_int_equal(rrule_parse(str_from(text), &rule, NULL), ERR_OK);
		assert_int_equal(rule.skip, skip);
	}
}

static void names_are_found_in_any_case_and_nothing_else_is(void **state)
{
	(void)state;
	static const char *const none[] = { "", "M", "XX", "MX", "MON", "BYMONTHDAX", "FREQUENCY" };
	for (u32 part = 0; part < PART_KINDS; part++)
		assert_int_equal(rrule_part_by_name(rrule_part_name((enum rrule_part)part)), part);
	for (u32 day = 0; day < 7; day++)
		assert_int_equal(rrule_weekday_by_name(rrule_weekday_name(day)), day);
	assert_int_equal(rrule_part_by_name(STR("byMonthDay")), PART_BYMONTHDAY);
	assert_int_equal(rrule_weekday_by_name(STR("tH")), THURSDAY);
	for (size_t i = 0; i < countof(none); i++) {
		assert_int_equal(rrule_part_by_name(str_from(none[i])), PART_KINDS);
		assert_int_equal(rrule_weekday_by_name(str_from(none[i])), 7);
	}
}

static void name_no_part(void *context)
{
	(void)context;
	(void)rrule_part_name(PART_KINDS);
}

static void name_no_frequency(void *context)
{
	(void)context;
	(void)rrule_freq_name(FREQ_COUNT);
}

static void name_no_skip(void *context)
{
	(void)context;
	(void)rrule_skip_name(SKIP_KINDS);
}

static void name_no_weekday(void *context)
{
	(void)context;
	(void)rrule_weekday_name(7);
}

static void asking_for_a_name_that_there_is_not_breaks_a_promise(void **state)
{
	(void)state;
	assert_true(breaks_promise(name_no_part, NULL));
	assert_true(breaks_promise(name_no_frequency, NULL));
	assert_true(breaks_promise(name_no_skip, NULL));
	assert_true(breaks_promise(name_no_weekday, NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_part_has_its_name),
		cmocka_unit_test(every_frequency_is_read_by_its_name),
		cmocka_unit_test(every_weekday_is_read_by_its_name),
		cmocka_unit_test(every_way_to_skip_is_read_by_its_name),
		cmocka_unit_test(names_are_found_in_any_case_and_nothing_else_is),
		cmocka_unit_test(asking_for_a_name_that_there_is_not_breaks_a_promise),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
