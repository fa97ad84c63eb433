/* The days of a recurrence rule in words. */
#include "base/must.h"
#include "calendar/bits.h"
#include "calendar/words.h"
#include "calendar/words_parts.h"
#include "calendar/words_sentence.h"

/* Numbers counted from both ends: "the first, third and second to last". */
void words_add_positions(struct pieces *pieces, const struct ordinals *ordinals)
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
	words_add_positions(&positions, &which);
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
		words_of_months(words_months_of(rule), rule->skip == SKIP_OMIT ? days : 0, yearly,
				out);
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
		words_weekdays_in_months(rule->weekdays, words_months_of(rule), out);
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
	if (!words_has_ordinals(&rule->positions) || !one_time || !(of_year || of_month))
		return false;
	if (!rule->weekdays || rule->numbered || words_has_month_days(rule) ||
	    words_has_weeks(rule) || words_has_ordinals(&rule->year_days))
		return false;
	struct pieces positions;
	pieces_init(&positions);
	words_add_positions(&positions, &rule->positions);
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
void words_say_days_of_period(struct sentence *sentence)
{
	const struct rrule *rule = sentence->rule;
	if (say_position_among_weekdays(sentence)) return;
	if (words_has_weeks(rule)) {
		say_weeks(sentence);
	} else if (words_has_ordinals(&rule->year_days)) {
		add_year_days(rule, "and", &sentence->days);
		buf_add(&sentence->days, STR(" of the year"));
	} else if (rule->weekdays || rule->numbered) {
		say_weekdays(sentence);
	} else {
		must(words_has_month_days(rule));
		say_month_days(sentence);
	}
}

/* Which days, for rules that go through every day or less. */
void words_say_days_among_all(struct sentence *sentence)
{
	const struct rrule *rule = sentence->rule;
	if (rule->weekdays) {
		words_weekdays_in_months(rule->weekdays, words_months_of(rule), &sentence->days);
		sentence->says_weekdays = true;
		sentence->says_months = true;
	} else if (words_has_month_days(rule)) {
		add_month_days(rule, "and", &sentence->days);
		words_of_months(words_months_of(rule), rule->days_back ? 0 : rule->days_front, true,
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

void words_filter_by_days(struct sentence *sentence)
{
	const struct rrule *rule = sentence->rule;
	struct pieces *filters = &sentence->filters;
	bool year_days_said = rule->freq == FREQ_YEARLY && !words_has_weeks(rule);
	if (words_has_ordinals(&rule->year_days) && !year_days_said) {
		add_year_days(rule, "or", &filters->text);
		buf_add(&filters->text, STR(" of the year"));
		pieces_close(filters);
	}
	if (words_has_month_days(rule) && !sentence->says_month_days) {
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
