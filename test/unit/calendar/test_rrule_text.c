/* Stories about reading recurrence rules: every part, and every mistake with the place it is
 * pointed out at. */
#include "calendar/rrule.h"

#include "support.h"

static struct rrule parsed(const char *text)
{
	struct rrule rule = { 0 };
	struct why why;
	if (rrule_parse(str_from(text), &rule, &why)) fail_msg("%s: %s", text, why.text);
	return rule;
}

static u64 bits_of(const i32 *members, size_t len)
{
	u64 set = 0;
	for (size_t i = 0; i < len; i++) set |= (u64)1 << members[i];
	return set;
}

#define BITS(...) bits_of((const i32[]){ __VA_ARGS__ }, countof(((const i32[]){ __VA_ARGS__ })))

static void the_shortest_rule_is_a_frequency(void **state)
{
	(void)state;
	struct rrule rule = parsed("FREQ=DAILY");
	assert_int_equal(rule.freq, FREQ_DAILY);
	assert_int_equal(rule.interval, 1);
	assert_int_equal(rule.week_start, MONDAY);
	assert_int_equal(rule.count, 0);
	assert_int_equal(rule.until_kind, UNTIL_NONE);
	assert_int_equal(rule.skip, SKIP_OMIT);
	assert_int_equal(rule.parts, 1 << PART_FREQ);
	assert_true(rrule_has(&rule, PART_FREQ));
	assert_false(rrule_has(&rule, PART_INTERVAL));
}

static void numbers_and_lists_are_read(void **state)
{
	(void)state;
	struct rrule rule = parsed(
		"FREQ=YEARLY;INTERVAL=3;COUNT=7;BYSECOND=0,59,60;BYMINUTE=30,5,5;"
		"BYHOUR=23,0;BYMONTH=12,1;BYMONTHDAY=1,-1,+15,-31");
	assert_int_equal(rule.interval, 3);
	assert_int_equal(rule.count, 7);
	assert_int_equal(rule.seconds, BITS(0, 59, 60));
	assert_int_equal(rule.minutes, BITS(5, 30));
	assert_int_equal(rule.hours, BITS(0, 23));
	assert_int_equal(rule.months, BITS(1, 12));
	assert_int_equal(rule.days_front, BITS(1, 15));
	assert_int_equal(rule.days_back, BITS(1, 31));
}

static void weeks_days_of_the_year_and_positions_count_from_both_ends(void **state)
{
	(void)state;
	struct rrule rule = parsed("FREQ=YEARLY;BYWEEKNO=1,53,-1;BYYEARDAY=1,64,366,-366,-1;"
				   "BYSETPOS=1,-1,+2,366,-366");
	assert_int_equal(rule.weeks_front, BITS(1, 53));
	assert_int_equal(rule.weeks_back, BITS(1));
	assert_int_equal(rule.year_days.front[0], BITS(1));
	assert_int_equal(rule.year_days.front[1], BITS(0));
	assert_int_equal(rule.year_days.front[5], BITS(46));
	assert_int_equal(rule.year_days.back[0], BITS(1));
	assert_int_equal(rule.year_days.back[5], BITS(46));
	assert_int_equal(rule.positions.front[0], BITS(1, 2));
	assert_int_equal(rule.positions.front[5], BITS(46));
	assert_int_equal(rule.positions.back[0], BITS(1));
}

static void weekdays_stand_alone_or_with_a_number(void **state)
{
	(void)state;
	struct rrule rule = parsed("FREQ=YEARLY;BYDAY=MO,su,1FR,-1FR,+53TU,-53WE");
	assert_int_equal(rule.weekdays, BITS(MONDAY, SUNDAY));
	assert_int_equal(rule.numbered, BITS(TUESDAY, WEDNESDAY, FRIDAY));
	assert_int_equal(rule.weekday_front[FRIDAY], BITS(1));
	assert_int_equal(rule.weekday_back[FRIDAY], BITS(1));
	assert_int_equal(rule.weekday_front[TUESDAY], BITS(53));
	assert_int_equal(rule.weekday_back[WEDNESDAY], BITS(53));
}

static void the_greatest_interval_and_count_are_read(void **state)
{
	(void)state;
	struct rrule rule = parsed("FREQ=DAILY;INTERVAL=1000000;COUNT=1000000");
	assert_int_equal(rule.interval, RRULE_INTERVAL_MAX);
	assert_int_equal(rule.count, RRULE_COUNT_MAX);
	assert_int_equal(parsed("FREQ=DAILY;INTERVAL=0000005").interval, 5);
}

static void until_is_a_date_a_local_time_or_utc(void **state)
{
	(void)state;
	struct rrule date = parsed("FREQ=DAILY;UNTIL=20251231");
	assert_int_equal(date.until_kind, UNTIL_DATE);
	assert_int_equal(date.until, seconds_of("2025-12-31T23:59:59"));
	struct rrule local = parsed("FREQ=DAILY;UNTIL=20251231T120000");
	assert_int_equal(local.until_kind, UNTIL_LOCAL);
	assert_int_equal(local.until, seconds_of("2025-12-31T12:00:00"));
	struct rrule utc = parsed("FREQ=DAILY;UNTIL=20251231T120000Z");
	assert_int_equal(utc.until_kind, UNTIL_UTC);
	assert_int_equal(utc.until, local.until);
	assert_int_equal(parsed("FREQ=DAILY;UNTIL=20251231T120000z").until_kind, UNTIL_UTC);
	assert_int_equal(parsed("FREQ=DAILY;UNTIL=99991231").until, WALL_MAX);
}

static void parts_come_in_any_order_and_case_with_or_without_the_prefix(void **state)
{
	(void)state;
	static const char *const rows[] = {
		"FREQ=MONTHLY;BYDAY=-1FR;BYSETPOS=1;RSCALE=GREGORIAN;SKIP=FORWARD;WKST=SU",
		"RRULE:FREQ=MONTHLY;BYDAY=-1FR;BYSETPOS=1;RSCALE=GREGORIAN;SKIP=FORWARD;WKST=SU",
		"FREQ=MONTHLY;BYDAY=-1FR;BYSETPOS=1;RSCALE=GREGORIAN;SKIP=FORWARD;WKST=SU;",
		"rrule:wkst=su;skip=forward;rscale=gregorian;bysetpos=1;byday=-1fr;freq=monthly",
		"RRule:Skip=Forward;BySetPos=+1;Wkst=Su;Freq=Monthly;RScale=Gregorian;ByDay=-1Fr",
	};
	for (size_t i = 0; i < countof(rows); i++) {
		struct rrule rule = parsed(rows[i]);
		assert_int_equal(rule.freq, FREQ_MONTHLY);
		assert_int_equal(rule.weekday_back[FRIDAY], BITS(1));
		assert_int_equal(rule.positions.front[0], BITS(1));
		assert_int_equal(rule.skip, SKIP_FORWARD);
		assert_int_equal(rule.week_start, SUNDAY);
		assert_int_equal(rule.parts, BITS(PART_FREQ, PART_BYDAY, PART_BYSETPOS, PART_RSCALE,
						  PART_SKIP, PART_WKST));
	}
}

static void expect_refused(const struct refusal *row)
{
	struct why why = { 0 };
	struct rrule rule = { .interval = 42 };
	expect_why(row, rrule_parse(str_from(row->text), &rule, &why), &why);
	assert_int_equal(rule.interval, 42);
	assert_int_equal(rrule_parse(str_from(row->text), &rule, NULL), row->err);
}

static void expect_all_refused(const struct refusal *rows, size_t len)
{
	for (size_t i = 0; i < len; i++) expect_refused(&rows[i]);
}

static void what_is_not_made_of_parts_is_refused(void **state)
{
	(void)state;
	static const struct refusal rows[] = {
		{ "", ERR_RRULE_SYNTAX, 0, 0, "FREQ=DAILY" },
		{ ";", ERR_RRULE_SYNTAX, 0, 0, "a rule is required" },
		{ "RRULE:", ERR_RRULE_SYNTAX, 0, 0, "a rule is required" },
		{ "RRULE:;", ERR_RRULE_SYNTAX, 0, 0, "a rule is required" },
		{ "DAILY", ERR_RRULE_SYNTAX, 0, 5, "NAME=VALUE" },
		{ "FREQ", ERR_RRULE_SYNTAX, 0, 4, "NAME=VALUE" },
		{ "=DAILY", ERR_RRULE_SYNTAX, 0, 6, "NAME=VALUE" },
		{ "FREQ=DAILY;;", ERR_RRULE_SYNTAX, 11, 0, "NAME=VALUE" },
		{ ";FREQ=DAILY", ERR_RRULE_SYNTAX, 0, 0, "NAME=VALUE" },
		{ "FREQ=DAILY;;COUNT=1", ERR_RRULE_SYNTAX, 11, 0, "NAME=VALUE" },
		{ "FREQ=DAILY;COUNT", ERR_RRULE_SYNTAX, 11, 5, "NAME=VALUE" },
		{ "FREQ=DAILY=WEEKLY", ERR_RRULE_SYNTAX, 0, 17, "NAME=VALUE" },
		{ "0 9 * * 1", ERR_RRULE_SYNTAX, 0, 9, "NAME=VALUE" },
	};
	expect_all_refused(rows, countof(rows));
}

static void a_part_that_is_none_is_named(void **state)
{
	(void)state;
	static const struct refusal rows[] = {
		{ "FREQUENCY=DAILY", ERR_RRULE_SYNTAX, 0, 9, "\"FREQUENCY\" is not a part" },
		{ "FREQ=DAILY;X-NAME=1", ERR_RRULE_SYNTAX, 11, 6, "\"X-NAME\"" },
		{ "FREQ=DAILY;BYEASTER=1", ERR_RRULE_SYNTAX, 11, 8, "\"BYEASTER\"" },
		{ "FREQ=DAILY; COUNT=1", ERR_RRULE_SYNTAX, 11, 6, "\" COUNT\"" },
		{ " FREQ=DAILY", ERR_RRULE_SYNTAX, 0, 5, "\" FREQ\"" },
		{ "RRULE:RRULE:FREQ=DAILY", ERR_RRULE_SYNTAX, 6, 10, "\"RRULE:FREQ\"" },
		{ "ABCDEFGHIJKLMNOPQRSTUVWXYZ=1", ERR_RRULE_SYNTAX, 0, 26,
		  "\"ABCDEFGHIJKLMNOPQRST\" is" },
		{ "BYMONTHDAX=1", ERR_RRULE_SYNTAX, 0, 10, "\"BYMONTHDAX\"" },
		{ "XYMONTHDAY=1", ERR_RRULE_SYNTAX, 0, 10, "\"XYMONTHDAY\"" },
	};
	expect_all_refused(rows, countof(rows));
}

static void a_part_given_twice_is_refused_at_the_second(void **state)
{
	(void)state;
	static const struct refusal rows[] = {
		{ "FREQ=DAILY;FREQ=DAILY", ERR_RRULE_CONFLICT, 11, 4, "FREQ may be given once" },
		{ "FREQ=DAILY;COUNT=1;count=2", ERR_RRULE_CONFLICT, 19, 5, "once only" },
		{ "BYDAY=MO;FREQ=DAILY;BYDAY=TU", ERR_RRULE_CONFLICT, 20, 5, "BYDAY" },
	};
	expect_all_refused(rows, countof(rows));
}

static void a_number_outside_its_range_is_pointed_at(void **state)
{
	(void)state;
	static const struct refusal rows[] = {
		{ "FREQ=DAILY;INTERVAL=0", ERR_RRULE_RANGE, 20, 1, "\"0\" is not 1 to 1000000" },
		{ "FREQ=DAILY;INTERVAL=1000001", ERR_RRULE_RANGE, 20, 7, "1 to 1000000" },
		{ "FREQ=DAILY;INTERVAL=00000005", ERR_RRULE_RANGE, 20, 8, "1 to 1000000" },
		{ "FREQ=DAILY;INTERVAL=99999999", ERR_RRULE_RANGE, 20, 8, "1 to 1000000" },
		{ "FREQ=DAILY;COUNT=0", ERR_RRULE_RANGE, 17, 1, "COUNT" },
		{ "FREQ=DAILY;COUNT=1000001", ERR_RRULE_RANGE, 17, 7, "1 to 1000000" },
		{ "FREQ=DAILY;BYSECOND=61", ERR_RRULE_RANGE, 20, 2, "0 to 60" },
		{ "FREQ=DAILY;BYMINUTE=60", ERR_RRULE_RANGE, 20, 2, "0 to 59" },
		{ "FREQ=DAILY;BYHOUR=1,24,2", ERR_RRULE_RANGE, 20, 2, "\"24\" is not 0 to 23" },
		{ "FREQ=DAILY;BYMONTH=0", ERR_RRULE_RANGE, 19, 1, "1 to 12" },
		{ "FREQ=DAILY;BYMONTH=13", ERR_RRULE_RANGE, 19, 2, "1 to 12" },
		{ "FREQ=DAILY;BYMONTHDAY=0", ERR_RRULE_RANGE, 22, 1, "1 to 31 or -31 to -1" },
		{ "FREQ=DAILY;BYMONTHDAY=32", ERR_RRULE_RANGE, 22, 2, "1 to 31 or -31 to -1" },
		{ "FREQ=DAILY;BYMONTHDAY=-32", ERR_RRULE_RANGE, 22, 3, "\"-32\"" },
		{ "FREQ=DAILY;BYMONTHDAY=-0", ERR_RRULE_RANGE, 22, 2, "\"-0\"" },
		{ "FREQ=YEARLY;BYWEEKNO=54", ERR_RRULE_RANGE, 21, 2, "1 to 53 or -53 to -1" },
		{ "FREQ=YEARLY;BYYEARDAY=367", ERR_RRULE_RANGE, 22, 3, "1 to 366" },
		{ "FREQ=YEARLY;BYYEARDAY=-367", ERR_RRULE_RANGE, 22, 4, "-366 to -1" },
		{ "FREQ=DAILY;BYHOUR=1;BYSETPOS=0", ERR_RRULE_RANGE, 29, 1, "BYSETPOS" },
		{ "FREQ=DAILY;BYHOUR=1;BYSETPOS=367", ERR_RRULE_RANGE, 29, 3, "1 to 366" },
		{ "FREQ=YEARLY;BYDAY=54MO", ERR_RRULE_RANGE, 18, 4, "-53 to -1 or 1 to 53" },
		{ "FREQ=YEARLY;BYDAY=TU,0MO", ERR_RRULE_RANGE, 21, 3, "\"0MO\"" },
	};
	expect_all_refused(rows, countof(rows));
}

static void what_is_no_number_is_pointed_at(void **state)
{
	(void)state;
	static const struct refusal rows[] = {
		{ "FREQ=DAILY;INTERVAL=", ERR_RRULE_SYNTAX, 20, 0, "INTERVAL: \"\"" },
		{ "FREQ=DAILY;INTERVAL=x", ERR_RRULE_SYNTAX, 20, 1, "\"x\"" },
		{ "FREQ=DAILY;INTERVAL=-1", ERR_RRULE_SYNTAX, 20, 2, "\"-1\"" },
		{ "FREQ=DAILY;INTERVAL=+1", ERR_RRULE_SYNTAX, 20, 2, "\"+1\"" },
		{ "FREQ=DAILY;INTERVAL=1.5", ERR_RRULE_SYNTAX, 20, 3, "\"1.5\"" },
		{ "FREQ=DAILY;INTERVAL=1,2", ERR_RRULE_SYNTAX, 20, 3, "\"1,2\"" },
		{ "FREQ=DAILY;INTERVAL= 1", ERR_RRULE_SYNTAX, 20, 2, "\" 1\"" },
		{ "FREQ=DAILY;COUNT=-1", ERR_RRULE_SYNTAX, 17, 2, "\"-1\"" },
		{ "FREQ=DAILY;BYSECOND=-1", ERR_RRULE_SYNTAX, 20, 2, "\"-1\"" },
		{ "FREQ=DAILY;BYMINUTE=-1", ERR_RRULE_SYNTAX, 20, 2, "\"-1\"" },
		{ "FREQ=DAILY;BYHOUR=-1", ERR_RRULE_SYNTAX, 18, 2, "\"-1\"" },
		{ "FREQ=DAILY;BYMONTH=-1", ERR_RRULE_SYNTAX, 19, 2, "\"-1\"" },
		{ "FREQ=DAILY;COUNT=1,2", ERR_RRULE_SYNTAX, 17, 3, "\"1,2\"" },
		{ "FREQ=DAILY;COUNT=ten", ERR_RRULE_SYNTAX, 17, 3, "\"ten\"" },
		{ "FREQ=DAILY;BYHOUR=1,", ERR_RRULE_SYNTAX, 20, 0, "BYHOUR: \"\"" },
		{ "FREQ=DAILY;BYHOUR=,1", ERR_RRULE_SYNTAX, 18, 0, "BYHOUR: \"\"" },
		{ "FREQ=DAILY;BYHOUR=1,,2", ERR_RRULE_SYNTAX, 20, 0, "BYHOUR: \"\"" },
		{ "FREQ=DAILY;BYHOUR=9-17", ERR_RRULE_SYNTAX, 18, 4, "\"9-17\"" },
		{ "FREQ=DAILY;BYMONTHDAY=-", ERR_RRULE_SYNTAX, 22, 1, "\"-\"" },
		{ "FREQ=DAILY;BYMONTHDAY=--1", ERR_RRULE_SYNTAX, 22, 3, "\"--1\"" },
		{ "FREQ=DAILY;BYMONTH=JAN", ERR_RRULE_SYNTAX, 19, 3, "\"JAN\"" },
		{ "FREQ=DAILY;BYMONTH=5L", ERR_RRULE_SYNTAX, 19, 2, "\"5L\"" },
	};
	expect_all_refused(rows, countof(rows));
}

static void a_word_that_is_none_is_told_the_ones_there_are(void **state)
{
	(void)state;
	static const struct refusal rows[] = {
		{ "FREQ=", ERR_RRULE_SYNTAX, 5, 0, "SECONDLY, MINUTELY" },
		{ "FREQ=OFTEN", ERR_RRULE_SYNTAX, 5, 5, "MONTHLY or YEARLY" },
		{ "FREQ=DAILY,WEEKLY", ERR_RRULE_SYNTAX, 5, 12, "\"DAILY,WEEKLY\"" },
		{ "FREQ=WEEKLY;WKST=", ERR_RRULE_SYNTAX, 17, 0, "MO TU WE TH FR SA SU" },
		{ "FREQ=WEEKLY;WKST=MON", ERR_RRULE_SYNTAX, 17, 3, "MO TU" },
		{ "FREQ=WEEKLY;WKST=XX", ERR_RRULE_SYNTAX, 17, 2, "MO TU" },
		{ "FREQ=WEEKLY;WKST=MX", ERR_RRULE_SYNTAX, 17, 2, "MO TU" },
		{ "FREQ=WEEKLY;WKST=MO,TU", ERR_RRULE_SYNTAX, 17, 5, "MO TU" },
		{ "FREQ=WEEKLY;BYDAY=", ERR_RRULE_SYNTAX, 18, 0, "MO to SU" },
		{ "FREQ=WEEKLY;BYDAY=M", ERR_RRULE_SYNTAX, 18, 1, "MO to SU" },
		{ "FREQ=WEEKLY;BYDAY=MO,XX", ERR_RRULE_SYNTAX, 21, 2, "\"XX\"" },
		{ "FREQ=WEEKLY;BYDAY=MON", ERR_RRULE_SYNTAX, 18, 3, "\"MON\"" },
		{ "FREQ=MONTHLY;BYDAY=MO1", ERR_RRULE_SYNTAX, 19, 3, "\"MO1\"" },
		{ "FREQ=MONTHLY;BYDAY=1 MO", ERR_RRULE_SYNTAX, 19, 4, "\"1 MO\"" },
		{ "FREQ=MONTHLY;BYDAY=-MO", ERR_RRULE_SYNTAX, 19, 3, "\"-MO\"" },
		{ "RSCALE=HEBREW;FREQ=DAILY", ERR_RRULE_SYNTAX, 7, 6, "GREGORIAN" },
		{ "RSCALE=GREGORIAN,GREGORIAN;FREQ=DAILY", ERR_RRULE_SYNTAX, 7, 19, "GREGORIAN" },
		{ "RSCALE=GREGORIAN;SKIP=OMIT,OMIT;FREQ=DAILY", ERR_RRULE_SYNTAX, 22, 9, "OMIT" },
		{ "RSCALE=;FREQ=DAILY", ERR_RRULE_SYNTAX, 7, 0, "GREGORIAN" },
		{ "RSCALE=GREGORIAN;FREQ=DAILY;SKIP=YES", ERR_RRULE_SYNTAX, 33, 3,
		  "OMIT, BACKWARD or FORWARD" },
	};
	expect_all_refused(rows, countof(rows));
}

static void an_until_that_does_not_exist_is_pointed_at(void **state)
{
	(void)state;
	static const struct refusal rows[] = {
		{ "FREQ=DAILY;UNTIL=", ERR_RRULE_SYNTAX, 17, 0, "20251231T235900Z" },
		{ "FREQ=DAILY;UNTIL=2025", ERR_RRULE_SYNTAX, 17, 4, "UNTIL" },
		{ "FREQ=DAILY;UNTIL=20250229", ERR_RRULE_SYNTAX, 17, 8, "that exists" },
		{ "FREQ=DAILY;UNTIL=20250101T250000", ERR_RRULE_SYNTAX, 17, 15, "that exists" },
		{ "FREQ=DAILY;UNTIL=20250101T000060Z", ERR_RRULE_SYNTAX, 17, 16, "that exists" },
		{ "FREQ=DAILY;UNTIL=20250101Z", ERR_RRULE_SYNTAX, 17, 9, "UNTIL" },
		{ "FREQ=DAILY;UNTIL=2025-01-01", ERR_RRULE_SYNTAX, 17, 10, "UNTIL" },
		{ "FREQ=DAILY;UNTIL=20250101T0000Z", ERR_RRULE_SYNTAX, 17, 14, "UNTIL" },
		{ "FREQ=DAILY;UNTIL=20250101T0000000", ERR_RRULE_SYNTAX, 17, 16, "UNTIL" },
		{ "FREQ=DAILY;UNTIL=00000101", ERR_RRULE_SYNTAX, 17, 8, "that exists" },
		{ "FREQ=DAILY;UNTIL=20250101,20260101", ERR_RRULE_SYNTAX, 17, 17, "UNTIL" },
	};
	expect_all_refused(rows, countof(rows));
}

static void combinations_that_the_standard_forbids_are_refused_with_the_sentence(void **state)
{
	(void)state;
	static const struct refusal rows[] = {
		{ "INTERVAL=2", ERR_RRULE_CONFLICT, 0, 10, "FREQ is required" },
		{ "RRULE:INTERVAL=2", ERR_RRULE_CONFLICT, 6, 10, "FREQ is required" },
		{ "FREQ=DAILY;COUNT=1;UNTIL=20250101", ERR_RRULE_CONFLICT, 0, 33,
		  "COUNT and UNTIL exclude" },
		{ "FREQ=MONTHLY;BYWEEKNO=1", ERR_RRULE_CONFLICT, 0, 23, "only with FREQ=YEARLY" },
		{ "FREQ=DAILY;BYWEEKNO=1", ERR_RRULE_CONFLICT, 0, 21, "only with FREQ=YEARLY" },
		{ "FREQ=WEEKLY;BYMONTHDAY=1", ERR_RRULE_CONFLICT, 0, 24,
		  "not allowed with FREQ=WEEKLY" },
		{ "FREQ=DAILY;BYYEARDAY=1", ERR_RRULE_CONFLICT, 0, 22,
		  "BYYEARDAY is not allowed with" },
		{ "FREQ=WEEKLY;BYYEARDAY=1", ERR_RRULE_CONFLICT, 0, 23, "BYYEARDAY" },
		{ "FREQ=MONTHLY;BYYEARDAY=1", ERR_RRULE_CONFLICT, 0, 24, "BYYEARDAY" },
		{ "FREQ=WEEKLY;BYDAY=1MO", ERR_RRULE_CONFLICT, 0, 21, "BYDAY with a number is" },
		{ "FREQ=DAILY;BYDAY=-1MO", ERR_RRULE_CONFLICT, 0, 21,
		  "only with FREQ=MONTHLY and YEARLY" },
		{ "FREQ=YEARLY;BYWEEKNO=1;BYDAY=1MO", ERR_RRULE_CONFLICT, 0, 32,
		  "BYDAY with a number and BYWEEKNO" },
		{ "FREQ=DAILY;BYSETPOS=1", ERR_RRULE_CONFLICT, 0, 21, "needs another BY part" },
		{ "FREQ=MONTHLY;SKIP=FORWARD", ERR_RRULE_CONFLICT, 0, 25, "RSCALE=GREGORIAN" },
	};
	expect_all_refused(rows, countof(rows));
}

/* What the standard allows beside each of the above. */
static void the_combinations_beside_them_are_accepted(void **state)
{
	(void)state;
	static const char *const rows[] = {
		"FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO",
		"FREQ=DAILY;BYMONTHDAY=1",
		"FREQ=MONTHLY;BYMONTHDAY=1",
		"FREQ=HOURLY;BYYEARDAY=1",
		"FREQ=YEARLY;BYYEARDAY=1",
		"FREQ=MONTHLY;BYDAY=1MO",
		"FREQ=YEARLY;BYDAY=1MO",
		"FREQ=WEEKLY;BYDAY=MO",
		"FREQ=DAILY;BYHOUR=1,2;BYSETPOS=1",
		"FREQ=MINUTELY;BYSECOND=1,2;BYSETPOS=-1",
		"FREQ=MONTHLY;RSCALE=GREGORIAN",
		"RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=OMIT",
	};
	for (size_t i = 0; i < countof(rows); i++) (void)parsed(rows[i]);
}

static void control_characters_are_refused_where_they_stand(void **state)
{
	(void)state;
	static const struct refusal rows[] = {
		{ "FREQ=DAILY\n", ERR_RRULE_SYNTAX, 10, 1, "control character" },
		{ "FREQ=\tDAILY", ERR_RRULE_SYNTAX, 5, 1, "control character" },
		{ "FREQ=DAILY;COUNT=1\r\nRDATE:20250101", ERR_RRULE_SYNTAX, 18, 1, "one line" },
		{ "\x7f", ERR_RRULE_SYNTAX, 0, 1, "control character" },
	};
	expect_all_refused(rows, countof(rows));
}

static void a_rule_has_at_most_four_thousand_characters(void **state)
{
	(void)state;
	char text[RRULE_TEXT_MAX + 2];
	struct rrule rule;
	struct why why;
	size_t len = strlen("FREQ=DAILY;BYHOUR=1");
	memcpy(text, "FREQ=DAILY;BYHOUR=1", len);
	for (; len < sizeof text; len += 2) memcpy(text + len, ",1", len + 2 > sizeof text ? 1 : 2);
	assert_int_equal(rrule_parse((str){ text, RRULE_TEXT_MAX - 1 }, &rule, &why), ERR_OK);
	assert_int_equal(rrule_parse((str){ text, RRULE_TEXT_MAX + 1 }, &rule, &why), ERR_TOO_LONG);
	assert_non_null(strstr(why.text, "at most 4000"));
	assert_non_null(strstr(why.text, "4001"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_shortest_rule_is_a_frequency),
		cmocka_unit_test(numbers_and_lists_are_read),
		cmocka_unit_test(weeks_days_of_the_year_and_positions_count_from_both_ends),
		cmocka_unit_test(weekdays_stand_alone_or_with_a_number),
		cmocka_unit_test(the_greatest_interval_and_count_are_read),
		cmocka_unit_test(until_is_a_date_a_local_time_or_utc),
		cmocka_unit_test(parts_come_in_any_order_and_case_with_or_without_the_prefix),
		cmocka_unit_test(what_is_not_made_of_parts_is_refused),
		cmocka_unit_test(a_part_that_is_none_is_named),
		cmocka_unit_test(a_part_given_twice_is_refused_at_the_second),
		cmocka_unit_test(a_number_outside_its_range_is_pointed_at),
		cmocka_unit_test(what_is_no_number_is_pointed_at),
		cmocka_unit_test(a_word_that_is_none_is_told_the_ones_there_are),
		cmocka_unit_test(an_until_that_does_not_exist_is_pointed_at),
		cmocka_unit_test(
			combinations_that_the_standard_forbids_are_refused_with_the_sentence),
		cmocka_unit_test(the_combinations_beside_them_are_accepted),
		cmocka_unit_test(control_characters_are_refused_where_they_stand),
		cmocka_unit_test(a_rule_has_at_most_four_thousand_characters),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
