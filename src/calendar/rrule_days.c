/* Days of a month, a week, a year, by the BY parts of a rule. Every set is a few words of bits, so
 * a period costs the same few operations however long the lists are.
 *
 * RFC 7529: an invalid date (February 30) is moved by SKIP before BYDAY limits it. */
#include "calendar/rrule_days.h"

#include "base/must.h"
#include "calendar/bits.h"

i32 dayset_next(const struct dayset *days, i32 from)
{
	if (from < 0) from = 0;
	for (u32 word = (u32)from / 64; word < days->words; word++) {
		u32 found = bits_next(days->bits[word], (i32)word * 64 < from ? (u32)from % 64 : 0);
		if (found != BIT_NONE) return (i32)(word * 64 + found);
	}
	return -1;
}

static bool names_weekdays(const struct rrule *rule)
{
	return rule->weekdays | rule->numbered;
}

static bool names_dates(const struct rrule *rule)
{
	return rule->days_front | rule->days_back;
}

/* ---- months: bit n is day n, bit 0 and bit days + 1 lie just outside --------------------- */

/* Where SKIP puts dates that a month of `days` days does not have. */
static u64 moved_dates(const struct rrule *rule, i32 days)
{
	bool past_end = rule->days_front & ~month_all_days(days) & ~(u32)1;
	bool before_start = rule->days_back & ~month_all_days(days) & ~(u32)1;
	u64 moved = 0;
	if (rule->skip == SKIP_BACKWARD) {
		if (past_end) moved |= (u64)1 << days;
		if (before_start) moved |= 1;
	}
	if (rule->skip == SKIP_FORWARD) {
		if (past_end) moved |= (u64)2 << days;
		if (before_start) moved |= 2;
	}
	return moved;
}

static u64 month_dates(const struct rrule *rule, i32 days)
{
	u64 dates = rule->days_front & month_all_days(days);
	for (u64 set = rule->days_back; set; set &= set - 1) {
		i32 back = (i32)bits_next(set, 0);
		if (back <= days) dates |= (u64)1 << (days + 1 - back);
	}
	/* Below a month BYMONTHDAY only takes days out; none is asked for that could be invalid. */
	bool moves = rule->skip != SKIP_OMIT && rule->freq >= FREQ_MONTHLY;
	return moves ? dates | moved_dates(rule, days) : dates;
}

/* "The second Tuesday", "the last Friday" of a month. */
static u64 numbered_weekdays(const struct rrule *rule, u32 first_weekday, i32 days)
{
	u64 found = 0;
	for (u64 set = rule->numbered; set; set &= set - 1) {
		u32 day = bits_next(set, 0);
		u64 all = month_weekdays((u8)(1 << day), first_weekday) & month_all_days(days);
		for (u64 front = rule->weekday_front[day] & 0x3e; front; front &= front - 1)
			found |= all & month_nth_week(bits_next(front, 0));
		for (u64 back = rule->weekday_back[day] & 0x3e; back; back &= back - 1) {
			i32 end = days - 7 * (i32)(bits_next(back, 0) - 1);
			found |= end >= 7 ? all & month_last_week(end)
					  : all & month_all_days(end > 0 ? end : 0);
		}
	}
	return found;
}

static u64 month_named_weekdays(const struct rrule *rule, u32 first_weekday, i32 days)
{
	u64 set = month_weekdays(rule->weekdays, first_weekday);
	set |= rule->weekdays >> (first_weekday + 6) % 7 & 1; /* the day before the month */
	if (rule->numbered) set |= numbered_weekdays(rule, first_weekday, days);
	return set;
}

void rrule_month_days(const struct rrule *rule, i32 year, i32 month, struct dayset *out_days)
{
	i32 first = civil_day_number(year, month, 1);
	i32 days = civil_month_days(year, month);
	u64 set = month_all_days(days);
	if (names_dates(rule)) set = month_dates(rule, days);
	if (names_weekdays(rule)) set &= month_named_weekdays(rule, civil_weekday(first), days);
	*out_days = (struct dayset){ .base = first - 1, .words = 1, .bits = { set } };
}

/* ---- weeks ------------------------------------------------------------------------------- */

void rrule_week_days(const struct rrule *rule, i32 first, struct dayset *out_days)
{
	u64 set = month_weekdays(rule->weekdays, rule->week_start) >> 1 & 0x7f;
	if (rrule_has(rule, PART_BYMONTH)) {
		struct civil date;
		civil_from_day_number(first, &date);
		i32 left = civil_month_days(date.year, date.month) - date.day + 1;
		u64 this_month = left >= 7 ? 0x7f : ((u64)1 << left) - 1;
		u32 next = date.month == 12 ? 1 : (u32)date.month + 1;
		if (!bits_has(rule->months, (u32)date.month)) set &= ~this_month;
		if (!bits_has(rule->months, next)) set &= this_month;
	}
	*out_days = (struct dayset){ .base = first, .words = 1, .bits = { set } };
}

/* ---- years: bit n + YEAR_PAD is day n of the year ---------------------------------------- */

enum { YEAR_PAD = 7 };

static i32 year_length(i32 year)
{
	return civil_is_leap(year) ? 366 : 365;
}

/* Sets the bits of `set` from place `at` on; those outside the dayset are dropped. */
static void place(u64 out[DAYSET_WORDS], u64 set, i32 at)
{
	if (at < 0) {
		if (at <= -64) return;
		set >>= -at;
		at = 0;
	}
	u32 word = (u32)at / 64;
	u32 shift = (u32)at % 64;
	if (word >= DAYSET_WORDS) return;
	out[word] |= set << shift;
	if (shift && word + 1 < DAYSET_WORDS) out[word + 1] |= set >> (64 - shift);
}

static void keep(u64 set[DAYSET_WORDS], const u64 filter[DAYSET_WORDS])
{
	for (u32 word = 0; word < DAYSET_WORDS; word++) set[word] &= filter[word];
}

/* Sets bits first to last. */
static void fill(u64 set[DAYSET_WORDS], i32 first, i32 last)
{
	for (i32 word = first / 64; word <= last / 64; word++) {
		u32 from = word == first / 64 ? (u32)first % 64 : 0;
		u32 to = word == last / 64 ? (u32)last % 64 : 63;
		set[word] |= bits_range(from, to);
	}
}

static void keep_dates(const struct rrule *rule, i32 year, u64 set[DAYSET_WORDS])
{
	u64 dates[DAYSET_WORDS] = { 0 };
	/* From December before to January after: weeks may reach there. */
	i32 at = YEAR_PAD - 31;
	for (i32 month = 0; month <= 13; month++) {
		i32 real = month == 0 ? 12 : month == 13 ? 1 : month;
		i32 days = civil_month_days(year, real);
		bool named = !rule->months || bits_has(rule->months, (u32)real);
		u64 in_month = names_dates(rule) ? month_dates(rule, days) : month_all_days(days);
		if (named) place(dates, in_month, at);
		at += days;
	}
	keep(set, dates);
}

/* Where SKIP puts day 366, and day -366, of a year that has only 365. */
static void place_moved_year_days(const struct rrule *rule, i32 total, u64 days[DAYSET_WORDS])
{
	bool past_end = rule->year_days.front[366 / 64] >> 366 % 64 & 1;
	bool before_start = rule->year_days.back[366 / 64] >> 366 % 64 & 1;
	i32 to = rule->skip == SKIP_FORWARD ? 1 : 0;
	if (total == 366 || rule->skip == SKIP_OMIT) return;
	if (past_end) place(days, 1, YEAR_PAD + total + to);
	if (before_start) place(days, 1, YEAR_PAD + to);
}

/* Whether BYYEARDAY names the day `front` of a year of `total` days. */
static bool names_year_day(const struct rrule *rule, i32 front, i32 total)
{
	u32 back = (u32)(total + 1 - front);
	return (rule->year_days.front[front / 64] >> front % 64 & 1) ||
	       (rule->year_days.back[back / 64] >> back % 64 & 1);
}

/* The days of the years beside it that the weeks of a year reach, by their own year's count. */
static void place_neighbours(const struct rrule *rule, i32 year, u64 days[DAYSET_WORDS])
{
	i32 total = year_length(year);
	i32 before = year_length(year - 1);
	i32 after = year_length(year + 1);
	for (i32 over = 1; over < YEAR_PAD; over++) {
		if (names_year_day(rule, before + 1 - over, before))
			place(days, 1, YEAR_PAD + 1 - over);
		if (names_year_day(rule, over, after)) place(days, 1, YEAR_PAD + total + over);
	}
}

static void keep_year_days(const struct rrule *rule, i32 year, u64 set[DAYSET_WORDS])
{
	i32 total = year_length(year);
	u64 days[DAYSET_WORDS] = { 0 };
	u64 inside[DAYSET_WORDS] = { 0 };
	for (u32 word = 0; word < ORDINAL_WORDS; word++) {
		place(days, rule->year_days.front[word], YEAR_PAD + (i32)word * 64);
		for (u64 back = rule->year_days.back[word]; back; back &= back - 1)
			place(days, 1,
			      YEAR_PAD + total + 1 - (i32)(word * 64 + bits_next(back, 0)));
	}
	fill(inside, YEAR_PAD + 1, YEAR_PAD + total);
	keep(days, inside);
	place_moved_year_days(rule, total, days);
	if (rrule_has(rule, PART_BYWEEKNO)) place_neighbours(rule, year, days);
	keep(set, days);
}

/* The day of the year on which week 1 begins: the first week with at least four days in the year.
 * It may be 0 or negative: a day of the year before. */
static i32 first_week_start(const struct rrule *rule, i32 year)
{
	u32 weekday = civil_weekday(civil_day_number(year, 1, 1));
	i32 into_week = (i32)((weekday + 7 - rule->week_start) % 7);
	return into_week <= 3 ? 1 - into_week : 8 - into_week;
}

i32 rrule_week_year(const struct rrule *rule, i32 day_number)
{
	struct civil date;
	civil_from_day_number(day_number, &date);
	i32 day = civil_day_of_year(&date);
	if (day < first_week_start(rule, date.year)) return date.year - 1;
	if (day >= year_length(date.year) + first_week_start(rule, date.year + 1))
		return date.year + 1;
	return date.year;
}

static void keep_weeks(const struct rrule *rule, i32 year, u64 set[DAYSET_WORDS])
{
	u64 days[DAYSET_WORDS] = { 0 };
	i32 start = first_week_start(rule, year);
	i32 weeks = (first_week_start(rule, year + 1) + year_length(year) - start) / 7;
	for (u64 front = rule->weeks_front; front; front &= front - 1) {
		i32 week = (i32)bits_next(front, 0);
		if (week <= weeks) place(days, 0x7f, YEAR_PAD + start + 7 * (week - 1));
	}
	for (u64 back = rule->weeks_back; back; back &= back - 1) {
		i32 week = weeks + 1 - (i32)bits_next(back, 0);
		if (week >= 1) place(days, 0x7f, YEAR_PAD + start + 7 * (week - 1));
	}
	keep(set, days);
}

/* "The 20th Monday of the year"; `first` is the weekday of January 1. */
static void place_numbered_in_year(const struct rrule *rule, u32 first, i32 total,
				   u64 days[DAYSET_WORDS])
{
	for (u64 named = rule->numbered; named; named &= named - 1) {
		u32 weekday = bits_next(named, 0);
		i32 earliest = 1 + (i32)((weekday + 7 - first) % 7);
		i32 latest = earliest + (total - earliest) / 7 * 7;
		for (u64 set = rule->weekday_front[weekday]; set; set &= set - 1) {
			i32 day = earliest + 7 * ((i32)bits_next(set, 0) - 1);
			if (day <= total) place(days, 1, YEAR_PAD + day);
		}
		for (u64 set = rule->weekday_back[weekday]; set; set &= set - 1) {
			i32 day = latest - 7 * ((i32)bits_next(set, 0) - 1);
			if (day >= 1) place(days, 1, YEAR_PAD + day);
		}
	}
}

static void place_numbered_in_months(const struct rrule *rule, i32 year, u64 days[DAYSET_WORDS])
{
	i32 at = YEAR_PAD;
	for (i32 month = 1; month <= 12; month++) {
		i32 length = civil_month_days(year, month);
		u32 first = civil_weekday(civil_day_number(year, month, 1));
		place(days, numbered_weekdays(rule, first, length), at);
		at += length;
	}
}

static void keep_weekdays(const struct rrule *rule, i32 year, i32 base, u64 set[DAYSET_WORDS])
{
	u64 days[DAYSET_WORDS] = { 0 };
	u32 base_weekday = civil_weekday(base);
	for (u32 word = 0; word < DAYSET_WORDS; word++) {
		u32 first = (base_weekday + word * 64) % 7;
		u64 five_weeks = month_weekdays(rule->weekdays, first) >> 1;
		days[word] = five_weeks | five_weeks << 35;
	}
	/* With BYMONTH a number counts within the month, without it within the year. */
	u32 first = civil_weekday(civil_day_number(year, 1, 1));
	if (rule->numbered && rrule_has(rule, PART_BYMONTH))
		place_numbered_in_months(rule, year, days);
	else if (rule->numbered) place_numbered_in_year(rule, first, year_length(year), days);
	keep(set, days);
}

void rrule_year_days(const struct rrule *rule, i32 year, struct dayset *out_days)
{
	i32 total = year_length(year);
	struct dayset days = { .base = civil_day_number(year, 1, 1) - 1 - YEAR_PAD,
			       .words = DAYSET_WORDS };
	/* Weeks reach over by up to three days; SKIP moves day 366 by one. */
	i32 over = rrule_has(rule, PART_BYWEEKNO)    ? YEAR_PAD
		   : rrule_has(rule, PART_BYYEARDAY) ? 1
						     : 0;
	fill(days.bits, YEAR_PAD + 1 - over, YEAR_PAD + total + over);
	if (rrule_has(rule, PART_BYWEEKNO)) keep_weeks(rule, year, days.bits);
	if (rrule_has(rule, PART_BYYEARDAY)) keep_year_days(rule, year, days.bits);
	if (rule->months || names_dates(rule)) keep_dates(rule, year, days.bits);
	if (names_weekdays(rule)) keep_weekdays(rule, year, days.base, days.bits);
	*out_days = days;
}

/* ---- single days, for FREQ=DAILY and below ----------------------------------------------- */

static u64 year_day_limit(const struct rrule *rule, i32 year, i32 month, i32 days)
{
	u64 set = 0;
	i32 total = year_length(year);
	i32 before = civil_day_number(year, month, 1) - civil_day_number(year, 1, 1);
	for (i32 day = 1; day <= days; day++) {
		if (names_year_day(rule, before + day, total)) set |= (u64)1 << day;
	}
	return set;
}

static u64 month_limit(const struct rrule *rule, const struct civil *date, i32 *out_first)
{
	struct dayset days;
	if (rrule_has(rule, PART_BYMONTH) && !bits_has(rule->months, (u32)date->month)) return 0;
	rrule_month_days(rule, date->year, date->month, &days);
	*out_first = days.base + 1;
	u64 set = days.bits[0] & month_all_days(civil_month_days(date->year, date->month));
	if (rrule_has(rule, PART_BYYEARDAY))
		set &= year_day_limit(rule, date->year, date->month,
				      civil_month_days(date->year, date->month));
	return set;
}

bool rrule_next_day(const struct rrule *rule, i32 from, i32 *out_day)
{
	static const u32 limits = 1 << PART_BYMONTH | 1 << PART_BYMONTHDAY | 1 << PART_BYDAY |
				  1 << PART_BYYEARDAY;
	struct civil date;
	i32 first;
	if (!(rule->parts & limits)) {
		*out_day = from;
		return true;
	}
	civil_from_day_number(from, &date);
	for (u32 months = 0; months <= CYCLE_MONTHS && date.year <= CIVIL_YEAR_MAX; months++) {
		u32 day = bits_next(month_limit(rule, &date, &first), (u32)date.day);
		if (day != BIT_NONE) {
			*out_day = first + (i32)day - 1;
			return true;
		}
		date.day = 1;
		date.year += date.month == 12;
		date.month = date.month == 12 ? 1 : date.month + 1;
	}
	return false;
}
