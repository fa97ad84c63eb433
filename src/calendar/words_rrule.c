/* A recurrence rule in words: the times, the days, every how many weeks; then what only narrows it
 * down ("but only in June"), BYSETPOS, and where it ends.
 *
 * The parts that a rule leaves open were filled in from its start by rrule_bind, so the words read
 * the sets and not what was written. An empty set leaves everything open. */
#include "base/must.h"
#include "calendar/bits.h"
#include "calendar/words.h"
#include "calendar/words_parts.h"
#include "calendar/words_sentence.h"

u32 words_months_of(const struct rrule *rule)
{
	return rule->months ? rule->months : MONTHS_ALL;
}

bool words_has_month_days(const struct rrule *rule)
{
	return rule->days_front || rule->days_back;
}

static bool has_any(const u64 words[ORDINAL_WORDS])
{
	u64 all = 0;
	for (u32 i = 0; i < ORDINAL_WORDS; i++) all |= words[i];
	return all != 0;
}

bool words_has_ordinals(const struct ordinals *ordinals)
{
	return has_any(ordinals->front) || has_any(ordinals->back);
}

bool words_has_weeks(const struct rrule *rule)
{
	return rule->weeks_front || rule->weeks_back;
}

/* BYSECOND, BYMINUTE and BYHOUR where the rule steps over that unit or a smaller one. */
static void filter_by_time(struct sentence *sentence)
{
	const struct rrule *rule = sentence->rule;
	struct pieces *filters = &sentence->filters;
	if (rrule_has(rule, PART_BYSECOND) && rule->freq == FREQ_SECONDLY) {
		words_in_units(rule->seconds, "second", &filters->text);
		buf_add(&filters->text, STR(" of the minute"));
		pieces_close(filters);
	}
	if (rrule_has(rule, PART_BYMINUTE) && rule->freq <= FREQ_MINUTELY) {
		words_in_units(rule->minutes, "minute", &filters->text);
		buf_add(&filters->text, STR(" of the hour"));
		pieces_close(filters);
	}
	if (rrule_has(rule, PART_BYHOUR)) {
		words_hours(rule->hours, false, &filters->text);
		pieces_close(filters);
	}
}

/* Every n-th member of a cycle that n divides, `from` among them. */
static u64 steps_of_cycle(u32 size, u32 from, u32 step)
{
	u64 set = 0;
	for (u32 i = from % step; i < size; i += step) set |= (u64)1 << i;
	return set;
}

/* The times of a rule that fires at the same times every day: all rules of a day or more, and those
 * below whose step divides the next larger unit. */
static bool find_times(const struct rrule *rule, struct times *out_times)
{
	static const u32 sizes[] = { 60, 60, 24 };
	struct times times = { rule->seconds & SIXTY_ALL, rule->minutes, rule->hours };
	struct civil start;
	wall_to_civil(rule->start, &start);
	if (rule->freq < FREQ_DAILY && rule->interval > 1) {
		/* BYSETPOS counts within a step, so the step has to be told. */
		if (sizes[rule->freq] % rule->interval || words_has_ordinals(&rule->positions))
			return false;
	}
	if (rule->freq == FREQ_SECONDLY)
		times.seconds &= steps_of_cycle(60, (u32)start.second, rule->interval);
	if (rule->freq == FREQ_MINUTELY)
		times.minutes &= steps_of_cycle(60, (u32)start.minute, rule->interval);
	if (rule->freq == FREQ_HOURLY)
		times.hours &= (u32)steps_of_cycle(24, (u32)start.hour, rule->interval);
	must(times_count(times) > 0);
	*out_times = times;
	return true;
}

static const char *period_name(enum rrule_freq freq)
{
	static const char *const names[] = { "second", "minute", "hour", "day",
					     "week",   "month",  "year" };
	must(freq < FREQ_COUNT);
	return names[freq];
}

/* "every 90 minutes", which meet no fixed times of the day. */
static void say_steps(struct sentence *sentence, struct buf *out)
{
	const struct rrule *rule = sentence->rule;
	buf_addf(out, "every %u %ss from the start", rule->interval, period_name(rule->freq));
	if (rule->freq == FREQ_HOURLY) {
		buf_add(out, STR(", "));
		words_minutes_of_hour(rule->minutes, rule->seconds, out);
	} else if (rule->freq == FREQ_MINUTELY && rule->seconds != 1) {
		buf_add(out, STR(", "));
		words_seconds_of_minute(rule->seconds, out);
	}
	filter_by_time(sentence);
}

static void say_days(struct sentence *sentence)
{
	const struct rrule *rule = sentence->rule;
	struct buf *days = &sentence->days;
	switch (rule->freq) {
	case FREQ_YEARLY:
	case FREQ_MONTHLY: words_say_days_of_period(sentence); break;
	case FREQ_WEEKLY:
		if (rule->interval == 1) {
			words_say_days_among_all(sentence);
			break;
		}
		buf_add(days, STR("on "));
		words_set(weekdays_from_monday(rule->weekdays), NUMBER_WEEKDAY, "and", days);
		sentence->says_weekdays = true;
		break;
	case FREQ_DAILY:
		if (rule->interval == 1) {
			words_say_days_among_all(sentence);
			break;
		}
		words_every_nth(rule->interval, days);
		buf_add(days, STR(" day"));
		break;
	case FREQ_HOURLY:
	case FREQ_MINUTELY:
	case FREQ_SECONDLY: words_say_days_among_all(sentence); break;
	case FREQ_COUNT: must(false); break;
	}
	bool step_said = rule->freq == FREQ_MONTHLY && !(rule->weekdays && rule->numbered);
	if (rule->interval > 1 && rule->freq >= FREQ_WEEKLY && !step_said) {
		buf_add(days, STR(", "));
		words_every_nth(rule->interval, days);
		buf_addf(days, " %s", period_name(rule->freq));
	}
}

/* Where the week begins decides which weeks a rule of every second week means, and which days the
 * weeks of the year have. */
static void add_week_start(const struct rrule *rule, struct buf *out)
{
	u32 start_day = 1u << civil_weekday(wall_day_number(rule->start));
	bool matters = words_has_weeks(rule);
	if (rule->freq == FREQ_WEEKLY) {
		bool other_days = (rule->weekdays & ~start_day) != 0;
		matters = (rule->interval > 1 && other_days) ||
			  words_has_ordinals(&rule->positions);
	}
	if (!matters || rule->week_start == MONDAY) return;
	buf_add(out, STR(", weeks beginning on "));
	words_number(rule->week_start, NUMBER_WEEKDAY, out);
}

static void add_filters(const struct sentence *sentence, struct buf *out)
{
	u32 begin = 0;
	for (u32 i = 0; i < sentence->filters.len; i++) {
		buf_add(out, i ? STR(" and only ") : STR(", but only "));
		buf_add(out, str_slice(buf_view(&sentence->filters.text), begin,
				       sentence->filters.ends[i]));
		begin = sentence->filters.ends[i];
	}
}

static void add_set_positions(const struct sentence *sentence, struct buf *out)
{
	const struct rrule *rule = sentence->rule;
	struct pieces pieces;
	if (sentence->says_positions || !words_has_ordinals(&rule->positions)) return;
	pieces_init(&pieces);
	words_add_positions(&pieces, &rule->positions);
	buf_add(out, STR(", of these only the "));
	pieces_join(&pieces, "and", out);
	buf_addf(out, " in each %s", period_name(rule->freq));
	pieces_done(&pieces);
}

static void add_skip(const struct rrule *rule, struct buf *out)
{
	u32 month_days = rule->days_front | rule->days_back;
	u64 year_days = rule->year_days.front[366 / 64] | rule->year_days.back[366 / 64];
	bool some_lack_it = month_days >> 29 || bits_has(year_days, 366 % 64);
	if (!some_lack_it || rule->freq < FREQ_MONTHLY) return;
	if (rule->skip == SKIP_BACKWARD)
		buf_add(out, STR(", or on the last day before where that date does not exist"));
	if (rule->skip == SKIP_FORWARD)
		buf_add(out, STR(", or on the first day after where that date does not exist"));
}

static void add_end(const struct rrule *rule, struct buf *out)
{
	if (rule->count == 1) buf_add(out, STR(", just once"));
	else if (rule->count) buf_addf(out, ", %u times in all", rule->count);
	if (rule->until_kind == UNTIL_NONE) return;
	buf_add(out, STR(", up to and including "));
	words_date(rule->until, out);
	if (rule->until_kind == UNTIL_DATE) return;
	struct civil until;
	wall_to_civil(rule->until, &until);
	buf_add(out, STR(" at "));
	words_clock((u32)until.hour, (u32)until.minute, (u32)until.second, until.second != 0, out);
	if (rule->until_kind == UNTIL_UTC) buf_add(out, STR(" UTC"));
}

void words_rrule(const struct rrule *rule, struct buf *out)
{
	struct sentence sentence = { .rule = rule };
	struct times times;
	enum times_form form = TIMES_ALWAYS;
	must(rule->interval >= 1);
	buf_init(&sentence.days, PIECES_TEXT_MAX);
	pieces_init(&sentence.filters);
	if (find_times(rule, &times)) form = words_times(&times, out);
	else say_steps(&sentence, out);
	say_days(&sentence);
	words_join_days(form, buf_view(&sentence.days), out);
	words_filter_by_days(&sentence);
	add_filters(&sentence, out);
	add_set_positions(&sentence, out);
	add_week_start(rule, out);
	add_skip(rule, out);
	add_end(rule, out);
	if (buf_failed(&sentence.days) || buf_failed(&sentence.filters.text)) out->failed = true;
	pieces_done(&sentence.filters);
	buf_done(&sentence.days);
}
