/* Schedules by chance around every kind of clock change, with every choice a job has, against a
 * list of instants made the slow way. */
#include "calendar/next.h"

#include "random_rules.h"
#include "support.h"

enum { WALLS_MAX = 2000 };

struct slow_list {
	i64 at[2 * WALLS_MAX];
	u32 len;
};

static int compare_instants(const void *a, const void *b)
{
	i64 left = *(const i64 *)a, right = *(const i64 *)b;
	return (left > right) - (left < right);
}

/* Every instant that a wall means by the schedule's choices, near one change. */
static void add_slowly(struct slow_list *list, const struct schedule *schedule, wall planned,
		       const struct zone_change *change)
{
	i64 before = planned - change->offset_before, after = planned - change->offset_after;
	bool has_before = before < change->at, has_after = after >= change->at;
	enum dst_overlap overlap = schedule->overlap;
	if (overlap == OVERLAP_DEFAULT) {
		bool beats = schedule->rule.kind == RULE_CRON && schedule->rule.cron.interval_like;
		overlap = beats ? OVERLAP_BOTH : OVERLAP_FIRST;
	}
	if (!has_before && !has_after) {
		if (schedule->gap == GAP_SHIFT) list->at[list->len++] = before;
		if (schedule->gap == GAP_NEXT) list->at[list->len++] = change->at;
		return;
	}
	if (has_before && !(has_after && overlap == OVERLAP_SECOND)) list->at[list->len++] = before;
	if (has_after && !(has_before && overlap == OVERLAP_FIRST)) list->at[list->len++] = after;
}

static bool next_rule_wall(const struct rule *rule, wall after, wall *out_wall)
{
	return rule->kind == RULE_CRON ? cron_next_wall(&rule->cron, after, out_wall)
				       : rrule_next_wall(&rule->rrule, after, out_wall);
}

/* All instants within 1.5 days of the change; false when there are too many to list. */
static bool list_slowly(const struct schedule *schedule, const struct zone_change *change,
			struct slow_list *list)
{
	wall at = change->at - 3 * DAY_SECONDS;
	u32 walls = 0;
	list->len = 0;
	while (next_rule_wall(&schedule->rule, at, &at) && at < change->at + 3 * DAY_SECONDS) {
		if (++walls > WALLS_MAX) return false;
		add_slowly(list, schedule, at, change);
	}
	qsort(list->at, list->len, sizeof list->at[0], compare_instants);
	return true;
}

static i64 first_later(const struct slow_list *list, i64 after)
{
	for (u32 i = 0; i < list->len; i++) {
		if (list->at[i] > after) return list->at[i];
	}
	return INT64_MAX;
}

static void expect_as_listed(const struct schedule *schedule, const struct zone_change *change,
			     const struct slow_list *list, i64 after, str text)
{
	msec at = 0;
	i64 end = change->at + 3 * DAY_SECONDS / 2;
	i64 expected = first_later(list, after);
	bool found = schedule_next(schedule, after * 1000, &at);
	bool right = expected < end ? found && at == expected * 1000 : !found || at >= end * 1000;
	if (!right)
		fail_msg("%.*s in %.*s, gap %d, overlap %d, after %" PRIi64 ": %" PRIi64
			 ", listed %" PRIi64,
			 STR_ARG(text), STR_ARG(zone_name(schedule->zone)), schedule->gap,
			 schedule->overlap, after, at / 1000, expected);
}

/* A rule that falls into the days around the change often enough. */
static bool random_rule(struct prng *prng, wall start, struct buf *text, struct rule *rule)
{
	if (prng_chance(prng, 1, 2))
		return rule_parse(RULE_CRON, random_cron(text, prng), rule, NULL) == ERR_OK;
	if (rule_parse(RULE_RRULE, random_rrule(text, prng), rule, NULL)) return false;
	return rule->rrule.freq <= FREQ_WEEKLY && rrule_bind(&rule->rrule, start, NULL) == ERR_OK;
}

static void try_around(const struct zone *zone, const struct zone_change *change, struct prng *prng,
		       struct buf *text, u32 *tried)
{
	static struct slow_list list;
	struct schedule schedule = { .zone = zone, .until = MSEC_MAX };
	wall start = change->at - prng_between(prng, 5, 50) * DAY_SECONDS;
	schedule.gap = (enum dst_gap)prng_below(prng, 3);
	schedule.overlap = (enum dst_overlap)prng_below(prng, 4);
	if (!random_rule(prng, start - wall_second_of_day(start), text, &schedule.rule)) return;
	if (!list_slowly(&schedule, change, &list)) return;
	i64 after = change->at - 3 * DAY_SECONDS / 2;
	for (u32 n = 0; n < 100 && after < change->at + DAY_SECONDS; n++) {
		expect_as_listed(&schedule, change, &list, after, buf_view(text));
		after = first_later(&list, after);
	}
	for (u32 n = 0; n < 20; n++) {
		i64 near = change->at + prng_between(prng, -DAY_SECONDS, DAY_SECONDS);
		expect_as_listed(&schedule, change, &list, near, buf_view(text));
	}
	++*tried;
}

static void any_schedule_gives_what_the_list_gives_around_any_change(void **state)
{
	(void)state;
	static const char *const names[] = {
		"Europe/London",     "America/New_York", "Australia/Lord_Howe", "Pacific/Apia",
		"Antarctica/Troll",  "Africa/Cairo",     "America/Havana",      "America/Nuuk",
		"Africa/Casablanca", "Asia/Tehran",      "Asia/Kolkata",        "Pacific/Kwajalein",
		"America/Caracas",   "Asia/Pyongyang",   "Europe/Dublin",       "Africa/Monrovia",
	};
	struct prng prng = prng_init(check_seed());
	struct buf text;
	u32 tried = 0;
	buf_init(&text, SUPPORT_TEXT_MAX);
	for (size_t i = 0; i < countof(names); i++) {
		struct zone *zone = load_zone(names[i]);
		for (u32 n = 0; n < 60; n++) {
			struct zone_change change;
			i64 from = prng_between(&prng, seconds_of("1890-01-01"),
						seconds_of("2050-01-01"));
			if (!zone_next_change(zone, from, &change)) continue;
			try_around(zone, &change, &prng, &text, &tried);
		}
		zone_free(zone);
	}
	assert_true(tried > 200);
	buf_done(&text);
}

/* ---- zones that there are not ------------------------------------------------------------ */

enum { CLOSE_CHANGES = 5 };

/* Some changes within hours of each other, of up to three hours each. */
static struct zone *random_close_zone(struct prng *prng, i64 from)
{
	i64 times[CLOSE_CHANGES];
	u8 indexes[CLOSE_CHANGES];
	struct zone_bytes_type types[CLOSE_CHANGES + 1] = { { 0, 0, 0 } };
	char footer[20];
	for (u8 i = 0; i < CLOSE_CHANGES; i++) {
		from += prng_between(prng, 600, 4 * 3600);
		times[i] = from;
		indexes[i] = (u8)(i + 1);
		types[i + 1] = (struct zone_bytes_type){ .offset = (i32)prng_between(prng, -6, 6) *
								   1800 };
	}
	i32 last = types[CLOSE_CHANGES].offset / 60;
	snprintf(footer, sizeof footer, "TST%s%d:%02d", last > 0 ? "-" : "",
		 (last < 0 ? -last : last) / 60, (last < 0 ? -last : last) % 60);
	const struct zone_bytes_block block = { .times_len = CLOSE_CHANGES,
						.times = times,
						.indexes = indexes,
						.types_len = CLOSE_CHANGES + 1,
						.types = types,
						.letters = { "TST\0", 4 } };
	return make_zone(&block, footer);
}

static void expect_ascending(const struct schedule *schedule, i64 from)
{
	msec after = from * 1000, at = 0;
	for (u32 n = 0; n < 200 && schedule_next(schedule, after, &at); n++) {
		assert_true(at > after);
		after = at;
	}
}

static void changes_closer_than_they_are_large_break_nothing(void **state)
{
	(void)state;
	struct prng prng = prng_init(check_seed());
	struct buf text;
	buf_init(&text, SUPPORT_TEXT_MAX);
	i64 from = seconds_of("2025-01-01");
	for (u32 i = 0; i < 300; i++) {
		struct zone *zone = random_close_zone(&prng, from);
		struct schedule schedule = { .zone = zone, .until = MSEC_MAX };
		schedule.gap = (enum dst_gap)prng_below(&prng, 3);
		schedule.overlap = (enum dst_overlap)prng_below(&prng, 4);
		if (random_rule(&prng, from - DAY_SECONDS, &text, &schedule.rule)) {
			expect_ascending(&schedule, from - DAY_SECONDS / 4);
			for (u32 n = 0; n < 20; n++)
				expect_ascending(&schedule,
						 from + prng_between(&prng, 0, DAY_SECONDS));
		}
		zone_free(zone);
	}
	buf_done(&text);
}

/* Two hours back within ten minutes: 23:00 to 23:10 happens three times, and runs the first. */
static void a_wall_that_happens_three_times_runs_once(void **state)
{
	(void)state;
	static const i64 times[] = { 1735689600, 1735690200 }; /* 2025-01-01T00:00:00Z, 00:10:00Z */
	static const u8 indexes[] = { 1, 2 };
	static const struct zone_bytes_type types[] = { { 0, 0, 0 },
							{ -3600, 0, 0 },
							{ -7200, 0, 0 } };
	const struct zone_bytes_block block = { .times_len = 2,
						.times = times,
						.indexes = indexes,
						.types_len = 3,
						.types = types,
						.letters = { "TST\0", 4 } };
	struct zone *zone = make_zone(&block, "TST2");
	struct plan plan = { .rule = "5 23 * * *" };
	struct schedule schedule = given_schedule(&plan, zone);
	expect_next(&schedule, plan.rule, instant_of("2024-12-31T12:00:00Z"),
		    "2024-12-31T23:05:00Z 2025-01-02T01:05:00Z");
	expect_next(&schedule, plan.rule, instant_of("2025-01-01T00:07:00Z"),
		    "2025-01-02T01:05:00Z");
	expect_next(&schedule, plan.rule, instant_of("2025-01-01T00:30:00Z"),
		    "2025-01-02T01:05:00Z");
	zone_free(zone);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_schedule_gives_what_the_list_gives_around_any_change),
		cmocka_unit_test(changes_closer_than_they_are_large_break_nothing),
		cmocka_unit_test(a_wall_that_happens_three_times_runs_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
