/* Recurrence rules the slow way: an own parser and an expansion that takes every period in turn,
 * looks at every day of it and filters (RFC 5545 3.3.10, RFC 7529 SKIP, the policy's readings).
 * Written from those texts, sharing nothing with src/calendar. It trusts that the rule is legal. */
#ifndef BELFRY_TEST_NAIVE_RRULE_H
#define BELFRY_TEST_NAIVE_RRULE_H

#include "../zones/naive_date.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum naive_freq {
	NAIVE_SECONDLY,
	NAIVE_MINUTELY,
	NAIVE_HOURLY,
	NAIVE_DAILY,
	NAIVE_WEEKLY,
	NAIVE_MONTHLY,
	NAIVE_YEARLY
};

enum { NAIVE_LIST_MAX = 800, NAIVE_DAYS_MAX = 400 };

struct naive_list {
	int at[NAIVE_LIST_MAX];
	int len;
};

struct naive_rrule {
	enum naive_freq freq;
	int64_t interval, count; /* count 0: none */
	char until[24];          /* as written; empty: none */
	int week_start;          /* 0 is Sunday */
	struct naive_list second, minute, hour, month, month_day, year_day, week, position;
	struct naive_list weekday, weekday_number; /* side by side; number 0: every one */
	enum { NAIVE_OMIT, NAIVE_BACKWARD, NAIVE_FORWARD } skip;
	int64_t start; /* wall */
};

static inline int naive_two_letters(const char *text)
{
	static const char *const names[] = { "SU", "MO", "TU", "WE", "TH", "FR", "SA" };
	for (int i = 0; i < 7; i++)
		if (strcasecmp(text, names[i]) == 0) return i;
	return -1;
}

static inline void naive_list_add(struct naive_list *list, int value)
{
	for (int i = 0; i < list->len; i++)
		if (list->at[i] == value) return;
	if (list->len < NAIVE_LIST_MAX) list->at[list->len++] = value;
}

static inline bool naive_list_has(const struct naive_list *list, int value)
{
	for (int i = 0; i < list->len; i++)
		if (list->at[i] == value) return true;
	return false;
}

/* Empty lists let everything through. */
static inline bool naive_list_lets(const struct naive_list *list, int value)
{
	return list->len == 0 || naive_list_has(list, value);
}

/* The same for numbers that may count from the back: `value` of `total`. */
static inline bool naive_list_lets_either(const struct naive_list *list, int value, int total)
{
	return naive_list_lets(list, value) || naive_list_has(list, value - total - 1);
}

static inline bool naive_numbers(const char *text, struct naive_list *list)
{
	for (;;) {
		char *end;
		long value = strtol(text, &end, 10);
		if (end == text) return false;
		naive_list_add(list, (int)value);
		if (*end == '\0') return true;
		if (*end != ',') return false;
		text = end + 1;
	}
}

static inline bool naive_weekdays(const char *text, struct naive_rrule *rule)
{
	for (;;) {
		char *end, name[3] = { 0 };
		long number = strtol(text, &end, 10);
		if (!end[0] || !end[1]) return false;
		memcpy(name, end, 2);
		int weekday = naive_two_letters(name);
		if (weekday < 0 || rule->weekday.len == NAIVE_LIST_MAX) return false;
		rule->weekday.at[rule->weekday.len++] = weekday;
		rule->weekday_number.at[rule->weekday_number.len++] = (int)number;
		if (end[2] == '\0') return true;
		if (end[2] != ',') return false;
		text = end + 3;
	}
}

static inline int naive_word(const char *value, const char *const *words, int len)
{
	for (int i = 0; i < len; i++)
		if (strcasecmp(value, words[i]) == 0) return i;
	return -1;
}

static inline bool naive_rrule_part(const char *name, const char *value, struct naive_rrule *rule)
{
	static const char *const freqs[] = { "SECONDLY", "MINUTELY", "HOURLY", "DAILY",
					     "WEEKLY",   "MONTHLY",  "YEARLY" };
	static const char *const skips[] = { "OMIT", "BACKWARD", "FORWARD" };
	const struct {
		const char *name;
		struct naive_list *list;
	} lists[] = {
		{ "BYSECOND", &rule->second },      { "BYMINUTE", &rule->minute },
		{ "BYHOUR", &rule->hour },          { "BYMONTH", &rule->month },
		{ "BYMONTHDAY", &rule->month_day }, { "BYYEARDAY", &rule->year_day },
		{ "BYWEEKNO", &rule->week },        { "BYSETPOS", &rule->position },
	};
	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++)
		if (strcasecmp(name, lists[i].name) == 0)
			return naive_numbers(value, lists[i].list);
	if (strcasecmp(name, "FREQ") == 0) {
		int freq = naive_word(value, freqs, 7);
		return freq >= 0 && (rule->freq = (enum naive_freq)freq, true);
	}
	if (strcasecmp(name, "SKIP") == 0) {
		int skip = naive_word(value, skips, 3);
		return skip >= 0 && (rule->skip = (unsigned)skip, true);
	}
	if (strcasecmp(name, "INTERVAL") == 0)
		return (rule->interval = strtoll(value, NULL, 10)) > 0;
	if (strcasecmp(name, "COUNT") == 0) return (rule->count = strtoll(value, NULL, 10)) > 0;
	if (strcasecmp(name, "WKST") == 0)
		return (rule->week_start = naive_two_letters(value)) >= 0;
	if (strcasecmp(name, "BYDAY") == 0) return naive_weekdays(value, rule);
	if (strcasecmp(name, "UNTIL") == 0)
		return snprintf(rule->until, sizeof(rule->until), "%s", value) < 24;
	return strcasecmp(name, "RSCALE") == 0;
}

/* Text of at most 4000 bytes, NUL-terminated. */
static inline bool naive_rrule_parse(const char *text, struct naive_rrule *rule)
{
	char part[4001];
	memset(rule, 0, sizeof(*rule));
	rule->interval = 1;
	rule->week_start = 1;
	if (strncasecmp(text, "RRULE:", 6) == 0) text += 6;
	while (*text) {
		size_t len = strcspn(text, ";");
		if (len >= sizeof(part)) return false;
		memcpy(part, text, len);
		part[len] = '\0';
		text += len + (text[len] == ';');
		char *value = strchr(part, '=');
		if (!value) return false;
		*value++ = '\0';
		if (!naive_rrule_part(part, value, rule)) return false;
	}
	return true;
}

/* Whether RFC and policy decide what the rule means. They leave open: which year a week at the turn
 * of the year belongs to, where it matters (INTERVAL, BYSETPOS); under SKIP, days counted from the
 * end that a month lacks, what a numbered weekday counts in once the day has moved to another
 * month, BYSETPOS, and frequencies that have nothing to move; and second 60, which no clock here
 * shows. */
static inline bool naive_rrule_is_decided(const struct naive_rrule *rule)
{
	if (rule->week.len && (rule->interval > 1 || rule->position.len)) return false;
	if (naive_list_has(&rule->second, 60)) return false;
	if (rule->skip == NAIVE_OMIT) return true;
	if (rule->freq < NAIVE_MONTHLY || rule->position.len) return false;
	if (naive_list_has(&rule->year_day, 366) || naive_list_has(&rule->year_day, -366))
		return false;
	for (int i = 0; i < rule->month_day.len; i++)
		if (rule->month_day.at[i] < -28) return false;
	for (int i = 0; i < rule->weekday_number.len && rule->skip == NAIVE_FORWARD; i++)
		if (rule->weekday_number.at[i]) return false;
	return true;
}

/* What the rule leaves open comes from the start. */
static inline void naive_rrule_bind(struct naive_rrule *rule, int64_t start)
{
	struct naive_date date = naive_date_of(naive_floor_div(start, 86400));
	int second_of_day = (int)naive_floor_mod(start, 86400);
	rule->start = start;
	if (rule->freq > NAIVE_SECONDLY && rule->second.len == 0)
		naive_list_add(&rule->second, second_of_day % 60);
	if (rule->freq > NAIVE_MINUTELY && rule->minute.len == 0)
		naive_list_add(&rule->minute, second_of_day / 60 % 60);
	if (rule->freq > NAIVE_HOURLY && rule->hour.len == 0)
		naive_list_add(&rule->hour, second_of_day / 3600);
	bool says_day = rule->weekday.len || rule->month_day.len || rule->year_day.len;
	if (says_day || rule->freq < NAIVE_WEEKLY) return;
	if (rule->freq == NAIVE_WEEKLY || rule->week.len) {
		rule->weekday.at[rule->weekday.len++] = date.weekday;
		rule->weekday_number.at[rule->weekday_number.len++] = 0;
		return;
	}
	if (rule->freq == NAIVE_YEARLY && rule->month.len == 0)
		naive_list_add(&rule->month, date.month);
	naive_list_add(&rule->month_day, date.day);
}

/* The first day of week 1: the week from week_start that has at least four days in the year. */
static inline int64_t naive_week_one(int year, int week_start)
{
	int64_t day = naive_day_number(year, 1, 4);
	while (naive_weekday(day) != week_start) day--;
	return day;
}

static inline bool naive_week_lets(const struct naive_rrule *rule, int64_t day, int year)
{
	if (rule->week.len == 0) return true;
	int week_year = year - 1;
	while (naive_week_one(week_year + 1, rule->week_start) <= day) week_year++;
	int64_t first = naive_week_one(week_year, rule->week_start);
	int weeks = (int)((naive_week_one(week_year + 1, rule->week_start) - first) / 7);
	return naive_list_lets_either(&rule->week, (int)((day - first) / 7) + 1, weeks);
}

static inline bool naive_nth(int number, int index_front, int index_back)
{
	return number == 0 || number == index_front || number == -index_back;
}

static inline bool naive_weekday_lets(const struct naive_rrule *rule, const struct naive_date *date)
{
	bool by_month = rule->freq == NAIVE_MONTHLY || rule->month.len > 0;
	int front = (by_month ? date->day : date->year_day) - 1;
	int back = (by_month ? date->month_len : date->year_len) - 1 - front;
	if (rule->weekday.len == 0) return true;
	for (int i = 0; i < rule->weekday.len; i++) {
		if (rule->weekday.at[i] != date->weekday) continue;
		if (naive_nth(rule->weekday_number.at[i], front / 7 + 1, back / 7 + 1)) return true;
	}
	return false;
}

/* Every filter on days but BYMONTH and BYMONTHDAY, which SKIP may have moved already. */
static inline bool naive_day_lets(const struct naive_rrule *rule, int64_t day,
				  const struct naive_date *date)
{
	return naive_week_lets(rule, day, date->year) &&
	       naive_list_lets_either(&rule->year_day, date->year_day, date->year_len) &&
	       naive_weekday_lets(rule, date);
}

struct naive_days {
	int64_t at[NAIVE_DAYS_MAX];
	int len;
};

/* Keeps the days sorted and single. */
static inline void naive_days_add(struct naive_days *days, int64_t day)
{
	int place = days->len;
	while (place > 0 && days->at[place - 1] > day) place--;
	if (place > 0 && days->at[place - 1] == day) return;
	if (days->len == NAIVE_DAYS_MAX) abort();
	memmove(&days->at[place + 1], &days->at[place],
		(size_t)(days->len - place) * sizeof(days->at[0]));
	days->at[place] = day;
	days->len++;
}

static inline void naive_take_day(const struct naive_rrule *rule, int64_t day,
				  struct naive_days *days)
{
	struct naive_date date = naive_date_of(day);
	if (!naive_list_lets(&rule->month, date.month)) return;
	if (!naive_list_lets_either(&rule->month_day, date.day, date.month_len)) return;
	if (naive_day_lets(rule, day, &date)) naive_days_add(days, day);
}

/* SKIP: days of the month that this month lacks move to its last day or to the next month's first.
 */
static inline void naive_take_moved(const struct naive_rrule *rule, int year, int month,
				    struct naive_days *days)
{
	if (rule->skip == NAIVE_OMIT || !naive_list_lets(&rule->month, month)) return;
	int len = naive_month_len(year, month);
	int64_t day = naive_day_number(year, month, 1) + len - (rule->skip == NAIVE_BACKWARD);
	struct naive_date date = naive_date_of(day);
	for (int i = 0; i < rule->month_day.len; i++) {
		if (rule->month_day.at[i] <= len) continue;
		if (naive_day_lets(rule, day, &date)) naive_days_add(days, day);
	}
}

static inline void naive_take_month(const struct naive_rrule *rule, int year, int month,
				    struct naive_days *days)
{
	int64_t first = naive_day_number(year, month, 1);
	for (int i = 0; i < naive_month_len(year, month); i++)
		naive_take_day(rule, first + i, days);
	naive_take_moved(rule, year, month, days);
}

/* A period's number: the year, the month since year 0, the week since some week, the day, and below
 * a day the hour, minute or second since 1970. */
static inline int64_t naive_period_of(const struct naive_rrule *rule, int64_t face)
{
	int64_t day = naive_floor_div(face, 86400);
	switch (rule->freq) {
	case NAIVE_YEARLY: return naive_date_of(day).year;
	case NAIVE_MONTHLY: {
		struct naive_date date = naive_date_of(day);
		return date.year * 12 + date.month - 1;
	}
	case NAIVE_WEEKLY: return naive_floor_div(day + 4 - rule->week_start, 7);
	case NAIVE_DAILY: return day;
	case NAIVE_HOURLY: return naive_floor_div(face, 3600);
	case NAIVE_MINUTELY: return naive_floor_div(face, 60);
	case NAIVE_SECONDLY: return face;
	}
	return 0;
}

static inline void naive_period_days(const struct naive_rrule *rule, int64_t period,
				     struct naive_days *days)
{
	static const int units[] = { 86400, 1440, 24, 1 };
	days->len = 0;
	switch (rule->freq) {
	case NAIVE_YEARLY:
		for (int month = 1; month <= 12; month++)
			naive_take_month(rule, (int)period, month, days);
		break;
	case NAIVE_MONTHLY:
		naive_take_month(rule, (int)naive_floor_div(period, 12),
				 (int)naive_floor_mod(period, 12) + 1, days);
		break;
	case NAIVE_WEEKLY:
		for (int i = 0; i < 7; i++)
			naive_take_day(rule, period * 7 - 4 + rule->week_start + i, days);
		break;
	case NAIVE_DAILY:
	case NAIVE_HOURLY:
	case NAIVE_MINUTELY:
	case NAIVE_SECONDLY:
		naive_take_day(rule, naive_floor_div(period, units[rule->freq]), days);
		break;
	}
}

/* The seconds of the day of a period that pass BYHOUR, BYMINUTE, BYSECOND. */
struct naive_times {
	int *at; /* room for 86400 */
	int len;
};

static inline void naive_period_times(const struct naive_rrule *rule, int64_t period,
				      struct naive_times *times)
{
	static const int lengths[] = { 1, 60, 3600 };
	int from = 0, to = 86400;
	times->len = 0;
	if (rule->freq < NAIVE_DAILY) {
		from = (int)naive_floor_mod(period * lengths[rule->freq], 86400);
		to = from + lengths[rule->freq];
	}
	for (int hour = from / 3600; hour * 3600 < to; hour++) {
		if (!naive_list_lets(&rule->hour, hour)) continue;
		for (int minute = 0; minute < 60; minute++) {
			int at = hour * 3600 + minute * 60;
			if (at + 60 <= from || at >= to) continue;
			if (!naive_list_lets(&rule->minute, minute)) continue;
			for (int second = 0; second < 60; second++)
				if (at + second >= from && at + second < to &&
				    naive_list_lets(&rule->second, second))
					times->at[times->len++] = at + second;
		}
	}
}

/* The first aligned period that begins on the next day or later; for rules below a day whose day
 * does not pass. */
static inline int64_t naive_next_day_period(const struct naive_rrule *rule, int64_t period)
{
	static const int64_t units[] = { 86400, 1440, 24 };
	int64_t unit = units[rule->freq];
	int64_t next_day = (naive_floor_div(period, unit) + 1) * unit;
	int64_t steps = (next_day - period + rule->interval - 1) / rule->interval;
	return period + steps * rule->interval;
}

/* Where the expansion's walls go, in order; false ends it. */
typedef bool naive_take_wall(void *context, int64_t face);

/* Gives every instance of a bound rule with from <= wall < to, in order. With COUNT it starts at
 * the rule's start whatever `from` says. `work` bounds the periods that are looked at; false when
 * that was not enough. times_room: 86400 ints. */
static inline bool naive_rrule_expand(const struct naive_rrule *rule, int64_t from, int64_t to,
				      int64_t work, int *times_room, naive_take_wall *take,
				      void *context)
{
	struct naive_days days;
	struct naive_times times = { .at = times_room };
	int64_t counted = 0, previous = INT64_MIN;
	int64_t first = naive_period_of(rule, rule->start), last = naive_period_of(rule, to);
	int64_t period = first;
	/* One period earlier: SKIP=FORWARD moves a day into the period after its own. */
	if (!rule->count && from > rule->start)
		period += (naive_period_of(rule, from) - first) / rule->interval * rule->interval -
			  rule->interval;
	if (period < first) period = first;
	int64_t times_period = INT64_MIN;
	for (int64_t next = period; next <= last;) {
		if (work-- <= 0) return false;
		period = next;
		next += rule->interval;
		naive_period_days(rule, period, &days);
		if (days.len == 0 && rule->freq < NAIVE_DAILY)
			next = naive_next_day_period(rule, period);
		if (days.len == 0) continue;
		if (times_period == INT64_MIN || rule->freq < NAIVE_DAILY)
			naive_period_times(rule, times_period = period, &times);
		int64_t total = (int64_t)days.len * times.len;
		for (int64_t i = 0; i < total; i++) {
			int64_t face = days.at[i / times.len] * 86400 + times.at[i % times.len];
			bool wanted = rule->position.len == 0 ||
				      (i < 366 && naive_list_has(&rule->position, (int)i + 1)) ||
				      (total - i <= 366 &&
				       naive_list_has(&rule->position, (int)(i - total)));
			/* A day that SKIP moved forward may be the next period's own: one instance.
			 */
			if (!wanted || face < rule->start || face <= previous) continue;
			previous = face;
			if (rule->count && counted++ >= rule->count) return true;
			if (face >= to) return true;
			if (face >= from && !take(context, face)) return true;
		}
	}
	return true;
}

#endif
