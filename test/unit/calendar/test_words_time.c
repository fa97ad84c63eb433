#include "calendar/words_parts.h"

#include "base/check.h"
#include "calendar/bits.h"

static u64 every(u32 step, u32 from, u32 to)
{
	u64 set = 0;
	for (u32 i = from; i <= to; i += step) set |= (u64)1 << i;
	return set;
}

static void sets_have_the_shape_that_people_see_in_them(void **state)
{
	(void)state;
	const struct {
		u64 set;
		u32 size;
		enum set_shape shape;
		u32 step;
	} rows[] = {
		{ 1, 60, SHAPE_ONE, 0 },
		{ SIXTY_ALL, 60, SHAPE_ALL, 1 },
		{ HOURS_ALL, 24, SHAPE_ALL, 1 },
		{ every(15, 0, 59), 60, SHAPE_BEAT, 15 },
		{ every(30, 0, 59), 60, SHAPE_BEAT, 30 },
		{ every(7, 0, 59), 60, SHAPE_STEPS, 7 }, /* does not meet the hour */
		{ every(10, 5, 59), 60, SHAPE_STEPS, 10 },
		{ every(15, 5, 59), 60, SHAPE_LIST, 15 }, /* four are as easily listed */
		{ every(1, 5, 7), 60, SHAPE_RUN, 1 },
		{ every(1, 5, 6), 60, SHAPE_LIST, 1 },
		{ 1 | 2 | 8, 60, SHAPE_LIST, 1 },
		{ (u64)1 << 63, 64, SHAPE_ONE, 0 },
	};
	for (size_t i = 0; i < countof(rows); i++) {
		struct words_shape shape = shape_of(rows[i].set, rows[i].size);
		assert_int_equal(shape.shape, rows[i].shape);
		assert_int_equal(shape.step, rows[i].step);
		assert_int_equal(shape.count, bits_count(rows[i].set));
		assert_int_equal(shape.first, bits_next(rows[i].set, 0));
	}
}

static void shape_of_nothing(void *context)
{
	(void)context;
	(void)shape_of(0, 60);
}

static void nothing_has_no_shape(void **state)
{
	(void)state;
	assert_true(breaks_promise(shape_of_nothing, NULL));
}

struct row {
	struct times times; /* seconds, minutes, hours */
	enum times_form form;
	const char *words;
};

static void expect_rows(const struct row *rows, size_t len)
{
	struct buf words;
	buf_init(&words, 4096);
	for (size_t i = 0; i < len; i++) {
		buf_clear(&words);
		enum times_form form = words_times(&rows[i].times, &words);
		assert_str(buf_view(&words), str_from(rows[i].words));
		assert_int_equal(form, rows[i].form);
	}
	buf_done(&words);
}

static void a_few_times_are_listed(void **state)
{
	(void)state;
	const struct row rows[] = {
		{ { 1, 1, 1u << 9 }, TIMES_LISTED, "at 09:00" },
		{ { 1u << 30, 1, 1u << 9 }, TIMES_LISTED, "at 09:00:30" },
		{ { 1, (u64)1 << 30, 1u << 6 | 1u << 18 }, TIMES_LISTED, "at 06:30 and 18:30" },
		{ { 1, every(15, 0, 59), 1u << 9 },
		  TIMES_LISTED,
		  "at 09:00, 09:15, 09:30 and 09:45" },
		{ { 1, 1u << 5 | 1u << 20, 1u << 1 | 1u << 7 | 1u << 9 },
		  TIMES_LISTED,
		  "at 01:05, 01:20, 07:05, 07:20, 09:05 and 09:20" },
	};
	expect_rows(rows, countof(rows));
}

static void times_all_day_say_nothing_of_hours(void **state)
{
	(void)state;
	const struct row rows[] = {
		{ { SIXTY_ALL, SIXTY_ALL, HOURS_ALL }, TIMES_ALWAYS, "every second" },
		{ { 1, SIXTY_ALL, HOURS_ALL }, TIMES_ALWAYS, "every minute" },
		{ { 1, 1, HOURS_ALL }, TIMES_ALWAYS, "every hour, on the hour" },
		{ { 1, 2, HOURS_ALL }, TIMES_ALWAYS, "at 1 minute past every hour" },
		{ { 2, 4, HOURS_ALL }, TIMES_ALWAYS, "at 2 minutes and 1 second past every hour" },
		{ { 4, SIXTY_ALL, HOURS_ALL }, TIMES_ALWAYS, "at 2 seconds past every minute" },
		{ { 6, SIXTY_ALL, HOURS_ALL },
		  TIMES_ALWAYS,
		  "at 1 and 2 seconds past every minute" },
		{ { every(10, 0, 59), 1, HOURS_ALL },
		  TIMES_ALWAYS,
		  "every 10 seconds in minute 0 of every hour" },
	};
	expect_rows(rows, countof(rows));
}

static void times_of_some_hours_are_said_with_the_hours(void **state)
{
	(void)state;
	u32 office = (u32)every(1, 9, 17);
	const struct row rows[] = {
		{ { 1, 1, office }, TIMES_SPOKEN, "every hour from 09:00 to 17:00" },
		{ { 2, 1, office }, TIMES_SPOKEN, "every hour from 09:00:01 to 17:00:01" },
		{ { 1, every(30, 0, 59), office },
		  TIMES_SPOKEN,
		  "every 30 minutes between 09:00 and 17:59" },
		{ { 1, 1, office | 1 },
		  TIMES_SPOKEN,
		  "at 00:00 and every hour from 09:00 to 17:00" },
		{ { 1, 1, office & ~(1u << 12) },
		  TIMES_SPOKEN,
		  "every hour from 09:00 to 11:00 and every hour from 13:00 to 17:00" },
		{ { SIXTY_ALL, 1, office },
		  TIMES_SPOKEN,
		  "every second in minute 0 of the hour, between 09:00:00 and 17:59:59" },
		{ { 2, SIXTY_ALL, office },
		  TIMES_SPOKEN,
		  "at 1 second past every minute between 09:00 and 17:59" },
	};
	expect_rows(rows, countof(rows));
}

static void hours_are_said_as_spans_or_steps(void **state)
{
	(void)state;
	static const struct {
		u32 hours;
		bool with_seconds;
		const char *words;
	} rows[] = {
		{ 1u << 9, false, "between 09:00 and 09:59" },
		{ 1u << 23, true, "between 23:00:00 and 23:59:59" },
		{ 3u << 9 | 1u << 14, false,
		  "between 09:00 and 10:59 and between 14:00 and 14:59" },
		{ 0x555555, false, "in every second hour from 00:00 to 22:59" },
		{ 0x001001, false, "between 00:00 and 00:59 and between 12:00 and 12:59" },
	};
	struct buf words;
	buf_init(&words, 4096);
	for (size_t i = 0; i < countof(rows); i++) {
		buf_clear(&words);
		words_hours(rows[i].hours, rows[i].with_seconds, &words);
		assert_str(buf_view(&words), str_from(rows[i].words));
	}
	buf_done(&words);
}

static void minutes_of_an_hour_that_is_told_elsewhere(void **state)
{
	(void)state;
	const struct {
		u64 minutes;
		u64 seconds;
		const char *words;
	} rows[] = {
		{ 1, 1, "on the hour" },
		{ 2, 1, "at 1 minute past the hour" },
		{ 1, 2, "at 0 minutes and 1 second past the hour" },
		{ 6, 1, "at 1 and 2 minutes past the hour" },
		{ SIXTY_ALL, 1, "every minute of that hour" },
		{ every(20, 0, 59), 2,
		  "every 20 minutes of that hour, at 1 second past the minute" },
		{ 6, every(20, 0, 59),
		  "at 1 and 2 minutes past the hour, every 20 seconds of that minute" },
	};
	struct buf words;
	buf_init(&words, 4096);
	for (size_t i = 0; i < countof(rows); i++) {
		buf_clear(&words);
		words_minutes_of_hour(rows[i].minutes, rows[i].seconds, &words);
		assert_str(buf_view(&words), str_from(rows[i].words));
	}
	buf_done(&words);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sets_have_the_shape_that_people_see_in_them),
		cmocka_unit_test(nothing_has_no_shape),
		cmocka_unit_test(a_few_times_are_listed),
		cmocka_unit_test(times_all_day_say_nothing_of_hours),
		cmocka_unit_test(times_of_some_hours_are_said_with_the_hours),
		cmocka_unit_test(hours_are_said_as_spans_or_steps),
		cmocka_unit_test(minutes_of_an_hour_that_is_told_elsewhere),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
