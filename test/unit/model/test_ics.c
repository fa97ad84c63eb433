/* Reminders as a calendar: lines, texts, ends of series. */
#include "base/check.h"
#include "calendar/civil.h"
#include "calendar/zone.h"
#include "model/ics.h"

static msec at(const char *text)
{
	struct why why;
	msec instant = 0;
	assert_int_equal(ERR_OK, instant_parse(str_from(text), &instant, &why));
	return instant;
}

static struct reminder_row a_reminder(const char *title)
{
	return (struct reminder_row){ .id = { { 1, 2, 3 } },
				      .starts_at = at("2026-03-02T09:00:00Z"),
				      .title = str_from(title),
				      .hot = { .run_at = at("2026-03-05T10:30:15.500Z"),
					       .version = 7,
					       .updated_at = at("2026-01-01T00:00:00Z") } };
}

static bool has(str text, const char *part)
{
	str wanted = str_from(part);
	for (size_t i = 0; i + wanted.len <= text.len; i++) {
		if (str_eq(str_slice(text, i, i + wanted.len), wanted)) return true;
	}
	return false;
}

static void expect_in(const struct reminder_row *row, const char *part)
{
	struct ics_item item = { row, zone_utc() };
	struct buf out;
	buf_init(&out, 1 << 20);
	ics_write(&out, &item, 1, at("2026-03-01T00:00:00Z"));
	if (!has(buf_view(&out), part)) fail_msg("no %s in %.*s", part, STR_ARG(buf_view(&out)));
	buf_done(&out);
}

static void an_event_has_what_others_need(void **state)
{
	(void)state;
	struct reminder_row row = a_reminder("Call back");
	expect_in(&row, "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:");
	expect_in(&row, "BEGIN:VEVENT\r\nUID:01020300-0000-0000-0000-000000000000\r\n"
			"DTSTAMP:20260101T000000Z\r\nSEQUENCE:7\r\nDTSTART:20260305T103015Z\r\n"
			"SUMMARY:Call back\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n");
}

static void texts_are_escaped_and_cannot_add_lines(void **state)
{
	(void)state;
	struct reminder_row row = a_reminder("a,b;c\\d\r\nEND:VEVENT\x01");
	expect_in(&row, "SUMMARY:a\\,b\\;c\\\\d\\nEND:VEVENT\r\n");
}

static void long_lines_are_folded_between_characters(void **state)
{
	(void)state;
	/* Of the 75 octets of a line SUMMARY: takes 8; an umlaut takes two, so 66 and not 67. */
	struct reminder_row row = a_reminder("ääääääääääääääääääääääääääääääääääx");
	expect_in(&row, "SUMMARY:äääääääääääääääääääääääääääääääää\r\n äx\r\n");
}

static void a_rule_has_one_end(void **state)
{
	(void)state;
	struct reminder_row row = a_reminder("Series");
	row.is_recurring = true;
	row.rule = STR("FREQ=DAILY;COUNT=3");
	expect_in(&row, "DTSTART:20260302T090000Z\r\nRRULE:FREQ=DAILY;COUNT=3\r\n");
	row.end_date = at("2026-06-01T00:00:00Z") / MSEC_DAY;
	expect_in(&row, "RRULE:FREQ=DAILY;COUNT=3\r\n"); /* over before that day */
	row.end_date = at("2026-03-03T00:00:00Z") / MSEC_DAY;
	expect_in(&row, "RRULE:FREQ=DAILY;UNTIL=20260303T235959Z\r\n");
	row.rule = STR("RRULE:UNTIL=20260310T000000Z;FREQ=DAILY");
	expect_in(&row, "RRULE:FREQ=DAILY;UNTIL=20260303T235959Z\r\n");
}

static void a_zone_that_is_gone_is_told_in_utc(void **state)
{
	(void)state;
	struct reminder_row row = a_reminder("Series");
	struct ics_item item = { &row, NULL };
	struct buf out;
	row.is_recurring = true;
	row.rule = STR("FREQ=DAILY");
	buf_init(&out, 1 << 20);
	ics_write(&out, &item, 1, at("2026-03-01T00:00:00Z"));
	assert_true(has(buf_view(&out), "DTSTART:20260305T103015Z\r\n")); /* the next of it */
	assert_false(has(buf_view(&out), "RRULE"));
	buf_done(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_event_has_what_others_need),
		cmocka_unit_test(texts_are_escaped_and_cannot_add_lines),
		cmocka_unit_test(long_lines_are_folded_between_characters),
		cmocka_unit_test(a_rule_has_one_end),
		cmocka_unit_test(a_zone_that_is_gone_is_told_in_utc),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
