/* Stories about dates and times as text. */
#include "calendar/civil.h"

#include "support.h"

/* ---- local times ------------------------------------------------------------------------- */

static void local_times_are_read_in_all_their_forms(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		wall at;
	} rows[] = {
		{ "1970-01-01T00:00:00", 0 },
		{ "1970-01-01", 0 },
		{ "19700101", 0 },
		{ "1970-01-02T03:04:05", 97445 },
		{ "1970-01-02 03:04:05", 97445 },
		{ "1970-01-02T03:04", 97440 },
		{ "1970-01-02 03:04", 97440 },
		{ "19700102T030405", 97445 },
		{ "19700102 030405", 97445 },
		{ "1969-12-31T23:59:59", -1 },
		{ "2024-02-29", 1709164800 },
		{ "2000-02-29T12:00:00", 951825600 },
		{ "2025-03-30T01:30:00", 1743298200 },
		{ "2025-12-31T23:59:59", 1767225599 },
		{ "0001-01-01T00:00:00", WALL_MIN },
		{ "00010101", WALL_MIN },
		{ "9999-12-31T23:59:59", WALL_MAX },
		{ "99991231T235959", WALL_MAX },
	};
	for (size_t i = 0; i < countof(rows); i++)
		assert_int_equal(seconds_of(rows[i].text), rows[i].at);
}

static void expect_wall_refused(const struct refusal *row)
{
	struct why why = { 0 };
	wall at = 12345;
	expect_why(row, wall_parse(str_from(row->text), &at, &why), &why);
	assert_int_equal(at, 12345);
	assert_int_equal(wall_parse(str_from(row->text), &at, NULL), row->err);
}

static void local_times_that_are_not_written_right_are_refused_where_they_go_wrong(void **state)
{
	(void)state;
	static const struct refusal rows[] = {
		{ "", ERR_TIME_SYNTAX, 0, 0, "2025-03-30T01:30:00" },
		{ "now", ERR_TIME_SYNTAX, 0, 3, "local time" },
		{ " 2025-03-30", ERR_TIME_SYNTAX, 0, 11, "local time" },
		{ "-001-01-01", ERR_TIME_SYNTAX, 0, 10, "local time" },
		{ "+2025-01-01", ERR_TIME_SYNTAX, 0, 11, "local time" },
		{ "202", ERR_TIME_SYNTAX, 0, 3, "local time" },
		{ "2025", ERR_TIME_SYNTAX, 4, 0, "local time" },
		{ "2025-", ERR_TIME_SYNTAX, 5, 0, "local time" },
		{ "2025-3-30", ERR_TIME_SYNTAX, 5, 4, "local time" },
		{ "2025-03", ERR_TIME_SYNTAX, 7, 0, "local time" },
		{ "2025-03-3", ERR_TIME_SYNTAX, 8, 1, "local time" },
		{ "2025-0330", ERR_TIME_SYNTAX, 7, 2, "local time" },
		{ "202503-30", ERR_TIME_SYNTAX, 6, 3, "local time" },
		{ "2025/03/30", ERR_TIME_SYNTAX, 4, 6, "local time" },
		{ "20250330Z", ERR_TIME_SYNTAX, 8, 1, "local time" },
		{ "2025-03-30t01:30", ERR_TIME_SYNTAX, 10, 6, "local time" },
		{ "2025-03-30T", ERR_TIME_SYNTAX, 11, 0, "local time" },
		{ "2025-03-30  01:30", ERR_TIME_SYNTAX, 11, 6, "local time" },
		{ "2025-03-30T1:30", ERR_TIME_SYNTAX, 11, 4, "local time" },
		{ "2025-03-30T01", ERR_TIME_SYNTAX, 13, 0, "local time" },
		{ "2025-03-30T0130", ERR_TIME_SYNTAX, 13, 2, "local time" },
		{ "2025-03-30T01:", ERR_TIME_SYNTAX, 14, 0, "local time" },
		{ "2025-03-30T01:3", ERR_TIME_SYNTAX, 14, 1, "local time" },
		{ "2025-03-30T01:30:", ERR_TIME_SYNTAX, 17, 0, "local time" },
		{ "2025-03-30T01:30:5", ERR_TIME_SYNTAX, 17, 1, "local time" },
		{ "2025-03-30T01:30:00Z", ERR_TIME_SYNTAX, 19, 1, "local time" },
		{ "2025-03-30T01:30:00.5", ERR_TIME_SYNTAX, 19, 2, "local time" },
		{ "2025-03-30T01:30:00+01:00", ERR_TIME_SYNTAX, 19, 6, "local time" },
		{ "2025-03-30T01:30:00 ", ERR_TIME_SYNTAX, 19, 1, "local time" },
		{ "20250330T01:30:00", ERR_TIME_SYNTAX, 11, 6, "local time" },
		{ "20250330T0130", ERR_TIME_SYNTAX, 13, 0, "local time" },
		{ "20250330T013000Z", ERR_TIME_SYNTAX, 15, 1, "local time" },
		{ "12025-03-30", ERR_TIME_SYNTAX, 4, 7, "local time" },
	};
	for (size_t i = 0; i < countof(rows); i++) expect_wall_refused(&rows[i]);
}

static void dates_that_no_calendar_has_are_refused_with_what_is_allowed(void **state)
{
	(void)state;
	static const struct refusal rows[] = {
		{ "0000-01-01", ERR_TIME_SYNTAX, 0, 10, "0001 to 9999" },
		{ "2025-00-10", ERR_TIME_SYNTAX, 0, 10, "month must be 01 to 12" },
		{ "2025-13-10", ERR_TIME_SYNTAX, 0, 10, "month must be 01 to 12" },
		{ "2025-01-00", ERR_TIME_SYNTAX, 0, 10, "01 to 31 in 2025-01" },
		{ "2025-01-32", ERR_TIME_SYNTAX, 0, 10, "01 to 31 in 2025-01" },
		{ "2025-04-31", ERR_TIME_SYNTAX, 0, 10, "01 to 30 in 2025-04" },
		{ "2025-02-29", ERR_TIME_SYNTAX, 0, 10, "01 to 28 in 2025-02" },
		{ "2024-02-30", ERR_TIME_SYNTAX, 0, 10, "01 to 29 in 2024-02" },
		{ "1900-02-29", ERR_TIME_SYNTAX, 0, 10, "01 to 28 in 1900-02" },
		{ "2025-01-01T24:00:00", ERR_TIME_SYNTAX, 0, 19, "23:59:59" },
		{ "2025-01-01T23:60:00", ERR_TIME_SYNTAX, 0, 19, "23:59:59" },
		{ "2016-12-31T23:59:60", ERR_TIME_SYNTAX, 0, 19, "23:59:59" },
		{ "20250101T240000", ERR_TIME_SYNTAX, 0, 15, "23:59:59" },
	};
	for (size_t i = 0; i < countof(rows); i++) expect_wall_refused(&rows[i]);
}

static void a_byte_that_is_no_text_is_refused_like_any_other(void **state)
{
	(void)state;
	wall at;
	struct why why;
	assert_int_equal(wall_parse(STR("2025\0-01-01"), &at, &why), ERR_TIME_SYNTAX);
	assert_int_equal(why.at, 4);
	assert_int_equal(wall_parse((str){ NULL, 0 }, &at, &why), ERR_TIME_SYNTAX);
	assert_int_equal(wall_parse(STR("2025-01-\xff\xff"), &at, &why), ERR_TIME_SYNTAX);
	assert_int_equal(why.at, 8);
}

static void expect_wall_printed(wall at, const char *expected)
{
	struct buf out;
	buf_init(&out, 100);
	wall_print(at, &out);
	assert_str(buf_view(&out), str_from(expected));
	buf_done(&out);
}

static void a_local_time_is_printed_in_full(void **state)
{
	(void)state;
	expect_wall_printed(0, "1970-01-01T00:00:00");
	expect_wall_printed(-1, "1969-12-31T23:59:59");
	expect_wall_printed(1743298205, "2025-03-30T01:30:05");
	expect_wall_printed(WALL_MIN, "0001-01-01T00:00:00");
	expect_wall_printed(WALL_MAX, "9999-12-31T23:59:59");
}

/* The first and last instants lie in the years 0 and 10000 in zones west and east of Greenwich. */
static void walls_a_few_hours_beyond_the_first_and_last_year_are_printed(void **state)
{
	(void)state;
	expect_wall_printed(WALL_MIN - 5 * 3600, "0000-12-31T19:00:00");
	expect_wall_printed(WALL_MAX + 14 * 3600, "10000-01-01T13:59:59");
}

static void print_it(void *at)
{
	struct buf out;
	buf_init(&out, 100);
	wall_print(*(const wall *)at, &out);
	buf_done(&out);
}

static void walls_far_beyond_all_years_break_a_promise(void **state)
{
	(void)state;
	wall before = WALL_MIN - (wall)367 * DAY_SECONDS;
	wall after = WALL_MAX + (wall)367 * DAY_SECONDS;
	assert_true(breaks_promise(print_it, &before));
	assert_true(breaks_promise(print_it, &after));
}

static void what_is_printed_is_read_again(void **state)
{
	(void)state;
	struct prng prng = prng_init(check_seed());
	struct buf out;
	buf_init(&out, 100);
	for (u32 i = 0; i < 20000; i++) {
		wall at = prng_between(&prng, WALL_MIN, WALL_MAX), read;
		buf_clear(&out);
		wall_print(at, &out);
		assert_int_equal(wall_parse(buf_view(&out), &read, NULL), ERR_OK);
		assert_int_equal(read, at);
		msec instant = prng_between(&prng, WALL_MIN * 1000, MSEC_YEAR_9999_END), again;
		buf_clear(&out);
		instant_print(instant, &out);
		assert_int_equal(instant_parse(buf_view(&out), &again, NULL), ERR_OK);
		assert_int_equal(again, instant);
	}
	buf_done(&out);
}

/* ---- instants ---------------------------------------------------------------------------- */

static void instants_are_read_with_z_or_an_offset(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		msec at;
	} rows[] = {
		{ "1970-01-01T00:00:00Z", 0 },
		{ "1970-01-01t00:00:00z", 0 },
		{ "1970-01-01 00:00:00Z", 0 },
		{ "1970-01-01T00:00Z", 0 },
		{ "1970-01-01T01:00:00+01:00", 0 },
		{ "1969-12-31T19:00:00-05:00", 0 },
		{ "1970-01-01T05:45:00+05:45", 0 },
		{ "1970-01-01T00:00:00-00:00", 0 },
		{ "1970-01-01T00:00:01.5Z", 1500 },
		{ "1970-01-01T00:00:01.50Z", 1500 },
		{ "1970-01-01T00:00:01.001Z", 1001 },
		{ "1970-01-01T00:00:01.9999999999Z", 1999 },
		{ "1969-12-31T23:59:59.999Z", -1 },
		{ "1969-12-31T23:59:59.0009Z", -1000 },
		{ "2025-03-30T01:30:00Z", 1743298200000 },
		{ "2025-03-30T02:30:00+01:00", 1743298200000 },
		{ "1970-01-01T23:59:00+23:59", 0 },
		{ "0001-01-01T00:00:00Z", WALL_MIN * 1000 },
		{ "9999-12-31T23:59:59.999Z", MSEC_YEAR_9999_END },
	};
	for (size_t i = 0; i < countof(rows); i++)
		assert_int_equal(instant_of(rows[i].text), rows[i].at);
}

static void expect_instant_refused(const struct refusal *row)
{
	struct why why = { 0 };
	msec at = 12345;
	expect_why(row, instant_parse(str_from(row->text), &at, &why), &why);
	assert_int_equal(at, 12345);
}

static void instants_that_are_not_written_right_are_refused_where_they_go_wrong(void **state)
{
	(void)state;
	static const struct refusal rows[] = {
		{ "", ERR_TIME_SYNTAX, 0, 0, "offset" },
		{ "2025-03-30", ERR_TIME_SYNTAX, 10, 0, "offset" },
		{ "20250330T013000Z", ERR_TIME_SYNTAX, 8, 8, "offset" },
		{ "2025-03-30X01:30:00Z", ERR_TIME_SYNTAX, 10, 10, "offset" },
		{ "2025-03-30T01:30:00", ERR_TIME_SYNTAX, 19, 0, "offset" },
		{ "2025-03-30T0:30:00Z", ERR_TIME_SYNTAX, 11, 8, "offset" },
		{ "2025-03-30T01:Z", ERR_TIME_SYNTAX, 14, 1, "offset" },
		{ "2025-03-30T01:30:00.Z", ERR_TIME_SYNTAX, 20, 1, "offset" },
		{ "2025-03-30T01:30:00.5", ERR_TIME_SYNTAX, 21, 0, "offset" },
		{ "2025-03-30T01:30:00,5Z", ERR_TIME_SYNTAX, 19, 3, "offset" },
		{ "2025-03-30T01:30:00 Z", ERR_TIME_SYNTAX, 19, 2, "offset" },
		{ "2025-03-30T01:30:00Zx", ERR_TIME_SYNTAX, 20, 1, "offset" },
		{ "2025-03-30T01:30:00+1:00", ERR_TIME_SYNTAX, 20, 4, "offset" },
		{ "2025-03-30T01:30:00+01", ERR_TIME_SYNTAX, 22, 0, "offset" },
		{ "2025-03-30T01:30:00+0100", ERR_TIME_SYNTAX, 22, 2, "offset" },
		{ "2025-03-30T01:30:00+01:0", ERR_TIME_SYNTAX, 23, 1, "offset" },
		{ "2025-03-30T01:30:00+24:00", ERR_TIME_SYNTAX, 25, 0, "offset" },
		{ "2025-03-30T01:30:00+01:60", ERR_TIME_SYNTAX, 25, 0, "offset" },
		{ "2025-03-30T01:30:00+01:00Z", ERR_TIME_SYNTAX, 25, 1, "offset" },
		{ "1743298200", ERR_TIME_SYNTAX, 8, 2, "offset" },
	};
	for (size_t i = 0; i < countof(rows); i++) expect_instant_refused(&rows[i]);
}

static void instants_outside_the_years_1_to_9999_are_refused(void **state)
{
	(void)state;
	static const struct refusal rows[] = {
		{ "0000-12-31T23:59:59Z", ERR_TIME_SYNTAX, 0, 20, "0001 to 9999" },
		{ "0001-01-01T00:00:00+00:01", ERR_TIME_SYNTAX, 0, 25, "0001 to 9999" },
		{ "9999-12-31T23:59:59-00:01", ERR_TIME_SYNTAX, 0, 25, "0001 to 9999" },
		{ "2025-02-29T00:00:00Z", ERR_TIME_SYNTAX, 0, 20, "01 to 28" },
		{ "2025-01-01T00:00:60Z", ERR_TIME_SYNTAX, 0, 20, "23:59:59" },
	};
	for (size_t i = 0; i < countof(rows); i++) expect_instant_refused(&rows[i]);
}

static void an_instant_is_printed_with_milliseconds_only_where_it_has_some(void **state)
{
	(void)state;
	static const struct {
		msec at;
		const char *text;
	} rows[] = {
		{ 0, "1970-01-01T00:00:00Z" },
		{ 1743298200000, "2025-03-30T01:30:00Z" },
		{ 1743298200007, "2025-03-30T01:30:00.007Z" },
		{ 1743298200120, "2025-03-30T01:30:00.120Z" },
		{ -1, "1969-12-31T23:59:59.999Z" },
		{ -1000, "1969-12-31T23:59:59Z" },
		{ WALL_MIN * 1000, "0001-01-01T00:00:00Z" },
		{ MSEC_YEAR_9999_END, "9999-12-31T23:59:59.999Z" },
	};
	struct buf out;
	buf_init(&out, 100);
	for (size_t i = 0; i < countof(rows); i++) {
		buf_clear(&out);
		instant_print(rows[i].at, &out);
		assert_str(buf_view(&out), str_from(rows[i].text));
	}
	buf_done(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(local_times_are_read_in_all_their_forms),
		cmocka_unit_test(
			local_times_that_are_not_written_right_are_refused_where_they_go_wrong),
		cmocka_unit_test(dates_that_no_calendar_has_are_refused_with_what_is_allowed),
		cmocka_unit_test(a_byte_that_is_no_text_is_refused_like_any_other),
		cmocka_unit_test(a_local_time_is_printed_in_full),
		cmocka_unit_test(walls_a_few_hours_beyond_the_first_and_last_year_are_printed),
		cmocka_unit_test(walls_far_beyond_all_years_break_a_promise),
		cmocka_unit_test(what_is_printed_is_read_again),
		cmocka_unit_test(instants_are_read_with_z_or_an_offset),
		cmocka_unit_test(
			instants_that_are_not_written_right_are_refused_where_they_go_wrong),
		cmocka_unit_test(instants_outside_the_years_1_to_9999_are_refused),
		cmocka_unit_test(an_instant_is_printed_with_milliseconds_only_where_it_has_some),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
