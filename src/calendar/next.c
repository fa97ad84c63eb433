/* From walls to instants: what a schedule means in its zone.
 *
 * A rule gives walls in ascending order; the zone says which instants a wall means. That map is
 * monotone but for two places: the walls of a gap share their instants with the walls after it, and
 * the walls of an overlap have two instants each. So the search looks at where `after` stands
 * relative to the last change, asks the rule for at most three walls, and takes the least instant.
 */
#include "calendar/next.h"

#include "base/must.h"
#include "calendar/daybook.h"

enum {
	/* Excluded days that may be passed over in a row before a schedule counts as empty. */
	EXCLUDED_DAYS_MAX = 10000,
	/* The same for gaps, with GAP_SKIP: a rule may ask for nothing but missing walls. */
	GAPS_MAX = 400,
};

#define MSEC_YEAR_1 (WALL_MIN * 1000)

/* ---- the rule's walls -------------------------------------------------------------------- */

static bool next_rule_wall(const struct schedule *schedule, wall after, wall *out_wall)
{
	if (schedule->rule.kind == RULE_CRON)
		return cron_next_wall(&schedule->rule.cron, after, out_wall);
	must(schedule->rule.kind == RULE_RRULE);
	return rrule_next_wall(&schedule->rule.rrule, after, out_wall);
}

static bool is_excluded_day(const struct schedule *schedule, i32 day)
{
	for (u32 i = 0; i < schedule->excluded_len; i++) {
		if (daybook_has_day(schedule->excluded[i], day)) return true;
	}
	return false;
}

/* Excluded days are left out here, before a zone is asked: a wall that a gap moves to the next day
 * must not take along the run that is planned there. A day is passed in one step, however often
 * the rule falls on it. */
static bool next_wall(const struct schedule *schedule, wall after, wall *out_wall)
{
	for (u32 passed = 0; passed < EXCLUDED_DAYS_MAX; passed++) {
		wall found;
		if (!next_rule_wall(schedule, after, &found)) return false;
		i32 day = wall_day_number(found);
		if (!is_excluded_day(schedule, day)) {
			*out_wall = found;
			return true;
		}
		after = ((wall)day + 1) * DAY_SECONDS - 1;
	}
	return false;
}

static enum dst_overlap overlap_of(const struct schedule *schedule)
{
	if (schedule->overlap != OVERLAP_DEFAULT) return schedule->overlap;
	bool beats = schedule->rule.kind == RULE_CRON && schedule->rule.cron.interval_like;
	return beats ? OVERLAP_BOTH : OVERLAP_FIRST;
}

/* An occurrence while it is looked for, in seconds. */
struct next_found {
	i64 utc;
	wall planned;
	enum clock_note note;
	i32 shift_seconds;
};

/* Of two walls at one instant the earlier is told, whatever order they were found in. */
static bool is_earlier(const struct next_found *a, const struct next_found *b)
{
	return a->utc != b->utc ? a->utc < b->utc : a->planned < b->planned;
}

static void keep_earlier(struct next_found *best, bool *any, const struct next_found *other)
{
	if (!*any || is_earlier(other, best)) *best = *other;
	*any = true;
}

/* ---- one wall, one instant --------------------------------------------------------------- */

static i32 change_size(const struct zone_change *change)
{
	i32 size = change->offset_after - change->offset_before;
	return size < 0 ? -size : size;
}

/* The first wall after a gap; for an overlap, the first that happens once again. */
static wall change_end(const struct zone_change *change)
{
	i32 greater = change->offset_after > change->offset_before ? change->offset_after
								   : change->offset_before;
	return change->at + greater;
}

/* The wall at which the change begins to be felt: the gap's first, the overlap's first. */
static wall change_begin(const struct zone_change *change)
{
	i32 lesser = change->offset_after < change->offset_before ? change->offset_after
								  : change->offset_before;
	return change->at + lesser;
}

static struct next_found at_gap(const struct schedule *schedule, wall planned,
				const struct zone_reading *reading)
{
	bool shift = schedule->gap == GAP_SHIFT;
	return (struct next_found){
		.utc = shift ? reading->utc : reading->change.at,
		.planned = planned,
		.note = shift ? NOTE_GAP_SHIFTED : NOTE_GAP_NEXT,
		.shift_seconds = change_size(&reading->change),
	};
}

static struct next_found at_overlap(wall planned, const struct zone_reading *reading, bool second)
{
	return (struct next_found){
		.utc = second ? reading->utc_second : reading->utc,
		.planned = planned,
		.note = second ? NOTE_OVERLAP_SECOND : NOTE_OVERLAP_FIRST,
		.shift_seconds = change_size(&reading->change),
	};
}

static struct next_found at_reading(const struct schedule *schedule, wall planned,
				    const struct zone_reading *reading)
{
	if (reading->fit == ZONE_GAP) return at_gap(schedule, planned, reading);
	if (reading->fit == ZONE_TWICE)
		return at_overlap(planned, reading, overlap_of(schedule) == OVERLAP_SECOND);
	return (struct next_found){ .utc = reading->utc, .planned = planned };
}

/* The least instant of the walls later than `after`, when `after` itself is clear of changes. Past
 * a gap it looks once more: what comes after it may be due earlier than what is shifted out. */
static bool next_from_wall(const struct schedule *schedule, wall after,
			   struct next_found *out_found)
{
	struct zone_reading reading;
	wall planned;
	bool any = false;
	for (u32 gaps = 0; gaps < GAPS_MAX; gaps++) {
		bool had_one = any;
		if (!next_wall(schedule, after, &planned)) return any;
		zone_read_wall(schedule->zone, planned, &reading);
		if (reading.fit != ZONE_GAP || schedule->gap != GAP_SKIP) {
			struct next_found found = at_reading(schedule, planned, &reading);
			keep_earlier(out_found, &any, &found);
		}
		if (reading.fit != ZONE_GAP || had_one) return true;
		after = change_end(&reading.change) - 1;
	}
	return any;
}

/* ---- where `after` stands ---------------------------------------------------------------- */

/* For OVERLAP_BOTH and OVERLAP_SECOND, when `after` lies in the first or second pass. */
static bool next_in_overlap(const struct schedule *schedule, i64 after,
			    const struct zone_change *change, struct next_found *out_found)
{
	bool second_pass = after >= change->at;
	wall end = change_end(change);
	wall here = after + (second_pass ? change->offset_after : change->offset_before);
	struct zone_reading reading;
	wall planned;
	if (overlap_of(schedule) == OVERLAP_BOTH && !second_pass &&
	    next_wall(schedule, here, &planned) && planned < end) {
		zone_read_wall(schedule->zone, planned, &reading);
		*out_found = at_overlap(planned, &reading, false);
		return true;
	}
	/* The remaining times are in the second pass, or after it. */
	wall from = second_pass ? here : change_begin(change) - 1;
	if (next_wall(schedule, from, &planned) && planned < end) {
		zone_read_wall(schedule->zone, planned, &reading);
		*out_found = at_overlap(planned, &reading, true);
		return true;
	}
	return next_from_wall(schedule, end - 1, out_found);
}

/* Walls of the gap just passed, shifted out of it, can still be to come. */
static void look_into_gap(const struct schedule *schedule, i64 after, const struct zone_change *gap,
			  struct next_found *best, bool *any)
{
	wall planned;
	if (schedule->gap != GAP_SHIFT) return;
	if (!next_wall(schedule, after + gap->offset_before, &planned)) return;
	if (planned >= change_end(gap)) return;
	struct zone_reading reading = { .utc = planned - gap->offset_before, .change = *gap };
	struct next_found shifted = at_gap(schedule, planned, &reading);
	keep_earlier(best, any, &shifted);
}

/* The least instant later than `after`, both in seconds. */
static bool next_by_rule(const struct schedule *schedule, i64 after, struct next_found *out_found)
{
	struct zone_change last;
	struct zone_reading reading;
	bool changed = zone_last_change(schedule->zone, after, &last);
	wall here = after + (changed ? last.offset_after : zone_offset_at(schedule->zone, after));
	bool felt = changed && after < last.at + change_size(&last);
	bool first_only = overlap_of(schedule) == OVERLAP_FIRST;
	if (!first_only) {
		zone_read_wall(schedule->zone, here, &reading);
		if (reading.fit == ZONE_TWICE)
			return next_in_overlap(schedule, after, &reading.change, out_found);
	} else if (felt && last.offset_after < last.offset_before) {
		/* In the second pass: the walls of the first have been. */
		return next_from_wall(schedule, change_end(&last) - 1, out_found);
	}
	bool any = next_from_wall(schedule, here, out_found);
	if (felt && last.offset_after > last.offset_before)
		look_into_gap(schedule, after, &last, out_found, &any);
	return any;
}

/* ---- the whole schedule ------------------------------------------------------------------ */

static void fill_in_plain(const struct schedule *schedule, msec at, struct occurrence *occurrence)
{
	wall shown = zone_wall_at(schedule->zone, msec_to_seconds(at));
	*occurrence = (struct occurrence){ .at = at, .planned = shown, .shown = shown };
}

static msec interval_after(const struct schedule *schedule, msec after)
{
	msec every = schedule->rule.interval;
	msec first = schedule->start_at;
	must(every > 0);
	if (after < first) return first;
	msec passed = msec_sub(after, first) / every + 1;
	return msec_add(first, msec_mul(passed, every));
}

/* The last instant from `at` on that is sure to be on the same day of the wall clock: where the
 * clock changes before midnight, another day may begin, or the one before come back. */
static msec end_of_day(const struct schedule *schedule, i32 day, msec at)
{
	struct zone_change change;
	i64 now = msec_to_seconds(at);
	i64 midnight = ((wall)day + 1) * DAY_SECONDS - zone_offset_at(schedule->zone, now);
	if (zone_next_change(schedule->zone, now, &change) && change.at < midnight)
		midnight = change.at;
	return midnight * 1000 - 1;
}

static bool next_interval(const struct schedule *schedule, msec after, struct occurrence *out)
{
	for (u32 passed = 0; passed < EXCLUDED_DAYS_MAX; passed++) {
		struct occurrence occurrence;
		msec at = interval_after(schedule, after);
		if (at > MSEC_YEAR_9999_END) return false;
		fill_in_plain(schedule, at, &occurrence);
		i32 day = wall_day_number(occurrence.planned);
		if (!is_excluded_day(schedule, day)) {
			*out = occurrence;
			return true;
		}
		after = end_of_day(schedule, day, at);
	}
	return false;
}

static bool next_on_wall(const struct schedule *schedule, msec after, struct occurrence *out)
{
	struct next_found found;
	if (after > MSEC_YEAR_9999_END) return false;
	if (!next_by_rule(schedule, msec_to_seconds(after), &found)) return false;
	/* Where changes lie closer together than they are large, a wall may have been before the
	 * one that is shown. No zone of the database is such, but the data are not ours. */
	while (found.utc * 1000 <= after) {
		if (!next_from_wall(schedule, found.planned, &found)) return false;
	}
	msec at = found.utc * 1000;
	if (at > schedule->until || at > MSEC_YEAR_9999_END) return false;
	*out = (struct occurrence){ .at = at,
				    .planned = found.planned,
				    .shown = found.planned,
				    .note = found.note,
				    .shift_seconds = found.shift_seconds };
	if (found.note == NOTE_GAP_SHIFTED || found.note == NOTE_GAP_NEXT)
		out->shown = zone_wall_at(schedule->zone, found.utc);
	return true;
}

/* The index of the first date later than `after`. */
static u32 dates_after(const msec *dates, u32 len, msec after)
{
	u32 low = 0;
	while (low < len) {
		u32 middle = low + (len - low) / 2;
		if (dates[middle] > after) len = middle;
		else low = middle + 1;
	}
	return low;
}

static bool dates_have(const msec *dates, u32 len, msec at)
{
	u32 next = dates_after(dates, len, at);
	return next > 0 && dates[next - 1] == at;
}

static bool next_extra(const struct schedule *schedule, msec after, struct occurrence *out)
{
	u32 extra = dates_after(schedule->rdates, schedule->rdates_len, after);
	for (; extra < schedule->rdates_len; extra++) {
		struct occurrence occurrence;
		fill_in_plain(schedule, schedule->rdates[extra], &occurrence);
		if (is_excluded_day(schedule, wall_day_number(occurrence.planned))) continue;
		*out = occurrence;
		return true;
	}
	return false;
}

/* By rule and extra dates, without regard to exdates. */
static bool next_planned(const struct schedule *schedule, msec after, struct occurrence *out)
{
	struct occurrence extra;
	bool any = schedule->rule.kind == RULE_INTERVAL ? next_interval(schedule, after, out)
							: next_on_wall(schedule, after, out);
	if (!next_extra(schedule, after, &extra)) return any;
	if (!any || extra.at < out->at) *out = extra;
	return true;
}

bool schedule_next_noted(const struct schedule *schedule, msec after,
			 struct occurrence *out_occurrence)
{
	if (after < MSEC_YEAR_1) after = MSEC_YEAR_1 - 1;
	if (schedule->has_start && schedule->rule.kind == RULE_CRON && after < schedule->start_at)
		after = schedule->start_at - 1;
	/* Each turn uses up one of the exdates. */
	for (u32 passed = 0; passed <= schedule->exdates_len; passed++) {
		struct occurrence occurrence;
		if (!next_planned(schedule, after, &occurrence)) return false;
		if (!dates_have(schedule->exdates, schedule->exdates_len, occurrence.at)) {
			*out_occurrence = occurrence;
			return true;
		}
		after = occurrence.at;
	}
	return false;
}

bool schedule_next(const struct schedule *schedule, msec after, msec *out_at)
{
	struct occurrence occurrence;
	if (!schedule_next_noted(schedule, after, &occurrence)) return false;
	*out_at = occurrence.at;
	return true;
}
