/* From walls to instants: what a schedule means in its zone.
 *
 * A rule gives walls in ascending order; the zone says which instants a wall means. That map is
 * monotone but for two places: the walls of a gap share their instants with the walls after it, and
 * the walls of an overlap have two instants each. So the search looks at where `after` stands
 * relative to the last change, asks the rule for at most three walls, and takes the least instant. */
#include "calendar/next.h"

#include "base/must.h"
#include "calendar/daybook.h"

/* How often an excluded occurrence may be passed over before the schedule counts as empty. */
enum { EXCLUDED_MAX = 10000 };

#define WALL_YEAR_0 ((i64)-62167219200)

/* ---- the rule's walls -------------------------------------------------------------------- */

static bool next_wall(const struct schedule *schedule, wall after, wall *out_wall)
{
	if (schedule->rule.kind == RULE_CRON)
		return cron_next_wall(&schedule->rule.cron, after, out_wall);
	must(schedule->rule.kind == RULE_RRULE);
	return rrule_next_wall(&schedule->rule.rrule, after, out_wall);
}

static enum dst_overlap overlap_of(const struct schedule *schedule)
{
	if (schedule->overlap != OVERLAP_DEFAULT) return schedule->overlap;
	bool beats = schedule->rule.kind == RULE_CRON && schedule->rule.cron.interval_like;
	return beats ? OVERLAP_BOTH : OVERLAP_FIRST;
}

/* An occurrence while it is looked for, in seconds. */
struct found {
	i64 utc;
	wall planned;
	enum clock_note note;
	i32 shift_seconds;
};

static void keep_earlier(struct found *best, bool *any, const struct found *other)
{
	if (!*any || other->utc < best->utc) *best = *other;
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

static struct found at_gap(const struct schedule *schedule, wall planned,
			   const struct zone_reading *reading)
{
	bool shift = schedule->gap == GAP_SHIFT;
	return (struct found){
		.utc = shift ? reading->utc : reading->change.at,
		.planned = planned,
		.note = shift ? NOTE_GAP_SHIFTED : NOTE_GAP_NEXT,
		.shift_seconds = change_size(&reading->change),
	};
}

static struct found at_overlap(wall planned, const struct zone_reading *reading, bool second)
{
	return (struct found){
		.utc = second ? reading->utc_second : reading->utc,
		.planned = planned,
		.note = second ? NOTE_OVERLAP_SECOND : NOTE_OVERLAP_FIRST,
		.shift_seconds = change_size(&reading->change),
	};
}

/* The least instant of the walls later than `after`, when `after` itself is clear of changes. */
static bool next_from_wall(const struct schedule *schedule, wall after, struct found *out_found)
{
	struct zone_reading reading;
	struct found later;
	wall planned;
	if (!next_wall(schedule, after, &planned)) return false;
	zone_read_wall(schedule->zone, planned, &reading);
	if (reading.fit == ZONE_ONCE) {
		*out_found = (struct found){ .utc = reading.utc, .planned = planned };
		return true;
	}
	if (reading.fit == ZONE_TWICE) {
		*out_found = at_overlap(planned, &reading, overlap_of(schedule) == OVERLAP_SECOND);
		return true;
	}
	/* A gap: what comes after it may be due earlier than what is shifted out of it. */
	bool any = false;
	if (schedule->gap != GAP_SKIP) {
		*out_found = at_gap(schedule, planned, &reading);
		any = true;
	}
	wall end = change_end(&reading.change);
	if (next_wall(schedule, end - 1, &planned)) {
		zone_read_wall(schedule->zone, planned, &reading);
		later = (struct found){ .utc = reading.utc, .planned = planned };
		if (reading.fit == ZONE_TWICE)
			later = at_overlap(planned, &reading, overlap_of(schedule) == OVERLAP_SECOND);
		if (reading.fit == ZONE_GAP && schedule->gap == GAP_SKIP)
			return next_from_wall(schedule, end - 1, out_found);
		if (reading.fit == ZONE_GAP) later = at_gap(schedule, planned, &reading);
		keep_earlier(out_found, &any, &later);
	}
	return any;
}

/* ---- where `after` stands ---------------------------------------------------------------- */

/* For OVERLAP_BOTH and OVERLAP_SECOND, when `after` lies in the first or second pass. */
static bool next_in_overlap(const struct schedule *schedule, i64 after,
			    const struct zone_change *change, struct found *out_found)
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
	/* What is left is in the second pass, or after it. */
	wall from = second_pass ? here : change_begin(change) - 1;
	if (next_wall(schedule, from, &planned) && planned < end) {
		zone_read_wall(schedule->zone, planned, &reading);
		*out_found = at_overlap(planned, &reading, true);
		return true;
	}
	return next_from_wall(schedule, end - 1, out_found);
}

/* Walls of the gap just passed, shifted out of it, can still be to come. */
static void look_into_gap(const struct schedule *schedule, i64 after,
			  const struct zone_change *gap, struct found *best, bool *any)
{
	wall planned;
	if (schedule->gap != GAP_SHIFT) return;
	if (!next_wall(schedule, after + gap->offset_before, &planned)) return;
	if (planned >= change_end(gap)) return;
	struct zone_reading reading = { .utc = planned - gap->offset_before, .change = *gap };
	struct found shifted = at_gap(schedule, planned, &reading);
	keep_earlier(best, any, &shifted);
}

/* The least instant later than `after`, both in seconds. */
static bool next_by_rule(const struct schedule *schedule, i64 after, struct found *out_found)
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

static bool next_interval(const struct schedule *schedule, msec after, msec *out_at)
{
	msec every = schedule->rule.interval;
	msec first = schedule->start_at;
	must(every > 0);
	*out_at = first;
	if (after >= first) {
		msec passed = msec_sub(after, first) / every + 1;
		*out_at = msec_add(first, msec_mul(passed, every));
	}
	return *out_at <= MSEC_YEAR_9999_END;
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

static void fill_in_plain(const struct schedule *schedule, msec at, struct occurrence *occurrence)
{
	wall shown = zone_wall_at(schedule->zone, msec_to_seconds(at));
	*occurrence = (struct occurrence){ .at = at, .planned = shown, .shown = shown };
}

/* By the rule alone: no extra dates, none taken away. */
static bool next_planned(const struct schedule *schedule, msec after, struct occurrence *out)
{
	struct found found;
	msec at;
	if (schedule->rule.kind == RULE_INTERVAL) {
		if (!next_interval(schedule, after, &at)) return false;
		fill_in_plain(schedule, at, out);
		return true;
	}
	if (after > MSEC_YEAR_9999_END) return false;
	i64 from = after < WALL_YEAR_0 * 1000 ? WALL_YEAR_0 : msec_to_seconds(after);
	if (!next_by_rule(schedule, from, &found)) return false;
	at = found.utc * 1000;
	must(at > after);
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

static bool is_excluded(const struct schedule *schedule, const struct occurrence *occurrence)
{
	if (dates_have(schedule->exdates, schedule->exdates_len, occurrence->at)) return true;
	for (u32 i = 0; i < schedule->excluded_len; i++) {
		i32 day = wall_day_number(occurrence->planned);
		if (daybook_has_day(schedule->excluded[i], day)) return true;
	}
	return false;
}

static bool next_with_dates(const struct schedule *schedule, msec after, struct occurrence *out)
{
	bool any = next_planned(schedule, after, out);
	u32 extra = dates_after(schedule->rdates, schedule->rdates_len, after);
	if (extra < schedule->rdates_len && (!any || schedule->rdates[extra] < out->at)) {
		fill_in_plain(schedule, schedule->rdates[extra], out);
		any = true;
	}
	return any;
}

bool schedule_next_noted(const struct schedule *schedule, msec after,
			 struct occurrence *out_occurrence)
{
	bool plain = !schedule->rdates_len && !schedule->exdates_len && !schedule->excluded_len;
	if (schedule->has_start && schedule->rule.kind == RULE_CRON && after < schedule->start_at)
		after = schedule->start_at - 1;
	if (plain) return next_planned(schedule, after, out_occurrence);
	for (u32 passed = 0; passed < EXCLUDED_MAX; passed++) {
		struct occurrence occurrence;
		if (!next_with_dates(schedule, after, &occurrence)) return false;
		if (!is_excluded(schedule, &occurrence)) {
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
