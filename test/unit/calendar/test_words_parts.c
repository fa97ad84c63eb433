#include "calendar/words_parts.h"

#include "base/check.h"

static void expect(struct buf *words, const char *expected)
{
	assert_false(buf_failed(words));
	assert_str(buf_view(words), str_from(expected));
	buf_clear(words);
}

static void lists_have_commas_and_one_conjunction(void **state)
{
	(void)state;
	static const char *const expected[] = { "", "a", "a or a", "a, a or a", "a, a, a or a" };
	struct buf words;
	buf_init(&words, 1000);
	for (u32 len = 0; len < countof(expected); len++) {
		struct pieces pieces;
		pieces_init(&pieces);
		for (u32 i = 0; i < len; i++) {
			buf_add_byte(&pieces.text, 'a');
			pieces_close(&pieces);
		}
		pieces_join(&pieces, "or", &words);
		pieces_done(&pieces);
		expect(&words, expected[len]);
	}
	buf_done(&words);
}

static void numbers_in_a_row_become_a_range_from_three_on(void **state)
{
	(void)state;
	struct buf words;
	buf_init(&words, 1000);
	words_set(1u << 5, NUMBER_PLAIN, "and", &words);
	expect(&words, "5");
	words_set(1u << 5 | 1u << 6, NUMBER_PLAIN, "and", &words);
	expect(&words, "5 and 6");
	words_set(7u << 5, NUMBER_PADDED, "and", &words);
	expect(&words, "05 to 07");
	words_set(1 | 7u << 5 | 3u << 10, NUMBER_ORDINAL, "and", &words);
	expect(&words, "0th, 5th to 7th, 10th and 11th");
	words_set((u64)7 << 61, NUMBER_PLAIN, "and", &words);
	expect(&words, "61 to 63");
	buf_done(&words);
}

static void sets_may_reach_over_words(void **state)
{
	(void)state;
	static const u64 set[] = { (u64)1 << 63, 3, 0, 0, 0, (u64)1 << 46 };
	struct pieces pieces;
	struct buf words;
	buf_init(&words, 1000);
	pieces_init(&pieces);
	pieces_add_words(&pieces, set, countof(set), NUMBER_PLAIN);
	pieces_join(&pieces, "and", &words);
	pieces_done(&pieces);
	expect(&words, "63 to 65 and 366");
	buf_done(&words);
}

static void ordinals_end_as_they_should(void **state)
{
	(void)state;
	struct buf words;
	static const u32 numbers[] = {
		1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 100, 101, 111, 112, 366
	};
	buf_init(&words, 1000);
	for (size_t i = 0; i < countof(numbers); i++) {
		words_number(numbers[i], NUMBER_ORDINAL, &words);
		buf_add_byte(&words, ' ');
	}
	expect(&words,
	       "1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 23rd 100th 101st 111th 112th 366th ");
	for (u32 n = 1; n <= 11; n += 5) {
		words_nth(n, &words);
		buf_add_byte(&words, ' ');
		words_nth_last(n, &words);
		buf_add_byte(&words, ' ');
		words_every_nth(n, &words);
		buf_add_byte(&words, ' ');
	}
	expect(&words,
	       "first last every sixth sixth to last every sixth 11th 11th to last every 11th ");
	buf_done(&words);
}

static void weekdays_are_listed_from_monday(void **state)
{
	(void)state;
	static const struct {
		u32 weekdays;
		const char *words;
	} rows[] = {
		{ 1u << MONDAY, "every Monday" },
		{ 1u << SUNDAY, "every Sunday" },
		{ 1u << SUNDAY | 1u << SATURDAY, "on Saturday and Sunday" },
		{ 0x3e, "Monday to Friday" },
		{ 1u << FRIDAY | 1u << SATURDAY | 1u << SUNDAY, "Friday to Sunday" },
		{ 0x7f & ~(1u << WEDNESDAY), "on Monday, Tuesday and Thursday to Sunday" },
		{ WEEKDAYS_ALL, "every day" },
	};
	struct buf words;
	buf_init(&words, 1000);
	for (size_t i = 0; i < countof(rows); i++) {
		words_weekdays(rows[i].weekdays, &words);
		expect(&words, rows[i].words);
	}
	buf_done(&words);
}

static void months_go_with_days_or_stand_alone(void **state)
{
	(void)state;
	struct buf words;
	u32 may = 1u << 5, summer = 7u << 6;
	buf_init(&words, 1000);
	words_in_months(MONTHS_ALL, &words);
	expect(&words, "");
	words_in_months(may | summer, &words);
	expect(&words, " from May to August");
	words_in_months(may | 1u << 7, &words);
	expect(&words, " in May and July");
	words_of_months(MONTHS_ALL, 0, true, &words);
	expect(&words, " of every month");
	words_of_months(summer, 0, true, &words);
	expect(&words, " of every month from June to August");
	words_of_months(may, 0, true, &words);
	expect(&words, " of May every year");
	words_of_months(may, 0, false, &words);
	expect(&words, " of May");
	words_weekdays_in_months(0x3e, summer, &words);
	expect(&words, "Monday to Friday, from June to August");
	words_weekdays_in_months(0x3e, may, &words);
	expect(&words, "Monday to Friday in May");
	words_weekdays_in_months(2, summer, &words);
	expect(&words, "every Monday from June to August");
	buf_done(&words);
}

static void dates_that_months_lack_are_told(void **state)
{
	(void)state;
	struct buf words;
	buf_init(&words, 1000);
	words_of_months(MONTHS_ALL, 1u << 31, true, &words);
	expect(&words, " of every month that has one");
	words_of_months(MONTHS_ALL, 1u << 28, true, &words);
	expect(&words, " of every month");
	words_of_months(MONTHS_ALL, 1u << 28 | 1u << 31, true, &words);
	expect(&words, " of every month");
	words_of_months(1u << 2, 1u << 29, true, &words);
	expect(&words, " of February in leap years");
	words_of_months(1u << 1, 1u << 29, true, &words);
	expect(&words, " of January every year");
	buf_done(&words);
}

static void days_of_the_month_have_their_articles(void **state)
{
	(void)state;
	static const struct {
		u32 days;
		bool bare;
		const char *words;
	} rows[] = {
		{ 1u << 1, true, "the 1st" },
		{ 1u << 1 | 1u << 15, true, "the 1st and 15th" },
		{ 1u << 1 | 1u << 15, false, "the 1st and the 15th" },
		{ 1u << 1 | 7u << 10, true, "the 1st and 10th to 12th" },
		{ 1u << 1 | 7u << 10, false, "the 1st and the 10th to the 12th" },
		{ 0xaaaaaaaa, true, "every second day from the 1st to the 31st" },
		{ 1u << 5 | 1u << 15 | 1u << 25, true, "the 5th, 15th and 25th" },
	};
	struct buf words;
	buf_init(&words, 1000);
	for (size_t i = 0; i < countof(rows); i++) {
		struct pieces pieces;
		pieces_init(&pieces);
		pieces_add_days(&pieces, rows[i].days, rows[i].bare);
		pieces_join(&pieces, "and", &words);
		pieces_done(&pieces);
		expect(&words, rows[i].words);
	}
	buf_done(&words);
}

static void times_and_days_are_joined_so_that_they_do_not_run_together(void **state)
{
	(void)state;
	struct buf words;
	buf_init(&words, 1000);
	words_join_days(TIMES_LISTED, STR(""), &words);
	expect(&words, " every day");
	words_join_days(TIMES_SPOKEN, STR(""), &words);
	expect(&words, ", every day");
	words_join_days(TIMES_ALWAYS, STR(""), &words);
	expect(&words, "");
	words_join_days(TIMES_LISTED, STR("on the 1st"), &words);
	expect(&words, " on the 1st");
	words_join_days(TIMES_LISTED, STR("Monday to Friday"), &words);
	expect(&words, ", Monday to Friday");
	words_join_days(TIMES_ALWAYS, STR("every Monday"), &words);
	expect(&words, ", every Monday");
	buf_done(&words);
}

static void a_list_that_did_not_fit_fails_the_whole(void **state)
{
	(void)state;
	struct pieces pieces;
	struct buf words;
	buf_init(&words, PIECES_TEXT_MAX * 2);
	pieces_init(&pieces);
	(void)buf_extend(&pieces.text, PIECES_TEXT_MAX);
	buf_add_byte(&pieces.text, '!');
	pieces_close(&pieces);
	pieces_join(&pieces, "and", &words);
	assert_true(buf_failed(&words));
	pieces_done(&pieces);
	buf_done(&words);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lists_have_commas_and_one_conjunction),
		cmocka_unit_test(numbers_in_a_row_become_a_range_from_three_on),
		cmocka_unit_test(sets_may_reach_over_words),
		cmocka_unit_test(ordinals_end_as_they_should),
		cmocka_unit_test(weekdays_are_listed_from_monday),
		cmocka_unit_test(months_go_with_days_or_stand_alone),
		cmocka_unit_test(dates_that_months_lack_are_told),
		cmocka_unit_test(days_of_the_month_have_their_articles),
		cmocka_unit_test(times_and_days_are_joined_so_that_they_do_not_run_together),
		cmocka_unit_test(a_list_that_did_not_fit_fails_the_whole),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
