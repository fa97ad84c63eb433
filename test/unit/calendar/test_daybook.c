/* Stories about sets of days: holidays by date and by rule. */
#include "calendar/daybook.h"

#include "support.h"

static struct daybook *given_book(void)
{
	struct daybook *book = NULL;
	assert_int_equal(daybook_new(&book), ERR_OK);
	return book;
}

static void add_date(struct daybook *book, const char *date)
{
	struct why why;
	if (daybook_add_date(book, str_from(date), &why)) fail_msg("%s: %s", date, why.text);
}

static void add_rule(struct daybook *book, const char *rule, const char *start)
{
	struct why why;
	if (daybook_add_rule(book, str_from(rule), str_from(start), &why))
		fail_msg("%s: %s", rule, why.text);
}

static bool has_day(const struct daybook *book, const char *date)
{
	return daybook_has_day(book, wall_day_number(seconds_of(date)));
}

static void a_new_book_has_no_day(void **state)
{
	(void)state;
	struct daybook *book = given_book();
	assert_false(has_day(book, "2025-12-25"));
	assert_false(has_day(book, "0001-01-01"));
	daybook_free(book);
	daybook_free(NULL);
}

static void a_book_has_the_dates_it_was_given_in_any_order_and_twice(void **state)
{
	(void)state;
	struct daybook *book = given_book();
	add_date(book, "2025-12-25");
	add_date(book, "2025-12-26");
	add_date(book, "20250101");
	add_date(book, "2025-12-25");
	add_date(book, "0001-01-01");
	add_date(book, "9999-12-31");
	add_date(book, "1969-12-31");
	assert_true(has_day(book, "2025-12-25"));
	assert_true(has_day(book, "2025-12-26"));
	assert_true(has_day(book, "2025-01-01"));
	assert_true(has_day(book, "0001-01-01"));
	assert_true(has_day(book, "9999-12-31"));
	assert_true(has_day(book, "1969-12-31"));
	assert_false(has_day(book, "2025-12-24"));
	assert_false(has_day(book, "2025-12-27"));
	assert_false(has_day(book, "1970-01-01"));
	daybook_free(book);
}

/* By chance, against a plain list. */
static void dates_added_in_any_order_are_all_found(void **state)
{
	(void)state;
	enum { DAYS = 2000, FIRST = 20000 };
	struct prng prng = prng_init(check_seed());
	bool named[DAYS] = { false };
	struct daybook *book = given_book();
	struct buf date;
	buf_init(&date, 100);
	for (u32 i = 0; i < DAYS; i++) {
		i32 day = (i32)prng_below(&prng, DAYS);
		buf_clear(&date);
		wall_print((wall)(FIRST + day) * DAY_SECONDS, &date);
		str text = str_slice(buf_view(&date), 0, 10);
		assert_int_equal(daybook_add_date(book, text, NULL), ERR_OK);
		named[day] = true;
	}
	for (i32 day = 0; day < DAYS; day++)
		assert_int_equal(daybook_has_day(book, FIRST + day), named[day]);
	buf_done(&date);
	daybook_free(book);
}

static void rules_name_days_from_their_start_on(void **state)
{
	(void)state;
	struct daybook *book = given_book();
	add_rule(book, "FREQ=YEARLY", "2020-12-25");
	add_rule(book, "FREQ=WEEKLY;BYDAY=SA,SU", "2025-01-01");
	add_rule(book, "RRULE:FREQ=MONTHLY;BYDAY=-1MO;BYMONTH=5", "1971-01-01");
	assert_true(has_day(book, "2020-12-25"));
	assert_true(has_day(book, "2999-12-25"));
	assert_false(has_day(book, "2019-12-25"));
	assert_true(has_day(book, "2025-01-04"));
	assert_true(has_day(book, "2025-01-05"));
	assert_false(has_day(book, "2025-01-06"));
	assert_false(has_day(book, "2024-12-28"));
	assert_true(has_day(book, "2024-05-27"));
	assert_false(has_day(book, "2024-05-20"));
	daybook_free(book);
}

static void rules_may_end_by_count_or_by_the_date_of_their_until(void **state)
{
	(void)state;
	struct daybook *book = given_book();
	add_rule(book, "FREQ=DAILY;COUNT=3", "2025-01-10");
	add_rule(book, "FREQ=DAILY;UNTIL=20250203", "2025-02-01");
	add_rule(book, "FREQ=DAILY;UNTIL=20250303T000000Z", "2025-03-01");
	add_rule(book, "FREQ=DAILY;UNTIL=20250403T235959", "2025-04-01");
	assert_true(has_day(book, "2025-01-12"));
	assert_false(has_day(book, "2025-01-13"));
	assert_true(has_day(book, "2025-02-03"));
	assert_false(has_day(book, "2025-02-04"));
	assert_true(has_day(book, "2025-03-03"));
	assert_false(has_day(book, "2025-03-04"));
	assert_true(has_day(book, "2025-04-03"));
	assert_false(has_day(book, "2025-04-04"));
	daybook_free(book);
}

static void an_until_at_the_end_of_all_years_changes_nothing(void **state)
{
	(void)state;
	struct daybook *book = given_book();
	add_rule(book, "FREQ=YEARLY;UNTIL=99991231", "9990-06-01");
	assert_true(has_day(book, "9999-06-01"));
	daybook_free(book);
}

static void what_is_no_date_is_refused(void **state)
{
	(void)state;
	static const struct refusal rows[] = {
		{ "", ERR_TIME_SYNTAX, 0, 0, "2025-12-25" },
		{ "christmas", ERR_TIME_SYNTAX, 0, 9, "2025-12-25" },
		{ "2025-02-29", ERR_TIME_SYNTAX, 0, 10, "2025-12-25" },
		{ "2025-12-25T00:00:00", ERR_TIME_SYNTAX, 0, 19, "2025-12-25" },
		{ "2025-12-25 00:00", ERR_TIME_SYNTAX, 0, 16, "2025-12-25" },
		{ "0000-01-01", ERR_TIME_SYNTAX, 0, 10, "2025-12-25" },
		{ "2025-12-25Z", ERR_TIME_SYNTAX, 0, 11, "2025-12-25" },
	};
	struct daybook *book = given_book();
	for (size_t i = 0; i < countof(rows); i++) {
		struct why why = { 0 };
		str date = str_from(rows[i].text);
		expect_why(&rows[i], daybook_add_date(book, date, &why), &why);
		expect_why(&rows[i], daybook_add_rule(book, STR("FREQ=DAILY"), date, &why), &why);
	}
	assert_false(has_day(book, "2025-12-25"));
	daybook_free(book);
}

static void rules_that_do_not_name_days_are_refused(void **state)
{
	(void)state;
	static const struct refusal rows[] = {
		{ "FREQ=HOURLY", ERR_RRULE_CONFLICT, 0, 11, "DAILY or coarser" },
		{ "FREQ=SECONDLY", ERR_RRULE_CONFLICT, 0, 13, "DAILY or coarser" },
		{ "FREQ=DAILY;BYHOUR=0", ERR_RRULE_CONFLICT, 0, 19, "without BYHOUR" },
		{ "FREQ=DAILY;BYMINUTE=0", ERR_RRULE_CONFLICT, 0, 21, "BYMINUTE" },
		{ "FREQ=DAILY;BYSECOND=0", ERR_RRULE_CONFLICT, 0, 21, "BYSECOND" },
		{ "FREQ=OFTEN", ERR_RRULE_SYNTAX, 5, 5, "FREQ" },
		{ "0 0 * * *", ERR_RRULE_SYNTAX, 0, 9, "NAME=VALUE" },
		{ "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", ERR_RULE_NEVER, 0, 0, "never fires" },
		{ "FREQ=DAILY;UNTIL=20241231", ERR_RULE_NEVER, 0, 25, "UNTIL" },
	};
	struct daybook *book = given_book();
	for (size_t i = 0; i < countof(rows); i++) {
		struct why why = { 0 };
		enum err err = daybook_add_rule(book, str_from(rows[i].text), STR("2025-01-01"),
						&why);
		expect_why(&rows[i], err, &why);
	}
	assert_false(has_day(book, "2025-01-01"));
	daybook_free(book);
}

static void a_book_has_at_most_so_many_dates(void **state)
{
	(void)state;
	struct daybook *book = given_book();
	struct why why = { 0 };
	struct buf date;
	buf_init(&date, 100);
	for (i32 day = 0; day < DAYBOOK_DATES_MAX; day++) {
		buf_clear(&date);
		wall_print((wall)day * DAY_SECONDS, &date);
		assert_int_equal(daybook_add_date(book, str_slice(buf_view(&date), 0, 10), &why),
				 ERR_OK);
	}
	assert_int_equal(daybook_add_date(book, STR("2025-12-25"), &why), ERR_TOO_LONG);
	assert_non_null(strstr(why.text, "at most 4000 dates"));
	assert_false(has_day(book, "2025-12-25"));
	/* One that it has already is no new one. */
	assert_int_equal(daybook_add_date(book, STR("1970-01-01"), &why), ERR_OK);
	buf_done(&date);
	daybook_free(book);
}

static void a_book_has_at_most_so_many_rules(void **state)
{
	(void)state;
	struct daybook *book = given_book();
	struct why why = { 0 };
	for (u32 i = 0; i < DAYBOOK_RULES_MAX; i++) add_rule(book, "FREQ=YEARLY", "2025-12-25");
	assert_int_equal(daybook_add_rule(book, STR("FREQ=DAILY"), STR("2025-01-01"), &why),
			 ERR_TOO_LONG);
	assert_non_null(strstr(why.text, "at most 64 rules"));
	assert_false(has_day(book, "2025-12-24"));
	daybook_free(book);
}

static bool fill_a_book(void *context)
{
	(void)context;
	struct daybook *book = NULL;
	enum err err = daybook_new(&book);
	if (err) {
		assert_int_equal(err, ERR_MEMORY);
		assert_null(book);
		return true;
	}
	add_date(book, "2025-12-25");
	add_rule(book, "FREQ=YEARLY", "2025-12-26");
	assert_true(has_day(book, "2026-12-26"));
	daybook_free(book);
	return false;
}

static void a_book_that_does_not_fit_into_memory_is_refused(void **state)
{
	(void)state;
	assert_int_equal(for_each_fault(fill_a_book, NULL), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_new_book_has_no_day),
		cmocka_unit_test(a_book_has_the_dates_it_was_given_in_any_order_and_twice),
		cmocka_unit_test(dates_added_in_any_order_are_all_found),
		cmocka_unit_test(rules_name_days_from_their_start_on),
		cmocka_unit_test(rules_may_end_by_count_or_by_the_date_of_their_until),
		cmocka_unit_test(an_until_at_the_end_of_all_years_changes_nothing),
		cmocka_unit_test(what_is_no_date_is_refused),
		cmocka_unit_test(rules_that_do_not_name_days_are_refused),
		cmocka_unit_test(a_book_has_at_most_so_many_dates),
		cmocka_unit_test(a_book_has_at_most_so_many_rules),
		cmocka_unit_test(a_book_that_does_not_fit_into_memory_is_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
