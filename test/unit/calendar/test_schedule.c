/* Stories about making a schedule ready: which kind a rule's text is, reading and printing by kind,
 * binding, and refusing what can never fire. */
#include "calendar/daybook.h"
#include "calendar/duration.h"
#include "calendar/next.h"

#include "support.h"

static void the_kind_of_a_rule_is_seen_from_its_text(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		enum rule_kind kind;
	} rows[] = {
		{ "FREQ=DAILY", RULE_RRULE },
		{ "RRULE:FREQ=DAILY", RULE_RRULE },
		{ "rrule:oops", RULE_RRULE },
		{ "  RRULE:x", RULE_RRULE },
		{ "freq=", RULE_RRULE },
		{ "=", RULE_RRULE },
		{ "90s", RULE_INTERVAL },
		{ "15m", RULE_INTERVAL },
		{ "6h", RULE_INTERVAL },
		{ "1d", RULE_INTERVAL },
		{ "2w", RULE_INTERVAL },
		{ "1h30m", RULE_INTERVAL },
		{ "250ms", RULE_INTERVAL },
		{ " 6H ", RULE_INTERVAL },
		{ "1D", RULE_INTERVAL },
		{ "* * * * *", RULE_CRON },
		{ "0 9 * * 1", RULE_CRON },
		{ "@daily", RULE_CRON },
		{ "", RULE_CRON },
		{ "   ", RULE_CRON },
		{ "5", RULE_CRON },
		{ "90", RULE_CRON },
		{ "s", RULE_CRON },
		{ "xs", RULE_CRON },
		{ "5x", RULE_CRON },
		{ "1 2 3 4 5m", RULE_CRON },
		{ "1\t2m", RULE_CRON },
		{ "daily", RULE_CRON },
	};
	for (size_t i = 0; i < countof(rows); i++) {
		if (rule_kind_guess(str_from(rows[i].text)) != rows[i].kind)
			fail_msg("\"%s\" is not %d", rows[i].text, rows[i].kind);
	}
}

static void a_rule_is_read_and_printed_by_its_kind(void **state)
{
	(void)state;
	static const struct {
		enum rule_kind kind;
		const char *text, *normal;
	} rows[] = {
		{ RULE_CRON, "0 9 * * MON-FRI", "0 9 * * 1-5" },
		{ RULE_CRON, "@hourly", "0 * * * *" },
		{ RULE_RRULE, "rrule:freq=daily;interval=2", "FREQ=DAILY;INTERVAL=2" },
		{ RULE_INTERVAL, "90m", "1h30m" },
		{ RULE_INTERVAL, "3600", "1h" },
		{ RULE_INTERVAL, "1", "1s" },
	};
	struct buf out;
	buf_init(&out, SUPPORT_TEXT_MAX);
	for (size_t i = 0; i < countof(rows); i++) {
		struct rule rule = { 0 };
		assert_int_equal(rule_parse(rows[i].kind, str_from(rows[i].text), &rule, NULL),
				 ERR_OK);
		assert_int_equal(rule.kind, rows[i].kind);
		buf_clear(&out);
		rule_print(&rule, &out);
		assert_str(buf_view(&out), str_from(rows[i].normal));
	}
	buf_done(&out);
}

static void a_rule_that_is_refused_leaves_the_kind_alone(void **state)
{
	(void)state;
	static const struct {
		enum rule_kind kind;
		struct refusal refusal;
	} rows[] = {
		{ RULE_CRON, { "x", ERR_CRON_SYNTAX, 0, 1, "five fields" } },
		{ RULE_CRON, { "60 * * * *", ERR_CRON_RANGE, 0, 2, "minute" } },
		{ RULE_RRULE, { "FREQ=NOW", ERR_RRULE_SYNTAX, 5, 3, "FREQ" } },
		{ RULE_INTERVAL, { "5x", ERR_INTERVAL, 0, 2, "1h30m" } },
		{ RULE_INTERVAL, { "0s", ERR_INTERVAL, 0, 2, "at least one second" } },
		{ RULE_INTERVAL, { "999ms", ERR_INTERVAL, 0, 5, "at least one second" } },
		{ RULE_INTERVAL, { "0", ERR_INTERVAL, 0, 1, "at least one second" } },
	};
	for (size_t i = 0; i < countof(rows); i++) {
		struct rule rule = { .kind = RULE_RRULE };
		struct why why = { 0 };
		if (rows[i].kind == RULE_RRULE) rule.kind = RULE_CRON;
		enum rule_kind before = rule.kind;
		enum err err = rule_parse(rows[i].kind, str_from(rows[i].refusal.text), &rule,
					  &why);
		expect_why(&rows[i].refusal, err, &why);
		assert_int_equal(rule.kind, before);
	}
}

static void the_longest_and_shortest_intervals_are_accepted(void **state)
{
	(void)state;
	struct rule rule = { 0 };
	assert_int_equal(rule_parse(RULE_INTERVAL, STR("1s"), &rule, NULL), ERR_OK);
	assert_int_equal(rule.interval, MSEC_SECOND);
	assert_int_equal(rule_parse(RULE_INTERVAL, STR("1001ms"), &rule, NULL), ERR_OK);
	assert_int_equal(rule.interval, 1001);
	assert_int_equal(rule_parse(RULE_INTERVAL, STR("366000d"), &rule, NULL), ERR_OK);
	assert_int_equal(rule.interval, DURATION_MAX);
}

static void until_becomes_an_instant_in_the_zone(void **state)
{
	(void)state;
	static const struct {
		const char *rule, *zone, *until;
	} rows[] = {
		{ "FREQ=DAILY;UNTIL=20251231T120000Z", "Asia/Tokyo", "2025-12-31T12:00:00Z" },
		{ "FREQ=DAILY;UNTIL=20251231T120000", "Asia/Tokyo", "2025-12-31T03:00:00Z" },
		{ "FREQ=DAILY;UNTIL=20251231", "Asia/Tokyo", "2025-12-31T14:59:59Z" },
		{ "FREQ=DAILY;UNTIL=20251231", "America/New_York", "2026-01-01T04:59:59Z" },
		/* In a gap: with the offset before it. */
		{ "FREQ=DAILY;UNTIL=20250330T013000", "Europe/London", "2025-03-30T01:30:00Z" },
		/* Twice: a time means the first, a date all of its day. */
		{ "FREQ=DAILY;UNTIL=20251030T235959", "Africa/Cairo", "2025-10-30T20:59:59Z" },
		{ "FREQ=DAILY;UNTIL=20251030", "Africa/Cairo", "2025-10-30T21:59:59Z" },
		{ "FREQ=DAILY;UNTIL=20251026T013000", "Europe/London", "2025-10-26T00:30:00Z" },
	};
	for (size_t i = 0; i < countof(rows); i++) {
		struct plan plan = { .rule = rows[i].rule, .start = "2025-01-01T00:00" };
		struct zone *zone = load_zone(rows[i].zone);
		assert_int_equal(given_schedule(&plan, zone).until, instant_of(rows[i].until));
		zone_free(zone);
	}
	struct plan endless = { .rule = "FREQ=DAILY", .start = "2025-01-01T00:00" };
	assert_int_equal(given_schedule(&endless, zone_utc()).until, MSEC_MAX);
	struct plan counted = { .rule = "FREQ=DAILY;COUNT=5", .start = "2025-01-01T00:00" };
	assert_int_equal(given_schedule(&counted, zone_utc()).until, MSEC_MAX);
}

static void binding_again_takes_the_new_fields(void **state)
{
	(void)state;
	struct plan plan = { .rule = "FREQ=WEEKLY;COUNT=2", .start = "2025-01-01T09:00" };
	struct schedule schedule = given_schedule(&plan, zone_utc());
	expect_next(&schedule, "first", MSEC_MIN, "2025-01-01T09:00:00Z 2025-01-08T09:00:00Z .");
	schedule.start = seconds_of("2025-02-06T10:30:00");
	assert_int_equal(schedule_bind(&schedule, NULL), ERR_OK);
	expect_next(&schedule, "second", MSEC_MIN, "2025-02-06T10:30:00Z 2025-02-13T10:30:00Z .");
	struct zone *tokyo = load_zone("Asia/Tokyo");
	schedule.zone = tokyo;
	assert_int_equal(schedule_bind(&schedule, NULL), ERR_OK);
	expect_next(&schedule, "third", MSEC_MIN, "2025-02-06T01:30:00Z 2025-02-13T01:30:00Z .");
	zone_free(tokyo);
}

static void a_cron_start_becomes_an_instant_in_the_zone(void **state)
{
	(void)state;
	struct zone *zone = load_zone("Europe/London");
	struct plan plan = { .rule = "* * * * *", .start = "2025-10-26T01:30" };
	assert_int_equal(given_schedule(&plan, zone).start_at, instant_of("2025-10-26T00:30:00Z"));
	plan.start = "2025-03-30T01:30";
	assert_int_equal(given_schedule(&plan, zone).start_at, instant_of("2025-03-30T01:30:00Z"));
	zone_free(zone);
}

static void schedules_that_can_never_fire_are_refused(void **state)
{
	(void)state;
	static const struct {
		struct plan plan;
		const char *word;
	} rows[] = {
		{ { .rule = "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", .start = "2025-01-01" },
		  "its parts" },
		{ { .rule = "FREQ=DAILY;UNTIL=20241231", .start = "2025-01-01" }, "its end" },
		{ { .rule = "FREQ=DAILY;UNTIL=20250101T085959Z", .start = "2025-01-01T09:00" },
		  "end" },
		{ { .rule = "0 0 1 1 *", .start = "9999-01-01T00:00:01" }, "the year 9999" },
		{ { .rule = "FREQ=DAILY", .zone = "America/New_York", .start = "9999-12-31T20:00" },
		  "the year 9999" },
		/* Every one of its walls is in the gap of the last Sunday of March. */
		{ { .rule = "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
		    .zone = "Europe/London",
		    .start = "2025-03-30T01:30",
		    .gap = GAP_SKIP },
		  "never fires" },
		{ { .rule = "FREQ=DAILY;COUNT=1",
		    .zone = "Europe/London",
		    .start = "2025-03-30T01:30",
		    .gap = GAP_SKIP },
		  "never fires" },
	};
	for (size_t i = 0; i < countof(rows); i++) {
		struct refusal refusal = { rows[i].plan.rule, ERR_RULE_NEVER, 0, 0, rows[i].word };
		struct zone *zone = rows[i].plan.zone ? load_zone(rows[i].plan.zone) : NULL;
		struct schedule schedule;
		struct why why = { 0 };
		enum err err = plan_schedule(&rows[i].plan, zone ? zone : zone_utc(), &schedule,
					     &why);
		expect_why(&refusal, err, &why);
		zone_free(zone);
	}
}

static void a_schedule_of_which_nothing_is_left_is_refused(void **state)
{
	(void)state;
	struct plan plan = { .rule = "FREQ=DAILY;COUNT=2", .start = "2025-01-01T09:00" };
	struct schedule schedule = given_schedule(&plan, zone_utc());
	const msec both[] = { instant_of("2025-01-01T09:00:00Z"),
			      instant_of("2025-01-02T09:00:00Z") };
	struct why why = { 0 };
	schedule.exdates = both;
	schedule.exdates_len = 1;
	assert_int_equal(schedule_bind(&schedule, &why), ERR_OK);
	schedule.exdates_len = 2;
	assert_int_equal(schedule_bind(&schedule, &why), ERR_RULE_NEVER);
	assert_non_null(strstr(why.text, "its excluded dates"));
	/* One extra date brings it back. */
	const msec extra = instant_of("2025-06-01T00:00:00Z");
	schedule.rdates = &extra;
	schedule.rdates_len = 1;
	assert_int_equal(schedule_bind(&schedule, &why), ERR_OK);
}

static void a_schedule_whose_days_are_all_excluded_is_refused(void **state)
{
	(void)state;
	struct plan plan = { .rule = "FREQ=WEEKLY;BYDAY=SA", .start = "2025-01-01T09:00" };
	struct schedule schedule = given_schedule(&plan, zone_utc());
	struct daybook *weekends = NULL;
	struct why why = { 0 };
	assert_int_equal(daybook_new(&weekends), ERR_OK);
	assert_int_equal(
		daybook_add_rule(weekends, STR("FREQ=WEEKLY;BYDAY=SA,SU"), STR("2020-01-01"), &why),
		ERR_OK);
	const struct daybook *books[] = { weekends };
	schedule.excluded = books;
	schedule.excluded_len = 1;
	assert_int_equal(schedule_bind(&schedule, &why), ERR_RULE_NEVER);
	assert_non_null(strstr(why.text, "never fires"));
	daybook_free(weekends);
}

/* ---- promises ---------------------------------------------------------------------------- */

static void bind_it(void *context)
{
	assert_int_equal(schedule_bind(context, NULL), ERR_OK);
}

static void a_schedule_that_is_not_filled_in_breaks_a_promise(void **state)
{
	(void)state;
	static const msec same[] = { 5, 5 };
	struct plan plan = { .rule = "FREQ=DAILY", .start = "2025-01-01" };
	struct schedule good = given_schedule(&plan, zone_utc());
	struct schedule bad = good;
	assert_false(breaks_promise(bind_it, &good));
	bad.zone = NULL;
	assert_true(breaks_promise(bind_it, &bad));
	bad = good;
	bad.has_start = false;
	assert_true(breaks_promise(bind_it, &bad));
	bad = good;
	bad.rdates = same;
	bad.rdates_len = 2;
	assert_true(breaks_promise(bind_it, &bad));
	bad = good;
	bad.exdates = same;
	bad.exdates_len = 2;
	assert_true(breaks_promise(bind_it, &bad));
	bad = good;
	bad.rdates_len = SCHEDULE_DATES_MAX + 1;
	assert_true(breaks_promise(bind_it, &bad));
	bad = good;
	bad.exdates_len = SCHEDULE_DATES_MAX + 1;
	assert_true(breaks_promise(bind_it, &bad));
	bad = good;
	bad.excluded_len = SCHEDULE_DAYBOOKS_MAX + 1;
	assert_true(breaks_promise(bind_it, &bad));
}

static void a_thousand_dates_may_be_taken_away(void **state)
{
	(void)state;
	static msec dates[SCHEDULE_DATES_MAX];
	struct plan plan = { .rule = "FREQ=DAILY", .start = "2025-01-01" };
	struct schedule schedule = given_schedule(&plan, zone_utc());
	for (u32 i = 0; i < SCHEDULE_DATES_MAX; i++)
		dates[i] = instant_of("2025-01-01T00:00:00Z") + i * MSEC_DAY;
	schedule.exdates = dates;
	schedule.exdates_len = SCHEDULE_DATES_MAX;
	assert_int_equal(schedule_bind(&schedule, NULL), ERR_OK);
	expect_next(&schedule, "after a thousand days", MSEC_MIN, "2027-09-28T00:00:00Z");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_kind_of_a_rule_is_seen_from_its_text),
		cmocka_unit_test(a_rule_is_read_and_printed_by_its_kind),
		cmocka_unit_test(a_rule_that_is_refused_leaves_the_kind_alone),
		cmocka_unit_test(the_longest_and_shortest_intervals_are_accepted),
		cmocka_unit_test(until_becomes_an_instant_in_the_zone),
		cmocka_unit_test(binding_again_takes_the_new_fields),
		cmocka_unit_test(a_cron_start_becomes_an_instant_in_the_zone),
		cmocka_unit_test(schedules_that_can_never_fire_are_refused),
		cmocka_unit_test(a_schedule_of_which_nothing_is_left_is_refused),
		cmocka_unit_test(a_schedule_whose_days_are_all_excluded_is_refused),
		cmocka_unit_test(a_schedule_that_is_not_filled_in_breaks_a_promise),
		cmocka_unit_test(a_thousand_dates_may_be_taken_away),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
