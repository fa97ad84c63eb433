/* What the stories about rules and schedules share: texts to walls and instants and back, a reason
 * with its place, and a schedule with the list of its next instants. */
#ifndef BELFRY_TEST_UNIT_CALENDAR_SUPPORT_H
#define BELFRY_TEST_UNIT_CALENDAR_SUPPORT_H

#include "base/check.h"
#include "calendar/next.h"
#include "zone_bytes.h"

enum { SUPPORT_TEXT_MAX = 64 * 1024 };

static inline msec instant_of(const char *text)
{
	msec at = 0;
	struct why why;
	if (instant_parse(str_from(text), &at, &why)) fail_msg("\"%s\": %s", text, why.text);
	return at;
}

/* --- refusals --- */

/* What is refused, as what, where, and a word that the reason must have. */
struct refusal {
	const char *text;
	enum err err;
	u32 at;
	u32 len;
	const char *word;
};

static inline void expect_why(const struct refusal *row, enum err err, const struct why *why)
{
	bool right = err == row->err && why->code == err && why->at == row->at &&
		     why->len == row->len && strstr(why->text, row->word);
	if (right) return;
	fail_msg("\"%s\": expected %s at %u+%u with \"%s\", got %s at %u+%u: %s", row->text,
		 err_name(row->err), row->at, row->len, row->word, err_name(err), why->at, why->len,
		 err ? why->text : "");
}

/* --- lists of times, as text --- */

/* Takes the next word of `rest`; false at its end. */
static inline bool next_word(str *rest, str *out_word)
{
	*rest = str_trim(*rest);
	*out_word = str_split(rest, ' ');
	return out_word->len > 0;
}

/* A wall, or a date alone, which means the start's time on that day. */
static inline wall wall_like(str word, wall start)
{
	wall at = 0;
	if (wall_parse(word, &at, NULL)) fail_msg("not a wall: %.*s", STR_ARG(word));
	bool date_only = word.len == 8 || word.len == 10;
	return date_only ? at + wall_second_of_day(start) : at;
}

/* --- recurrence rules on the wall clock --- */

static inline struct rrule bound_rule(const char *text, const char *start)
{
	struct rrule rule = { 0 };
	struct why why;
	enum err err = rrule_parse(str_from(text), &rule, &why);
	if (!err) err = rrule_bind(&rule, seconds_of(start), &why);
	if (err) fail_msg("\"%s\" from %s: %s", text, start, why.text);
	return rule;
}

/* `expected` has walls or dates with blanks between; a "." at the end: and no more. */
struct recurrence {
	const char *rule;
	const char *start;
	const char *expected;
};

static inline void expect_walls(const struct recurrence *row, wall after)
{
	struct rrule rule = bound_rule(row->rule, row->start);
	str rest = str_from(row->expected), word;
	struct buf got;
	buf_init(&got, 100);
	while (next_word(&rest, &word)) {
		wall at = after;
		bool found = rrule_next_wall(&rule, after, &at);
		bool end = str_eq(word, STR("."));
		buf_clear(&got);
		if (found) wall_print(at, &got);
		if (end ? found : !found || at != wall_like(word, rule.start))
			fail_msg("%s from %s: expected %.*s, got \"%.*s\"", row->rule, row->start,
				 STR_ARG(word), STR_ARG(buf_view(&got)));
		after = at;
	}
	buf_done(&got);
}

static inline void expect_recurrences(const struct recurrence *rows, size_t len)
{
	for (size_t i = 0; i < len; i++) expect_walls(&rows[i], seconds_of(rows[i].start) - 1);
}

/* --- schedules --- */

/* A schedule as a row. `expected` has instants with blanks between; a "." at the end: and no more.
 * An instant may be cut to its time, which then is on the day of the one before. */
struct plan {
	const char *rule;
	const char *zone;
	const char *start; /* NULL: none; an INTERVAL's is an instant */
	const char *after; /* NULL: from the beginning */
	enum dst_gap gap;
	enum dst_overlap overlap;
	const char *expected;
};

static inline enum err plan_schedule(const struct plan *plan, const struct zone *zone,
				     struct schedule *schedule, struct why *why)
{
	str text = str_from(plan->rule);
	enum rule_kind kind = rule_kind_guess(text);
	*schedule = (struct schedule){ .zone = zone, .gap = plan->gap, .overlap = plan->overlap };
	enum err err = rule_parse(kind, text, &schedule->rule, why);
	if (err) return err;
	schedule->has_start = plan->start != NULL;
	if (plan->start && kind == RULE_INTERVAL) schedule->start_at = instant_of(plan->start);
	else if (plan->start) schedule->start = seconds_of(plan->start);
	return schedule_bind(schedule, why);
}

static inline struct schedule given_schedule(const struct plan *plan, const struct zone *zone)
{
	struct schedule schedule;
	struct why why;
	if (plan_schedule(plan, zone, &schedule, &why)) fail_msg("%s: %s", plan->rule, why.text);
	return schedule;
}

static inline msec instant_like(str word, msec before)
{
	struct buf full;
	msec at = 0;
	buf_init(&full, 100);
	if (str_find(word, 'T') == word.len) {
		instant_print(before, &full);
		full.len = sizeof "2025-03-30T" - 1;
	}
	buf_add(&full, word);
	if (instant_parse(buf_view(&full), &at, NULL))
		fail_msg("not an instant: %.*s", STR_ARG(word));
	buf_done(&full);
	return at;
}

static inline void expect_next(const struct schedule *schedule, const char *what, msec after,
			       const char *expected)
{
	str rest = str_from(expected), word;
	struct buf got;
	buf_init(&got, 100);
	while (next_word(&rest, &word)) {
		msec at = after;
		bool found = schedule_next(schedule, after, &at);
		bool end = str_eq(word, STR("."));
		buf_clear(&got);
		if (found) instant_print(at, &got);
		if (end ? found : !found || at != instant_like(word, after))
			fail_msg("%s: expected %.*s, got \"%.*s\"", what, STR_ARG(word),
				 STR_ARG(buf_view(&got)));
		after = at;
	}
	buf_done(&got);
}

static inline void expect_plan(const struct plan *plan)
{
	struct zone *zone = plan->zone ? load_zone(plan->zone) : NULL;
	struct schedule schedule = given_schedule(plan, zone ? zone : zone_utc());
	msec after = plan->after ? instant_of(plan->after) : MSEC_MIN;
	expect_next(&schedule, plan->rule, after, plan->expected);
	zone_free(zone);
}

static inline void expect_plans(const struct plan *plans, size_t len)
{
	for (size_t i = 0; i < len; i++) expect_plan(&plans[i]);
}

#endif
