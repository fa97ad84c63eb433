/* The times of a day that a rule names: hours x minutes x seconds, as one ascending list. */
#ifndef BELFRY_CALENDAR_TIMES_H
#define BELFRY_CALENDAR_TIMES_H

#include "calendar/bits.h"
#include "calendar/civil.h"

struct times {
	u64 seconds;
	u64 minutes;
	u32 hours;
};

/* The first second of the day >= from, or DAY_SECONDS. */
static inline i32 times_next(struct times times, i32 from)
{
	u32 hour = (u32)from / 3600;
	u32 minute = (u32)from / 60 % 60;
	if (bits_has(times.hours, hour)) {
		if (bits_has(times.minutes, minute)) {
			u32 second = bits_next(times.seconds, (u32)from % 60);
			if (second != BIT_NONE) return (i32)(hour * 3600 + minute * 60 + second);
		}
		minute = bits_next(times.minutes, minute + 1);
		if (minute != BIT_NONE) goto found;
	}
	hour = bits_next(times.hours, hour + 1);
	if (hour == BIT_NONE) return DAY_SECONDS;
	minute = bits_next(times.minutes, 0);
found:
	return (i32)(hour * 3600 + minute * 60 + bits_next(times.seconds, 0));
}

static inline u32 times_count(struct times times)
{
	return bits_count(times.hours) * bits_count(times.minutes) * bits_count(times.seconds);
}

/* How many times of the day come before `from`. */
static inline u32 times_rank(struct times times, i32 from)
{
	u32 hour = (u32)from / 3600;
	u32 minute = (u32)from / 60 % 60;
	u32 per_minute = bits_count(times.seconds);
	u32 per_hour = bits_count(times.minutes) * per_minute;
	u32 rank = bits_count(times.hours & (((u64)1 << hour) - 1)) * per_hour;
	if (!bits_has(times.hours, hour)) return rank;
	rank += bits_count(times.minutes & (((u64)1 << minute) - 1)) * per_minute;
	if (!bits_has(times.minutes, minute)) return rank;
	return rank + bits_count(times.seconds & (((u64)1 << (u32)from % 60) - 1));
}

/* The second of the day with `rank` others before it. */
static inline i32 times_at(struct times times, u32 rank)
{
	u32 per_minute = bits_count(times.seconds);
	u32 per_hour = bits_count(times.minutes) * per_minute;
	u32 hour = bits_nth(times.hours, rank / per_hour);
	u32 minute = bits_nth(times.minutes, rank % per_hour / per_minute);
	return (i32)(hour * 3600 + minute * 60 + bits_nth(times.seconds, rank % per_minute));
}

#endif
