/* Stories about looking things up in a zone: single clock changes of note, zones made by hand for
 * what the real world does not have, and every zone of the system against a second reading of its
 * file. */
#include "calendar/zone.h"
#include "effort.h"

#include "naive_zone_file.h"
#include "zone_bytes.h"

#include <ftw.h>

enum { HOUR = 3600, DAY = 86400 };

/* --- one zone, one change --- */

static void summer_and_winter_have_their_offset_and_name(void **state)
{
	(void)state;
	struct zone *london = load_zone("Europe/London");
	i64 winter = seconds_of("2025-01-15T12:00:00"), summer = seconds_of("2025-07-15T12:00:00");
	assert_str(zone_name(london), STR("Europe/London"));
	assert_int_equal(zone_offset_at(london, winter), 0);
	assert_str(zone_abbreviation_at(london, winter), STR("GMT"));
	assert_int_equal(zone_offset_at(london, summer), HOUR);
	assert_str(zone_abbreviation_at(london, summer), STR("BST"));
	assert_int_equal(zone_wall_at(london, summer), seconds_of("2025-07-15T13:00:00"));
	zone_free(london);
}

static void the_changes_before_and_after_an_instant_are_found(void **state)
{
	(void)state;
	struct zone *london = load_zone("Europe/London");
	struct zone_change change;
	i64 spring = seconds_of("2025-03-30T01:00:00");
	assert_true(zone_next_change(london, spring - 1, &change));
	assert_change(&change, "2025-03-30T01:00:00", 0, HOUR);
	assert_true(zone_next_change(london, spring, &change));
	assert_change(&change, "2025-10-26T01:00:00", HOUR, 0);
	assert_true(zone_last_change(london, spring, &change));
	assert_change(&change, "2025-03-30T01:00:00", 0, HOUR);
	assert_true(zone_last_change(london, spring - 1, &change));
	assert_change(&change, "2024-10-27T01:00:00", HOUR, 0);
	zone_free(london);
}

static void assert_reading(const struct zone *zone, const char *at, enum zone_fit fit,
			   const char *utc, const char *utc_second)
{
	struct zone_reading reading;
	zone_read_wall(zone, seconds_of(at), &reading);
	assert_int_equal(reading.fit, fit);
	assert_int_equal(reading.utc, seconds_of(utc));
	assert_int_equal(reading.utc_second, seconds_of(utc_second));
	if (fit == ZONE_ONCE) return;
	i64 size = reading.change.offset_after - reading.change.offset_before;
	assert_int_equal(reading.utc - reading.utc_second, size);
	assert_true(fit == ZONE_GAP ? size > 0 : size < 0);
}

static void an_hour_that_is_skipped_is_read_with_both_offsets(void **state)
{
	(void)state;
	struct zone *london = load_zone("Europe/London");
	assert_reading(london, "2025-03-30T00:59:59", ZONE_ONCE, "2025-03-30T00:59:59",
		       "2025-03-30T00:59:59");
	assert_reading(london, "2025-03-30T01:00:00", ZONE_GAP, "2025-03-30T01:00:00",
		       "2025-03-30T00:00:00");
	assert_reading(london, "2025-03-30T01:59:59", ZONE_GAP, "2025-03-30T01:59:59",
		       "2025-03-30T00:59:59");
	assert_reading(london, "2025-03-30T02:00:00", ZONE_ONCE, "2025-03-30T01:00:00",
		       "2025-03-30T01:00:00");
	zone_free(london);
}

static void an_hour_that_happens_twice_is_read_twice(void **state)
{
	(void)state;
	struct zone *london = load_zone("Europe/London");
	assert_reading(london, "2025-10-26T00:59:59", ZONE_ONCE, "2025-10-25T23:59:59",
		       "2025-10-25T23:59:59");
	assert_reading(london, "2025-10-26T01:00:00", ZONE_TWICE, "2025-10-26T00:00:00",
		       "2025-10-26T01:00:00");
	assert_reading(london, "2025-10-26T01:59:59", ZONE_TWICE, "2025-10-26T00:59:59",
		       "2025-10-26T01:59:59");
	assert_reading(london, "2025-10-26T02:00:00", ZONE_ONCE, "2025-10-26T02:00:00",
		       "2025-10-26T02:00:00");
	zone_free(london);
}

static void a_whole_day_can_be_skipped(void **state)
{
	(void)state;
	struct zone *apia = load_zone("Pacific/Apia");
	assert_reading(apia, "2011-12-29T23:59:59", ZONE_ONCE, "2011-12-30T09:59:59",
		       "2011-12-30T09:59:59");
	assert_reading(apia, "2011-12-30T00:00:00", ZONE_GAP, "2011-12-30T10:00:00",
		       "2011-12-29T10:00:00");
	assert_reading(apia, "2011-12-30T12:00:00", ZONE_GAP, "2011-12-30T22:00:00",
		       "2011-12-29T22:00:00");
	assert_reading(apia, "2011-12-30T23:59:59", ZONE_GAP, "2011-12-31T09:59:59",
		       "2011-12-30T09:59:59");
	assert_reading(apia, "2011-12-31T00:00:00", ZONE_ONCE, "2011-12-30T10:00:00",
		       "2011-12-30T10:00:00");
	zone_free(apia);
}

static void a_whole_day_can_happen_twice(void **state)
{
	(void)state;
	/* As when a place moves to the other side of the date line. */
	static const struct zone_bytes_type types[] = { { 12 * HOUR, 0, 0 }, { -12 * HOUR, 0, 4 } };
	static const i64 times[] = { 0 };
	static const u8 indexes[] = { 1 };
	struct zone *made = make_zone(
		&(struct zone_bytes_block){
			1, times, indexes, 2, types, { "AAA\0BBB\0", 8 }, 0, { 0 }, { 0 } },
		"BBB12");
	assert_reading(made, "1970-01-01T11:59:59", ZONE_TWICE, "1969-12-31T23:59:59",
		       "1970-01-01T23:59:59");
	assert_reading(made, "1969-12-31T12:00:00", ZONE_TWICE, "1969-12-31T00:00:00",
		       "1970-01-01T00:00:00");
	zone_free(made);
}

static void half_hours_and_double_hours_are_changes_too(void **state)
{
	(void)state;
	struct zone *lord_howe = load_zone("Australia/Lord_Howe"),
		    *troll = load_zone("Antarctica/Troll");
	assert_reading(lord_howe, "2025-10-05T02:00:00", ZONE_GAP, "2025-10-04T15:30:00",
		       "2025-10-04T15:00:00");
	assert_reading(lord_howe, "2025-10-05T02:29:59", ZONE_GAP, "2025-10-04T15:59:59",
		       "2025-10-04T15:29:59");
	assert_reading(lord_howe, "2025-10-05T02:30:00", ZONE_ONCE, "2025-10-04T15:30:00",
		       "2025-10-04T15:30:00");
	assert_reading(lord_howe, "2025-04-06T01:45:00", ZONE_TWICE, "2025-04-05T14:45:00",
		       "2025-04-05T15:15:00");
	assert_reading(troll, "2025-03-30T02:59:59", ZONE_GAP, "2025-03-30T02:59:59",
		       "2025-03-30T00:59:59");
	assert_reading(troll, "2025-10-26T01:00:00", ZONE_TWICE, "2025-10-25T23:00:00",
		       "2025-10-26T01:00:00");
	zone_free(troll);
	zone_free(lord_howe);
}

static void offsets_may_have_seconds(void **state)
{
	(void)state;
	struct zone *new_york = load_zone("America/New_York");
	struct zone_change change;
	/* Local mean time, 4:56:02 behind, until noon of 1883-11-18. */
	assert_int_equal(zone_offset_at(new_york, seconds_of("1880-01-01T00:00:00")), -17762);
	assert_str(zone_abbreviation_at(new_york, seconds_of("1880-01-01T00:00:00")), STR("LMT"));
	assert_false(zone_last_change(new_york, seconds_of("1880-01-01T00:00:00"), &change));
	assert_true(zone_next_change(new_york, seconds_of("1880-01-01T00:00:00"), &change));
	assert_change(&change, "1883-11-18T17:00:00", -17762, -5 * HOUR);
	assert_reading(new_york, "1883-11-18T12:03:57", ZONE_TWICE, "1883-11-18T16:59:59",
		       "1883-11-18T17:03:57");
	assert_reading(new_york, "1883-11-18T12:03:58", ZONE_ONCE, "1883-11-18T17:03:58",
		       "1883-11-18T17:03:58");
	zone_free(new_york);
}

/* --- the far future and the far past --- */

static void the_footers_rule_goes_on_after_the_last_change_in_the_file(void **state)
{
	(void)state;
	struct zone *london = load_zone("Europe/London");
	struct zone_change change;
	assert_int_equal(zone_offset_at(london, seconds_of("2038-07-01T00:00:00")), HOUR);
	assert_int_equal(zone_offset_at(london, seconds_of("2500-01-01T00:00:00")), 0);
	assert_true(zone_next_change(london, seconds_of("2099-07-01T00:00:00"), &change));
	assert_change(&change, "2099-10-25T01:00:00", HOUR, 0);
	assert_true(zone_next_change(london, seconds_of("9999-07-01T00:00:00"), &change));
	assert_change(&change, "9999-10-31T01:00:00", HOUR, 0);
	assert_reading(london, "9999-03-28T01:30:00", ZONE_GAP, "9999-03-28T01:30:00",
		       "9999-03-28T00:30:00");
	zone_free(london);
}

static void after_all_years_the_clock_stands_still(void **state)
{
	(void)state;
	struct zone *london = load_zone("Europe/London");
	struct zone_change change;
	struct zone_reading reading;
	u32 changes = 0;
	for (i64 at = WALL_MAX - 366 * DAY; zone_next_change(london, at, &change); at = change.at)
		changes++;
	assert_int_equal(changes, 4); /* of 9999 and 10000 */
	assert_int_equal(zone_offset_at(london, INT64_MAX), 0);
	assert_false(zone_next_change(london, INT64_MAX, &change));
	assert_true(zone_last_change(london, INT64_MAX, &change));
	zone_read_wall(london, INT64_MAX, &reading);
	assert_int_equal(reading.fit, ZONE_ONCE);
	zone_free(london);
}

static void before_the_first_change_the_first_type_holds(void **state)
{
	(void)state;
	struct zone *london = load_zone("Europe/London");
	struct zone_change change;
	struct zone_reading reading;
	assert_int_equal(zone_offset_at(london, INT64_MIN), -75);
	assert_str(zone_abbreviation_at(london, INT64_MIN), STR("LMT"));
	assert_false(zone_last_change(london, INT64_MIN, &change));
	assert_true(zone_next_change(london, INT64_MIN, &change));
	assert_change(&change, "1847-12-01T00:01:15", -75, 0);
	zone_read_wall(london, INT64_MIN, &reading);
	assert_int_equal(reading.fit, ZONE_ONCE);
	zone_free(london);
}

static void a_zone_of_nothing_but_a_rule_has_it_at_all_times(void **state)
{
	(void)state;
	struct zone *zone = make_ruled_zone("EST5EDT,M3.2.0,M11.1.0");
	struct zone_change change;
	assert_int_equal(zone_offset_at(zone, seconds_of("0500-07-01T00:00:00")), -4 * HOUR);
	assert_int_equal(zone_offset_at(zone, seconds_of("2025-01-01T00:00:00")), -5 * HOUR);
	assert_true(zone_last_change(zone, seconds_of("0001-01-01T00:00:00"), &change));
	assert_true(zone_next_change(zone, INT64_MIN, &change));
	assert_int_equal(change.offset_before, -5 * HOUR);
	assert_false(zone_last_change(zone, change.at - 1, &change));
	zone_free(zone);
}

static void utc_needs_no_file(void **state)
{
	(void)state;
	const struct zone *utc = zone_utc();
	struct zone_change change;
	assert_str(zone_name(utc), STR("UTC"));
	assert_int_equal(zone_offset_at(utc, INT64_MIN), 0);
	assert_int_equal(zone_offset_at(utc, 0), 0);
	assert_int_equal(zone_offset_at(utc, INT64_MAX), 0);
	assert_str(zone_abbreviation_at(utc, 0), STR("UTC"));
	assert_false(zone_next_change(utc, 0, &change));
	assert_false(zone_last_change(utc, 0, &change));
	assert_true(zone_memory_bytes(utc) > 0);
	assert_reading(utc, "2025-03-30T01:30:00", ZONE_ONCE, "2025-03-30T01:30:00",
		       "2025-03-30T01:30:00");
	zone_free((struct zone *)(uintptr_t)utc);
	assert_int_equal(zone_offset_at(zone_utc(), 0), 0);
	zone_free(NULL);
}

/* --- made by hand --- */

static void a_change_of_name_alone_is_no_change_of_the_clock(void **state)
{
	(void)state;
	static const struct zone_bytes_type types[] = {
		{ HOUR, 0, 0 }, { HOUR, 1, 4 }, { HOUR, 1, 0 }, { 2 * HOUR, 1, 8 }
	};
	static const i64 times[] = { -100, 0, 50, 100, 200 };
	static const u8 indexes[] = { 2, 1, 2, 3, 1 };
	struct zone *zone = make_zone(
		&(struct zone_bytes_block){
			5, times, indexes, 4, types, { "AAA\0BBB\0CCC\0", 12 }, 0, { 0 }, { 0 } },
		"");
	struct zone_change change;
	struct zone_reading reading;
	assert_str(zone_abbreviation_at(zone, -1), STR("AAA"));
	assert_str(zone_abbreviation_at(zone, 0), STR("BBB"));
	assert_str(zone_abbreviation_at(zone, 50), STR("AAA"));
	assert_str(zone_abbreviation_at(zone, 200), STR("BBB"));
	assert_true(zone_next_change(zone, -1000, &change));
	assert_change(&change, "1970-01-01T00:01:40", HOUR, 2 * HOUR);
	assert_true(zone_last_change(zone, 199, &change));
	assert_change(&change, "1970-01-01T00:01:40", HOUR, 2 * HOUR);
	assert_false(zone_last_change(zone, 99, &change));
	assert_false(zone_next_change(zone, 200, &change));
	zone_read_wall(zone, HOUR, &reading);
	assert_int_equal(reading.fit, ZONE_ONCE);
	assert_int_equal(reading.utc, 0);
	zone_free(zone);
}

static void a_rule_of_two_names_and_one_offset_never_changes_the_clock(void **state)
{
	(void)state;
	struct zone *zone = make_ruled_zone("AAA0BBB0,M3.5.0,M10.5.0");
	struct zone_change change;
	assert_str(zone_abbreviation_at(zone, seconds_of("2025-01-01T00:00:00")), STR("AAA"));
	assert_str(zone_abbreviation_at(zone, seconds_of("2025-07-01T00:00:00")), STR("BBB"));
	assert_false(zone_next_change(zone, 0, &change));
	assert_false(zone_last_change(zone, 0, &change));
	assert_reading(zone, "2025-03-30T01:30:00", ZONE_ONCE, "2025-03-30T01:30:00",
		       "2025-03-30T01:30:00");
	zone_free(zone);
}

/* Forward by two hours, soon back by more, soon forward again: 00:05 is jumped over twice. */
static void a_wall_in_two_gaps_is_read_by_the_first(void **state)
{
	(void)state;
	static const struct zone_bytes_type types[] = { { 0, 0, 0 },
							{ 2 * HOUR, 1, 0 },
							{ -600, 0, 0 } };
	static const i64 times[] = { 0, 100, 200 };
	static const u8 indexes[] = { 1, 2, 1 };
	struct zone_bytes_block block = { 3, times, indexes, 3, types, { "AAA\0", 4 },
					  0, { 0 }, { 0 } };
	struct zone *zone = make_zone(&block, "");
	struct zone_reading reading;
	zone_read_wall(zone, 300, &reading);
	assert_int_equal(reading.fit, ZONE_GAP);
	assert_change(&reading.change, "1970-01-01T00:00:00", 0, 2 * HOUR);
	assert_int_equal(reading.utc, 300);
	assert_int_equal(reading.utc_second, 300 - 2 * HOUR);
	zone_free(zone);
}

/* What a wall can mean, by trying every offset the zone has around there. */
static void model_reading(const struct zone *zone, wall at, const i32 *offsets, u32 offsets_len,
			  i64 found[8], u32 *found_len)
{
	*found_len = 0;
	for (u32 i = 0; i < offsets_len; i++) {
		i64 utc = at - offsets[i];
		bool known = zone_offset_at(zone, utc) != offsets[i];
		for (u32 j = 0; j < *found_len; j++) known |= found[j] == utc;
		if (known) continue;
		u32 place = (*found_len)++;
		while (place > 0 && found[place - 1] > utc)
			found[place] = found[place - 1], place--;
		found[place] = utc;
	}
}

static void assert_same_reading(const struct zone *zone, wall at, const i32 *offsets, u32 len)
{
	struct zone_reading reading;
	i64 found[8] = { 0 };
	u32 found_len;
	zone_read_wall(zone, at, &reading);
	model_reading(zone, at, offsets, len, found, &found_len);
	assert_int_equal(reading.fit, found_len == 0   ? ZONE_GAP
				      : found_len == 1 ? ZONE_ONCE
						       : ZONE_TWICE);
	if (found_len == 0) {
		const struct zone_change *gap = &reading.change;
		assert_true(at >= gap->at + gap->offset_before && at < gap->at + gap->offset_after);
		assert_int_equal(zone_offset_at(zone, gap->at - 1), gap->offset_before);
		assert_int_equal(zone_offset_at(zone, gap->at), gap->offset_after);
		assert_int_equal(reading.utc, at - gap->offset_before);
		assert_int_equal(reading.utc_second, at - gap->offset_after);
	} else {
		assert_int_equal(reading.utc, found[0]);
		assert_int_equal(reading.utc_second, found[found_len == 1 ? 0 : 1]);
	}
	if (found_len >= 2) {
		const struct zone_change *fold = &reading.change;
		assert_true(fold->at > reading.utc && fold->at <= reading.utc_second);
		assert_true(at >= fold->at + fold->offset_after &&
			    at < fold->at + fold->offset_before);
	}
}

/* Changes seconds, minutes and hours apart, by offsets up to a day: nothing like it exists. */
static void any_tangle_of_changes_is_read_exactly(void **state)
{
	(void)state;
	enum { TYPES = 6, CHANGES = 12 };
	struct prng prng = prng_init(check_seed());
	for (u32 round = 0; round < 300; round++) {
		struct zone_bytes_type types[TYPES];
		i32 offsets[TYPES];
		i64 times[CHANGES], at = prng_between(&prng, -2 * DAY, 0);
		u8 indexes[CHANGES];
		i64 step_max = prng_chance(&prng, 1, 3)   ? 100
			       : prng_chance(&prng, 1, 2) ? 5 * HOUR
							  : 3 * DAY;
		for (u32 i = 0; i < TYPES; i++) {
			offsets[i] = (i32)prng_between(&prng, -12 * HOUR, 14 * HOUR);
			types[i] = (struct zone_bytes_type){ offsets[i], 0, 0 };
		}
		for (u32 i = 0; i < CHANGES; i++) {
			at += prng_between(&prng, 1, step_max);
			times[i] = at;
			indexes[i] = (u8)prng_below(&prng, TYPES);
		}
		struct zone_bytes_block block = { CHANGES,        times, indexes, TYPES, types,
						  { "AAA\0", 4 }, 0,     { 0 },   { 0 } };
		struct zone *zone = make_zone(&block, "");
		for (u32 i = 0; i < CHANGES; i++) {
			for (u32 j = 0; j < TYPES; j++) {
				for (i32 near = -1; near <= 1; near++)
					assert_same_reading(zone, times[i] + offsets[j] + near,
							    offsets, TYPES);
			}
			wall anywhere = times[0] +
					prng_between(&prng, -2 * DAY, 2 * DAY + CHANGES * step_max);
			assert_same_reading(zone, anywhere, offsets, TYPES);
		}
		zone_free(zone);
	}
}

/* --- every zone of the system --- */

static i64 instants_checked;
static u32 zones_checked;
static struct prng round_trips;

static void assert_same_local(const struct zone *zone, const struct naive_file *file, i64 utc)
{
	struct naive_local expected = naive_at(file, utc);
	instants_checked++;
	if (zone_offset_at(zone, utc) != expected.offset ||
	    !str_eq(zone_abbreviation_at(zone, utc), str_from(expected.name)))
		fail_msg("%.*s at %" PRId64 ": expected %d %s", STR_ARG(zone_name(zone)), utc,
			 expected.offset, expected.name);
}

static void assert_round_trip(const struct zone *zone, i64 utc)
{
	struct zone_reading reading;
	zone_read_wall(zone, zone_wall_at(zone, utc), &reading);
	assert_int_not_equal(reading.fit, ZONE_GAP);
	assert_true(reading.utc == utc || reading.utc_second == utc);
}

/* Around every change the file lists and every change we find, and at random instants: neither may
 * have a change the other lacks. */
static void compare_with_file(const struct zone *zone, const struct naive_file *file)
{
	i64 from = seconds_of("1900-01-01T00:00:00"), to = seconds_of("2100-01-01T00:00:00");
	for (long i = 0; i < file->times_len; i++) {
		i64 at = naive_number(file->times + 8 * i, 8);
		if (at < from || at >= to) continue;
		for (i64 utc = at - 1; utc <= at + 1; utc++) assert_same_local(zone, file, utc);
	}
	struct zone_change change;
	i64 last = from;
	while (zone_next_change(zone, last, &change) && change.at < to) {
		assert_true(change.at > last);
		last = change.at;
		for (i64 utc = last - 1; utc <= last + 1; utc++) assert_same_local(zone, file, utc);
		assert_int_equal(change.offset_before, naive_at(file, last - 1).offset);
		assert_int_equal(change.offset_after, naive_at(file, last).offset);
		for (i32 near = -2; near <= 2; near++)
			assert_round_trip(zone, last + near * HOUR / 2);
	}
	for (u32 i = 0; i < 200; i++) {
		i64 utc = prng_between(&round_trips, from, to);
		assert_same_local(zone, file, utc);
		assert_round_trip(zone, utc);
	}
}

static int visit_file(const char *path, const struct stat *stat, int kind, struct FTW *place)
{
	(void)stat;
	(void)place;
	const char *name = path + strlen(ZONE_FOLDER "/");
	static u32 zones_seen;
	bool is_copy = strncmp(name, "posix/", 6) == 0 || strncmp(name, "right/", 6) == 0;
	if (kind != FTW_F || is_copy || ++zones_seen % EFFORT(1, 6) != 0) return 0;
	str bytes = load_zone_file(path);
	if (str_starts_with(bytes, STR("TZif"))) {
		struct zone *zone = NULL;
		struct why why = { 0 };
		if (zone_new(str_from(name), bytes, &zone, &why)) fail_msg("%s", why.text);
		struct naive_file file = naive_open((unsigned char *)(uintptr_t)bytes.at,
						    bytes.len);
		compare_with_file(zone, &file);
		zones_checked++;
		zone_free(zone);
	}
	free((void *)(uintptr_t)bytes.at);
	return 0;
}

static void every_zone_of_the_system_agrees_with_a_second_reading(void **state)
{
	(void)state;
	zones_checked = 0;
	instants_checked = 0;
	round_trips = prng_init(check_seed());
	assert_int_equal(nftw(ZONE_FOLDER, visit_file, 16, FTW_PHYS), 0);
	print_message("%u zones, %" PRId64 " instants\n", zones_checked, instants_checked);
	assert_true(zones_checked > EFFORT(200, 50));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(summer_and_winter_have_their_offset_and_name),
		cmocka_unit_test(the_changes_before_and_after_an_instant_are_found),
		cmocka_unit_test(an_hour_that_is_skipped_is_read_with_both_offsets),
		cmocka_unit_test(an_hour_that_happens_twice_is_read_twice),
		cmocka_unit_test(a_whole_day_can_be_skipped),
		cmocka_unit_test(a_whole_day_can_happen_twice),
		cmocka_unit_test(half_hours_and_double_hours_are_changes_too),
		cmocka_unit_test(offsets_may_have_seconds),
		cmocka_unit_test(the_footers_rule_goes_on_after_the_last_change_in_the_file),
		cmocka_unit_test(after_all_years_the_clock_stands_still),
		cmocka_unit_test(before_the_first_change_the_first_type_holds),
		cmocka_unit_test(a_zone_of_nothing_but_a_rule_has_it_at_all_times),
		cmocka_unit_test(utc_needs_no_file),
		cmocka_unit_test(a_change_of_name_alone_is_no_change_of_the_clock),
		cmocka_unit_test(a_rule_of_two_names_and_one_offset_never_changes_the_clock),
		cmocka_unit_test(a_wall_in_two_gaps_is_read_by_the_first),
		cmocka_unit_test(any_tangle_of_changes_is_read_exactly),
		cmocka_unit_test(every_zone_of_the_system_agrees_with_a_second_reading),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
