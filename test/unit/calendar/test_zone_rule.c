/* Stories about the footer of zone data: what is understood, what is refused, and that the table
 * over kinds of years says the same as a look at every day. */
#include "calendar/zone_rule.h"

#include "base/check.h"
#include "naive_zone_file.h"

static struct zone_footer parse(const char *text)
{
	struct zone_footer footer;
	struct why why = { 0 };
	if (zone_footer_parse(str_from(text), &footer, &why)) fail_msg("%s: %s", text, why.text);
	return footer;
}

static void no_text_says_nothing(void **state)
{
	(void)state;
	assert_int_equal(parse("").locals_len, 0);
}

static void a_name_and_an_offset_are_one_local_time(void **state)
{
	(void)state;
	struct zone_footer footer = parse("JST-9");
	assert_int_equal(footer.locals_len, 1);
	assert_int_equal(footer.locals[0].offset, 9 * 3600);
	assert_str(footer.locals[0].name, STR("JST"));
	footer = parse("<+0330>-3:30");
	assert_int_equal(footer.locals[0].offset, 12600);
	assert_str(footer.locals[0].name, STR("+0330"));
	assert_int_equal(parse("LMT+0:01:15").locals[0].offset, -75);
	assert_int_equal(parse("ABC24:59:59").locals[0].offset, ZONE_OFFSET_MIN);
	assert_int_equal(parse("ABC-24:59:59").locals[0].offset, 89999);
}

static void two_local_times_stand_in_the_order_of_a_years_changes(void **state)
{
	(void)state;
	struct zone_footer north = parse("GMT0BST,M3.5.0/1,M10.5.0");
	assert_int_equal(north.locals_len, 2);
	assert_str(north.locals[0].name, STR("BST"));
	assert_str(north.locals[1].name, STR("GMT"));
	assert_int_equal(north.locals[0].offset, 3600);
	struct zone_footer south = parse("AEST-10AEDT,M10.1.0,M4.1.0/3");
	assert_str(south.locals[0].name, STR("AEST"));
	assert_str(south.locals[1].name, STR("AEDT"));
	/* Winter time as the exception: Dublin. */
	struct zone_footer dublin = parse("IST-1GMT0,M10.5.0,M3.5.0/1");
	assert_str(dublin.locals[0].name, STR("IST"));
	assert_int_equal(dublin.locals[0].offset, 3600);
	assert_int_equal(dublin.locals[1].offset, 0);
}

static void daylight_saving_all_year_is_one_local_time(void **state)
{
	(void)state;
	static const char *const forms[] = {
		"EST5EDT,0/0,J365/25",
		"XXX3EDT4,0/0,J365/23",
		"EST5EDT,J1/0,J365/25",
		"EST5EDT,0/0,J365/49",
	};
	for (u32 i = 0; i < countof(forms); i++) {
		struct zone_footer footer = parse(forms[i]);
		assert_int_equal(footer.locals_len, 1);
		assert_int_equal(footer.locals[0].offset, -4 * 3600);
		assert_str(footer.locals[0].name, STR("EDT"));
	}
}

static void malformed_footers_are_refused(void **state)
{
	(void)state;
	static const char *const texts[] = {
		"G",
		"GM",
		"GMT",
		"5",
		"<GMT0",
		"<GMT>",
		"<G>0",
		"<GM T>0",
		"GMT+",
		"GMT0:",
		"GMT0:60",
		"GMT0:0:60",
		"GMT25",
		"GMT-25",
		"GMT0:0:0:0",
		"GMT 0",
		" GMT0",
		"GMT0 ",
		"GMT0,",
		"GMT0BS",
		"GMT0BST",
		"GMT0BST,",
		"GMT0BST1",
		"GMT0BST,M3.5.0",
		"GMT0BST,M3.5.0,",
		"GMT0BST,M3.5.0/,M10.5.0",
		"GMT0BST,M0.5.0,M10.5.0",
		"GMT0BST,M13.5.0,M10.5.0",
		"GMT0BST,M3.0.0,M10.5.0",
		"GMT0BST,M3.6.0,M10.5.0",
		"GMT0BST,M3.5.7,M10.5.0",
		"GMT0BST,M3.5,M10.5.0",
		"GMT0BST,M3.5.0/168,M10.5.0",
		"GMT0BST,M3.5.0/-168,M10.5.0",
		"GMT0BST,J0,M10.5.0",
		"GMT0BST,J366,M10.5.0",
		"GMT0BST,366,M10.5.0",
		"GMT0BST,-1,M10.5.0",
		"GMT0BST,M3.5.0,M10.5.0,",
		"GMT0BST,M3.5.0,M10.5.0x",
		"GMT0BST,M3.5.0/1:60,M10.5.0",
		"GMT0BST,M3.5.0/1:0:60,M10.5.0",
		"GMT0BST25,M3.5.0,M10.5.0",
		"GMT0BST;M3.5.0;M10.5.0",
		"ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEF0",
		"\xc3\xa9ta5",
		"GMT99999999999999999999",
		"GMT0BST,M3.99999999999999999999.0,M10.5.0",
	};
	for (u32 i = 0; i < countof(texts); i++) {
		struct zone_footer footer = { .locals_len = 77 };
		struct why why = { 0 };
		if (zone_footer_parse(str_from(texts[i]), &footer, &why) != ERR_ZONE_DAMAGED)
			fail_msg("%s was not refused", texts[i]);
		assert_int_equal(footer.locals_len, 77);
		assert_non_null(strstr(why.text, "malformed"));
		assert_true(why.at <= strlen(texts[i]));
	}
}

static void rules_whose_changes_do_not_come_in_turn_are_refused(void **state)
{
	(void)state;
	static const char *const texts[] = {
		"AAA0BBB,0/0,0/1",              /* start and end fall together */
		"AAA0BBB,M3.2.0,J70/12",        /* which comes first depends on the year */
		"AAA0BBB,J365/167,J1/-167",     /* ends before it has started, over New Year */
		"AAA0BBB,M1.1.3/0,M12.5.0/167", /* in some years all year, in others not */
	};
	for (u32 i = 0; i < countof(texts); i++) {
		struct zone_footer footer;
		struct why why = { 0 };
		assert_int_equal(zone_footer_parse(str_from(texts[i]), &footer, &why),
				 ERR_ZONE_DAMAGED);
		assert_non_null(strstr(why.text, "the footer's changes"));
	}
}

/* The number of the last change, counted through all of them. */
static i32 count_changes(const struct zone_rule *rule, i64 utc)
{
	i32 change = RULE_CHANGE_MIN - 1;
	while (change < RULE_CHANGE_MAX && rule_change_at(rule, change + 1) <= utc) change++;
	return change;
}

static void assert_found(const struct zone_rule *rule, i64 utc, i32 expected)
{
	i64 until;
	assert_int_equal(rule_change_before(rule, utc, &until), expected);
	i64 next = expected == RULE_CHANGE_MAX ? INT64_MAX : rule_change_at(rule, expected + 1);
	assert_int_equal(until, next);
}

/* Rules within their year, and rules that spill into the year before or after. */
static const char *const shapes[] = {
	"GMT0BST,M3.5.0/1,M10.5.0",
	"AEST-10AEDT,M10.1.0,M4.1.0/3",
	"EET-2EEST,M3.4.4/50,M10.4.4/50",
	"<-02>2<-01>,M3.5.0/-1,M10.5.0/0",
	"AAA-24BBB,J1/-167,J100",
	"AAA24BBB,J100,J365/167",
	"AAA0BBB,J365/20,J10/-160",
	"AAA0BBB,0/-160,1/-160",
	"AAA0BBB,364/150,365/160",
	"AAA0BBB,M2.5.1,59/5",
	"AAA0BBB,J59,J60",
	"AAA5BBB4:30,M1.1.0,M12.5.6/24:59:59",
};

static void every_change_is_found_and_the_second_before_belongs_to_the_one_before(void **state)
{
	(void)state;
	for (u32 i = 0; i < countof(shapes); i++) {
		struct zone_footer footer = parse(shapes[i]);
		assert_int_equal(footer.locals_len, 2);
		for (i32 change = RULE_CHANGE_MIN; change <= RULE_CHANGE_MAX; change++) {
			i64 at = rule_change_at(&footer.rule, change);
			assert_found(&footer.rule, at, change);
			assert_found(&footer.rule, at - 1, change - 1);
		}
	}
}

static void any_instant_is_placed_as_by_counting(void **state)
{
	(void)state;
	struct prng prng = prng_init(check_seed());
	for (u32 i = 0; i < 300; i++) {
		struct zone_footer footer = parse(shapes[prng_below(&prng, countof(shapes))]);
		i64 utc = prng_between(&prng, WALL_MIN - 1000 * (i64)DAY_SECONDS,
				       WALL_MAX + 1000 * (i64)DAY_SECONDS);
		assert_found(&footer.rule, utc, count_changes(&footer.rule, utc));
	}
}

static void the_ends_of_time_have_an_answer(void **state)
{
	(void)state;
	struct zone_footer footer = parse(shapes[0]);
	assert_found(&footer.rule, INT64_MIN, RULE_CHANGE_MIN - 1);
	assert_found(&footer.rule, INT64_MAX, RULE_CHANGE_MAX);
}

/* All 400 years of a cycle, and so all years, against the plain reading. */
static void the_rule_holds_as_written_through_a_whole_cycle(void **state)
{
	(void)state;
	for (u32 i = 0; i < countof(shapes); i++) {
		struct zone_footer footer = parse(shapes[i]);
		for (i32 change = 2 * 1900; change < 2 * (1900 + CYCLE_YEARS); change++) {
			i64 at = rule_change_at(&footer.rule, change);
			for (i64 utc = at - 1; utc <= at; utc++) {
				struct naive_local expected = naive_footer_at(shapes[i], utc);
				i64 until;
				i32 found = rule_change_before(&footer.rule, utc, &until);
				assert_int_equal(footer.locals[found & 1].offset, expected.offset);
				assert_str(footer.locals[found & 1].name, str_from(expected.name));
			}
		}
	}
}

static void every_year_begins_on_its_first_day(void **state)
{
	(void)state;
	u32 day = 366 + 365 * 398 + 96; /* the years 0 to 398 */
	for (u32 year = 399; year < RULE_YEAR_MAX + CYCLE_YEARS + 2; year++) {
		struct shifted_year found = shifted_year(year);
		assert_int_equal(found.first_day, day);
		assert_int_equal(found.kind % 7, (day + SATURDAY) % 7);
		u64 start = (u64)day * DAY_SECONDS;
		assert_int_equal(shifted_year_of(start).year, year);
		assert_int_equal(shifted_year_of(start - 1).year, year - 1);
		day += naive_is_leap((int)year) ? 366 : 365;
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_text_says_nothing),
		cmocka_unit_test(a_name_and_an_offset_are_one_local_time),
		cmocka_unit_test(two_local_times_stand_in_the_order_of_a_years_changes),
		cmocka_unit_test(daylight_saving_all_year_is_one_local_time),
		cmocka_unit_test(malformed_footers_are_refused),
		cmocka_unit_test(rules_whose_changes_do_not_come_in_turn_are_refused),
		cmocka_unit_test(
			every_change_is_found_and_the_second_before_belongs_to_the_one_before),
		cmocka_unit_test(any_instant_is_placed_as_by_counting),
		cmocka_unit_test(the_ends_of_time_have_an_answer),
		cmocka_unit_test(the_rule_holds_as_written_through_a_whole_cycle),
		cmocka_unit_test(every_year_begins_on_its_first_day),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
