/* Cron expressions and recurrence rules by chance: well written, but some of them never fire. */
#ifndef BELFRY_TEST_UNIT_CALENDAR_RANDOM_RULES_H
#define BELFRY_TEST_UNIT_CALENDAR_RANDOM_RULES_H

#include "base/buf.h"
#include "base/prng.h"
#include "calendar/rrule_names.h"

/* ---- cron -------------------------------------------------------------------------------- */

struct random_field {
	u32 min, max;
	const char *const *names; /* NULL: numbers only */
};

static inline void random_value(struct buf *out, struct prng *prng,
				const struct random_field *field, u32 value)
{
	if (field->names && prng_chance(prng, 1, 3)) buf_add(out, str_from(field->names[value]));
	else buf_addf(out, "%s%u", prng_chance(prng, 1, 10) ? "0" : "", value);
}

/* a, a-b, a/n, a-b/n, star, star/n. */
static inline void random_item(struct buf *out, struct prng *prng, const struct random_field *field)
{
	u32 from = (u32)prng_between(prng, field->min, field->max);
	u32 to = (u32)prng_between(prng, from, field->max);
	if (prng_chance(prng, 1, 4)) buf_add_byte(out, '*');
	else {
		random_value(out, prng, field, from);
		/* SUN as an end means 7, so the range may not be said to end in 0. */
		if (prng_chance(prng, 1, 3) && (to > 0 || from == 0)) {
			buf_add_byte(out, '-');
			buf_add_u64(out, to);
		}
	}
	if (prng_chance(prng, 1, 3))
		buf_addf(out, "/%u", (u32)prng_between(prng, 1, (i64)field->max + 5));
}

static inline void random_day_of_month(struct buf *out, struct prng *prng)
{
	static const struct random_field field = { 1, 31, NULL };
	switch (prng_below(prng, 6)) {
	case 0: buf_add(out, STR("L")); break;
	case 1: buf_addf(out, "L-%u", (u32)prng_below(prng, 31)); break;
	case 2: buf_addf(out, "%uW", (u32)prng_between(prng, 1, 31)); break;
	case 3: buf_add(out, STR("LW")); break;
	default: random_item(out, prng, &field); break;
	}
}

static inline void random_day_of_week(struct buf *out, struct prng *prng)
{
	static const char *const names[] = {
		"SUN", "mon", "Tue", "WED", "thu", "FRI", "SAT", "SUN"
	};
	static const struct random_field field = { 0, 7, names };
	u32 day = (u32)prng_below(prng, 8);
	switch (prng_below(prng, 5)) {
	case 0: buf_addf(out, "%u#%u", day, (u32)prng_between(prng, 1, 5)); break;
	case 1: buf_addf(out, "%sL", names[day]); break;
	default: random_item(out, prng, &field); break;
	}
}

static inline void random_time_or_month(struct buf *out, struct prng *prng, u32 number)
{
	static const char *const months[] = { "",    "JAN", "feb", "Mar", "APR", "may", "JUN",
					      "jul", "AUG", "sep", "OCT", "nov", "DEC" };
	static const struct random_field fields[] = {
		{ 0, 59, NULL }, { 0, 59, NULL }, { 0, 23, NULL }, { 0, 0, NULL }, { 1, 12, months }
	};
	random_item(out, prng, &fields[number]);
}

/* `number` counts from the seconds. */
static inline void random_cron_field(struct buf *out, struct prng *prng, u32 number)
{
	bool is_day = number == 3 || number == 5;
	i64 items = prng_chance(prng, 1, 3) ? prng_between(prng, 2, 4) : 1;
	if (prng_chance(prng, is_day ? 2 : 1, 4)) {
		buf_add_byte(out, is_day && prng_chance(prng, 1, 4) ? '?' : '*');
		return;
	}
	for (i64 i = 0; i < items; i++) {
		if (i) buf_add_byte(out, ',');
		if (number == 3) random_day_of_month(out, prng);
		else if (number == 5) random_day_of_week(out, prng);
		else random_time_or_month(out, prng, number);
	}
}

static inline str random_cron(struct buf *out, struct prng *prng)
{
	buf_clear(out);
	for (u32 number = prng_chance(prng, 1, 4) ? 0 : 1; number < 6; number++) {
		random_cron_field(out, prng, number);
		if (number < 5) buf_add_byte(out, ' ');
	}
	return buf_view(out);
}

/* ---- recurrence rules -------------------------------------------------------------------- */

static inline void random_numbers(struct buf *out, struct prng *prng, enum rrule_part part, i64 min,
				  i64 max)
{
	static const u32 signed_parts = 1 << PART_BYWEEKNO | 1 << PART_BYYEARDAY |
					1 << PART_BYMONTHDAY | 1 << PART_BYSETPOS;
	u64 items = 1 + prng_below(prng, 4);
	buf_addf(out, ";%.*s=", STR_ARG(rrule_part_name(part)));
	for (u64 i = 0; i < items; i++) {
		i64 number = prng_between(prng, min, max);
		if (i) buf_add_byte(out, ',');
		if (signed_parts >> part & 1 && prng_chance(prng, 1, 3)) number = -number;
		buf_add_i64(out, number);
	}
}

static inline void random_by_day(struct buf *out, struct prng *prng, bool numbered, i64 max)
{
	u64 items = 1 + prng_below(prng, 4);
	buf_add(out, STR(";BYDAY="));
	for (u64 i = 0; i < items; i++) {
		if (i) buf_add_byte(out, ',');
		if (numbered && prng_chance(prng, 1, 2))
			buf_addf(out, "%s%d", prng_chance(prng, 1, 3) ? "-" : "",
				 (i32)prng_between(prng, 1, max));
		buf_add(out, rrule_weekday_name((u32)prng_below(prng, 7)));
	}
}

static inline void random_day_parts(struct buf *out, struct prng *prng, enum rrule_freq freq)
{
	bool weeks = freq == FREQ_YEARLY && prng_chance(prng, 1, 4);
	bool numbered = freq >= FREQ_MONTHLY && !weeks;
	bool year_days = freq == FREQ_YEARLY || freq < FREQ_DAILY;
	if (prng_chance(prng, 1, 3)) random_numbers(out, prng, PART_BYMONTH, 1, 12);
	if (weeks) random_numbers(out, prng, PART_BYWEEKNO, 1, 53);
	if (year_days && prng_chance(prng, 1, 8)) random_numbers(out, prng, PART_BYYEARDAY, 1, 366);
	if (freq != FREQ_WEEKLY && prng_chance(prng, 1, 3))
		random_numbers(out, prng, PART_BYMONTHDAY, 1, 31);
	if (prng_chance(prng, 1, 3))
		random_by_day(out, prng, numbered, freq == FREQ_YEARLY ? 53 : 5);
}

/* A rule without an end. */
static inline str random_rrule(struct buf *out, struct prng *prng)
{
	enum rrule_freq freq = (enum rrule_freq)prng_below(prng, FREQ_COUNT);
	buf_clear(out);
	buf_addf(out, "FREQ=%.*s", STR_ARG(rrule_freq_name(freq)));
	if (prng_chance(prng, 1, 2)) buf_addf(out, ";INTERVAL=%u", (u32)prng_between(prng, 1, 12));
	size_t before = out->len;
	random_day_parts(out, prng, freq);
	if (prng_chance(prng, 1, 4)) random_numbers(out, prng, PART_BYHOUR, 0, 23);
	if (prng_chance(prng, 1, 4)) random_numbers(out, prng, PART_BYMINUTE, 0, 59);
	if (prng_chance(prng, 1, 4)) random_numbers(out, prng, PART_BYSECOND, 0, 60);
	if (out->len > before && prng_chance(prng, 1, 4))
		random_numbers(out, prng, PART_BYSETPOS, 1, prng_chance(prng, 1, 2) ? 4 : 366);
	if (prng_chance(prng, 1, 4)) {
		str skip = rrule_skip_name((enum rrule_skip)prng_below(prng, SKIP_KINDS));
		buf_addf(out, ";RSCALE=GREGORIAN;SKIP=%.*s", STR_ARG(skip));
	}
	if (prng_chance(prng, 1, 4))
		buf_addf(out, ";WKST=%.*s", STR_ARG(rrule_weekday_name((u32)prng_below(prng, 7))));
	return buf_view(out);
}

#endif
