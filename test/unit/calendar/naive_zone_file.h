/* A second reading of zone files, as slow and plain as can be, to compare with: no table is built,
 * every question walks the raw bytes; a footer's rule is found by looking at every day of a year.
 * It shares no code with src/ and believes its bytes: only for files of the system's database. */
#ifndef BELFRY_TEST_UNIT_CALENDAR_NAIVE_ZONE_FILE_H
#define BELFRY_TEST_UNIT_CALENDAR_NAIVE_ZONE_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct naive_file {
	const unsigned char *times;
	const unsigned char *indexes;
	const unsigned char *types;
	const char *letters;
	long times_len;
	const char *footer;
};

static inline int64_t naive_number(const unsigned char *at, int len)
{
	int64_t number = at[0] >= 128 ? -1 : 0;
	for (int i = 0; i < len; i++) number = number * 256 + at[i];
	return number;
}

/* The second block of a file of version 2 or later. The last newline of `bytes` becomes a NUL. */
static inline struct naive_file naive_open(unsigned char *bytes, size_t len)
{
	const unsigned char *at = bytes;
	long isut = 0, isstd = 0, leaps = 0, times = 0, types = 0, letters = 0;
	for (int block = 0; block < 2; block++) {
		at += times * 5 + types * 6 + letters + leaps * 8 + isstd + isut;
		isut = (long)naive_number(at + 20, 4);
		isstd = (long)naive_number(at + 24, 4);
		leaps = (long)naive_number(at + 28, 4);
		times = (long)naive_number(at + 32, 4);
		types = (long)naive_number(at + 36, 4);
		letters = (long)naive_number(at + 40, 4);
		at += 44;
	}
	struct naive_file file = { .times = at, .times_len = times };
	file.indexes = at + times * 8;
	file.types = file.indexes + times;
	file.letters = (const char *)file.types + types * 6;
	file.footer = file.letters + letters + leaps * 12 + isstd + isut + 1;
	bytes[len - 1] = '\0';
	return file;
}

struct naive_local {
	int offset;
	char name[32];
};

/* --- days, counted one by one --- */

static inline bool naive_is_leap(int year)
{
	return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* The day number of January 1. */
static inline long naive_new_year(int year)
{
	long day = 0;
	for (int y = 1970; y < year; y++) day += naive_is_leap(y) ? 366 : 365;
	for (int y = year; y < 1970; y++) day -= naive_is_leap(y) ? 366 : 365;
	return day;
}

static inline int naive_month_of(int year, int day_of_year)
{
	int lengths[12] = { 31, naive_is_leap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30,
			    31 };
	int month = 0;
	while (day_of_year >= lengths[month]) day_of_year -= lengths[month++];
	return month + 1;
}

/* --- the footer --- */

static inline const char *naive_name(const char *at, char name[32])
{
	bool quoted = *at == '<';
	size_t len = 0;
	if (quoted) at++;
	while (quoted ? *at != '>' : (*at >= 'A' && *at <= 'Z') || (*at >= 'a' && *at <= 'z'))
		name[len++] = *at++;
	name[len] = '\0';
	return quoted ? at + 1 : at;
}

static inline const char *naive_time(const char *at, int *seconds)
{
	char *end;
	bool negative = *at == '-';
	long unit = 3600, total = 0;
	if (*at == '-' || *at == '+') at++;
	for (;; at = end + 1, unit /= 60) {
		total += strtol(at, &end, 10) * unit;
		if (*end != ':') break;
	}
	*seconds = (int)(negative ? -total : total);
	return end;
}

/* The day of the year that ",M3.5.0" or ",J60" or ",59" names. */
static inline const char *naive_day(const char *at, int year, long *day_of_year)
{
	char *end;
	long new_year = naive_new_year(year);
	int days = naive_is_leap(year) ? 366 : 365;
	at++;
	if (*at == 'M') {
		long month = strtol(at + 1, &end, 10);
		long week = strtol(end + 1, &end, 10);
		long weekday = strtol(end + 1, &end, 10);
		int seen = 0;
		for (int day = 0; day < days; day++) {
			long since_sunday = ((new_year + day + 4) % 7 + 7) % 7;
			if (since_sunday != weekday || naive_month_of(year, day) != month) continue;
			if (++seen <= week) *day_of_year = day;
		}
	} else if (*at == 'J') {
		*day_of_year = strtol(at + 1, &end, 10) - 1;
		if (naive_is_leap(year) && *day_of_year >= 59) ++*day_of_year;
	} else {
		*day_of_year = strtol(at, &end, 10);
	}
	return end;
}

/* The change that one half of a rule makes in a year. */
static inline const char *naive_change(const char *at, int year, int offset_before, int64_t *when)
{
	long day = 0;
	int seconds = 7200;
	at = naive_day(at, year, &day);
	if (*at == '/') at = naive_time(at + 1, &seconds);
	*when = (int64_t)(naive_new_year(year) + day) * 86400 + seconds - offset_before;
	return at;
}

static inline struct naive_local naive_footer_at(const char *footer, int64_t utc)
{
	struct naive_local standard, summer;
	int behind;
	const char *rule = naive_time(naive_name(footer, standard.name), &behind);
	standard.offset = -behind;
	if (*rule == '\0') return standard;
	rule = naive_name(rule, summer.name);
	summer.offset = standard.offset + 3600;
	if (*rule != ',') {
		rule = naive_time(rule, &behind);
		summer.offset = -behind;
	}
	int year = 1970;
	while (utc < (int64_t)naive_new_year(year) * 86400) year--;
	while (utc >= (int64_t)naive_new_year(year + 1) * 86400) year++;
	/* Whichever change came last. Where both fall together, daylight saving goes on. */
	int64_t last = INT64_MIN;
	bool is_daylight = false;
	for (int y = year - 1; y <= year + 1; y++) {
		int64_t start, end;
		const char *second = naive_change(rule, y, standard.offset, &start);
		naive_change(second, y, summer.offset, &end);
		if (end <= utc && end > last) last = end, is_daylight = false;
		if (start <= utc && start >= last) last = start, is_daylight = true;
	}
	return is_daylight ? summer : standard;
}

/* --- questions --- */

static inline struct naive_local naive_type(const struct naive_file *file, int index)
{
	const unsigned char *type = file->types + 6 * index;
	struct naive_local local = { .offset = (int)naive_number(type, 4) };
	const char *letters = file->letters + type[5];
	for (size_t i = 0; letters[i]; i++) local.name[i] = letters[i];
	return local;
}

static inline struct naive_local naive_at(const struct naive_file *file, int64_t utc)
{
	long passed = 0;
	while (passed < file->times_len && naive_number(file->times + 8 * passed, 8) <= utc)
		passed++;
	if (passed == file->times_len && *file->footer) return naive_footer_at(file->footer, utc);
	return naive_type(file, passed ? file->indexes[passed - 1] : 0);
}

#endif
