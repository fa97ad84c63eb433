/* Stories about the normal form of cron expressions. */
#include "calendar/cron.h"

#include "random_rules.h"
#include "support.h"

static struct cron parsed(str text)
{
	struct cron cron = { 0 };
	struct why why;
	if (cron_parse(text, &cron, &why)) fail_msg("%.*s: %s", STR_ARG(text), why.text);
	return cron;
}

struct form {
	const char *text;
	const char *normal;
};

static void expect_forms(const struct form *rows, size_t len)
{
	struct buf out;
	buf_init(&out, SUPPORT_TEXT_MAX);
	for (size_t i = 0; i < len; i++) {
		struct cron cron = parsed(str_from(rows[i].text));
		buf_clear(&out);
		cron_print(&cron, &out);
		assert_str(buf_view(&out), str_from(rows[i].normal));
	}
	buf_done(&out);
}

static void names_macros_and_blanks_become_numbers(void **state)
{
	(void)state;
	static const struct form rows[] = {
		{ "@daily", "0 0 * * *" },
		{ "@yearly", "0 0 1 1 *" },
		{ "@weekly", "0 0 * * 0" },
		{ "@hourly", "0 * * * *" },
		{ "  05\t07 * JAN,mar MON-fri ", "5 7 * 1,3 1-5" },
		{ "0 0 ? * 7", "0 0 * * 0" },
		{ "0 0 ? * FRI-SUN", "0 0 * * 0,5,6" },
		{ "0 0 1 1-12 *", "0 0 1 * *" },
	};
	expect_forms(rows, countof(rows));
}

static void sets_become_the_shortest_ranges_and_steps(void **state)
{
	(void)state;
	static const struct form rows[] = {
		{ "* * * * *", "* * * * *" },
		{ "*/5 * * * *", "*/5 * * * *" },
		{ "0,5,10,15,20,25,30,35,40,45,50,55 * * * *", "*/5 * * * *" },
		{ "3/10 * * * *", "3/10 * * * *" },
		{ "0,30 * * * *", "0,30 * * * *" },
		{ "*/30 * * * *", "0,30 * * * *" },
		{ "5,6 * * * *", "5,6 * * * *" },
		{ "5,6,7 * * * *", "5-7 * * * *" },
		{ "1-3,5,7-8,10-20 * * * *", "1-3,5,7,8,10-20 * * * *" },
		{ "0 */6 * * *", "0 */6 * * *" },
		{ "0 8/4 * * *", "0 8/4 * * *" },
		{ "0 0 */5 * *", "0 0 */5 * *" },
		{ "0 0 1-31 * *", "0 0 1-31 * *" },
		{ "0 0 1 */3 *", "0 0 1 */3 *" },
		{ "0 0 1 2/5 *", "0 0 1 2/5 *" },
		{ "0 0 * * */2", "0 0 * * 0,2,4,6" },
		{ "0 0 * * 0-7", "0 0 * * 0-6" },
	};
	expect_forms(rows, countof(rows));
}

/* Rule 4 of the policy hangs on a star or slash in the time fields: none may appear or vanish. */
static void the_beat_is_kept_and_never_made_up(void **state)
{
	(void)state;
	static const struct form rows[] = {
		{ "0-59 0-23 * * *", "0-59 0-23 * * *" },
		{ "0,15,30,45 1 * * *", "0,15,30,45 1 * * *" },
		{ "0,15,30,45 * * * *", "*/15 * * * *" },
		{ "*/40 1 * * *", "40/60,0 1 * * *" },
		{ "30/60 1 * * *", "30/60 1 * * *" },
		{ "5,*/60 1 * * *", "5/60,0 1 * * *" },
		{ "0 1-2/5 * * *", "0/60 1 * * *" },
		{ "1,2,3 9-17/9 * * *", "3/60,1,2 9 * * *" },
		{ "30 0 9/20 * * *", "30 0/60 9 * * *" },
		{ "5/60 0 9 * * *", "5 0/60 9 * * *" },
		{ "*/20 0 9 * * *", "*/20 0 9 * * *" },
		{ "* 0 9 * * *", "* 0 9 * * *" },
		{ "0-59 0 9 * * *", "0-59 0 9 * * *" },
	};
	expect_forms(rows, countof(rows));
}

static void specials_follow_the_plain_days(void **state)
{
	(void)state;
	static const struct form rows[] = {
		{ "0 0 LW,L-3,L,15W,1W,3,1 * *", "0 0 1,3,1W,15W,L,L-3,LW * *" },
		{ "0 0 L * *", "0 0 L * *" },
		{ "0 0 LW * *", "0 0 LW * *" },
		{ "0 0 9W * *", "0 0 9W * *" },
		{ "0 0 * * FRIL,MON#2,5#1,1#1,3", "0 0 * * 3,1#1,5#1,1#2,5L" },
		{ "0 0 ? * SUNL", "0 0 * * 0L" },
		{ "0 0 13 * 5", "0 0 13 * 5" },
		{ "15 30 12 L 2 5#5", "15 30 12 L 2 5#5" },
	};
	expect_forms(rows, countof(rows));
}

static bool are_equal(const struct cron *a, const struct cron *b)
{
	return a->seconds == b->seconds && a->minutes == b->minutes && a->hours == b->hours &&
	       a->days == b->days && a->days_nearest == b->days_nearest &&
	       a->days_last == b->days_last && a->months == b->months &&
	       a->weekdays == b->weekdays && a->weekdays_last == b->weekdays_last &&
	       memcmp(a->weekdays_nth, b->weekdays_nth, sizeof a->weekdays_nth) == 0 &&
	       a->last_weekday == b->last_weekday && a->any_day == b->any_day &&
	       a->any_weekday == b->any_weekday && a->has_seconds == b->has_seconds &&
	       a->interval_like == b->interval_like;
}

/* The normal form says the same, and is its own normal form. */
static void expect_round_trip(const struct cron *cron, str text)
{
	struct buf once, twice;
	buf_init(&once, SUPPORT_TEXT_MAX);
	buf_init(&twice, SUPPORT_TEXT_MAX);
	cron_print(cron, &once);
	struct cron again = parsed(buf_view(&once));
	cron_print(&again, &twice);
	if (!are_equal(cron, &again))
		fail_msg("%.*s became %.*s", STR_ARG(text), STR_ARG(buf_view(&once)));
	assert_str(buf_view(&twice), buf_view(&once));
	buf_done(&once);
	buf_done(&twice);
}

static void any_expression_is_printed_and_read_again_as_the_same(void **state)
{
	(void)state;
	enum { EXPRESSIONS = 20000 };
	struct prng prng = prng_init(check_seed());
	struct buf text;
	u32 read = 0;
	buf_init(&text, SUPPORT_TEXT_MAX);
	for (u32 i = 0; i < EXPRESSIONS; i++) {
		struct cron cron;
		struct why why;
		enum err err = cron_parse(random_cron(&text, &prng), &cron, &why);
		if (err != ERR_OK && err != ERR_RULE_NEVER)
			fail_msg("%.*s: %s", STR_ARG(buf_view(&text)), why.text);
		if (err) continue;
		expect_round_trip(&cron, buf_view(&text));
		read++;
	}
	assert_true(read > EXPRESSIONS / 2);
	buf_done(&text);
}

static void print_no_minutes(void *context)
{
	struct cron cron = { .hours = 1 };
	cron_print(&cron, context);
}

static void print_no_hours(void *context)
{
	struct cron cron = { .minutes = 1 };
	cron_print(&cron, context);
}

static void an_expression_that_was_never_parsed_breaks_a_promise(void **state)
{
	(void)state;
	struct buf out;
	buf_init(&out, 100);
	assert_true(breaks_promise(print_no_minutes, &out));
	assert_true(breaks_promise(print_no_hours, &out));
	buf_done(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_macros_and_blanks_become_numbers),
		cmocka_unit_test(sets_become_the_shortest_ranges_and_steps),
		cmocka_unit_test(the_beat_is_kept_and_never_made_up),
		cmocka_unit_test(specials_follow_the_plain_days),
		cmocka_unit_test(any_expression_is_printed_and_read_again_as_the_same),
		cmocka_unit_test(an_expression_that_was_never_parsed_breaks_a_promise),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
