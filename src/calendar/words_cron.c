/* A cron expression in words: the times of the day, then the days. */
#include "base/must.h"
#include "calendar/bits.h"
#include "calendar/words.h"
#include "calendar/words_parts.h"

static const u32 days_all = 0xfffffffe;

/* Only days counted from the front of the month, such as 1,15 or 5-10. */
static bool has_plain_days_only(const struct cron *cron)
{
	return !cron->days_nearest && !cron->days_last && !cron->last_weekday;
}

static void add_days_nearest(const struct cron *cron, struct pieces *pieces)
{
	for (u64 set = cron->days_nearest; set; set &= set - 1) {
		buf_add(&pieces->text, STR("the weekday nearest the "));
		words_number(bits_next(set, 0), NUMBER_ORDINAL, &pieces->text);
		pieces_close(pieces);
	}
}

/* L-3 is the third day before the last one. */
static void add_days_last(const struct cron *cron, struct pieces *pieces)
{
	for (u64 set = cron->days_last; set; set &= set - 1) {
		u32 before = bits_next(set, 0);
		buf_add(&pieces->text, STR("the "));
		if (before > 1) {
			words_nth(before, &pieces->text);
			buf_add_byte(&pieces->text, ' ');
		}
		if (before) buf_add(&pieces->text, STR("day before the "));
		buf_add(&pieces->text, STR("last day"));
		pieces_close(pieces);
	}
	if (cron->last_weekday) {
		buf_add(&pieces->text, STR("the last weekday"));
		pieces_close(pieces);
	}
}

static void add_days_of_month(const struct cron *cron, struct buf *out)
{
	struct pieces pieces;
	bool plain = has_plain_days_only(cron);
	bool one_run = plain && shape_of(cron->days, 32).shape == SHAPE_RUN;
	pieces_init(&pieces);
	pieces_add_days(&pieces, cron->days, plain && !one_run);
	add_days_nearest(cron, &pieces);
	add_days_last(cron, &pieces);
	buf_add(out, one_run ? STR("from ") : STR("on "));
	pieces_join(&pieces, "and", out);
	pieces_done(&pieces);
	/* Where a month has no such day, it has no weekday nearest to it either. */
	bool by_date = !cron->days_last && !cron->last_weekday;
	words_of_months(cron->months, by_date ? cron->days | cron->days_nearest : 0, true, out);
}

/* "the first and third Friday". */
static void add_nth_weekday(const struct cron *cron, u32 weekday, struct pieces *pieces)
{
	struct pieces which;
	pieces_init(&which);
	for (u32 n = 1; n <= countof(cron->weekdays_nth); n++) {
		if (!bits_has(cron->weekdays_nth[n - 1], weekday)) continue;
		words_nth(n, &which.text);
		pieces_close(&which);
	}
	if (bits_has(cron->weekdays_last, weekday)) {
		buf_add(&which.text, STR("last"));
		pieces_close(&which);
	}
	if (which.len) {
		buf_add(&pieces->text, STR("the "));
		pieces_join(&which, "and", &pieces->text);
		buf_add_byte(&pieces->text, ' ');
		words_number(weekday, NUMBER_WEEKDAY, &pieces->text);
		pieces_close(pieces);
	}
	pieces_done(&which);
}

static void add_days_of_week(const struct cron *cron, struct buf *out)
{
	struct pieces numbered;
	pieces_init(&numbered);
	for (u32 day = MONDAY; day <= SATURDAY + 1; day++)
		add_nth_weekday(cron, day % 7, &numbered);
	if (cron->weekdays) {
		words_weekdays_in_months(cron->weekdays, cron->months, out);
		if (numbered.len) buf_add(out, STR(" and "));
	}
	if (numbered.len) {
		buf_add(out, STR("on "));
		pieces_join(&numbered, "and", out);
		words_of_months(cron->months, 0, true, out);
	}
	pieces_done(&numbered);
}

/* The two day fields combine by "or", so either of them may already mean every day. */
static bool is_every_day(const struct cron *cron)
{
	bool all_days = cron->days == days_all;
	bool all_weekdays = cron->weekdays == WEEKDAYS_ALL;
	if (cron->any_day && cron->any_weekday) return true;
	if (cron->any_weekday) return all_days;
	if (cron->any_day) return all_weekdays;
	return all_days || all_weekdays;
}

static void add_days(const struct cron *cron, struct buf *out)
{
	if (is_every_day(cron)) {
		if (cron->months == MONTHS_ALL) return;
		buf_add(out, STR("every day"));
		words_in_months(cron->months, out);
		return;
	}
	if (!cron->any_day) add_days_of_month(cron, out);
	if (!cron->any_day && !cron->any_weekday) buf_add(out, STR(", and also "));
	if (!cron->any_weekday) add_days_of_week(cron, out);
}

void words_cron(const struct cron *cron, struct buf *out)
{
	struct buf days;
	const struct times times = { cron->seconds, cron->minutes, cron->hours };
	must(cron->months != 0);
	buf_init(&days, PIECES_TEXT_MAX);
	enum times_form form = words_times(&times, out);
	add_days(cron, &days);
	words_join_days(form, buf_view(&days), out);
	if (buf_failed(&days)) out->failed = true;
	buf_done(&days);
}
