/* The instances of a recurrence rule on the wall clock.
 *
 * Every frequency finds its first period by division, so an old start costs nothing, and walks
 * period by period from there; a period's days are one set of bits (rrule_days.h), its times one
 * product of three sets (times.h). BYSETPOS then is arithmetic on ranks. */
#include "calendar/rrule.h"

#include "base/must.h"
#include "calendar/bits.h"
#include "calendar/rrule_days.h"

static i64 floor_div(i64 a, i64 b)
{
	return a / b - (a % b < 0);
}

/* The smallest number >= from that is start plus a multiple of step, and not before start. */
static i64 align_up(i64 from, i64 start, i64 step)
{
	if (from <= start) return start;
	return start + (from - start + step - 1) / step * step;
}

/* Where a search that tries `from`, from + step, ... may stop, at `end` at the latest: the calendar
 * repeats after `cycle`, so the steps repeat after lcm(step, cycle), and what they have not met by
 * then they never meet. */
static i64 search_end(i64 from, i64 step, i64 cycle, i64 end)
{
	i64 steps = cycle / greatest_common_divisor(cycle, step);
	return steps <= (end - from) / step ? from + steps * step : end;
}

/* ---- choosing within a period ------------------------------------------------------------ */

static u32 dayset_count(const struct dayset *days)
{
	u32 count = 0;
	for (u32 word = 0; word < days->words; word++) count += bits_count(days->bits[word]);
	return count;
}

static u32 dayset_rank(const struct dayset *days, i32 before)
{
	u32 rank = 0;
	for (i32 word = 0; word * 64 < before && word < (i32)days->words; word++) {
		i32 rest = before - word * 64;
		u64 below = rest >= 64 ? ~(u64)0 : ((u64)1 << rest) - 1;
		rank += bits_count(days->bits[word] & below);
	}
	return rank;
}

static i32 dayset_nth(const struct dayset *days, u32 rank)
{
	for (u32 word = 0; word < days->words; word++) {
		u32 count = bits_count(days->bits[word]);
		if (rank < count)
			return days->base + (i32)(word * 64 + bits_nth(days->bits[word], rank));
		rank -= count;
	}
	must(false);
	return 0;
}

/* The smallest member >= from, or ORDINALS_END. */
static u32 ordinals_next(const u64 words[ORDINAL_WORDS], u32 from)
{
	for (u32 word = from / 64; word < ORDINAL_WORDS; word++) {
		u32 found = bits_next(words[word], word * 64 < from ? from % 64 : 0);
		if (found != BIT_NONE) return word * 64 + found;
	}
	return ORDINALS_END;
}

/* The greatest member <= until, or 0, which none is. */
static u32 ordinals_last(const u64 words[ORDINAL_WORDS], u32 until)
{
	if (until >= ORDINALS_END) until = ORDINALS_END - 1;
	for (u32 word = until / 64 + 1; word-- > 0;) {
		u64 set = words[word];
		if (word == until / 64) set &= bits_range(0, until % 64);
		if (set) return word * 64 + bits_last(set);
	}
	return 0;
}

/* The smallest rank >= from that BYSETPOS chooses out of `total`, or total. */
static u32 next_position(const struct ordinals *positions, u32 from, u32 total)
{
	u32 front = ordinals_next(positions->front, from + 1);
	u32 back = ordinals_last(positions->back, total - from);
	u32 best = front < ORDINALS_END && front <= total ? front - 1 : total;
	return back && total - back < best ? total - back : best;
}

/* The first wall >= from among days x times, by BYSETPOS. */
static bool pick_by_position(const struct rrule *rule, const struct dayset *days,
			     struct times times, wall from, wall *out_wall)
{
	i32 day = wall_day_number(from) - days->base;
	u32 per_day = times_count(times);
	u32 total = dayset_count(days) * per_day;
	u32 rank = dayset_rank(days, day) * per_day;
	bool is_member = day >= 0 && dayset_next(days, day) == day;
	if (is_member) rank += times_rank(times, wall_second_of_day(from));
	if (rank >= total) return false;
	rank = next_position(&rule->positions, rank, total);
	if (rank == total) return false;
	*out_wall = (wall)dayset_nth(days, rank / per_day) * DAY_SECONDS +
		    times_at(times, rank % per_day);
	return true;
}

/* The first wall >= from among days x times. */
static bool pick(const struct rrule *rule, const struct dayset *days, struct times times, wall from,
		 wall *out_wall)
{
	if (rrule_has(rule, PART_BYSETPOS))
		return pick_by_position(rule, days, times, from, out_wall);
	i32 wanted = wall_day_number(from) - days->base;
	i32 day = dayset_next(days, wanted);
	if (day < 0) return false;
	i32 second = times_next(times, day == wanted ? wall_second_of_day(from) : 0);
	if (second == DAY_SECONDS) {
		day = dayset_next(days, day + 1);
		if (day < 0) return false;
		second = times_next(times, 0);
	}
	*out_wall = ((wall)days->base + day) * DAY_SECONDS + second;
	return true;
}

/* ---- yearly, monthly --------------------------------------------------------------------- */

/* A run of periods: pick from the first that has an instance >= from. SKIP can move an instance
 * past the first one of the period after it, so then that one is asked too. */
struct search {
	const struct rrule *rule;
	wall from;
	wall best;
	bool found;
	u32 empty_sorts; /* of periods that lie after `from` and have no instance */
};

/* Returns true when the search is over. */
static bool search_period(struct search *search, const struct dayset *days)
{
	bool had_one = search->found;
	wall found;
	if (pick(search->rule, days, rrule_times(search->rule), search->from, &found)) {
		if (!search->found || found < search->best) search->best = found;
		search->found = true;
	}
	return search->found && (had_one || search->rule->skip == SKIP_OMIT);
}

/* A month's days by a rule depend on its length and first weekday alone, and a year's likewise: of
 * each of the 28 sorts one empty period is enough. So a rule that never fires is soon found out. */
static u32 month_sort(i32 year, i32 month)
{
	return (u32)(civil_month_days(year, month) - 28);
}

/* The weeks of a year reach into those beside it, whose length then counts as well. */
static u32 year_sort(i32 year)
{
	if (civil_is_leap(year)) return 0;
	return civil_is_leap(year - 1) ? 1 : civil_is_leap(year + 1) ? 2 : 3;
}

static bool search_is_futile(const struct search *search, u32 sort)
{
	return search->empty_sorts >> sort & 1;
}

/* Only a period that lies after `from` with all its days says something about its sort: SKIP and
 * BYWEEKNO may have put an instance of the next one before it. */
static void search_note_empty(struct search *search, const struct dayset *days, u32 sort)
{
	bool whole = (wall)days->base * DAY_SECONDS >= search->from;
	if (whole && !search->found) search->empty_sorts |= 1u << sort;
}

/* Whether the days of a year are those of its months, one by one. */
static bool year_is_months(const struct rrule *rule)
{
	static const u32 whole_year = 1 << PART_BYWEEKNO | 1 << PART_BYYEARDAY | 1 << PART_BYSETPOS;
	if (rule->parts & whole_year) return false;
	return !rule->numbered || rrule_has(rule, PART_BYMONTH);
}

/* SKIP and BYWEEKNO reach into the period beside theirs: then begin one earlier. */
static bool reaches_over(const struct rrule *rule)
{
	return rule->skip != SKIP_OMIT || rrule_has(rule, PART_BYWEEKNO);
}

static void search_years(struct search *search, i32 from_year, i32 start_year)
{
	const struct rrule *rule = search->rule;
	struct dayset days;
	i64 year = align_up(from_year - reaches_over(rule), start_year, rule->interval);
	i64 end = search_end(year, rule->interval, CYCLE_YEARS, CIVIL_YEAR_MAX);
	for (; year <= end; year += rule->interval) {
		u32 sort = year_sort((i32)year) * 7 +
			   civil_weekday(civil_day_number((i32)year, 1, 1));
		if (search_is_futile(search, sort)) continue;
		rrule_year_days(rule, (i32)year, &days);
		if (search_period(search, &days)) return;
		search_note_empty(search, &days, sort);
	}
}

/* Months are counted through: year * 12 + month - 1. True when the search is over. */
static bool search_month(struct search *search, i64 number)
{
	struct dayset days;
	i32 year = (i32)(number / 12);
	i32 month = (i32)(number % 12 + 1);
	u32 sort = month_sort(year, month) * 7 + civil_weekday(civil_day_number(year, month, 1));
	if (search_is_futile(search, sort)) return false;
	rrule_month_days(search->rule, year, month, &days);
	if (search_period(search, &days)) return true;
	search_note_empty(search, &days, sort);
	return false;
}

static void search_months(struct search *search, i64 from_month, i64 start_month)
{
	const struct rrule *rule = search->rule;
	bool yearly = rule->freq == FREQ_YEARLY;
	i64 start_year = start_month / 12;
	i64 month = from_month - reaches_over(rule);
	if (month < start_month && !yearly) month = start_month;
	if (yearly && month < start_year * 12) month = start_year * 12;
	if (!yearly) month = align_up(month, start_month, rule->interval);
	i64 step = (i64)rule->interval * (yearly ? 12 : 1);
	i64 end = search_end(month, step, CYCLE_MONTHS, CIVIL_YEAR_MAX * 12 + 11);
	while (month <= end) {
		if (yearly && (month / 12 - start_year) % rule->interval) {
			month = align_up(month / 12, start_year, rule->interval) * 12;
			continue;
		}
		if (!rule->months || bits_has(rule->months, (u32)(month % 12 + 1))) {
			if (search_month(search, month)) return;
		}
		month += yearly ? 1 : rule->interval;
	}
}

static bool next_by_month_or_year(const struct rrule *rule, wall from, wall *out_wall)
{
	struct search search = { .rule = rule, .from = from };
	struct civil first, start;
	wall_to_civil(from, &first);
	wall_to_civil(rule->start, &start);
	/* With BYWEEKNO years are counted by their weeks, from the one that holds the start. */
	if (rrule_has(rule, PART_BYWEEKNO))
		start.year = rrule_week_year(rule, wall_day_number(rule->start));
	if (rule->freq == FREQ_MONTHLY || year_is_months(rule))
		search_months(&search, (i64)first.year * 12 + first.month - 1,
			      (i64)start.year * 12 + start.month - 1);
	else search_years(&search, first.year, start.year);
	if (search.found) *out_wall = search.best;
	return search.found;
}

/* ---- weekly, daily ----------------------------------------------------------------------- */

static i32 week_first_day(const struct rrule *rule, i32 day)
{
	return day - (i32)(((u32)civil_weekday(day) + 7 - rule->week_start) % 7);
}

/* The first day >= day in one of the rule's months. */
static i32 next_named_month(const struct rrule *rule, i32 day)
{
	struct civil date;
	civil_from_day_number(day, &date);
	if (bits_has(rule->months, (u32)date.month)) return day;
	u32 month = bits_next(rule->months, (u32)date.month);
	date.year += month == BIT_NONE;
	if (month == BIT_NONE) month = bits_next(rule->months, 1);
	return civil_day_number(date.year, (i32)month, 1);
}

static bool next_by_week(const struct rrule *rule, wall from, wall *out_wall)
{
	struct dayset days;
	i64 step = (i64)rule->interval * 7;
	i32 start = week_first_day(rule, wall_day_number(rule->start));
	i32 from_week = week_first_day(rule, wall_day_number(from));
	i64 week = align_up(from_week, start, step);
	i64 end = search_end(week, step, CYCLE_DAYS, wall_day_number(WALL_MAX));
	while (week <= end) {
		rrule_week_days(rule, (i32)week, &days);
		if (pick(rule, &days, rrule_times(rule), from, out_wall)) return true;
		week += step;
		if (rrule_has(rule, PART_BYMONTH) && week <= end) {
			i32 named = next_named_month(rule, (i32)week);
			week = align_up(week_first_day(rule, named), week, step);
		}
	}
	return false;
}

static bool next_by_day(const struct rrule *rule, wall from, wall *out_wall)
{
	i32 start = wall_day_number(rule->start);
	i64 day = align_up(wall_day_number(from), start, rule->interval);
	i64 end = search_end(day, rule->interval, CYCLE_DAYS, wall_day_number(WALL_MAX));
	while (day <= end) {
		struct dayset days = { .base = (i32)day, .words = 1, .bits = { 1 } };
		i32 allowed;
		if (!rrule_next_day(rule, (i32)day, &allowed)) return false;
		if (allowed == day && pick(rule, &days, rrule_times(rule), from, out_wall))
			return true;
		day = align_up(allowed == day ? day + 1 : allowed, day, rule->interval);
	}
	return false;
}

/* ---- hourly, minutely, secondly ---------------------------------------------------------- */

/* The first wall >= from whose hour, minute and second the BY parts allow; where the frequency
 * steps by that field and no part names it, bind has filled in all of them. The day is not looked
 * at; past its end the answer is the next midnight. */
static wall next_allowed_time(const struct rrule *rule, wall from)
{
	struct times times = rrule_times(rule);
	i32 second_of_day = wall_second_of_day(from);
	/* Within a unit the times are expanded, not limited: only the fields from the unit up
	 * count. */
	if (rule->freq >= FREQ_MINUTELY) times.seconds = bits_range(0, 59);
	if (rule->freq >= FREQ_HOURLY) times.minutes = bits_range(0, 59);
	return from - second_of_day + times_next(times, second_of_day);
}

/* The first wall >= from inside the unit that begins at `unit`, by BYSETPOS if there is any. */
static bool pick_in_unit(const struct rrule *rule, wall unit, wall from, wall *out_wall)
{
	i32 day = wall_day_number(unit);
	u32 second = (u32)wall_second_of_day(unit);
	struct dayset days = { .base = day, .words = 1, .bits = { 1 } };
	struct times times = rrule_times(rule);
	times.hours = (u32)1 << second / 3600;
	if (rule->freq <= FREQ_MINUTELY) times.minutes = (u64)1 << second / 60 % 60;
	if (rule->freq <= FREQ_SECONDLY) times.seconds = (u64)1 << second % 60;
	if (!pick(rule, &days, times, from > unit ? from : unit, out_wall)) return false;
	return *out_wall < unit + rrule_unit_seconds(rule->freq);
}

static bool next_below_day(const struct rrule *rule, wall from, u32 *tries_left, wall *out_wall)
{
	i64 unit = rrule_unit_seconds(rule->freq);
	i64 step = unit * rule->interval;
	wall start = floor_div(rule->start, unit) * unit;
	wall at = align_up(floor_div(from, unit) * unit, start, step);
	wall end = search_end(at, step, (i64)CYCLE_DAYS * DAY_SECONDS, WALL_MAX);
	for (; *tries_left > 0 && at <= end; --*tries_left) {
		i32 day = wall_day_number(at);
		i32 allowed_day;
		if (!rrule_next_day(rule, day, &allowed_day)) return false;
		wall allowed = allowed_day == day ? next_allowed_time(rule, at)
						  : (wall)allowed_day * DAY_SECONDS;
		if (allowed == at) {
			if (pick_in_unit(rule, at, from, out_wall)) return true;
			allowed = at + 1;
		}
		at = align_up(allowed, at, step);
	}
	return false;
}

bool rrule_next_wall_within(const struct rrule *rule, wall after, u32 *tries_left, wall *out_wall)
{
	wall found;
	bool any;
	if (after >= rule->last || after >= WALL_MAX) return false;
	wall from = after < rule->start ? rule->start : after + 1;
	if (rule->freq >= FREQ_MONTHLY) any = next_by_month_or_year(rule, from, &found);
	else if (rule->freq == FREQ_WEEKLY) any = next_by_week(rule, from, &found);
	else if (rule->freq == FREQ_DAILY) any = next_by_day(rule, from, &found);
	else any = next_below_day(rule, from, tries_left, &found);
	if (!any || found > rule->last || found > WALL_MAX) return false;
	must(found >= from);
	*out_wall = found;
	return true;
}

bool rrule_next_wall(const struct rrule *rule, wall after, wall *out_wall)
{
	u32 tries_left = RRULE_STEPS_MAX;
	return rrule_next_wall_within(rule, after, &tries_left, out_wall);
}
