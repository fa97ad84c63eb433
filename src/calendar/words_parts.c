#include "calendar/words_parts.h"

#include "base/must.h"
#include "calendar/bits.h"

void pieces_init(struct pieces *pieces)
{
	buf_init(&pieces->text, PIECES_TEXT_MAX);
	pieces->len = 0;
}

void pieces_done(struct pieces *pieces)
{
	buf_done(&pieces->text);
}

void pieces_close(struct pieces *pieces)
{
	must(pieces->len < PIECES_MAX);
	pieces->ends[pieces->len++] = (u32)pieces->text.len;
}

void pieces_join(const struct pieces *pieces, const char *last, struct buf *out)
{
	str text = buf_view(&pieces->text);
	u32 begin = 0;
	for (u32 i = 0; i < pieces->len; i++) {
		if (i && i + 1 == pieces->len) buf_addf(out, " %s ", last);
		else if (i) buf_add(out, STR(", "));
		buf_add(out, str_slice(text, begin, pieces->ends[i]));
		begin = pieces->ends[i];
	}
	/* Half a list would be a wrong answer. */
	if (buf_failed(&pieces->text)) out->failed = true;
}

static const char *const month_names[] = { "January",   "February", "March",    "April",
					   "May",       "June",     "July",     "August",
					   "September", "October",  "November", "December" };
static const char *const weekday_names[] = { "Sunday",   "Monday", "Tuesday", "Wednesday",
					     "Thursday", "Friday", "Saturday" };

static void add_ordinal(u32 number, struct buf *out)
{
	static const char *const endings[] = { "th", "st", "nd", "rd" };
	bool teen = number % 100 >= 11 && number % 100 <= 13;
	u32 digit = number % 10;
	buf_addf(out, "%u%s", number, endings[teen || digit > 3 ? 0 : digit]);
}

void words_number(u32 number, enum number_style style, struct buf *out)
{
	switch (style) {
	case NUMBER_PLAIN: buf_add_u64(out, number); return;
	case NUMBER_PADDED: buf_add_padded(out, number, 2); return;
	case NUMBER_ORDINAL: add_ordinal(number, out); return;
	case NUMBER_MONTH:
		must(number >= 1 && number <= 12);
		buf_addf(out, "%s", month_names[number - 1]);
		return;
	case NUMBER_WEEKDAY:
		must(number <= 7);
		buf_addf(out, "%s", weekday_names[number % 7]);
		return;
	}
}

static bool has_number(const u64 *words, u32 words_len, u32 number)
{
	return number / 64 < words_len && (words[number / 64] >> number % 64 & 1);
}

void pieces_add_words(struct pieces *pieces, const u64 *words, u32 words_len,
		      enum number_style style)
{
	for (u32 from = 0; from < words_len * 64; from++) {
		if (!has_number(words, words_len, from)) continue;
		u32 to = from;
		while (has_number(words, words_len, to + 1)) to++;
		words_number(from, style, &pieces->text);
		if (to - from >= 2) {
			buf_add(&pieces->text, STR(" to "));
			words_number(to, style, &pieces->text);
			from = to;
		}
		pieces_close(pieces);
	}
}

void pieces_add_set(struct pieces *pieces, u64 set, enum number_style style)
{
	pieces_add_words(pieces, &set, 1, style);
}

void words_set(u64 set, enum number_style style, const char *last, struct buf *out)
{
	struct pieces pieces;
	pieces_init(&pieces);
	pieces_add_set(&pieces, set, style);
	pieces_join(&pieces, last, out);
	pieces_done(&pieces);
}

void words_nth(u32 n, struct buf *out)
{
	static const char *const names[] = { "first", "second",  "third",  "fourth", "fifth",
					     "sixth", "seventh", "eighth", "ninth",  "tenth" };
	must(n >= 1);
	if (n <= countof(names)) buf_addf(out, "%s", names[n - 1]);
	else add_ordinal(n, out);
}

void words_nth_last(u32 n, struct buf *out)
{
	must(n >= 1);
	if (n > 1) {
		words_nth(n, out);
		buf_add(out, STR(" to "));
	}
	buf_add(out, STR("last"));
}

void words_every_nth(u32 n, struct buf *out)
{
	buf_add(out, STR("every"));
	if (n == 1) return;
	buf_add_byte(out, ' ');
	words_nth(n, out);
}

u64 weekdays_from_monday(u32 weekdays)
{
	return (weekdays & 0x7e) | (u64)(weekdays & 1) << 7;
}

void words_weekdays(u32 weekdays, struct buf *out)
{
	u64 week = weekdays_from_monday(weekdays);
	must(week != 0);
	struct words_shape shape = shape_of(week, 8);
	if (weekdays == WEEKDAYS_ALL) {
		buf_add(out, STR("every day"));
		return;
	}
	if (shape.shape == SHAPE_ONE) buf_add(out, STR("every "));
	else if (shape.shape != SHAPE_RUN) buf_add(out, STR("on "));
	words_set(week, NUMBER_WEEKDAY, "and", out);
}

static bool is_month_run(u32 months)
{
	return shape_of(months, 13).shape == SHAPE_RUN;
}

void words_in_months(u32 months, struct buf *out)
{
	must(months != 0);
	if (months == MONTHS_ALL) return;
	buf_add(out, is_month_run(months) ? STR(" from ") : STR(" in "));
	words_set(months, NUMBER_MONTH, "and", out);
}

void words_weekdays_in_months(u32 weekdays, u32 months, struct buf *out)
{
	words_weekdays(weekdays, out);
	/* "Monday to Friday from June to August" would run the two spans together. */
	bool is_run = shape_of(weekdays_from_monday(weekdays), 8).shape == SHAPE_RUN;
	bool all = weekdays == WEEKDAYS_ALL || months == MONTHS_ALL;
	if (is_run && !all && is_month_run(months)) buf_add_byte(out, ',');
	words_in_months(months, out);
}

void words_of_months(u32 months, u32 days, bool yearly, struct buf *out)
{
	u32 february = 1u << 2;
	u32 day = bits_count(days) == 1 ? bits_next(days, 0) : 0;
	must(months != 0);
	if (months == MONTHS_ALL || is_month_run(months)) {
		buf_add(out, STR(" of every month"));
		words_in_months(months, out);
		if (day >= 29 && months == MONTHS_ALL) buf_add(out, STR(" that has one"));
		return;
	}
	buf_add(out, STR(" of "));
	words_set(months, NUMBER_MONTH, "and", out);
	if (day == 29 && months == february) buf_add(out, STR(" in leap years"));
	else if (yearly && bits_count(months) == 1) buf_add(out, STR(" every year"));
}

void words_join_days(enum times_form form, str days, struct buf *out)
{
	if (days.len == 0) {
		if (form == TIMES_ALWAYS) return;
		days = STR("every day");
	}
	/* "at 09:00 every Monday", but "at 09:00, Monday to Friday". */
	bool begins_with_name = days.at[0] >= 'A' && days.at[0] <= 'Z';
	buf_add(out, form == TIMES_LISTED && !begins_with_name ? STR(" ") : STR(", "));
	buf_add(out, days);
}

/* "every second day from the 1st to the 31st", where a list would be long. */
static bool add_stepped_days(struct pieces *pieces, u32 days)
{
	struct words_shape shape = shape_of(days, 32);
	if (shape.shape != SHAPE_STEPS) return false;
	words_every_nth(shape.step, &pieces->text);
	buf_add(&pieces->text, STR(" day from the "));
	add_ordinal(shape.first, &pieces->text);
	buf_add(&pieces->text, STR(" to the "));
	add_ordinal(shape.last, &pieces->text);
	pieces_close(pieces);
	return true;
}

void pieces_add_days(struct pieces *pieces, u32 days, bool bare)
{
	if (days == 0 || add_stepped_days(pieces, days)) return;
	for (u32 from = bits_next(days, 0); from != BIT_NONE; from = bits_next(days, from + 1)) {
		u32 to = from;
		while (bits_has(days, to + 1)) to++;
		if (!bare || pieces->len == 0) buf_add(&pieces->text, STR("the "));
		add_ordinal(from, &pieces->text);
		if (to - from >= 2) {
			buf_add(&pieces->text, STR(" to "));
			if (!bare) buf_add(&pieces->text, STR("the "));
			add_ordinal(to, &pieces->text);
			from = to;
		}
		pieces_close(pieces);
	}
}
