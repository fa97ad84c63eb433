/* Calendars as sets of days. */
#include "model/books.h"

#include "base/check.h"
#include "calendar/daybook.h"
#include "calendar/support.h"

static i32 day_of(const char *date)
{
	char text[32];
	snprintf(text, sizeof text, "%sT00:00:00Z", date);
	return (i32)(instant_of(text) / MSEC_DAY);
}

static void a_body_has_dates_and_rules(void **state)
{
	struct daybook *book = NULL;
	struct why why;
	(void)state;
	assert_int_equal(daybook_new(&book), ERR_OK);
	assert_int_equal(calendar_read(book,
				       STR("2025-12-25\n\n  2025-01-01 "
					   "FREQ=YEARLY;BYMONTH=5;BYDAY=1MO\n"),
				       &why),
			 ERR_OK);
	assert_true(daybook_has_day(book, day_of("2025-12-25")));
	assert_true(daybook_has_day(book, day_of("2026-05-04")));
	assert_false(daybook_has_day(book, day_of("2026-12-25")));
	daybook_free(book);
}

static void a_mistake_is_named_with_its_entry(void **state)
{
	struct daybook *book = NULL;
	struct why why;
	(void)state;
	assert_int_equal(daybook_new(&book), ERR_OK);
	assert_int_not_equal(calendar_read(book, STR("2025-12-25\n2025-13-01\n"), &why), ERR_OK);
	assert_int_equal(strncmp(why.text, "entry 2: ", 9), 0);
	daybook_free(book);
}

static void a_book_is_made_when_it_is_asked_for(void **state)
{
	const struct calendar_row rows[] = { { .name = STR("a"), .body = STR("2025-12-25") },
					     { .name = STR("b"), .body = STR("nonsense") } };
	const struct books_sources sources = { .calendars = rows, .calendars_len = countof(rows) };
	struct books books;
	(void)state;
	books_init(&books, &sources);
	struct timetable_sources asked = books_timetable_sources(&books);
	assert_int_equal(books.len, 0);
	assert_non_null(asked.calendar(asked.context, STR("a")));
	assert_int_equal(books.len, 1);
	assert_null(asked.calendar(asked.context, STR("c")));
	assert_int_equal(books.err, ERR_OK);
	assert_null(asked.calendar(asked.context, STR("b")));
	assert_int_not_equal(books.err, ERR_OK);
	books_done(&books);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_body_has_dates_and_rules),
		cmocka_unit_test(a_mistake_is_named_with_its_entry),
		cmocka_unit_test(a_book_is_made_when_it_is_asked_for),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
