/* Cron expressions the slow way: an own parser and a matcher that looks at one date at a time,
 * written from the policy and sharing nothing with src/calendar. */
#ifndef BELFRY_TEST_NAIVE_CRON_H
#define BELFRY_TEST_NAIVE_CRON_H

#include "../zones/naive_date.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { NAIVE_CRON_ITEMS_MAX = 520 };

/* One item of a day field. */
struct naive_cron_item {
	enum {
		ITEM_DAY,       /* day n of the month */
		ITEM_LAST,      /* L, L-n */
		ITEM_NEAREST,   /* nW */
		ITEM_LAST_WORK, /* LW */
		ITEM_WEEKDAY,   /* day n of the week */
		ITEM_NTH,       /* n#nth */
		ITEM_LAST_NTH   /* nL */
	} kind;
	int n, nth;
};

struct naive_cron {
	bool second[60], minute[60], hour[24], month[13];
	bool any_day, any_weekday, has_seconds, interval_like;
	struct naive_cron_item days[NAIVE_CRON_ITEMS_MAX];
	int days_len;
	struct naive_cron_item weekdays[NAIVE_CRON_ITEMS_MAX];
	int weekdays_len;
};

/* What stands before the next byte of `separators`; NULL when nothing is left. */
static inline char *naive_cut(char **rest, const char *separators)
{
	char *start = *rest;
	if (!start) return NULL;
	char *end = strpbrk(start, separators);
	*rest = end ? end + 1 : NULL;
	if (end) *end = '\0';
	return start;
}

static const char *const naive_month_names[] = { "JAN", "FEB", "MAR", "APR", "MAY", "JUN",
						 "JUL", "AUG", "SEP", "OCT", "NOV", "DEC" };
static const char *const naive_weekday_names[] = {
	"SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"
};

/* A number; zeros in front do not count, and above 99999999 it stays there. Returns how many bytes,
 * 0 when it is none. */
static inline int naive_cron_number(const char *at, int *out_value)
{
	int digits = 0, value = 0;
	for (; isdigit((unsigned char)at[digits]); digits++)
		if (value < 10000000) value = value * 10 + at[digits] - '0';
	if (digits) *out_value = value;
	return digits;
}

/* A number or a name; returns how many bytes, 0 when it is neither. */
static inline int naive_cron_value(const char *at, const char *const *names, int names_len,
				   int first_name, int *out_value)
{
	int digits = naive_cron_number(at, out_value);
	if (digits) return digits;
	for (int i = 0; i < names_len; i++) {
		if (strncasecmp(at, names[i], 3) == 0) return *out_value = first_name + i, 3;
	}
	return 0;
}

struct naive_cron_field {
	int min, max; /* what may be written */
	int star_max; /* where * and a/n end */
	const char *const *names;
	int names_len, first_name;
	bool question; /* ? is * here */
};

/* "*", "a", "a-b", each with "/n": the values in turn. Returns their number, -1 when it is none of
 * these forms. */
static inline int naive_cron_values(const char *item, const struct naive_cron_field *field,
				    int out_values[64])
{
	int from, to, step = 1, len, count = 0;
	const char *at = item;
	if (*at == '*' || (*at == '?' && field->question)) {
		from = field->min, to = field->star_max, at++;
	} else {
		len = naive_cron_value(at, field->names, field->names_len, field->first_name,
				       &from);
		if (len == 0) return -1;
		at += len;
		to = *at == '/' ? field->star_max : from;
		if (*at == '-') {
			at++;
			len = naive_cron_value(at, field->names, field->names_len,
					       field->first_name, &to);
			if (len == 0) return -1;
			/* A range may end in SUN: then it is the Sunday after. */
			bool is_weekday = field->names == naive_weekday_names;
			if (is_weekday && to == 0 && from > 0 && !isdigit((unsigned char)*at))
				to = 7;
			at += len;
		}
	}
	if (*at == '/') {
		len = naive_cron_number(at + 1, &step);
		if (len == 0 || step < 1) return -1;
		at += 1 + len;
	}
	if (*at || from < field->min || from > field->max || to > field->max) return -1;
	if (to < from) return -1;
	for (int value = from; value <= to && count < 64; value += step)
		out_values[count++] = value;
	return count;
}

static inline bool naive_cron_set(const char *text, const struct naive_cron_field *field, bool *set)
{
	char copy[1001], *rest = copy, *item;
	snprintf(copy, sizeof(copy), "%s", text);
	while ((item = naive_cut(&rest, ","))) {
		int values[64];
		int count = naive_cron_values(item, field, values);
		if (count < 0) return false;
		for (int i = 0; i < count; i++) set[values[i]] = true;
	}
	return true;
}

static inline bool naive_cron_special_day(const char *item, struct naive_cron_item *out_item)
{
	int n;
	*out_item = (struct naive_cron_item){ .kind = ITEM_LAST };
	if (strcasecmp(item, "L") == 0) return true;
	if (strcasecmp(item, "LW") == 0) return out_item->kind = ITEM_LAST_WORK, true;
	if (strncasecmp(item, "L-", 2) == 0) {
		int len = naive_cron_number(item + 2, &out_item->n);
		return len > 0 && item[2 + len] == '\0' && out_item->n <= 30;
	}
	int len = naive_cron_number(item, &n);
	if (len == 0 || strcasecmp(item + len, "W") != 0) return false;
	*out_item = (struct naive_cron_item){ .kind = ITEM_NEAREST, .n = n };
	return n >= 1 && n <= 31;
}

static inline bool naive_cron_special_weekday(const char *item, struct naive_cron_item *out_item)
{
	int n, nth;
	int len = naive_cron_value(item, naive_weekday_names, 7, 0, &n);
	if (len == 0 || n > 7) return false;
	const char *rest = item + len;
	*out_item = (struct naive_cron_item){ .kind = ITEM_LAST_NTH, .n = n % 7 };
	if (strcasecmp(rest, "L") == 0) return true;
	len = rest[0] == '#' ? naive_cron_number(rest + 1, &nth) : 0;
	if (len == 0 || rest[1 + len] || nth < 1 || nth > 5) return false;
	*out_item = (struct naive_cron_item){ .kind = ITEM_NTH, .n = n % 7, .nth = nth };
	return true;
}

typedef bool naive_cron_special(const char *item, struct naive_cron_item *out_item);

static inline int naive_cron_items(const char *text, const struct naive_cron_field *field,
				   naive_cron_special *special, int plain_kind,
				   struct naive_cron_item *items)
{
	char copy[1001], *rest = copy, *item;
	int len = 0;
	snprintf(copy, sizeof(copy), "%s", text);
	while ((item = naive_cut(&rest, ","))) {
		int values[64];
		if (len < NAIVE_CRON_ITEMS_MAX && special(item, &items[len])) {
			len++;
			continue;
		}
		int count = naive_cron_values(item, field, values);
		if (count < 0) return -1;
		for (int i = 0; i < count && len < NAIVE_CRON_ITEMS_MAX; i++) {
			items[len].kind = (unsigned)plain_kind;
			items[len].n = plain_kind == ITEM_WEEKDAY ? values[i] % 7 : values[i];
			items[len++].nth = 0;
		}
	}
	return len;
}

static inline const char *naive_cron_macro(const char *text)
{
	static const char *const macros[][2] = {
		{ "@yearly", "0 0 1 1 *" },  { "@annually", "0 0 1 1 *" },
		{ "@monthly", "0 0 1 * *" }, { "@weekly", "0 0 * * 0" },
		{ "@daily", "0 0 * * *" },   { "@midnight", "0 0 * * *" },
		{ "@hourly", "0 * * * *" },
	};
	for (size_t i = 0; i < sizeof(macros) / sizeof(macros[0]); i++)
		if (strcasecmp(text, macros[i][0]) == 0) return macros[i][1];
	return text;
}

static inline bool naive_is_star(const char *field)
{
	return strcmp(field, "*") == 0 || strcmp(field, "?") == 0;
}

static inline bool naive_is_beat(const char *field)
{
	return strchr(field, '*') || strchr(field, '/');
}

/* Fills the model from fields [second,] minute, hour, day, month, weekday. */
static inline bool naive_cron_fields(char *fields[6], struct naive_cron *cron)
{
	static const struct naive_cron_field sixty = { 0, 59, 59, NULL, 0, 0, false };
	static const struct naive_cron_field hours = { 0, 23, 23, NULL, 0, 0, false };
	static const struct naive_cron_field days = { 1, 31, 31, NULL, 0, 0, true };
	static const struct naive_cron_field months = {
		1, 12, 12, naive_month_names, 12, 1, false
	};
	static const struct naive_cron_field weekdays = {
		0, 7, 6, naive_weekday_names, 7, 0, true
	};
	bool fine = naive_cron_set(fields[0], &sixty, cron->second) &&
		    naive_cron_set(fields[1], &sixty, cron->minute) &&
		    naive_cron_set(fields[2], &hours, cron->hour) &&
		    naive_cron_set(fields[4], &months, cron->month);
	if (!fine) return false;
	cron->any_day = naive_is_star(fields[3]);
	cron->any_weekday = naive_is_star(fields[5]);
	if (!cron->any_day)
		cron->days_len = naive_cron_items(fields[3], &days, naive_cron_special_day,
						  ITEM_DAY, cron->days);
	if (!cron->any_weekday)
		cron->weekdays_len = naive_cron_items(fields[5], &weekdays,
						      naive_cron_special_weekday, ITEM_WEEKDAY,
						      cron->weekdays);
	cron->interval_like = naive_is_beat(fields[1]) || naive_is_beat(fields[2]) ||
			      (cron->has_seconds && naive_is_beat(fields[0]));
	return cron->days_len >= 0 && cron->weekdays_len >= 0;
}

/* Text of at most 1000 bytes, NUL-terminated. False: not an expression this model understands. */
static inline bool naive_cron_parse(const char *text, struct naive_cron *cron)
{
	char copy[1001], zero[] = "0", *fields[8] = { NULL }, *rest = copy, *field;
	int len = 0;
	memset(cron, 0, sizeof(*cron));
	if (strlen(text) > 1000) return false;
	snprintf(copy, sizeof(copy), "%s", text);
	while ((field = naive_cut(&rest, " \t"))) {
		if (*field == '\0') continue;
		if (len == 7) return false;
		fields[len++] = field;
	}
	if (len == 1 && fields[0][0] == '@') {
		const char *full = naive_cron_macro(fields[0]);
		return full != fields[0] && naive_cron_parse(full, cron);
	}
	if (len != 5 && len != 6) return false;
	cron->has_seconds = len == 6;
	if (len == 6) return naive_cron_fields(fields, cron);
	memmove(fields + 1, fields, 5 * sizeof(fields[0]));
	fields[0] = zero;
	return naive_cron_fields(fields, cron);
}

/* The weekday (Monday to Friday) nearest to day n, within the month; 0 when there is no day n. */
static inline int naive_nearest_work_day(const struct naive_date *date, int n)
{
	if (n > date->month_len) return 0;
	int weekday = (int)naive_floor_mod(date->weekday + n - date->day, 7);
	if (weekday == 6) return n > 1 ? n - 1 : n + 2;
	if (weekday == 0) return n < date->month_len ? n + 1 : n - 2;
	return n;
}

static inline int naive_last_work_day(const struct naive_date *date)
{
	int day = date->month_len;
	for (;; day--) {
		int weekday = (int)naive_floor_mod(date->weekday + day - date->day, 7);
		if (weekday != 0 && weekday != 6) return day;
	}
}

static inline bool naive_cron_item_match(const struct naive_cron_item *item,
					 const struct naive_date *date)
{
	switch (item->kind) {
	case ITEM_DAY: return date->day == item->n;
	case ITEM_LAST: return date->day == date->month_len - item->n;
	case ITEM_NEAREST: return date->day == naive_nearest_work_day(date, item->n);
	case ITEM_LAST_WORK: return date->day == naive_last_work_day(date);
	case ITEM_WEEKDAY: return date->weekday == item->n;
	case ITEM_NTH: return date->weekday == item->n && (date->day - 1) / 7 + 1 == item->nth;
	case ITEM_LAST_NTH: return date->weekday == item->n && date->day + 7 > date->month_len;
	}
	return false;
}

static inline bool naive_cron_any(const struct naive_cron_item *items, int len,
				  const struct naive_date *date)
{
	for (int i = 0; i < len; i++)
		if (naive_cron_item_match(&items[i], date)) return true;
	return false;
}

static inline bool naive_cron_match_day(const struct naive_cron *cron, int64_t day_number)
{
	struct naive_date date = naive_date_of(day_number);
	if (!cron->month[date.month]) return false;
	bool day = naive_cron_any(cron->days, cron->days_len, &date);
	bool weekday = naive_cron_any(cron->weekdays, cron->weekdays_len, &date);
	if (cron->any_day && cron->any_weekday) return true;
	if (cron->any_day) return weekday;
	if (cron->any_weekday) return day;
	return day || weekday;
}

static inline bool naive_cron_match_time(const struct naive_cron *cron, int second_of_day)
{
	return cron->hour[second_of_day / 3600] && cron->minute[second_of_day / 60 % 60] &&
	       cron->second[second_of_day % 60];
}

/* Whether some day of the 400-year cycle matches: 146097 looks. */
static inline bool naive_cron_has_day(const struct naive_cron *cron)
{
	for (int64_t day = 0; day < 146097; day++)
		if (naive_cron_match_day(cron, day)) return true;
	return false;
}

#endif
