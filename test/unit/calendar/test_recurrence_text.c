/* Stories about RFC 5545 text of several lines, as calendars export it. */
#include "calendar/recurrence_text.h"

#include "support.h"

struct taken {
	enum err err;
	struct why why;
	char rule[200];
	char zone[200];
	char start[200];
	char rdates[200];
	char exdates[200];
};

static void keep(char out[200], str text)
{
	assert_true(text.len < 200);
	memcpy(out, text.at ? text.at : "", text.len);
	out[text.len] = 0;
}

static struct taken parsed(const char *text)
{
	struct taken taken = { 0 };
	struct recurrence_text out;
	buf_init(&out.start, 64);
	buf_init(&out.rdates, 200);
	buf_init(&out.exdates, 200);
	taken.err = recurrence_text_parse(str_from(text), &out, &taken.why);
	if (!taken.err) {
		keep(taken.rule, out.rule);
		keep(taken.zone, out.zone);
		keep(taken.start, buf_view(&out.start));
		keep(taken.rdates, buf_view(&out.rdates));
		keep(taken.exdates, buf_view(&out.exdates));
	}
	buf_done(&out.start);
	buf_done(&out.rdates);
	buf_done(&out.exdates);
	return taken;
}

static void only_text_of_lines_is_taken_apart(void **state)
{
	(void)state;
	assert_true(recurrence_text_has_lines(STR("DTSTART:20260105T090000Z\nRRULE:FREQ=DAILY")));
	assert_true(recurrence_text_has_lines(STR("RRULE:FREQ=DAILY\r\nEXDATE:20260105T090000Z")));
	assert_true(recurrence_text_has_lines(STR("dtstart;TZID=Europe/Rome:20260105T090000")));
	assert_false(recurrence_text_has_lines(STR("RRULE:FREQ=DAILY")));
	assert_false(recurrence_text_has_lines(STR("FREQ=DAILY;BYDAY=MO")));
	assert_false(recurrence_text_has_lines(STR("DTSTARTS")));
	assert_false(recurrence_text_has_lines(STR("")));
}

static void each_line_has_its_place(void **state)
{
	(void)state;
	struct taken taken = parsed("DTSTART;TZID=Europe/Berlin:20260105T090000\r\n"
				    "RRULE:FREQ=WEEKLY;BYDAY=MO\r\n"
				    "RDATE;TZID=Europe/Berlin:20260107T100000,20260108T113015\r\n"
				    "EXDATE;TZID=Europe/Berlin:20260112T090000\r\n"
				    "EXDATE;VALUE=DATE-TIME:20260119T090000\r\n");
	assert_int_equal(taken.err, ERR_OK);
	assert_string_equal(taken.rule, "FREQ=WEEKLY;BYDAY=MO");
	assert_string_equal(taken.zone, "Europe/Berlin");
	assert_string_equal(taken.start, "2026-01-05T09:00:00");
	assert_string_equal(taken.rdates, "2026-01-07T10:00:00,2026-01-08T11:30:15");
	assert_string_equal(taken.exdates, "2026-01-12T09:00:00,2026-01-19T09:00:00");
}

static void utc_and_dates_are_kept_as_such(void **state)
{
	(void)state;
	struct taken taken = parsed("RRULE:FREQ=DAILY\nDTSTART:20260105T090000Z");
	assert_int_equal(taken.err, ERR_OK);
	assert_string_equal(taken.start, "2026-01-05T09:00:00Z");
	assert_string_equal(taken.zone, "");
	taken = parsed("DTSTART;VALUE=DATE:20260105\nRRULE:FREQ=DAILY\nEXDATE;VALUE=DATE:20260107");
	assert_int_equal(taken.err, ERR_OK);
	assert_string_equal(taken.start, "2026-01-05");
	assert_string_equal(taken.exdates, "2026-01-07");
}

static void what_cannot_be_kept_is_refused_with_its_line(void **state)
{
	static const struct {
		const char *text;
		const char *says;
		size_t at;
	} cases[] = {
		{ "RRULE:FREQ=DAILY\nEXRULE:FREQ=WEEKLY", "each line begins with", 17 },
		{ "RRULE:FREQ=DAILY\nRRULE:FREQ=WEEKLY", "RRULE stands twice", 17 },
		{ "DTSTART:20260105T090000\nDTSTART:20260105T090000", "DTSTART stands twice", 24 },
		{ "DTSTART:20260105T090000,20260106T090000\nRRULE:FREQ=DAILY", "takes one time",
		  0 },
		{ "DTSTART:20260105\nRRULE:FREQ=DAILY", "needs VALUE=DATE", 0 },
		{ "DTSTART;VALUE=DATE:20260105T090000\nRRULE:FREQ=DAILY", "without a time", 0 },
		{ "DTSTART:20260105T090000\nRRULE:FREQ=DAILY\nEXDATE;VALUE=DATE:20260107",
		  "unlike DTSTART", 41 },
		{ "DTSTART;TZID=Europe/Rome:20260105T090000Z\nRRULE:FREQ=DAILY",
		  "goes without TZID", 0 },
		{ "DTSTART;TZID=Europe/Rome:20260105T090000\n"
		  "RRULE:FREQ=DAILY\nRDATE;TZID=Asia/Tokyo:20260107T100000",
		  "another TZID", 58 },
		{ "RRULE:FREQ=DAILY\nRDATE;VALUE=PERIOD:20260107T100000Z/PT1H", "VALUE=PERIOD",
		  17 },
		{ "RRULE:FREQ=DAILY\nEXDATE:20260230T090000", "the day must be 01 to 28", 17 },
		{ "DTSTART:20260105T090000\n", "an RRULE line is required", 0 },
		{ "RRULE:\nDTSTART:20260105T090000", "RRULE needs a value", 0 },
	};
	(void)state;
	for (u32 i = 0; i < countof(cases); i++) {
		struct taken taken = parsed(cases[i].text);
		if (!taken.err || !strstr(taken.why.text, cases[i].says))
			fail_msg("%s: %s", cases[i].text, taken.err ? taken.why.text : "accepted");
		assert_int_equal(taken.why.at, cases[i].at);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_text_of_lines_is_taken_apart),
		cmocka_unit_test(each_line_has_its_place),
		cmocka_unit_test(utc_and_dates_are_kept_as_such),
		cmocka_unit_test(what_cannot_be_kept_is_refused_with_its_line),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
