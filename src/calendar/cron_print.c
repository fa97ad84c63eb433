/* The normal form of a cron expression: numbers, no names, the shortest ranges and steps. Parsing
 * it gives the same struct, so a `*` or `/` is written into the time fields only if the expression
 * beats like an interval, and then at least once. */
#include "base/must.h"
#include "calendar/bits.h"
#include "calendar/cron.h"

/* How one field may be written. */
struct cron_shape {
	u32 min;
	u32 max;
	bool star;  /* `*` says the full set */
	bool steps; /* a/n and a-b/n may be used */
};

static void add_separator(struct buf *out, bool *first)
{
	if (!*first) buf_add_byte(out, ',');
	*first = false;
}

/* The step when the set is min, min + n, ... up to the end of the field, at least three; else 0. */
static u32 step_through_field(u64 set, const struct cron_shape *shape)
{
	u32 first = bits_next(set, 0);
	u32 second = bits_next(set, first + 1);
	if (second == BIT_NONE) return 0;
	u32 step = second - first;
	u64 all = 0;
	for (u32 value = first; value <= shape->max; value += step) all |= (u64)1 << value;
	return step > 1 && all == set && bits_count(set) > 2 ? step : 0;
}

static void add_ranges(struct buf *out, u64 set, bool *first)
{
	for (u32 from = bits_next(set, 0); from != BIT_NONE;) {
		u32 to = from;
		while (bits_has(set, to + 1)) to++;
		add_separator(out, first);
		buf_add_u64(out, from);
		if (to > from) {
			buf_add_byte(out, to == from + 1 ? ',' : '-');
			buf_add_u64(out, to);
		}
		from = bits_next(set, to + 1);
	}
}

static void add_set(struct buf *out, u64 set, const struct cron_shape *shape, bool *first)
{
	if (shape->star && set == bits_range(shape->min, shape->max)) {
		add_separator(out, first);
		buf_add_byte(out, '*');
		return;
	}
	u32 step = shape->steps ? step_through_field(set, shape) : 0;
	if (step) {
		u32 from = bits_next(set, 0);
		add_separator(out, first);
		if (from == shape->min) buf_add_byte(out, '*');
		else buf_add_u64(out, from);
		buf_add_byte(out, '/');
		buf_add_u64(out, step);
		return;
	}
	add_ranges(out, set, first);
}

/* A step past the field's end adds nothing, but keeps the expression interval-like. */
static void add_minutes_that_beat(struct buf *out, u64 minutes)
{
	bool first = false;
	u32 last = bits_last(minutes);
	u64 others = minutes & ~((u64)1 << last);
	buf_add_u64(out, last);
	buf_add(out, STR("/60"));
	if (others) add_ranges(out, others, &first);
}

static bool is_written_as_beat(u64 set, const struct cron_shape *shape)
{
	return set == bits_range(shape->min, shape->max) || step_through_field(set, shape);
}

static bool beats_without_help(const struct cron *cron)
{
	static const struct cron_shape sixty = { 0, 59, true, true };
	static const struct cron_shape hours = { 0, 23, true, true };
	return is_written_as_beat(cron->minutes, &sixty) ||
	       is_written_as_beat(cron->hours, &hours) ||
	       (cron->has_seconds && is_written_as_beat(cron->seconds, &sixty));
}

static void add_time_fields(struct buf *out, const struct cron *cron)
{
	bool beat = cron->interval_like;
	const struct cron_shape sixty = { 0, 59, beat, beat };
	const struct cron_shape hours = { 0, 23, beat, beat };
	bool first = true;
	if (cron->has_seconds) {
		add_set(out, cron->seconds, &sixty, &first);
		buf_add_byte(out, ' ');
	}
	first = true;
	if (beat && !beats_without_help(cron)) add_minutes_that_beat(out, cron->minutes);
	else add_set(out, cron->minutes, &sixty, &first);
	buf_add_byte(out, ' ');
	first = true;
	add_set(out, cron->hours, &hours, &first);
	buf_add_byte(out, ' ');
}

static void add_day_of_month(struct buf *out, const struct cron *cron)
{
	static const struct cron_shape shape = { 1, 31, false, true };
	bool first = true;
	if (cron->any_day) {
		buf_add_byte(out, '*');
		return;
	}
	if (cron->days) add_set(out, cron->days, &shape, &first);
	for (u64 set = cron->days_nearest; set; set &= set - 1) {
		add_separator(out, &first);
		buf_addf(out, "%uW", bits_next(set, 0));
	}
	for (u64 set = cron->days_last; set; set &= set - 1) {
		u32 before = bits_next(set, 0);
		add_separator(out, &first);
		buf_add_byte(out, 'L');
		if (before) buf_addf(out, "-%u", before);
	}
	if (cron->last_weekday) {
		add_separator(out, &first);
		buf_add(out, STR("LW"));
	}
}

static void add_day_of_week(struct buf *out, const struct cron *cron)
{
	static const struct cron_shape shape = { 0, 6, false, false };
	bool first = true;
	if (cron->any_weekday) {
		buf_add_byte(out, '*');
		return;
	}
	if (cron->weekdays) add_set(out, cron->weekdays, &shape, &first);
	for (u32 n = 1; n <= countof(cron->weekdays_nth); n++) {
		for (u64 set = cron->weekdays_nth[n - 1]; set; set &= set - 1) {
			add_separator(out, &first);
			buf_addf(out, "%u#%u", bits_next(set, 0), n);
		}
	}
	for (u64 set = cron->weekdays_last; set; set &= set - 1) {
		add_separator(out, &first);
		buf_addf(out, "%uL", bits_next(set, 0));
	}
}

void cron_print(const struct cron *cron, struct buf *out)
{
	static const struct cron_shape months = { 1, 12, true, true };
	bool first = true;
	must(cron->minutes != 0);
	must(cron->hours != 0);
	add_time_fields(out, cron);
	add_day_of_month(out, cron);
	buf_add_byte(out, ' ');
	add_set(out, cron->months, &months, &first);
	buf_add_byte(out, ' ');
	add_day_of_week(out, cron);
}
