#include "calendar/words.h"

#include "base/must.h"
#include "calendar/words_parts.h"

void words_date(wall at, struct buf *out)
{
	struct civil civil;
	wall_to_civil(at, &civil);
	buf_addf(out, "%d ", civil.day);
	words_number((u32)civil.month, NUMBER_MONTH, out);
	buf_addf(out, " %d", civil.year);
}

/* In the largest units that leave no more than two of them. A day of an interval is 24 hours, never
 * a day of the calendar, and is said so. */
static void words_interval(msec interval, struct buf *out)
{
	static const struct {
		msec size;
		const char *name;
	} units[] = {
		{ MSEC_HOUR, "hour" },
		{ MSEC_MINUTE, "minute" },
		{ MSEC_SECOND, "second" },
		{ 1, "millisecond" },
	};
	struct pieces pieces;
	must(interval > 0);
	pieces_init(&pieces);
	/* "90 minutes", not "1 hour and 30 minutes". */
	size_t first = interval < 2 * MSEC_HOUR && interval % MSEC_HOUR != 0;
	if (interval < 2 * MSEC_MINUTE && interval % MSEC_MINUTE != 0) first = 2;
	if (interval > MSEC_DAY && interval % MSEC_DAY == 0) {
		buf_addf(&pieces.text, "%lld days of 24 hours", (long long)(interval / MSEC_DAY));
		pieces_close(&pieces);
		interval = 0;
	}
	for (size_t i = first; i < countof(units) && interval; i++) {
		msec count = interval / units[i].size;
		if (count == 0) continue;
		interval -= count * units[i].size;
		if (count == 1 && interval == 0 && pieces.len == 0)
			buf_addf(&pieces.text, "%s", units[i].name);
		else
			buf_addf(&pieces.text, "%lld %s%s", (long long)count, units[i].name,
				 count == 1 ? "" : "s");
		pieces_close(&pieces);
	}
	buf_add(out, STR("every "));
	pieces_join(&pieces, "and", out);
	buf_add(out, STR(" from the start"));
	pieces_done(&pieces);
}

void words_rule(const struct rule *rule, struct buf *out)
{
	switch (rule->kind) {
	case RULE_CRON: words_cron(&rule->cron, out); break;
	case RULE_RRULE: words_rrule(&rule->rrule, out); break;
	case RULE_INTERVAL: words_interval(rule->interval, out); break;
	}
}

static void add_clock(wall at, struct buf *out)
{
	struct civil civil;
	wall_to_civil(at, &civil);
	words_clock((u32)civil.hour, (u32)civil.minute, (u32)civil.second, civil.second != 0, out);
}

/* The time of day; with the date where the change is so large that the day is in doubt. */
static void add_time(wall at, const struct occurrence *occurrence, struct buf *out)
{
	add_clock(at, out);
	if (wall_day_number(occurrence->planned) == wall_day_number(occurrence->shown)) return;
	buf_add(out, STR(" on "));
	words_date(at, out);
}

static void add_abbreviation(const struct schedule *schedule, msec at, struct buf *out)
{
	buf_add_byte(out, ' ');
	buf_add(out, zone_abbreviation_at(schedule->zone, msec_to_seconds(at)));
}

static bool next_wall(const struct schedule *schedule, wall after, wall *out_wall)
{
	const struct rule *rule = &schedule->rule;
	if (rule->kind == RULE_CRON) return cron_next_wall(&rule->cron, after, out_wall);
	if (rule->kind == RULE_RRULE) return rrule_next_wall(&rule->rrule, after, out_wall);
	return false;
}

/* The rule asks for that time by itself. */
static bool is_planned(const struct schedule *schedule, wall at)
{
	wall planned;
	return next_wall(schedule, at - 1, &planned) && planned == at;
}

static bool beats(const struct schedule *schedule)
{
	return schedule->rule.kind == RULE_CRON && schedule->rule.cron.interval_like;
}

static bool runs_in_both_passes(const struct schedule *schedule)
{
	if (schedule->overlap != OVERLAP_DEFAULT) return schedule->overlap == OVERLAP_BOTH;
	return beats(schedule);
}

/* The walls that a change skips or repeats. */
static wall change_begin(const struct zone_change *change)
{
	i32 before = change->offset_before, after = change->offset_after;
	return change->at + (before < after ? before : after);
}

static wall change_end(const struct zone_change *change)
{
	i32 before = change->offset_before, after = change->offset_after;
	return change->at + (before > after ? before : after);
}

static i64 change_size(const struct zone_change *change)
{
	return change_end(change) - change_begin(change);
}

static void add_span(const struct zone_change *change, struct buf *out)
{
	wall begin = change_begin(change), end = change_end(change);
	const struct occurrence days = { .planned = begin, .shown = end };
	add_time(begin, &days, out);
	buf_add(out, STR(" to "));
	add_time(end, &days, out);
}

/* A run out of the gap that falls on another run. A rule that beats just goes on beating; only the
 * first beat after the change tells why the clock has jumped. */
static void add_folded(const struct schedule *schedule, const struct occurrence *occurrence,
		       struct buf *out)
{
	struct zone_change change;
	i64 utc = msec_to_seconds(occurrence->at);
	if (beats(schedule)) {
		if (!zone_last_change(schedule->zone, utc, &change) || change.at != utc) return;
		buf_add(out, STR("clocks go forward from "));
		add_span(&change, out);
		return;
	}
	buf_add(out, STR("clocks go forward: "));
	add_time(occurrence->planned, occurrence, out);
	buf_add(out, STR(" does not exist and coincides with "));
	add_time(occurrence->shown, occurrence, out);
	add_abbreviation(schedule, occurrence->at, out);
}

static void add_gap(const struct schedule *schedule, const struct occurrence *occurrence,
		    struct buf *out)
{
	if (is_planned(schedule, occurrence->shown)) {
		add_folded(schedule, occurrence, out);
		return;
	}
	buf_add(out, STR("clocks go forward: "));
	add_time(occurrence->planned, occurrence, out);
	buf_add(out, STR(" does not exist, runs at "));
	add_time(occurrence->shown, occurrence, out);
	add_abbreviation(schedule, occurrence->at, out);
}

static void add_overlap(const struct schedule *schedule, const struct occurrence *occurrence,
			struct buf *out)
{
	bool second = occurrence->note == NOTE_OVERLAP_SECOND;
	bool both = runs_in_both_passes(schedule);
	buf_add(out, STR("clocks go back: "));
	add_time(occurrence->planned, occurrence, out);
	buf_addf(out, " happens twice, %s the %s time", both ? "this is" : "runs",
		 second ? "second" : "first");
	if (!both) buf_add(out, STR(" only"));
	buf_add(out, STR(", in"));
	add_abbreviation(schedule, occurrence->at, out);
}

void words_note(const struct schedule *schedule, const struct occurrence *occurrence,
		struct buf *out)
{
	switch (occurrence->note) {
	case NOTE_NONE: return;
	case NOTE_GAP_SHIFTED:
	case NOTE_GAP_NEXT: add_gap(schedule, occurrence, out); return;
	case NOTE_OVERLAP_FIRST:
	case NOTE_OVERLAP_SECOND: add_overlap(schedule, occurrence, out); return;
	}
}

/* The occurrence of a wall that the change skips or repeats; false when it does not come to pass
 * (left out by date, after the end, or skipped by choice). */
static bool find_touched(const struct schedule *schedule, const struct zone_change *change,
			 wall planned, struct occurrence *out)
{
	bool gap = change->offset_after > change->offset_before;
	i64 utc = planned - change->offset_before;
	if (gap && schedule->gap == GAP_NEXT) utc = change->at;
	if (!gap && schedule->overlap == OVERLAP_SECOND) utc = planned - change->offset_after;
	if (!schedule_next_noted(schedule, utc * 1000 - 1, out)) return false;
	return out->at == utc * 1000;
}

bool words_change(const struct schedule *schedule, const struct zone_change *change,
		  struct buf *out)
{
	struct occurrence touched;
	wall planned;
	bool gap = change->offset_after > change->offset_before;
	if (!next_wall(schedule, change_begin(change) - 1, &planned)) return false;
	if (planned >= change_end(change)) return false;
	bool goes_on = beats(schedule) && is_planned(schedule, planned + change_size(change));
	if (gap && goes_on) {
		buf_add(out, STR("clocks go forward from "));
		add_span(change, out);
		return true;
	}
	if (gap && schedule->gap == GAP_SKIP) {
		buf_add(out, STR("clocks go forward: "));
		add_clock(planned, out);
		buf_add(out, STR(" does not exist, no run"));
		return true;
	}
	if (!find_touched(schedule, change, planned, &touched)) return false;
	if (gap || !runs_in_both_passes(schedule)) {
		words_note(schedule, &touched, out);
	} else {
		buf_add(out, STR("clocks go back: "));
		if (beats(schedule)) add_span(change, out);
		else add_clock(planned, out);
		buf_add(out, STR(" happens twice and runs twice"));
	}
	return true;
}
