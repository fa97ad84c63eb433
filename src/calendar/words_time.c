/* The times of a day in words. A few times are listed by the clock; many are said as a beat, in
 * the hours in which it beats. */
#include "base/must.h"
#include "calendar/bits.h"
#include "calendar/words_parts.h"

enum {
	LISTED_MAX = 4,           /* as many times are listed, however regular */
	LISTED_IRREGULAR_MAX = 6, /* as many are listed when they have no beat */
	STEPS_MIN = 5,            /* fewer even steps are as easily listed */
	STEPPED_HOURS_MIN = 4,
};

static bool is_evenly_apart(u64 set, u32 first, u32 step)
{
	u64 even = 0;
	u32 last = 63 - (u32)__builtin_clzll(set);
	for (u32 value = first; value <= last; value += step) even |= (u64)1 << value;
	return even == set;
}

static enum set_shape name_shape(u64 set, u32 size, const struct words_shape *shape)
{
	if (shape->count == 1) return SHAPE_ONE;
	if (shape->count == size) return SHAPE_ALL;
	if (!is_evenly_apart(set, shape->first, shape->step)) return SHAPE_LIST;
	if (shape->step == 1) return shape->count >= 3 ? SHAPE_RUN : SHAPE_LIST;
	bool whole_cycle = shape->count * shape->step == size;
	if (shape->first == 0 && whole_cycle) return SHAPE_BEAT;
	return shape->count >= STEPS_MIN ? SHAPE_STEPS : SHAPE_LIST;
}

struct words_shape shape_of(u64 set, u32 size)
{
	must(set != 0);
	must(size <= 64);
	struct words_shape shape = {
		.first = bits_next(set, 0),
		.last = 63 - (u32)__builtin_clzll(set),
		.count = bits_count(set),
	};
	u32 second = bits_next(set, shape.first + 1);
	shape.step = second == BIT_NONE ? 0 : second - shape.first;
	shape.shape = name_shape(set, size, &shape);
	return shape;
}

void words_clock(u32 hour, u32 minute, u32 second, bool with_seconds, struct buf *out)
{
	buf_add_padded(out, hour, 2);
	buf_add_byte(out, ':');
	buf_add_padded(out, minute, 2);
	if (!with_seconds) return;
	buf_add_byte(out, ':');
	buf_add_padded(out, second, 2);
}

/* "minute", "15 minutes". */
static void add_unit(u32 count, const char *unit, struct buf *out)
{
	if (count == 1) buf_addf(out, "%s", unit);
	else buf_addf(out, "%u %ss", count, unit);
}

static void add_each_clock(const struct times *times, struct pieces *pieces)
{
	bool with_seconds = times->seconds != 1;
	for (u64 h = times->hours; h; h &= h - 1) {
		for (u64 m = times->minutes; m; m &= m - 1) {
			for (u64 s = times->seconds; s; s &= s - 1) {
				words_clock(bits_next(h, 0), bits_next(m, 0), bits_next(s, 0),
					    with_seconds, &pieces->text);
				pieces_close(pieces);
			}
		}
	}
}

static enum times_form list_clocks(const struct times *times, struct buf *out)
{
	struct pieces pieces;
	pieces_init(&pieces);
	add_each_clock(times, &pieces);
	buf_add(out, STR("at "));
	pieces_join(&pieces, "and", out);
	pieces_done(&pieces);
	return TIMES_LISTED;
}

static void add_hour_runs(u32 hours, bool with_seconds, struct buf *out)
{
	struct pieces pieces;
	pieces_init(&pieces);
	for (u32 from = bits_next(hours, 0); from != BIT_NONE;) {
		u32 to = from;
		while (bits_has(hours, to + 1)) to++;
		buf_add(&pieces.text, STR("between "));
		words_clock(from, 0, 0, with_seconds, &pieces.text);
		buf_add(&pieces.text, STR(" and "));
		words_clock(to, 59, 59, with_seconds, &pieces.text);
		pieces_close(&pieces);
		from = bits_next(hours, to + 1);
	}
	pieces_join(&pieces, "and", out);
	pieces_done(&pieces);
}

void words_hours(u32 hours, bool with_seconds, struct buf *out)
{
	struct words_shape shape = shape_of(hours, 24);
	bool stepped = shape.shape == SHAPE_BEAT || shape.shape == SHAPE_STEPS;
	if (!stepped || shape.count < STEPPED_HOURS_MIN) {
		add_hour_runs(hours, with_seconds, out);
		return;
	}
	buf_add(out, STR("in "));
	words_every_nth(shape.step, out);
	buf_add(out, STR(" hour from "));
	words_clock(shape.first, 0, 0, with_seconds, out);
	buf_add(out, STR(" to "));
	words_clock(shape.last, 59, 59, with_seconds, out);
}

/* "every 5 seconds from second 10 to 40 of the minute", "at 5 and 40 minutes past every hour":
 * where the members of `set` lie within the `whole` that `unit` divides. */
static void add_pattern(u64 set, const char *unit, const char *whole, struct buf *out)
{
	struct words_shape shape = shape_of(set, 60);
	if (shape.shape == SHAPE_RUN || shape.shape == SHAPE_STEPS) {
		buf_add(out, STR("every "));
		add_unit(shape.step, unit, out);
		buf_addf(out, " from %s %u to %u of %s", unit, shape.first, shape.last, whole);
		return;
	}
	buf_add(out, STR("at "));
	words_set(set, NUMBER_PLAIN, "and", out);
	buf_addf(out, " %s%s past %s", unit, set == 2 ? "" : "s", whole);
}

/* Beats through all of what holds it, so that nothing but the beat has to be said. */
static bool is_beat(enum set_shape shape)
{
	return shape == SHAPE_ALL || shape == SHAPE_BEAT;
}

static void add_beat(const struct words_shape *shape, const char *unit, struct buf *out)
{
	buf_add(out, STR("every "));
	add_unit(shape->step, unit, out);
}

static void add_minute_and_second(u32 minute, u32 second, const char *hour, struct buf *out)
{
	buf_addf(out, "at %u minute%s", minute, minute == 1 ? "" : "s");
	if (second) buf_addf(out, " and %u second%s", second, second == 1 ? "" : "s");
	buf_addf(out, " past %s", hour);
}

void words_seconds_of_minute(u64 seconds, struct buf *out)
{
	struct words_shape shape = shape_of(seconds, 60);
	if (!is_beat(shape.shape)) {
		add_pattern(seconds, "second", "the minute", out);
		return;
	}
	add_beat(&shape, "second", out);
	buf_add(out, STR(" of that minute"));
}

void words_minutes_of_hour(u64 minutes, u64 seconds, struct buf *out)
{
	struct words_shape shape = shape_of(minutes, 60);
	bool one_second = bits_count(seconds) == 1;
	if (minutes == 1 && seconds == 1) {
		buf_add(out, STR("on the hour"));
		return;
	}
	if (shape.shape == SHAPE_ONE && one_second) {
		add_minute_and_second(shape.first, bits_next(seconds, 0), "the hour", out);
		return;
	}
	if (is_beat(shape.shape)) {
		add_beat(&shape, "minute", out);
		buf_add(out, STR(" of that hour"));
	} else {
		add_pattern(minutes, "minute", "the hour", out);
	}
	if (seconds == 1) return;
	buf_add(out, STR(", "));
	words_seconds_of_minute(seconds, out);
}

/* The same minute of the hour `hours`, in no even steps: "at 03:00 and every hour from 06:00 to
 * 09:00". */
static enum times_form add_uneven_hours(const struct times *times, struct buf *out)
{
	struct pieces pieces;
	u32 minute = bits_next(times->minutes, 0);
	u32 second = bits_next(times->seconds, 0);
	bool has_run = (times->hours & times->hours >> 1 & times->hours >> 2) != 0;
	if (!has_run) return list_clocks(times, out);
	pieces_init(&pieces);
	for (u32 from = bits_next(times->hours, 0); from != BIT_NONE;) {
		u32 to = from;
		while (bits_has(times->hours, to + 1)) to++;
		if (to - from < 2) to = from;
		buf_add(&pieces.text, to > from ? STR("every hour from ") : STR("at "));
		words_clock(from, minute, second, second != 0, &pieces.text);
		if (to > from) {
			buf_add(&pieces.text, STR(" to "));
			words_clock(to, minute, second, second != 0, &pieces.text);
		}
		pieces_close(&pieces);
		from = bits_next(times->hours, to + 1);
	}
	pieces_join(&pieces, "and", out);
	pieces_done(&pieces);
	return TIMES_SPOKEN;
}

/* One minute and one second of several hours. */
static enum times_form say_hours(const struct times *times, struct buf *out)
{
	struct words_shape hours = shape_of(times->hours, 24);
	u32 minute = bits_next(times->minutes, 0);
	u32 second = bits_next(times->seconds, 0);
	if (hours.shape == SHAPE_ALL) {
		if (minute == 0 && second == 0) buf_add(out, STR("every hour, on the hour"));
		else add_minute_and_second(minute, second, "every hour", out);
		return TIMES_ALWAYS;
	}
	if (hours.shape == SHAPE_LIST) return add_uneven_hours(times, out);
	add_beat(&hours, "hour", out);
	buf_add(out, STR(" from "));
	words_clock(hours.first, minute, second, second != 0, out);
	buf_add(out, STR(" to "));
	words_clock(hours.last, minute, second, second != 0, out);
	return TIMES_SPOKEN;
}

/* "every 5 minutes from 09:10 to 09:40", all within one hour. */
static enum times_form say_minutes_of_one_hour(const struct times *times, struct buf *out)
{
	struct words_shape minutes = shape_of(times->minutes, 60);
	u32 hour = bits_next(times->hours, 0);
	u32 second = bits_next(times->seconds, 0);
	add_beat(&minutes, "minute", out);
	buf_add(out, STR(" from "));
	words_clock(hour, minutes.first, second, second != 0, out);
	buf_add(out, STR(" to "));
	words_clock(hour, minutes.last, second, second != 0, out);
	return TIMES_SPOKEN;
}

/* Several minutes, one second. */
static enum times_form say_minutes(const struct times *times, struct buf *out)
{
	struct words_shape minutes = shape_of(times->minutes, 60);
	bool all_hours = times->hours == HOURS_ALL;
	bool one_hour = bits_count(times->hours) == 1;
	if (one_hour && (minutes.shape == SHAPE_RUN || minutes.shape == SHAPE_STEPS))
		return say_minutes_of_one_hour(times, out);
	if (minutes.shape == SHAPE_ALL && times->seconds != 1) {
		add_pattern(times->seconds, "second", "every minute", out);
		if (!all_hours) buf_add_byte(out, ' ');
		if (!all_hours) words_hours(times->hours, false, out);
		return all_hours ? TIMES_ALWAYS : TIMES_SPOKEN;
	}
	bool beat = is_beat(minutes.shape);
	if (beat) add_beat(&minutes, "minute", out);
	else add_pattern(times->minutes, "minute", all_hours ? "every hour" : "the hour", out);
	if (!all_hours) buf_add(out, beat ? STR(" ") : STR(", "));
	if (!all_hours) words_hours(times->hours, false, out);
	if (times->seconds != 1) {
		buf_add(out, STR(", "));
		words_seconds_of_minute(times->seconds, out);
	}
	return all_hours ? TIMES_ALWAYS : TIMES_SPOKEN;
}

void words_in_units(u64 set, const char *unit, struct buf *out)
{
	struct words_shape shape = shape_of(set, 60);
	bool stepped = shape.shape == SHAPE_BEAT || shape.shape == SHAPE_STEPS;
	if (stepped && shape.count >= STEPS_MIN) {
		buf_add(out, STR("in "));
		words_every_nth(shape.step, out);
		buf_addf(out, " %s from %s %u to %u", unit, unit, shape.first, shape.last);
		return;
	}
	buf_addf(out, "in %s%s ", unit, shape.shape == SHAPE_ONE ? "" : "s");
	words_set(set, NUMBER_PLAIN, "and", out);
}

/* Several seconds in an unbroken span of minutes within one hour. */
static bool say_seconds_of_span(const struct times *times, struct buf *out)
{
	struct words_shape minutes = shape_of(times->minutes, 60);
	struct words_shape seconds = shape_of(times->seconds, 60);
	bool unbroken = minutes.shape == SHAPE_ONE || minutes.shape == SHAPE_RUN;
	if (!unbroken || bits_count(times->hours) != 1 || !is_beat(seconds.shape)) return false;
	u32 hour = bits_next(times->hours, 0);
	add_beat(&seconds, "second", out);
	buf_add(out, STR(" between "));
	words_clock(hour, minutes.first, 0, true, out);
	buf_add(out, STR(" and "));
	words_clock(hour, minutes.last, 59, true, out);
	return true;
}

static enum times_form say_seconds(const struct times *times, struct buf *out)
{
	struct words_shape seconds = shape_of(times->seconds, 60);
	bool beat = is_beat(seconds.shape);
	bool all_minutes = times->minutes == SIXTY_ALL;
	bool all_hours = times->hours == HOURS_ALL;
	if (say_seconds_of_span(times, out)) return TIMES_SPOKEN;
	if (beat) add_beat(&seconds, "second", out);
	else
		add_pattern(times->seconds, "second", all_minutes ? "every minute" : "the minute",
			    out);
	if (!all_minutes) {
		buf_add(out, beat ? STR(" ") : STR(", "));
		words_in_units(times->minutes, "minute", out);
		buf_add(out, all_hours ? STR(" of every hour") : STR(" of the hour,"));
	}
	if (all_hours) return TIMES_ALWAYS;
	buf_add_byte(out, ' ');
	words_hours(times->hours, true, out);
	return TIMES_SPOKEN;
}

static bool is_irregular(u64 set, u32 size)
{
	enum set_shape shape = shape_of(set, size).shape;
	return shape == SHAPE_ONE || shape == SHAPE_LIST;
}

enum times_form words_times(const struct times *times, struct buf *out)
{
	u32 seconds = bits_count(times->seconds);
	u32 minutes = bits_count(times->minutes);
	u32 count = times_count(*times);
	must(count > 0);
	if (count <= LISTED_MAX) return list_clocks(times, out);
	bool irregular = is_irregular(times->seconds, 60) && is_irregular(times->minutes, 60) &&
			 is_irregular(times->hours, 24);
	if (count <= LISTED_IRREGULAR_MAX && irregular) return list_clocks(times, out);
	if (seconds > 1) return say_seconds(times, out);
	return minutes == 1 ? say_hours(times, out) : say_minutes(times, out);
}
