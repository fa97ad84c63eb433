/* Windows on the axis of the week: second 0 is Sunday 00:00 on the wall. The week is a pattern that
 * repeats on the wall clock; the zone only says which stretch of the wall an instant belongs to.
 * So a search walks along the wall as far as the next change of the clock, and goes on from there
 * with the new offset. */
#include "calendar/window.h"

#include "base/must.h"

enum { DAYS = 7, WEEK_SECONDS = DAYS * DAY_SECONDS };

static i32 week_second(wall at)
{
	/* 1970-01-01 was a Thursday. */
	i64 second = (at + THURSDAY * DAY_SECONDS) % WEEK_SECONDS;
	return (i32)(second < 0 ? second + WEEK_SECONDS : second);
}

/* Seconds from `second` to the end of the window that began on weekday `day`; not above 0 where
 * the second is outside it. */
static i32 left_of(const struct window *window, i32 day, i32 second)
{
	i32 from = day * DAY_SECONDS + window->from_minute * 60;
	i32 since = second - from;
	if (since < 0) since += WEEK_SECONDS;
	return window->minutes * 60 - since;
}

/* Seconds from here to the latest end of the windows that are open here; 0: none is. */
static i32 open_for(const struct windows *windows, i32 second)
{
	i32 longest = 0;
	i32 today = second / DAY_SECONDS, yesterday = (today + DAYS - 1) % DAYS;
	for (u32 i = 0; i < windows->len; i++) {
		const struct window *window = &windows->at[i];
		i32 day_left = window->weekdays >> today & 1 ? left_of(window, today, second) : 0;
		/* No window is longer than a day: none of the day before yesterday is open. */
		i32 night_left = window->weekdays >> yesterday & 1
					 ? left_of(window, yesterday, second)
					 : 0;
		if (day_left > longest) longest = day_left;
		if (night_left > longest) longest = night_left;
	}
	return longest;
}

/* Seconds from here to the first second outside, one window handing over to the next; WEEK_SECONDS
 * when they cover the week. Each step ends at an end of a window, and there are so many of these.
 */
static i32 seconds_to_outside(const struct windows *windows, i32 second)
{
	i32 total = 0;
	for (i32 i = 0; i <= WINDOWS_MAX * DAYS && total < WEEK_SECONDS; i++) {
		i32 open = open_for(windows, (second + total) % WEEK_SECONDS);
		if (open == 0) return total;
		total += open;
	}
	return WEEK_SECONDS;
}

/* Seconds from here to the first second inside. */
static i32 seconds_to_inside(const struct windows *windows, i32 second)
{
	if (open_for(windows, second) > 0) return 0;
	i32 nearest = WEEK_SECONDS;
	for (u32 i = 0; i < windows->len; i++) {
		const struct window *window = &windows->at[i];
		for (i32 day = 0; day < DAYS; day++) {
			if (!(window->weekdays >> day & 1)) continue;
			i32 ahead = day * DAY_SECONDS + window->from_minute * 60 - second;
			if (ahead < 0) ahead += WEEK_SECONDS;
			if (ahead < nearest) nearest = ahead;
		}
	}
	return nearest;
}

typedef i32 distance(const struct windows *windows, i32 second);

/* The first instant >= at for which `to_goal` is 0. Where the clock changes on the way, the rest of
 * the way is measured anew. The pattern meets its goal within every whole week, so the search ends
 * in the first stretch of a week without a change. */
static msec search(const struct windows *windows, const struct zone *zone, msec at,
		   distance *to_goal)
{
	i64 utc = msec_to_seconds(at);
	for (;;) {
		i32 seconds = to_goal(windows, week_second(zone_wall_at(zone, utc)));
		if (seconds == 0) break;
		struct zone_change change;
		if (!zone_next_change(zone, utc, &change) || utc + seconds < change.at) {
			utc += seconds;
			break;
		}
		utc = change.at;
	}
	msec found = msec_from_seconds(utc);
	/* Already there: not back to the beginning of the second. */
	return found < at ? at : found;
}

bool windows_contain(const struct windows *windows, const struct zone *zone, msec at)
{
	wall wall_now = zone_wall_at(zone, msec_to_seconds(at));
	return open_for(windows, week_second(wall_now)) > 0;
}

bool windows_end_after(const struct windows *windows, const struct zone *zone, msec at,
		       msec *out_end)
{
	if (seconds_to_outside(windows, 0) == WEEK_SECONDS) return false;
	*out_end = search(windows, zone, at, seconds_to_outside);
	must(*out_end >= at);
	return true;
}

bool windows_begin_after(const struct windows *windows, const struct zone *zone, msec at,
			 msec *out_begin)
{
	if (seconds_to_inside(windows, 0) == WEEK_SECONDS) return false;
	*out_begin = search(windows, zone, at, seconds_to_inside);
	must(*out_begin >= at);
	return true;
}
