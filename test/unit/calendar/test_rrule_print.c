/* Stories about the normal form of recurrence rules. */
#include "calendar/rrule.h"

#include "random_rules.h"
#include "support.h"

struct form {
	const char *text;
	const char *normal;
};

static struct rrule parsed(str text)
{
	struct rrule rule = { 0 };
	struct why why;
	if (rrule_parse(text, &rule, &why)) fail_msg("%.*s: %s", STR_ARG(text), why.text);
	return rule;
}

static void expect_forms(const struct form *rows, size_t len)
{
	struct buf out;
	buf_init(&out, SUPPORT_TEXT_MAX);
	for (size_t i = 0; i < len; i++) {
		struct rrule rule = parsed(str_from(rows[i].text));
		buf_clear(&out);
		rrule_print(&rule, &out);
		assert_str(buf_view(&out), str_from(rows[i].normal));
	}
	buf_done(&out);
}

static void parts_are_put_in_one_order_and_upper_case(void **state)
{
	(void)state;
	static const struct form rows[] = {
		{ "FREQ=DAILY", "FREQ=DAILY" },
		{ "rrule:freq=weekly;byday=mo", "FREQ=WEEKLY;BYDAY=MO" },
		{ "COUNT=3;FREQ=DAILY", "FREQ=DAILY;COUNT=3" },
		{ "WKST=SU;BYSETPOS=1;BYSECOND=1;BYMINUTE=2;BYHOUR=3;BYDAY=MO;BYMONTHDAY=4;"
		  "BYYEARDAY=5;BYWEEKNO=6;BYMONTH=7;INTERVAL=8;FREQ=YEARLY;SKIP=FORWARD;"
		  "RSCALE=GREGORIAN;UNTIL=20251231",
		  "RSCALE=GREGORIAN;FREQ=YEARLY;INTERVAL=8;BYMONTH=7;BYWEEKNO=6;BYYEARDAY=5;"
		  "BYMONTHDAY=4;BYDAY=MO;BYHOUR=3;BYMINUTE=2;BYSECOND=1;BYSETPOS=1;SKIP=FORWARD;"
		  "WKST=SU;UNTIL=20251231" },
	};
	expect_forms(rows, countof(rows));
}

static void lists_ascend_and_numbers_from_the_back_come_last(void **state)
{
	(void)state;
	static const struct form rows[] = {
		{ "FREQ=MONTHLY;BYMONTHDAY=-1,15,-3,1,1,-2",
		  "FREQ=MONTHLY;BYMONTHDAY=1,15,-3,-2,-1" },
		{ "FREQ=YEARLY;BYWEEKNO=-1,53,-2,1", "FREQ=YEARLY;BYWEEKNO=1,53,-2,-1" },
		{ "FREQ=YEARLY;BYYEARDAY=-1,366,-366,64,1",
		  "FREQ=YEARLY;BYYEARDAY=1,64,366,-366,-1" },
		{ "FREQ=DAILY;BYHOUR=9,8,7;BYSETPOS=-1,-2,2,1",
		  "FREQ=DAILY;BYHOUR=7,8,9;BYSETPOS=1,2,-2,-1" },
		{ "FREQ=YEARLY;BYDAY=SU,MO,-1FR,2FR,FR,-2FR,+1FR",
		  "FREQ=YEARLY;BYDAY=MO,FR,1FR,2FR,-2FR,-1FR,SU" },
		{ "FREQ=DAILY;BYSECOND=60,0;BYMINUTE=59,0;BYMONTH=12,1",
		  "FREQ=DAILY;BYMONTH=1,12;BYMINUTE=0,59;BYSECOND=0,60" },
	};
	expect_forms(rows, countof(rows));
}

static void defaults_stay_where_they_were_written_but_for_interval_1(void **state)
{
	(void)state;
	static const struct form rows[] = {
		{ "FREQ=DAILY;INTERVAL=1", "FREQ=DAILY" },
		{ "FREQ=WEEKLY;WKST=MO", "FREQ=WEEKLY;WKST=MO" },
		{ "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=OMIT",
		  "RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=OMIT" },
	};
	expect_forms(rows, countof(rows));
}

static void until_is_printed_as_the_kind_it_was(void **state)
{
	(void)state;
	static const struct form rows[] = {
		{ "FREQ=DAILY;UNTIL=20251231", "FREQ=DAILY;UNTIL=20251231" },
		{ "FREQ=DAILY;UNTIL=20251231T235959", "FREQ=DAILY;UNTIL=20251231T235959" },
		{ "FREQ=DAILY;UNTIL=20251231T000000z", "FREQ=DAILY;UNTIL=20251231T000000Z" },
		{ "FREQ=DAILY;UNTIL=00010101", "FREQ=DAILY;UNTIL=00010101" },
	};
	expect_forms(rows, countof(rows));
}

static void what_binding_filled_in_is_not_printed(void **state)
{
	(void)state;
	static const char *const rows[] = { "FREQ=YEARLY", "FREQ=WEEKLY", "FREQ=MONTHLY;BYHOUR=9",
					    "FREQ=YEARLY;BYWEEKNO=20", "FREQ=SECONDLY" };
	struct buf out;
	buf_init(&out, SUPPORT_TEXT_MAX);
	for (size_t i = 0; i < countof(rows); i++) {
		struct rrule rule = bound_rule(rows[i], "2025-06-15T12:34:56");
		buf_clear(&out);
		rrule_print(&rule, &out);
		assert_str(buf_view(&out), str_from(rows[i]));
	}
	buf_done(&out);
}

/* All but whether INTERVAL=1 was written. Both are zeroed before they are filled in. */
static bool are_equal(struct rrule a, struct rrule b)
{
	a.parts |= 1 << PART_INTERVAL;
	b.parts |= 1 << PART_INTERVAL;
	return a.seconds == b.seconds && a.minutes == b.minutes && a.hours == b.hours &&
	       a.days_front == b.days_front && a.days_back == b.days_back && a.months == b.months &&
	       a.weekdays == b.weekdays && a.week_start == b.week_start &&
	       a.numbered == b.numbered && a.weeks_front == b.weeks_front &&
	       memcmp(a.weekday_front, b.weekday_front, sizeof a.weekday_front) == 0 &&
	       memcmp(a.weekday_back, b.weekday_back, sizeof a.weekday_back) == 0 &&
	       memcmp(&a.year_days, &b.year_days, sizeof a.year_days) == 0 &&
	       memcmp(&a.positions, &b.positions, sizeof a.positions) == 0 &&
	       a.weeks_back == b.weeks_back && a.interval == b.interval && a.count == b.count &&
	       a.freq == b.freq && a.skip == b.skip && a.until_kind == b.until_kind &&
	       a.until == b.until && a.parts == b.parts;
}

static void add_end(struct buf *text, struct prng *prng)
{
	switch (prng_below(prng, 5)) {
	case 0: buf_addf(text, ";COUNT=%u", (u32)prng_between(prng, 1, 1000000)); break;
	case 1: buf_addf(text, ";UNTIL=20%02u0228", (u32)prng_below(prng, 100)); break;
	case 2: buf_addf(text, ";UNTIL=20301231T%02u5959", (u32)prng_below(prng, 24)); break;
	case 3: buf_addf(text, ";UNTIL=20301231T0000%02uZ", (u32)prng_below(prng, 60)); break;
	default: break;
	}
}

static void any_rule_is_printed_and_read_again_as_the_same(void **state)
{
	(void)state;
	struct prng prng = prng_init(check_seed());
	struct buf text, once, twice;
	buf_init(&text, SUPPORT_TEXT_MAX);
	buf_init(&once, SUPPORT_TEXT_MAX);
	buf_init(&twice, SUPPORT_TEXT_MAX);
	for (u32 i = 0; i < 20000; i++) {
		(void)random_rrule(&text, &prng);
		add_end(&text, &prng);
		struct rrule rule = parsed(buf_view(&text));
		buf_clear(&once);
		rrule_print(&rule, &once);
		struct rrule again = parsed(buf_view(&once));
		buf_clear(&twice);
		rrule_print(&again, &twice);
		if (!are_equal(rule, again))
			fail_msg("%.*s became %.*s", STR_ARG(buf_view(&text)),
				 STR_ARG(buf_view(&once)));
		assert_str(buf_view(&twice), buf_view(&once));
	}
	buf_done(&text);
	buf_done(&once);
	buf_done(&twice);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parts_are_put_in_one_order_and_upper_case),
		cmocka_unit_test(lists_ascend_and_numbers_from_the_back_come_last),
		cmocka_unit_test(defaults_stay_where_they_were_written_but_for_interval_1),
		cmocka_unit_test(until_is_printed_as_the_kind_it_was),
		cmocka_unit_test(what_binding_filled_in_is_not_printed),
		cmocka_unit_test(any_rule_is_printed_and_read_again_as_the_same),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
