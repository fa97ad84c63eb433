/* Rules that the policy allows, drawn from choices: every field form of cron, every part of RRULE
 * in legal company. A rule drawn here that is refused (but as never firing) is a fault. */
#ifndef BELFRY_TEST_LEGAL_RULES_H
#define BELFRY_TEST_LEGAL_RULES_H

#include "fuzz_common.h"

enum { LEGAL_TEXT_MAX = 900 };

struct legal_text {
	char at[LEGAL_TEXT_MAX + 100];
	int len;
};

__attribute__((format(printf, 2, 3))) static inline void legal_add(struct legal_text *text,
								   const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	size_t room = sizeof(text->at) - (size_t)text->len;
	int added = vsnprintf(text->at + text->len, room, format, arguments);
	va_end(arguments);
	if (added < 0 || (size_t)added >= room) abort();
	text->len += added;
}

static const char *const legal_weekdays[] = { "SU", "MO", "TU", "WE", "TH", "FR", "SA" };

/* --- cron ------------------------------------------------------------------------------------ */

/* One item: a, a-b, a-b/n, a/n or a star with n. */
static inline void legal_cron_item(struct legal_text *text, struct choices *choices, int least,
				   int most)
{
	int from = choose_between(choices, least, most), to = choose_between(choices, from, most);
	switch (choose(choices, 8)) {
	case 0: legal_add(text, "*/%d", choose_between(choices, 1, most + 3)); break;
	case 1: legal_add(text, "%d-%d/%d", from, to, choose_between(choices, 1, most)); break;
	case 2: legal_add(text, "%d/%d", from, choose_between(choices, 1, most)); break;
	case 3:
	case 4: legal_add(text, "%d-%d", from, to); break;
	default: legal_add(text, "%d", from); break;
	}
}

static inline void legal_cron_field(struct legal_text *text, struct choices *choices, int least,
				    int most, int star_percent)
{
	if (chance(choices, star_percent)) {
		legal_add(text, "*");
		return;
	}
	int items = chance(choices, 30) ? choose_between(choices, 2, 4) : 1;
	for (int i = 0; i < items; i++) {
		if (i) legal_add(text, ",");
		legal_cron_item(text, choices, least, most);
	}
}

static inline void legal_cron_day(struct legal_text *text, struct choices *choices)
{
	if (chance(choices, 45)) {
		legal_add(text, chance(choices, 80) ? "*" : "?");
		return;
	}
	int items = chance(choices, 25) ? 2 : 1;
	for (int i = 0; i < items; i++) {
		if (i) legal_add(text, ",");
		switch (choose(choices, 8)) {
		case 0: legal_add(text, "L"); break;
		case 1: legal_add(text, "L-%d", choose_between(choices, 1, 27)); break;
		case 2: legal_add(text, "%dW", choose_between(choices, 1, 31)); break;
		case 3: legal_add(text, "LW"); break;
		default: legal_cron_item(text, choices, 1, 31); break;
		}
	}
}

static inline void legal_cron_weekday(struct legal_text *text, struct choices *choices)
{
	if (chance(choices, 45)) {
		legal_add(text, chance(choices, 80) ? "*" : "?");
		return;
	}
	int items = chance(choices, 25) ? 2 : 1;
	for (int i = 0; i < items; i++) {
		if (i) legal_add(text, ",");
		int weekday = choose(choices, 8);
		switch (choose(choices, 8)) {
		case 0: legal_add(text, "%dL", weekday); break;
		case 1: legal_add(text, "%d#%d", weekday, choose_between(choices, 1, 5)); break;
		case 2: legal_add(text, "%d-7", choose(choices, 7)); break;
		default: legal_cron_item(text, choices, 0, 6); break;
		}
	}
}

static inline void legal_cron(struct legal_text *text, struct choices *choices, bool seconds)
{
	text->len = 0;
	if (seconds) {
		legal_cron_field(text, choices, 0, 59, 10);
		legal_add(text, " ");
	}
	legal_cron_field(text, choices, 0, 59, 15);
	legal_add(text, " ");
	legal_cron_field(text, choices, 0, 23, 30);
	legal_add(text, " ");
	legal_cron_day(text, choices);
	legal_add(text, " ");
	legal_cron_field(text, choices, 1, 12, 75);
	legal_add(text, " ");
	legal_cron_weekday(text, choices);
}

/* --- RRULE ----------------------------------------------------------------------------------- */

enum legal_freq {
	LEGAL_SECONDLY,
	LEGAL_MINUTELY,
	LEGAL_HOURLY,
	LEGAL_DAILY,
	LEGAL_WEEKLY,
	LEGAL_MONTHLY,
	LEGAL_YEARLY
};

static inline void legal_numbers(struct legal_text *text, struct choices *choices, const char *name,
				 int least, int most, bool negative)
{
	int items = choose_between(choices, 1, 4);
	legal_add(text, ";%s=", name);
	for (int i = 0; i < items; i++) {
		int value = choose_between(choices, least, most);
		bool minus = negative && chance(choices, 35);
		legal_add(text, i ? ",%d" : "%d", minus ? -value : value);
	}
}

static inline void legal_byday(struct legal_text *text, struct choices *choices, int number_max)
{
	int items = choose_between(choices, 1, 4);
	legal_add(text, ";BYDAY=");
	for (int i = 0; i < items; i++) {
		if (i) legal_add(text, ",");
		if (number_max && chance(choices, 60)) {
			int number = choose_between(choices, 1, number_max);
			legal_add(text, "%d", chance(choices, 40) ? -number : number);
		}
		legal_add(text, "%s", legal_weekdays[choose(choices, 7)]);
	}
}

/* The day parts that this frequency may have; whether there was one. */
static inline bool legal_days(struct legal_text *text, struct choices *choices,
			      enum legal_freq freq, bool interval)
{
	int before = text->len;
	bool yearly = freq == LEGAL_YEARLY, monthly = freq == LEGAL_MONTHLY;
	bool week = yearly && !interval && chance(choices, 20);
	bool year_day = (yearly || freq < LEGAL_DAILY) && chance(choices, 12);
	if (chance(choices, yearly ? 45 : 15))
		legal_numbers(text, choices, "BYMONTH", 1, 12, false);
	if (week) legal_numbers(text, choices, "BYWEEKNO", 1, 53, true);
	if (year_day) legal_numbers(text, choices, "BYYEARDAY", 1, 366, true);
	if (freq != LEGAL_WEEKLY && chance(choices, monthly ? 45 : 15))
		legal_numbers(text, choices, "BYMONTHDAY", 1, 31, true);
	/* BYWEEKNO without a day: the start's weekday. Sometimes that, too. */
	if (chance(choices, week ? 80 : 40)) {
		int most = week ? 0 : monthly ? 5 : yearly ? (chance(choices, 50) ? 5 : 53) : 0;
		legal_byday(text, choices, most);
	}
	return text->len > before;
}

static inline bool legal_times(struct legal_text *text, struct choices *choices, int percent)
{
	int before = text->len;
	if (chance(choices, percent)) legal_numbers(text, choices, "BYHOUR", 0, 23, false);
	if (chance(choices, percent)) legal_numbers(text, choices, "BYMINUTE", 0, 59, false);
	if (chance(choices, percent / 2)) legal_numbers(text, choices, "BYSECOND", 0, 59, false);
	return text->len > before;
}

/* Without UNTIL, which the caller adds where it knows the instants. */
static inline void legal_rrule(struct legal_text *text, struct choices *choices, bool *out_count)
{
	static const char *const names[] = { "SECONDLY", "MINUTELY", "HOURLY", "DAILY",
					     "WEEKLY",   "MONTHLY",  "YEARLY" };
	static const char *const skips[] = { "OMIT", "BACKWARD", "FORWARD" };
	enum legal_freq freq = (enum legal_freq)choose(choices, 7);
	text->len = 0;
	bool skip = freq >= LEGAL_MONTHLY && chance(choices, 15);
	if (skip) legal_add(text, "RSCALE=GREGORIAN;");
	legal_add(text, "FREQ=%s", names[freq]);
	bool interval = chance(choices, 40);
	if (interval) legal_add(text, ";INTERVAL=%d", choose_between(choices, 2, 70));
	bool days = legal_days(text, choices, freq, interval);
	bool times = legal_times(text, choices, freq < LEGAL_DAILY ? 25 : 15);
	bool weeks = strstr(text->at, "BYWEEKNO") != NULL;
	if ((days || times) && !weeks && !skip && chance(choices, 20))
		legal_numbers(text, choices, "BYSETPOS", 1, chance(choices, 80) ? 5 : 366, true);
	if (skip) legal_add(text, ";SKIP=%s", skips[choose(choices, 3)]);
	if (chance(choices, 25)) legal_add(text, ";WKST=%s", legal_weekdays[choose(choices, 7)]);
	*out_count = chance(choices, 12);
	if (*out_count) legal_add(text, ";COUNT=%d", choose_between(choices, 1, 40));
}

#endif
