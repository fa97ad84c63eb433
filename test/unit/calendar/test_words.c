#include "calendar/words.h"

#include "base/check.h"
#include "calendar/zone_bytes.h"

/* A schedule in a zone of the system, and a place for words. */
struct story {
	struct zone *zone;
	struct schedule schedule;
	struct buf words;
};

static void given(struct story *story, const char *rule, const char *zone)
{
	struct why why;
	*story = (struct story){ .zone = load_zone(zone) };
	story->schedule.zone = story->zone;
	story->schedule.start = seconds_of("2025-01-01T01:30:00");
	enum rule_kind kind = rule_kind_guess(str_from(rule));
	story->schedule.has_start = kind == RULE_RRULE;
	assert_int_equal(rule_parse(kind, str_from(rule), &story->schedule.rule, &why), ERR_OK);
	assert_int_equal(schedule_bind(&story->schedule, &why), ERR_OK);
	buf_init(&story->words, 4096);
}

static void done(struct story *story)
{
	buf_done(&story->words);
	zone_free(story->zone);
}

static void expect_note(struct story *story, const char *after, const char *words)
{
	struct occurrence occurrence;
	buf_clear(&story->words);
	assert_true(schedule_next_noted(&story->schedule, seconds_of(after) * 1000, &occurrence));
	words_note(&story->schedule, &occurrence, &story->words);
	assert_str(buf_view(&story->words), str_from(words));
}

/* What the first clock change after an instant does; NULL: it does not touch the rule. */
static void expect_change(struct story *story, const char *after, const char *words)
{
	struct zone_change change;
	buf_clear(&story->words);
	assert_true(zone_next_change(story->zone, seconds_of(after), &change));
	bool touched = words_change(&story->schedule, &change, &story->words);
	assert_int_equal(touched, words != NULL);
	assert_str(buf_view(&story->words), str_from(words));
}

static void a_run_clear_of_clock_changes_has_no_note(void **state)
{
	(void)state;
	struct story story;
	given(&story, "30 1 * * *", "Europe/London");
	expect_note(&story, "2025-03-28T12:00:00", "");
	done(&story);
}

static void a_time_that_clocks_skip_is_told_with_where_it_runs(void **state)
{
	(void)state;
	struct story story;
	given(&story, "30 1 * * *", "Europe/London");
	expect_note(&story, "2025-03-29T12:00:00",
		    "clocks go forward: 01:30 does not exist, runs at 02:30 BST");
	story.schedule.gap = GAP_NEXT;
	expect_note(&story, "2025-03-29T12:00:00",
		    "clocks go forward: 01:30 does not exist, runs at 02:00 BST");
	done(&story);
	given(&story, "15 30 1 * * *", "Europe/London");
	expect_note(&story, "2025-03-29T12:00:00",
		    "clocks go forward: 01:30:15 does not exist, runs at 02:30:15 BST");
	done(&story);
	given(&story, "FREQ=DAILY", "Europe/London");
	expect_note(&story, "2025-03-29T12:00:00",
		    "clocks go forward: 01:30 does not exist, runs at 02:30 BST");
	done(&story);
}

static void a_skipped_day_is_told_with_its_date(void **state)
{
	(void)state;
	struct story story;
	given(&story, "0 10 30 12 *", "Pacific/Apia");
	expect_note(&story, "2011-12-01T00:00:00",
		    "clocks go forward: 10:00 on 30 December 2011 does not exist, runs at 10:00 on "
		    "31 December 2011 +14");
	done(&story);
}

static void two_runs_that_fall_on_one_instant_are_told_as_one(void **state)
{
	(void)state;
	struct story story;
	given(&story, "30 1,2 * * *", "Europe/London");
	expect_note(&story, "2025-03-29T12:00:00",
		    "clocks go forward: 01:30 does not exist and coincides with 02:30 BST");
	done(&story);
}

static void a_beat_goes_on_and_only_its_first_run_after_the_gap_says_why(void **state)
{
	(void)state;
	struct story story;
	given(&story, "*/30 * * * *", "Europe/London");
	expect_note(&story, "2025-03-30T00:30:00", "clocks go forward from 01:00 to 02:00");
	expect_note(&story, "2025-03-30T01:00:00", "");
	done(&story);
	given(&story, "*/30 1 * * *", "Europe/London");
	expect_note(&story, "2025-03-30T00:30:00",
		    "clocks go forward: 01:00 does not exist, runs at 02:00 BST");
	done(&story);
}

static void a_time_that_happens_twice_is_told_with_which_one_runs(void **state)
{
	(void)state;
	struct story story;
	given(&story, "30 1 * * *", "Europe/London");
	expect_note(&story, "2025-10-25T12:00:00",
		    "clocks go back: 01:30 happens twice, runs the first time only, in BST");
	story.schedule.overlap = OVERLAP_SECOND;
	expect_note(&story, "2025-10-25T12:00:00",
		    "clocks go back: 01:30 happens twice, runs the second time only, in GMT");
	story.schedule.overlap = OVERLAP_BOTH;
	expect_note(&story, "2025-10-25T12:00:00",
		    "clocks go back: 01:30 happens twice, this is the first time, in BST");
	expect_note(&story, "2025-10-26T00:30:00",
		    "clocks go back: 01:30 happens twice, this is the second time, in GMT");
	done(&story);
	given(&story, "*/30 * * * *", "Europe/London");
	expect_note(&story, "2025-10-26T00:30:00",
		    "clocks go back: 01:00 happens twice, this is the second time, in GMT");
	done(&story);
}

static void a_clock_change_to_come_is_told_if_it_touches_the_rule(void **state)
{
	(void)state;
	struct story story;
	given(&story, "30 1 * * *", "Europe/London");
	expect_change(&story, "2025-01-01T00:00:00",
		      "clocks go forward: 01:30 does not exist, runs at 02:30 BST");
	expect_change(&story, "2025-06-01T00:00:00",
		      "clocks go back: 01:30 happens twice, runs the first time only, in BST");
	story.schedule.gap = GAP_SKIP;
	story.schedule.overlap = OVERLAP_BOTH;
	expect_change(&story, "2025-01-01T00:00:00",
		      "clocks go forward: 01:30 does not exist, no run");
	expect_change(&story, "2025-06-01T00:00:00",
		      "clocks go back: 01:30 happens twice and runs twice");
	story.schedule.gap = GAP_NEXT;
	story.schedule.overlap = OVERLAP_SECOND;
	expect_change(&story, "2025-01-01T00:00:00",
		      "clocks go forward: 01:30 does not exist, runs at 02:00 BST");
	expect_change(&story, "2025-06-01T00:00:00",
		      "clocks go back: 01:30 happens twice, runs the second time only, in GMT");
	done(&story);
	given(&story, "0 9 * * *", "Europe/London");
	expect_change(&story, "2025-01-01T00:00:00", NULL);
	expect_change(&story, "2025-06-01T00:00:00", NULL);
	done(&story);
	/* The change is on a Sunday. */
	given(&story, "30 1 * * 1-5", "Europe/London");
	expect_change(&story, "2025-01-01T00:00:00", NULL);
	done(&story);
}

static void a_beat_is_told_the_span_of_a_clock_change(void **state)
{
	(void)state;
	struct story story;
	given(&story, "5/15 * * * *", "Europe/London");
	expect_change(&story, "2025-01-01T00:00:00", "clocks go forward from 01:00 to 02:00");
	expect_change(&story, "2025-06-01T00:00:00",
		      "clocks go back: 01:00 to 02:00 happens twice and runs twice");
	story.schedule.gap = GAP_SKIP;
	expect_change(&story, "2025-01-01T00:00:00", "clocks go forward from 01:00 to 02:00");
	done(&story);
}

static void a_run_that_is_left_out_is_not_told(void **state)
{
	(void)state;
	struct story story;
	msec left_out = seconds_of("2025-03-30T01:30:00") * 1000;
	given(&story, "30 1 * * *", "Europe/London");
	story.schedule.exdates = &left_out;
	story.schedule.exdates_len = 1;
	expect_change(&story, "2025-01-01T00:00:00", NULL);
	done(&story);
	given(&story, "FREQ=DAILY;UNTIL=20250301T000000Z", "Europe/London");
	expect_change(&story, "2025-01-01T00:00:00", NULL);
	done(&story);
}

static void an_interval_knows_no_clock_changes(void **state)
{
	(void)state;
	struct story story;
	given(&story, "15m", "Europe/London");
	expect_change(&story, "2025-01-01T00:00:00", NULL);
	expect_note(&story, "2025-03-30T00:59:00", "");
	done(&story);
}

static void intervals_are_said_in_units_that_do_not_mislead(void **state)
{
	(void)state;
	static const struct {
		const char *interval;
		const char *words;
	} rows[] = {
		{ "1s", "every second from the start" },
		{ "45s", "every 45 seconds from the start" },
		{ "90s", "every 90 seconds from the start" },
		{ "1m", "every minute from the start" },
		{ "2m30s", "every 2 minutes and 30 seconds from the start" },
		{ "15m", "every 15 minutes from the start" },
		{ "1h", "every hour from the start" },
		{ "90m", "every 90 minutes from the start" },
		{ "1h30m15s", "every 90 minutes and 15 seconds from the start" },
		{ "2h15m", "every 2 hours and 15 minutes from the start" },
		{ "1d", "every 24 hours from the start" },
		{ "36h", "every 36 hours from the start" },
		{ "2d", "every 2 days of 24 hours from the start" },
		{ "1w", "every 7 days of 24 hours from the start" },
		{ "1500ms", "every 1 second and 500 milliseconds from the start" },
	};
	struct buf words;
	buf_init(&words, 4096);
	for (size_t i = 0; i < countof(rows); i++) {
		struct rule rule;
		struct why why;
		buf_clear(&words);
		assert_int_equal(rule_parse(RULE_INTERVAL, str_from(rows[i].interval), &rule, &why),
				 ERR_OK);
		words_rule(&rule, &words);
		assert_str(buf_view(&words), str_from(rows[i].words));
	}
	buf_done(&words);
}

static void a_rule_is_said_by_its_kind(void **state)
{
	(void)state;
	struct story story;
	given(&story, "0 9 * * 1", "Europe/London");
	words_rule(&story.schedule.rule, &story.words);
	assert_str(buf_view(&story.words), STR("at 09:00 every Monday"));
	done(&story);
	given(&story, "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;BYHOUR=9;BYMINUTE=0", "Europe/London");
	words_rule(&story.schedule.rule, &story.words);
	assert_str(buf_view(&story.words), STR("at 09:00 on Monday, every second week"));
	done(&story);
}

static void dates_are_written_out(void **state)
{
	(void)state;
	struct buf words;
	buf_init(&words, 100);
	words_date(seconds_of("2025-03-30T01:30:00"), &words);
	buf_add_byte(&words, ' ');
	words_date(seconds_of("0001-12-01T00:00:00"), &words);
	assert_str(buf_view(&words), STR("30 March 2025 1 December 1"));
	buf_done(&words);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_clear_of_clock_changes_has_no_note),
		cmocka_unit_test(a_time_that_clocks_skip_is_told_with_where_it_runs),
		cmocka_unit_test(a_skipped_day_is_told_with_its_date),
		cmocka_unit_test(two_runs_that_fall_on_one_instant_are_told_as_one),
		cmocka_unit_test(a_beat_goes_on_and_only_its_first_run_after_the_gap_says_why),
		cmocka_unit_test(a_time_that_happens_twice_is_told_with_which_one_runs),
		cmocka_unit_test(a_clock_change_to_come_is_told_if_it_touches_the_rule),
		cmocka_unit_test(a_beat_is_told_the_span_of_a_clock_change),
		cmocka_unit_test(a_run_that_is_left_out_is_not_told),
		cmocka_unit_test(an_interval_knows_no_clock_changes),
		cmocka_unit_test(intervals_are_said_in_units_that_do_not_mislead),
		cmocka_unit_test(a_rule_is_said_by_its_kind),
		cmocka_unit_test(dates_are_written_out),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
