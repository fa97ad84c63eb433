/* Stories about which walls a cron expression matches: single ones of note, and many by chance
 * against a walk that looks at every minute. */
#include "calendar/cron.h"

#include "calendar/cron_days.h"
#include "calendar/times.h"
#include "random_rules.h"
#include "support.h"

static struct cron parsed(const char *text)
{
	struct cron cron = { 0 };
	struct why why;
	if (cron_parse(str_from(text), &cron, &why)) fail_msg("%s: %s", text, why.text);
	return cron;
}

/* `expected` has walls with blanks between; a "." at the end: and no more. */
struct beat {
	const char *expression;
	const char *after;
	const char *expected;
};

static void expect_beat(const struct beat *row)
{
	struct cron cron = parsed(row->expression);
	wall after = seconds_of(row->after);
	str rest = str_from(row->expected), word;
	while (next_word(&rest, &word)) {
		wall at = 0;
		bool found = cron_next_wall(&cron, after, &at);
		bool end = str_eq(word, STR("."));
		if (end ? found : !found || at != wall_like(word, 0))
			fail_msg("%s after %s: not %.*s", row->expression, row->after,
				 STR_ARG(word));
		after = at;
	}
}

static void expect_beats(const struct beat *rows, size_t len)
{
	for (size_t i = 0; i < len; i++) expect_beat(&rows[i]);
}

static void the_next_wall_is_later_than_the_one_asked_from(void **state)
{
	(void)state;
	static const struct beat rows[] = {
		{ "30 1 * * *", "2025-01-01", "2025-01-01T01:30 2025-01-02T01:30" },
		{ "30 1 * * *", "2025-01-01T01:29:59", "2025-01-01T01:30" },
		{ "30 1 * * *", "2025-01-01T01:30", "2025-01-02T01:30" },
		{ "* * * * *", "2025-12-31T23:58:30",
		  "2025-12-31T23:59 2026-01-01T00:00 2026-01-01T00:01" },
		{ "*/20 */8 * * *", "2025-01-01T08:25",
		  "2025-01-01T08:40 2025-01-01T16:00 2025-01-01T16:20" },
		{ "0 12 * * *", "2025-02-28T12:00", "2025-03-01T12:00" },
		{ "*/30 59 23 * * *", "2025-01-01T23:59:30", "2025-01-02T23:59:00" },
		{ "15,45 * * * * *", "2025-01-01T00:00:45", "2025-01-01T00:01:15" },
		{ "10 20 5 * * *", "2025-01-01T05:20:10", "2025-01-02T05:20:10" },
		{ "0 5 * * *", "2025-01-01T05:00:01", "2025-01-02T05:00" },
	};
	expect_beats(rows, countof(rows));
}

static void months_and_leap_days_are_waited_for(void **state)
{
	(void)state;
	static const struct beat rows[] = {
		{ "0 0 29 2 *", "2025-01-01", "2028-02-29 2032-02-29" },
		{ "0 0 29 2 *", "1896-03-01", "1904-02-29" },
		{ "0 0 29 2 *", "2096-03-01", "2104-02-29" },
		{ "0 0 31 * *", "2025-01-31T00:00", "2025-03-31 2025-05-31 2025-07-31 2025-08-31" },
		{ "0 0 1 6 *", "2025-06-01T00:00", "2026-06-01" },
		{ "0 0 1 3,11 *", "2025-03-15", "2025-11-01 2026-03-01" },
		{ "0 0 * 2 0#5", "2025-01-01", "2032-02-29 2060-02-29 2088-02-29 2128-02-29" },
	};
	expect_beats(rows, countof(rows));
}

static void last_days_are_counted_from_the_end_of_the_month(void **state)
{
	(void)state;
	static const struct beat rows[] = {
		{ "0 0 L * *", "2024-01-31T12:00", "2024-02-29 2024-03-31 2024-04-30" },
		{ "0 0 L 2 *", "2024-03-01", "2025-02-28 2026-02-28 2027-02-28 2028-02-29" },
		{ "0 0 L-1 * *", "2025-02-01", "2025-02-27 2025-03-30" },
		{ "0 0 L-30 * *", "2025-01-02", "2025-03-01 2025-05-01" },
		{ "0 0 L-28 2 *", "2025-01-01", "2028-02-01" },
		{ "0 0 L-2,L * *", "2025-06-01", "2025-06-28 2025-06-30 2025-07-29" },
	};
	expect_beats(rows, countof(rows));
}

static void the_nearest_weekday_never_leaves_the_month(void **state)
{
	(void)state;
	static const struct beat rows[] = {
		/* Saturday 2025-02-15 goes back, Sunday 2025-06-15 goes forward. */
		{ "0 0 15W * *", "2025-01-01", "2025-01-15 2025-02-14 2025-03-14 2025-04-15" },
		{ "0 0 15W 6 *", "2025-01-01", "2025-06-16" },
		/* Saturday the 1st would go back into January, so it goes to Monday the 3rd. */
		{ "0 0 1W 2,3 *", "2025-01-01", "2025-02-03 2025-03-03" },
		{ "0 0 1W 6 *", "2025-01-01", "2025-06-02" },
		/* Sunday the 31st would go on into the next month. */
		{ "0 0 31W 8 *", "2025-01-01", "2025-08-29" },
		{ "0 0 31W 5 *", "2025-01-01", "2025-05-30" },
		{ "0 0 28W 2 *", "2027-01-01", "2027-02-26" },
		{ "0 0 29W 2 *", "2025-01-01", "2028-02-29" },
		{ "0 0 31W * *", "2025-04-01", "2025-05-30 2025-07-31" },
		{ "0 0 LW * *", "2025-05-01", "2025-05-30 2025-06-30 2025-07-31 2025-08-29" },
		{ "0 0 1W,15W,31W * *", "2025-04-01T12:00", "2025-04-15 2025-05-01" },
	};
	expect_beats(rows, countof(rows));
}

static void the_nth_and_the_last_weekday_of_a_month(void **state)
{
	(void)state;
	static const struct beat rows[] = {
		{ "0 0 * * 5#3", "2025-01-01", "2025-01-17 2025-02-21 2025-03-21" },
		{ "0 0 * * MON#1", "2025-09-01T00:00", "2025-10-06 2025-11-03" },
		{ "0 0 * * 6#5", "2025-01-01", "2025-03-29 2025-05-31 2025-08-30" },
		{ "0 0 * * 5L", "2025-01-01", "2025-01-31 2025-02-28 2025-03-28" },
		{ "0 0 * * 0L,1#1", "2025-06-01", "2025-06-02 2025-06-29 2025-07-07" },
		{ "0 0 * 2 4L", "2024-01-01", "2024-02-29 2025-02-27" },
	};
	expect_beats(rows, countof(rows));
}

static void two_restricted_day_fields_mean_either(void **state)
{
	(void)state;
	static const struct beat rows[] = {
		{ "0 0 13 * 5", "2025-06-01",
		  "2025-06-06 2025-06-13 2025-06-20 2025-06-27 "
		  "2025-07-04 2025-07-11 2025-07-13" },
		{ "0 0 L * 1#1", "2025-06-01", "2025-06-02 2025-06-30 2025-07-07" },
		{ "0 0 13 * *", "2025-06-01", "2025-06-13 2025-07-13" },
		{ "0 0 13 * ?", "2025-06-01", "2025-06-13 2025-07-13" },
		{ "0 0 * * 5", "2025-06-01", "2025-06-06 2025-06-13" },
		/* Every second day is a restriction, so Tuesdays come on top. */
		{ "0 0 */2 * 2", "2025-06-01",
		  "2025-06-03 2025-06-05 2025-06-07 2025-06-09 "
		  "2025-06-10 2025-06-11" },
		/* All days of the week, but not a star: either field, so every day. */
		{ "0 0 1 * 0-6", "2025-06-01", "2025-06-02 2025-06-03" },
	};
	expect_beats(rows, countof(rows));
}

static void walls_begin_with_the_year_1_and_end_with_9999(void **state)
{
	(void)state;
	static const struct beat rows[] = {
		{ "0 0 * * *", "9999-12-30", "9999-12-31 ." },
		{ "59 59 23 * * *", "9999-12-31T23:59:58", "9999-12-31T23:59:59 ." },
		{ "0 0 29 2 *", "9996-01-01", "9996-02-29 ." },
		{ "0 0 1 1 *", "9999-01-01T00:00", "." },
		{ "* * * * * *", "9999-12-31T23:59:59", "." },
		{ "0 0 1 1 *", "0001-01-01T00:00", "0002-01-01" },
	};
	expect_beats(rows, countof(rows));
	struct cron cron = parsed("0 0 * * *");
	wall at = 0;
	assert_true(cron_next_wall(&cron, WALL_MIN - 1, &at));
	assert_int_equal(at, WALL_MIN);
	assert_true(cron_next_wall(&cron, INT64_MIN, &at));
	assert_int_equal(at, WALL_MIN);
	assert_false(cron_next_wall(&cron, INT64_MAX, &at));
	assert_int_equal(at, WALL_MIN);
}

/* A struct that parsing would refuse: the search ends all the same. */
static void the_search_for_a_day_that_never_comes_ends(void **state)
{
	(void)state;
	struct cron cron = { .seconds = 1,
			     .minutes = 1,
			     .hours = 1,
			     .months = 1 << 2,
			     .days = (u32)1 << 30,
			     .any_weekday = true };
	wall at = 42;
	assert_false(cron_next_wall(&cron, seconds_of("2025-01-01"), &at));
	assert_int_equal(at, 42);
}

/* ---- against a walk ---------------------------------------------------------------------- */

/* Steps away from a Saturday or Sunday, to the nearer side first. */
static i32 naive_workday(i32 day, i32 first_weekday, i32 length)
{
	static const i32 steps[] = { 0, -1, 1, -2, 2 };
	for (size_t i = 0; i < countof(steps); i++) {
		i32 to = day + steps[i];
		i32 weekday = (first_weekday + to - 1) % 7;
		if (to >= 1 && to <= length && weekday != SATURDAY && weekday != SUNDAY) return to;
	}
	return 0;
}

static bool naive_date_matches(const struct cron *cron, const struct civil *date, i32 first_weekday)
{
	i32 length = civil_month_days(date->year, date->month);
	if (cron->days >> date->day & 1) return true;
	if (cron->days_last >> (length - date->day) & 1) return true;
	for (i32 day = 1; day <= length; day++) {
		bool named = cron->days_nearest >> day & 1 || (cron->last_weekday && day == length);
		if (named && naive_workday(day, first_weekday, length) == date->day) return true;
	}
	return false;
}

static bool naive_weekday_matches(const struct cron *cron, const struct civil *date, u32 weekday)
{
	i32 length = civil_month_days(date->year, date->month);
	if (cron->weekdays >> weekday & 1) return true;
	if (cron->weekdays_nth[(date->day - 1) / 7] >> weekday & 1) return true;
	return date->day + 7 > length && cron->weekdays_last >> weekday & 1;
}

static bool naive_day_matches(const struct cron *cron, i32 day_number)
{
	struct civil date;
	civil_from_day_number(day_number, &date);
	u32 weekday = civil_weekday(day_number);
	i32 first_weekday = (i32)civil_weekday(day_number - date.day + 1);
	if (!(cron->months >> date.month & 1)) return false;
	if (cron->any_day && cron->any_weekday) return true;
	if (!cron->any_day && naive_date_matches(cron, &date, first_weekday)) return true;
	return !cron->any_weekday && naive_weekday_matches(cron, &date, weekday);
}

static bool naive_time_matches(const struct cron *cron, i32 second)
{
	return cron->hours >> second / 3600 & 1 && cron->minutes >> second / 60 % 60 & 1 &&
	       cron->seconds >> second % 60 & 1;
}

/* Looks at every minute, or second, of the days that match, until `end`. */
static bool naive_next(const struct cron *cron, wall after, wall end, wall *out_wall)
{
	i32 step = cron->has_seconds ? 1 : 60;
	wall at = after - wall_second_of_day(after) % step + step;
	while (at < end) {
		i32 day = wall_day_number(at);
		if (!naive_day_matches(cron, day)) {
			at = ((wall)day + 1) * DAY_SECONDS;
			continue;
		}
		if (naive_time_matches(cron, wall_second_of_day(at))) {
			*out_wall = at;
			return true;
		}
		at += step;
	}
	return false;
}

static void expect_as_walked(const struct cron *cron, str text, wall after)
{
	wall end = after + (wall)400 * DAY_SECONDS;
	wall walked = 0, found = 0;
	bool walk_found = naive_next(cron, after, end, &walked);
	bool any = cron_next_wall(cron, after, &found);
	bool right = walk_found ? any && found == walked : !any || found >= end;
	if (!right)
		fail_msg("%.*s after %" PRIi64 ": %" PRIi64 ", walked %" PRIi64, STR_ARG(text),
			 after, found, walked);
}

static void any_expression_is_found_as_by_a_walk(void **state)
{
	(void)state;
	struct prng prng = prng_init(check_seed());
	struct buf text;
	buf_init(&text, SUPPORT_TEXT_MAX);
	for (u32 i = 0; i < 1500; i++) {
		struct cron cron;
		if (cron_parse(random_cron(&text, &prng), &cron, NULL)) continue;
		wall after = prng_between(&prng, seconds_of("1890-01-01"),
					  seconds_of("2110-01-01"));
		for (u32 n = 0; n < 4; n++) {
			expect_as_walked(&cron, buf_view(&text), after);
			if (!cron_next_wall(&cron, after, &after)) break;
		}
	}
	buf_done(&text);
}

/* Every month there is: 28 to 31 days, beginning on each day of the week. */
static void the_days_of_every_kind_of_month_are_those_of_a_walk(void **state)
{
	(void)state;
	static const char *const rows[] = {
		"0 0 1W,2W,15W,28W,29W,30W,31W * *", "0 0 LW * *",       "0 0 L,L-1,L-27,L-30 * *",
		"0 0 * * 0#1,1#2,2#3,3#4,4#5",       "0 0 * * 0L,3L,6L", "0 0 7,L * 2L,5#5",
	};
	for (size_t i = 0; i < countof(rows); i++) {
		struct cron cron = parsed(rows[i]);
		for (i32 month = 0; month < 28 * 12; month++) {
			i32 year = 2000 + month / 12, number = month % 12 + 1;
			i32 first = civil_day_number(year, number, 1);
			i32 length = civil_month_days(year, number);
			u32 days = cron_days(&cron, civil_weekday(first), length);
			for (i32 day = 1; day <= length; day++)
				assert_int_equal(days >> day & 1,
						 naive_day_matches(&cron, first + day - 1));
			assert_int_equal(days & 1, 0);
			assert_int_equal((u64)days >> (length + 1), 0);
		}
	}
}

/* ---- times of the day -------------------------------------------------------------------- */

/* The list of times, one by one. */
static void the_times_of_a_day_are_one_ascending_list(void **state)
{
	(void)state;
	struct prng prng = prng_init(check_seed());
	for (u32 i = 0; i < 20; i++) {
		struct times times = { .seconds = prng_next(&prng) & prng_next(&prng) &
						  bits_range(0, 59),
				       .minutes = prng_next(&prng) & bits_range(0, 59),
				       .hours = (u32)(prng_next(&prng) & bits_range(0, 23)) };
		times.seconds |= (u64)1 << prng_below(&prng, 60);
		times.minutes |= (u64)1 << prng_below(&prng, 60);
		times.hours |= (u32)1 << prng_below(&prng, 24);
		u32 rank = times_count(times);
		i32 next = DAY_SECONDS;
		for (i32 second = DAY_SECONDS - 1; second >= 0; second--) {
			bool named = times.hours >> second / 3600 & 1 &&
				     times.minutes >> second / 60 % 60 & 1 &&
				     times.seconds >> second % 60 & 1;
			if (named) next = second;
			if (named) assert_int_equal(times_at(times, --rank), second);
			assert_int_equal(times_next(times, second), next);
			assert_int_equal(times_rank(times, second), rank);
		}
		assert_int_equal(rank, 0);
	}
}

static void a_set_of_bits_is_walked_from_any_place(void **state)
{
	(void)state;
	u64 set = (u64)1 << 63 | (u64)1 << 40 | 1;
	assert_int_equal(bits_next(set, 0), 0);
	assert_int_equal(bits_next(set, 1), 40);
	assert_int_equal(bits_next(set, 41), 63);
	assert_int_equal(bits_next(set, 64), BIT_NONE);
	assert_int_equal(bits_next(0, 0), BIT_NONE);
	assert_int_equal(bits_last(set), 63);
	assert_int_equal(bits_last(1), 0);
	assert_true(bits_has(set, 40));
	assert_false(bits_has(set, 41));
	assert_false(bits_has(set, 64));
	assert_int_equal(bits_count(set), 3);
	assert_int_equal(bits_nth(set, 1), 40);
	assert_int_equal(bits_range(0, 63), UINT64_MAX);
	assert_int_equal(bits_range(5, 5), 32);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_next_wall_is_later_than_the_one_asked_from),
		cmocka_unit_test(months_and_leap_days_are_waited_for),
		cmocka_unit_test(last_days_are_counted_from_the_end_of_the_month),
		cmocka_unit_test(the_nearest_weekday_never_leaves_the_month),
		cmocka_unit_test(the_nth_and_the_last_weekday_of_a_month),
		cmocka_unit_test(two_restricted_day_fields_mean_either),
		cmocka_unit_test(walls_begin_with_the_year_1_and_end_with_9999),
		cmocka_unit_test(the_search_for_a_day_that_never_comes_ends),
		cmocka_unit_test(any_expression_is_found_as_by_a_walk),
		cmocka_unit_test(the_days_of_every_kind_of_month_are_those_of_a_walk),
		cmocka_unit_test(the_times_of_a_day_are_one_ascending_list),
		cmocka_unit_test(a_set_of_bits_is_walked_from_any_place),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
