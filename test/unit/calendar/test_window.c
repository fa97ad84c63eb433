/* Stories about windows in time: nights, weeks and clock changes, and a model that looks at every
 * minute (and every second) around changes of the clock. */
#include "calendar/window.h"

#include "zone_bytes.h"

enum { DAY = 86400 };

static struct windows parse(const char *text)
{
	struct windows windows = { 0 };
	struct why why = { 0 };
	if (windows_parse(str_from(text), &windows, &why)) fail_msg("%s: %s", text, why.text);
	return windows;
}

static msec instant(const char *text)
{
	return msec_from_seconds(seconds_of(text));
}

static void assert_inside(const struct windows *windows, const struct zone *zone, const char *at,
			  const char *until)
{
	msec end = 0, begin = 0;
	assert_true(windows_contain(windows, zone, instant(at)));
	assert_true(windows_end_after(windows, zone, instant(at), &end));
	assert_int_equal(end, instant(until));
	assert_true(windows_begin_after(windows, zone, instant(at), &begin));
	assert_int_equal(begin, instant(at));
}

static void assert_outside(const struct windows *windows, const struct zone *zone, const char *at,
			   const char *until)
{
	msec end = 0, begin = 0;
	assert_false(windows_contain(windows, zone, instant(at)));
	assert_true(windows_begin_after(windows, zone, instant(at), &begin));
	assert_int_equal(begin, instant(until));
	assert_true(windows_end_after(windows, zone, instant(at), &end));
	assert_int_equal(end, instant(at));
}

static void a_night_belongs_to_the_day_on_which_it_begins(void **state)
{
	(void)state;
	struct windows nights = parse("22:00-07:00 Mon-Fri");
	const struct zone *utc = zone_utc();
	/* 2025-06-06 is a Friday. */
	assert_outside(&nights, utc, "2025-06-06T21:59:59", "2025-06-06T22:00:00");
	assert_inside(&nights, utc, "2025-06-06T22:00:00", "2025-06-07T07:00:00");
	assert_inside(&nights, utc, "2025-06-07T06:59:59", "2025-06-07T07:00:00");
	assert_outside(&nights, utc, "2025-06-07T07:00:00", "2025-06-09T22:00:00");
	assert_outside(&nights, utc, "2025-06-09T03:00:00", "2025-06-09T22:00:00");
}

static void windows_that_touch_are_one(void **state)
{
	(void)state;
	struct windows weekend = parse("18:00-24:00 Fri; 00:00-24:00 Sat,Sun; 00:00-08:00 Mon");
	assert_inside(&weekend, zone_utc(), "2025-06-06T18:00:00", "2025-06-09T08:00:00");
	struct windows lapped = parse("10:00-14:00; 12:00-18:00; 17:00-17:30");
	assert_inside(&lapped, zone_utc(), "2025-06-06T10:00:00", "2025-06-06T18:00:00");
}

static void windows_over_the_whole_week_never_end(void **state)
{
	(void)state;
	static const char *const texts[] = {
		"00:00-24:00",
		"12:00-12:00",
		"00:00-12:00; 12:00-00:00",
		"00:00-24:00 Mon-Fri; 00:00-24:00 Sat,Sun",
	};
	for (u32 i = 0; i < countof(texts); i++) {
		struct windows windows = parse(texts[i]);
		msec end = 77, begin;
		assert_false(windows_end_after(&windows, zone_utc(), 0, &end));
		assert_int_equal(end, 77);
		assert_true(windows_begin_after(&windows, zone_utc(), 0, &begin));
		assert_int_equal(begin, 0);
	}
	struct windows nearly = parse("00:01-24:00 Mon; 00:00-24:00 Tue-Sun");
	assert_inside(&nearly, zone_utc(), "2025-06-09T00:01:00", "2025-06-16T00:00:00");
}

static void without_windows_nothing_is_inside(void **state)
{
	(void)state;
	struct windows none = { 0 };
	msec end, begin = 77;
	assert_false(windows_contain(&none, zone_utc(), 0));
	assert_true(windows_end_after(&none, zone_utc(), 5, &end));
	assert_int_equal(end, 5);
	assert_false(windows_begin_after(&none, zone_utc(), 0, &begin));
	assert_int_equal(begin, 77);
}

static void milliseconds_count(void **state)
{
	(void)state;
	struct windows windows = parse("10:00-11:00");
	msec ten = instant("2025-06-06T10:00:00"), eleven = instant("2025-06-06T11:00:00"), at;
	assert_false(windows_contain(&windows, zone_utc(), ten - 1));
	assert_true(windows_begin_after(&windows, zone_utc(), ten - 1, &at));
	assert_int_equal(at, ten);
	assert_true(windows_contain(&windows, zone_utc(), eleven - 1));
	assert_true(windows_end_after(&windows, zone_utc(), eleven - 1, &at));
	assert_int_equal(at, eleven);
	assert_true(windows_begin_after(&windows, zone_utc(), ten + 1, &at));
	assert_int_equal(at, ten + 1);
	/* Also before 1970. */
	assert_true(windows_begin_after(&windows, zone_utc(), instant("1960-01-01T09:59:59") + 999,
					&at));
	assert_int_equal(at, instant("1960-01-01T10:00:00"));
}

static void a_night_with_a_clock_change_ends_by_the_wall_clock(void **state)
{
	(void)state;
	struct windows nights = parse("22:00-07:00");
	struct zone *london = load_zone("Europe/London");
	assert_inside(&nights, london, "2025-03-29T22:00:00", "2025-03-30T06:00:00");
	assert_inside(&nights, london, "2025-10-25T21:00:00", "2025-10-26T07:00:00");
	zone_free(london);
}

static void an_hour_that_is_skipped_is_skipped(void **state)
{
	(void)state;
	struct windows hour = parse("01:00-02:00");
	struct windows late = parse("01:30-03:00"), early = parse("00:30-01:30");
	struct zone *london = load_zone("Europe/London");
	assert_outside(&hour, london, "2025-03-29T12:00:00", "2025-03-31T00:00:00");
	/* The window begins inside the gap: it is entered at the gap's end. */
	assert_outside(&late, london, "2025-03-30T00:00:00", "2025-03-30T01:00:00");
	assert_inside(&late, london, "2025-03-30T01:00:00", "2025-03-30T02:00:00");
	/* The window ends inside the gap: it is left at the gap's beginning. */
	assert_inside(&early, london, "2025-03-30T00:30:00", "2025-03-30T01:00:00");
	zone_free(london);
}

static void an_hour_that_happens_twice_is_inside_both_times(void **state)
{
	(void)state;
	struct windows hour = parse("01:00-02:00"), half = parse("01:00-01:30");
	struct zone *london = load_zone("Europe/London");
	assert_inside(&hour, london, "2025-10-26T00:00:00", "2025-10-26T02:00:00");
	assert_inside(&half, london, "2025-10-26T00:00:00", "2025-10-26T00:30:00");
	assert_outside(&half, london, "2025-10-26T00:30:00", "2025-10-26T01:00:00");
	assert_inside(&half, london, "2025-10-26T01:00:00", "2025-10-26T01:30:00");
	zone_free(london);
}

static void a_skipped_day_has_no_windows(void **state)
{
	(void)state;
	struct zone *apia = load_zone("Pacific/Apia");
	struct windows friday = parse("00:00-24:00 Fri");
	struct windows thursday_to_saturday = parse("00:00-24:00 Thu-Sat");
	/* Friday 2011-12-30 did not happen there. */
	assert_outside(&friday, apia, "2011-12-29T12:00:00", "2012-01-05T10:00:00");
	assert_inside(&thursday_to_saturday, apia, "2011-12-29T12:00:00", "2011-12-31T10:00:00");
	zone_free(apia);
}

static void the_ends_of_time_are_survived(void **state)
{
	(void)state;
	struct windows windows = parse("10:00-11:00 Mon");
	struct zone *london = load_zone("Europe/London");
	msec at;
	assert_true(windows_begin_after(&windows, london, MSEC_MIN, &at));
	assert_true(windows_end_after(&windows, london, MSEC_MIN, &at));
	assert_true(windows_begin_after(&windows, london, MSEC_MAX, &at));
	assert_int_equal(at, MSEC_MAX);
	assert_true(windows_end_after(&windows, london, MSEC_MAX, &at));
	assert_int_equal(at, MSEC_MAX);
	zone_free(london);
}

/* --- the model --- */

static struct windows random_windows(struct prng *prng)
{
	struct windows windows = { .len = 1 +
					  (u32)prng_below(prng, prng_chance(prng, 1, 4) ? 16 : 3) };
	for (u32 i = 0; i < windows.len; i++) {
		u64 minutes = prng_chance(prng, 1, 8) ? 1440 : 1 + prng_below(prng, 700);
		bool is_night = prng_chance(prng, 1, 2); /* where the clocks change */
		windows.at[i] = (struct window){ (u16)prng_below(prng, is_night ? 240 : 1440),
						 (u16)minutes, (u8)prng_between(prng, 1, 127) };
	}
	return windows;
}

/* Straight from the definition: is there a day on which a window began that has not yet ended? */
static bool model_contains(const struct windows *windows, wall at)
{
	for (i32 back = 0; back <= 1; back++) {
		i32 day = wall_day_number(at) - back;
		i64 second = at - (i64)day * DAY;
		for (u32 i = 0; i < windows->len; i++) {
			const struct window *window = &windows->at[i];
			i64 from = window->from_minute * 60;
			if (!(window->weekdays >> civil_weekday(day) & 1)) continue;
			if (second >= from && second < from + window->minutes * 60) return true;
		}
	}
	return false;
}

/* Fills in[i] for the instants from, from + step, ... and compares every answer that lies within.
 */
static u32 compare_with_model(const struct windows *windows, const struct zone *zone, i64 from,
			      i64 step, u32 len)
{
	bool *in = malloc(len);
	assert_non_null(in);
	u32 compared = 0;
	i64 next[2] = { -1, -1 }; /* the first instant from here that is outside, inside */
	for (u32 i = 0; i < len; i++)
		in[i] = model_contains(windows, zone_wall_at(zone, from + i * step));
	for (u32 i = len; i-- > 0;) {
		i64 utc = from + i * step;
		msec found;
		next[in[i]] = utc;
		assert_int_equal(windows_contain(windows, zone, utc * 1000), in[i]);
		if (next[0] >= 0) {
			assert_true(windows_end_after(windows, zone, utc * 1000, &found));
			assert_int_equal(found, next[0] * 1000);
			compared++;
		}
		if (next[1] >= 0) {
			assert_true(windows_begin_after(windows, zone, utc * 1000, &found));
			assert_int_equal(found, next[1] * 1000);
			compared++;
		}
	}
	free(in);
	return compared;
}

static const struct {
	const char *zone;
	const char *change; /* in UTC, after 1970 */
} changes[] = {
	{ "Europe/London", "2025-03-30T01:00:00" },
	{ "Europe/London", "2025-10-26T01:00:00" },
	{ "America/New_York", "2025-03-09T07:00:00" },
	{ "America/New_York", "2025-11-02T06:00:00" },
	{ "Australia/Lord_Howe", "2025-10-04T15:30:00" },
	{ "Australia/Lord_Howe", "2025-04-05T15:00:00" },
	{ "Antarctica/Troll", "2025-03-30T01:00:00" },
	{ "Antarctica/Troll", "2025-10-26T01:00:00" },
	{ "Pacific/Apia", "2011-12-30T10:00:00" },
	{ "Africa/Casablanca", "2026-02-15T02:00:00" },
	{ "Africa/Casablanca", "2040-10-07T02:00:00" },
	{ "America/Sao_Paulo", "2018-11-04T03:00:00" },
	{ "Asia/Tehran", "2022-09-21T19:30:00" },
	{ "Asia/Gaza", "2050-03-26T00:00:00" },
};

/* Windows and offsets are whole minutes here, so every beginning and end is a whole minute. */
static void every_minute_of_two_weeks_around_a_change_agrees_with_the_model(void **state)
{
	(void)state;
	struct prng prng = prng_init(check_seed());
	u32 compared = 0;
	for (u32 i = 0; i < countof(changes); i++) {
		struct zone *zone = load_zone(changes[i].zone);
		for (u32 round = 0; round < 8; round++) {
			struct windows windows = random_windows(&prng);
			i64 from = seconds_of(changes[i].change) - prng_between(&prng, 1, 8) * DAY;
			compared += compare_with_model(&windows, zone, from, 60, 14 * 1440);
		}
		zone_free(zone);
	}
	print_message("%u answers compared\n", compared);
	assert_true(compared > 1000000);
}

static void every_second_around_a_change_agrees_with_the_model(void **state)
{
	(void)state;
	struct prng prng = prng_init(check_seed());
	for (u32 round = 0; round < 8; round++) {
		u64 pick = prng_below(&prng, countof(changes));
		struct zone *zone = load_zone(changes[pick].zone);
		struct windows windows = random_windows(&prng);
		i64 from = seconds_of(changes[pick].change) - DAY / 4;
		assert_true(compare_with_model(&windows, zone, from, 1, DAY / 2) > 0);
		zone_free(zone);
	}
}

/* An offset of 4:56:02 behind: beginnings and ends fall on odd seconds. The clock goes forward by
 * 1,000 s, and back by 90 s two hours later. */
static void offsets_with_seconds_agree_with_the_model(void **state)
{
	(void)state;
	static const struct zone_bytes_type types[] = { { -17762, 0, 0 },
							{ -16762, 0, 0 },
							{ -16852, 0, 0 } };
	static const i64 times[] = { 20000, 27200 };
	static const u8 indexes[] = { 1, 2 };
	struct prng prng = prng_init(check_seed());
	struct zone *zone = make_zone(
		&(struct zone_bytes_block){
			2, times, indexes, 3, types, { "LMT\0", 4 }, 0, { 0 }, { 0 } },
		"");
	for (u32 round = 0; round < 8; round++) {
		struct windows windows = random_windows(&prng);
		assert_true(compare_with_model(&windows, zone, 10000, 1, 30000) > 0);
	}
	zone_free(zone);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_night_belongs_to_the_day_on_which_it_begins),
		cmocka_unit_test(windows_that_touch_are_one),
		cmocka_unit_test(windows_over_the_whole_week_never_end),
		cmocka_unit_test(without_windows_nothing_is_inside),
		cmocka_unit_test(milliseconds_count),
		cmocka_unit_test(a_night_with_a_clock_change_ends_by_the_wall_clock),
		cmocka_unit_test(an_hour_that_is_skipped_is_skipped),
		cmocka_unit_test(an_hour_that_happens_twice_is_inside_both_times),
		cmocka_unit_test(a_skipped_day_has_no_windows),
		cmocka_unit_test(the_ends_of_time_are_survived),
		cmocka_unit_test(every_minute_of_two_weeks_around_a_change_agrees_with_the_model),
		cmocka_unit_test(every_second_around_a_change_agrees_with_the_model),
		cmocka_unit_test(offsets_with_seconds_agree_with_the_model),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
