/* When a series comes, how it ends, and the texts around it. */
#include "calendar/civil.h"
#include "calendar/zone.h"
#include "model/reminder.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>
#undef fail

static msec at(const char *text)
{
	struct why why;
	msec instant = 0;
	assert_int_equal(ERR_OK, instant_parse(str_from(text), &instant, &why));
	return instant;
}

static struct reminder_series series(const char *rule, const char *start)
{
	return (struct reminder_series){ .zone = zone_utc(),
					 .rule = str_from(rule),
					 .starts_at = at(start) };
}

static void the_first_is_the_start_itself(void **state)
{
	(void)state;
	struct reminder_series daily = series("FREQ=DAILY", "2026-03-02T09:00:00Z");
	msec next = 0;
	assert_true(reminder_next(&daily, at("2026-03-02T08:59:59Z"), &next));
	assert_true(next == at("2026-03-02T09:00:00Z"));
	assert_true(reminder_next(&daily, next, &next));
	assert_true(next == at("2026-03-03T09:00:00Z"));
}

static void the_last_day_counts(void **state)
{
	(void)state;
	struct reminder_series daily = series("FREQ=DAILY", "2026-03-02T09:00:00Z");
	msec next = 0;
	daily.end_date = at("2026-03-03T00:00:00Z") / MSEC_DAY;
	assert_true(reminder_next(&daily, at("2026-03-03T08:00:00Z"), &next));
	assert_false(reminder_next(&daily, at("2026-03-03T09:00:00Z"), &next));
}

static void the_earlier_of_two_ends_wins(void **state)
{
	(void)state;
	struct reminder_series daily = series("FREQ=DAILY;UNTIL=20260303T090000Z",
					      "2026-03-02T09:00:00Z");
	msec next = 0;
	daily.end_date = at("2026-06-01T00:00:00Z") / MSEC_DAY;
	assert_false(reminder_next(&daily, at("2026-03-03T09:00:00Z"), &next));
}

static void what_is_wrong_is_named(void **state)
{
	(void)state;
	struct why why;
	struct reminder_series bad = series("FREQ=OFTEN", "2026-03-02T09:00:00Z");
	assert_int_not_equal(ERR_OK, reminder_series_check(&bad, 0, &why));
	assert_non_null(strstr(why.text, "recurrence_rule: "));
	bad = series("FREQ=SECONDLY;INTERVAL=30", "2026-03-02T09:00:00Z");
	assert_int_equal(ERR_INVALID, reminder_series_check(&bad, 0, &why));
	bad = series("FREQ=DAILY;COUNT=2", "2026-03-02T09:00:00Z");
	assert_int_equal(ERR_OK, reminder_series_check(&bad, 0, &why));
	assert_int_equal(ERR_RULE_NEVER,
			 reminder_series_check(&bad, at("2026-03-04T09:00:00Z"), &why));
}

static void the_latest_is_found_over_any_span(void **state)
{
	(void)state;
	static const struct {
		const char *rule, *now, *latest;
	} rows[] = {
		{ "FREQ=DAILY", "2026-03-02T09:00:00Z", "2026-03-02T09:00:00Z" },
		{ "FREQ=DAILY", "2026-03-03T08:00:00Z", "2026-03-02T09:00:00Z" },
		{ "FREQ=DAILY", "2026-03-03T09:00:00Z", "2026-03-03T09:00:00Z" },
		{ "FREQ=MINUTELY", "2027-03-02T09:00:30Z", "2027-03-02T09:00:00Z" },
		{ "FREQ=MONTHLY", "2036-04-01T00:00:00Z", "2036-03-02T09:00:00Z" },
		{ "FREQ=YEARLY;INTERVAL=10", "2051-01-01T00:00:00Z", "2046-03-02T09:00:00Z" },
		{ "FREQ=DAILY;COUNT=3", "2036-04-01T00:00:00Z", "2026-03-04T09:00:00Z" },
	};
	for (size_t i = 0; i < countof(rows); i++) {
		struct reminder_series one = series(rows[i].rule, "2026-03-02T09:00:00Z");
		msec latest = reminder_latest(&one, one.starts_at, at(rows[i].now));
		assert_true(latest == at(rows[i].latest));
	}
}

static void an_entity_names_its_reminder(void **state)
{
	(void)state;
	char text[REMINDER_ENTITY_LEN];
	struct uuid id = { { 1, 2, 3 } }, back;
	reminder_print_entity(&id, text);
	assert_true(reminder_parse_entity((str){ text, sizeof text }, &back));
	assert_true(uuid_eq(&id, &back));
	assert_false(reminder_parse_entity(STR("reminder:1"), &back));
	text[0] = 'x';
	assert_false(reminder_parse_entity((str){ text, sizeof text }, &back));
}

static void words_are_known_in_any_case(void **state)
{
	(void)state;
	enum reminder_status status;
	assert_true(reminder_status_parse(STR("snoozed"), &status));
	assert_int_equal(REMINDER_SNOOZED, status);
	assert_false(reminder_status_parse(STR("LATER"), &status));
	assert_true(reminder_status_is_over(REMINDER_COMPLETED));
	assert_false(reminder_status_is_over(REMINDER_SENT));
	assert_true(channel_name_is_good(STR("in_app")));
	assert_false(channel_name_is_good(STR("in app")));
	assert_false(channel_name_is_good(STR("")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_is_the_start_itself),
		cmocka_unit_test(the_last_day_counts),
		cmocka_unit_test(the_earlier_of_two_ends_wins),
		cmocka_unit_test(what_is_wrong_is_named),
		cmocka_unit_test(the_latest_is_found_over_any_span),
		cmocka_unit_test(an_entity_names_its_reminder),
		cmocka_unit_test(words_are_known_in_any_case),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
