#include "cli/fault.h"

#include "stage.h"

/* Parses a rule that is wrong and shows what is said of it. */
static void expect_fault(struct stage *stage, const char *rule, const char *expected)
{
	struct cli cli = { .doors = &stage->doors };
	enum rule_kind kind = rule_kind_guess(str_from(rule));
	struct rule parsed;
	struct why why;
	output_init(&cli.err, &stage->doors, STREAM_ERR);
	enum err err = rule_parse(kind, str_from(rule), &parsed, &why);
	assert_int_not_equal(err, ERR_OK);
	assert_int_equal(report_rule(&cli, kind, str_from(rule), &why), err);
	buf_clear(&stage->err);
	assert_true(output_flush(&cli.err));
	/* The sentence is the calendar's; here the lines below it count. */
	str said = buf_view(&stage->err);
	(void)str_split(&said, '\n');
	assert_str(said, str_from(expected));
	output_done(&cli.err);
}

static void a_wrong_cron_value_is_shown_with_its_field(void **state)
{
	STAGE(stage);
	expect_fault(&stage, "61 9 * * *",
		     "  61 9 * * *\n"
		     "  ^~\n"
		     "  field: minute\n"
		     "  allowed: 0-59  *  a-b  */n  a-b/n  a,b\n");
	expect_fault(&stage, "0 9,25 * * *",
		     "  0 9,25 * * *\n"
		     "      ^~\n"
		     "  field: hour\n"
		     "  allowed: 0-23  *  a-b  */n  a-b/n  a,b\n");
	expect_fault(&stage, "0 9 40 * *",
		     "  0 9 40 * *\n"
		     "      ^~\n"
		     "  field: day of month\n"
		     "  allowed: 1-31  *  ?  a-b  */n  a-b/n  a,b  L  L-3  15W  LW\n");
	expect_fault(&stage, "0  9 1 FOO *",
		     "  0  9 1 FOO *\n"
		     "         ^~~\n"
		     "  field: month\n"
		     "  allowed: 1-12 or JAN-DEC  *  a-b  */n  a-b/n  a,b\n");
	expect_fault(&stage, "0 9 * * 8",
		     "  0 9 * * 8\n"
		     "          ^\n"
		     "  field: day of week\n"
		     "  allowed: 0-7 or SUN-SAT (0 and 7: Sunday)  *  ?  a-b  */n  a-b/n  a,b  "
		     "5#3  5L\n");
	stage_done(&stage);
}

static void an_empty_item_has_a_caret_wherever_it_stands(void **state)
{
	STAGE(stage);
	expect_fault(&stage, ",5 9 * * *",
		     "  ,5 9 * * *\n"
		     "  ^\n"
		     "  field: minute\n"
		     "  allowed: 0-59  *  a-b  */n  a-b/n  a,b\n");
	expect_fault(&stage, "5, 9 * * *",
		     "  5, 9 * * *\n"
		     "    ^\n"
		     "  field: minute\n"
		     "  allowed: 0-59  *  a-b  */n  a-b/n  a,b\n");
	stage_done(&stage);
}

static void what_the_whole_rule_lacks_is_no_parts_fault(void **state)
{
	STAGE(stage);
	expect_fault(&stage, "BYDAY=MO", "  BYDAY=MO\n  ^~~~~~~~\n");
	expect_fault(&stage, "RRULE:COUNT=3", "  RRULE:COUNT=3\n        ^~~~~~~\n");
	stage_done(&stage);
}

static void with_six_fields_the_first_is_the_second(void **state)
{
	STAGE(stage);
	expect_fault(&stage, "60 0 9 * * *",
		     "  60 0 9 * * *\n"
		     "  ^~\n"
		     "  field: second\n"
		     "  allowed: 0-59  *  a-b  */n  a-b/n  a,b\n");
	expect_fault(&stage, "0 60 9 * * *",
		     "  0 60 9 * * *\n"
		     "    ^~\n"
		     "  field: minute\n"
		     "  allowed: 0-59  *  a-b  */n  a-b/n  a,b\n");
	stage_done(&stage);
}

static void a_wrong_number_of_fields_is_no_fields_fault(void **state)
{
	STAGE(stage);
	expect_fault(&stage, "0 9 * *", "  0 9 * *\n  ^~~~~~~\n");
	expect_fault(&stage, ",,,,", "  ,,,,\n  ^~~~\n");
	expect_fault(&stage, "0 0 30 2 *", "  0 0 30 2 *\n  ^~~~~~~~~~\n");
	stage_done(&stage);
}

static void an_empty_rule_has_nothing_to_show(void **state)
{
	STAGE(stage);
	expect_fault(&stage, "", "");
	stage_done(&stage);
}

static void a_wrong_part_of_a_recurrence_rule_is_shown(void **state)
{
	STAGE(stage);
	expect_fault(&stage, "FREQ=DAYLY",
		     "  FREQ=DAYLY\n"
		     "       ^~~~~\n"
		     "  part: FREQ\n"
		     "  allowed: SECONDLY MINUTELY HOURLY DAILY WEEKLY MONTHLY YEARLY\n");
	expect_fault(&stage, "RRULE:FREQ=MONTHLY;BYMONTHDAY=1,99",
		     "  RRULE:FREQ=MONTHLY;BYMONTHDAY=1,99\n"
		     "                                  ^~\n"
		     "  part: BYMONTHDAY\n"
		     "  allowed: 1 to 31 and -31 to -1, separated by commas; not with "
		     "FREQ=WEEKLY\n");
	expect_fault(&stage, "FREQ=DAILY;FOO=1",
		     "  FREQ=DAILY;FOO=1\n"
		     "             ^~~\n");
	stage_done(&stage);
}

static void every_part_says_what_it_allows(void **state)
{
	STAGE(stage);
	static const char *const rules[] = {
		"FREQ=DAILY;INTERVAL=0",  "FREQ=DAILY;COUNT=x",
		"FREQ=DAILY;UNTIL=x",     "FREQ=DAILY;BYSECOND=61",
		"FREQ=DAILY;BYMINUTE=60", "FREQ=DAILY;BYHOUR=24",
		"FREQ=DAILY;BYDAY=XX",    "FREQ=DAILY;BYMONTH=13",
		"FREQ=DAILY;WKST=X",      "FREQ=YEARLY;BYYEARDAY=400",
		"FREQ=YEARLY;BYWEEKNO=0", "FREQ=DAILY;BYSETPOS=0",
		"RSCALE=X;FREQ=DAILY",    "RSCALE=GREGORIAN;FREQ=DAILY;SKIP=X",
	};
	for (size_t i = 0; i < countof(rules); i++) {
		struct cli cli = { .doors = &stage.doors };
		struct rule parsed;
		struct why why;
		output_init(&cli.err, &stage.doors, STREAM_ERR);
		str rule = str_from(rules[i]);
		assert_int_not_equal(rule_parse(RULE_RRULE, rule, &parsed, &why), ERR_OK);
		(void)report_rule(&cli, RULE_RRULE, rule, &why);
		assert_has(&cli.err.text, "\n  part: ");
		assert_has(&cli.err.text, "\n  allowed: ");
		output_done(&cli.err);
	}
	stage_done(&stage);
}

static void carets_stand_under_characters_not_bytes(void **state)
{
	STAGE(stage);
	expect_fault(&stage, "\xc3\xa9,\xc3\xa9\xc3\xa9 9 * * *",
		     "  \xc3\xa9,\xc3\xa9\xc3\xa9 9 * * *\n"
		     "  ^\n"
		     "  field: minute\n"
		     "  allowed: 0-59  *  a-b  */n  a-b/n  a,b\n");
	expect_fault(&stage, "1,\xc3\xa9\xc3\xa9 9 * * *",
		     "  1,\xc3\xa9\xc3\xa9 9 * * *\n"
		     "    ^~\n"
		     "  field: minute\n"
		     "  allowed: 0-59  *  a-b  */n  a-b/n  a,b\n");
	stage_done(&stage);
}

static void control_characters_are_not_echoed(void **state)
{
	STAGE(stage);
	expect_fault(&stage, "0\t9 \x1b[2J * *",
		     "  0 9 ?[2J * *\n"
		     "      ^\n"
		     "  field: day of month\n"
		     "  allowed: 1-31  *  ?  a-b  */n  a-b/n  a,b  L  L-3  15W  LW\n");
	stage_done(&stage);
}

static void of_a_long_rule_the_place_of_the_mistake_is_shown(void **state)
{
	STAGE(stage);
	struct buf rule;
	buf_init(&rule, 2000);
	for (u32 i = 0; i < 100; i++) buf_add(&rule, STR("1,2,"));
	buf_add(&rule, STR("77,"));
	for (u32 i = 0; i < 100; i++) buf_add(&rule, STR("3,4,"));
	buf_add(&rule, STR("5 * * * *"));
	char *text = buf_take(&rule);
	expect_fault(&stage, text,
		     "  ...1,2,1,2,1,2,1,2,1,2,1,2,77,3,4,3,4,3,4,3,4,3,4,3,4,3,4,3,4,3,4,3,4,3,"
		     "4,3...\n"
		     "                             ^~\n"
		     "  field: minute\n"
		     "  allowed: 0-59  *  a-b  */n  a-b/n  a,b\n");
	mem_free(text);
	stage_done(&stage);
}

static void an_interval_has_no_fields(void **state)
{
	STAGE(stage);
	expect_fault(&stage, "10ms", "  10ms\n  ^~~~\n");
	stage_done(&stage);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_wrong_cron_value_is_shown_with_its_field),
		cmocka_unit_test(an_empty_item_has_a_caret_wherever_it_stands),
		cmocka_unit_test(what_the_whole_rule_lacks_is_no_parts_fault),
		cmocka_unit_test(with_six_fields_the_first_is_the_second),
		cmocka_unit_test(a_wrong_number_of_fields_is_no_fields_fault),
		cmocka_unit_test(an_empty_rule_has_nothing_to_show),
		cmocka_unit_test(a_wrong_part_of_a_recurrence_rule_is_shown),
		cmocka_unit_test(every_part_says_what_it_allows),
		cmocka_unit_test(carets_stand_under_characters_not_bytes),
		cmocka_unit_test(control_characters_are_not_echoed),
		cmocka_unit_test(of_a_long_rule_the_place_of_the_mistake_is_shown),
		cmocka_unit_test(an_interval_has_no_fields),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
