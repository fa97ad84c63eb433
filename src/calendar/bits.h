/* Sets of small numbers as bits, and the days of a month as such a set (bit n is day n). */
#ifndef BELFRY_CALENDAR_BITS_H
#define BELFRY_CALENDAR_BITS_H

#include "base/types.h"

enum { BIT_NONE = 64 };

/* The smallest member >= from, or BIT_NONE. */
static inline u32 bits_next(u64 set, u32 from)
{
	if (from >= 64) return BIT_NONE;
	u64 rest = set >> from << from;
	return rest ? (u32)__builtin_ctzll(rest) : BIT_NONE;
}

/* The greatest member of a set that has one. */
static inline u32 bits_last(u64 set)
{
	return 63 - (u32)__builtin_clzll(set);
}

static inline bool bits_has(u64 set, u32 member)
{
	return member < 64 && (set >> member & 1);
}

static inline u32 bits_count(u64 set)
{
	return (u32)__builtin_popcountll(set);
}

/* The member with `rank` smaller ones before it; the set must have more than `rank` members. */
static inline u32 bits_nth(u64 set, u32 rank)
{
	while (rank--) set &= set - 1;
	return (u32)__builtin_ctzll(set);
}

/* Members first to last. */
static inline u64 bits_range(u32 first, u32 last)
{
	return (~(u64)0 >> (63 - last)) & (~(u64)0 << first);
}

/* Bits 1 to `days`. */
static inline u32 month_all_days(i32 days)
{
	return (u32)(((u64)2 << days) - 2);
}

/* Days 1 to 35 that fall on one of `weekdays` (bit 0: Sunday) in a month whose first day is
 * `first_weekday`. The caller cuts it to the month's length. */
static inline u64 month_weekdays(u8 weekdays, u32 first_weekday)
{
	u64 week = ((u64)weekdays >> first_weekday | (u64)weekdays << (7 - first_weekday)) & 0x7f;
	u64 every_seventh = 1 | (u64)1 << 7 | (u64)1 << 14 | (u64)1 << 21 | (u64)1 << 28;
	return week * every_seventh << 1;
}

/* The n-th (1 to 5) seven days of a month, and the last seven. */
static inline u64 month_nth_week(u32 n)
{
	return (u64)0x7f << (7 * (n - 1) + 1);
}

static inline u64 month_last_week(i32 days)
{
	return (u64)0x7f << (days - 6);
}

#endif
