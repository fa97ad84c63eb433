/* Stories about binding a rule to its start: what is filled in, what is forgotten, where a COUNT
 * ends, and what is refused because it never fires. */
#include "calendar/rrule.h"

#include "calendar/bits.h"
#include "support.h"

static void what_is_open_is_filled_in_by_frequency(void **state)
{
	(void)state;
	static const char start[] = "2025-06-15T12:34:56"; /* a Sunday */
	struct rrule rule = bound_rule("FREQ=SECONDLY", start);
	assert_int_equal(rule.seconds, bits_range(0, 59));
	assert_int_equal(rule.minutes, bits_range(0, 59));
	assert_int_equal(rule.hours, bits_range(0, 23));
	rule = bound_rule("FREQ=MINUTELY", start);
	assert_int_equal(rule.seconds, (u64)1 << 56);
	assert_int_equal(rule.minutes, bits_range(0, 59));
	rule = bound_rule("FREQ=HOURLY", start);
	assert_int_equal(rule.minutes, (u64)1 << 34);
	assert_int_equal(rule.hours, bits_range(0, 23));
	rule = bound_rule("FREQ=DAILY", start);
	assert_int_equal(rule.hours, 1 << 12);
	assert_int_equal(rule.weekdays | rule.months, 0);
	assert_int_equal(rule.days_front, 0);
	rule = bound_rule("FREQ=WEEKLY", start);
	assert_int_equal(rule.weekdays, 1 << SUNDAY);
	rule = bound_rule("FREQ=MONTHLY", start);
	assert_int_equal(rule.days_front, 1 << 15);
	assert_int_equal(rule.months, 0);
	rule = bound_rule("FREQ=YEARLY", start);
	assert_int_equal(rule.days_front, 1 << 15);
	assert_int_equal(rule.months, 1 << 6);
	assert_int_equal(rule.start, seconds_of(start));
	assert_int_equal(rule.last, WALL_MAX);
}

static void what_is_written_is_not_filled_in(void **state)
{
	(void)state;
	static const char start[] = "2025-06-15T12:34:56";
	struct rrule rule = bound_rule("FREQ=YEARLY;BYHOUR=1;BYMINUTE=2;BYSECOND=3", start);
	assert_int_equal(rule.hours, 1 << 1);
	assert_int_equal(rule.minutes, 1 << 2);
	assert_int_equal(rule.seconds, 1 << 3);
	assert_int_equal(bound_rule("FREQ=YEARLY;BYMONTH=2", start).months, 1 << 2);
	assert_int_equal(bound_rule("FREQ=YEARLY;BYDAY=MO", start).days_front, 0);
	assert_int_equal(bound_rule("FREQ=YEARLY;BYDAY=MO", start).months, 0);
	assert_int_equal(bound_rule("FREQ=YEARLY;BYYEARDAY=1", start).days_front, 0);
	assert_int_equal(bound_rule("FREQ=YEARLY;BYMONTHDAY=1", start).months, 0);
	assert_int_equal(bound_rule("FREQ=YEARLY;BYWEEKNO=1", start).weekdays, 1 << SUNDAY);
	assert_int_equal(bound_rule("FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO", start).weekdays,
			 1 << MONDAY);
	assert_int_equal(bound_rule("FREQ=MONTHLY;BYDAY=MO", start).days_front, 0);
	assert_int_equal(bound_rule("FREQ=WEEKLY;BYDAY=MO", start).weekdays, 1 << MONDAY);
}

/* The same struct, bound to one start and then to another, is as if bound to the other only. */
static void binding_again_forgets_the_first_start(void **state)
{
	(void)state;
	static const char *const rows[] = {
		"FREQ=SECONDLY;INTERVAL=7",
		"FREQ=MINUTELY",
		"FREQ=HOURLY;COUNT=5",
		"FREQ=DAILY;COUNT=3",
		"FREQ=WEEKLY",
		"FREQ=MONTHLY;COUNT=4",
		"FREQ=YEARLY",
		"FREQ=YEARLY;BYMONTH=3,4",
		"FREQ=YEARLY;BYWEEKNO=9",
		"FREQ=YEARLY;BYDAY=2TU",
		"FREQ=DAILY;BYHOUR=3",
		"FREQ=MONTHLY;BYMONTHDAY=-1",
	};
	for (size_t i = 0; i < countof(rows); i++) {
		struct rrule again = bound_rule(rows[i], "2025-06-15T12:34:56");
		struct rrule fresh = bound_rule(rows[i], "2031-03-04T05:06:07");
		assert_int_equal(rrule_bind(&again, seconds_of("2031-03-04T05:06:07"), NULL),
				 ERR_OK);
		assert_int_equal(again.last, fresh.last);
		wall a = again.start - 1, b = a;
		for (u32 n = 0; n < 10; n++) {
			bool any = rrule_next_wall(&fresh, b, &b);
			assert_int_equal(rrule_next_wall(&again, a, &a), any);
			assert_int_equal(a, b);
		}
	}
}

static void a_count_ends_with_its_last_instance(void **state)
{
	(void)state;
	static const struct {
		const char *rule, *start, *last;
	} rows[] = {
		/* By multiplication. */
		{ "FREQ=DAILY;COUNT=1", "2025-01-01T09:00:00", "2025-01-01T09:00:00" },
		{ "FREQ=DAILY;COUNT=10", "2025-01-01T09:00:00", "2025-01-10T09:00:00" },
		{ "FREQ=DAILY;INTERVAL=3;COUNT=10", "2025-01-01T09:00:00", "2025-01-28T09:00:00" },
		{ "FREQ=WEEKLY;INTERVAL=2;COUNT=3;WKST=SU", "2025-01-01T09:00:00",
		  "2025-01-29T09:00:00" },
		{ "FREQ=HOURLY;INTERVAL=6;COUNT=5", "2025-01-01T09:00:00", "2025-01-02T09:00:00" },
		{ "FREQ=MINUTELY;COUNT=61", "2025-01-01T09:00:00", "2025-01-01T10:00:00" },
		{ "FREQ=SECONDLY;COUNT=1000000", "2025-01-01T00:00:00", "2025-01-12T13:46:39" },
		{ "RSCALE=GREGORIAN;SKIP=FORWARD;FREQ=DAILY;COUNT=2", "2025-01-31T00:00:00",
		  "2025-02-01T00:00:00" },
		/* By walking. */
		{ "FREQ=MONTHLY;COUNT=3", "2025-01-31T09:00:00", "2025-05-31T09:00:00" },
		{ "FREQ=YEARLY;COUNT=2", "2024-02-29T09:00:00", "2028-02-29T09:00:00" },
		{ "FREQ=DAILY;BYDAY=MO;COUNT=3", "2025-01-01T09:00:00", "2025-01-20T09:00:00" },
		{ "FREQ=DAILY;BYHOUR=9,10;COUNT=4", "2025-01-01T10:00:00", "2025-01-03T09:00:00" },
		{ "FREQ=DAILY;BYHOUR=9;COUNT=50000", "2025-01-01T09:00:00", "2161-11-23T09:00:00" },
		/* The years end first. */
		{ "FREQ=YEARLY;COUNT=1000", "9990-01-01T00:00:00", "9999-01-01T00:00:00" },
	};
	for (size_t i = 0; i < countof(rows); i++) {
		struct rrule rule = bound_rule(rows[i].rule, rows[i].start);
		wall none = 0;
		assert_int_equal(rule.last, seconds_of(rows[i].last));
		assert_true(rrule_next_wall(&rule, rule.last - 1, &none));
		assert_int_equal(none, rule.last);
		assert_false(rrule_next_wall(&rule, rule.last, &none));
	}
}

static void a_count_past_the_last_year_ends_with_it(void **state)
{
	(void)state;
	struct rrule rule = bound_rule("FREQ=DAILY;INTERVAL=1000000;COUNT=1000000", "2025-01-01");
	wall at = rule.start - 1;
	u32 found = 0;
	while (rrule_next_wall(&rule, at, &at)) found++;
	assert_int_equal(found, 3);
	assert_true(rule.last > WALL_MAX);
	assert_false(rrule_next_wall(&rule, WALL_MAX, &at));
}

/* The same instances, once with a part that says nothing, so that they are walked. */
static void multiplying_and_walking_agree(void **state)
{
	(void)state;
	static const struct {
		const char *plain, *walked;
	} rows[] = {
		{ "FREQ=SECONDLY;INTERVAL=7;COUNT=997", "FREQ=SECONDLY;INTERVAL=7;COUNT=997;"
							"BYMONTH=1,2,3,4,5,6,7,8,9,10,11,12" },
		{ "FREQ=MINUTELY;INTERVAL=13;COUNT=997",
		  "FREQ=MINUTELY;INTERVAL=13;COUNT=997;BYSECOND=30" },
		{ "FREQ=HOURLY;INTERVAL=5;COUNT=997",
		  "FREQ=HOURLY;INTERVAL=5;COUNT=997;BYSECOND=30" },
		{ "FREQ=DAILY;INTERVAL=3;COUNT=997", "FREQ=DAILY;INTERVAL=3;COUNT=997;BYHOUR=8" },
		{ "FREQ=WEEKLY;INTERVAL=2;COUNT=997", "FREQ=WEEKLY;INTERVAL=2;COUNT=997;BYDAY=WE" },
	};
	for (size_t i = 0; i < countof(rows); i++) {
		struct rrule plain = bound_rule(rows[i].plain, "2025-01-01T08:15:30");
		struct rrule walked = bound_rule(rows[i].walked, "2025-01-01T08:15:30");
		assert_int_equal(plain.last, walked.last);
	}
}

static void expect_bind_refused(const char *text, const char *start, enum err err, const char *word)
{
	struct refusal row = { text, err, 0, 0, word };
	struct rrule rule;
	struct why why = { 0 };
	assert_int_equal(rrule_parse(str_from(text), &rule, NULL), ERR_OK);
	expect_why(&row, rrule_bind(&rule, seconds_of(start), &why), &why);
	assert_int_equal(rrule_bind(&rule, seconds_of(start), NULL), err);
}

static void a_count_too_great_to_walk_is_refused(void **state)
{
	(void)state;
	static const char *const rows[] = {
		"FREQ=DAILY;BYHOUR=9;COUNT=50001",
		"FREQ=MONTHLY;COUNT=50001",
		"FREQ=YEARLY;COUNT=1000000",
	};
	for (size_t i = 0; i < countof(rows); i++)
		expect_bind_refused(rows[i], "2025-01-01", ERR_RRULE_RANGE, "at most 50000");
	(void)bound_rule("FREQ=DAILY;COUNT=50001", "2025-01-01");
	(void)bound_rule("FREQ=WEEKLY;COUNT=50001", "2025-01-01");
	(void)bound_rule("FREQ=MONTHLY;COUNT=50000", "2025-01-01");
}

/* Steps of just under an hour meet the full hour once in 3600: for 50000 of these a search that is
 * bounded only from one to the next would take seconds. */
static void a_count_that_its_steps_hardly_ever_meet_is_refused(void **state)
{
	(void)state;
	static const char *const rows[] = {
		"FREQ=SECONDLY;INTERVAL=3599;BYMINUTE=0;BYSECOND=0;COUNT=50000",
		"FREQ=SECONDLY;INTERVAL=1799;BYMINUTE=0,30;BYSECOND=0;COUNT=50000",
		"FREQ=MINUTELY;INTERVAL=59;BYMINUTE=0;BYYEARDAY=1,2,3;COUNT=50000",
	};
	for (size_t i = 0; i < countof(rows); i++)
		expect_bind_refused(rows[i], "0001-01-01T00:00:01", ERR_RRULE_RANGE,
				    "COUNT=50000 is too large to count");
	struct rrule rule = bound_rule("FREQ=SECONDLY;INTERVAL=3599;BYMINUTE=0;BYSECOND=0;COUNT=2",
				       "1970-01-01T00:00:01");
	assert_int_equal(rule.last, 3600 * 3599 + 3600);
	/* As many steps that meet something each time are no trouble. */
	(void)bound_rule("FREQ=SECONDLY;BYMINUTE=0;COUNT=50000", "2025-01-01");
}

/* The year 3419 is too far to step to, second by second; it is not said that it never comes. */
static void what_is_too_rare_to_be_found_is_not_called_impossible(void **state)
{
	(void)state;
	expect_bind_refused("FREQ=SECONDLY;INTERVAL=86401;BYHOUR=0;BYMINUTE=0;BYSECOND=0;"
			    "BYMONTH=4,5,6,8,11,12",
			    "2000-01-02", ERR_RULE_NEVER,
			    "within 200000 steps: its BY parts match");
}

static void rules_that_never_fire_are_refused_with_the_reason(void **state)
{
	(void)state;
	static const struct {
		const char *rule, *word;
	} rows[] = {
		/* Days that no year has. */
		{ "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "matches all of its parts" },
		{ "FREQ=MONTHLY;BYMONTH=2,4;BYMONTHDAY=31", "matches all" },
		{ "FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=-30", "matches all" },
		{ "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31", "matches all" },
		{ "FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30", "matches all" },
		{ "FREQ=SECONDLY;BYYEARDAY=1;BYMONTH=2", "matches all" },
		{ "FREQ=MONTHLY;BYDAY=6MO", "matches all" },
		{ "FREQ=MONTHLY;BYDAY=-6MO", "matches all" },
		{ "FREQ=MONTHLY;BYDAY=1MO;BYMONTHDAY=8", "matches all" },
		{ "FREQ=YEARLY;BYYEARDAY=1;BYMONTHDAY=2", "matches all" },
		{ "FREQ=YEARLY;BYWEEKNO=20;BYMONTH=1", "matches all" },
		{ "FREQ=YEARLY;BYDAY=53MO;BYMONTHDAY=15", "matches all" },
		/* Steps that never meet the parts. The start is a Wednesday at 10:07:09. */
		{ "FREQ=DAILY;INTERVAL=7;BYDAY=MO", "matches all" },
		{ "FREQ=DAILY;INTERVAL=14;BYDAY=TU,SA", "matches all" },
		{ "FREQ=HOURLY;INTERVAL=168;BYDAY=MO", "matches all" },
		{ "FREQ=MONTHLY;INTERVAL=12;BYMONTH=2", "matches all" },
		{ "FREQ=YEARLY;INTERVAL=4;BYMONTH=2;BYMONTHDAY=29", "matches all" },
		{ "FREQ=HOURLY;INTERVAL=24;BYHOUR=9", "no step from the start matches" },
		{ "FREQ=HOURLY;INTERVAL=2;BYHOUR=1,3,5", "no step from the start" },
		{ "FREQ=MINUTELY;INTERVAL=60;BYMINUTE=0", "no step from the start" },
		{ "FREQ=MINUTELY;INTERVAL=1440;BYHOUR=9", "no step from the start" },
		{ "FREQ=SECONDLY;INTERVAL=60;BYSECOND=0", "no step from the start" },
		{ "FREQ=SECONDLY;INTERVAL=86400;BYHOUR=11", "no step from the start" },
		/* The last second of the day is looked at, and none after it. */
		{ "FREQ=SECONDLY;INTERVAL=2;BYHOUR=23;BYMINUTE=59;BYSECOND=58", "no step" },
		{ "FREQ=SECONDLY;INTERVAL=4;BYHOUR=23;BYMINUTE=59;BYSECOND=59", "no step" },
		{ "FREQ=SECONDLY;INTERVAL=10;BYHOUR=23;BYMINUTE=59;BYSECOND=58", "no step" },
		/* A second 60 is none to meet. */
		{ "FREQ=SECONDLY;INTERVAL=60;BYSECOND=60,30", "no step from the start" },
		{ "FREQ=DAILY;BYSECOND=60", "second 60" },
		{ "FREQ=SECONDLY;BYSECOND=60", "second 60" },
		/* Positions that no period has. */
		{ "FREQ=DAILY;BYHOUR=8,12,18;BYSETPOS=4", "as many times as BYSETPOS" },
		{ "FREQ=DAILY;BYHOUR=8,12,18;BYSETPOS=-4,366", "as BYSETPOS" },
		{ "FREQ=HOURLY;BYMINUTE=0,30;BYSETPOS=3", "as BYSETPOS" },
		{ "FREQ=MINUTELY;BYSECOND=0,30;BYSETPOS=3", "as BYSETPOS" },
		{ "FREQ=SECONDLY;BYSECOND=0,30;BYSETPOS=2", "as BYSETPOS" },
		{ "FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=3", "matches all" },
		{ "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6", "matches all" },
		{ "FREQ=YEARLY;BYMONTH=5;BYSETPOS=2", "matches all" },
	};
	for (size_t i = 0; i < countof(rows); i++)
		expect_bind_refused(rows[i].rule, "2025-01-01T10:07:09", ERR_RULE_NEVER,
				    rows[i].word);
}

/* Beside each kind of the above, one that fires rarely. */
static void rules_that_fire_rarely_are_accepted(void **state)
{
	(void)state;
	static const struct recurrence rows[] = {
		{ "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=SU", "2025-01-01T10:07:09",
		  "2032-02-29 2060-02-29" },
		{ "FREQ=HOURLY;INTERVAL=23;BYHOUR=9", "2025-01-01T10:07:09",
		  "2025-01-02T09:07:09" },
		{ "FREQ=SECONDLY;INTERVAL=10;BYHOUR=23;BYMINUTE=59;BYSECOND=59",
		  "2025-01-01T10:07:09", "2025-01-01T23:59:59" },
		{ "FREQ=YEARLY;BYDAY=53SA;BYMONTHDAY=31", "2025-01-01T10:07:09", "2033-12-31" },
		{ "FREQ=YEARLY;INTERVAL=3;BYMONTH=2;BYMONTHDAY=29", "2025-01-01T10:07:09",
		  "2028-02-29 2040-02-29" },
		{ "FREQ=DAILY;BYHOUR=8,12,18;BYSETPOS=-3", "2025-01-01T10:07:09",
		  "2025-01-02T08:07:09" },
		/* 24 hours x 16 minutes are 384 times, of which the 366th is 22:13. */
		{ "FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23;"
		  "BYMINUTE=0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15;BYSETPOS=366",
		  "2025-01-01T00:00:00", "2025-01-01T22:13:00 2025-01-02T22:13:00" },
		{ "FREQ=MINUTELY;INTERVAL=1439;BYHOUR=3;BYMINUTE=7", "2025-01-07T00:00:00",
		  "2028-06-12T03:07:00 2032-05-21T03:07:00" },
		{ "FREQ=DAILY;INTERVAL=7;BYDAY=WE;BYMONTH=2;BYMONTHDAY=29", "2025-01-01T10:07:09",
		  "2040-02-29" },
	};
	expect_recurrences(rows, countof(rows));
}

static void bind_too_early(void *context)
{
	assert_int_equal(rrule_bind(context, WALL_MIN - 1, NULL), ERR_OK);
}

static void bind_too_late(void *context)
{
	assert_int_equal(rrule_bind(context, WALL_MAX + 1, NULL), ERR_OK);
}

static void a_start_outside_all_years_breaks_a_promise(void **state)
{
	(void)state;
	struct rrule rule;
	assert_int_equal(rrule_parse(STR("FREQ=DAILY"), &rule, NULL), ERR_OK);
	assert_true(breaks_promise(bind_too_early, &rule));
	assert_true(breaks_promise(bind_too_late, &rule));
	assert_int_equal(rrule_bind(&rule, WALL_MIN, NULL), ERR_OK);
	assert_int_equal(rrule_bind(&rule, WALL_MAX, NULL), ERR_OK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_open_is_filled_in_by_frequency),
		cmocka_unit_test(what_is_written_is_not_filled_in),
		cmocka_unit_test(binding_again_forgets_the_first_start),
		cmocka_unit_test(a_count_ends_with_its_last_instance),
		cmocka_unit_test(a_count_past_the_last_year_ends_with_it),
		cmocka_unit_test(multiplying_and_walking_agree),
		cmocka_unit_test(a_count_too_great_to_walk_is_refused),
		cmocka_unit_test(a_count_that_its_steps_hardly_ever_meet_is_refused),
		cmocka_unit_test(what_is_too_rare_to_be_found_is_not_called_impossible),
		cmocka_unit_test(rules_that_never_fire_are_refused_with_the_reason),
		cmocka_unit_test(rules_that_fire_rarely_are_accepted),
		cmocka_unit_test(a_start_outside_all_years_breaks_a_promise),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
