/* Stories about reading cron expressions: every form of every field, and every mistake with the
 * place it is pointed out at. */
#include "calendar/bits.h"
#include "calendar/cron.h"

#include "support.h"

static struct cron parsed(const char *text)
{
	struct cron cron = { 0 };
	struct why why;
	if (cron_parse(str_from(text), &cron, &why)) fail_msg("\"%s\": %s", text, why.text);
	return cron;
}

/* Bits as text: "1,3,5" of a set. */
static u64 set_of(const char *text)
{
	str rest = str_from(text);
	u64 set = 0;
	while (rest.len) {
		u64 member = 0;
		str word = str_split(&rest, ',');
		str last = word;
		str first = str_split(&last, '-');
		u64 from = 0;
		if (!str_to_u64(first, 63, &from)) fail_msg("not a set: %s", text);
		member = from;
		if (last.len && !str_to_u64(last, 63, &member)) fail_msg("not a set: %s", text);
		set |= bits_range((u32)from, (u32)member);
	}
	return set;
}

struct field_row {
	const char *text;
	const char *set;
};

static void every_form_of_the_minute_is_read(void **state)
{
	(void)state;
	static const struct field_row rows[] = {
		{ "*", "0-59" },
		{ "0", "0" },
		{ "59", "59" },
		{ "007", "7" },
		{ "5,10,15", "5,10,15" },
		{ "10,5,10", "5,10" },
		{ "5-8", "5-8" },
		{ "5-5", "5" },
		{ "0-59", "0-59" },
		{ "*/15", "0,15,30,45" },
		{ "*/1", "0-59" },
		{ "*/7", "0,7,14,21,28,35,42,49,56" },
		{ "*/59", "0,59" },
		{ "*/60", "0" },
		{ "*/999999", "0" },
		{ "50/3", "50,53,56,59" },
		{ "58/1", "58,59" },
		{ "59/59", "59" },
		{ "5-20/5", "5,10,15,20" },
		{ "5-20/6", "5,11,17" },
		{ "5-20/16", "5" },
		{ "1-3,2-4,50/5", "1-4,50,55" },
	};
	for (size_t i = 0; i < countof(rows); i++) {
		char text[100];
		snprintf(text, sizeof text, "%s 0 * * *", rows[i].text);
		struct cron cron = parsed(text);
		assert_int_equal(cron.minutes, set_of(rows[i].set));
		assert_int_equal(cron.hours, 1);
		assert_int_equal(cron.seconds, 1);
		assert_false(cron.has_seconds);
		snprintf(text, sizeof text, "%s 0 0 * * *", rows[i].text);
		cron = parsed(text);
		assert_int_equal(cron.seconds, set_of(rows[i].set));
		assert_int_equal(cron.minutes, 1);
		assert_true(cron.has_seconds);
	}
}

static void every_form_of_the_hour_is_read(void **state)
{
	(void)state;
	static const struct field_row rows[] = {
		{ "*", "0-23" },        { "23", "23" },      { "9-17", "9-17" },
		{ "*/6", "0,6,12,18" }, { "22/1", "22,23" }, { "8-18/2", "8,10,12,14,16,18" },
	};
	for (size_t i = 0; i < countof(rows); i++) {
		char text[100];
		snprintf(text, sizeof text, "0 %s * * *", rows[i].text);
		assert_int_equal(parsed(text).hours, set_of(rows[i].set));
	}
}

static void months_have_numbers_and_names_in_any_case(void **state)
{
	(void)state;
	static const struct field_row rows[] = {
		{ "*", "1-12" },          { "1", "1" },
		{ "12", "12" },           { "JAN", "1" },
		{ "feb", "2" },           { "Mar", "3" },
		{ "aPr", "4" },           { "MAY", "5" },
		{ "jun", "6" },           { "JUL", "7" },
		{ "aug", "8" },           { "SEP", "9" },
		{ "oct", "10" },          { "NOV", "11" },
		{ "dec", "12" },          { "MAR-JUN", "3-6" },
		{ "3-JUN", "3-6" },       { "MAR-6", "3-6" },
		{ "*/3", "1,4,7,10" },    { "FEB/5", "2,7,12" },
		{ "JAN-DEC/4", "1,5,9" }, { "JAN,MAR,NOV-DEC", "1,3,11,12" },
	};
	for (size_t i = 0; i < countof(rows); i++) {
		char text[100];
		snprintf(text, sizeof text, "0 0 1 %s *", rows[i].text);
		assert_int_equal(parsed(text).months, set_of(rows[i].set));
	}
}

static void weekdays_have_numbers_and_names_and_two_sundays(void **state)
{
	(void)state;
	static const struct field_row rows[] = {
		{ "0", "0" },           { "7", "0" },           { "SUN", "0" },
		{ "mon", "1" },         { "Tue", "2" },         { "wed", "3" },
		{ "THU", "4" },         { "fri", "5" },         { "sat", "6" },
		{ "1-5", "1-5" },       { "MON-FRI", "1-5" },   { "MON-5", "1-5" },
		{ "5-7", "0,5,6" },     { "0-7", "0-6" },       { "1-7", "0-6" },
		{ "FRI-SUN", "0,5,6" }, { "5-SUN", "0,5,6" },   { "SAT-sun", "0,6" },
		{ "MON-SUN", "0-6" },   { "SUN-SAT", "0-6" },   { "SUN-SUN", "0" },
		{ "SUN-TUE", "0-2" },   { "7-SUN", "0" },       { "7-7", "0" },
		{ "*/2", "0,2,4,6" },   { "MON/2", "1,3,5" },   { "5/1", "5,6" },
		{ "7/3", "0,3,6" },     { "FRI-SUN/2", "0,5" }, { "MON-SUN/2", "0,1,3,5" },
		{ "1,3,SUN", "0,1,3" }, { "0-6", "0-6" },
	};
	for (size_t i = 0; i < countof(rows); i++) {
		char text[100];
		snprintf(text, sizeof text, "0 0 * * %s", rows[i].text);
		struct cron cron = parsed(text);
		assert_int_equal(cron.weekdays, set_of(rows[i].set));
		assert_false(cron.any_weekday);
		assert_true(cron.any_day);
	}
}

static void days_of_the_month_have_specials_that_stand_in_lists(void **state)
{
	(void)state;
	static const struct {
		const char *text, *days, *nearest, *last;
		bool last_weekday;
	} rows[] = {
		{ "1", "1", "", "", false },
		{ "31", "31", "", "", false },
		{ "*/10", "1,11,21,31", "", "", false },
		{ "5/10", "5,15,25", "", "", false },
		{ "L", "", "", "0", false },
		{ "l", "", "", "0", false },
		{ "L-0", "", "", "0", false },
		{ "L-3", "", "", "3", false },
		{ "l-30", "", "", "30", false },
		{ "15W", "", "15", "", false },
		{ "15w", "", "15", "", false },
		{ "1W,31W", "", "1,31", "", false },
		{ "LW", "", "", "", true },
		{ "lw", "", "", "", true },
		{ "1,15W,L,L-2,LW,20-22", "1,20-22", "15", "0,2", true },
		{ "L,L,L", "", "", "0", false },
		{ "*,L", "1-31", "", "0", false },
		{ "?,5W", "1-31", "5", "", false },
	};
	for (size_t i = 0; i < countof(rows); i++) {
		char text[100];
		snprintf(text, sizeof text, "0 0 %s * *", rows[i].text);
		struct cron cron = parsed(text);
		assert_int_equal(cron.days, set_of(rows[i].days));
		assert_int_equal(cron.days_nearest, set_of(rows[i].nearest));
		assert_int_equal(cron.days_last, set_of(rows[i].last));
		assert_int_equal(cron.last_weekday, rows[i].last_weekday);
		assert_false(cron.any_day);
	}
}

static void weekdays_have_the_nth_and_the_last(void **state)
{
	(void)state;
	struct cron cron = parsed("0 0 * * 5#3,MON#1,7#5,tue#2,3#4,5L,SUNL,1");
	assert_int_equal(cron.weekdays, set_of("1"));
	assert_int_equal(cron.weekdays_last, set_of("0,5"));
	assert_int_equal(cron.weekdays_nth[0], set_of("1"));
	assert_int_equal(cron.weekdays_nth[1], set_of("2"));
	assert_int_equal(cron.weekdays_nth[2], set_of("5"));
	assert_int_equal(cron.weekdays_nth[3], set_of("3"));
	assert_int_equal(cron.weekdays_nth[4], set_of("0"));
	assert_false(cron.any_weekday);
	assert_int_equal(parsed("0 0 * * 7L").weekdays_last, set_of("0"));
	assert_int_equal(parsed("0 0 * * fril").weekdays_last, set_of("5"));
}

static void a_day_field_is_open_only_when_it_is_exactly_a_star(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		bool any_day, any_weekday;
	} rows[] = {
		{ "0 0 * * *", true, true },       { "0 0 ? * ?", true, true },
		{ "0 0 ? * *", true, true },       { "0 0 1 * ?", false, true },
		{ "0 0 ? * 1", true, false },      { "0 0 */1 * *", false, true },
		{ "0 0 1-31 * *", false, true },   { "0 0 * * */1", true, false },
		{ "0 0 * * 0-6", true, false },    { "0 0 *,* * *,*", false, false },
		{ "0 0 ?/2 * ?/2", false, false },
	};
	for (size_t i = 0; i < countof(rows); i++) {
		struct cron cron = parsed(rows[i].text);
		assert_int_equal(cron.any_day, rows[i].any_day);
		assert_int_equal(cron.any_weekday, rows[i].any_weekday);
	}
}

/* Rule 4 of the policy: a star or a slash in the time fields, whatever it says. */
static void an_expression_beats_like_an_interval_by_its_time_fields_alone(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		bool interval_like;
	} rows[] = {
		{ "* * * * *", true },         { "*/5 * * * *", true },
		{ "0 * * * *", true },         { "30 */2 * * *", true },
		{ "* 1 * * *", true },         { "5/10 1 * * *", true },
		{ "0-30/10 1 * * *", true },   { "0 1-5/2 * * *", true },
		{ "0 9/3 * * *", true },       { "*/60 1 * * *", true },
		{ "0,* 1 * * *", true },       { "* 30 1 * * *", true },
		{ "*/10 30 1 * * *", true },   { "0/30 30 1 * * *", true },
		{ "0 0 * * * *", true },       { "@hourly", true },
		{ "30 1 * * *", false },       { "0 9-17 * * *", false },
		{ "0,30 1,2 * * *", false },   { "0-59 0-23 * * *", false },
		{ "30 1 */2 */3 */2", false }, { "0 30 1 * * *", false },
		{ "0-59 30 1 * * *", false },  { "30 1 L * 5#3", false },
		{ "@daily", false },           { "@yearly", false },
	};
	for (size_t i = 0; i < countof(rows); i++)
		assert_int_equal(parsed(rows[i].text).interval_like, rows[i].interval_like);
}

static void expect_same(const struct cron *a, const struct cron *b)
{
	assert_int_equal(a->seconds, b->seconds);
	assert_int_equal(a->minutes, b->minutes);
	assert_int_equal(a->hours, b->hours);
	assert_int_equal(a->days, b->days);
	assert_int_equal(a->months, b->months);
	assert_int_equal(a->weekdays, b->weekdays);
	assert_int_equal(a->any_day, b->any_day);
	assert_int_equal(a->any_weekday, b->any_weekday);
	assert_int_equal(a->interval_like, b->interval_like);
	assert_int_equal(a->has_seconds, b->has_seconds);
}

static void macros_stand_for_expressions_in_any_case(void **state)
{
	(void)state;
	static const struct {
		const char *macro, *expression;
	} rows[] = {
		{ "@yearly", "0 0 1 1 *" },    { "@annually", "0 0 1 1 *" },
		{ "@monthly", "0 0 1 * *" },   { "@weekly", "0 0 * * 0" },
		{ "@daily", "0 0 * * *" },     { "@midnight", "0 0 * * *" },
		{ "@hourly", "0 * * * *" },    { "@YEARLY", "0 0 1 1 *" },
		{ "@Monthly", "0 0 1 * *" },   { "@WeekLY", "0 0 * * 0" },
		{ "  @daily\t", "0 0 * * *" },
	};
	for (size_t i = 0; i < countof(rows); i++) {
		struct cron macro = parsed(rows[i].macro);
		struct cron expression = parsed(rows[i].expression);
		expect_same(&macro, &expression);
	}
}

static void blanks_and_tabs_may_stand_anywhere_between_fields(void **state)
{
	(void)state;
	struct cron plain = parsed("30 1 2 3 4");
	struct cron spaced = parsed("  30\t1  2 \t 3 4\t ");
	expect_same(&plain, &spaced);
}

static void expect_refused(const struct refusal *row)
{
	struct why why = { 0 };
	struct cron cron = { .minutes = 42 };
	expect_why(row, cron_parse(str_from(row->text), &cron, &why), &why);
	assert_int_equal(cron.minutes, 42);
	assert_int_equal(cron_parse(str_from(row->text), &cron, NULL), row->err);
}

static void the_number_of_fields_is_said_when_it_is_wrong(void **state)
{
	(void)state;
	static const struct refusal rows[] = {
		{ "", ERR_CRON_SYNTAX, 0, 0, "required" },
		{ " \t ", ERR_CRON_SYNTAX, 0, 0, "required" },
		{ "*", ERR_CRON_SYNTAX, 0, 1, "this one has 1" },
		{ "* *", ERR_CRON_SYNTAX, 0, 3, "this one has 2" },
		{ "* * * *", ERR_CRON_SYNTAX, 0, 7, "this one has 4" },
		{ "* * * * * * *", ERR_CRON_SYNTAX, 0, 13, "this one has at least 7" },
		{ "* * * * * * * * *", ERR_CRON_SYNTAX, 0, 17, "this one has at least 7" },
		{ "0 0 1 1 * 2025 x", ERR_CRON_SYNTAX, 0, 16, "at least 7" },
	};
	for (size_t i = 0; i < countof(rows); i++) expect_refused(&rows[i]);
}

static void a_bad_value_is_pointed_at_with_its_field_and_range(void **state)
{
	(void)state;
	static const struct refusal rows[] = {
		{ "60 * * * *", ERR_CRON_RANGE, 0, 2, "minute: \"60\" is not 0 to 59" },
		{ "0 24 * * *", ERR_CRON_RANGE, 2, 2, "hour: \"24\" is not 0 to 23" },
		{ "0 0 0 * *", ERR_CRON_RANGE, 4, 1, "day of month: \"0\" is not 1 to 31" },
		{ "0 0 32 * *", ERR_CRON_RANGE, 4, 2, "1 to 31" },
		{ "0 0 1 0 *", ERR_CRON_RANGE, 6, 1, "month: \"0\" is not 1 to 12" },
		{ "0 0 1 13 *", ERR_CRON_RANGE, 6, 2, "1 to 12" },
		{ "0 0 * * 8", ERR_CRON_RANGE, 8, 1, "day of week: \"8\" is not 0 to 7" },
		{ "60 0 0 * * *", ERR_CRON_RANGE, 0, 2, "second: \"60\" is not 0 to 59" },
		{ "0 60 0 * * *", ERR_CRON_RANGE, 2, 2, "minute" },
		{ "1,2,77,3 * * * *", ERR_CRON_RANGE, 4, 2, "\"77\"" },
		{ "5-60 * * * *", ERR_CRON_RANGE, 0, 4, "\"5-60\" is not 0 to 59" },
		{ "0 0 40W * *", ERR_CRON_RANGE, 4, 3, "1 to 31" },
		{ "0 0 * * 9#1", ERR_CRON_RANGE, 8, 3, "0 to 7" },
		{ "0 0 * * 8L", ERR_CRON_RANGE, 8, 2, "0 to 7" },
		{ "30-10 * * * *", ERR_CRON_RANGE, 0, 5, "runs backwards" },
		{ "0 22-6 * * *", ERR_CRON_RANGE, 2, 4, "runs backwards" },
		{ "0 0 * DEC-JAN *", ERR_CRON_RANGE, 6, 7, "runs backwards" },
		{ "0 0 * * FRI-MON", ERR_CRON_RANGE, 8, 7, "runs backwards" },
		{ "0 0 * * 5-0", ERR_CRON_RANGE, 8, 3, "runs backwards" },
		{ "0 0 * * FRI-0", ERR_CRON_RANGE, 8, 5, "runs backwards" },
		{ "  99\t0 * * *", ERR_CRON_RANGE, 2, 2, "minute" },
	};
	for (size_t i = 0; i < countof(rows); i++) expect_refused(&rows[i]);
}

static void a_word_that_is_no_value_is_pointed_at(void **state)
{
	(void)state;
	static const struct refusal rows[] = {
		{ "x * * * *", ERR_CRON_SYNTAX, 0, 1, "minute: \"x\" is not a whole number" },
		{ "-5 * * * *", ERR_CRON_SYNTAX, 0, 2, "whole number" },
		{ "+5 * * * *", ERR_CRON_SYNTAX, 0, 2, "whole number" },
		{ "5- * * * *", ERR_CRON_SYNTAX, 0, 2, "whole number" },
		{ "1000000 * * * *", ERR_CRON_SYNTAX, 0, 7, "whole number" },
		{ "? * * * *", ERR_CRON_SYNTAX, 0, 1, "whole number" },
		{ "* ? * * *", ERR_CRON_SYNTAX, 2, 1, "hour: \"?\"" },
		{ "L * * * *", ERR_CRON_SYNTAX, 0, 1, "whole number" },
		{ "MON * * * *", ERR_CRON_SYNTAX, 0, 3, "whole number" },
		{ "0 0 MON * *", ERR_CRON_SYNTAX, 4, 3, "whole number" },
		{ "0 0 W * *", ERR_CRON_SYNTAX, 4, 1, "whole number" },
		{ "0 0 1 JANUARY *", ERR_CRON_SYNTAX, 6, 7, "value, a range" },
		{ "0 0 1 XYZ *", ERR_CRON_SYNTAX, 6, 3, "neither 1 to 12 nor JAN to DEC" },
		{ "0 0 1 MON *", ERR_CRON_SYNTAX, 6, 3, "JAN to DEC" },
		{ "0 0 1 JA *", ERR_CRON_SYNTAX, 6, 2, "JAN to DEC" },
		{ "0 0 1 ? *", ERR_CRON_SYNTAX, 6, 1, "JAN to DEC" },
		{ "0 0 * * XYZ", ERR_CRON_SYNTAX, 8, 3, "neither 0 to 7 nor SUN to SAT" },
		{ "0 0 * * JAN", ERR_CRON_SYNTAX, 8, 3, "SUN to SAT" },
		{ "0 0 * * MO", ERR_CRON_SYNTAX, 8, 2, "SUN to SAT" },
		{ "0 0 * * L", ERR_CRON_SYNTAX, 8, 1, "SUN to SAT" },
		{ "0 0 * * #2", ERR_CRON_SYNTAX, 8, 2, "SUN to SAT" },
		{ "1,2,abcdefghijklmnopqrstuvwxyz * * * *", ERR_CRON_SYNTAX, 4, 26,
		  "\"abcdefghijklmnopqrst\" is" },
	};
	for (size_t i = 0; i < countof(rows); i++) expect_refused(&rows[i]);
}

static void what_follows_a_value_and_does_not_belong_there_is_pointed_at(void **state)
{
	(void)state;
	static const struct refusal rows[] = {
		{ "5x * * * *", ERR_CRON_SYNTAX, 0, 2, "a list a,b or a step */n" },
		{ "1.5 * * * *", ERR_CRON_SYNTAX, 0, 3, "value, a range" },
		{ "** * * * *", ERR_CRON_SYNTAX, 0, 2, "value, a range" },
		{ "*5 * * * *", ERR_CRON_SYNTAX, 0, 2, "value, a range" },
		{ "*-5 * * * *", ERR_CRON_SYNTAX, 0, 3, "value, a range" },
		{ "1-2-3 * * * *", ERR_CRON_SYNTAX, 0, 5, "value, a range" },
		{ "1/2/3 * * * *", ERR_CRON_SYNTAX, 0, 5, "value, a range" },
		{ "1,2;3 * * * *", ERR_CRON_SYNTAX, 2, 3, "\"2;3\"" },
		{ "5#3 * * * *", ERR_CRON_SYNTAX, 0, 3, "value, a range" },
		{ "0 5L * * *", ERR_CRON_SYNTAX, 2, 2, "value, a range" },
		{ "0 0 15WW * *", ERR_CRON_SYNTAX, 4, 4, "is not a day: 1-31" },
		{ "0 0 1-5W * *", ERR_CRON_SYNTAX, 4, 4, "15W or LW" },
		{ "0 0 5L * *", ERR_CRON_SYNTAX, 4, 2, "is not a day" },
		{ "0 0 5#3 * *", ERR_CRON_SYNTAX, 4, 3, "is not a day" },
		{ "0 0 LX * *", ERR_CRON_SYNTAX, 4, 2, "is not a day" },
		{ "0 0 L-3W * *", ERR_CRON_SYNTAX, 4, 4, "is not a day" },
		{ "0 0 L/2 * *", ERR_CRON_SYNTAX, 4, 3, "is not a day" },
		{ "0 0 * * 5W", ERR_CRON_SYNTAX, 8, 2, "is not a weekday: 0-7" },
		{ "0 0 * * MON-FRIL", ERR_CRON_SYNTAX, 8, 8, "5#3 or 5L" },
		{ "0 0 * * MONDAY", ERR_CRON_SYNTAX, 8, 6, "is not a weekday" },
		{ "0 0 * * 5#3L", ERR_CRON_SYNTAX, 8, 4, "is not a weekday" },
	};
	for (size_t i = 0; i < countof(rows); i++) expect_refused(&rows[i]);
}

static void half_of_a_special_is_pointed_at(void **state)
{
	(void)state;
	static const struct refusal rows[] = {
		{ "*/0 * * * *", ERR_CRON_SYNTAX, 0, 3, "step of at least 1" },
		{ "*/ * * * *", ERR_CRON_SYNTAX, 0, 2, "step of at least 1" },
		{ "*/x * * * *", ERR_CRON_SYNTAX, 0, 3, "step of at least 1" },
		{ "*/-1 * * * *", ERR_CRON_SYNTAX, 0, 4, "step of at least 1" },
		{ "*/1000000 * * * *", ERR_CRON_SYNTAX, 0, 9, "step of at least 1" },
		{ "5/ * * * *", ERR_CRON_SYNTAX, 0, 2, "step of at least 1" },
		{ "5-9/0 * * * *", ERR_CRON_SYNTAX, 0, 5, "step of at least 1" },
		{ "0 0 * * 5#", ERR_CRON_SYNTAX, 8, 2, "#1 to #5" },
		{ "0 0 * * 5#0", ERR_CRON_SYNTAX, 8, 3, "#1 to #5" },
		{ "0 0 * * 5#6", ERR_CRON_SYNTAX, 8, 3, "#1 to #5" },
		{ "0 0 * * FRI#x", ERR_CRON_SYNTAX, 8, 5, "#1 to #5" },
		{ "0 0 L- * *", ERR_CRON_SYNTAX, 4, 2, "L-0 to L-30" },
		{ "0 0 L-31 * *", ERR_CRON_SYNTAX, 4, 4, "L-0 to L-30" },
		{ "0 0 L-x * *", ERR_CRON_SYNTAX, 4, 3, "L-0 to L-30" },
	};
	for (size_t i = 0; i < countof(rows); i++) expect_refused(&rows[i]);
}

static void empty_list_items_are_pointed_at(void **state)
{
	(void)state;
	static const struct refusal rows[] = {
		{ ", * * * *", ERR_CRON_SYNTAX, 0, 0, "empty list item" },
		{ "1, * * * *", ERR_CRON_SYNTAX, 2, 0, "empty list item" },
		{ ",1 * * * *", ERR_CRON_SYNTAX, 0, 0, "empty list item" },
		{ "0 1,,2 * * *", ERR_CRON_SYNTAX, 4, 0, "hour: \"\" is an empty list item" },
		{ "0 0 1 1 5L,", ERR_CRON_SYNTAX, 11, 0, "empty list item" },
	};
	for (size_t i = 0; i < countof(rows); i++) expect_refused(&rows[i]);
}

static void a_macro_that_is_none_is_told_the_ones_there_are(void **state)
{
	(void)state;
	static const struct refusal rows[] = {
		{ "@", ERR_CRON_SYNTAX, 0, 1, "@hourly" },
		{ "@reboot", ERR_CRON_SYNTAX, 0, 7, "macro is not known" },
		{ "@daily x", ERR_CRON_SYNTAX, 0, 8, "macro is not known" },
		{ "@every 5m", ERR_CRON_SYNTAX, 0, 9, "macro is not known" },
	};
	for (size_t i = 0; i < countof(rows); i++) expect_refused(&rows[i]);
}

static void control_characters_are_refused_where_they_stand(void **state)
{
	(void)state;
	static const struct refusal rows[] = {
		{ "* * * * *\n", ERR_CRON_SYNTAX, 9, 1, "control character" },
		{ "*\r* * * *", ERR_CRON_SYNTAX, 1, 1, "control character" },
		{ "* * * * \x7f", ERR_CRON_SYNTAX, 8, 1, "control character" },
		{ "\x01", ERR_CRON_SYNTAX, 0, 1, "control character" },
	};
	for (size_t i = 0; i < countof(rows); i++) expect_refused(&rows[i]);
	struct cron cron;
	struct why why;
	assert_int_equal(cron_parse(STR("* * *\0* *"), &cron, &why), ERR_CRON_SYNTAX);
	assert_int_equal(why.at, 5);
}

static void bytes_above_ascii_are_refused_and_made_safe_in_the_reason(void **state)
{
	(void)state;
	struct cron cron;
	struct why why;
	assert_int_equal(cron_parse(STR("\xff * * * *"), &cron, &why), ERR_CRON_SYNTAX);
	assert_int_equal(why.at, 0);
	assert_null(strchr(why.text, '\xff'));
}

static void an_expression_has_at_most_a_thousand_characters(void **state)
{
	(void)state;
	char text[CRON_TEXT_MAX + 2];
	struct cron cron;
	struct why why;
	memset(text, ' ', sizeof text);
	memcpy(text, "5 4 3 2 1", 9);
	assert_int_equal(cron_parse((str){ text, CRON_TEXT_MAX }, &cron, &why), ERR_OK);
	assert_int_equal(cron_parse((str){ text, CRON_TEXT_MAX + 1 }, &cron, &why), ERR_TOO_LONG);
	assert_non_null(strstr(why.text, "at most 1000"));
	assert_non_null(strstr(why.text, "1001"));
}

static void a_date_that_no_year_has_is_refused(void **state)
{
	(void)state;
	static const struct refusal rows[] = {
		{ "0 0 30 2 *", ERR_RULE_NEVER, 0, 10, "never fires" },
		{ "0 0 31 2,4,6,9,11 *", ERR_RULE_NEVER, 0, 19, "never fires" },
		{ "0 0 30,31 FEB *", ERR_RULE_NEVER, 0, 15, "never fires" },
		{ "0 0 30W 2 *", ERR_RULE_NEVER, 0, 11, "never fires" },
		{ "0 0 31W 4 *", ERR_RULE_NEVER, 0, 11, "never fires" },
		{ "0 0 L-29 2 *", ERR_RULE_NEVER, 0, 12, "never fires" },
		{ "0 0 L-30 4,6,9,11 ?", ERR_RULE_NEVER, 0, 19, "never fires" },
		{ "0 0 0 30 2 *", ERR_RULE_NEVER, 0, 12, "never fires" },
	};
	for (size_t i = 0; i < countof(rows); i++) expect_refused(&rows[i]);
}

static void a_date_that_some_year_has_is_accepted(void **state)
{
	(void)state;
	static const char *const rows[] = {
		"0 0 29 2 *",   "0 0 31 2,3 *",   "0 0 30 2 1",   "0 0 30 2 1L",    "0 0 * 2 0#5",
		"0 0 29W 2 *",  "0 0 L-28 2 *",   "0 0 31W 1 *",  "0 0 L-30 1 *",   "0 0 30,LW 2 *",
		"0 0 30,L 2 *", "0 0 30,15W 2 *", "0 0 31 4 6#5", "0 0 L-29 2 1#5",
	};
	for (size_t i = 0; i < countof(rows); i++) {
		struct cron cron;
		struct why why;
		if (cron_parse(str_from(rows[i]), &cron, &why))
			fail_msg("%s: %s", rows[i], why.text);
	}
}

static void name_no_field(void *context)
{
	(void)context;
	(void)cron_field_name(CRON_FIELD_COUNT);
}

static void every_field_has_a_name(void **state)
{
	(void)state;
	assert_string_equal(cron_field_name(CRON_SECOND), "second");
	assert_string_equal(cron_field_name(CRON_MINUTE), "minute");
	assert_string_equal(cron_field_name(CRON_HOUR), "hour");
	assert_string_equal(cron_field_name(CRON_DAY_OF_MONTH), "day of month");
	assert_string_equal(cron_field_name(CRON_MONTH), "month");
	assert_string_equal(cron_field_name(CRON_DAY_OF_WEEK), "day of week");
	assert_true(breaks_promise(name_no_field, NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_form_of_the_minute_is_read),
		cmocka_unit_test(every_form_of_the_hour_is_read),
		cmocka_unit_test(months_have_numbers_and_names_in_any_case),
		cmocka_unit_test(weekdays_have_numbers_and_names_and_two_sundays),
		cmocka_unit_test(days_of_the_month_have_specials_that_stand_in_lists),
		cmocka_unit_test(weekdays_have_the_nth_and_the_last),
		cmocka_unit_test(a_day_field_is_open_only_when_it_is_exactly_a_star),
		cmocka_unit_test(an_expression_beats_like_an_interval_by_its_time_fields_alone),
		cmocka_unit_test(macros_stand_for_expressions_in_any_case),
		cmocka_unit_test(blanks_and_tabs_may_stand_anywhere_between_fields),
		cmocka_unit_test(the_number_of_fields_is_said_when_it_is_wrong),
		cmocka_unit_test(a_bad_value_is_pointed_at_with_its_field_and_range),
		cmocka_unit_test(a_word_that_is_no_value_is_pointed_at),
		cmocka_unit_test(what_follows_a_value_and_does_not_belong_there_is_pointed_at),
		cmocka_unit_test(half_of_a_special_is_pointed_at),
		cmocka_unit_test(empty_list_items_are_pointed_at),
		cmocka_unit_test(a_macro_that_is_none_is_told_the_ones_there_are),
		cmocka_unit_test(control_characters_are_refused_where_they_stand),
		cmocka_unit_test(bytes_above_ascii_are_refused_and_made_safe_in_the_reason),
		cmocka_unit_test(an_expression_has_at_most_a_thousand_characters),
		cmocka_unit_test(a_date_that_no_year_has_is_refused),
		cmocka_unit_test(a_date_that_some_year_has_is_accepted),
		cmocka_unit_test(every_field_has_a_name),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
