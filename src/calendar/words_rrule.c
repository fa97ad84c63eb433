/* A recurrence rule in words: the times, the days, every how many weeks; then what only narrows it
 * down ("but only in June"), BYSETPOS, and where it ends.
 *
 * The parts that a rule leaves open were filled in from its start by rrule_bind, so the words read
 * the sets and not what was written. An empty set leaves everything open. */
#include "base/must.h"
#include "calendar/bits.h"
#include "calendar/words.h"
#include "calendar/words_parts.h"

static u32 months_of(const struct rrule *rule)
{
	return rule->months ? rule->months : MONTHS_ALL;
}

static bool has_month_days(const struct rrule *rule)
{
	return rule->days_front || rule->days_back;
}

static bool has_any(const u64 words[ORDINAL_WORDS])
{
	u64 all = 0;
	for (u32 i = 0; i < ORDINAL_WORDS; i++) all |= words[i];
	return all != 0;
}

static bool has_ordinals(const struct ordinals *ordinals)
{
	return has_any(ordinals->front) || has_any(ordinals->back);
}

static bool has_weeks(const struct rrule *rule)
{
	return rule->weeks_front || rule->weeks_back;
}

/* The parts of a sentence while it is put together. */
struct sentence {
	const struct rrule *rule;
	struct buf days;       /* goes with the times: "on the 1st of every month" */
	struct pieces filters; /* each narrows down what was said: "in June", "on Friday" */
	bool says_months;      /* `days` has told the months already */
	bool says_month_days;
	bool says_weekdays;
	bool says_positions;
};

/* Numbers counted from both ends: "the first, third and second to last". */
static void add_positions(struct pieces *pieces, const struct ordinals *ordinals)
{
	for (u32 n = 1; n <= 366; n++) {
		if (!(ordinals->front[n / 64] >> n % 64 & 1)) continue;
		words_nth(n, &pieces->text);
		pieces_close(pieces);
	}
	for (u32 n = 366; n >= 1; n--) {
		if (!(ordinals->back[n / 64] >> n % 64 & 1)) continue;
		words_nth_last(n, &pieces->text);
		pieces_close(pieces);
	}
}

/* "day 100", "days 1 to 10 and 100", then "the last day", for days and weeks of the year. */
static void add_numbered_units(struct pieces *pieces, const struct ordinals *which,
			       const char *unit, const char *last)
{
	struct pieces numbers;
	pieces_init(&numbers);
	pieces_add_words(&numbers, which->front, ORDINAL_WORDS, NUMBER_PLAIN);
	if (numbers.len) {
		u32 count = 0;
		for (u32 i = 0; i < ORDINAL_WORDS; i++) count += bits_count(which->front[i]);
		buf_addf(&pieces->text, "%s%s ", unit, count == 1 ? "" : "s");
		pieces_join(&numbers, last, &pieces->text);
		pieces_close(pieces);
	}
	pieces_done(&numbers);
	for (u32 n = 366; n >= 1; n--) {
		if (!(which->back[n / 64] >> n % 64 & 1)) continue;
		buf_add(&pieces->text, STR("the "));
		words_nth_last(n, &pieces->text);
		buf_addf(&pieces->text, " %s", unit);
		pieces_close(pieces);
	}
}

static void add_year_days(const struct rrule *rule, const char *last, struct buf *out)
{
	struct pieces pieces;
	pieces_init(&pieces);
	add_numbered_units(&pieces, &rule->year_days, "day", last);
	buf_add(out, STR("on "));
	pieces_join(&pieces, last, out);
	pieces_done(&pieces);
}

static void add_weeks(const struct rrule *rule, struct buf *out)
{
	const struct ordinals weeks = { { rule->weeks_front }, { rule->weeks_back } };
	struct pieces pieces;
	pieces_init(&pieces);
	add_numbered_units(&pieces, &weeks, "week", "and");
	pieces_join(&pieces, "and", out);
	pieces_done(&pieces);
}

/* "on the 1st and 15th", "from the 1st to the 7th", "on the 1st and the second to last day". */
static void add_month_days(const struct rrule *rule, const char *last, struct buf *out)
{
	struct pieces pieces;
	bool plain = rule->days_back == 0;
	bool one_run = plain && shape_of(rule->days_front, 32).shape == SHAPE_RUN;
	pieces_init(&pieces);
	pieces_add_days(&pieces, rule->days_front, plain && !one_run);
	for (u32 n = 31; n >= 1; n--) {
		if (!bits_has(rule->days_back, n)) continue;
		buf_add(&pieces.text, STR("the "));
		words_nth_last(n, &pieces.text);
		buf_add(&pieces.text, STR(" day"));
		pieces_close(&pieces);
	}
	buf_add(out, one_run ? STR("from ") : STR("on "));
	pieces_join(&pieces, last, out);
	pieces_done(&pieces);
}

/* "the first and last Friday". */
static void add_numbered_weekday(const struct rrule *rule, u32 weekday, struct pieces *pieces)
{
	const struct ordinals which = { { rule->weekday_front[weekday] },
					{ rule->weekday_back[weekday] } };
	struct pieces positions;
	pieces_init(&positions);
	add_positions(&positions, &which);
	if (positions.len) {
		buf_add(&pieces->text, STR("the "));
		pieces_join(&positions, "and", &pieces->text);
		buf_add_byte(&pieces->text, ' ');
		words_number(weekday, NUMBER_WEEKDAY, &pieces->text);
		pieces_close(pieces);
	}
	pieces_done(&positions);
}

static void add_numbered_weekdays(const struct rrule *rule, struct buf *out)
{
	struct pieces pieces;
	pieces_init(&pieces);
	for (u32 day = MONDAY; day <= SATURDAY + 1; day++)
		add_numbered_weekday(rule, day % 7, &pieces);
	buf_add(out, STR("on "));
	pieces_join(&pieces, "and", out);
	pieces_done(&pieces);
}

/* " of every second month"; for every month the months' names where they are given. */
static void add_of_period(struct sentence *sentence, u32 days)
{
	const struct rrule *rule = sentence->rule;
	struct buf *out = &sentence->days;
	if (rule->freq == FREQ_YEARLY || rule->interval == 1) {
		bool yearly = rule->freq != FREQ_YEARLY || rule->interval == 1;
		words_of_months(months_of(rule), rule->skip == SKIP_OMIT ? days : 0, yearly, out);
		sentence->says_months = true;
		return;
	}
	buf_add(out, STR(" of "));
	words_every_nth(rule->interval, out);
	buf_add(out, STR(" month"));
	bool one_day = bits_count(days) == 1 && bits_next(days, 0) >= 29;
	if (one_day && rule->skip == SKIP_OMIT) buf_add(out, STR(" if it has one"));
}

static void say_month_days(struct sentence *sentence)
{
	const struct rrule *rule = sentence->rule;
	add_month_days(rule, "and", &sentence->days);
	add_of_period(sentence, rule->days_back ? 0 : rule->days_front);
	sentence->says_month_days = true;
}

/* Weekdays without a number, then those with one: "every Monday and on the last Friday of every
 * month". In a year without months the numbers count through the year. */
static void say_weekdays(struct sentence *sentence)
{
	const struct rrule *rule = sentence->rule;
	struct buf *out = &sentence->days;
	bool of_year = rule->freq == FREQ_YEARLY && rule->months == 0;
	bool every_month = rule->freq != FREQ_MONTHLY || rule->interval == 1;
	if (rule->weekdays && every_month) {
		words_weekdays_in_months(rule->weekdays, months_of(rule), out);
		sentence->says_months = true;
	} else if (rule->weekdays) {
		words_weekdays(rule->weekdays, out);
		if (!rule->numbered) add_of_period(sentence, 0);
	}
	sentence->says_weekdays = true;
	if (!rule->numbered) return;
	if (rule->weekdays) buf_add(out, STR(" and "));
	add_numbered_weekdays(rule, out);
	if (of_year) buf_add(out, STR(" of the year"));
	else if (rule->weekdays && !every_month) buf_add(out, STR(" of the month"));
	else add_of_period(sentence, 0);
}

static void say_weeks(struct sentence *sentence)
{
	const struct rrule *rule = sentence->rule;
	struct buf *out = &sentence->days;
	if (rule->weekdays && rule->weekdays != WEEKDAYS_ALL) {
		buf_add(out, STR("on "));
		words_set(weekdays_from_monday(rule->weekdays), NUMBER_WEEKDAY, "and", out);
	} else {
		buf_add(out, STR("every day"));
	}
	buf_add(out, STR(" in "));
	add_weeks(rule, out);
	buf_add(out, STR(" of the year"));
	sentence->says_weekdays = true;
}

/* The kinds of day that BYDAY with BYSETPOS picks from. */
static void add_kind_of_day(u32 weekdays, struct buf *out)
{
	enum { WORKING_DAYS = 0x3e, WEEKEND_DAYS = 0x41 };
	struct pieces pieces;
	pieces_init(&pieces);
	if (weekdays == WEEKDAYS_ALL) {
		buf_add(out, STR("day"));
	} else if (weekdays == WORKING_DAYS) {
		buf_add(out, STR("weekday"));
	} else if (weekdays == WEEKEND_DAYS) {
		buf_add(out, STR("weekend day"));
	} else {
		for (u64 set = weekdays_from_monday(weekdays); set; set &= set - 1) {
			words_number(bits_next(set, 0), NUMBER_WEEKDAY, &pieces.text);
			pieces_close(&pieces);
		}
	}
	pieces_join(&pieces, "or", out);
	pieces_done(&pieces);
}

/* "on the last weekday of every month": BYSETPOS over nothing but weekdays at one time of day,
 * where the position among the days is the position in the period. */
static bool say_position_among_weekdays(struct sentence *sentence)
{
	const struct rrule *rule = sentence->rule;
	bool of_year = rule->freq == FREQ_YEARLY && rule->months == 0;
	bool of_month = rule->freq == FREQ_MONTHLY ||
			(rule->freq == FREQ_YEARLY && bits_count(rule->months) == 1);
	bool one_time = bits_count(rule->hours) == 1 && bits_count(rule->minutes) == 1 &&
			bits_count(rule->seconds) == 1;
	if (!has_ordinals(&rule->positions) || !one_time || !(of_year || of_month)) return false;
	if (!rule->weekdays || rule->numbered || has_month_days(rule) || has_weeks(rule) ||
	    has_ordinals(&rule->year_days))
		return false;
	struct pieces positions;
	pieces_init(&positions);
	add_positions(&positions, &rule->positions);
	buf_add(&sentence->days, STR("on the "));
	pieces_join(&positions, "and", &sentence->days);
	pieces_done(&positions);
	buf_add_byte(&sentence->days, ' ');
	add_kind_of_day(rule->weekdays, &sentence->days);
	if (of_year) buf_add(&sentence->days, STR(" of the year"));
	else add_of_period(sentence, 0);
	sentence->says_positions = true;
	sentence->says_weekdays = true;
	return true;
}

/* Which days, for rules that go through months or years. */
static void say_days_of_period(struct sentence *sentence)
{
	const struct rrule *rule = sentence->rule;
	if (say_position_among_weekdays(sentence)) return;
	if (has_weeks(rule)) {
		say_weeks(sentence);
	} else if (has_ordinals(&rule->year_days)) {
		add_year_days(rule, "and", &sentence->days);
		buf_add(&sentence->days, STR(" of the year"));
	} else if (rule->weekdays || rule->numbered) {
		say_weekdays(sentence);
	} else {
		must(has_month_days(rule));
		say_month_days(sentence);
	}
}

/* Which days, for rules that go through every day or less. */
static void say_days_among_all(struct sentence *sentence)
{
	const struct rrule *rule = sentence->rule;
	if (rule->weekdays) {
		words_weekdays_in_months(rule->weekdays, months_of(rule), &sentence->days);
		sentence->says_weekdays = true;
		sentence->says_months = true;
	} else if (has_month_days(rule)) {
		add_month_days(rule, "and", &sentence->days);
		words_of_months(months_of(rule), rule->days_back ? 0 : rule->days_front, true,
				&sentence->days);
		sentence->says_month_days = true;
		sentence->says_months = true;
	} else if (rule->months) {
		buf_add(&sentence->days, STR("every day"));
		words_in_months(rule->months, &sentence->days);
		sentence->says_months = true;
	}
}

/* "on Monday or the last Friday of the year". */
static void add_weekday_filter(const struct rrule *rule, struct buf *out)
{
	struct pieces pieces;
	pieces_init(&pieces);
	pieces_add_set(&pieces, weekdays_from_monday(rule->weekdays), NUMBER_WEEKDAY);
	for (u32 day = MONDAY; day <= SATURDAY + 1; day++)
		add_numbered_weekday(rule, day % 7, &pieces);
	buf_add(out, STR("on "));
	pieces_join(&pieces, "or", out);
	pieces_done(&pieces);
	if (rule->numbered) buf_add(out, rule->months ? STR(" of the month") : STR(" of the year"));
}

static void filter_by_days(struct sentence *sentence)
{
	const struct rrule *rule = sentence->rule;
	struct pieces *filters = &sentence->filters;
	bool year_days_said = rule->freq == FREQ_YEARLY && !has_weeks(rule);
	if (has_ordinals(&rule->year_days) && !year_days_said) {
		add_year_days(rule, "or", &filters->text);
		buf_add(&filters->text, STR(" of the year"));
		pieces_close(filters);
	}
	if (has_month_days(rule) && !sentence->says_month_days) {
		add_month_days(rule, "or", &filters->text);
		buf_add(&filters->text, STR(" of the month"));
		pieces_close(filters);
	}
	if ((rule->weekdays || rule->numbered) && !sentence->says_weekdays) {
		add_weekday_filter(rule, &filters->text);
		pieces_close(filters);
	}
	if (rule->months && !sentence->says_months) {
		bool is_run = shape_of(rule->months, 13).shape == SHAPE_RUN;
		buf_add(&filters->text, is_run ? STR("from ") : STR("in "));
		words_set(rule->months, NUMBER_MONTH, "or", &filters->text);
		pieces_close(filters);
	}
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
		if (sizes[rule->freq] % rule->interval || has_ordinals(&rule->positions))
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
	case FREQ_MONTHLY: say_days_of_period(sentence); break;
	case FREQ_WEEKLY:
		if (rule->interval == 1) {
			say_days_among_all(sentence);
			break;
		}
		buf_add(days, STR("on "));
		words_set(weekdays_from_monday(rule->weekdays), NUMBER_WEEKDAY, "and", days);
		sentence->says_weekdays = true;
		break;
	case FREQ_DAILY:
		if (rule->interval == 1) {
			say_days_among_all(sentence);
			break;
		}
		words_every_nth(rule->interval, days);
		buf_add(days, STR(" day"));
		break;
	case FREQ_HOURLY:
	case FREQ_MINUTELY:
	case FREQ_SECONDLY: say_days_among_all(sentence); break;
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
	bool matters = has_weeks(rule);
	if (rule->freq == FREQ_WEEKLY) {
		bool other_days = (rule->weekdays & ~start_day) != 0;
		matters = (rule->interval > 1 && other_days) || has_ordinals(&rule->positions);
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
	if (sentence->says_positions || !has_ordinals(&rule->positions)) return;
	pieces_init(&pieces);
	add_positions(&pieces, &rule->positions);
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
	filter_by_days(&sentence);
	add_filters(&sentence, out);
	add_set_positions(&sentence, out);
	add_week_start(rule, out);
	add_skip(rule, out);
	add_end(rule, out);
	if (buf_failed(&sentence.days) || buf_failed(&sentence.filters.text)) out->failed = true;
	pieces_done(&sentence.filters);
	buf_done(&sentence.days);
}
